"""Maps and the monument first: pays for maps at the marketplace and explores as each monument rewards it."""

from enum import IntEnum

from simulator.engine.kernel import kernel
from simulator.games.archaeology.moves import TYPES
from simulator.games.archaeology.state import Monument
from strategies.archaeology.monuments import fill_map_values
from strategies.archaeology.player import decide
from strategies.archaeology.values import fill_values, new_table


class Weight(IntEnum):
    PATIENCE = 0
    BEND = 1
    CURRENCY = 2
    KEEP = 3
    MAPS = 4
    LEAST_GAIN = 5
    TENT = 6
    WANT_GREAT_PYRAMID = 7
    WANT_TEMPLE = 8
    WANT_TOMB = 9
    WANT_MINE = 10
    WANT_SPHINX = 11
    WANT_BURIED_RUINS = 12


@kernel(TYPES.choose)
def choose(rules, state, seat, options, n, weights):
    values = new_table()
    patience, bend, currency = weights[Weight.PATIENCE], weights[Weight.BEND], weights[Weight.CURRENCY]
    fill_values(rules, state, seat, values, patience, bend, currency, weights[Weight.KEEP])
    fill_map_values(rules, state, seat, values, weights[Weight.MAPS])
    want = weights[Weight.WANT_GREAT_PYRAMID + state.monument - Monument.GREAT_PYRAMID]
    return decide(rules, state, seat, options, n, values, want, weights[Weight.LEAST_GAIN], weights[Weight.TENT])
