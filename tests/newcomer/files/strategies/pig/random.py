"""Takes any option with the same chance."""

from simulator.games.pig.state import Stream
from strategies.pig.mind import CHOOSE

from simulator.kernel.compile import rule
from simulator.kernel.rng import below


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    return below(state, Stream.NOISE + seat, n)
