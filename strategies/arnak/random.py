"""Takes any option with the same chance."""

from simulator.games.arnak.state import Stream
from simulator.kernel.compile import rule
from simulator.kernel.rng import below
from strategies.arnak.mind import CHOOSE


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """Any option with the same chance."""
    return below(state, Stream.NOISE + seat, n)
