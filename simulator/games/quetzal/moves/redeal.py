"""The view from one seat: everything the seat cannot know is redealt.

Nothing here reads hidden information. The unseen cards are those of the box less those the viewer can place, and
everything hidden is overwritten. So two tables that look alike to the viewer become the same table.
"""

import numpy as np

from digsite.simulator.games.quetzal.moves.cards import drop_secrets
from digsite.simulator.games.quetzal.moves.types import TYPES
from digsite.simulator.games.quetzal.ops import TYPES as CARD_TYPES
from digsite.simulator.games.quetzal.rules import (
    AUTOMATON_CARDS,
    KINDS,
    MAX_CARDS,
    MAX_TILES,
    SURROUNDINGS,
    UPGRADE_KINDS,
)
from digsite.simulator.games.quetzal.state import SOURCES, UNDER_STRIDE, Decision, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import below

_DECK = SOURCES.index("deck")

# ------------------------------------------------------------------------------------------------ dealing


@rule
def count_unseen(state):
    """Return how many cards or tiles still have to be dealt."""
    unseen = 0
    for kind in range(KINDS):
        unseen += np.int64(state.unseen[kind])
    return unseen


@rule
def deal(state, unseen):
    """Return one of those still to be dealt, all equally likely; `unseen` is their number."""
    skip = below(state, Stream.REDEAL, unseen)
    kind = 0
    while skip >= state.unseen[kind]:
        skip -= state.unseen[kind]
        kind += 1
    state.unseen[kind] -= 1
    return kind


@rule
def deal_pile(rules, state):
    """Deal the upgrades of the pile, in any order."""
    for kind in range(UPGRADE_KINDS):
        tiles = np.int64(rules.upgrades_copies[kind]) - state.village[kind]
        for seat in range(rules.seats):
            tiles -= state.gained[seat, kind]
        state.unseen[kind] = tiles
    for at in range(MAX_TILES):
        state.pile[at] = deal(state, state.pile_left - at) if at < state.pile_left else 0


@rule
def deal_automaton(rules, state):
    """Deal the automaton's cards to come, in any order."""
    if not rules.automaton:
        return
    for card in range(AUTOMATON_CARDS):
        state.unseen[card] = 1
    for at in range(state.rounds_done + 1):
        state.unseen[state.automaton[at]] = 0
    for at in range(np.int64(state.rounds_done) + 1, AUTOMATON_CARDS):
        state.automaton[at] = deal(state, AUTOMATON_CARDS - at)


# ------------------------------------------------------------------------------------------------ what is seen


@rule
def is_drawing(state, seat):
    """Return whether the seat looks at drawn cards, some of which go under the deck."""
    return state.decision == Decision.UNDER and state.seat == seat


@rule
def count_open_cards(rules, state):
    """Count the unseen cards: those of the box except what lies open."""
    for kind in range(KINDS):
        state.unseen[kind] = rules.copies[kind] - state.temple[kind] - state.discarded[kind]
    for place in range(len(SURROUNDINGS)):
        for i in range(state.surroundings_size[place]):
            state.unseen[state.surroundings[place, i]] -= 1


@rule
def keep_secrets(state, viewer):
    """Leave only the secrets that the viewer shares: what it knows of others, and what others know of it."""
    kept = 0
    for i in range(state.secrets_size):
        secret = np.int64(state.secrets[i])
        if secret >> 5 & 7 == viewer or secret >> 8 == viewer:
            state.secrets[kept] = secret
            kept += 1
    drop_secrets(state, kept)


@rule
def keep_known(rules, state, viewer):
    """Leave only those cards in rivals' hands that the viewer knows to be there."""
    for rival in range(rules.seats):
        if rival != viewer:
            for kind in range(KINDS):
                state.hand[rival, kind] = state.shown[rival, kind]
    for i in range(state.secrets_size):
        secret = np.int64(state.secrets[i])
        if secret >> 5 & 7 == viewer:
            state.hand[secret >> 8, secret & 31] += 1
    for seat in range(rules.seats):
        for kind in range(KINDS):
            state.unseen[kind] -= state.hand[seat, kind]


@rule
def keep_seen_in_deck(state, viewer):
    """Count as seen the cards that the viewer has put under the deck, or has drawn and not yet put anywhere."""
    for at in range(state.deck_left):
        if state.deck[at] // UNDER_STRIDE == viewer + 1:
            state.unseen[state.deck[at] % UNDER_STRIDE] -= 1
    if is_drawing(state, viewer):
        for i in range(state.drawn_size):
            state.unseen[state.drawn[i]] -= 1


# ------------------------------------------------------------------------------------------------ what is redealt


@rule
def fill_hands(rules, state, viewer):
    """Fill up rivals' hands."""
    for rival in range(rules.seats):
        if rival == viewer:
            continue
        missing = np.int64(state.hand_size[rival])
        for kind in range(KINDS):
            missing -= state.hand[rival, kind]
        for _ in range(missing):
            state.hand[rival, deal(state, count_unseen(state))] += 1
    if state.decision == Decision.UNDER and state.seat != viewer:
        for i in range(state.drawn_size):
            state.drawn[i] = deal(state, count_unseen(state))


@rule
def fill_deck(state, viewer):
    """Fill the deck; the marks of cards put under it stay, and so do the viewer's cards there."""
    unseen = count_unseen(state)
    for at in range(MAX_CARDS):
        if at >= state.deck_left:
            state.deck[at] = 0  # hides from the viewer what was drawn from there, and by whom
            continue
        putter = np.int64(state.deck[at]) // UNDER_STRIDE
        if putter != viewer + 1:
            state.deck[at] = deal(state, unseen) + UNDER_STRIDE * putter
            unseen -= 1


@rule
def blank_measures(rules, state, viewer):
    """Blank the measurements of cards that the viewer has not seen: they would reveal them."""
    for rival in range(rules.seats):
        if rival != viewer:
            for type_ in range(len(CARD_TYPES)):
                state.taken[rival, _DECK, type_] = 0


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """Redeal rivals' hands, the deck, the pile and the automaton's cards to come, in line with what the seat knows."""
    deal_pile(rules, state)
    deal_automaton(rules, state)
    count_open_cards(rules, state)
    keep_secrets(state, seat)
    keep_known(rules, state, seat)
    keep_seen_in_deck(state, seat)
    fill_hands(rules, state, seat)
    fill_deck(state, seat)
    blank_measures(rules, state, seat)
