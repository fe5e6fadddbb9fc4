"""What stays the same from the first decision of a game to its end."""

from simulator.games.chac.rules import ALCOVES
from simulator.games.chac.rules import KINDS as DECK_KINDS
from simulator.games.chac.state import LOST_TREASURE, WallCard
from tests.games.chac.spoken import DECKS, KINDS


def inventory(rules, state) -> dict[str, int]:
    """Every treasure card by deck and kind wherever it is, every alcove, adventurer, wall card and trap."""
    seats = range(rules.seats)
    counted = {}
    for deck, name in enumerate(DECKS):
        undrawn = list(state.deck[deck, : state.deck_left[deck]])
        for kind in range(DECK_KINDS):
            carried = sum(int(state.carried[seat, deck, kind]) for seat in seats)
            counted[f"{name} {KINDS[kind]}"] = undrawn.count(kind) + carried + int(state.discarded[deck, kind])
    owners = [int(owner) for owner in state.alcove_owner]
    counted["alcoves"] = sum(owner in (-1, LOST_TREASURE, *seats) for owner in owners)
    held = sum(int(state.cards[seat]) for seat in seats)
    by_kind = sum(int(state.kind_held[seat].sum()) for seat in seats)
    in_hands = sum(int(state.carried[seat].sum()) for seat in seats) + sum(owner in seats for owner in owners)
    counted["cards held, counted two ways"] = held - by_kind
    counted["cards held, counted by deck"] = held - in_hands
    counted["adventurers"] = len({int(state.adventurer[seat, i]) for seat in seats for i in range(2)})
    for card in WallCard:
        counted[f"wall cards {card.name}"] = list(state.wall_card[: rules.walls_deck]).count(card)
    counted["traps"] = len(set(state.trap.tolist()))
    counted["alcoves in all"] = ALCOVES
    counted["figures on the boulder's space"] = [int(state.space[seat]) for seat in seats].count(int(state.boulder))
    return counted
