"""Sets as bits."""

import numba
import pytest

from digsite.simulator.kernel.jit.bits import popcount

COMPILED = numba.njit(lambda bits: popcount(bits))


@pytest.mark.parametrize("bits", [0, 1, 2, 3, 0b1011, (1 << 55) - 1, 1 << 54, (1 << 62) | 1])
def test_popcount_counts_set_bits_compiled_and_plain(bits):
    assert popcount(bits) == COMPILED(bits) == bin(bits).count("1")
