"""Tests against a stated null that stay honest for few games, rare events and values without any spread.

================================================================  ==============================================
Does a seat win more or less than its fair share?                 `share(moments, 1 / seats)`
Is a mean (a score, a paired difference) other than 0?            `mean(moments, 0.0, scale=...)`
Do two groups of rows differ in how often something happens?      `share_difference(a, b, correlation)`
Is the largest larger than the second? *the most*                 `leader([top against each other one])`
Is a mean the null for all that matters? *alike*                  `equivalent(moments, margin, scale=...)`
================================================================  ==============================================

Each gives a `Test`. Values are independent of each other (one for each luck), as an array or as `Moments`. Tests of one
report are corrected together and put in words by `digsite.analyses.stats.family`.

Three rules keep them honest:

- A spread of zero is no proof: with `n` values p is never below 2 / 2^n, what as many tosses of a coin could show.
- What has not been seen yet is counted in: the spread of a mean is that which it would have under the null, made up by
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

UNSEEN = 4.0  # values that join those seen, where their spread alone would say too much


@dataclass(frozen=True, slots=True)
class Test:
    """An estimate with its interval, and how probable one at least as far from the null is if the null is the truth.

    `p` is two-sided and not corrected for other tests; 1 where nothing is known.
    """

    __test__: ClassVar[bool] = False  # it is no test of pytest's

    null: float
    estimate: float
    low: float
    high: float
    p: float

    @property
    def gap(self) -> float:
        """How far the estimate is from the null."""
        return self.estimate - self.null

    @property
    def near(self) -> float:
        """How far the near end of the interval is from the null, with its sign; 0 if the interval holds the null.

        This is what effects are graded by: at least so much is there.
        """
        if self.low > self.null:
            return self.low - self.null
        return min(self.high - self.null, 0.0)

    def within(self, least: float, most: float) -> Test:
        """The same with an interval that ends where the figure must; one without any end stays without."""
        if math.isinf(self.low) and math.isinf(self.high):
            return self
        return replace(self, low=max(self.low, least), high=min(self.high, most))


# ------------------------------------------------------------------------------------------------------------ shares


def share(shares: Sample, null: float, level: float = 0.95) -> Test:
    """Is a share other than `null`? Clopper and Pearson's interval and the two-sided binomial test that goes with it.

    `shares` lie between 0 and 1: wins and losses, parts of a win, or means of a luck's games.
    """
    if not 0 < null < 1:
        raise ValueError(f"a share can be tested against what lies between 0 and 1; got {null}")
    check_level(level)
    m = moments_of(shares)
    low, high = _exact_limits(m, (1 - level) / 2)
    if m.n == 0:
        return Test(null, math.nan, low, high, 1.0)
    return Test(null, m.mean, low, high, _binomial_p(m, null))


def share_difference(a: Sample, b: Sample, correlation: float = 0.0, level: float = 0.95) -> Test:
    """What share b has over share a, against no difference: Newcombe's way, from the exact limits of both.

    `correlation` is that of both estimates (of the means of a luck, say); for pairs that nearly always agree, take
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
    """How many whole games, and wins among them, have the spread of these shares: more than there are, with ties.

    A few values cannot tell how many ties there are, so `UNSEEN` whole games join in.
    """
    mean = min(max(m.mean, 0.0), 1.0)
    greatest = mean * (1 - mean)
    ratio = (m.m2 / greatest + UNSEEN) / (m.n + UNSEEN) if greatest > 0 else 1.0
    games = m.n / ratio
    return games, games * mean


def _exact_limits(m: Moments, tail: float) -> tuple[float, float]:
    """Clopper and Pearson's limits that leave out `tail` on either side."""
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
    """The least alpha whose interval leaves out 0, by bisection of its logarithm."""
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
    """Is a mean other than `null`? Student's t test, honest for rare events and for values without spread.

    `scale` is how far a single value may well lie off: 1 for a paired difference of shares, for points what a pilot or
    the bounds of the game say. Leave it out only where effects in a few games alone are not to be expected: a skewed mean
    of few values is then called other than its null too often.
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
    """The least p-value that n independent values can give: that of n tosses of a coin that all fall alike."""
    return math.ldexp(1.0, 1 - n) if n >= 1 else 1.0


def _steps(m: Moments, gap: float, scale: float) -> float:
    """How many standard errors a gap is, with the spread that there would be were it no gap.

    For that, some values that have not been seen would have to lie `scale` off, and add scale times the gap to the
    variance. Counts of rare events are so tested by their score, and values without spread as if one lay at the null.
    """
    squares = m.m2 + scale * gap * m.n
    return math.sqrt(m.n * (m.n - 1) / (squares or gap * gap)) * gap


def _reach(m: Moments, gap: float, scale: float, steps: float) -> float:
    """How far off a null must be to be so many steps away: what `_steps` gives, the other way round."""
    if m.m2 == 0 and scale == 0:
        return steps * gap / math.sqrt(m.n * (m.n - 1))
    unseen = steps * scale / (2 * (m.n - 1))
    return steps * (unseen + math.sqrt(m.m2 / (m.n * (m.n - 1)) + unseen * unseen))


def equivalent(values: Sample, margin: float, null: float = 0.0, *, scale: float, alpha: float = 0.05) -> Test:
    """Is a mean within ± margin of `null`? Two one-sided t tests; only they allow the word *alike*.

    Here p says how probable such values are if the mean lies a margin or more off: below alpha they are alike, and the
    interval, of level 1 - 2 alpha, lies within the margin. Not alike does not mean different. `scale` as for `mean`.
    """
    check_margin(margin)
    m = moments_of(values)
    if m.n < 2:
        return Test(null, m.mean if m.n else math.nan, -math.inf, math.inf, 1.0)
    room, df = margin - abs(m.mean - null), m.n - 1
    reach = _reach(m, margin, scale, two_sided_t(1 - 2 * alpha, df))
    p = float(special().stdtr(df, -_steps(m, room, scale))) if room > 0 else 1.0
    # What happens in `room / scale` of all games, or more, stays unseen in n of them with this probability.
    unseen = math.exp(-m.n * room / scale) if scale > 0 and room > 0 else 0.0
    reach = max(reach, -math.log(alpha) * scale / m.n)
    return Test(null, m.mean, m.mean - reach, m.mean + reach, max(p, unseen, least_p(m.n)))


# ------------------------------------------------------------------------------------------------------------ leaders


def leader(against: Sequence[Test]) -> Test:
    """Does the largest beat the second? From its tests against each other one: the one that says least.

    No correction for having picked the largest is needed: a two-sided test of the largest against the second keeps its
    level however many there are (Gutmann and Maymin, "Is the selected population the best?", 1987).
    """
    if not against:
        raise ValueError("the largest of one beats nobody")
    return max(against, key=lambda test: (test.p, -abs(test.gap)))
