"""The view from one seat: everything the seat cannot know is redealt.

Nothing here reads hidden information. The unseen cards are those of the box less those the viewer can place, and
everything hidden is overwritten. So two tables that look alike to the viewer become the same table.
"""

from digsite.simulator.games.archaeology.moves.holdings import count_hand
from digsite.simulator.games.archaeology.moves.setup import add_to_deck, deal
from digsite.simulator.games.archaeology.moves.types import TYPES
from digsite.simulator.games.archaeology.rules import KINDS, MAX_CARDS, MAX_CHAMBERS, MAX_PILE
from digsite.simulator.games.archaeology.state import Card, Monument, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import shuffle


@rule
def keep_known(rules, state, viewer):
    """Leave only those cards in rivals' hands and in face-down chambers that the viewer knows to be there."""
    for kind in range(KINDS):
        for rival in range(rules.seats):
            if rival != viewer:
                state.hand[rival, kind] = state.known[viewer, rival, kind]
        if state.monument != Monument.BURIED_RUINS:
            for chamber in range(MAX_CHAMBERS):
                state.chamber[chamber, kind] = state.chamber_known[viewer, chamber, kind]


@rule
def cards_unseen(rules, state, kind):
    """Return the unplaced copies of a treasure: in no hand or chamber, not in the marketplace, not out of the game."""
    cards = int(rules.copies[kind]) - state.market[kind] - state.offered[kind] - state.gone[kind] - state.drawn[kind]
    for seat in range(rules.seats):
        cards -= state.hand[seat, kind]
    for chamber in range(MAX_CHAMBERS):
        cards -= state.chamber[chamber, kind]
    return cards


@rule
def fill_chambers(state):
    """Fill chambers and the pile of the ruins, which never hold maps."""
    for chamber in range(MAX_CHAMBERS):
        cards = 0
        for kind in range(KINDS):
            cards += int(state.chamber[chamber, kind])
        for _ in range(cards, state.chamber_size[chamber]):
            state.chamber[chamber, deal(state, Stream.REDEAL)] += 1
    for i in range(MAX_PILE):
        state.pile[i] = deal(state, Stream.REDEAL) if i < state.pile_left else 0


@rule
def unknown_cards(state, rival):
    """Return the cards still missing from a rival's hand."""
    cards = int(state.hand_size[rival])
    for kind in range(KINDS):
        cards -= state.hand[rival, kind]
    return cards


@rule
def possible_maps(state, rival):
    """Return how many of the missing cards of a rival's hand may be maps."""
    most = int(state.maps_most[rival]) - state.hand[rival, Card.MAP]
    return max(min(most, unknown_cards(state, rival)), 0)


@rule
def fill_hands(rules, state, viewer):
    """Deal first the cards that cannot be maps, then those that can: so every possible deal is equally likely."""
    for rival in range(rules.seats):
        if rival != viewer:
            for _ in range(unknown_cards(state, rival) - possible_maps(state, rival)):
                state.hand[rival, deal(state, Stream.REDEAL)] += 1
    add_to_deck(state, Card.MAP, cards_unseen(rules, state, Card.MAP))
    for rival in range(rules.seats):
        if rival != viewer:
            for _ in range(unknown_cards(state, rival)):
                state.hand[rival, deal(state, Stream.REDEAL)] += 1
            count_hand(rules, state, rival)


@rule
def fill_dig_site(state, cards):
    """The remaining cards are shuffled together with the thieves and storms to come."""
    add_to_deck(state, Card.THIEF, state.thieves_left)
    add_to_deck(state, Card.SANDSTORM, state.storms_left)
    shuffle(state, Stream.REDEAL, state.dig_site, 0, int(state.dig_left))
    state.dig_left = cards
    for at in range(cards, MAX_CARDS):
        state.dig_site[at] = 0  # hides from the viewer what was dug there, and by whom


@rule
def imagine_knowledge(rules, state, viewer):
    """Give rivals the knowledge that the viewer can expect of them.

    Of the viewer's hand they know what the viewer has seen them learn. Of the others' they are assumed to know as much
    as the viewer does. Of a chamber they know what was seen at the Mine or the Sphinx, and everything if they have
    looked into it since a card was last taken from there.
    """
    shown_to_all = state.monument == Monument.MINE or state.monument == Monument.SPHINX
    for rival in range(rules.seats):
        if rival == viewer:
            continue
        for kind in range(KINDS):
            for owner in range(rules.seats):
                if owner != viewer:
                    state.known[rival, owner, kind] = state.known[viewer, owner, kind]
            for chamber in range(MAX_CHAMBERS):
                cards = state.chamber_known[viewer, chamber, kind] if shown_to_all else 0
                if state.seen_by[chamber] >> rival & 1 == 1:
                    cards = state.chamber[chamber, kind]
                state.chamber_known[rival, chamber, kind] = cards


@rule
def blank_measures(rules, state, viewer):
    """Blank the measurements of cards that the viewer has not seen: they would reveal them."""
    for rival in range(rules.seats):
        if rival != viewer:
            state.theft_value_lost[rival] = state.theft_value_won[rival] = 0
            state.monument_value[rival] = 0
            state.trade_worth[rival] = 0
    if state.digger != viewer:
        state.trade_gain = 0


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """Redeal rivals' hands, face-down chambers, the pile and the dig site, consistent with what the seat knows."""
    cards_to_dig = int(state.dig_left)
    keep_known(rules, state, seat)
    state.dig_left = 0
    for kind in range(KINDS):
        if kind != Card.MAP:
            add_to_deck(state, kind, cards_unseen(rules, state, kind))
    fill_chambers(state)
    fill_hands(rules, state, seat)
    fill_dig_site(state, cards_to_dig)
    imagine_knowledge(rules, state, seat)
    blank_measures(rules, state, seat)
