"""Hands of Lost Cities as lists of card numbers; the state keeps them as bits."""

from collections.abc import Iterable
from typing import Any

from digsite.simulator.games.lost_cities.rules import CARDS


def read_hand(state: Any, seat: int) -> list[int]:
    """The cards a seat holds, the lowest first, a double one twice."""
    held, twice = int(state["held"][seat]), int(state["twice"][seat])
    return [card for card in range(CARDS) for _ in range((held >> card & 1) + (twice >> card & 1))]


def write_hand(state: Any, seat: int, cards: Iterable[int]) -> None:
    """Give a seat exactly these cards."""
    held = twice = 0
    for card in cards:
        twice |= held & 1 << card
        held |= 1 << card
    state["held"][seat], state["twice"][seat] = held, twice
