"""Intervals of shares and means."""

from __future__ import annotations

import math

from digsite.analyses.stats.estimate import Estimate
from digsite.analyses.stats.moments import Moments, Sample, moments_of
from digsite.analyses.stats.quantiles import two_sided_t, two_sided_z


def mean(values: Sample, level: float = 0.95) -> Estimate:
    """Return the mean with Student's t interval, from the values or their `Moments`."""
    m = moments_of(values)
    if m.n < 2:
        return Estimate(m.mean if m.n else math.nan, -math.inf, math.inf, m.games, level)
    reach = two_sided_t(level, m.n - 1) * m.standard_error
    return Estimate(m.mean, m.mean - reach, m.mean + reach, m.games, level)


def shared_wins(shares: Sample, level: float = 0.95) -> Estimate:
    """Return how often a seat wins when tied players share the win, with an interval.

    `shares` holds each game's part of the win (1, 1/2, 0, …), or is the `Moments` of these, or of the means per luck. The
    interval is Wilson's for the number of games that the variance is worth: ties make it shorter, and without ties it is
    Wilson's to the last digit.
    """
    m = moments_of(shares)
    if not -1e-9 <= m.mean <= 1 + 1e-9:
        raise ValueError(f"shares must lie between 0 and 1; their mean is {m.mean}")
    if m.n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, level)
    z = two_sided_z(level)
    low, high = _wilson_limits(m.mean, m.n / _variance_ratio(m, z), z)
    return Estimate(m.mean, low, high, m.games, level)


def _wilson_limits(share: float, n: float, z: float) -> tuple[float, float]:
    """Return Wilson's score interval; unlike scipy's it accepts fractions of a win and of a game."""
    centre = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    shrink = 1 + z * z / n
    # Rounding must not push a bound past the share where the share is 0 or 1.
    low = 0.0 if share == 0 else min((centre - reach) / shrink, share)
    high = 1.0 if share == 1 else max((centre + reach) / shrink, share)
    return max(low, 0.0), min(high, 1.0)


def _variance_ratio(shares: Moments, z: float) -> float:
    """Return the variance of the shares relative to that of whole wins and losses with the same mean.

    If all games were tied alike, the sample's variance would be 0; yet by Wilson's own bound up to z²/(n+z²) of all games
    may still not be ties, so the ratio is never taken below that.
    """
    greatest = shares.mean * (1 - shares.mean)
    if greatest <= 0:
        return 1.0
    return max(shares.m2 / shares.n / greatest, z * z / (shares.n + z * z))
