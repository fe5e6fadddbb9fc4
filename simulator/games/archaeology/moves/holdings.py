"""Hands, and what each seat knows of the others' hands and of the chambers.

`known` and `chamber_known` are lower bounds: the viewer is sure of at least this many cards there. A card taken openly
raises the bound, a card played openly lowers it, and a card that leaves unseen lowers the bound of every treasure by
one, since it may have been any of them. `maps_most` bounds the maps of a hand from above: maps only come from the dig
site, so cards dealt at the start or found in a chamber are none. A seat's row about its own hand is not updated.
`seen_by` has the seats, as bits, that know every card of a chamber.
"""

from digsite.simulator.games.archaeology.rules import KINDS
from digsite.simulator.games.archaeology.state import Card
from digsite.simulator.kernel.jit.compile import inlined, rule


@inlined
def change_hand(rules, state, seat, kind, cards):
    """Put cards into a hand (or take them out), and update its size, its value and the treasures in it."""
    state.hand[seat, kind] += cards
    state.hand_size[seat] += cards
    state.hand_value[seat] += cards * rules.trading_value[kind]
    others = int(state.held[seat]) & ~(1 << int(kind))
    state.held[seat] = others | (int(state.hand[seat, kind] > 0) << int(kind))


@rule
def count_hand(rules, state, seat):
    """Recount the size of a hand, its value and the treasures in it."""
    size = value = held = 0
    for kind in range(KINDS):
        cards = int(state.hand[seat, kind])
        size += cards
        value += cards * rules.trading_value[kind]
        held |= int(cards > 0) << kind
    state.hand_size[seat], state.hand_value[seat], state.held[seat] = size, value, held


@inlined
def change_market(state, kind, cards):
    """Put cards into the marketplace (or take them out)."""
    state.market[kind] += cards
    others = int(state.takeable) & ~(1 << int(kind))
    state.takeable = others | (int(state.market[kind] > 0) << int(kind))


@inlined
def gain_openly(rules, state, seat, kind, cards):
    """Cards come to the hand face up; all players remember them."""
    change_hand(rules, state, seat, kind, cards)
    if kind == Card.MAP:
        state.maps_most[seat] += cards
    for viewer in range(rules.seats):
        state.known[viewer, seat, kind] += cards


@inlined
def part_openly(rules, state, seat, kind, cards):
    """Cards leave the hand in view of all players."""
    change_hand(rules, state, seat, kind, -cards)
    if kind == Card.MAP:
        state.maps_most[seat] -= cards
    for viewer in range(rules.seats):
        state.known[viewer, seat, kind] = max(state.known[viewer, seat, kind] - cards, 0)


@rule
def gain_dug_card(rules, state, seat, kind):
    """A dug treasure comes to the hand unseen; for the other players it may be a map."""
    change_hand(rules, state, seat, kind, 1)
    state.maps_most[seat] += 1


@rule
def gain_chamber(rules, state, seat, chamber):
    """All cards of a chamber come to the hand face down; players who have looked into it know them."""
    for kind in range(KINDS):
        change_hand(rules, state, seat, kind, state.chamber[chamber, kind])
        state.chamber[chamber, kind] = 0
        for viewer in range(rules.seats):
            state.known[viewer, seat, kind] += state.chamber_known[viewer, chamber, kind]
            state.chamber_known[viewer, chamber, kind] = 0
    state.chamber_size[chamber] = 0
    state.seen_by[chamber] = 0


@rule
def hand_over(rules, state, thief, victim, kind):
    """A stolen card changes hands; only these two players know which it was."""
    change_hand(rules, state, victim, kind, -1)
    change_hand(rules, state, thief, kind, 1)
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
    """The viewer has seen every card of the chamber, and all players know that."""
    state.seen_by[chamber] |= 1 << viewer
    for kind in range(KINDS):
        state.chamber_known[viewer, chamber, kind] = state.chamber[chamber, kind]


@rule
def keep_from_chamber(rules, state, seat, chamber, kind):
    """One card of a chamber that only this seat has seen comes to the hand; the others do not see which."""
    state.chamber[chamber, kind] -= 1
    state.chamber_size[chamber] -= 1
    state.seen_by[chamber] &= 1 << seat
    change_hand(rules, state, seat, kind, 1)
    for viewer in range(rules.seats):
        if viewer == seat:
            state.chamber_known[viewer, chamber, kind] -= 1
        else:
            for other in range(KINDS):
                bound = state.chamber_known[viewer, chamber, other]
                state.chamber_known[viewer, chamber, other] = max(bound - 1, 0)


@rule
def draw_openly(rules, state, chamber, kind):
    """A card of a chamber is laid face up next to it."""
    state.chamber[chamber, kind] -= 1
    state.chamber_size[chamber] -= 1
    state.drawn[kind] += 1
    for viewer in range(rules.seats):
        state.chamber_known[viewer, chamber, kind] = max(state.chamber_known[viewer, chamber, kind] - 1, 0)


@rule
def put_back(rules, state, chamber, kind):
    """The face-up cards of one treasure go back into the chamber; all players remember them."""
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
def worth_of_one_more(rules, state, seat, kind, cards):
    """Return the change in the hand's worth, sold now in the best sets, with one card more (1) or less (-1)."""
    held = int(state.hand[seat, kind])
    return rules.worth[kind, held + cards] - rules.worth[kind, held]
