"""What a seat in the temple cannot see: rivals' cards, the decks, traps it has no clue to, wall cards to come."""

from random import Random
from typing import Any

import numpy as np

from digsite.simulator.games.chac.rules import DECKS, KINDS, LAVA_SPACES, ZONES
from digsite.simulator.games.chac.state import Slab


def veil(rules: Any, state: Any, seat: int) -> None:
    """Blank all that the seat cannot see; how many cards of a deck a rival carries stays."""
    state.deck[:] = 0
    for rival in _rivals(rules, seat):
        held = state.carried[rival].sum(axis=1)
        state.kind_held[rival, :KINDS] -= state.carried[rival].sum(axis=0, dtype=np.int8)
        state.carried[rival] = 0
        state.carried[rival, :, 0] = held
        state.value_after[rival] = 0
    for zone in _unknown_zones(state, seat):
        state.trap[zone] = -1
    state.wall_card[state.walls_turned :] = 0


def deal_otherwise(rules: Any, state: Any, seat: int, chance: Random) -> None:
    """Deal all that the seat cannot see in another way that fits all it sees."""
    for deck in range(DECKS):
        _deal_deck(rules, state, seat, deck, chance)
    unknown = _unknown_zones(state, seat)
    taken = {int(state.trap[zone]) for zone in range(ZONES) if zone not in unknown}
    free = [slab for slab in range(LAVA_SPACES) if _is_closed(state, seat, slab) and slab not in taken]
    state.trap[unknown] = chance.sample(free, len(unknown))
    walls = state.wall_card[state.walls_turned : rules.walls_deck].tolist()
    chance.shuffle(walls)
    state.wall_card[state.walls_turned : rules.walls_deck] = walls
    for rival in _rivals(rules, seat):
        state.value_after[rival] = chance.choices(range(100), k=len(state.value_after[rival]))


def _deal_deck(rules: Any, state: Any, seat: int, deck: int, chance: Random) -> None:
    left, hands = int(state.deck_left[deck]), state.carried[:, deck].tolist()
    rivals, held = _rivals(rules, seat), state.kind_held
    places = state.deck[deck].tolist()
    cards = places[:left]
    for rival in rivals:
        cards += [kind for kind, count in enumerate(hands[rival]) for _ in range(count)]
    chance.shuffle(cards)
    for rival in rivals:
        taken = [cards.pop() for _ in range(sum(hands[rival]))]
        dealt = [taken.count(kind) for kind in range(KINDS)]
        held[rival, :KINDS] += np.subtract(dealt, hands[rival]).astype(np.int8)
        state.carried[rival, deck] = dealt
    # Places below are of cards drawn before, in any order.
    state.deck[deck] = cards + chance.choices(range(KINDS), k=len(places) - left)


def _rivals(rules: Any, seat: int) -> list[int]:
    return [rival for rival in range(rules.seats) if rival != seat]


def _is_closed(state: Any, seat: int, slab: int) -> bool:
    """Whether the seat does not know what is under a slab."""
    return state.slab[slab] == Slab.HIDDEN and not int(state.peeked[seat]) >> slab & 1


def _unknown_zones(state: Any, seat: int) -> list[int]:
    """Zones whose trap the seat has neither seen nor, with the glyphs in sight, a clue to."""
    clues = int(state.deciphered[seat]) if state.unmasked else 0
    return [z for z in range(ZONES) if not clues >> z & 1 and _is_closed(state, seat, int(state.trap[z]))]
