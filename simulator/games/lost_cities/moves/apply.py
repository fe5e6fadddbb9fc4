"""Carry out an option."""

from digsite.simulator.games.lost_cities.moves.cards import advance_path, discard, open_path
from digsite.simulator.games.lost_cities.moves.draw import draw
from digsite.simulator.games.lost_cities.moves.explorers import take_step
from digsite.simulator.games.lost_cities.moves.hands import remove_from_hand
from digsite.simulator.games.lost_cities.moves.types import TYPES
from digsite.simulator.games.lost_cities.options import Action, action_of, what_of
from digsite.simulator.games.lost_cities.state import Decision
from digsite.simulator.kernel.jit.compile import rule


@rule
def play_card(rules, state, option, events):
    """A card leaves the hand to open a path, to move an explorer, or for a discard pile."""
    action, card = action_of(option), what_of(option)
    remove_from_hand(state, state.seat, card)
    if action == Action.DISCARD:
        discard(state, card, events)
    elif action == Action.ADVANCE:
        advance_path(rules, state, card, events)
    else:
        open_path(rules, state, card, action == Action.OPEN_RESEARCHER, events)


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Carry out one option and proceed to the next decision."""
    if state.decision == Decision.PLAY:
        play_card(rules, state, option, events)
    elif state.decision == Decision.STEP:
        take_step(rules, state, option, events)
    else:
        draw(rules, state, option, events)
