"""Looking while the games are being played: intervals and verdicts that hold however often one looks."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from analyses.stats.estimate import Estimate
from analyses.stats.moments import Moments, Sample, moments_of
from analyses.stats.quantiles import check_level

Verdict: TypeAlias = Literal["different", "equivalent", "undecided"]


def anytime_interval(values: Sample, level: float = 0.95, tuned_for: int = 100_000, scale: float = 0.0) -> Estimate:
    """What is the mean, if I look after every batch? An interval that covers it at all looks together.

    The normal-mixture confidence sequence of Robbins, in the asymptotic form of Waudby-Smith, Arbour, Sinha,
    Kennedy and Ramdas ("Time-uniform central limit theory and asymptotic confidence sequences", 2021). The
    probability that any of endlessly many looks misses the mean is at most 1 - level, once there are enough
    values for a central limit theorem. It is tightest, about 1.5 times a t interval, near `tuned_for` values,
    which must be set before looking. `scale` adds one value that differs by so much to the spread seen; see
    `SequentialTest`.
    """
    check_level(level)
    m = moments_of(values)
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
    """Where a sequential test stands: the verdict, the interval it rests on, and the effect's sign.

    `direction` is +1 or -1 as soon as the sign is known, else 0.
    """

    verdict: Verdict
    estimate: Estimate
    direction: int
    looks: int

    @property
    def decided(self) -> bool:
        """Whether there is a verdict: stop here to learn whether there is a difference."""
        return self.verdict != "undecided"


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
    `direction` still has the sign. A run may thus pass from different (size unknown) to equivalent, but not
    back to undecided (save for one of the alpha cases, where later games contradict earlier ones).

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
        """Refuse settings that no test can have."""
        check_level(self.alpha)
        if self.margin < 0:
            raise ValueError(f"a margin cannot be negative; got {self.margin}")

    def update(self, batch: Sample) -> SequentialState:
        """Take in one more batch, as differences or as their `Moments`; returns where the test stands."""
        self.seen = self.seen.merged(moments_of(batch))
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
        return SequentialState(verdict, estimate, direction, self.looks)
