"""Looking while the games are being played: intervals and verdicts that hold at every look."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np

from digsite.analyses.stats.estimate import Estimate
from digsite.analyses.stats.moments import Floats, Moments, Sample, moments_of
from digsite.analyses.stats.quantiles import check_level
from digsite.analyses.stats.tests import UNSEEN

Verdict: TypeAlias = Literal[
    "different by more than the margin", "different, but by less", "different", "equivalent", "undecided"
]
MORE: Verdict = "different by more than the margin"
LESS: Verdict = "different, but by less"
_DIFFERENT = (MORE, LESS, "different")


def is_difference(verdict: str) -> bool:
    """Return whether a verdict says that there is a difference, of any size."""
    return verdict in _DIFFERENT


def anytime_interval(values: Sample, level: float = 0.95, tuned_for: int = 100_000, scale: float = 0.0) -> Estimate:
    """Return the mean with an interval that covers it at all looks together, after every batch.

    The normal-mixture confidence sequence of Robbins, in the asymptotic form of Waudby-Smith, Arbour, Sinha,
    Kennedy and Ramdas ("Time-uniform central limit theory and asymptotic confidence sequences", 2021). The
    probability that any of infinitely many looks misses the mean is at most 1 - level, once there are enough
    values for a central limit theorem. It is tightest, about 1.5 times a t interval, near `tuned_for` values,
    which must be set before looking. `scale` adds values that lie this far off to the observed spread; see
    `SequentialTest`.
    """
    check_level(level)
    m = moments_of(values)
    if m.n < 2:
        return Estimate(m.mean if m.n else math.nan, -math.inf, math.inf, m.games, level)
    variance = (m.m2 + UNSEEN * scale * scale) / m.n
    reach = float(_reach(np.float64(m.n), np.float64(variance), 1 - level, tuned_for))
    return Estimate(m.mean, m.mean - reach, m.mean + reach, m.games, level)


def anytime_p_value(values: Sample, null: float, alpha: float, tuned_for: int, scale: float = 0.0) -> float:
    """Return the least alpha at which `anytime_interval`, tuned for `alpha`, excludes the null."""
    m = moments_of(values)
    if m.n < 2:
        return 1.0
    rho2 = _rho2(alpha, tuned_for)
    grown = m.n * rho2 + 1
    variance = (m.m2 + UNSEEN * scale * scale) / m.n
    if variance == 0:
        return 1.0 if m.mean == null else math.ldexp(1.0, 1 - m.n)
    reached = ((m.mean - null) * m.n) ** 2 * rho2 / (variance * grown) - math.log(grown)
    return min(1.0, math.exp(-reached / 2))


@dataclass(frozen=True, slots=True)
class SequentialState:
    """The state of a sequential test: the verdict, its interval, and the effect's sign.

    `direction` is +1 or -1 as soon as the sign is known, else 0.
    """

    verdict: Verdict
    estimate: Estimate
    direction: int
    looks: int

    @property
    def decided(self) -> bool:
        """Return whether there is a verdict, so that the run may stop."""
        return self.verdict != "undecided"


@dataclass(slots=True)
class SequentialTest:
    """A test of differences that stays honest at every look while the games are being played.

    Feed it the differences batch by batch and stop at a verdict, or at any time. All verdicts use one interval,
    which covers the true difference at all looks together in 1 - `alpha` of all runs, so that at most `alpha` of all
    runs end with a wrong one:

    - ``different by more than the margin``: the interval lies beyond + `margin`, or beyond - `margin`.
    - ``different, but by less``: it lies between 0 and the margin, on either side.
    - ``equivalent``: it lies within ± `margin`, the least difference that matters, and holds 0.
    - ``undecided``: none of these yet. `direction` may already have the sign.

    A run may pass from equivalent to different, but by less; no verdict is withdrawn (except in one of the alpha cases,
    where later games contradict earlier ones).

    One value is one pair of games, or the mean of the pairs on one luck. `tuned_for` is the number of values at which
    the interval should be tightest; being wrong by a factor of ten costs little. `scale` is how far a single value may
    plausibly lie off (1 for win rates; else from a pilot or the measure's bounds): `UNSEEN` such values join the spread,
    so that a change which acts in few games is not called equivalent before it could be seen. It may grow from batch
    to batch. No verdict falls before `burn_in` values.
    """

    margin: float
    alpha: float = 0.05
    tuned_for: int = 100_000
    scale: float = 1.0
    burn_in: int = 100
    observed: Moments = field(default=Moments(0, 0.0, 0.0), init=False)
    looks: int = field(default=0, init=False)
    low: float = field(default=-math.inf, init=False)
    high: float = field(default=math.inf, init=False)

    def __post_init__(self) -> None:
        """Raise an error for settings that no test can have."""
        check_level(self.alpha)
        if self.margin < 0:
            raise ValueError(f"a margin must not be negative; got {self.margin}")

    def update(self, batch: Sample, scale: float = 0.0) -> SequentialState:
        """Add a batch, as differences or as their `Moments`, and a larger scale if one was seen; return the new state."""
        self.observed = self.observed.merged(moments_of(batch))
        self.scale = max(self.scale, scale)
        self.looks += 1
        if self.observed.n >= max(self.burn_in, 2):
            self._narrow(anytime_interval(self.observed, 1 - self.alpha, self.tuned_for, self.scale))
        return self.state()

    def _narrow(self, interval: Estimate) -> None:
        """Narrow the interval: all looks hold together, so what one look excludes stays excluded."""
        low, high = max(self.low, interval.low), min(self.high, interval.high)
        if low > high:  # two looks contradict each other: one of the alpha cases; trust the larger sample
            low, high = interval.low, interval.high
        self.low, self.high = low, high

    def state(self) -> SequentialState:
        """Return the state of the test after all batches."""
        direction = int(self.low > 0) - int(self.high < 0)
        value = self.observed.mean if self.observed.n else math.nan
        estimate = Estimate(value, self.low, self.high, self.observed.games, 1 - self.alpha)
        return SequentialState(self._verdict(direction), estimate, direction, self.looks)

    def _verdict(self, direction: int) -> Verdict:
        if -self.margin < self.low and self.high < self.margin:
            return LESS if direction else "equivalent"
        return MORE if direction and max(self.low, -self.high) >= self.margin else "undecided"

    def corrected_mean(self, most: int) -> float:
        """Return the mean corrected for stopping at a verdict; `most` is the largest number of values that may be played.

        A test stops where chance has carried the mean away from the margin, so the mean at stopping lies too far out.
        Whitehead's correction ("On the bias of maximum likelihood estimation following a sequential test", 1986): the true
        mean under which this test, stopped by the same rule, shows on average what was seen.
        """
        if self.looks == 0 or self.observed.n < max(self.burn_in, 2) or self.observed.m2 == 0:
            return self.observed.mean
        guess = self.observed.mean
        for _ in range(_ROUNDS):
            guess = self.observed.mean - (self._mean_at_stopping(guess, most) - guess)
        return min(max(guess, self.low), self.high)

    def _mean_at_stopping(self, true: float, most: int) -> float:
        """Return the mean that the test shows on average if `true` holds, by simulating it with normal values."""
        batch = self.observed.n / self.looks
        looks = max(min(math.ceil(most / batch), _MORE_LOOKS * self.looks + 20), self.looks)
        n: Floats = batch * np.arange(1, looks + 1, dtype=np.float64)
        variance = self.observed.m2 / self.observed.n
        steps = np.random.default_rng(0).standard_normal((_PATHS, looks)) * math.sqrt(variance * batch)
        means = true + np.cumsum(steps, axis=1) / n
        spread: Floats = variance + UNSEEN * self.scale**2 / n
        reach = _reach(n, spread, self.alpha, self.tuned_for)
        reach[n < max(self.burn_in, 2)] = math.inf
        low, high = np.maximum.accumulate(means - reach, axis=1), np.minimum.accumulate(means + reach, axis=1)
        within = (low > -self.margin) & (high < self.margin)
        stopped = within | (low >= self.margin) | (high <= -self.margin)
        last = np.where(stopped.any(axis=1), stopped.argmax(axis=1), looks - 1)
        return float(means[np.arange(_PATHS), last].mean())


_PATHS, _ROUNDS, _MORE_LOOKS = 500, 4, 8  # simulations for the correction for stopping


def _reach(n: Floats | np.float64, variance: Floats | np.float64, alpha: float, tuned_for: int) -> Floats:
    """Return how far the anytime interval reaches to either side of the mean of n values."""
    rho2 = _rho2(alpha, tuned_for)
    grown = n * rho2 + 1
    found: Floats = np.sqrt(variance * grown * (np.log(grown) - 2 * math.log(alpha)) / (n * rho2)) / np.sqrt(n)
    return found


def _rho2(alpha: float, tuned_for: int) -> float:
    """Return the mixture's precision that makes the interval tightest at `tuned_for` values."""
    surprise = -2 * math.log(alpha)
    return (surprise + math.log1p(surprise)) / tuned_for
