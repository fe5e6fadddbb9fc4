"""Tests against a stated null that stay honest for few games, rare events and values without spread.

================================================================  ==============================================
Does a seat win more or less than its fair share?                 `share(moments, 1 / seats)`
Is a mean (a score, a paired difference) other than 0?            `mean(moments, 0.0, scale=...)`
Do two groups of rows differ in how often something happens?      `share_difference(a, b, correlation)`
Is the largest larger than the second? *the most*                 `leader([top against each other one])`
Is a mean within a margin of the null? *alike*                    `equivalent(moments, margin, scale=...)`
================================================================  ==============================================

Each returns a `Test`. Values are independent of each other (one for each luck), as an array or as `Moments`. Tests of one
report are corrected together and worded by `digsite.analyses.stats.family`.

Three rules keep them honest:

- A spread of zero is no proof: with `n` values p is never below 2 / 2^n, what n coin tosses could show.
- Unseen events are counted in: the spread of a mean is the one it would have under the null, made up by
  values that lie `scale` off, so that an effect in few games is neither found nor ruled out before it could be seen
  (nothing in n games: at most about 3 / n).
- Shares are tested by the binomial law, exactly where games are won or lost as a whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from digsite.analyses.stats.moments import Moments, Sample, moments_of
from digsite.analyses.stats.quantiles import check_level, check_margin, two_sided_t
from digsite.analyses.stats.special import special

if TYPE_CHECKING:
    from collections.abc import Sequence

UNSEEN = 4.0  # values that join those seen, where their spread alone would claim too much


@dataclass(frozen=True, slots=True)
class Test:
    """An estimate with its interval, and the probability under the null of one at least as far from the null.

    `p` is two-sided and not corrected for other tests; 1 where nothing is known.
    """

    __test__: ClassVar[bool] = False  # keeps pytest from collecting it

    null: float
    estimate: float
    low: float
    high: float
    p: float

    @property
    def gap(self) -> float:
        """Return the estimate minus the null."""
        return self.estimate - self.null

    @property
    def near(self) -> float:
        """Return how far the near end of the interval is from the null, signed; 0 if the interval contains the null.

        Effects are graded by this: the least they may be.
        """
        if self.low > self.null:
            return self.low - self.null
        return min(self.high - self.null, 0.0)

    def within(self, least: float, most: float) -> Test:
        """Return the test with its interval clipped to the possible values; an infinite end stays infinite."""
        if math.isinf(self.low) and math.isinf(self.high):
            return self
        return replace(self, low=max(self.low, least), high=min(self.high, most))


# ------------------------------------------------------------------------------------------------------------ shares


def share(shares: Sample, null: float, level: float = 0.95) -> Test:
    """Test whether a share differs from `null`, with Clopper and Pearson's interval and its two-sided binomial test.

    `shares` lie between 0 and 1: wins and losses, parts of a win, or means of a luck's games.
    """
    if not 0 < null < 1:
        raise ValueError(f"the null of a share must lie between 0 and 1; got {null}")
    check_level(level)
    m = moments_of(shares)
    low, high = _exact_limits(m, (1 - level) / 2)
    if m.n == 0:
        return Test(null, math.nan, low, high, 1.0)
    return Test(null, m.mean, low, high, _binomial_p(m, null))


def share_difference(a: Sample, b: Sample, correlation: float = 0.0, level: float = 0.95) -> Test:
    """Test the difference of shares b - a against 0: Newcombe's method, from the exact limits of both.

    `correlation` is that of both estimates (such as the means of a luck); for pairs that nearly always agree, use
    `mean` of the differences with a scale of 1.
    """
    check_level(level)
    left, right = moments_of(a), moments_of(b)
    if min(left.n, right.n) == 0:
        return Test(0.0, math.nan, -1.0, 1.0, 1.0)
    n = min(left.n, right.n)
    rho = min(max(correlation, -1.0), 1.0) * n / (n + UNSEEN)
    low, high = _difference_limits(left, right, rho, (1 - level) / 2)
    return Test(0.0, right.mean - left.mean, low, high, _difference_p(left, right, rho))


def _worth(m: Moments) -> tuple[float, float]:
    """Return how many whole games, and wins among them, have the spread of these shares: with ties, more than were played.

    A few values cannot show how many ties there are, so `UNSEEN` whole games join in.
    """
    mean = min(max(m.mean, 0.0), 1.0)
    greatest = mean * (1 - mean)
    ratio = (m.m2 / greatest + UNSEEN) / (m.n + UNSEEN) if greatest > 0 else 1.0
    games = m.n / ratio
    return games, games * mean


def _exact_limits(m: Moments, tail: float) -> tuple[float, float]:
    """Return Clopper and Pearson's limits that exclude `tail` on either side."""
    if m.n == 0:
        return 0.0, 1.0
    games, wins = _worth(m)
    losses = games - wins
    low = float(special().betaincinv(wins, losses + 1, tail)) if wins > 0 else 0.0
    high = float(special().betainccinv(wins + 1, losses, tail)) if losses > 0 else 1.0
    return min(low, m.mean), max(high, m.mean)


def _binomial_p(m: Moments, null: float) -> float:
    games, wins = _worth(m)
    losses = games - wins
    as_many = float(special().betainc(wins, losses + 1, null)) if wins > 0 else 1.0
    as_few = float(special().betainc(losses, wins + 1, 1 - null)) if losses > 0 else 1.0
    return min(1.0, 2 * min(as_many, as_few))


def _difference_limits(a: Moments, b: Moments, rho: float, tail: float) -> tuple[float, float]:
    (low_a, high_a), (low_b, high_b) = _exact_limits(a, tail), _exact_limits(b, tail)

    def reach(one: float, other: float) -> float:
        return math.sqrt(max(one * one - 2 * rho * one * other + other * other, 0.0))

    gap = b.mean - a.mean
    return gap - reach(b.mean - low_b, high_a - a.mean), gap + reach(high_b - b.mean, a.mean - low_a)


def _difference_p(a: Moments, b: Moments, rho: float) -> float:
    """Return the least alpha whose interval excludes 0, by bisection of its logarithm."""
    if a.mean == b.mean:
        return 1.0
    held, left_out = -690.0, 0.0  # logarithms of alpha; below 1e-299 a difference is there, whatever its p-value
    for _ in range(50):
        middle = (held + left_out) / 2
        low, high = _difference_limits(a, b, rho, math.exp(middle) / 2)
        held, left_out = (middle, left_out) if low <= 0 <= high else (held, middle)
    return math.exp(left_out)


# ------------------------------------------------------------------------------------------------------------- means


def mean(values: Sample, null: float = 0.0, scale: float = 0.0, level: float = 0.95) -> Test:
    """Test whether a mean differs from `null`: Student's t test, honest for rare events and for values without spread.

    `scale` is how far a single value may plausibly lie off: 1 for a paired difference of shares, for points the range from a
    pilot or the bounds of the game. Omit it only where no effect is expected to act in a few games alone: a skewed mean of
    few values is then called different from its null too often.
    """
    m = moments_of(values)
    check_level(level)
    if m.n < 2:
        return Test(null, m.mean if m.n else math.nan, -math.inf, math.inf, 1.0)
    gap, df = m.mean - null, m.n - 1
    reach = _reach(m, abs(gap), scale, two_sided_t(level, df))
    p = 1.0 if gap == 0 else 2 * float(special().stdtr(df, -_steps(m, abs(gap), scale)))
    return Test(null, m.mean, m.mean - reach, m.mean + reach, min(max(p, least_p(m.n)), 1.0))


def least_p(n: int) -> float:
    """Return the least p-value that n independent values can reach: that of n equal coin tosses."""
    return math.ldexp(1.0, 1 - n) if n >= 1 else 1.0


def _steps(m: Moments, gap: float, scale: float) -> float:
    """Return how many standard errors a gap is, with the spread there would be if the null held.

    For that, some unseen values would have to lie `scale` off, which adds scale times the gap to the variance. Counts of
    rare events are thus tested by their score, and values without spread as if one lay at the null.
    """
    squares = m.m2 + scale * gap * m.n
    return math.sqrt(m.n * (m.n - 1) / (squares or gap * gap)) * gap


def _reach(m: Moments, gap: float, scale: float, steps: float) -> float:
    """Return how far off a null must be to lie `steps` standard errors away: the inverse of `_steps`."""
    if m.m2 == 0 and scale == 0:
        return steps * gap / math.sqrt(m.n * (m.n - 1))
    unseen = steps * scale / (2 * (m.n - 1))
    return steps * (unseen + math.sqrt(m.m2 / (m.n * (m.n - 1)) + unseen * unseen))


def equivalent(values: Sample, margin: float, null: float = 0.0, *, scale: float, alpha: float = 0.05) -> Test:
    """Test whether a mean lies within ± margin of `null`: two one-sided t tests; only they allow the word *alike*.

    Here p is the probability of such values if the mean lies a margin or more off: below alpha they are alike, and the
    interval, of level 1 - 2 alpha, lies within the margin. Not alike does not mean different. `scale` as for `mean`.
    """
    check_margin(margin)
    m = moments_of(values)
    if m.n < 2:
        return Test(null, m.mean if m.n else math.nan, -math.inf, math.inf, 1.0)
    room, df = margin - abs(m.mean - null), m.n - 1
    reach = _reach(m, margin, scale, two_sided_t(1 - 2 * alpha, df))
    p = float(special().stdtr(df, -_steps(m, room, scale))) if room > 0 else 1.0
    # Events in a fraction `room / scale` of all games, or more, stay unseen in n of them with this probability.
    unseen = math.exp(-m.n * room / scale) if scale > 0 and room > 0 else 0.0
    reach = max(reach, -math.log(alpha) * scale / m.n)
    return Test(null, m.mean, m.mean - reach, m.mean + reach, max(p, unseen, least_p(m.n)))


# ------------------------------------------------------------------------------------------------------------ leaders


def leader(against: Sequence[Test]) -> Test:
    """Test whether the largest beats the second: of its tests against the others, return the least certain.

    No correction for having picked the largest is needed: a two-sided test of the largest against the second keeps its
    level however many there are (Gutmann and Maymin, "Is the selected population the best?", 1987).
    """
    if not against:
        raise ValueError("leader needs a test against at least one other")
    return max(against, key=lambda test: (test.p, -abs(test.gap)))
