"""Hands, and what each seat knows of the others' hands and of the chambers.

`known` and `chamber_known` are lower bounds: the viewer is sure of at least so many cards there. A card taken openly
raises the bound, a card played openly lowers it, and a card that leaves unseen lowers the bound of every treasure by
one, since it may have been any of them. `maps_most` bounds the maps of a hand from above: maps come from the dig site
only, so cards dealt at the start or found in a chamber are none. A seat's row about its own hand is not kept right.
"""

from simulator.engine.kernel import rule
from simulator.games.archaeology.rules import KINDS
from simulator.games.archaeology.state import Card


@rule
def gain_openly(rules, state, seat, kind, cards):
    """Cards come to the hand face up; everybody remembers them."""
    state.hand[seat, kind] += cards
    state.hand_size[seat] += cards
    if kind == Card.MAP:
        state.maps_most[seat] += cards
    for viewer in range(rules.seats):
        state.known[viewer, seat, kind] += cards


@rule
def part_openly(rules, state, seat, kind, cards):
    """Cards leave the hand for all to see."""
    state.hand[seat, kind] -= cards
    state.hand_size[seat] -= cards
    if kind == Card.MAP:
        state.maps_most[seat] -= cards
    for viewer in range(rules.seats):
        state.known[viewer, seat, kind] = max(state.known[viewer, seat, kind] - cards, 0)


@rule
def gain_dug_card(state, seat, kind):
    """A dug treasure comes to the hand unseen; it may be a map for all the others know."""
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    state.maps_most[seat] += 1


@rule
def gain_chamber(rules, state, seat, chamber):
    """All cards of a chamber come to the hand face down; whoever had looked into it knows them."""
    for kind in range(KINDS):
        cards = state.chamber[chamber, kind]
        state.hand[seat, kind] += cards
        state.chamber[chamber, kind] = 0
        for viewer in range(rules.seats):
            state.known[viewer, seat, kind] += state.chamber_known[viewer, chamber, kind]
            state.chamber_known[viewer, chamber, kind] = 0
    state.hand_size[seat] += state.chamber_size[chamber]
    state.chamber_size[chamber] = 0


@rule
def hand_over(rules, state, thief, victim, kind):
    """A stolen card changes hands; only the two of them know which it was."""
    state.hand[victim, kind] -= 1
    state.hand_size[victim] -= 1
    state.hand[thief, kind] += 1
    state.hand_size[thief] += 1
    if state.maps_most[victim] > 0:
        state.maps_most[thief] += 1
    for viewer in range(rules.seats):
        if viewer == thief:
            state.known[thief, victim, kind] = max(state.known[thief, victim, kind] - 1, 0)
        elif viewer == victim:
            state.known[victim, thief, kind] += 1
        else:
            for other in range(KINDS):
                state.known[viewer, victim, other] = max(state.known[viewer, victim, other] - 1, 0)


@rule
def see_chamber(state, viewer, chamber):
    """The viewer has seen every card of the chamber."""
    for kind in range(KINDS):
        state.chamber_known[viewer, chamber, kind] = state.chamber[chamber, kind]


@rule
def keep_from_chamber(rules, state, seat, chamber, kind):
    """One card of a chamber that only this seat has seen comes to the hand; the others cannot tell which it was."""
    state.chamber[chamber, kind] -= 1
    state.chamber_size[chamber] -= 1
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    for viewer in range(rules.seats):
        if viewer == seat:
            state.chamber_known[viewer, chamber, kind] -= 1
        else:
            for other in range(KINDS):
                bound = state.chamber_known[viewer, chamber, other]
                state.chamber_known[viewer, chamber, other] = max(bound - 1, 0)


@rule
def draw_openly(rules, state, chamber, kind):
    """A card of a chamber is laid face up beside it."""
    state.chamber[chamber, kind] -= 1
    state.chamber_size[chamber] -= 1
    state.drawn[kind] += 1
    for viewer in range(rules.seats):
        state.chamber_known[viewer, chamber, kind] = max(state.chamber_known[viewer, chamber, kind] - 1, 0)


@rule
def put_back(rules, state, chamber, kind):
    """The face-up cards of one treasure go back into the chamber; everybody remembers them."""
    cards = state.drawn[kind]
    state.drawn[kind] = 0
    state.chamber[chamber, kind] += cards
    state.chamber_size[chamber] += cards
    for viewer in range(rules.seats):
        state.chamber_known[viewer, chamber, kind] += cards


@rule
def take_drawn(rules, state, seat, kind):
    """The face-up cards of one treasure come to the hand."""
    cards = state.drawn[kind]
    state.drawn[kind] = 0
    gain_openly(rules, state, seat, kind, cards)
    return cards


@rule
def hand_worth(rules, state, seat):
    """Money for the whole hand if it were sold now in the best sets."""
    worth = 0
    for kind in range(KINDS):
        worth += rules.worth[kind, state.hand[seat, kind]]
    return worth
