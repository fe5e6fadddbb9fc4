"""Whether a difference is too small to matter, and how many games it takes to show that."""

from __future__ import annotations

import math
from dataclasses import dataclass

from analyses.stats.estimate import Estimate
from analyses.stats.moments import Sample, moments_of
from analyses.stats.quantiles import check_level, check_margin, two_sided_t, z


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Whether a difference is too small to matter: its interval lies within ± margin of no difference.

    The interval has level 1 - 2 alpha, as two one-sided tests of level alpha want it. Not equivalent does not
    mean different: there may just be too few games.
    """

    equivalent: bool
    p_value: float
    estimate: Estimate


def equivalence(differences: Sample, margin: float, alpha: float = 0.05, scale: float = 1.0) -> Equivalence:
    """Is it the same for all that matters? Two one-sided t tests that the mean lies within ± margin of 0.

    If not a single difference differs from the others, one more that differs by `scale` is assumed, so that
    five equal games do not prove two variants equal.
    """
    from scipy.special import stdtr

    check_margin(margin)
    m = moments_of(differences)
    df, level = m.n - 1, 1 - 2 * alpha
    if df < 1:
        return Equivalence(False, 1.0, Estimate(m.mean, -math.inf, math.inf, m.games, level))
    error = m.standard_error or scale / df
    p_value = float(max(stdtr(df, (m.mean - margin) / error), stdtr(df, -(m.mean + margin) / error)))
    reach = two_sided_t(level, df) * error
    return Equivalence(p_value < alpha, p_value, Estimate(m.mean, m.mean - reach, m.mean + reach, m.games, level))


def games_for_equivalence(margin: float, sd: float, power: float = 0.9, alpha: float = 0.05) -> int:
    """How many pairs of games show that two equal variants are the same within the margin?

    `sd` is that of the difference of a pair.
    """
    check_margin(margin)
    check_level(power)
    return math.ceil(((z(1 - alpha) + z((1 + power) / 2)) * sd / margin) ** 2)
