"""Takes any option with the same chance."""

from simulator.games.pick.state import Stream
from strategies.pick.mind import CHOOSE

from simulator.kernel.compile import rule
from simulator.kernel.rng import below


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """Any option."""
    return below(state, Stream.NOISE + seat, n)
