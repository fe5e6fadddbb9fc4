"""Sets of cards as the bits of one number: counted without a branch for each card."""

from numba import types
from numba.extending import intrinsic, overload


def popcount(bits):
    """Return the number of set bits; one machine instruction when compiled."""
    return int(bits).bit_count()


@intrinsic
def _population(_typing, bits):
    def generate(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@overload(popcount)
def _compiled_popcount(bits):
    return lambda bits: _population(bits)
