"""What an adventurer carries, and what it is worth to a style.

A pack is an array: cards and their worth as they are, the cards that would be left one load level lower and their
worth; and from MORE on the same with one card more.
"""

from enum import IntEnum

import numpy as np
from numba import types

from simulator.engine.kernel import WEIGHTS, rule
from simulator.games.chac.rules import KINDS
from simulator.games.chac.state import CARD_KINDS, CASKET, LAVA_DECK, VAULT_TREASURE
from strategies.chac.lava import clues_known, safety
from strategies.chac.odds import REAL, RULES, STATE, WHOLE

PACK = types.float64[::1]
HELD, STAKE, LIGHT, LIGHT_STAKE, MORE = range(5)
PACK_SIZE = 2 * MORE
CASKET_WORTH = 3.5
CARD_WORTH = 3.05  # the mean of every deck
BEST_CARD = 30  # no card is worth more


class Weight(IntEnum):
    """What a style is made of."""

    CARDS_WALLS = 0  # most cards held before it searches the walls room
    CARDS_LAVA = 1  # most cards held before it searches a slab
    CARDS_RIVER = 2  # most cards held before it searches the river bed
    CARDS_ALCOVES = 3  # most cards held before it works a lock
    CLUES = 4  # clues it wants before it leaves the walls room
    LAVA = 5  # 1: crosses the lava room when that looks best
    RIVER = 6  # how much it likes the river for its treasure: 1 as a mere way out, 0 not at all
    BRIDGE = 7  # 1: crosses the bridge when that looks best
    APPETITE = 8  # power of the treasure in what it weighs: above 1 it gives up chances for cards
    PROSPECTS = 9  # treasure it hopes for further on, which makes it careful
    LOITER = 10  # stays in the walls room up to this turn
    HOPS = 11  # sabotages the bridge while its own danger is at most this
    SPARE = 12  # gain in chances below which an ability is kept for later
    LOOT = 13  # treasure it hopes for in the lava room once that is safe
    HASTE = 14  # share of the worth that an action spent in the walls room costs, as it will be missed later
    ALCOVES = 15  # how many times its value an alcove's treasure counts
    FAVOURITE = 16  # the ability it likes to send in first, by number


@rule
def worth(rules, kind):
    """What a card of a kind is worth on average."""
    if kind == CASKET:
        return CASKET_WORTH
    if kind < KINDS:
        return np.float64(kind)
    return np.float64(rules.treasure_vault if kind == VAULT_TREASURE else rules.treasure_alcove)


@rule
def best_cards(rules, state, seat, keep):
    """The worth of the best so many cards held."""
    total = 0.0
    left = np.int64(keep)
    for points in range(BEST_CARD, -1, -1):
        for kind in range(CARD_KINDS):
            if left > 0 and np.int64(worth(rules, kind)) == points:
                taken = min(np.int64(state.kind_held[seat, kind]), left)
                left -= taken
                total += taken * worth(rules, kind)
    return total


@rule
def lowest_kind(rules, state, seat):
    """The kind of the least valuable card held."""
    lowest = -1
    for kind in range(CARD_KINDS):
        if state.kind_held[seat, kind] > 0 and (lowest < 0 or worth(rules, kind) < worth(rules, lowest)):
            lowest = kind
    return lowest


@rule
def lighter(rules, cards):
    """Most cards at a lower load level than so many have; the same number if there is none."""
    keep = np.int64(cards)
    while keep > 0 and rules.level[keep] == rules.level[cards]:
        keep -= 1
    return keep if rules.level[keep] < rules.level[cards] else np.int64(cards)


@rule
def lava_hopes(state, seat, weights):
    """What the clues seen so far promise of the lava room."""
    return weights[Weight.LOOT] * safety(clues_known(state, seat))


@rule(REAL(REAL, WEIGHTS))
def utility(stake, weights):
    """What a stake is worth once outside, to the style's appetite."""
    return (stake + weights[Weight.PROSPECTS]) ** weights[Weight.APPETITE]


@rule(types.void(RULES, STATE, WHOLE, WEIGHTS, PACK))
def weigh(rules, state, seat, weights, pack):
    """Fill in what the seat carries: all of it, and the best of it at the next lower load level."""
    hopes = lava_hopes(state, seat, weights)
    cards = np.int64(state.cards[seat])
    light = lighter(rules, cards)
    pack[HELD] = cards
    pack[STAKE] = best_cards(rules, state, seat, cards) + hopes
    pack[LIGHT] = light
    pack[LIGHT_STAKE] = best_cards(rules, state, seat, light) + hopes


@rule
def gain_over(rules, state, seat, keep, value):
    """What a new card adds to the best so many cards: a drawn one on average, a known one for certain."""
    if keep <= 0:
        return 0.0
    lowest = best_cards(rules, state, seat, keep) - best_cards(rules, state, seat, keep - 1)
    if value != CARD_WORTH:
        return max(value - lowest, 0.0)
    gain = 0.0
    cards = 0
    for kind in range(KINDS):
        cards += rules.treasure[LAVA_DECK, kind]
        gain += rules.treasure[LAVA_DECK, kind] * max(worth(rules, kind) - lowest, 0.0)
    return gain / max(cards, 1)


@rule(types.void(RULES, STATE, WHOLE, REAL, PACK))
def add_card(rules, state, seat, value, pack):
    """Fill in what the seat will carry with one more card of this value."""
    cards = np.int64(pack[HELD])
    light = np.int64(pack[LIGHT])
    pack[MORE + HELD] = cards + 1
    pack[MORE + STAKE] = pack[STAKE] + value
    if rules.level[cards + 1] > rules.level[cards]:  # to stay as light as now, the lowest card goes
        pack[MORE + LIGHT] = cards
        pack[MORE + LIGHT_STAKE] = pack[STAKE] + gain_over(rules, state, seat, cards, value)
    else:
        pack[MORE + LIGHT] = light
        pack[MORE + LIGHT_STAKE] = pack[LIGHT_STAKE] + gain_over(rules, state, seat, light, value)
