"""Sets of treasures as bits: bit k stands for treasure k."""

import numpy as np

from digsite.simulator.games.archaeology.rules import KINDS
from digsite.simulator.kernel.jit.compile import inlined


def _members() -> np.ndarray:
    """Return the treasures of each set: [set, i] is the i-th treasure of the set."""
    table = np.zeros((1 << KINDS, KINDS), np.uint8)
    for bits in range(1 << KINDS):
        kinds = [kind for kind in range(KINDS) if bits >> kind & 1]
        table[bits, : len(kinds)] = kinds
    return table


MEMBERS = _members()
COUNT = np.array([bits.bit_count() for bits in range(1 << KINDS)], np.uint8)


@inlined
def list_treasures(options, n, bits, first):
    """Write an option for each treasure of the set; `first` is the option of treasure 0.

    As many are written as there are treasures: faster than stopping, and the excess is overwritten.
    """
    for i in range(KINDS):
        options[np.uint64(n + i)] = first + np.int64(MEMBERS[bits, i])
    return n + np.int64(COUNT[bits])
