"""Games of one plan, deal by deal: what an answer is computed from. It grows, and is never written.

Each player plays a deal in every seat; the mean over these games is one independent value.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from digsite.simulator.game.columns import fair_share
from digsite.simulator.game.wording import name_in_words

if TYPE_CHECKING:
    from digsite.simulator.game.columns import Column
    from digsite.simulator.play.plan import Plan

Floats = npt.NDArray[np.float64]
_BOOKKEEPING = ("winner", "rank", "decisions")


@dataclass(frozen=True)
class DealMeasure:
    """A number that each deal has.

    words:  as a sentence names it.
    seat:   the seat it is of, from 0; -1 for none.
    column: the column it comes from.
    share:  whether its mean is a share.
    """

    words: str
    column: str
    seat: int = -1
    share: bool = False

    @property
    def said(self) -> str:
        """Return it in words, with its seat."""
        return self.words if self.seat < 0 else f"{self.words}, seat {self.seat + 1}"


class DealColumns:
    """The measures of a game's deals: win rates by seat and by place, length, tension, and every column."""

    def __init__(self, plan: "Plan"):
        """Store what the rows of the plan mean."""
        self.seats, self.game, self.sides = plan.seats, plan.definition, plan.side_count
        self.seating = plan.seating_plan
        own = [column for column in self.game.columns if column.name not in _BOOKKEEPING]
        self.own: list[Column] = own

    @cached_property
    def measures(self) -> list[DealMeasure]:
        """Return all measures, in the order of the values of a deal."""
        seats = range(self.seats)
        made = [DealMeasure("win rate", "rank", seat, share=True) for seat in seats]
        made += [DealMeasure(f"win rate of place {place + 1}", "rank", share=True) for place in seats]
        made.append(DealMeasure("win rate of players behind at half-way", "tension", share=True))
        for column in self.own:
            made += self._measures_of(column)
        return made

    def _measures_of(self, column: "Column") -> list[DealMeasure]:
        """Return the measures of a column: for each of its labels or choices all seats together, then each seat."""
        said, made = column.words or name_in_words(column.name), []
        share = column.unit == "share" or bool(column.choices)
        for label in column.labels or ("",):
            named = f"{said} {column.called(label)}" if label else said
            for choice in column.choices or ("",):
                words = f"{named}: {choice}" if choice else named
                made.append(DealMeasure(words, column.name, share=share))
                if column.per == "seat" and self.seats > 1:
                    made += [DealMeasure(words, column.name, seat, share) for seat in range(self.seats)]
        return made

    def places(self, column: str) -> list[int]:
        """Return where the measures of a column are that no single seat has."""
        return [at for at, known in enumerate(self.measures) if known.column == column and known.seat < 0]

    @property
    def seat_wins(self) -> slice:
        """Return where the win rates by seat are."""
        return slice(0, self.seats)

    @property
    def place_wins(self) -> slice:
        """Return where the win rates by place in the line-up are."""
        return slice(self.seats, 2 * self.seats)

    @property
    def tension(self) -> int:
        """Return where the win rate of players behind at half-way is."""
        return 2 * self.seats

    @property
    def has_tension(self) -> bool:
        """Return whether the game records scores along the way, and somebody can be behind."""
        return bool(self.game.checkpoints) and self.sides > 1

    def deals(self, rows: np.ndarray, first: int = 0) -> Floats:
        """Return a row of measures for each deal, from the games of whole deals that begin with this one."""
        wins = fair_share(rows["rank"][:, : self.seats], rows["winners"][:, None], self.sides)
        parts = [
            self.seating.by_deal(wins).mean(axis=1), self.seating.by_place(wins, first), self._from_behind(rows)
        ]  # fmt: skip
        parts += [self._values(column, rows) for column in self.own]
        return np.column_stack(parts)

    def _values(self, column: "Column", rows: np.ndarray) -> Floats:
        """Return the measures of one column, in the order of `_measures_of`."""
        found, seats = rows[column.name], self.seats
        if column.choices:
            found = found[..., None] == np.arange(len(column.choices))
        deals = len(rows) // self.seating.rotations
        per_seat = column.per == "seat"
        found = found.reshape(len(rows), found.shape[1] if per_seat else 1, -1)[:, : seats if per_seat else 1]
        mean = self.seating.by_deal(found).mean(axis=1).transpose(0, 2, 1)  # deal, label, seat
        if not per_seat or seats == 1:
            alone: Floats = mean.reshape(deals, -1)
            return alone
        made: Floats = np.concatenate([mean.mean(axis=2, keepdims=True), mean], axis=2).reshape(deals, -1)
        return made

    def _from_behind(self, rows: np.ndarray) -> Floats:
        """Return for each deal the win rate of the seats that were behind at half-way.

        Where nobody was behind, a game counts as the fair share.
        """
        if not self.has_tension:
            return np.zeros((len(rows) // self.seating.rotations, 1))
        at = rows[self.game.checkpoints[0]][:, : self.seats]
        half = at[..., (at.shape[2] - 1) // 2] if at.ndim == 3 else at
        behind = half < half.max(axis=1, keepdims=True)
        wins = fair_share(rows["rank"][:, : self.seats], rows["winners"][:, None], self.sides)
        count = behind.sum(axis=1)
        rate = np.where(count > 0, (wins * behind).sum(axis=1) / np.maximum(count, 1), 1 / self.sides)
        made: Floats = self.seating.by_deal(rate).mean(axis=1, keepdims=True)
        return made


def prints(rows: np.ndarray) -> npt.NDArray[np.uint64]:
    """Return a number for each row that two different rows do not share, so that identical games can be counted."""
    data = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), -1)
    width = -(-data.shape[1] // 8) * 8
    words = np.zeros((len(rows), width), np.uint8)
    words[:, : data.shape[1]] = data
    odd = np.random.default_rng(7).integers(0, 2**63, width // 8, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    with np.errstate(over="ignore"):
        mixed = words.view(np.uint64) * odd
        mixed ^= mixed >> np.uint64(29)
        made: npt.NDArray[np.uint64] = (mixed * odd[::-1]).sum(axis=1, dtype=np.uint64)
    return made


class Sample:
    """The deals of one plan played so far. Pages share it: one may read what another lets grow."""

    def __init__(self, plan: "Plan"):
        """Begin without a game."""
        self.plan, self.columns = plan, DealColumns(plan)
        self._values: list[Floats] = []
        self._prints: list[npt.NDArray[np.uint64]] = []
        self._lock = threading.Lock()
        self.games = 0

    def add(self, rows: Sequence[np.ndarray]) -> None:
        """Add the next games, in order and in whole deals."""
        for batch in rows:
            deals, found = self.columns.deals(batch, self.games), prints(batch)
            with self._lock:
                self._values.append(deals)
                self._prints.append(found)
                self.games += len(batch)

    def values(self, games: int) -> Floats:
        """Return the measures of the first deals: those of this many games."""
        with self._lock:
            if len(self._values) > 1:
                self._values = [np.concatenate(self._values)]
            return self._values[0][: games // self.plan.rotations]

    def rows_equal(self, other: "Sample", games: int) -> int:
        """Return how many of the first games went the same way in both samples."""
        return int((self._first_prints(games) == other._first_prints(games)).sum())

    def _first_prints(self, games: int) -> npt.NDArray[np.uint64]:
        with self._lock:
            if len(self._prints) > 1:
                self._prints = [np.concatenate(self._prints)]
            return self._prints[0][:games]
