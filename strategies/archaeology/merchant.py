"""Trades each turn towards the most valuable sets in reach, and sells them when they are full."""

from enum import IntEnum

from simulator.engine.kernel import kernel
from simulator.games.archaeology.moves import TYPES
from strategies.archaeology.monuments import fill_map_values
from strategies.archaeology.player import decide
from strategies.archaeology.values import fill_values, new_table


class Weight(IntEnum):
    PATIENCE = 0
    BEND = 1
    CURRENCY = 2
    KEEP = 3
    MAPS = 4
    WANT = 5
    LEAST_GAIN = 6
    TENT = 7


@kernel(TYPES.choose)
def choose(rules, state, seat, options, n, weights):
    values = new_table()
    fill_values(
        rules, state, seat, values,
        weights[Weight.PATIENCE], weights[Weight.BEND], weights[Weight.CURRENCY], weights[Weight.KEEP],
    )  # fmt: skip
    fill_map_values(rules, state, seat, values, weights[Weight.MAPS])
    return decide(
        rules, state, seat, options, n, values, weights[Weight.WANT], weights[Weight.LEAST_GAIN], weights[Weight.TENT]
    )
