"""Two sides on the same luck: the moments of pairs, and the difference between the sides."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from digsite.analyses.stats.intervals import mean
from digsite.analyses.stats.moments import Moments

if TYPE_CHECKING:
    import numpy.typing as npt

    from digsite.analyses.stats.estimate import Estimate


@dataclass(frozen=True, slots=True)
class PairMoments:
    """A summary of any number of pairs (a, b) played on the same luck.

    `cross` is the sum of the products of both deviations; `games` counts pairs of games, more than `n` when
    one pair of values is the mean of several games. It is `n` unless given.
    """

    n: int
    mean_a: float
    mean_b: float
    m2_a: float
    m2_b: float
    cross: float
    games: int = 0

    def __post_init__(self) -> None:
        """Set `games` to `n` unless given."""
        if not self.games:
            object.__setattr__(self, "games", self.n)

    @classmethod
    def of(cls, a: npt.ArrayLike, b: npt.ArrayLike) -> PairMoments:
        """Return the moments of two arrays, row by row on the same luck."""
        rows_a, rows_b = (np.asarray(side, dtype=np.float64).ravel() for side in (a, b))
        if rows_a.size != rows_b.size:
            raise ValueError(f"pairs need equal numbers of a and b; got {rows_a.size} and {rows_b.size}")
        if rows_a.size == 0:
            return cls(0, 0.0, 0.0, 0.0, 0.0, 0.0)
        mean_a, mean_b = float(rows_a.mean()), float(rows_b.mean())
        da, db = rows_a - mean_a, rows_b - mean_b
        return cls(rows_a.size, mean_a, mean_b, float(da @ da), float(db @ db), float(da @ db))

    @property
    def difference(self) -> Moments:
        """Return the moments of b - a."""
        m2 = self.m2_a + self.m2_b - 2 * self.cross
        # Below this, the remainder of the subtraction is rounding: b is a plus a constant.
        rounding = 1e-12 * (self.m2_a + self.m2_b)
        return Moments(self.n, self.mean_b - self.mean_a, m2 if m2 > rounding else 0.0, self.games)

    @property
    def correlation(self) -> float:
        """Return how alike the same luck made both sides: 1 for the same games, 0 for unrelated ones."""
        if self.m2_a <= 0 or self.m2_b <= 0:
            return math.nan
        return min(max(self.cross / math.sqrt(self.m2_a * self.m2_b), -1.0), 1.0)


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The difference b - a on the same luck, and what the pairing was worth.

    `worth` says how many times as many independent games would have reached the same interval.
    """

    difference: Estimate
    correlation: float
    worth: float


def paired_difference(pairs: PairMoments, level: float = 0.95) -> PairedDifference:
    """Return the mean of b - a on the same luck, and what the pairing was worth."""
    d = pairs.difference
    worth = (pairs.m2_a + pairs.m2_b) / d.m2 if d.m2 > 0 else math.inf
    return PairedDifference(mean(d, level), pairs.correlation, worth)
