"""Nudges: a seat gets or loses something at the start of one of its turns; the game continues with the same luck."""

import numpy as np

from digsite.simulator.games.lost_cities.moves.explorers import explorers_out, move_explorer
from digsite.simulator.games.lost_cities.moves.hands import ALL_CARDS, add_to_hand, count_held, lowest, remove_from_hand
from digsite.simulator.games.lost_cities.moves.types import TYPES
from digsite.simulator.games.lost_cities.nudges import Code
from digsite.simulator.games.lost_cities.rules import CARDS, MAX_HAND, PATHS, STONES
from digsite.simulator.games.lost_cities.state import Decision
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.marks import NOT_A_TURN, NOT_COUNTED
from digsite.simulator.kernel.play.nudge import pick


@rule(TYPES.own_turn)
def own_turn(rules, state):
    """A turn begins with the choice of a card to play."""
    return np.int64(state.turns) if state.decision == Decision.PLAY else NOT_A_TURN


@rule
def researcher_stone(state, seat):
    """Return how far the researcher has come; 0 if it is not on a path."""
    furthest = 0
    for path in range(PATHS):
        if state.researcher[seat, path]:
            furthest = max(furthest, np.int64(state.stone[seat, path]))
    return furthest


@rule(TYPES.held)
def held(rules, state, seat, which):
    """Return how much the seat already has: artifacts of all expeditions, explorers out, stones of the researcher."""
    if which == Code.TOKEN:
        return np.int64(state.tokens[seat]) + state.artifact_tiles[seat]
    if which == Code.STEP:
        return np.int64(explorers_out(state, seat))
    if which == Code.RESEARCHER:
        return np.int64(researcher_stone(state, seat))
    return NOT_COUNTED


@rule
def change_tokens(state, seat, amount):
    """A token comes from the box, or goes back to it; one found in this expedition is still a tile and stays."""
    if state.tokens[seat] + amount < 0:
        return False
    state.tokens[seat] += amount
    return True


@rule
def give_card(rules, state, seat):
    """The card that would be drawn last comes to the hand: every draw before it stays the same."""
    bottom, top = np.int64(rules.cards_removed), np.int64(rules.cards_removed + state.pile) - 1
    if state.pile < 2 or count_held(state, seat, ALL_CARDS) >= MAX_HAND:
        return False
    card = state.deck[bottom]
    for at in range(bottom, top):
        state.deck[at] = state.deck[at + 1]
    state.pile -= 1
    add_to_hand(state, seat, card)
    state.extra_cards[seat] += 1
    return True


@rule
def take_card(rules, state, seat, chance):
    """A random card that no player saw being taken goes under the draw pile, to be drawn last."""
    hidden = np.int64(state.held[seat])
    for card in range(CARDS):
        if state.shown[seat, card] > 0:
            hidden &= ~(1 << card)
    if hidden == 0 or count_held(state, seat, ALL_CARDS) < 2:
        return False
    for _ in range(pick(chance, popcount(hidden))):
        hidden &= hidden - 1
    card = lowest(hidden)
    remove_from_hand(state, seat, card)
    bottom, end = np.int64(rules.cards_removed), np.int64(rules.cards_removed + state.pile)
    for at in range(end, bottom, -1):
        state.deck[at] = state.deck[at - 1]
    state.deck[bottom] = card
    state.pile += 1
    state.extra_cards[seat] -= 1
    return True


@rule
def can_be_moved(rules, state, seat, path, researcher):
    """Return whether an explorer is on the path, not home, and would not end the expedition by moving."""
    stone = state.stone[seat, path]
    if stone == 0 or stone == STONES or (researcher and not state.researcher[seat, path]):
        return False
    return stone != rules.stones_bridge_after or state.crossed + 1 < rules.ends_pieces_over_bridge


@rule
def move_on(rules, state, seat, researcher, chance, events):
    """A random explorer, or the researcher, moves and finds what is there; an arrow's further step lapses."""
    movable = 0
    for path in range(PATHS):
        movable += can_be_moved(rules, state, seat, path, researcher)
    if movable == 0:
        return False
    skip = pick(chance, movable)
    for path in range(PATHS):
        if can_be_moved(rules, state, seat, path, researcher):
            if skip == 0:
                move_explorer(rules, state, path, events)
                state.decision = Decision.PLAY
                return True
            skip -= 1
    return False


@rule(TYPES.nudge)
def nudge(rules, state, seat, which, amount, chance, events):
    """Nudge the seat whose turn begins; return False if that is impossible now."""
    if which == Code.TOKEN:
        return change_tokens(state, seat, amount)
    if which == Code.CARD:
        return give_card(rules, state, seat) if amount > 0 else take_card(rules, state, seat, chance)
    return move_on(rules, state, seat, which == Code.RESEARCHER, chance, events)
