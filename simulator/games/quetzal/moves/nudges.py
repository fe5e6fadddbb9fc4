"""Nudges: a seat gets, loses or is forbidden something before it places meeples; the luck stays the same."""

import numpy as np

from digsite.simulator.games.quetzal.moves.cards import put_under, type_of
from digsite.simulator.games.quetzal.moves.types import TYPES
from digsite.simulator.games.quetzal.moves.upgrades import owns
from digsite.simulator.games.quetzal.nudges import Code
from digsite.simulator.games.quetzal.rules import BONUSES, KINDS, NO_UPGRADE
from digsite.simulator.games.quetzal.state import Decision, Meeple
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.marks import NOT_A_TURN, NOT_COUNTED


@rule(TYPES.own_turn)
def own_turn(rules, state):
    """A nudge comes before the player's first choice of a location in a turn."""
    return np.int64(state.turns) if state.decision == Decision.PLACE else NOT_A_TURN


@rule
def cards_of_type(state, seat, type_):
    """Return the number of cards of a type in the hand."""
    cards = 0
    for bonus in range(len(BONUSES)):
        cards += np.int64(state.hand[seat, type_ * len(BONUSES) + bonus])
    return cards


@rule(TYPES.held)
def held(rules, state, seat, which):
    """Return how much the seat already has: cards of the type, the upgrade, coins, meeples that count as either."""
    if which < Code.UPGRADE:
        return cards_of_type(state, seat, which - Code.ARTIFACT)
    if which < Code.COINS:
        return np.int64(owns(state, seat, which - Code.UPGRADE))
    if which == Code.COINS:
        return np.int64(state.coins[seat])
    return np.int64(state.pool[seat, Meeple.EITHER]) if which == Code.ON_ITS_SIDE else NOT_COUNTED


@rule
def give_card(rules, state, seat, type_):
    """The type's card in the deck that would be drawn last comes to the hand, unseen by the others.

    A card that a player has put under the deck stays: that player would notice.
    """
    for at in range(np.int64(state.deck_left)):
        kind = np.int64(state.deck[at])
        if kind < KINDS and type_of(kind) == type_:
            for above in range(at, state.deck_left - 1):
                state.deck[above] = state.deck[above + 1]
            state.deck_left -= 1
            state.hand[seat, kind] += 1
            state.hand_size[seat] += 1
            return True
    return False


@rule
def take_card(rules, state, seat, type_, chance):
    """A card of the type goes from the hand under the deck; of several kinds one without a bonus goes first.

    The others can be sure of one card less of each kind, and of none that they knew by a secret.
    """
    for bonus in range(len(BONUSES)):
        kind = type_ * len(BONUSES) + bonus
        if state.hand[seat, kind] > 0 and state.secrets_size == 0:
            state.hand[seat, kind] -= 1
            state.hand_size[seat] -= 1
            for other in range(KINDS):
                state.shown[seat, other] = max(state.shown[seat, other] - 1, 0)
            put_under(state, seat, kind)
            return True
    return False


@rule
def free_space(rules, state, seat):
    """Return the first free space next to the character tile; -1 if there is none."""
    for space in range(rules.upgrade_spaces):
        if state.owned[seat, space] == NO_UPGRADE:
            return space
    return -1


@rule
def give_upgrade(rules, state, seat, kind):
    """The upgrade's tile that would be drawn last comes to a free space next to the character tile."""
    space = free_space(rules, state, seat)
    if owns(state, seat, kind) or space < 0:
        return False
    for at in range(np.int64(state.pile_left)):
        if state.pile[at] == kind:
            for above in range(at, state.pile_left - 1):
                state.pile[above] = state.pile[above + 1]
            state.pile_left -= 1
            state.owned[seat, space] = kind
            state.gained[seat, kind] += 1
            return True
    return False


@rule
def change_coins(state, seat, amount):
    """Coins come from the pool or go back there."""
    if state.coins[seat] + amount < 0:
        return False
    state.coins[seat] += amount
    return True


@rule
def turn_on_side(state, seat, chance):
    """A black or white meeple of the pool is turned on its side: the more frequent colour, or a random one if tied."""
    black, white = state.pool[seat, Meeple.ADVENTURER], state.pool[seat, Meeple.ARCHAEOLOGIST]
    if black + white == 0:
        return False
    first = black > white if black != white else np.int64(chance & np.uint64(1)) == 1
    state.pool[seat, Meeple.ADVENTURER if first else Meeple.ARCHAEOLOGIST] -= 1
    state.pool[seat, Meeple.EITHER] += 1
    return True


@rule(TYPES.nudge)
def nudge(rules, state, seat, which, amount, chance, events):
    """Nudge the seat that is to place meeples; return False if that is impossible now."""
    if which < Code.UPGRADE:
        type_ = which - Code.ARTIFACT
        return give_card(rules, state, seat, type_) if amount > 0 else take_card(rules, state, seat, type_, chance)
    if which < Code.COINS:
        return give_upgrade(rules, state, seat, which - Code.UPGRADE)
    if which == Code.COINS:
        return change_coins(state, seat, amount)
    if which == Code.ON_ITS_SIDE:
        return turn_on_side(state, seat, chance)
    state.banned[seat] |= 1 << (which - Code.NO_PLACE)
    return True
