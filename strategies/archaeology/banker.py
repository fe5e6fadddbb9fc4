"""Sells early and keeps a small hand: what is in the museum no storm can take."""

from enum import IntEnum

from simulator.engine.kernel import kernel
from simulator.games.archaeology.moves import TYPES
from simulator.games.archaeology.state import Decision
from strategies.archaeology.choices import best_rate_sale, best_sale, end_or_sell
from strategies.archaeology.monuments import fill_map_values
from strategies.archaeology.player import decide, improve
from strategies.archaeology.values import fill_values, new_table


class Weight(IntEnum):
    PATIENCE = 0
    BEND = 1
    CURRENCY = 2
    MAPS = 3
    WANT = 4
    LEAST_GAIN = 5
    TENT = 6
    HAND = 7
    RATE = 8
    FLOOR = 9


@kernel(TYPES.choose)
def choose(rules, state, seat, options, n, weights):
    values = new_table()
    patience, bend, currency = weights[Weight.PATIENCE], weights[Weight.BEND], weights[Weight.CURRENCY]
    fill_values(rules, state, seat, values, patience, bend, currency, 1.0)
    fill_map_values(rules, state, seat, values, weights[Weight.MAPS])
    want, least_gain = weights[Weight.WANT], weights[Weight.LEAST_GAIN]
    if state.decision != Decision.ACT:
        return decide(rules, state, seat, options, n, values, want, least_gain, weights[Weight.TENT])
    step = improve(rules, state, seat, options, n, values, want, least_gain)
    if step < 0:
        step = best_sale(rules, state, seat, options, n, values, 0.0)
    if step < 0:
        rate = weights[Weight.FLOOR] if state.hand_size[seat] > weights[Weight.HAND] else weights[Weight.RATE]
        step = best_rate_sale(rules, options, n, rate)
    return step if step >= 0 else end_or_sell(rules, state, seat, options, n, values)
