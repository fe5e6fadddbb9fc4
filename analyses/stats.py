"""Honest figures: the intervals, tests and verdicts behind every number that a chart or a report shows.

Which function for which question:

===================================================  ========================================================
How often does it happen?                            `wilson`; `clopper_pearson` for few games or rare events
How often does a seat win, ties being shared?        `shared_wins` (`wilson` on the sum is safe but wider)
What is the mean score, length, margin?              `mean`
What are the median, the tenth, the longest tenth?   `quantile`
Any other figure (a ratio, a Gini coefficient, …)?   `bootstrap`
What does variant B change, on the same luck?        `paired_difference`; `independent_difference` without
Do all seats win alike?                              `seat_test`; `shared_seat_test` with shared wins
Which of many comparisons hold?                      `holm` (no false alarm), `benjamini_hochberg` (few)
How many games do I need?                            `games_to_see` and its sisters
Is it the same, for all that matters?                `equivalence`, `share_equivalence`
May I look while the games are being played?         `SequentialTest`
How strong is a strategy?                            `elo`, `likelihood_of_superiority`
===================================================  ========================================================

Large runs never need to be in memory: whatever works on an array of values also takes their `Moments`, which
merge batch by batch or come from a few sums of a lazy query.

One rule keeps all intervals honest: the values must be independent of each other. Games that share their luck
(the rotations of one deal, say) are not. Give their luck as `luck=` and they count as one value, the mean of
the cluster.

Every interval covers the truth in at least about `level` of all repetitions of the run; `level` is 95 %
throughout unless told otherwise.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import combinations
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Verdict: TypeAlias = Literal["different", "equivalent", "undecided"]

MOST_EXACT_TABLES = 100_000  # the exact seat test lists every possible table of wins up to this many
MOST_BCA_VALUES = 2_000  # the BCa bootstrap leaves out each value in turn: too slow beyond
LARGE_DF = 10_000  # from here on Student's t and the normal law agree to four digits


def _scipy(part: str) -> Any:
    """A part of scipy, imported at its first use: all of it takes a second, too much for `--help`."""
    return import_module(f"scipy.{part}")


def _z(probability: float) -> float:
    return float(_scipy("special").ndtri(probability))


def _two_sided_z(level: float) -> float:
    _check_level(level)
    return _z((1 + level) / 2)


def _two_sided_t(level: float, df: float) -> float:
    _check_level(level)
    return float(_scipy("special").stdtrit(df, (1 + level) / 2))


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, such as 0.95; got {level}")


def _check_positive(name: str, value: float) -> None:
    if not value > 0:
        raise ValueError(f"{name} must be greater than 0; got {value}")


# -------------------------------------------------------------------------------------------------- estimates


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval, the number of games behind it and the level of the interval.

    >>> Estimate(0.523, 0.519, 0.527, 200_000).text(percent=True)
    '52.3 % (51.9 to 52.7 %; 200,000 games)'
    """

    value: float
    low: float
    high: float
    n: int
    level: float = 0.95

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def covers(self, value: float) -> bool:
        """Whether `value` lies in the interval, ends included."""
        return self.low <= value <= self.high

    def text(
        self,
        *,
        percent: bool = False,
        signed: bool = False,
        unit: str = "",
        of: str = "games",
        digits: int | None = None,
    ) -> str:
        """The figure as part of a sentence, with no more digits than the interval supports.

        `percent` multiplies by a hundred; `signed` writes a plus for differences; `unit` follows the value
        (for a difference of shares: `percent=True, unit="points"`); `of` names what was counted.
        """
        factor = 100.0 if percent else 1.0
        suffix = unit or ("%" if percent else "")
        decimals = _decimals(self.half_width * factor) if digits is None else digits
        sign = "+" if signed else ""

        def shown(value: float) -> str:
            return f"{value * factor:{sign}z,.{decimals}f}"

        count = f"{self.n:,} {of.removesuffix('s') if self.n == 1 else of}"
        head = f"{shown(self.value)} {suffix}".rstrip()
        return f"{head} ({self._span(shown, ' %' if suffix == '%' else '')}; {count})"

    def _span(self, shown: Callable[[float], str], suffix: str) -> str:
        prefix = "" if self.level == 0.95 else f"{self.level * 100:g} % interval "
        if self.low == self.high:
            return "all alike"
        bounded = math.isfinite(self.low), math.isfinite(self.high)
        if bounded == (True, True):
            return f"{prefix}{shown(self.low)} to {shown(self.high)}{suffix}"
        if bounded == (True, False):
            return f"{prefix}above {shown(self.low)}{suffix}"
        if bounded == (False, True):
            return f"{prefix}below {shown(self.high)}{suffix}"
        return "no interval"


def _decimals(half_width: float) -> int:
    """As many decimals as keep the rounding below half of the half width: 0.4 -> 1, 4 -> 0, 0.15 -> 2."""
    if not math.isfinite(half_width) or half_width <= 0:
        return 1
    return min(max(math.ceil(-math.log10(half_width / 2)), 0), 9)


# ---------------------------------------------------------------------------------------------------- moments


@dataclass(frozen=True, slots=True)
class Moments:
    """All that is needed of any number of values: how many, their mean, and their squared deviations from it.

    `n` counts independent values; `games` counts the games behind them, which are more when one value is the
    mean of a cluster of games on the same luck. It is `n` unless told.
    """

    n: int
    mean: float
    m2: float
    games: int = 0

    def __post_init__(self) -> None:
        if self.n < 0 or self.m2 < 0:
            raise ValueError(f"neither a count nor a sum of squares can be negative: n={self.n}, m2={self.m2}")
        if not self.games:
            object.__setattr__(self, "games", self.n)

    @classmethod
    def of(cls, values: npt.ArrayLike, luck: npt.ArrayLike | None = None) -> Moments:
        """The moments of an array; with `luck`, of the means of the games that share their luck."""
        rows = np.asarray(values, dtype=np.float64).ravel()
        means = rows if luck is None else cluster_means(rows, luck)
        if means.size == 0:
            return cls(0, 0.0, 0.0)
        mean_ = float(means.mean())
        return cls(means.size, mean_, float(np.square(means - mean_).sum()), rows.size)

    @classmethod
    def from_sums(cls, n: int, total: float, squares: float, games: int = 0) -> Moments:
        """The moments from a count, a sum and a sum of squares, as a lazy query gives them.

        Cast small integer columns to Float64 before squaring: an Int8 overflows.
        """
        if n == 0:
            return cls(0, 0.0, 0.0)
        return cls(n, total / n, max(squares - total * total / n, 0.0), games)

    @classmethod
    def from_counts(cls, values: npt.ArrayLike, counts: npt.ArrayLike, games: int = 0) -> Moments:
        """The moments of values that occurred `counts` times each, as a group-by gives them."""
        level, times = np.asarray(values, dtype=np.float64), np.asarray(counts, dtype=np.float64)
        n = round(float(times.sum()))
        if n == 0:
            return cls(0, 0.0, 0.0)
        mean_ = float(level @ times) / n
        return cls(n, mean_, float(np.square(level - mean_) @ times), games)

    def merged(self, other: Moments) -> Moments:
        """The moments of both sets of values together, without loss of accuracy (Chan, Golub and LeVeque)."""
        n = self.n + other.n
        if n == 0:
            return self
        gap = other.mean - self.mean
        m2 = self.m2 + other.m2 + gap * gap * self.n * other.n / n
        return Moments(n, self.mean + gap * other.n / n, m2, self.games + other.games)

    @property
    def variance(self) -> float:
        """The unbiased variance; not a number below two values."""
        return self.m2 / (self.n - 1) if self.n > 1 else math.nan

    @property
    def sd(self) -> float:
        """The standard deviation of a single value."""
        return math.sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        """The standard deviation of the mean."""
        return math.sqrt(self.variance / self.n) if self.n > 1 else math.nan


Sample: TypeAlias = Moments | npt.ArrayLike


def _moments(values: Sample) -> Moments:
    return values if isinstance(values, Moments) else Moments.of(values)


def cluster_means(values: npt.ArrayLike, luck: npt.ArrayLike) -> Floats:
    """The mean of each group of games that share their luck, in the order of the luck's labels.

    Every cluster counts the same, whatever its size: leave half-played rotations out beforehand.
    """
    rows = np.asarray(values, dtype=np.float64).ravel()
    labels, cluster = np.unique(np.asarray(luck).ravel(), return_inverse=True)
    if cluster.size != rows.size:
        raise ValueError(f"{rows.size} values, but luck for {cluster.size}")
    sums = np.bincount(cluster, weights=rows, minlength=labels.size)
    return np.asarray(sums / np.bincount(cluster, minlength=labels.size), dtype=np.float64)


# ----------------------------------------------------------------------------------------------------- shares


def wilson(wins: float, games: float, level: float = 0.95) -> Estimate:
    """How often does it happen? Wilson's score interval, good for any share and any number of games.

    Fractions of a win are allowed. The interval is then a little wide, never too narrow, since ties only
    lower the variance; `shared_wins` gives the shorter one when the squares are at hand.
    """
    _check_share(wins, games)
    if games == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, level)
    low, high = _wilson_limits(wins / games, games, _two_sided_z(level))
    return Estimate(wins / games, low, high, round(games), level)


def _wilson_limits(share: float, n: float, z: float) -> tuple[float, float]:
    centre = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    shrink = 1 + z * z / n
    # Rounding must not push a bound past the share where the share is 0 or 1.
    low = 0.0 if share == 0 else min((centre - reach) / shrink, share)
    high = 1.0 if share == 1 else max((centre + reach) / shrink, share)
    return max(low, 0.0), min(high, 1.0)


def clopper_pearson(wins: int, games: int, level: float = 0.95) -> Estimate:
    """How often does it happen, at least and at most? The exact interval: it never covers less than `level`.

    Longer than Wilson's. For rare events and few games, or where a claim must hold for certain. Whole wins
    only.
    """
    _check_share(wins, games)
    _check_level(level)
    if wins != int(wins):
        raise ValueError(f"exact intervals need whole wins, got {wins}: use shared_wins")
    if games == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, level)
    betaincinv, tail = _scipy("special").betaincinv, (1 - level) / 2
    low = float(betaincinv(wins, games - wins + 1, tail)) if wins > 0 else 0.0
    high = float(betaincinv(wins + 1, games - wins, 1 - tail)) if wins < games else 1.0
    return Estimate(wins / games, low, high, games, level)


def shared_wins(shares: Sample, level: float = 0.95) -> Estimate:
    """How often does a seat win when tied players share the win? An interval for the mean of such shares.

    `shares` holds each game's part of the win (1, 1/2, 0, …), or is the `Moments` of these, or of the means
    per luck. It is Wilson's interval for as many games as the variance is worth: ties make it shorter, and
    without ties it is Wilson's to the last digit.
    """
    m = _moments(shares)
    _check_share(m.mean, 1.0)
    if m.n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, level)
    z = _two_sided_z(level)
    low, high = _wilson_limits(m.mean, m.n / _variance_ratio(m, z), z)
    return Estimate(m.mean, low, high, m.games, level)


def _variance_ratio(shares: Moments, z: float) -> float:
    """The variance of the shares as a part of what whole wins and losses with the same mean would have.

    Had all games been tied alike, the sample's variance would be 0; yet by Wilson's own bound up to z²/(n+z²)
    of all games may still not be ties, and the ratio is never taken below that.
    """
    greatest = shares.mean * (1 - shares.mean)
    if greatest <= 0:
        return 1.0
    return max(shares.m2 / shares.n / greatest, z * z / (shares.n + z * z))


def _check_share(wins: float, games: float) -> None:
    if not -1e-9 <= wins <= games * (1 + 1e-9):
        raise ValueError(f"{wins} wins do not fit into {games} games")


# ----------------------------------------------------------------------------------- means, quantiles, others


def mean(values: Sample, level: float = 0.95) -> Estimate:
    """What is the mean? Student's t interval, from the values or their `Moments`."""
    m = _moments(values)
    if m.n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0, level)
    if m.n == 1:
        return Estimate(m.mean, -math.inf, math.inf, m.games, level)
    reach = _two_sided_t(level, m.n - 1) * m.standard_error
    return Estimate(m.mean, m.mean - reach, m.mean + reach, m.games, level)


def quantile_ranks(q: float, n: int, level: float = 0.95) -> tuple[int, int]:
    """Which two of n values in order (counted from 1) enclose the q-quantile? 0 and n + 1 stand for no bound.

    Exact for any distribution: the number of values below the quantile is binomial. With ties it covers more.
    """
    _check_level(level)
    if not 0 < q < 1:
        raise ValueError(f"a quantile lies between 0 and 1, such as 0.5 for the median; got {q}")
    binom = _scipy("stats").binom(n, q)
    return int(binom.ppf((1 - level) / 2)), int(binom.ppf((1 + level) / 2)) + 1


def quantile(
    values: npt.ArrayLike, q: float = 0.5, level: float = 0.95, counts: npt.ArrayLike | None = None
) -> Estimate:
    """What is the median, or another quantile? An interval from order statistics, exact for any distribution.

    With `counts`, `values` are the distinct values and how often each occurred: a group-by is all that a run
    of ten million games has to give. The value is the smallest with at least the share q at or below it.
    """
    distinct = np.asarray(values, dtype=np.float64).ravel()
    times = np.ones(distinct.size, dtype=np.int64) if counts is None else np.asarray(counts, dtype=np.int64).ravel()
    order = np.argsort(distinct, kind="stable")
    distinct, reached = distinct[order], np.cumsum(times[order])
    n = int(reached[-1]) if reached.size else 0
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0, level)

    def ranked(rank: int) -> float:
        return float(distinct[np.searchsorted(reached, rank)])

    low, high = quantile_ranks(q, n, level)
    return Estimate(
        ranked(max(math.ceil(q * n - 1e-9), 1)),
        ranked(low) if low >= 1 else -math.inf,
        ranked(high) if high <= n else math.inf,
        n,
        level,
    )


def bootstrap(
    *samples: npt.ArrayLike,
    statistic: Callable[..., Any],
    paired: bool = False,
    level: float = 0.95,
    resamples: int = 2_000,
    seed: int = 1,
) -> Estimate:
    """What is any other figure? An interval from resampling the games.

    `statistic` takes the samples and an `axis`. `paired` resamples rows of several columns together. BCa up
    to 2,000 values, percentiles beyond. Games on the same luck enter as their `cluster_means`.
    """
    data = tuple(np.asarray(sample, dtype=np.float64) for sample in samples)
    largest = max(column.shape[-1] for column in data)
    result = _scipy("stats").bootstrap(
        data,
        statistic,
        paired=paired,
        confidence_level=level,
        n_resamples=resamples,
        method="BCa" if largest <= MOST_BCA_VALUES else "percentile",
        batch=max(1, 4_000_000 // largest),
        rng=np.random.default_rng(seed),
    )
    interval = result.confidence_interval
    return Estimate(float(statistic(*data, axis=-1)), float(interval.low), float(interval.high), largest, level)


# ------------------------------------------------------------------------------------------------ differences


@dataclass(frozen=True, slots=True)
class PairMoments:
    """All that is needed of any number of pairs (a, b) played on the same luck.

    `cross` is the sum of the products of both deviations; `games` counts pairs of games, more than `n` when
    one pair of values is the mean of a cluster.
    """

    n: int
    mean_a: float
    mean_b: float
    m2_a: float
    m2_b: float
    cross: float
    games: int = 0

    def __post_init__(self) -> None:
        if not self.games:
            object.__setattr__(self, "games", self.n)

    @classmethod
    def of(cls, a: npt.ArrayLike, b: npt.ArrayLike, luck: npt.ArrayLike | None = None) -> PairMoments:
        """The moments of two arrays, row by row on the same luck; with `luck`, of the means per cluster."""
        rows_a, rows_b = (np.asarray(side, dtype=np.float64).ravel() for side in (a, b))
        if rows_a.size != rows_b.size:
            raise ValueError(f"pairs need as many a as b, got {rows_a.size} and {rows_b.size}")
        games = rows_a.size
        if luck is not None:
            rows_a, rows_b = cluster_means(rows_a, luck), cluster_means(rows_b, luck)
        if games == 0:
            return cls(0, 0.0, 0.0, 0.0, 0.0, 0.0)
        mean_a, mean_b = float(rows_a.mean()), float(rows_b.mean())
        da, db = rows_a - mean_a, rows_b - mean_b
        return cls(rows_a.size, mean_a, mean_b, float(da @ da), float(db @ db), float(da @ db), games)

    @classmethod
    def from_sums(cls, n: int, a: float, b: float, aa: float, bb: float, ab: float, games: int = 0) -> PairMoments:
        """The moments from a count, both sums, both sums of squares and the sum of products of a lazy query.

        Cast small integer columns to Float64 first. With rotations, group by the luck and take means before
        summing:

        ``pairs.group_by("game").agg(pl.col("a", "b").mean()).select(pl.len(), pl.col("a").sum(), …)``
        """
        if n == 0:
            return cls(0, 0.0, 0.0, 0.0, 0.0, 0.0)
        return cls(n, a / n, b / n, max(aa - a * a / n, 0.0), max(bb - b * b / n, 0.0), ab - a * b / n, games)

    def merged(self, other: PairMoments) -> PairMoments:
        """The moments of both sets of pairs together."""
        n = self.n + other.n
        if n == 0:
            return self
        gap_a, gap_b, weight = other.mean_a - self.mean_a, other.mean_b - self.mean_b, self.n * other.n / n
        return PairMoments(
            n,
            self.mean_a + gap_a * other.n / n,
            self.mean_b + gap_b * other.n / n,
            self.m2_a + other.m2_a + gap_a * gap_a * weight,
            self.m2_b + other.m2_b + gap_b * gap_b * weight,
            self.cross + other.cross + gap_a * gap_b * weight,
            self.games + other.games,
        )

    @property
    def difference(self) -> Moments:
        """The moments of b - a."""
        m2 = self.m2_a + self.m2_b - 2 * self.cross
        # Below this, what is left of the subtraction is rounding: b is a plus a constant.
        rounding = 1e-12 * (self.m2_a + self.m2_b)
        return Moments(self.n, self.mean_b - self.mean_a, m2 if m2 > rounding else 0.0, self.games)

    @property
    def correlation(self) -> float:
        """How alike the same luck made both sides: 1 for the same games, 0 for unrelated ones."""
        if self.m2_a <= 0 or self.m2_b <= 0:
            return math.nan
        return min(max(self.cross / math.sqrt(self.m2_a * self.m2_b), -1.0), 1.0)


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """What b has over a on the same luck, and what the pairing was worth.

    `sd` is that of a single pair's difference (for `games_to_see`); `worth` says how many times as many
    independent games would have given the same interval; `p_value` is that of "no difference at all" (t
    test).
    """

    difference: Estimate
    sd: float
    correlation: float
    worth: float
    p_value: float

    def text(self, *, percent: bool = False, unit: str = "", of: str = "pairs of games") -> str:
        """The difference as a sentence, with the gain of the pairing where there is one."""
        head = self.difference.text(percent=percent, signed=True, unit=unit or ("points" if percent else ""), of=of)
        if not math.isfinite(self.worth):
            return head
        return f"{head}; the same luck was worth {self.worth:,.1f} times as many independent games"


def paired_difference(
    a: PairMoments | npt.ArrayLike,
    b: npt.ArrayLike | None = None,
    luck: npt.ArrayLike | None = None,
    level: float = 0.95,
) -> PairedDifference:
    """What does b change against a, on the same luck? The mean of b - a, and what the pairing was worth.

    Give two arrays whose rows share their luck, or the `PairMoments` alone. Where several rows share one luck
    (the rotations of a deal), give `luck` as well: each cluster then counts once, and correlation and worth
    are those of the cluster means.
    """
    pairs = _pair_moments(a, b, luck)
    d = pairs.difference
    # Differences without any spread make no t test; only a mean of exactly 0 then speaks for no difference.
    p_value = _t_p_value(d.mean, d.standard_error, d.n - 1) if d.n > 1 else math.nan
    worth = (pairs.m2_a + pairs.m2_b) / d.m2 if d.m2 > 0 else math.inf
    return PairedDifference(mean(d, level), d.sd, pairs.correlation, worth, p_value)


def _pair_moments(a: PairMoments | npt.ArrayLike, b: npt.ArrayLike | None, luck: npt.ArrayLike | None) -> PairMoments:
    if not isinstance(a, PairMoments):
        if b is None:
            raise TypeError("give two arrays, or PairMoments")
        return PairMoments.of(a, b, luck)
    if b is not None or luck is not None:
        raise TypeError("PairMoments come alone: their luck is settled when they are taken")
    return a


def _t_p_value(difference: float, standard_error: float, df: float) -> float:
    if standard_error == 0:
        return 1.0 if difference == 0 else 0.0
    return 2 * float(_scipy("special").stdtr(df, -abs(difference) / standard_error))


def independent_difference(a: Sample, b: Sample, level: float = 0.95) -> Estimate:
    """What does b have over a when the games share nothing? Welch's interval for a difference of means."""
    left, right = _moments(a), _moments(b)
    difference, games = right.mean - left.mean, left.games + right.games
    if min(left.n, right.n) < 2:
        return Estimate(difference, -math.inf, math.inf, games, level)
    error, df = _welch(left, right)
    reach = _two_sided_t(level, df) * error if error > 0 else 0.0
    return Estimate(difference, difference - reach, difference + reach, games, level)


def _welch(a: Moments, b: Moments) -> tuple[float, float]:
    """Standard error of the difference of two means, and Welch's degrees of freedom."""
    va, vb = a.variance / a.n, b.variance / b.n
    if va + vb == 0:
        return 0.0, float(a.n + b.n - 2)
    return math.sqrt(va + vb), (va + vb) ** 2 / (va**2 / (a.n - 1) + vb**2 / (b.n - 1))


# ------------------------------------------------------------------------------------------------------ seats


@dataclass(frozen=True, slots=True)
class Significance:
    """The outcome of a test: how probable is a result at least as odd as this one if all is even?"""

    p_value: float
    statistic: float
    df: int
    n: int
    method: str


def seat_test(wins: Sequence[int], fair: Sequence[float] | None = None) -> Significance:
    """Do all seats win alike? Wins by seat against equal shares or those of `fair`; one winner a game.

    Exact for few games (all tables no more probable than the one seen), Pearson's chi-square otherwise.
    """
    seen = np.asarray(wins, dtype=np.float64)
    if np.any(seen < 0) or np.any(seen != np.round(seen)):
        raise ValueError(f"seat_test counts whole wins, got {list(wins)}: use shared_seat_test for shared ones")
    shares = _fair_shares(seen.size, fair)
    n = int(seen.sum())
    if n == 0:
        return Significance(1.0, 0.0, seen.size - 1, 0, "no games")
    statistic = float((np.square(seen - n * shares) / (n * shares)).sum())
    if math.comb(n + seen.size - 1, seen.size - 1) <= MOST_EXACT_TABLES:
        return Significance(_exact_multinomial(seen, shares), statistic, seen.size - 1, n, "exact multinomial")
    p_value = float(_scipy("special").chdtrc(seen.size - 1, statistic))
    return Significance(p_value, statistic, seen.size - 1, n, "chi-square")


def _fair_shares(seats: int, fair: Sequence[float] | None) -> Floats:
    if seats < 2:
        raise ValueError("a test of seats needs at least two of them")
    if fair is None:
        return np.full(seats, 1 / seats)
    shares = np.asarray(fair, dtype=np.float64)
    if shares.size != seats or np.any(shares <= 0) or not math.isclose(shares.sum(), 1, abs_tol=1e-9):
        raise ValueError(f"fair shares must be positive, sum to 1 and be one for each of the {seats} seats")
    return shares


def _exact_multinomial(seen: Floats, shares: Floats) -> float:
    """The probability of all tables that are no more probable than the one seen."""
    n, seats = int(seen.sum()), seen.size
    gammaln = _scipy("special").gammaln
    bars = np.array(list(combinations(range(n + seats - 1), seats - 1)), dtype=np.int64)
    edges = np.hstack([np.full((len(bars), 1), -1), bars, np.full((len(bars), 1), n + seats - 1)])
    tables = np.diff(edges, axis=1) - 1

    def log_probability(table: npt.NDArray[Any]) -> Any:
        return gammaln(n + 1) + (table * np.log(shares) - gammaln(table + 1)).sum(axis=-1)

    logs = log_probability(tables)
    return min(1.0, float(np.exp(logs[logs <= log_probability(seen) + 1e-7]).sum()))


def shared_seat_test(
    sums: npt.ArrayLike, products: npt.ArrayLike, games: int, fair: Sequence[float] | None = None
) -> Significance:
    """Do all seats win alike when tied players share the win? From sums over games, for runs of any size.

    `sums[i]` is the sum over games of seat i's part of the win, `products[i][j]` the sum of the products of
    i's and j's parts. Each game's parts sum to 1: leave out games that nobody won.

    Counting half wins in a chi-square test would overstate the spread of chance, since a tie moves no win
    from seat to seat. This is Hotelling's test in its score form instead: the mean vector against its own
    spread, measured around the fair shares, so that a seat that never wins cannot break it; chi-square with
    seats - 1 degrees of freedom. For two seats it is the sign test, which leaves ties out. With rotations,
    sum over the mean vectors per luck. Without any ties `seat_test` is the sharper one for few games.
    """
    total, outer = np.asarray(sums, dtype=np.float64), np.asarray(products, dtype=np.float64)
    shares = _fair_shares(total.size, fair)
    if games < 1 or not math.isclose(total.sum(), games, rel_tol=1e-6):
        raise ValueError(f"the seats share {total.sum():g} wins of {games} games; each game must share out just one")
    centre = total / games
    spread = outer / games - np.outer(shares, centre) - np.outer(centre, shares) + np.outer(shares, shares)
    gap = centre - shares
    df = int(np.linalg.matrix_rank(spread, tol=1e-10, hermitian=True))
    statistic = games * float(gap @ np.linalg.pinv(spread, rcond=1e-10, hermitian=True) @ gap)
    p_value = float(_scipy("special").chdtrc(df, statistic)) if df else 1.0
    return Significance(p_value, statistic, df, games, "score test of mean shares")


def shared_seat_test_of(shares: npt.ArrayLike, fair: Sequence[float] | None = None) -> Significance:
    """`shared_seat_test` from an array with a row for each game and a column for each seat."""
    rows = np.asarray(shares, dtype=np.float64)
    return shared_seat_test(rows.sum(axis=0), rows.T @ rows, len(rows), fair)


# ------------------------------------------------------------------------------------------- many comparisons


def holm(p_values: npt.ArrayLike) -> Floats:
    """Which of many differences are there? Adjusted p-values: at 5 %, no false alarm in 95 % of reports."""
    p = _checked_p_values(p_values)
    order = np.argsort(p)
    stepped = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted


def benjamini_hochberg(p_values: npt.ArrayLike) -> Floats:
    """Which of very many differences deserve a look? Adjusted p-values: at 5 %, 1 in 20 found is false."""
    p = _checked_p_values(p_values)
    if p.size == 0:
        return p
    return np.asarray(_scipy("stats").false_discovery_control(p, method="bh"), dtype=np.float64)


def _checked_p_values(p_values: npt.ArrayLike) -> Floats:
    p = np.asarray(p_values, dtype=np.float64).ravel()
    if not np.all((p >= 0) & (p <= 1)):
        raise ValueError("p-values lie between 0 and 1")
    return p


# ------------------------------------------------------------------------------------------------------ power


def paired_sd(sd: float, correlation: float) -> float:
    """How much does the difference of a pair vary? From the spread of single games and their correlation."""
    return sd * math.sqrt(2 * (1 - correlation))


def power_to_see(difference: float, sd: float, n: int, alpha: float = 0.05, paired: bool = True) -> float:
    """How surely do n games show a difference? The probability that the two-sided t test rejects.

    Paired: `n` pairs, and `sd` of the difference of a pair. Otherwise `n` games on each side, and `sd` of a
    game.
    """
    _check_positive("sd", sd)
    _check_level(alpha)
    special = _scipy("special")
    df = n - 1 if paired else 2 * n - 2
    shift = abs(difference) / (sd * math.sqrt((1 if paired else 2) / n))
    if df >= LARGE_DF:
        z = _z(1 - alpha / 2)
        return float(special.ndtr(shift - z) + special.ndtr(-shift - z))
    critical = special.stdtrit(df, 1 - alpha / 2)
    return float(1 - special.nctdtr(df, shift, critical) + special.nctdtr(df, shift, -critical))


def games_to_see(difference: float, sd: float, power: float = 0.9, alpha: float = 0.05, paired: bool = True) -> int:
    """How many games show a difference of this size? Pairs of games; games on each side if not `paired`."""
    if difference == 0:
        raise ValueError("no number of games shows a difference of 0: see games_for_equivalence")
    _check_positive("sd", sd)
    _check_level(power)

    def power_of(n: int) -> float:
        return power_to_see(difference, sd, n, alpha, paired)

    enough = 2
    while power_of(enough) < power:
        enough *= 2
    return 2 + bisect_left(range(2, enough), power, key=power_of)


def games_to_check_share(share: float, fair: float, power: float = 0.9, alpha: float = 0.05) -> int:
    """How many games show that a share is not the fair one, say 1/4 for one of four seats?"""
    _check_two_shares(share, fair)
    spread = _z(1 - alpha / 2) * math.sqrt(fair * (1 - fair)) + _z(power) * math.sqrt(share * (1 - share))
    return math.ceil((spread / (share - fair)) ** 2)


def games_to_compare_shares(a: float, b: float, power: float = 0.9, alpha: float = 0.05) -> int:
    """How many independent games on each side tell two shares apart?

    For the same luck on both sides use `games_to_see` with the sd of the paired difference: it needs fewer.
    """
    _check_two_shares(a, b)
    middle = (a + b) / 2
    even = _z(1 - alpha / 2) * math.sqrt(2 * middle * (1 - middle))
    apart = _z(power) * math.sqrt(a * (1 - a) + b * (1 - b))
    return math.ceil(((even + apart) / (a - b)) ** 2)


def games_for_width(half_width: float, sd: float, level: float = 0.95) -> int:
    """How many games give an interval of ± half_width? For a share p, sd is sqrt(p (1 - p)), at most 1/2."""
    _check_positive("half_width", half_width)
    return math.ceil((_two_sided_z(level) * sd / half_width) ** 2)


def games_for_equivalence(margin: float, sd: float, power: float = 0.9, alpha: float = 0.05) -> int:
    """How many pairs of games show that two equal variants are the same within the margin?"""
    _check_positive("margin", margin)
    _check_level(power)
    return math.ceil(((_z(1 - alpha) + _z((1 + power) / 2)) * sd / margin) ** 2)


def _check_two_shares(a: float, b: float) -> None:
    if a == b or not (0 <= a <= 1 and 0 <= b <= 1):
        raise ValueError(f"give two different shares between 0 and 1; got {a} and {b}")


# ------------------------------------------------------------------------------------------------ equivalence


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Whether a difference is too small to matter: its interval lies within ± margin of no difference.

    The interval has level 1 - 2 alpha, as two one-sided tests of level alpha want it. Not equivalent does not
    mean different: there may just be too few games.
    """

    equivalent: bool
    p_value: float
    estimate: Estimate
    margin: float


def equivalence(
    values: Sample, margin: float, alpha: float = 0.05, versus: Sample | None = None, scale: float = 1.0
) -> Equivalence:
    """Is it the same for all that matters? Two one-sided t tests that the mean lies within ± margin of 0.

    `values` are paired differences (`PairMoments.difference`), or one side's values with the other side's as
    `versus`; the difference is then `versus` - `values`. If not a single value differs from the others, one
    more that differs by `scale` is assumed, so that five equal games do not prove two variants equal.
    """
    _check_positive("margin", margin)
    m = _moments(values)
    if versus is None:
        difference, games, df = m.mean, m.games, float(m.n - 1)
        error = m.standard_error
    else:
        other = _moments(versus)
        difference, games = other.mean - m.mean, m.games + other.games
        error, df = _welch(m, other) if min(m.n, other.n) > 1 else (math.nan, 0.0)
    if df < 1:
        return Equivalence(False, 1.0, Estimate(difference, -math.inf, math.inf, games, 1 - 2 * alpha), margin)
    error = error or scale / df
    stdtr = _scipy("special").stdtr
    p_value = float(max(stdtr(df, (difference - margin) / error), stdtr(df, -(difference + margin) / error)))
    reach = _two_sided_t(1 - 2 * alpha, df) * error
    estimate = Estimate(difference, difference - reach, difference + reach, games, 1 - 2 * alpha)
    return Equivalence(p_value < alpha, p_value, estimate, margin)


def share_equivalence(wins: int, games: int, fair: float, margin: float, alpha: float = 0.05) -> Equivalence:
    """Is a share the fair one for all that matters? Two exact one-sided binomial tests of fair ± margin.

    Whole wins of independent games. For shared wins, give `equivalence` the shares less the fair one.
    """
    _check_positive("margin", margin)
    interval = clopper_pearson(wins, games, 1 - 2 * alpha)
    # Too few wins for fair + margin are too many losses for the rest.
    p_value = max(_at_least(wins, games, fair - margin), _at_least(games - wins, games, 1 - fair - margin))
    return Equivalence(p_value < alpha, p_value, interval, margin)


def _at_least(wins: int, games: int, share: float) -> float:
    """The probability of so many wins or more; none where the share itself is impossible."""
    if share <= 0:
        return 0.0
    return float(_scipy("special").betainc(wins, games - wins + 1, share)) if wins > 0 else 1.0


# ------------------------------------------------------------------------------------------------- sequential


def anytime_interval(values: Sample, level: float = 0.95, tuned_for: int = 100_000, scale: float = 0.0) -> Estimate:
    """What is the mean, if I look after every batch? An interval that covers it at all looks together.

    The normal-mixture confidence sequence of Robbins, in the asymptotic form of Waudby-Smith, Arbour, Sinha,
    Kennedy and Ramdas ("Time-uniform central limit theory and asymptotic confidence sequences", 2021). The
    probability that any of endlessly many looks misses the mean is at most 1 - level, once there are enough
    values for a central limit theorem. It is tightest, about 1.5 times a t interval, near `tuned_for` values,
    which must be set before looking. `scale` adds one value that differs by so much to the spread seen; see
    `SequentialTest`.
    """
    _check_level(level)
    m = _moments(values)
    if m.n < 2:
        return Estimate(m.mean if m.n else math.nan, -math.inf, math.inf, m.games, level)
    surprise = -2 * math.log(1 - level)
    rho2 = (surprise + math.log1p(surprise)) / tuned_for
    grown = m.n * rho2 + 1
    variance = (m.m2 + scale * scale) / m.n
    reach = math.sqrt(variance * grown * (math.log(grown) + surprise) / rho2) / m.n
    return Estimate(m.mean, m.mean - reach, m.mean + reach, m.games, level)


@dataclass(frozen=True, slots=True)
class SequentialState:
    """Where a sequential test stands: the verdict, the interval it rests on, and the effect's sign and size.

    `direction` is +1 or -1 as soon as the sign is known, else 0; `beyond_margin` says that the whole interval
    lies outside ± margin, so that the difference is there and matters.
    """

    verdict: Verdict
    estimate: Estimate
    direction: int
    beyond_margin: bool
    margin: float
    looks: int

    @property
    def decided(self) -> bool:
        """Whether there is a verdict: stop here to learn whether there is a difference."""
        return self.verdict != "undecided"

    @property
    def settled(self) -> bool:
        """Whether it is known if the difference matters: stop here to learn whether it exceeds the margin."""
        return self.verdict == "equivalent" or self.beyond_margin

    def text(self) -> str:
        """The verdict in words."""
        way = "higher" if self.direction > 0 else "lower"
        if self.verdict == "undecided":
            return "undecided: more games are needed"
        if self.verdict == "equivalent":
            rider = f" (a trace {way})" if self.direction else ""
            return f"equivalent: any difference is smaller than {self.margin:g}{rider}"
        size = f"by more than {self.margin:g}" if self.beyond_margin else "though perhaps by less than matters"
        return f"different: {way}, {size}"


@dataclass(slots=True)
class SequentialTest:
    """May I look while the games are being played? A test of differences that stays honest at every look.

    Feed it the differences batch by batch and stop when you like:

    - ``different``: the interval leaves out 0. Said of two equal variants in at most `alpha` of all runs,
      however often and long one looks.
    - ``equivalent``: the interval lies within ± `margin`, the least difference that matters. Said of variants
      at least `margin` apart in at most `alpha` of all runs.
    - ``undecided``: neither yet.

    Where both hold, the difference is real but smaller than what was declared to matter, and the verdict is
    ``equivalent``: whoever names a margin asks for changes of the game that players can feel. The state's
    `direction` still tells the sign. A run may thus pass from different (size unknown) to equivalent, but not
    back to undecided (save for one of the alpha cases, where later games contradict earlier ones). Go on
    until `settled` rather than `decided` if the size matters.

    One value is one pair of games, or the mean of the pairs on one luck. `tuned_for` is the number of values
    at which the interval should be tightest; being wrong by a factor of ten costs little. `scale` is a
    difference that a single pair may well show (1 for win shares and points): one such pair is added to the
    spread, so that a change which acts in few games is not called equivalent before it could be seen. No
    verdict falls before `burn_in` values.
    """

    margin: float
    alpha: float = 0.05
    tuned_for: int = 100_000
    scale: float = 1.0
    burn_in: int = 100
    seen: Moments = field(default=Moments(0, 0.0, 0.0), init=False)
    looks: int = field(default=0, init=False)
    low: float = field(default=-math.inf, init=False)
    high: float = field(default=math.inf, init=False)

    def __post_init__(self) -> None:
        _check_level(self.alpha)
        if self.margin < 0:
            raise ValueError(f"a margin cannot be negative; got {self.margin}")

    def update(self, batch: Sample) -> SequentialState:
        """Take in one more batch, as differences or as their `Moments`, and tell where the test stands."""
        self.seen = self.seen.merged(_moments(batch))
        self.looks += 1
        if self.seen.n >= max(self.burn_in, 2):
            self._narrow(anytime_interval(self.seen, 1 - self.alpha, self.tuned_for, self.scale))
        return self.state()

    def _narrow(self, interval: Estimate) -> None:
        """All looks hold together, so what one has excluded stays excluded."""
        low, high = max(self.low, interval.low), min(self.high, interval.high)
        if low > high:  # two looks contradict each other: one of the alpha cases; trust the larger sample
            low, high = interval.low, interval.high
        self.low, self.high = low, high

    def state(self) -> SequentialState:
        """Where the test stands after all batches so far."""
        direction = int(self.low > 0) - int(self.high < 0)
        within = -self.margin < self.low and self.high < self.margin
        verdict: Verdict = "equivalent" if within else "different" if direction else "undecided"
        value = self.seen.mean if self.seen.n else math.nan
        estimate = Estimate(value, self.low, self.high, self.seen.games, 1 - self.alpha)
        beyond = direction != 0 and (self.low >= self.margin or self.high <= -self.margin)
        return SequentialState(verdict, estimate, direction, beyond, self.margin, self.looks)


# ---------------------------------------------------------------------------------------------------- ratings


def elo_of_share(share: float, players: int = 2) -> float:
    """How many Elo points is a share of wins worth? 0 for the fair share, 400 for ten times the odds.

    With more than two players, the rating above that of opponents who are all alike, each player's chance to
    win being proportional to 10^(rating / 400).
    """
    if not 0 <= share <= 1:
        raise ValueError(f"a share lies between 0 and 1; got {share}")
    if share in (0, 1):
        return math.inf if share else -math.inf
    return 400 * math.log10(share * (players - 1) / (1 - share))


def share_of_elo(rating: float, players: int = 2) -> float:
    """How often does a player win who is rated this much above all opponents?"""
    return 1 / (1 + (players - 1) * 10 ** (-rating / 400))


def pentanomial(counts: Sequence[int]) -> Moments:
    """The scores of pairs of games with seats swapped, from how many pairs scored 0, 1/2, 1, 3/2, 2 points.

    Both games of a pair share their opening, so the pair is the independent value; `elo` of this is what
    Fishtest reports. Any odd number of counts works: 3 for single games (losses, draws, wins).
    """
    steps = len(counts) - 1
    if steps < 2 or steps % 2:
        raise ValueError(f"give 3 counts for single games or 5 for pairs, not {len(counts)}")
    return Moments.from_counts(np.arange(steps + 1) / steps, counts, games=sum(counts) * steps // 2)


def elo(scores: Sample, players: int = 2, level: float = 0.95) -> Estimate:
    """How strong is it in Elo points? From scores per game or luck: 1 a win, 0 a loss, ties in parts.

    As Fishtest does: the normal interval of the mean score, its ends turned into Elo.
    """
    m = _moments(scores)
    if m.n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0, level)
    reach = _two_sided_z(level) * math.sqrt(m.m2) / m.n
    shares = (min(max(share, 0.0), 1.0) for share in (m.mean, m.mean - reach, m.mean + reach))
    rating, least, most = (elo_of_share(share, players) for share in shares)
    return Estimate(rating, least, most, m.games, level)


def likelihood_of_superiority(scores: Sample, players: int = 2) -> float:
    """How sure is it that this is the stronger one? 1 less the one-sided p-value against the fair share."""
    m = _moments(scores)
    lead = m.mean - 1 / players
    if m.n == 0 or m.m2 == 0:
        return 0.5 if m.n == 0 or lead == 0 else float(lead > 0)
    return float(_scipy("special").ndtr(lead * m.n / math.sqrt(m.m2)))
