"""Waits for full sets: nothing else is sold before the last rounds."""

from enum import IntEnum

from simulator.engine.kernel import kernel
from simulator.games.archaeology.moves import TYPES
from simulator.games.archaeology.state import Decision
from strategies.archaeology.choices import end_or_sell, full_sale
from strategies.archaeology.monuments import fill_map_values
from strategies.archaeology.player import decide, improve
from strategies.archaeology.values import digs_left, fill_values, new_table


class Weight(IntEnum):
    PATIENCE = 0
    BEND = 1
    CURRENCY = 2
    MAPS = 3
    WANT = 4
    LEAST_GAIN = 5
    TENT = 6
    LAST_ROUNDS = 7


@kernel(TYPES.choose)
def choose(rules, state, seat, options, n, weights):
    values = new_table()
    patience, bend, currency = weights[Weight.PATIENCE], weights[Weight.BEND], weights[Weight.CURRENCY]
    fill_values(rules, state, seat, values, patience, bend, currency, 1.0)
    fill_map_values(rules, state, seat, values, weights[Weight.MAPS])
    want, least_gain = weights[Weight.WANT], weights[Weight.LEAST_GAIN]
    if state.decision != Decision.ACT or digs_left(rules, state) < weights[Weight.LAST_ROUNDS]:
        return decide(rules, state, seat, options, n, values, want, least_gain, weights[Weight.TENT])
    step = improve(rules, state, seat, options, n, values, want, least_gain)
    if step < 0:
        step = full_sale(rules, options, n)
    return step if step >= 0 else end_or_sell(rules, state, seat, options, n, values)
