"""Two rule sets or line-ups on the same luck: what changes, by how much, and how sure that is.

`simulator.pairing` plays and sums up; here the sums become paired intervals, verdicts, sentences and charts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import numpy as np
import polars as pl

from analyses import stats, words
from analyses.result import Certainty, Chart, Finding, Result, Weight
from analyses.stats import Estimate, Moments, PairMoments, SequentialState, SequentialTest, Verdict

if TYPE_CHECKING:
    from simulator.pairing import Floats, Tally

Unit = Literal["share", "points", "turns"]
ALPHA = 0.05
LEAST_SHARE = 0.005  # differences below these are not felt at the table, unless the user names another margin
LEAST_OF_SD = 0.05
LEAST_OF_TURNS = 0.02


# --------------------------------------------------------------------------------------------------- measures


@dataclass(frozen=True)
class Measure:
    """A figure that both sides have: the mean of some columns of a tally, for shares of wins per game won.

    `against` and `changed` are the columns of either side; they differ where the line-ups do.
    """

    name: str
    unit: Unit
    against: tuple[int, ...]
    changed: tuple[int, ...]
    of_won: int | None = None  # the column that counts the games somebody won
    about: str = ""  # seat or strategy that it is about

    def moments(self, tally: Tally) -> PairMoments:
        """Both sides' moments; a ratio's are those of its linear part (the delta method)."""
        value_a, slope_a = self._linear(tally, self.against, 0)
        value_b, slope_b = self._linear(tally, self.changed, tally.means.size // 2)
        spread_a, spread_b = tally.products @ slope_a, tally.products @ slope_b
        m2_a, m2_b = max(float(slope_a @ spread_a), 0.0), max(float(slope_b @ spread_b), 0.0)
        return PairMoments(tally.lucks, value_a, value_b, m2_a, m2_b, float(slope_a @ spread_b), tally.games)

    def _linear(self, tally: Tally, columns: tuple[int, ...], offset: int) -> tuple[float, Floats]:
        """A side's value, and how fast it grows with each column."""
        at = np.array(columns) + offset
        slope = np.zeros(tally.means.size)
        value = float(tally.means[at].mean())
        slope[at] = 1 / len(columns)
        if self.of_won is None:
            return value, slope
        won = float(tally.means[self.of_won + offset])
        if won == 0:
            return 0.0, np.zeros_like(slope)
        slope /= won
        slope[self.of_won + offset] -= value / won**2
        return value / won, slope

    def gap(self, other: Measure, tally: Tally, changed: bool) -> Moments:
        """The moments of this measure less another one on the same side."""
        offset = tally.means.size // 2 if changed else 0
        mine = self._linear(tally, self.changed if changed else self.against, offset)
        theirs = other._linear(tally, other.changed if changed else other.against, offset)
        slope = mine[1] - theirs[1]
        m2 = max(float(slope @ tally.products @ slope), 0.0)
        return Moments(tally.lucks, mine[0] - theirs[0], m2, tally.games)


@dataclass(frozen=True)
class Line_up:
    """Who plays on either side, place by place."""

    against: Sequence[str]
    changed: Sequence[str]

    @property
    def seats(self) -> int:
        return len(self.against)

    def groups(self) -> dict[str, tuple[int, ...]]:
        """The places that the same strategies hold on both sides, by name."""
        found: dict[str, list[int]] = {}
        for place, (before, after) in enumerate(zip(self.against, self.changed, strict=True)):
            found.setdefault(after if before == after else f"{after} for {before}", []).append(place)
        return {name: tuple(places) for name, places in found.items()}
