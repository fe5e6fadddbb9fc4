"""Takes any option with the same chance."""

from digsite.simulator.games.arnak.state import Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import below
from digsite.strategies.arnak.mind import CHOOSE


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """Any option with the same chance."""
    return below(state, Stream.NOISE + seat, n)
