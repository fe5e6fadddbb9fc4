"""What `compare` and `sweep` share: the figures compared, how sure a difference is, and the strategies' order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import numpy as np

from analyses import stats, words
from analyses.stats import Estimate, Moments, PairMoments, Verdict, tests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyses.result import Certainty, Weight
    from simulator.play.tallies import Columns, Floats, Tally

Unit = Literal["share", "points", "turns"]
Topic = Literal["seats", "strategies", "scores", "length", "wins"]
ALPHA = 0.05
LEVEL = 1 - ALPHA


# --------------------------------------------------------------------------------------------------- measures


@dataclass(frozen=True)
class Measure:
    """A figure that both sides have: the mean of some columns of a tally, for win shares per game that was won.

    A tally's first half is the side that the second half, the changed side, is compared with. `places` are columns;
    `won` is the column that counts the games somebody won.
    """

    name: str
    unit: Unit
    topic: Topic
    about: str  # the seat or strategy
    places: tuple[int, ...]
    won: int | None = None

    def pair(self, tally: Tally) -> PairMoments:
        """Both sides' moments; those of a ratio are its linear part's (the delta method)."""
        value_a, slope_a = self._linear(tally, changed=False)
        value_b, slope_b = self._linear(tally, changed=True)
        spread_a, spread_b = tally.products @ slope_a, tally.products @ slope_b
        m2_a, m2_b = max(float(slope_a @ spread_a), 0.0), max(float(slope_b @ spread_b), 0.0)
        return PairMoments(tally.lucks, value_a, value_b, m2_a, m2_b, float(slope_a @ spread_b), tally.games)

    def side(self, tally: Tally, changed: bool) -> Moments:
        """One side's moments."""
        pair = self.pair(tally)
        mean, m2 = (pair.mean_b, pair.m2_b) if changed else (pair.mean_a, pair.m2_a)
        return Moments(pair.n, mean, m2, pair.games)

    def lead(self, rival: Measure, tally: Tally, changed: bool) -> Moments:
        """The moments of this measure less another one, both on the same side."""
        mine, slope = self._linear(tally, changed)
        theirs, their_slope = rival._linear(tally, changed)
        slope = slope - their_slope
        return Moments(tally.lucks, mine - theirs, max(float(slope @ tally.products @ slope), 0.0), tally.games)

    def _linear(self, tally: Tally, changed: bool) -> tuple[float, Floats]:
        """A side's value, and how fast it grows with each column."""
        offset = tally.means.size // 2 if changed else 0
        at = np.array(self.places) + offset
        value, slope = float(tally.means[at].mean()), np.zeros(tally.means.size)
        if self.won is None:
            slope[at] = 1 / at.size
            return value, slope
        won = float(tally.means[self.won + offset])
        if won == 0:
            return 0.0, slope
        slope[at] = 1 / (at.size * won)
        slope[self.won + offset] -= value / won**2
        return value / won, slope

    def estimate(self, tally: Tally, changed: bool, ruler: Ruler) -> Estimate:
        """One side's figure with its own interval."""
        moments = self.side(tally, changed)
        if self.unit == "share" and ruler.tuned_for is None:
            return stats.shared_wins(moments)
        return ruler.interval(moments)


def measures(against: Sequence[str], changed: Sequence[str], tally: Tally) -> list[Measure]:
    """All figures that are compared, the seats first; `against` and `changed` are the two line-ups."""
    from simulator.play.tallies import Columns

    seats = len(against)
    columns = Columns(seats)
    scores = tuple(columns.place_score(place) for place in range(seats))
    found: list[Measure] = []
    if seats > 1:
        found += [
            Measure(
                f"win share of seat {s + 1}", "share", "seats", f"seat {s + 1}", (columns.seat_win(s),), columns.won
            )
            for s in range(seats)
        ]
        found += _by_strategy(_groups(against, changed), columns)
    found.append(Measure("mean score", "points", "scores", "all", scores))
    found.append(Measure("turns", "turns", "length", "all", (columns.turns,)))
    if min(tally.means[columns.won], tally.means[columns.count + columns.won]) < 1:
        found.append(Measure("games that somebody wins", "share", "wins", "all", (columns.won,)))
    return found


def _by_strategy(groups: dict[str, list[int]], columns: Columns) -> list[Measure]:
    """Win share and score of each strategy; one that holds all places has always the same share."""
    if len(groups) < 2:
        return []
    wins = {name: tuple(columns.place_win(place) for place in places) for name, places in groups.items()}
    scores = {name: tuple(columns.place_score(place) for place in places) for name, places in groups.items()}
    return [
        *(Measure(f"win share of {n}", "share", "strategies", n, at, columns.won) for n, at in wins.items()),
        *(Measure(f"mean score of {n}", "points", "scores", n, at) for n, at in scores.items()),
    ]


def _groups(against: Sequence[str], changed: Sequence[str]) -> dict[str, list[int]]:
    """The places of the line-up that the same strategies hold on both sides."""
    found: dict[str, list[int]] = {}
    for place, (before, after) in enumerate(zip(against, changed, strict=True)):
        found.setdefault(after if before == after else f"{after} for {before}", []).append(place)
    return found


def score_sd(tally: Tally, seats: int) -> float:
    """The standard deviation of a single score on the side that is compared with."""
    from simulator.play.tallies import Columns

    columns = Columns(seats)
    mean = float(tally.means[[columns.place_score(place) for place in range(seats)]].mean())
    return math.sqrt(max(float(tally.means[columns.score_squares]) - mean * mean, 0.0))


@dataclass(frozen=True)
class Scale:
    """What matters at the table: the standard deviation of a score and the length of a game are the yardsticks."""

    score_sd: float
    turns: float
    named: tuple[Unit, float] | None = None  # what the user says matters, instead

    @classmethod
    def of(cls, tally: Tally, seats: int, margin: tuple[Unit, float] | None = None) -> Scale:
        """The yardsticks of the side that is compared with."""
        from simulator.play.tallies import Columns

        return cls(score_sd(tally, seats), float(tally.means[Columns(seats).turns]), margin)

    def margin(self, unit: Unit) -> float:
        """The least difference that matters: half a point of a share, a twentieth of the spread of scores, ..."""
        if self.named and self.named[0] == unit:
            return self.named[1]
        usual = {"share": 0.005, "points": self.score_sd / 20, "turns": self.turns / 50}
        return max(usual[unit], 1e-9)

    def effect(self, unit: Unit, difference: float) -> Weight:
        """How much a difference matters."""
        if unit == "share":
            return words.effect_of_share(difference)
        if unit == "points":
            return words.effect_of_points(difference, self.score_sd)
        return words.effect_of_ratio(difference, self.turns)


# ------------------------------------------------------------------------------------------------ how sure it is


@dataclass(frozen=True)
class Ruler:
    """How intervals and p-values are taken: for a number of games set beforehand, or for one that depended on looking.

    `tuned_for` is that of `stats.anytime_interval`, set before looking; none where the games were set beforehand.
    """

    tuned_for: int | None = None

    def interval(self, values: Moments) -> Estimate:
        """The mean's 95 % interval."""
        return (
            stats.mean(values) if self.tuned_for is None else stats.anytime_interval(values, LEVEL, self.tuned_for, 1.0)
        )

    def p_value(self, values: Moments, centre: float = 0.0) -> float:
        """How odd the values are if their mean is `centre`."""
        if values.n < 2:
            return 1.0
        if self.tuned_for is not None:
            return self._anytime_p_value(values, centre)
        return stats.paired_difference(_against_constant(values, centre)).p_value

    def equivalence(self, values: Moments, margin: float) -> float:
        """The p-value of "they are a margin or more apart"."""
        if self.tuned_for is None:
            return tests.equivalent(values, margin, scale=1.0).p
        if abs(values.mean) >= margin or values.n < 2:
            return 1.0
        return max(self.p_value(values, margin), self.p_value(values, -margin))

    def _anytime_p_value(self, values: Moments, centre: float) -> float:
        """The least alpha at which `anytime_interval`, tuned as it is for 5 %, leaves the centre out."""
        assert self.tuned_for is not None
        surprise = -2 * math.log(ALPHA)
        rho2 = (surprise + math.log1p(surprise)) / self.tuned_for
        grown = values.n * rho2 + 1
        variance = (values.m2 + 1.0) / values.n
        reached = ((values.mean - centre) * values.n) ** 2 * rho2 / (variance * grown) - math.log(grown)
        return min(1.0, math.exp(-reached / 2))


def _against_constant(values: Moments, centre: float) -> PairMoments:
    return PairMoments(values.n, centre, values.mean, 0.0, values.m2, 0.0, values.games)


@dataclass(frozen=True)
class Change:
    """What a measure's change is, how sure it is among all that were looked at, and what the same luck was worth."""

    measure: Measure
    against: Estimate
    changed: Estimate
    difference: Estimate
    p_value: float  # corrected for all comparisons, as is the next
    p_equivalent: float
    verdict: Verdict
    margin: float
    correlation: float
    worth: float

    @property
    def certainty(self) -> Certainty:
        """How sure the verdict is."""
        return words.certainty(self.p_equivalent if self.verdict == "equivalent" else self.p_value)


def changes(pairs: Sequence[tuple[Measure, Tally]], scale: Scale, ruler: Ruler) -> list[Change]:
    """The change of each measure, all comparisons together corrected after Holm."""
    moments = [measure.pair(tally) for measure, tally in pairs]
    raw = [ruler.p_value(pair.difference) for pair in moments]
    same = [
        ruler.equivalence(pair.difference, scale.margin(m.unit)) for (m, _), pair in zip(pairs, moments, strict=True)
    ]
    corrected = zip(pairs, moments, stats.holm(raw), stats.holm(same), strict=True)
    return [_change(*pair, both, float(p), float(q), scale, ruler) for pair, both, p, q in corrected]


def _change(
    measure: Measure, tally: Tally, pair: PairMoments, p: float, q: float, scale: Scale, ruler: Ruler
) -> Change:
    found = stats.paired_difference(pair)
    verdict: Verdict = "equivalent" if q < ALPHA else "different" if p < ALPHA else "undecided"
    return Change(
        measure,
        measure.estimate(tally, False, ruler),
        measure.estimate(tally, True, ruler),
        ruler.interval(pair.difference),
        p,
        q,
        verdict,
        scale.margin(measure.unit),
        found.correlation,
        found.worth,
    )


# ------------------------------------------------------------------------------------------ order of strategies


@dataclass(frozen=True)
class Order:
    """The strategies from best to worst on either side, and which of them swap for sure.

    different: some pair stands one way round on one side and the other way on the other, beyond chance; equivalent:
    every pair stands the same way round on both, beyond chance; undecided: some pair cannot be told apart.
    """

    against: tuple[str, ...]
    changed: tuple[str, ...]
    swapped: tuple[tuple[str, str], ...]  # the first is ahead on the changed side
    close: tuple[tuple[str, str], ...]  # cannot be told apart on at least one side
    verdict: Verdict


def order(tally: Tally, strategies: Sequence[Measure], ruler: Ruler) -> Order:
    """How the strategies rank by win share on both sides, every pair of them tested."""
    pairs = list(combinations(strategies, 2))
    leads = [(one.lead(two, tally, False), one.lead(two, tally, True)) for one, two in pairs]
    p_values = stats.holm([ruler.p_value(lead) for both in leads for lead in both]).reshape(-1, 2)
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
