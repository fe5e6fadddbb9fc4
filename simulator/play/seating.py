"""Who sits where: the games of a deal, in which its players move up a seat each, and the orders of deals.

A deal is the luck that several games share. Its players sit in one order, and from game to game each moves up a seat.
Successive deals take successive orders, so that who sits after whom varies: with up to six seats all orders there are up
to rotation, with more a sample of them. Every first part of the list is balanced: each player sits directly after each
other about equally often. An order depends on the deal's index and the number of seats alone, so arms with other
strategies or rules seat their places alike on each deal.

A place is a position in the line-up as it was typed. Seats, places, games and deals count from 0.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, Self

Places = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Order = tuple[int, ...]

BALANCED, CYCLIC, FIXED = "balanced", "cyclic", "fixed"
SEATINGS = (BALANCED, CYCLIC, FIXED)
_MOST_LISTED = 6  # seats of which all orders are played
_SAMPLES = 12  # sets of orders, each with every player after each other equally often


@dataclass(frozen=True)
class Seating:
    """Who sits where in each game of a plan.

    kind:  balanced, cyclic (one order only) or fixed (every game as typed).
    seats: the number of seats.
    alike: whether one strategy has all seats, so that balanced has nothing to vary: each deal is one game.
    sides: the first seat of each seat's side; empty if each is for itself.
    """

    kind: str
    seats: int
    alike: bool = False
    sides: tuple[int, ...] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Return the seating from plain data."""
        return cls(**{**data, "sides": tuple(data["sides"])})

    @property
    def rotations(self) -> int:
        """Return how many games share each deal."""
        return 1 if self.kind == FIXED or self.is_still else self.seats

    @property
    def is_still(self) -> bool:
        """Return whether it is balanced without moving anybody, since all places are alike."""
        return self.kind == BALANCED and self.alike

    @property
    def orders(self) -> tuple[Order, ...]:
        """Return the orders that deals take one after another: the place at each seat in a deal's first game."""
        if self.kind != BALANCED or self.is_still:
            return (tuple(range(self.seats)),)
        return orders_of(self.seats, self.sides)

    @property
    def described(self) -> str:
        """Return who sat where, in words; empty for a player alone."""
        if self.seats < 2:
            return ""
        if self.is_still:
            return "one strategy in every seat"
        if self.kind == FIXED:
            return "seated as typed"
        if self.seats == 2:
            return "every strategy in every seat"
        orders = len(self.orders)
        return f"every strategy in every seat, in {'one order' if orders == 1 else f'{orders} orders'}"

    @property
    def table(self) -> Places:
        """Return the place at each seat, a row for each game until all orders are through; then they begin again."""
        return _table(self)

    def place_on(self, seat: int, game: int) -> int:
        """Return the place of the player on a seat in a game."""
        return int(self.table[game % len(self.table), seat])

    def places(self, games: npt.NDArray[np.integer[Any]]) -> Places:
        """Return the place at each seat, a row for each game."""
        found: Places = self.table[np.asarray(games) % len(self.table)]
        return found

    def seats_of(self, games: npt.NDArray[np.integer[Any]]) -> Integers:
        """Return the seat of each place, a row for each game."""
        found: Integers = np.argsort(self.table, axis=1)[np.asarray(games) % len(self.table)]
        return found

    def by_deal(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return values of games by deal and game of the deal."""
        return values.reshape(-1, self.rotations, *values.shape[1:])

    def by_place(self, values: Floats, first: int) -> Floats:
        """Return values by game and seat as means by deal and place; the games begin with this one.

        Where all places are alike, each has the mean over the seats: it plays all of them.
        """
        if self.is_still:
            return np.repeat(values.mean(axis=1, keepdims=True), self.seats, axis=1)
        games = np.arange(first, first + len(values), dtype=np.int64)
        placed = np.take_along_axis(values, self.seats_of(games), axis=1)
        means: Floats = self.by_deal(placed).mean(axis=1)
        return means


def kind_of(plan: Mapping[str, Any]) -> str:
    """Return the seating of a plan as a manifest has it, with `rotate` for cyclic and fixed."""
    return str(plan.get("seating") or (CYCLIC if plan.get("rotate") else FIXED))


def varied(kind: str) -> str:
    """Return the seating with which a plan of this one is looked at more closely: not fixed."""
    return BALANCED if kind == FIXED else kind


def whole_deals(games: int, rotations: int) -> int:
    """Return the number of games, rounded up so that every deal has all its games."""
    return -(-games // rotations) * rotations


@lru_cache(maxsize=64)
def _table(seating: Seating) -> Places:
    rows = [
        [order[(seat + moved) % seating.seats] for seat in range(seating.seats)]
        for order in seating.orders
        for moved in range(seating.rotations)
    ]
    table = np.array(rows, np.int8)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=64)
def orders_of(seats: int, sides: tuple[int, ...] = ()) -> tuple[Order, ...]:
    """Return orders of places in a circle, first as typed, such that every first part of the list is balanced.

    Partners stay partners if moving up a seat keeps them so; otherwise sides are mixed like everything else.
    """
    together = sides if _moves_whole(sides) else ()
    if seats <= _MOST_LISTED:
        every = [(0, *rest) for rest in permutations(range(1, seats))]
        return _balanced([order for order in every if _keeps(order, together)])
    return tuple(dict.fromkeys(_sample(seats, together)))


def _moves_whole(sides: Sequence[int]) -> bool:
    """Return whether there are teams, and all players moving up a seat keeps each together."""
    return 1 < len(set(sides)) < len(sides) and _keeps([*range(1, len(sides)), 0], sides)


def _keeps(order: Sequence[int], sides: Sequence[int]) -> bool:
    """Return whether places of one side have seats of one side; always, if there are no sides."""
    pairs = {(sides[seat], sides[place]) for seat, place in enumerate(order)} if sides else set()
    return len(pairs) == len(set(sides))


def _balanced(orders: list[Order]) -> tuple[Order, ...]:
    """Return the orders one after another, each the one whose neighbours met least so far; next but one counts less."""
    seats, at = len(orders[0]), np.array(orders)
    gaps = [(at, np.roll(at, -far, axis=1)) for far in (1, 2)]
    met, left, found = [np.zeros((seats, seats)) for _ in gaps], np.ones(len(orders), bool), []
    while left.any():
        costs = [(counts[pair] * 2 + 1).sum(axis=1) for counts, pair in zip(met, gaps, strict=True)]
        chosen = int(np.argmin(np.where(left, costs[0] * seats**4 + costs[1], np.inf)))
        for counts, (before, after) in zip(met, gaps, strict=True):
            np.add.at(counts, (before[chosen], after[chosen]), 1)
        left[chosen] = False
        found.append(orders[chosen])
    return tuple(found)


def _sample(seats: int, sides: Sequence[int]) -> Iterator[Order]:
    """Yield a sample of orders: sets in which each place comes directly after each other equally often, relabelled.

    With partners no such set need exist: then they are drawn one by one.
    """
    if sides:
        yield tuple(range(seats))
        yield from (_with_partners(number, sides) for number in range(1, _SAMPLES * seats))
        return
    for number in range(_SAMPLES):
        first, *_ = every = _neighbours(seats)
        names = _drawn(str(number), range(seats)) if number else [first.index(place) for place in range(seats)]
        yield from (_from_first([names[place] for place in order]) for order in every)


def _neighbours(seats: int) -> list[Order]:
    """Return orders in which each place comes directly after each other once, or twice if the seats are even.

    They zigzag through all places but the last (Walecki): turned on by one each time, and read both ways.
    """
    ring = seats - 1
    turns = ring if ring % 2 else ring // 2
    zigzag = [0, *(step for far in range(1, ring // 2 + 1) for step in (far, ring - far))][:ring]
    found = [[ring, *((step + turn) % ring for step in zigzag)] for turn in range(turns)]
    return [_from_first(order) for one in found for order in (one, one[::-1])]


def _with_partners(number: int, sides: Sequence[int]) -> Order:
    """Return a drawn order in which places of one side have seats of one side."""
    members = {side: [seat for seat, known in enumerate(sides) if known == side] for side in dict.fromkeys(sides)}
    order = [0] * len(sides)
    for seats_side, places_side in zip(members, _drawn(f"{number} sides", list(members)), strict=True):
        for seat, place in zip(
            members[seats_side], _drawn(f"{number} {places_side}", members[places_side]), strict=True
        ):
            order[seat] = place
    return _from_first(order)


def _drawn(what: str, items: Sequence[int]) -> list[int]:
    """Return the items in an order drawn by a hash, the same for ever and everywhere."""
    return sorted(items, key=lambda item: hashlib.sha256(f"{what}: {item}".encode()).digest())


def _from_first(order: Sequence[int]) -> Order:
    """Return the same circle from place 0 on."""
    at = list(order).index(0)
    return (*order[at:], *order[:at])
