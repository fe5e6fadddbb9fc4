"""Scoring: the money of all sets sold, and the measurements of the game."""

from digsite.simulator.games.archaeology.moves.types import TYPES, copy_columns
from digsite.simulator.games.archaeology.rules import KINDS, MAX_SET
from digsite.simulator.games.archaeology.state import SET_SIZES
from digsite.simulator.kernel.jit.compile import rule


@rule
def score_seat(rules, state, seat, outcome):
    """Record a seat's money and its measurements."""
    outcome.score[seat] = state.money[seat]
    outcome.tiebreak[seat] = -state.cards_sold[seat]
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
    copy_columns(rules, state, outcome)
    for seat in range(rules.seats):
        score_seat(rules, state, seat, outcome)
    outcome.first_seat = state.first_seat + 1
    outcome.end_phase_turns = state.end_turns
    outcome.trade_limit = state.limited_turns
