"""What an adventurer carries, and what it is worth to a style."""

import numpy as np

from simulator.games.chac.rules import KINDS
from simulator.games.chac.state import CARD_KINDS
from simulator.kernel.compile import rule
from strategies.chac.mind import (
    HELD,
    HELD_STAKE,
    LIGHT,
    LIGHT_STAKE,
    MIND,
    MORE,
    NOTHING,
    REAL,
    RULES,
    STATE,
    STYLE,
    WHOLE,
    Weight,
)


@rule
def best_cards(rules, state, seat, keep):
    """The worth of the best so many cards held."""
    total = 0.0
    left = np.int64(keep)
    for i in range(CARD_KINDS):
        kind = rules.by_worth[i]
        taken = min(np.int64(state.kind_held[seat, kind]), left)
        left -= taken
        total += taken * rules.worth[kind]
    return total


@rule
def lowest_kind(rules, state, seat):
    """The kind of the least valuable card held; -1 if there is none."""
    for i in range(CARD_KINDS - 1, -1, -1):
        if state.kind_held[seat, rules.by_worth[i]] > 0:
            return np.int64(rules.by_worth[i])
    return -1


@rule
def lighter(rules, cards):
    """Most cards at a lower load level than so many have; the same number if there is none."""
    keep = np.int64(cards)
    while keep > 0 and rules.level[keep] == rules.level[cards]:
        keep -= 1
    return keep if rules.level[keep] < rules.level[cards] else np.int64(cards)


@rule(REAL(REAL, MIND))
def utility(stake, mind):
    """What a stake is worth once outside, to the style's appetite."""
    return (stake + mind[STYLE + Weight.PROSPECTS]) * (1.0 + mind[STYLE + Weight.APPETITE] * stake)


@rule(NOTHING(RULES, STATE, WHOLE, MIND))
def weigh(rules, state, seat, mind):
    """Fill in what the seat carries: all of it, and the best of it at the next lower load level."""
    cards = np.int64(state.cards[seat])
    light = lighter(rules, cards)
    mind[HELD] = cards
    mind[HELD_STAKE] = best_cards(rules, state, seat, cards)
    mind[LIGHT] = light
    mind[LIGHT_STAKE] = best_cards(rules, state, seat, light)


@rule
def gain_over(rules, state, seat, keep, deck, worth):
    """What a new card adds to the best so many cards: one drawn from a deck on average, a known one for certain."""
    if keep <= 0:
        return 0.0
    lowest = best_cards(rules, state, seat, keep) - best_cards(rules, state, seat, keep - 1)
    if deck < 0:
        return max(worth - lowest, 0.0)
    gain = 0.0
    cards = 0
    for kind in range(KINDS):
        cards += rules.treasure[deck, kind]
        gain += rules.treasure[deck, kind] * max(rules.worth[kind] - lowest, 0.0)
    return gain / max(cards, 1)


@rule(NOTHING(RULES, STATE, WHOLE, WHOLE, REAL, MIND))
def add_card(rules, state, seat, deck, worth, mind):
    """Fill in what the seat will carry with one more card: one of this worth, drawn from a deck or known (-1)."""
    cards = np.int64(mind[HELD])
    light = np.int64(mind[LIGHT])
    mind[HELD + MORE] = cards + 1
    mind[HELD_STAKE + MORE] = mind[HELD_STAKE] + worth
    if rules.level[cards + 1] > rules.level[cards]:  # to stay as light as now, the lowest card goes
        mind[LIGHT + MORE] = cards
        mind[LIGHT_STAKE + MORE] = mind[HELD_STAKE] + gain_over(rules, state, seat, cards, deck, worth)
    else:
        mind[LIGHT + MORE] = light
        mind[LIGHT_STAKE + MORE] = mind[LIGHT_STAKE] + gain_over(rules, state, seat, light, deck, worth)
