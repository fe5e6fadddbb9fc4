"""Any number of values in four numbers, the input of every interval and test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Moments:
    """A summary of any number of values: their count, their mean, and their squared deviations from it.

    `n` counts independent values; `games` counts the games behind them, which are more when one value is the
    mean of several games on the same luck. It is `n` unless given.
    """

    n: int
    mean: float
    m2: float
    games: int = 0

    def __post_init__(self) -> None:
        """Raise an error for impossible moments; set `games` to `n` unless given."""
        if self.n < 0 or self.m2 < 0:
            raise ValueError(f"a count and a sum of squares must not be negative: n={self.n}, m2={self.m2}")
        if not self.games:
            object.__setattr__(self, "games", self.n)

    @classmethod
    def of(cls, values: npt.ArrayLike) -> Moments:
        """Return the moments of an array."""
        rows = np.asarray(values, dtype=np.float64).ravel()
        if rows.size == 0:
            return cls(0, 0.0, 0.0)
        mean = float(rows.mean())
        return cls(rows.size, mean, float(np.square(rows - mean).sum()))

    @classmethod
    def from_sums(cls, n: int, total: float, squares: float, games: int = 0) -> Moments:
        """Return the moments from a count, a sum and a sum of squares, as a lazy query returns them.

        Cast small integer columns to Float64 before squaring: an Int8 overflows.
        """
        if n == 0:
            return cls(0, 0.0, 0.0)
        return cls(n, total / n, max(squares - total * total / n, 0.0), games)

    def merged(self, other: Moments) -> Moments:
        """Return the moments of both sets of values together, without loss of accuracy (Chan, Golub and LeVeque)."""
        n = self.n + other.n
        if n == 0:
            return self
        gap = other.mean - self.mean
        m2 = self.m2 + other.m2 + gap * gap * self.n * other.n / n
        return Moments(n, self.mean + gap * other.n / n, m2, self.games + other.games)

    @property
    def variance(self) -> float:
        """Return the unbiased variance; NaN below two values."""
        return self.m2 / (self.n - 1) if self.n > 1 else math.nan

    @property
    def sd(self) -> float:
        """Return the standard deviation of a single value."""
        return math.sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        """Return the standard deviation of the mean."""
        return math.sqrt(self.variance / self.n) if self.n > 1 else math.nan


Sample: TypeAlias = Moments | npt.ArrayLike


def moments_of(values: Sample) -> Moments:
    """Return the moments of an array, or the given moments."""
    return values if isinstance(values, Moments) else Moments.of(values)
