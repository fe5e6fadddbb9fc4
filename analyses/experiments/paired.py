"""Differences between two sides on the same luck: how large, how certain, and the order of the strategies."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from digsite.analyses import stats
from digsite.analyses.experiments.measures import Measure, Unit, score_sd
from digsite.analyses.stats import Estimate, Moments, PairMoments, Verdict, family, tests
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

    def p_value(self, values: Moments, scale: float, centre: float = 0.0) -> float:
        """Return the p-value of the values if their mean is `centre`."""
        if self.tuned_for is not None:
            return anytime_p_value(values, centre, ALPHA, self.tuned_for, scale)
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


def changes(pairs: Sequence[tuple[Measure, Tally]], scale: Scale, ruler: Ruler) -> list[Change]:
    """Return the change of each measure; intervals and p-values hold for all comparisons together (Bonferroni)."""
    moments = [measure.pair(tally) for measure, tally in pairs]
    wide = [(pair.difference, m.scale(tally)) for (m, tally), pair in zip(pairs, moments, strict=True)]
    margins = [scale.margin(measure) for measure, _ in pairs]
    raw = (
        [ruler.p_value(values, far) for values, far in wide],
        [ruler.equivalence(values, margin, far) for (values, far), margin in zip(wide, margins, strict=True)],
        [ruler.beyond(values, margin, far) for (values, far), margin in zip(wide, margins, strict=True)],
    )
    together = replace(ruler, tests=len(pairs))
    corrected = zip(*([family.bonferroni(p, len(pairs)) for p in values] for values in raw), strict=True)
    return [
        _change(*pair, both, p_values, margin, together)
        for pair, both, p_values, margin in zip(pairs, moments, corrected, margins, strict=True)
    ]


def _change(
    measure: Measure, tally: Tally, pair: PairMoments, p_values: tuple[float, ...], margin: float, ruler: Ruler
) -> Change:
    p, same, beyond = p_values
    found = stats.paired_difference(pair)
    return Change(
        measure,
        measure.estimate(tally, False, ruler),
        measure.estimate(tally, True, ruler),
        _bounded(measure, ruler.interval(pair.difference, measure.scale(tally))),
        p,
        same,
        beyond,
        _verdict(p, same, beyond),
        margin,
        found.correlation,
        found.worth,
        ruler.tests,
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
class Order:
    """The strategies from best to worst on either side, and which of them surely swap.

    different: some pair ranks one way round on one side and the other way on the other, beyond chance; equivalent: every
    pair ranks the same way round on both, beyond chance; undecided: some pair shows no clear difference.
    """

    against: tuple[str, ...]
    changed: tuple[str, ...]
    swapped: tuple[tuple[str, str], ...]  # the first is ahead on the changed side
    close: tuple[tuple[str, str], ...]  # no clear difference on at least one side
    verdict: Verdict


def order(tally: Tally, strategies: Sequence[Measure], ruler: Ruler) -> Order:
    """Return how the strategies rank by win rate on both sides, every pair of them tested."""
    pairs = list(combinations(strategies, 2))
    leads = [(one.lead(two, tally, False), one.lead(two, tally, True)) for one, two in pairs]
    p_values = stats.holm([ruler.p_value(lead, 1.0) for both in leads for lead in both]).reshape(-1, 2)
    swapped, close = [], []
    for (one, two), (before, after), p in zip(pairs, leads, p_values, strict=True):
        if p.max() >= ALPHA:
            close.append((one.about, two.about))
        elif before.mean * after.mean < 0:
            swapped.append((one.about, two.about) if after.mean > 0 else (two.about, one.about))
    verdict: Verdict = "different" if swapped else "undecided" if close else "equivalent"
    return Order(
        _ranked(tally, strategies, False), _ranked(tally, strategies, True), tuple(swapped), tuple(close), verdict
    )


def _ranked(tally: Tally, strategies: Sequence[Measure], changed: bool) -> tuple[str, ...]:
    return tuple(m.about for m in sorted(strategies, key=lambda m: -m.side(tally, changed).mean))
