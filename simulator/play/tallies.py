"""Several rule sets or line-ups on the same luck, summed batch by batch in constant memory.

Every plan plays the same deals, each in all rotations of its line-up. A deal is one independent value: the mean over
its rotations. Over all deals only means and products of deviations are stored, each plan's together with the first
plan's, so that `analyses` can compute paired intervals for any linear mix of the columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.columns import win_share
from digsite.simulator.play.rotation import seat_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.plan import Plan

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
        """Return the index of a place's win rate, over all seats it rotates through."""
        return 3 + self.seats + place

    def place_score(self, place: int) -> int:
        """Return the index of a place's score, over all seats it rotates through."""
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


def deals(rows: np.ndarray, seats: int, extra: Sequence[Measurable] = ()) -> Floats:
    """Return one row of `Columns` per deal, from the games of whole rotations."""
    shape = (-1, seats, seats)  # deal, rotation, seat
    winners = rows["winners"]
    wins = win_share(rows["rank"][:, :seats], winners[:, None]).reshape(shape)
    scores = rows["score"][:, :seats].astype(np.float64).reshape(shape)
    rotation, place = np.indices((seats, seats))
    at = (slice(None), rotation, seat_of(place, rotation, seats))
    alone = [
        (winners > 0).reshape(-1, seats).mean(axis=1),
        rows["turns"].reshape(-1, seats).mean(axis=1),
        np.square(scores).mean(axis=(1, 2)),
    ]
    further = [
        np.power(measure.values(rows, seats), power).reshape(len(rows) // seats, -1).mean(axis=1)
        for measure in extra
        for power in (1, 2)
    ]
    return np.column_stack([*alone, wins.mean(axis=1), wins[at].mean(axis=1), scores[at].mean(axis=1), *further])


def batch_size(seats: int) -> int:
    """Return the games per plan in a batch: whole rotations."""
    return max(BATCH_GAMES // seats, 1) * seats


def tallies(
    batches: Iterable[Sequence[np.ndarray]], seats: int, extra: Sequence[Measurable] = ()
) -> Iterator[list[Tally]]:
    """Yield each plan's tally with the first plan's, from each batch: the rows of the same games of several plans."""
    for rows in batches:
        found = [deals(mine, seats, extra) for mine in rows]
        yield [Tally.of(found[0], mine, len(rows[0])) for mine in found]


def merge(batches: Iterable[list[Tally]]) -> list[Tally]:
    """Return the tallies of all batches together, one for each plan."""
    every = iter(batches)
    sums = next(every)
    for batch in every:
        sums = [known.merged(more) for known, more in zip(sums, batch, strict=True)]
    return sums


def common_seats(plans: Iterable[Plan]) -> int:
    """Return the number of players, which plans on the same luck must share; they must also rotate."""
    known = list(plans)
    seats = known[0].seats
    for plan in known:
        if plan.seats != seats:
            raise WrongUse(f"Both sides must have the same number of players, not {seats} and {plan.seats}.")
        if not plan.rotate:
            raise DigsiteError("Plans played on the same luck must rotate their line-ups.")
    return seats
