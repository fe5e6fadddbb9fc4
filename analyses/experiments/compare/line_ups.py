"""A comparison repeated with other line-ups: does a change hold whoever plays, or does it depend on the players?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.experiments.compare.texts import PAIRS, difference_text, unit_word
from digsite.analyses.probes.line_ups import called
from digsite.analyses.result import Chart, Finding
from digsite.analyses.stats import Estimate, family, tests
from digsite.analyses.stats.random_effects import Pooled, pool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.measures import Measure, Topic
    from digsite.analyses.experiments.paired import Scale
    from digsite.analyses.stats import Moments
    from digsite.simulator.play.tallies import Tally

TOPICS: Sequence[Topic] = ("seats", "scores", "length", "columns")  # what line-ups have in common


@dataclass(frozen=True)
class Repeated:
    """A measure's change with each line-up, and over all of them.

    tests: how many tests are corrected together.
    """

    measure: Measure
    names: Sequence[str]  # of the line-ups, as after *with*
    found: Sequence[Moments]
    over_all: Pooled
    tests: int

    def p_value(self, value: float) -> float:
        """Return a p-value corrected for all tests."""
        return family.bonferroni(value, self.tests)

    @property
    def change(self) -> Estimate:
        """Return the change over line-ups, the line-up a random part of its interval."""
        test = self.over_all.test(0.0, family.corrected_level(self.tests))
        return Estimate(test.estimate, test.low, test.high, self.over_all.games)

    @property
    def holds(self) -> bool:
        """Return whether a further line-up would show a change to the same side."""
        return self.p_value(self.over_all.further(0.0).p) < family.LIKELY

    @property
    def differs(self) -> bool:
        """Return whether the change is surely not the same with every line-up."""
        return self.p_value(self.over_all.differ) < family.LIKELY

    def one(self, at: int) -> Estimate:
        """Return the change with one line-up; the intervals of all line-ups and measures hold together."""
        level = family.corrected_level(self.tests * len(self.found))
        test = tests.mean(self.found[at], 0.0, 1.0 if self.measure.unit == "share" else 0.0, level)
        return Estimate(test.estimate, test.low, test.high, self.found[at].games)


def repeated(
    measures: Sequence[Measure], line_ups: Sequence[Sequence[str]], tallies: Sequence[Tally]
) -> list[Repeated]:
    """Return the measures that all line-ups share, each with its changes; none where too few line-ups were played."""
    common = [measure for measure in measures if measure.topic in TOPICS and not _of_one_player(measure)]
    names = [called(players) for players in line_ups]
    moments = [[measure.pair(tally).difference for tally in tallies] for measure in common]
    pooled = [pool(found) for found in moments]
    return [
        Repeated(measure, names, found, over_all, 2 * len(common))
        for measure, found, over_all in zip(common, moments, pooled, strict=True)
        if over_all
    ]


def _of_one_player(measure: Measure) -> bool:
    return measure.topic == "scores" and measure.about != "all"


def findings_of(found: Sequence[Repeated], scale: Scale, points: str) -> list[Finding]:
    """Return for each measure whether its change holds whoever plays; of seats but the first only what is beyond chance."""
    said = [_finding(each, scale, points) for each in found]
    always = [each.measure.topic != "seats" or each.measure.about == "seat 1" for each in found]
    return [finding for finding, wanted in zip(said, always, strict=True) if wanted or finding.is_claim]


def _finding(found: Repeated, scale: Scale, points: str) -> Finding:
    measure, change = found.measure, found.change
    p_value = found.p_value(found.over_all.test(0.0).p)
    sure = family.certainty(p_value)
    if sure == "certain" and not found.holds:
        sure = "likely"  # another line-up may turn it round
    lowest, highest = (edge(range(len(found.found)), key=lambda at: found.found[at].mean) for edge in (min, max))
    ends = [f"{_plain(found.one(at), measure, points)} with {found.names[at]}" for at in (lowest, highest)]
    whom = "whoever plays" if found.holds else "on average" if sure != "unclear" else "which may be chance"
    sentence = f"Over {len(found.found)} line-ups {_subject(measure)} changes by {difference_text(change, measure.unit, points)}, {whom}"
    if found.differs:
        sentence += f"; how much depends on the players: {ends[0]}, {ends[1]}"
    figures = {
        "measure": measure.name, "over_line_ups": change.value, "low": change.low, "high": change.high,
        "whoever_plays": found.holds, "depends": found.differs, "spread": found.over_all.spread, "p_value": p_value,
    }  # fmt: skip
    effect = scale.effect(measure, change) if sure != "unclear" else "none"
    return Finding(f"{sentence}.", effect, sure, figures)


def _subject(measure: Measure) -> str:
    """Return what changes, in the middle of a sentence."""
    if measure.topic == "columns":
        return f"the {'share' if measure.unit == 'share' else 'mean'} of {measure.name}"
    return "the length of a game" if measure.topic == "length" else f"the {measure.name}"


def _plain(change: Estimate, measure: Measure, points: str) -> str:
    share = measure.unit == "share"
    unit = "percentage points" if share else unit_word(measure.unit, points)
    return sentences.with_interval(change, percent=share, signed=True, unit=unit)


def table_of(found: Sequence[Repeated]) -> pl.DataFrame:
    """Return each measure's change with each line-up."""
    rows = []
    for each in found:
        for at, name in enumerate(each.names):
            change = each.one(at)
            ends = {"difference_low": change.low, "difference_high": change.high, "games": change.n}
            rows.append(
                {"measure": each.measure.name, "line_up": sentences.sentence(name), "difference": change.value, **ends}
            )
    return pl.DataFrame(rows)


def chart_of(found: Sequence[Repeated], headline: str, points: str) -> Chart | None:
    """Return the picture of the headline's change by line-up."""
    head = next((each for each in found if each.measure.name == headline), None)
    if head is None:
        return None
    factor = 100.0 if head.measure.unit == "share" else 1.0
    table = table_of([head]).with_columns(pl.col("difference", "difference_low", "difference_high") * factor)
    unit = (
        "percentage points"
        if head.measure.unit == "share"
        else unit_word(head.measure.unit, points) or head.measure.name
    )
    pairs = sum(moments.games for moments in head.found)
    return Chart(
        "compare-line-ups", "dots", "The change with different players",
        f"Change of the {headline} with each line-up, with corrected 95 % intervals; {pairs:,} {PAIRS}.", table, "line_up",
        "difference", y_label=unit, across=True, reference=(0.0, "no change"),
    )  # fmt: skip
