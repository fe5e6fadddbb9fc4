"""What never changes during a game of Archaeology: the cards of each kind, wherever they lie."""

from digsite.simulator.games.archaeology.rules import KINDS, MAP
from digsite.simulator.games.archaeology.state import Card

FROM_THE_BOX = {"tent": "tent"}  # what nudges bring into the game or take out of it


def inventory(rules, state) -> dict[str, int]:
    """Cards of each kind over all places, and the uses of tents."""
    dug_up = [int(card) for card in state.dig_site[: state.dig_left]]
    pile = [int(card) for card in state.pile[: state.pile_left]]
    found = {}
    for kind in range(KINDS):
        sold = sum(int(sets.sum()) * size for size, sets in enumerate(state.sets[:, kind].T, start=1))
        places = (
            int(state.hand[:, kind].sum()), int(state.market[kind]), int(state.offered[kind]), int(state.drawn[kind]),
            int(state.chamber[:, kind].sum()), pile.count(kind), dug_up.count(kind), sold,
            int(state.maps_used.sum()) if kind == MAP else 0,
        )  # fmt: skip
        found[Card(kind).name.lower()] = sum(places)
    found["thief"] = dug_up.count(Card.THIEF) + int(state.thieves)
    found["sandstorm"] = dug_up.count(Card.SANDSTORM) + int(state.storms)
    found["tent"] = int(state.tent.sum()) + int(state.tents_used.sum())
    found["hand sizes kept right"] = int((state.hand.sum(axis=1) == state.hand_size).all())
    found["chamber sizes kept right"] = int((state.chamber.sum(axis=1) == state.chamber_size).all())
    return found
