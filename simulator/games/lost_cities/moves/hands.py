"""Hands of cards, as sets of bits."""

from digsite.simulator.games.lost_cities.rules import CARD_VALUES, CARDS
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import inlined

ALL_CARDS = (1 << CARDS) - 1


@inlined
def add_to_hand(state, seat, card):
    """Put a card into the hand."""
    bit = 1 << int(card)  # with the JIT off a small integer could not hold the bit
    state.twice[seat] |= state.held[seat] & bit
    state.held[seat] |= bit


@inlined
def remove_from_hand(state, seat, card):
    """Take one copy of a card out of the hand; other players no longer know it to be there."""
    bit = 1 << int(card)
    state.held[seat] &= ~bit | state.twice[seat]
    state.twice[seat] &= ~bit
    state.shown[seat, card] -= state.shown[seat, card] > 0


@inlined
def lowest(cards):
    """Return the lowest card of a set that is not empty."""
    return popcount((cards & -cards) - 1)


@inlined
def from_to(first, end):
    """Return the set of all cards from the first up to, but excluding, the end."""
    return (1 << int(end)) - (1 << int(first))


@inlined
def of_path(path):
    """Return the set of all cards of a path's colour."""
    return from_to(path * CARD_VALUES, (path + 1) * CARD_VALUES)


@inlined
def count_held(state, seat, cards):
    """Return how many cards of a set lie in the hand."""
    return popcount(state.held[seat] & cards) + popcount(state.twice[seat] & cards)
