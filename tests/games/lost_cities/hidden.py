"""What a seat of Lost Cities cannot see: rivals' hands but for cards seen taken, the draw pile, the removed cards."""

from random import Random
from typing import Any

import numpy as np

from digsite.simulator.games.lost_cities.rules import CARDS
from tests.games.lost_cities.hands import read_hand, write_hand


def veil(rules: Any, state: Any, seat: int) -> None:
    """Blank all that the seat cannot see."""
    state.deck[:] = 0
    for rival in _rivals(rules, seat):
        write_hand(state, rival, _shown(state, rival))


def deal_otherwise(rules: Any, state: Any, seat: int, chance: Random) -> None:
    """Deal all that the seat cannot see in another way that fits all it sees."""
    deck = int(rules.cards_removed + state.pile)
    sizes = {rival: len(read_hand(state, rival)) for rival in _rivals(rules, seat)}
    unseen = state.deck[:deck].tolist()
    for rival in sizes:
        unseen += _taken_away(read_hand(state, rival), _shown(state, rival))
    chance.shuffle(unseen)
    for rival, size in sizes.items():
        shown = _shown(state, rival)
        write_hand(state, rival, shown + [unseen.pop() for _ in range(size - len(shown))])
    state.deck[:deck] = unseen
    state.deck[deck:] = [chance.randrange(CARDS) for _ in state.deck[deck:]]  # cards drawn before, in any order


def _rivals(rules: Any, seat: int) -> list[int]:
    return [rival for rival in range(rules.seats) if rival != seat]


def _shown(state: Any, seat: int) -> list[int]:
    """Cards of a hand that all saw being taken."""
    return np.repeat(np.arange(CARDS), state.shown[seat]).tolist()


def _taken_away(cards: list[int], some: list[int]) -> list[int]:
    left = list(cards)
    for card in some:
        left.remove(card)
    return left
