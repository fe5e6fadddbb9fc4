"""Takes any option with the same chance."""

from simulator.games.chac.moves import TYPES
from simulator.games.chac.state import Stream
from simulator.kernel.compile import rule
from simulator.kernel.rng import below


@rule(TYPES.choose)
def choose(rules, state, seat, options, n, weights):
    return below(state, Stream.NOISE + seat, n)
