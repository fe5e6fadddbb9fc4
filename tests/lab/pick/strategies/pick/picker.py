"""Picks the number that its weight says."""

from enum import IntEnum

from digsite.simulator.games.pick.options import NUMBERS
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.pick.mind import CHOOSE


class Weight(IntEnum):
    """The weights in order."""

    NUMBER = 0
    BOLD = 1
    IDLE = 2


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """The number, and 8 more if boldly."""
    return int(weights[Weight.NUMBER]) + NUMBERS * int(weights[Weight.BOLD])
