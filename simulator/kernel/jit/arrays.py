"""Arrays of numbers as kernels hand them on: where they lie and how long they are, nothing more.

Numba hands an array over as seven words, one of two dimensions as nine (numba/numba#1010), which does not fit into registers.
These go over as two or three; within a function they are arrays like any other. A random game of Lost Cities takes 2 %
longer without. The type is our own, and what is registered for it is used where one of our functions asks for it alone.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel.models import ArrayModel
from numba.core.typeconv.rules import default_type_manager
from numba.extending import lower_cast, register_model


class Bare(types.Array):
    """A whole array of numbers, row by row, that somebody else owns."""

    def __init__(self, dtype, ndim):
        super().__init__(dtype, ndim, "C", name=f"bare({dtype}, {ndim}d)")


def bare(array: Any) -> Any:
    """The bare type of an array type; where a bare one is asked for, any array of that type will do."""
    made = Bare(array.dtype, array.ndim)
    default_type_manager.set_safe_convert(array, made)  # for calls from Python
    return made


@lower_cast(types.Array, Bare)
def _as_bare(_context, _builder, _given, _wanted, value):
    return value


@register_model(Bare)
class _BareModel(ArrayModel):
    """Laid out as any array is; only the way into a function differs."""

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
