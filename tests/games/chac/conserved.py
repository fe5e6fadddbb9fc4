"""What stays the same from the first decision of a game to its end."""

from digsite.simulator.games.chac.rules import ALCOVES
from digsite.simulator.games.chac.rules import KINDS as DECK_KINDS
from digsite.simulator.games.chac.state import LOST_TREASURE, WallCard
from tests.games.chac.spoken import DECKS, KINDS


def inventory(rules, state) -> dict[str, int]:
    """Every treasure card by deck and kind wherever it is, every alcove, adventurer, wall card and trap."""
    seats = range(rules.seats)
    carried, left = state.carried[: rules.seats], state.deck_left.tolist()
    by_kind, discarded = carried.sum(axis=0).tolist(), state.discarded.tolist()
    counted = {}
    for deck, (name, cards) in enumerate(zip(DECKS, state.deck.tolist(), strict=True)):
        undrawn = cards[: left[deck]]
        for kind in range(DECK_KINDS):
            there = undrawn.count(kind) + by_kind[deck][kind] + discarded[deck][kind]
            counted[f"{name} {KINDS[kind]}"] = there
    owners = state.alcove_owner.tolist()
    counted["alcoves"] = sum(owner in (-1, LOST_TREASURE, *seats) for owner in owners)
    held = int(state.cards[: rules.seats].sum())
    counted["cards held, counted two ways"] = held - int(state.kind_held[: rules.seats].sum())
    counted["cards held, counted by deck"] = held - int(carried.sum()) - sum(owner in seats for owner in owners)
    counted["adventurers"] = len(set(state.adventurer[: rules.seats].ravel().tolist()))
    walls = state.wall_card[: rules.walls_deck].tolist()
    for card in WallCard:
        counted[f"wall cards {card.name}"] = walls.count(card)
    counted["traps"] = len(set(state.trap.tolist()))
    counted["alcoves in all"] = ALCOVES
    if rules.boulder_blocking:
        counted["figures on the boulder's space"] = state.space[: rules.seats].tolist().count(int(state.boulder))
    return counted
