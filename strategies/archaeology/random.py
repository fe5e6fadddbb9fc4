"""Takes any option with the same chance."""

from simulator.engine.kernel import rule
from simulator.engine.rng import below
from simulator.games.archaeology.moves import TYPES
from simulator.games.archaeology.state import Stream


@rule(TYPES.choose)
def choose(rules, state, seat, options, n, weights):
    return below(state, Stream.NOISE + seat, n)
