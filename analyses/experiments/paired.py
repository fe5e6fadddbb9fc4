"""Differences between two sides on the same luck: how large, how certain, and the order of the strategies."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING

from digsite.analyses import stats
from digsite.analyses.experiments.measures import Measure, Unit, score_sd
from digsite.analyses.stats import Estimate, Moments, Verdict, family, tests
from digsite.analyses.stats.sequential import LESS, MORE, anytime_p_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.result import Certainty, Weight
    from digsite.analyses.stats.family import Yardstick
    from digsite.simulator.play.tallies import Tally

ALPHA = 0.05
LEVEL = 1 - ALPHA
_LEAST_SPREAD = 0.1  # of a share, as a yardstick: a share of 0 has none


@dataclass(frozen=True)
class Scale:
    """What matters at the table: the yardsticks of effects, and the least effect that counts."""

    tally: Tally
    seats: int
    named: tuple[Unit, float] | None = None  # the user's margin, instead
    headline: str = ""  # the measure that a margin in numbers is meant for

    def against(self, measure: Measure) -> tuple[float, Yardstick]:
        """Return the yardstick of a measure, from the first side; `digsite.analyses.stats.family` has the steps."""
        if measure.topic in ("seats", "strategies"):
            return 1 / self.seats, "share"
        if measure.topic == "length":
            return float(self.tally.means[measure.places[0]]), "ratio"
        if measure.topic == "scores":
            return score_sd(self.tally, self.seats) or 1.0, "spread"
        spread = measure.spread(self.tally)
        if measure.unit == "share":
            return max(spread, _LEAST_SPREAD), "spread"
        return spread or measure.scale(self.tally) or 1.0, "spread"

    def margin(self, measure: Measure) -> float:
        """Return the least difference that matters: the user's, else the least with a small effect."""
        if self.named and (measure.name == self.headline or measure.unit == self.named[0] != "number"):
            return self.named[1]
        size, yardstick = self.against(measure)
        return max(size * family.STEPS[yardstick][-1][1], 1e-9)

    def effect(self, measure: Measure, difference: Estimate) -> Weight:
        """Return how much a difference matters, by the near end of its interval."""
        size, yardstick = self.against(measure)
        return family.effect(max(difference.low, -difference.high, 0.0), size, yardstick)


# ------------------------------------------------------------------------------------------------ how sure it is


@dataclass(frozen=True)
class Ruler:
    """How intervals and p-values are computed: for a number of games set in advance, or for one that depended on looking.

    `tuned_for` is that of `stats.anytime_interval`, set before looking; None where the number of games was set in advance.
    `scale` is how far a single value may plausibly lie off. `tests` is how many comparisons an interval holds for together.
    """

    tuned_for: int | None = None
    tests: int = 1

    def interval(self, values: Moments, scale: float) -> Estimate:
        """Return the mean's interval, 95 % for all comparisons together."""
        level = family.corrected_level(self.tests)
        if self.tuned_for is not None:
            return replace(stats.anytime_interval(values, level, self.tuned_for, scale), level=LEVEL)
        found = tests.mean(values, 0.0, scale, level)
        return Estimate(found.estimate, found.low, found.high, values.games)

    def corrected(self, values: Moments, margin: float, scale: float) -> tuple[float, float, float]:
        """Return the p-values of no difference, of one of the margin or more, and of the margin or less, all corrected."""
        raw = (
            self.p_value(values, scale),
            self.equivalence(values, margin, scale),
            self.beyond(values, margin, scale),
        )
        p, same, beyond = (family.bonferroni(value, self.tests) for value in raw)
        return p, same, beyond

    def verdict(self, values: Moments, margin: float, scale: float) -> Verdict:
        """Return what a comparison says of these values."""
        return _verdict(*self.corrected(values, margin, scale))

    def p_value(self, values: Moments, scale: float, centre: float = 0.0) -> float:
        """Return the p-value of the values if their mean is `centre`, not corrected."""
        if self.tuned_for is not None:
            return anytime_p_value(values, centre, ALPHA / self.tests, self.tuned_for, scale)
        return tests.mean(values, centre, scale).p

    def equivalence(self, values: Moments, margin: float, scale: float) -> float:
        """Return the p-value of "they differ by a margin or more"."""
        if self.tuned_for is None:
            return tests.equivalent(values, margin, scale=scale).p
        if abs(values.mean) >= margin:
            return 1.0
        return max(self.p_value(values, scale, margin), self.p_value(values, scale, -margin))

    def beyond(self, values: Moments, margin: float, scale: float) -> float:
        """Return the p-value of "they differ by a margin or less"."""
        if abs(values.mean) <= margin:
            return 1.0
        return self.p_value(values, scale, math.copysign(margin, values.mean))


@dataclass(frozen=True)
class Change:
    """A measure's change, its certainty among all comparisons, and what the same luck was worth."""

    measure: Measure
    against: Estimate
    changed: Estimate
    difference: Estimate
    p_value: float  # corrected for all comparisons, as are the next two
    p_equivalent: float
    p_beyond: float
    verdict: Verdict
    margin: float
    correlation: float
    worth: float
    tests: int = 1  # comparisons that the difference's interval holds for together
    decided: bool = False  # by a sequential test, whose verdict is at least likely whatever a single look says
    values: Moments = field(default=Moments(0, 0.0, 0.0))  # of the deals' differences
    scale: float = 0.0  # how far one of them may plausibly lie off

    @property
    def differs(self) -> bool:
        """Return whether there is a difference beyond chance, of any size."""
        return stats.is_difference(self.verdict)

    @property
    def certainty(self) -> Certainty:
        """Return how certain it is that there is a difference, or that there is no noticeable one."""
        return self._sure(self.p_equivalent if self.verdict == "equivalent" else self.p_value)

    @property
    def size_certainty(self) -> Certainty:
        """Return how certain the verdict on the size of the difference is: more than the margin, or less."""
        return self._sure({MORE: self.p_beyond, LESS: self.p_equivalent}.get(self.verdict, 1.0))

    def _sure(self, p: float) -> Certainty:
        sure = family.certainty(p)
        return "likely" if self.decided and sure == "unclear" else sure


def changes(pairs: Sequence[tuple[Measure, Tally]], scale: Scale, ruler: Ruler, more: int = 0) -> list[Change]:
    """Return the change of each measure; intervals and p-values hold for all comparisons together (Bonferroni).

    more: further tests that share in the correction.
    """
    together = replace(ruler, tests=max(len(pairs) + more, 1))
    return [_change(measure, tally, scale.margin(measure), together) for measure, tally in pairs]


def _change(measure: Measure, tally: Tally, margin: float, ruler: Ruler) -> Change:
    pair, far = measure.pair(tally), measure.scale(tally)
    values, found = pair.difference, stats.paired_difference(pair)
    p, same, beyond = ruler.corrected(values, margin, far)
    return Change(
        measure,
        measure.estimate(tally, False, ruler),
        measure.estimate(tally, True, ruler),
        _bounded(measure, ruler.interval(values, far)),
        p,
        same,
        beyond,
        _verdict(p, same, beyond),
        margin,
        found.correlation,
        found.worth,
        ruler.tests,
        values=values,
        scale=far,
    )


def _bounded(measure: Measure, change: Estimate) -> Estimate:
    """Return the change clipped to 100 percentage points if it is a share; a change without an interval stays as it is."""
    if measure.unit != "share" or math.isinf(change.high):
        return change
    return replace(change, low=max(change.low, -1.0), high=min(change.high, 1.0))


def _verdict(p: float, same: float, beyond: float) -> Verdict:
    """Return the verdict that corrected p-values allow; a difference of open size is just different."""
    if max(p, beyond) < ALPHA:
        return MORE
    if same < ALPHA:
        return LESS if p < ALPHA else "equivalent"
    return "different" if p < ALPHA else "undecided"


# ------------------------------------------------------------------------------------------ order of strategies


@dataclass(frozen=True)
class Swap:
    """A strategy that overtakes another: its lead in wins on either side, first below 0 and then above, beyond chance."""

    better: str
    worse: str
    before: Estimate
    after: Estimate
    p_value: float  # corrected, of the less certain lead

    @property
    def near(self) -> float:
        """Return the least by which the lead has moved."""
        return self.after.low - self.before.high


@dataclass(frozen=True)
class Order:
    """The strategies from best to worst on either side, and which of them surely swap.

    different: some pair ranks one way round on one side and the other way on the other, beyond chance; equivalent: every
    pair ranks the same way round on both, beyond chance; undecided: some pair shows no clear difference.
    """

    against: tuple[str, ...]
    changed: tuple[str, ...]
    swaps: tuple[Swap, ...]
    close: tuple[tuple[str, str], ...]  # no clear difference on at least one side
    verdict: Verdict
    p_value: float = 1.0  # of the verdict, corrected: of the surest swap, or of the least sure rank

    def effect(self, seats: int) -> family.Effect:
        """Return how much the order changes: the lead that has moved most, at its least, against the fair share."""
        return family.effect(max((swap.near for swap in self.swaps), default=0.0), 1 / seats)


def order(tally: Tally, strategies: Sequence[Measure], ruler: Ruler, points: int = 1) -> Order:
    """Return how the strategies rank by win rate on both sides, every pair of them tested, at each of several points."""
    pairs = list(combinations(strategies, 2))
    together = replace(ruler, tests=max(2 * len(pairs) * points, 1))
    swaps, close, least_sure = [], [], 0.0
    for one, two in pairs:
        leads = [one.lead(two, tally, changed) for changed in (False, True)]
        p = max(family.bonferroni(together.p_value(lead, 1.0), together.tests) for lead in leads)
        least_sure = max(least_sure, p)
        if p >= ALPHA:
            close.append((one.about, two.about))
        elif leads[0].mean * leads[1].mean < 0:
            swaps.append(_swap(one.about, two.about, leads, p, together))
    verdict: Verdict = "different" if swaps else "undecided" if close else "equivalent"
    p_value = min((swap.p_value for swap in swaps), default=least_sure)
    before, after = (_ranked(tally, strategies, changed) for changed in (False, True))
    return Order(before, after, tuple(swaps), tuple(close), verdict, p_value)


def _swap(one: str, two: str, leads: Sequence[Moments], p: float, ruler: Ruler) -> Swap:
    """Return a swap from the view of the one that overtakes."""
    before, after = (ruler.interval(lead, 1.0) for lead in leads)
    if after.value > 0:
        return Swap(one, two, before, after, p)
    before, after = (replace(lead, value=-lead.value, low=-lead.high, high=-lead.low) for lead in (before, after))
    return Swap(two, one, before, after, p)


def _ranked(tally: Tally, strategies: Sequence[Measure], changed: bool) -> tuple[str, ...]:
    return tuple(m.about for m in sorted(strategies, key=lambda m: -m.side(tally, changed).mean))
