"""Tests of "there is no difference", and the correction for many of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from analyses.stats.moments import Floats


def t_p_value(gap: float, standard_error: float, df: float) -> float:
    """The two-sided p-value of a gap with this standard error (t test); not a number where none can be given.

    A gap without any spread makes no t test: it shows no more than as many tosses of a coin that all fall alike.
    """
    from scipy.special import stdtr

    if not math.isfinite(standard_error) or not math.isfinite(gap) or df < 1:
        return math.nan
    if gap == 0:
        return 1.0
    t = abs(gap) / standard_error if standard_error > 0 else math.inf
    return max(2 * float(stdtr(df, -t)), math.pow(2.0, -df))


@dataclass(frozen=True, slots=True)
class Significance:
    """The outcome of a test: how probable is a result at least as odd as this one if all is even?"""

    p_value: float
    statistic: float
    df: int
    method: str


def shared_seat_test(shares: npt.ArrayLike) -> Significance:
    """Do all seats win equally often, tied players sharing the win?

    `shares` has a row for each game (or the means of each luck) and a column for each seat. Each row sums to 1:
    leave out games that nobody won.

    Counting half wins in a chi-square test would overstate the spread of chance, since a tie moves no win
    from seat to seat. This is Hotelling's test in its score form instead: the mean vector against its own
    spread, measured around the fair shares, so that a seat that never wins cannot break it; chi-square with
    seats - 1 degrees of freedom. For two seats it is the sign test, which leaves ties out.
    """
    from scipy.special import chdtrc

    rows = np.asarray(shares, dtype=np.float64)
    games, seats = rows.shape
    if seats < 2:
        raise ValueError("a test of seats needs at least two of them")
    if games < 1 or not math.isclose(rows.sum(), games, rel_tol=1e-6):
        raise ValueError(f"the seats share {rows.sum():g} wins of {games} games; each game must share out just one")
    off = rows - 1 / seats
    gap, spread = off.mean(axis=0), off.T @ off / games
    df = int(np.linalg.matrix_rank(spread, tol=1e-10, hermitian=True))
    statistic = games * float(gap @ np.linalg.pinv(spread, rcond=1e-10, hermitian=True) @ gap)
    p_value = float(chdtrc(df, statistic)) if df else 1.0
    return Significance(p_value, statistic, df, "score test of mean shares")


def holm(p_values: npt.ArrayLike) -> Floats:
    """Which of many differences are there? Adjusted p-values: at 5 %, no false alarm in 95 % of reports."""
    p = np.asarray(p_values, dtype=np.float64).ravel()
    if not np.all((p >= 0) & (p <= 1)):
        raise ValueError("p-values lie between 0 and 1")
    order = np.argsort(p)
    stepped = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
