"""The table from one seat: all that the seat cannot know is dealt anew."""

from simulator.games.archaeology.moves.holdings import count_hand
from simulator.games.archaeology.rules import KINDS, MAX_CHAMBERS
from simulator.games.archaeology.state import Card, Monument, Stream
from simulator.kernel.compile import rule
from simulator.kernel.rng import below, mix


@rule
def gather(rules, state, viewer):
    """Count every card that the viewer cannot place, by kind; hands and chambers keep only what the viewer knows."""
    for card in range(Card.SANDSTORM + 1):
        state.unseen[card] = 0
    for i in range(state.dig_left):
        state.unseen[state.dig_site[i]] += 1
    for i in range(state.pile_left):
        state.unseen[state.pile[i]] += 1
    for rival in range(rules.seats):
        if rival != viewer:
            for kind in range(KINDS):
                state.unseen[kind] += state.hand[rival, kind] - state.known[viewer, rival, kind]
                state.hand[rival, kind] = state.known[viewer, rival, kind]
    if state.monument != Monument.BURIED_RUINS:
        for chamber in range(MAX_CHAMBERS):
            for kind in range(KINDS):
                known = state.chamber_known[viewer, chamber, kind]
                state.unseen[kind] += state.chamber[chamber, kind] - known
                state.chamber[chamber, kind] = known


@rule
def draw_unseen(state, kinds, without_maps):
    """A random card among the unseen ones of the first `kinds` kinds."""
    total = 0
    for kind in range(kinds):
        if not (without_maps and kind == Card.MAP):
            total += int(state.unseen[kind])
    skip = below(state, Stream.REDEAL, total)
    kind = 0
    while True:
        if not (without_maps and kind == Card.MAP):
            if skip < state.unseen[kind]:
                break
            skip -= state.unseen[kind]
        kind += 1
    state.unseen[kind] -= 1
    return kind


@rule
def fill_chambers(state):
    """Chambers and the pile of the ruins never hold maps."""
    for chamber in range(MAX_CHAMBERS):
        cards = 0
        for kind in range(KINDS):
            cards += int(state.chamber[chamber, kind])
        for _ in range(cards, state.chamber_size[chamber]):
            state.chamber[chamber, draw_unseen(state, KINDS, True)] += 1
    for i in range(state.pile_left):
        state.pile[i] = draw_unseen(state, KINDS, True)


@rule
def unknown_cards(state, rival):
    """Cards still missing from a rival's hand."""
    cards = int(state.hand_size[rival])
    for kind in range(KINDS):
        cards -= state.hand[rival, kind]
    return cards


@rule
def possible_maps(state, viewer, rival):
    """How many of the missing cards of a rival's hand may be maps."""
    most = int(state.maps_most[rival]) - state.known[viewer, rival, Card.MAP]
    return max(min(most, unknown_cards(state, rival)), 0)


@rule
def fill_hands(rules, state, viewer):
    """First the cards that cannot be maps, then those that can: so every deal that fits has the same chance."""
    for rival in range(rules.seats):
        if rival != viewer:
            for _ in range(unknown_cards(state, rival) - possible_maps(state, viewer, rival)):
                state.hand[rival, draw_unseen(state, KINDS, True)] += 1
    for rival in range(rules.seats):
        if rival != viewer:
            for _ in range(unknown_cards(state, rival)):
                state.hand[rival, draw_unseen(state, KINDS, False)] += 1
            count_hand(rules, state, rival)


@rule
def deal_anew(rules, state, viewer):
    """Rivals' hands, face-down chambers, the pile and the dig site are dealt anew around all that the viewer knows.

    Luck that is still to come (thefts, draws at the monument) is drawn anew too.
    """
    gather(rules, state, viewer)
    fill_chambers(state)
    fill_hands(rules, state, viewer)
    for i in range(state.dig_left):
        state.dig_site[i] = draw_unseen(state, Card.SANDSTORM + 1, False)
    below(state, Stream.REDEAL, 2)
    state.stream[Stream.THIEF] = mix(state.stream[Stream.REDEAL])
    below(state, Stream.REDEAL, 2)
    state.stream[Stream.CHAMBER] = mix(state.stream[Stream.REDEAL])
