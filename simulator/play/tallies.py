"""Several rule sets or line-ups on the same luck, summed batch by batch in constant memory.

Every plan plays the same deals, each with every player in every seat. A deal is one independent value: the mean over
its games. Over all deals only means and products of deviations are stored, each plan's together with the first
plan's, so that `analyses` can compute paired intervals for any linear mix of the columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.columns import win_share

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.plan import Plan
    from digsite.simulator.play.seating import Seating

Floats = npt.NDArray[np.float64]
BATCH_GAMES = 1_000  # of each plan; a sequential test looks after each batch, so this decides where it stops


@dataclass(frozen=True)
class Columns:
    """The columns known for each deal: win rates and scores by seat and by place in the line-up, and more.

    `extra` is the number of further measures that a user or the game names.
    """

    seats: int
    extra: int = 0

    @property
    def won(self) -> int:
        """Return the index of the share of games with a winner."""
        return 0

    @property
    def turns(self) -> int:
        """Return the index of a game's turns."""
        return 1

    @property
    def score_squares(self) -> int:
        """Return the index of the mean square of a single score, for its standard deviation."""
        return 2

    def seat_win(self, seat: int) -> int:
        """Return the index of a seat's win rate; seats count from 0."""
        return 3 + seat

    def place_win(self, place: int) -> int:
        """Return the index of a place's win rate, over all seats it has."""
        return 3 + self.seats + place

    def place_score(self, place: int) -> int:
        """Return the index of a place's score, over all seats it has."""
        return 3 + 2 * self.seats + place

    def measure(self, number: int) -> int:
        """Return the index of a further measure, counted from 0."""
        return 3 + 3 * self.seats + 2 * number

    def measure_squares(self, number: int) -> int:
        """Return the index of the mean square of a single value of a further measure."""
        return self.measure(number) + 1

    @property
    def count(self) -> int:
        """Return the number of columns."""
        return 3 + 3 * self.seats + 2 * self.extra


@dataclass(frozen=True)
class Tally:
    """Moments of the columns of two plans on the same deals: the first plan's columns, then the other's.

    deals     deals, the independent values.
    games     games of each plan.
    means     mean of each column.
    products  sums of the products of deviations, for each pair of columns.
    least     the smallest value of each column in any deal; `most` the largest.
    """

    deals: int
    games: int
    means: Floats
    products: Floats
    least: Floats
    most: Floats

    @classmethod
    def of(cls, first: Floats, other: Floats, games: int) -> Tally:
        """Return the tally of deals in rows."""
        both = np.hstack([first, other])
        means = both.mean(axis=0)
        off = both - means
        return cls(len(both), games, means, off.T @ off, both.min(axis=0), both.max(axis=0))

    def merged(self, more: Tally) -> Tally:
        """Return the tally of both sets of deals together (Chan, Golub and LeVeque)."""
        lucks = self.deals + more.deals
        gap = more.means - self.means
        products = self.products + more.products + np.outer(gap, gap) * (self.deals * more.deals / lucks)
        means = self.means + gap * (more.deals / lucks)
        least, most = np.minimum(self.least, more.least), np.maximum(self.most, more.most)
        return Tally(lucks, self.games + more.games, means, products, least, most)


def deals(rows: np.ndarray, seating: Seating, first: int = 0, extra: Sequence[Measurable] = ()) -> Floats:
    """Return one row of `Columns` per deal, from the games of whole deals that begin with this one."""
    seats, winners = seating.seats, rows["winners"]
    wins = win_share(rows["rank"][:, :seats], winners[:, None])
    scores = rows["score"][:, :seats].astype(np.float64)
    alone = [
        seating.by_deal(winners > 0).mean(axis=1),
        seating.by_deal(rows["turns"]).mean(axis=1),
        np.square(seating.by_deal(scores)).mean(axis=(1, 2)),
    ]
    further = [
        np.power(measure.values(rows, seats), power).reshape(len(rows) // seating.rotations, -1).mean(axis=1)
        for measure in extra
        for power in (1, 2)
    ]
    placed = [seating.by_place(values, first) for values in (wins, scores)]
    return np.column_stack([*alone, seating.by_deal(wins).mean(axis=1), *placed, *further])


def batch_size(rotations: int) -> int:
    """Return the games per plan in a batch: whole deals of so many games."""
    return max(BATCH_GAMES // rotations, 1) * rotations


def tallies(
    batches: Iterable[Sequence[np.ndarray]], seating: Seating, extra: Sequence[Measurable] = (), first: int = 0
) -> Iterator[list[Tally]]:
    """Yield each plan's tally with the first plan's, from each batch: the rows of the same games of several plans.

    first: the index of their first game.
    """
    for rows in batches:
        found = [deals(mine, seating, first, extra) for mine in rows]
        first += len(rows[0])
        yield [Tally.of(found[0], mine, len(rows[0])) for mine in found]


def merge(batches: Iterable[list[Tally]]) -> list[Tally]:
    """Return the tallies of all batches together, one for each plan."""
    every = iter(batches)
    sums = next(every)
    for batch in every:
        sums = [known.merged(more) for known, more in zip(sums, batch, strict=True)]
    return sums


def common_seating(plans: Iterable[Plan]) -> Seating:
    """Return who sits where in plans on the same luck, which must agree on that.

    In a line-up of one strategy all places are alike, so that any seating is its own.
    """
    known = list(plans)
    seats = known[0].seats
    for plan in known:
        if plan.seats != seats:
            raise WrongUse(f"Both sides must have the same number of players, not {seats} and {plan.seats}.")
    varied = {plan.seating_plan for plan in known if not plan.seating_plan.alike} or {known[0].seating_plan}
    if len(varied) > 1 or len({plan.rotations for plan in known}) > 1:
        raise DigsiteError("Plans played on the same luck must seat their players alike.")
    return varied.pop()
