"""Scoring: the money of all sets sold, and the measurements of the game."""

from digsite.simulator.games.archaeology.moves.types import TYPES
from digsite.simulator.games.archaeology.rules import KINDS, MAX_SET
from digsite.simulator.games.archaeology.state import QUARTERS, SET_SIZES, TENT_MOMENTS
from digsite.simulator.kernel.jit.compile import rule


@rule
def score_seat(rules, state, seat, outcome):
    """Record a seat's money and its measurements."""
    outcome.score[seat] = state.money[seat]
    outcome.tiebreak[seat] = -state.cards_sold[seat]
    outcome.cards_sold[seat] = state.cards_sold[seat]
    outcome.tents_used[seat] = state.tents_used[seat]
    outcome.storm_cards[seat] = state.storm_cards[seat]
    outcome.storm_value[seat] = state.storm_value[seat]
    outcome.theft_cards_lost[seat] = state.theft_cards_lost[seat]
    outcome.theft_value_lost[seat] = state.theft_value_lost[seat]
    outcome.theft_cards_won[seat] = state.theft_cards_won[seat]
    outcome.theft_value_won[seat] = state.theft_value_won[seat]
    outcome.maps_used[seat] = state.maps_used[seat]
    outcome.explorations[seat] = state.explorations[seat]
    outcome.busts[seat] = state.busts[seat]
    outcome.monument_cards[seat] = state.monument_cards[seat]
    outcome.monument_value[seat] = state.monument_value[seat]
    outcome.trades[seat] = state.trades[seat]
    outcome.trade_worth[seat] = state.trade_worth[seat]
    outcome.trade_value_lost[seat] = state.trade_value_lost[seat]
    for use in range(TENT_MOMENTS):
        outcome.tent_turn[seat, use] = state.tent_turn[seat, use]
        outcome.tent_storm[seat, use] = state.tent_storm[seat, use]
    for quarter in range(QUARTERS):
        outcome.money_after[seat, quarter] = state.money_after[seat, quarter]
    score_sets(rules, state, seat, outcome)


@rule
def score_sets(rules, state, seat, outcome):
    """Count sets sold by treasure and size; larger ones count with the largest recorded size."""
    label = sets_sold = full_sets = 0
    for kind in range(KINDS):
        outcome.money[seat, kind] = state.treasure_money[seat, kind]
        full_sets += int(state.sets[seat, kind, rules.largest_set[kind] - 1])
        for size in range(1, MAX_SET + 1):
            sold = int(state.sets[seat, kind, size - 1])
            sets_sold += sold
            if size <= SET_SIZES[kind]:
                outcome.sets[seat, label] = sold
                label += 1
            else:
                outcome.sets[seat, label - 1] += sold
    outcome.sets_sold[seat] = sets_sold
    outcome.full_sets[seat] = full_sets


@rule(TYPES.score)
def score(rules, state, outcome):
    """The money of all sets sold decides; ties go to fewer cards sold."""
    for seat in range(rules.seats):
        score_seat(rules, state, seat, outcome)
    outcome.monument = state.monument
    outcome.storms = state.storms
    outcome.thieves = state.thieves
    outcome.thieves_in_vain = state.thieves_in_vain
    outcome.first_seat = state.first_seat + 1
    outcome.end_phase_turns = state.end_turns
    outcome.forced_sales = state.forced_sales
    outcome.stall_guard = state.stall_guard
    outcome.trade_limit = state.limited_turns
