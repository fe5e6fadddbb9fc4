"""The view of an open table, where all hands lie face up: only what no player has seen is redealt."""

import numpy as np

from digsite.simulator.games.quetzal.moves.redeal import count_open_cards, count_unseen, deal, deal_automaton, deal_pile
from digsite.simulator.games.quetzal.moves.types import TYPES
from digsite.simulator.games.quetzal.rules import KINDS
from digsite.simulator.games.quetzal.state import UNDER_STRIDE
from digsite.simulator.kernel.jit.compile import rule


@rule
def count_seen_cards(rules, state):
    """Count hands, drawn cards and cards that a player has put under the deck as seen."""
    for seat in range(rules.seats):
        for kind in range(KINDS):
            state.unseen[kind] -= state.hand[seat, kind]
    for i in range(state.drawn_size):
        state.unseen[state.drawn[i]] -= 1
    for at in range(state.deck_left):
        if state.deck[at] >= UNDER_STRIDE:
            state.unseen[state.deck[at] % UNDER_STRIDE] -= 1


@rule(TYPES.redeal)
def shuffle_unseen(rules, state, seat):
    """Redeal the deck, the pile and the automaton's cards to come, the same way for every seat."""
    deal_pile(rules, state)
    deal_automaton(rules, state)
    count_open_cards(rules, state)
    count_seen_cards(rules, state)
    unseen = count_unseen(state)
    for at in range(np.int64(state.deck_left)):
        if state.deck[at] < UNDER_STRIDE:
            state.deck[at] = deal(state, unseen)
            unseen -= 1
