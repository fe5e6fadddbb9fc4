"""Nudges: a seat gets, loses or is forbidden something before it acts, and the game continues with the same luck."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import FEAR_BITS, lowest
from digsite.simulator.games.arnak.moves.types import TYPES
from digsite.simulator.games.arnak.nudges import Ban, Code
from digsite.simulator.games.arnak.rules import WORDS
from digsite.simulator.games.arnak.state import Decision
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.marks import NOT_A_TURN, NOT_COUNTED

_LAST = WORDS - 1  # the word of Fear cards
_ONE = np.int64(1)
_MOST_IDOLS = 100


@rule(TYPES.own_turn)
def own_turn(rules, state):
    """A nudge comes before the player's first action of the turn."""
    return np.int64(state.turns) if state.decision == Decision.ACT else NOT_A_TURN


@rule(TYPES.held)
def held(rules, state, seat, which):
    """Return how much of it the seat already has."""
    if which < Code.FEAR:
        return np.int64(state.resources[seat, which - Code.RESOURCE])
    if which == Code.FEAR:
        return popcount(np.int64(state.play[seat, _LAST]) & FEAR_BITS)
    return np.int64(state.crates[seat]) if which == Code.IDOL else NOT_COUNTED


@rule
def change_fear(state, seat, amount):
    """A Fear card comes from the board to the play area, or goes back there."""
    source = np.int64(state.fear_deck) if amount > 0 else np.int64(state.play[seat, _LAST]) & FEAR_BITS
    if source == 0:
        return False
    card = _ONE << lowest(source)
    state.fear_deck = np.int64(state.fear_deck) ^ card
    state.play[seat, _LAST] = np.int64(state.play[seat, _LAST]) ^ card
    return True


@rule
def change_tokens(state, seat, resource, amount):
    """A token comes from the supply, or goes back there; it counts as gained, so that the amount spent stays right."""
    if state.resources[seat, resource] + amount < 0:
        return False
    state.resources[seat, resource] += amount
    state.gained[seat, resource] += amount
    return True


@rule
def give_idol(state, seat, amount):
    """Add an idol to the crates."""
    if state.crates[seat] + amount > _MOST_IDOLS:
        return False
    state.crates[seat] += amount
    return True


@rule(TYPES.nudge)
def nudge(rules, state, seat, which, amount, chance, events):
    """Nudge the seat that is to act; return False if that is impossible now."""
    if which < Code.FEAR:
        return change_tokens(state, seat, which - Code.RESOURCE, amount)
    if which == Code.FEAR:
        return change_fear(state, seat, amount)
    if which == Code.IDOL:
        return give_idol(state, seat, amount)
    ban = Ban.DISCOVER.value
    if which == Code.NO_BUYING:
        ban = Ban.BUY.value
    elif which == Code.NO_RESEARCHING:
        ban = Ban.RESEARCH.value
    elif which == Code.NO_OVERCOMING:
        ban = Ban.OVERCOME.value
    state.banned[seat] |= ban
    return True
