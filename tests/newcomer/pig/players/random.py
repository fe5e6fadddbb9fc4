"""Takes any option with the same chance."""

from simulator.kernel.compile import rule
from simulator.kernel.rng import below

from ..state import Stream
from .mind import CHOOSE


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    return below(state, Stream.NOISE + seat, n)
