"""Counts the storms and thieves still in the dig site, and holds or sells by that."""

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
    STORM = 3
    TENT_COVER = 4
    THIEF = 5
    MAPS = 6
    WANT = 7
    LEAST_GAIN = 8
    TENT = 9


@kernel
def chance_within(bad, cards, draws):
    """The chance that at least one of the bad cards is among the next draws from so many cards."""
    none = 1.0
    for draw in range(draws):
        left = cards - draw
        if left <= bad:
            return 1.0 if bad > 0 else 0.0
        none *= 1.0 - bad / left
    return 1.0 - none


@kernel
def part_kept(rules, state, seat, weights):
    """The part of a hope that outlasts the round to come, by what is left in the dig site and the tent."""
    cards = int(state.dig_left)
    round_ = min(int(rules.seats), cards)
    storm = chance_within(int(state.storms_left), cards, round_)
    risk = weights[Weight.STORM] * storm
    if state.tent[seat] > 0:
        risk *= 1.0 - weights[Weight.TENT_COVER]
    thief = chance_within(int(state.thieves_left), cards, round_) / max(int(state.hand_size[seat]), 1)
    risk += weights[Weight.THIEF] * thief
    return max(1.0 - risk, 0.0)


@kernel(TYPES.choose)
def choose(rules, state, seat, options, n, weights):
    values = new_table()
    patience, bend, currency = weights[Weight.PATIENCE], weights[Weight.BEND], weights[Weight.CURRENCY]
    keep = part_kept(rules, state, seat, weights)
    fill_values(rules, state, seat, values, patience, bend, currency, keep)
    fill_map_values(rules, state, seat, values, weights[Weight.MAPS])
    return decide(
        rules, state, seat, options, n, values, weights[Weight.WANT], weights[Weight.LEAST_GAIN], weights[Weight.TENT]
    )
