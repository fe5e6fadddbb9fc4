"""Arrays of numbers as kernels pass them: an address and a shape, nothing more.

Numba passes an array as seven words, or nine with two dimensions (numba/numba#1010), too many for registers. These take
two or three; inside a function they are ordinary arrays. Without them a random game of Lost Cities takes 2 % longer. The
type is ours, and its registrations apply only where one of our functions declares it.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel.models import ArrayModel
from numba.core.typeconv.rules import default_type_manager
from numba.extending import lower_cast, register_model


class Bare(types.Array):
    """A whole C-ordered array of numbers, owned by the caller."""

    def __init__(self, dtype, ndim):
        super().__init__(dtype, ndim, "C", name=f"bare({dtype}, {ndim}d)")


def bare(array: Any) -> Any:
    """Return the bare type of an array type; functions that declare it accept any array of that type."""
    made = Bare(array.dtype, array.ndim)
    default_type_manager.set_safe_convert(array, made)  # for calls from Python
    return made


@lower_cast(types.Array, Bare)
def _as_bare(_context, _builder, _given, _wanted, value):
    return value


@register_model(Bare)
class _BareModel(ArrayModel):
    """Laid out as any array; only the way it is passed differs."""

    def _models_handed(self):
        return [(name, self._models[self.get_field_position(name)]) for name in ("data", "shape")]

    def get_argument_type(self):
        return tuple(model.get_argument_type() for _, model in self._models_handed())

    def as_argument(self, builder, value):
        return tuple(
            model.as_argument(builder, self.get(builder, value, name)) for name, model in self._models_handed()
        )

    def from_argument(self, builder, value):
        data, shape = (
            model.from_argument(builder, part) for (_, model), part in zip(self._models_handed(), value, strict=True)
        )
        whole = ir.Constant(self.get_value_type(), None)
        item = step = ir.IntType(types.intp.bitwidth)(self._fe_type.dtype.bitwidth // 8)
        count, strides = item.type(1), ir.Constant(shape.type, None)
        for at in reversed(range(self._fe_type.ndim)):
            size = builder.extract_value(shape, at)
            strides = builder.insert_value(strides, step, at)
            step, count = builder.mul(step, size), builder.mul(count, size)
        parts = {"nitems": count, "itemsize": item, "data": data, "shape": shape, "strides": strides}
        for name, part in parts.items():
            whole = self.set(builder, whole, part, name)
        return whole
