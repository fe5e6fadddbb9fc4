"""All tests of a report together: the correction for their number, and the words for what they show.

A report collects the p-values of everything it might claim (*differs*, *the most*, *alike*), corrects them together
with `corrected`, and grades each with `certainty`. If there is nothing to find, then at most one report in twenty
claims anything at all, and at most one in a thousand calls anything certain, whatever its size and however its tests
depend on each other (Holm 1979).

The size of an effect is graded by the near end of its interval, `Test.near`: the least it may be. The steps are
fractions of the effect's yardstick:

=========  ===========================================  ==========  ==========  ==========
word       measured against                             large       moderate    small
=========  ===========================================  ==========  ==========  ==========
share      the fair share of wins, 1 / seats            a fifth     a tenth     a fiftieth
ratio      a typical value, such as the mean length     a fifth     a tenth     a fiftieth
spread     the standard deviation of a single score     a half      a fifth     a twentieth
=========  ===========================================  ==========  ==========  ==========

With four players (a fair share of 25 %) that is 5, 2.5 and 0.5 percentage points of wins, with two 10, 5 and 1.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from digsite.analyses.stats.significance import holm

if TYPE_CHECKING:
    from collections.abc import Sequence

Effect: TypeAlias = Literal["large", "moderate", "small", "none"]
Certainty: TypeAlias = Literal["certain", "likely", "unclear"]
Yardstick: TypeAlias = Literal["share", "ratio", "spread"]

STEPS: dict[Yardstick, tuple[tuple[Effect, float], ...]] = {
    "share": (("large", 0.2), ("moderate", 0.1), ("small", 0.02)),
    "ratio": (("large", 0.2), ("moderate", 0.1), ("small", 0.02)),
    "spread": (("large", 0.5), ("moderate", 0.2), ("small", 0.05)),
}
EFFECTS: tuple[Effect, ...] = ("none", "small", "moderate", "large")
CERTAIN, LIKELY = 0.001, 0.05  # of corrected p-values


def corrected(p_values: Sequence[float]) -> list[float]:
    """Return the p-values of a report, corrected together after Holm; a NaN counts as a test and becomes 1."""
    known = np.nan_to_num(np.asarray(p_values, dtype=np.float64), nan=1.0)
    return [float(p) for p in holm(known)]


def bonferroni(p: float, tests: int) -> float:
    """Return a p-value corrected for a number of tests together (Bonferroni); 1 for a NaN."""
    return 1.0 if math.isnan(p) else min(1.0, p * tests)


def corrected_level(tests: int) -> float:
    """Return the level of an interval that excludes the null exactly where `bonferroni` calls a claim likely.

    >>> corrected_level(1), round(corrected_level(10), 4)
    (0.95, 0.995)
    """
    return 1 - LIKELY / tests


def certainty(p: float) -> Certainty:
    """Return how sure a claim is, by its corrected p-value."""
    return "certain" if p < CERTAIN else "likely" if p < LIKELY else "unclear"


def effect(near: float, against: float, yardstick: Yardstick = "share") -> Effect:
    """Return the least size of an effect: `near` of its test, relative to its yardstick.

    >>> effect(0.03, 1 / 4), effect(0.03, 1 / 2), effect(-0.12, 1 / 2), effect(0.0, 1 / 4)
    ('moderate', 'small', 'large', 'none')
    """
    size = abs(near)
    if not math.isfinite(size) or size == 0:
        return "none"
    part = size / against if against > 0 else math.inf
    return next((word for word, step in STEPS[yardstick] if part >= step), "none")
