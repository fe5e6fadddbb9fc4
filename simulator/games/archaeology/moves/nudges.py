"""Nudges: a seat gets, loses or is forbidden something before it acts, and the game continues with the same luck."""

import numpy as np

from digsite.simulator.games.archaeology.moves.holdings import change_hand, gain_dug_card
from digsite.simulator.games.archaeology.moves.types import TYPES
from digsite.simulator.games.archaeology.nudges import Ban, Code
from digsite.simulator.games.archaeology.rules import KINDS
from digsite.simulator.games.archaeology.state import Card, Decision
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.marks import NOT_A_TURN, NOT_COUNTED


@rule(TYPES.own_turn)
def own_turn(rules, state):
    """A nudge comes after the dig, before the player's first action of the turn."""
    return np.int64(state.turns) if state.decision == Decision.ACT else NOT_A_TURN


@rule(TYPES.held)
def held(rules, state, seat, which):
    """Return how much of it the seat already has: cards of the treasure, uses of the tent, maps to explore with."""
    if which < Code.TENT:
        return np.int64(state.hand[seat, which - Code.TREASURE])
    if which == Code.TENT:
        return np.int64(state.tent[seat])
    return np.int64(state.hand[seat, Card.MAP]) if which == Code.NO_EXPLORING else NOT_COUNTED


@rule
def give_card(rules, state, seat, kind):
    """The treasure's card in the dig site that would be dug last comes to the hand, unseen by the others.

    All digs before it stay the same. The dig site's last card stays: it ends the digging.
    """
    left = np.int64(state.dig_left)
    for at in range(left):
        if state.dig_site[at] == kind and left > 1:
            for above in range(at, left - 1):
                state.dig_site[above] = state.dig_site[above + 1]
            state.dig_left = left - 1
            gain_dug_card(rules, state, seat, kind)
            return True
    return False


@rule
def take_card(rules, state, seat, kind):
    """A card of the treasure goes from the hand under the dig site, unseen; others can be sure of one card less."""
    if state.hand[seat, kind] == 0 or state.hand_size[seat] < 2 or state.dig_left == 0:
        return False
    change_hand(rules, state, seat, kind, -1)
    for viewer in range(rules.seats):
        for other in range(KINDS):
            state.known[viewer, seat, other] = max(state.known[viewer, seat, other] - 1, 0)
    for at in range(np.int64(state.dig_left), 0, -1):
        state.dig_site[at] = state.dig_site[at - 1]
    state.dig_site[0] = kind
    state.dig_left += 1
    return True


@rule
def change_tent(state, seat, amount):
    """The tent can be used once more, or once less."""
    if state.tent[seat] + amount < 0:
        return False
    state.tent[seat] += amount
    return True


@rule
def forbid(state, seat, ban):
    """From now on the seat may not do this; it may always end its turn, or sell where it must."""
    state.banned[seat] |= ban
    return True


@rule(TYPES.nudge)
def nudge(rules, state, seat, which, amount, chance, events):
    """Nudge the seat that is to act; return False if that is impossible now."""
    if which < Code.TENT:
        kind = which - Code.TREASURE
        return give_card(rules, state, seat, kind) if amount > 0 else take_card(rules, state, seat, kind)
    if which == Code.TENT:
        return change_tent(state, seat, amount)
    return forbid(state, seat, Ban.EXPLORE.value if which == Code.NO_EXPLORING else Ban.TRADE.value)
