"""The cards an adventurer carries, and their worth to a style."""

import numpy as np

from digsite.simulator.games.chac.rules import CARD_KINDS, KINDS
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.chac.mind import MORE, NOTHING, NOW, PLAYER, REAL, RULES, STATE, WHOLE
from digsite.strategies.chac.tables import LEVELS


@rule
def best_cards(state, seat, tables, keep):
    """Return the worth of the `keep` best cards held."""
    total = 0.0
    left = np.int64(keep)
    for i in range(CARD_KINDS):
        if left == 0:
            break
        kind = tables.by_worth[i]
        taken = min(np.int64(state.kind_held[seat, kind]), left)
        left -= taken
        total += taken * tables.worth[kind]
    return total


@rule
def lowest_kind(state, seat, tables):
    """Return the kind of the least valuable card held; -1 if there is none."""
    for i in range(CARD_KINDS - 1, -1, -1):
        if state.kind_held[seat, tables.by_worth[i]] > 0:
            return np.int64(tables.by_worth[i])
    return -1


@rule
def worth_of(state, seat, tables, place):
    """Return the worth of the card held at this place from the best, which is 1; 0 if there is none."""
    left = np.int64(place)
    for i in range(CARD_KINDS):
        kind = tables.by_worth[i]
        left -= state.kind_held[seat, kind]
        if left <= 0:
            return np.float64(tables.worth[kind])
    return 0.0


@rule
def utility(stake, style):
    """Return the worth of a stake outside, for the style's appetite."""
    return (stake + style.prospects) * (1.0 + style.appetite * stake)


@rule(NOTHING(RULES, PLAYER, WHOLE, REAL))
def carry(rules, player, cards, stake):
    """Continue with this many cards of this worth."""
    notes = player.notes
    notes.cards = cards
    notes.level = rules.level[cards]
    notes.row = notes.clock * LEVELS + notes.level
    notes.stake = stake
    notes.prize = utility(stake, player.style)


@rule(NOTHING(STATE, WHOLE, PLAYER))
def weigh(state, seat, player):
    """Note what the seat carries: all of it, and the best of it at the next lower load level."""
    notes = player.notes
    cards = np.int64(state.cards[seat])
    light = np.int64(player.tables.lighter[cards])
    notes.held[NOW] = cards
    notes.held_stake[NOW] = best_cards(state, seat, player.tables, cards)
    notes.light[NOW] = light
    notes.light_stake[NOW] = notes.held_stake[NOW]
    if light < cards:
        notes.light_stake[NOW] = best_cards(state, seat, player.tables, light)


@rule
def gain_over(rules, state, seat, player, keep, deck, worth):
    """Return what a new card adds to the best `keep` cards: one drawn from a deck on average, or a known one."""
    if keep <= 0:
        return 0.0
    tables = player.tables
    lowest = worth_of(state, seat, tables, keep)
    if deck < 0:
        return max(worth - lowest, 0.0)
    gain = 0.0
    cards = 0
    for kind in range(KINDS):
        cards += rules.treasure[deck, kind]
        gain += rules.treasure[deck, kind] * max(tables.worth[kind] - lowest, 0.0)
    return gain / max(cards, 1)


@rule(NOTHING(RULES, STATE, WHOLE, PLAYER, WHOLE, REAL))
def add_card(rules, state, seat, player, deck, worth):
    """Note what the seat will carry with one more card: one of this worth, drawn from a deck or known (-1)."""
    notes = player.notes
    cards, light = notes.held[NOW], notes.light[NOW]
    notes.held[MORE] = cards + 1
    notes.held_stake[MORE] = notes.held_stake[NOW] + worth
    if rules.level[cards + 1] > rules.level[cards]:  # to stay as light as now, the lowest card is dropped
        notes.light[MORE] = cards
        notes.light_stake[MORE] = notes.held_stake[NOW] + gain_over(rules, state, seat, player, cards, deck, worth)
    else:
        notes.light[MORE] = light
        notes.light_stake[MORE] = notes.light_stake[NOW] + gain_over(rules, state, seat, player, light, deck, worth)
