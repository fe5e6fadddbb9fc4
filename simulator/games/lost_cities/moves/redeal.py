"""The view from one seat: everything the seat cannot see is redealt."""

from digsite.simulator.games.lost_cities.moves.hands import ALL_CARDS, add_to_hand, count_held
from digsite.simulator.games.lost_cities.moves.types import TYPES
from digsite.simulator.games.lost_cities.rules import CARDS
from digsite.simulator.games.lost_cities.state import DECK, Decision, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import shuffle


@rule
def hand_due(rules, state, seat):
    """Return the cards a seat holds now: a full hand, less the card played by the seat that has yet to draw."""
    drawing = seat == state.seat and state.decision != Decision.PLAY
    return rules.cards_hand + state.extra_cards[seat] - drawing


@rule
def keep_shown(state, seat):
    """Leave only those cards in a hand that all players saw being taken."""
    state.held[seat] = state.twice[seat] = 0
    for card in range(CARDS):
        for _ in range(state.shown[seat, card]):
            add_to_hand(state, seat, card)


@rule
def unseen_cards(rules, state, seat):
    """Return the cards that the seat cannot place: removed, in the draw pile, or in a rival's hand and never shown.

    Two sets, like a hand: the cards, and those that come twice. Sets have no order, so none is passed on.
    """
    unseen = twice = 0
    for at in range(rules.cards_removed + state.pile):
        bit = 1 << int(state.deck[at])
        twice |= unseen & bit
        unseen |= bit
    for rival in range(rules.seats):
        if rival == seat:
            continue
        for card in range(CARDS):
            dealt = (state.held[rival] >> card & 1) + (state.twice[rival] >> card & 1)
            for _ in range(dealt - state.shown[rival, card]):
                twice |= unseen & (1 << card)
                unseen |= 1 << card
    return unseen, twice


@rule
def stack_cards(state, cards, twice):
    """Lay cards down as the deck, the lowest first; return their number."""
    size = 0
    for card in range(CARDS):
        for _ in range((cards >> card & 1) + (twice >> card & 1)):
            state.deck[size] = card
            size += 1
    for at in range(size, DECK):
        state.deck[at] = 0  # cards drawn before must not show through
    return size


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """Reshuffle the removed cards, the draw pile and rivals' hands; cards seen taken from a pile stay in hand."""
    unseen, twice = unseen_cards(rules, state, seat)
    left = stack_cards(state, unseen, twice)
    shuffle(state, Stream.REDEAL, state.deck, 0, left)
    for rival in range(rules.seats):
        if rival == seat:
            continue
        keep_shown(state, rival)
        while count_held(state, rival, ALL_CARDS) < hand_due(rules, state, rival):
            left -= 1
            add_to_hand(state, rival, state.deck[left])
            state.deck[left] = 0
