"""Two rule sets or line-ups on the same luck: what changes, by how much, and how certain that is.

`digsite.simulator.play.tallies` sums up the games of both arms; here the sums become paired intervals, verdicts, sentences and
charts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses.block_sums import finite, interval
from digsite.analyses.experiments.compare import line_ups
from digsite.analyses.experiments.compare.charts import charts_of, lead_charts_first
from digsite.analyses.experiments.compare.findings import findings_of, notes_on_play
from digsite.analyses.experiments.compare.question import ARMS, Comparison, Tuning, arms_of
from digsite.analyses.experiments.paired import ALPHA, Change, Order, Ruler, Scale, changes, order
from digsite.analyses.experiments.spread import Spread, spread
from digsite.analyses.probes.line_ups import called
from digsite.analyses.result import Result
from digsite.analyses.stats import Estimate, SequentialState, SequentialTest, Verdict, sizes
from digsite.simulator.play.tallies import common_seating, merge, tallies

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from digsite.analyses.experiments.measures import Measure
    from digsite.simulator.play.tallies import Tally
    from digsite.simulator.runs.experiment import Experiment


def read(experiment: Experiment) -> Result:
    """Return the result of an experiment with two arms."""
    question = Comparison.of(experiment.question, experiment.game)

    def both(arms: Sequence[str]) -> Iterable[list[Tally]]:
        return tallies(
            experiment.together(arms, question.columns),
            common_seating(experiment.arm(name).plan for name in arms),
            question.extra,
        )

    batches = both(ARMS)
    if question.margin is None:
        others = [merge(both(arms_of(at)))[1] for at in range(1, len(question.line_ups) + 1)]
        return with_line_ups(question, answer(question, tally := merge(batches)[1]), tally, others)
    kept = experiment.manifest["stopping"]
    tuning = Tuning.of(kept)
    most = experiment.plan.deals
    return answer(question, *decide(question, (both[1] for both in batches), tuning, most), tuning)


def with_line_ups(question: Comparison, found: Result, tally: Tally, others: Sequence[Tally]) -> Result:
    """Return an answer led by what holds over line-ups; what rests on one of them is likely at most unless the rest agree."""
    if not others:
        return found
    scale = Scale(tally, question.seats, question.margin, question.headline)
    every = [question.changed.line_up, *question.line_ups]
    same = line_ups.repeated(question.tested(tally), every, [tally, *others])
    if not same:
        return found
    holding = {each.measure.name for each in same if each.holds}
    own = [
        finding
        if finding.certainty != "certain" or finding.figures.get("measure") in holding
        else replace(finding, certainty="likely")
        for finding in found.findings
    ]
    chart = line_ups.chart_of(same, question.headline, question.points)
    note = f"Sentences that do not name line-ups are of one: {called(question.changed.line_up)}."
    return replace(
        found,
        findings=[*line_ups.findings_of(same, scale, question.points), *own],
        tables=dict(found.tables) | {"line_ups": line_ups.table_of(same)},
        charts=[*([chart] if chart else []), *found.charts],
        notes=[note, *found.notes],
    )


# -------------------------------------------------------------------------------------------- playing on until decided


def tuning_of(question: Comparison, pilot: Tally, most_lucks: int) -> Tuning:
    """Return the expected number of deals until a decision, from a pilot on other deals than those that decide."""
    assert question.margin is not None
    head = _headline(question, pilot)
    difference, margin, scale = head.pair(pilot).difference, question.margin[1], head.scale(pilot)
    return tuning_for(margin, difference.sd if difference.n > 1 else 0.0, scale, most_lucks)


def tuning_for(margin: float, sd: float, scale: float, most_lucks: int) -> Tuning:
    """Return the settings for a difference of deals with a known spread."""
    spread = max(sd, margin)
    tuned = min(max(sizes.to_settle(margin, spread, scale), 100), max(most_lucks, 100))
    return Tuning(tuned, scale, sizes.until_decided(margin, spread, scale, tuned))


def decide(question: Comparison, batches: Iterable[Tally], tuning: Tuning, most: int) -> tuple[Tally, SequentialState]:
    """Add batches until the headline measure is decided or no batch is left; at most `most` deals may be played.

    The estimate is corrected for stopping at a verdict.
    """
    assert question.margin is not None
    test = SequentialTest(question.margin[1], ALPHA, tuning.deals, tuning.scale)
    total: Tally | None = None
    for batch in batches:
        total = batch if total is None else total.merged(batch)
        head = _headline(question, total)
        if test.update(head.pair(batch).difference, head.scale(total)).decided:
            break
    assert total is not None
    state = test.state()
    return total, replace(state, estimate=replace(state.estimate, value=test.corrected_mean(most)))


def _headline(question: Comparison, tally: Tally) -> Measure:
    return next(measure for measure in question.measures(tally) if measure.name == question.headline)


# ------------------------------------------------------------------------------------------------------ the answer


def answer(
    question: Comparison, tally: Tally, state: SequentialState | None = None, tuning: Tuning | None = None
) -> Result:
    """Return what changes between the sides; `state` and `tuning` where games were played until decided."""
    scale = Scale(tally, question.seats, question.margin, question.headline)
    ruler = Ruler(tuning.deals if tuning else None)
    found = _changes(question, tally, scale, ruler, state)
    spreads = _spreads(question, tally, ruler, state)
    strategies = [measure for measure in question.measures(tally) if measure.topic == "strategies"]
    ranking = order(tally, strategies, ruler) if strategies else None
    tables = {"measures": _table(found)}
    if spreads:
        tables["spread"] = _spread_table(spreads)
    if ranking:
        tables["order"] = _order_table(ranking)
    title = f"{question.changed.label} against {question.against.label}"
    notes = notes_on_play(found, tally, state)
    findings = findings_of(question, found, spreads, ranking, scale)
    return Result("compare", title, tables, findings, lead_charts_first(charts_of(question, found), findings), notes)


def _changes(
    question: Comparison, tally: Tally, scale: Scale, ruler: Ruler, state: SequentialState | None
) -> list[Change]:
    """Return all changes, the headline first; a sequential test of it is not corrected, the others are."""
    tested = question.tested(tally)
    mirror = next((m for m in question.measures(tally) if m not in tested), None)
    pairs = [(measure, tally) for measure in tested]
    more = len(question.groups(tally))
    if state is None:
        found = changes(pairs, scale, ruler, more)
    else:
        seen = changes(pairs[:1], scale, ruler)[0]
        verdict: Verdict = "different" if state.direction and not state.decided else state.verdict
        head = replace(seen, difference=state.estimate, verdict=verdict, decided=verdict != "undecided")
        found = [head, *changes(pairs[1:], scale, ruler, more)]
    if mirror is not None:
        at = next(at for at, change in enumerate(found) if change.measure.name == "win rate of seat 1")
        found.insert(at + 1, _mirrored(found[at], mirror))
    return found


def _spreads(question: Comparison, tally: Tally, ruler: Ruler, state: SequentialState | None) -> list[Spread]:
    """Return how the gaps between seats and between strategies change, corrected with the measures."""
    together = replace(ruler, tests=question.tests(tally) - (state is not None))
    return [spread(tally, group, together) for group in question.groups(tally)]


def _mirrored(change: Change, measure: Measure) -> Change:
    """Return the other seat's change: its share is the rest of the wins."""

    def rest(estimate: Estimate, whole: float) -> Estimate:
        return replace(estimate, value=whole - estimate.value, low=whole - estimate.high, high=whole - estimate.low)

    return replace(
        change,
        measure=measure,
        against=rest(change.against, 1.0),
        changed=rest(change.changed, 1.0),
        difference=rest(change.difference, 0.0),
    )


def _table(found: Sequence[Change]) -> pl.DataFrame:
    rows = [
        {
            "measure": change.measure.name,
            "topic": change.measure.topic,
            "about": change.measure.about,
            "unit": change.measure.unit,
            **interval("against", change.against),
            **interval("changed", change.changed),
            **interval("difference", change.difference),
            "verdict": change.verdict,
            "p_value": change.p_value,
            "p_equivalent": change.p_equivalent,
            "p_beyond": change.p_beyond,
            "margin": change.margin,
            "correlation": finite(change.correlation),
            "worth": finite(change.worth),
            "games": change.difference.n,
        }
        for change in found
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _spread_table(spreads: Sequence[Spread]) -> pl.DataFrame:
    rows = [
        {"topic": found.topic, "against": found.against, "changed": found.changed}
        | interval("difference", found.difference)
        | {"p_value": found.p_value, "games": found.difference.n}
        for found in spreads
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _order_table(ranking: Order) -> pl.DataFrame:
    rows = enumerate(zip(ranking.against, ranking.changed, strict=True), 1)
    return pl.DataFrame([{"rank": rank, "against": before, "changed": after} for rank, (before, after) in rows])
