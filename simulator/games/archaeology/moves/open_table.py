"""The view of an open table, where all hands lie face up: only what no player has seen is redealt."""

from digsite.simulator.games.archaeology.moves.redeal import cards_unseen, fill_chambers, fill_dig_site
from digsite.simulator.games.archaeology.moves.setup import add_to_deck
from digsite.simulator.games.archaeology.moves.types import TYPES
from digsite.simulator.games.archaeology.rules import KINDS, MAX_CHAMBERS
from digsite.simulator.games.archaeology.state import Card, Monument
from digsite.simulator.kernel.jit.compile import rule


@rule
def keep_seen(rules, state):
    """Leave only those cards in face-down chambers that a player knows to be there."""
    if state.monument == Monument.BURIED_RUINS:
        return
    for chamber in range(MAX_CHAMBERS):
        for kind in range(KINDS):
            cards = 0
            for seat in range(rules.seats):
                cards = max(cards, int(state.chamber_known[seat, chamber, kind]))
            state.chamber[chamber, kind] = cards


@rule(TYPES.redeal)
def shuffle_unseen(rules, state, seat):
    """Redeal face-down chambers, the pile and the dig site, the same way for every seat."""
    cards_to_dig = int(state.dig_left)
    keep_seen(rules, state)
    state.dig_left = 0
    for kind in range(KINDS):
        if kind != Card.MAP:
            add_to_deck(state, kind, cards_unseen(rules, state, kind))
    fill_chambers(state)
    add_to_deck(state, Card.MAP, cards_unseen(rules, state, Card.MAP))
    fill_dig_site(state, cards_to_dig)
