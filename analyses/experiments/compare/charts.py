"""The charts of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.experiments.compare.texts import (
    PAIRS,
    difference_text,
    figure_text,
)
from digsite.analyses.result import Chart, Finding
from digsite.simulator.game.wording import listed, name_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.compare.question import Comparison
    from digsite.analyses.experiments.measures import Measure
    from digsite.analyses.experiments.paired import Change
    from digsite.analyses.stats import Estimate


def lead_charts_first(drawn: Sequence[tuple[Chart, Sequence[Measure]]], findings: Sequence[Finding]) -> list[Chart]:
    """Return the charts in the order of the findings on their measures: the leading finding's chart comes first."""
    ranked = [f.figures.get("measure") for f in sorted(findings, key=lambda found: found.rank) if f.is_claim]

    def place(shown: Sequence[Measure]) -> int:
        return min((ranked.index(measure.name) for measure in shown if measure.name in ranked), default=len(ranked))

    return [chart for chart, _ in sorted(drawn, key=lambda pair: place(pair[1]))]


def charts_of(question: Comparison, found: Sequence[Change]) -> list[tuple[Chart, list[Measure]]]:
    """Return each chart of a comparison, with the measures that it shows."""
    seats = sorted((c for c in found if c.measure.topic == "seats"), key=lambda c: c.measure.about)
    strategies = [c for c in found if c.measure.topic == "strategies"]
    scores = [c for c in found if c.measure.topic == "scores"]
    shares = [*seats, *strategies]
    groups = [
        ("compare-seats", "Win rate by seat", "share of wins", seats),
        ("compare-strategies", "Win rate by strategy", "share of wins", strategies),
        ("compare-scores", "Mean score", question.points, scores),
        ("compare-turns", "Turns", "turns", [_by_name(c) for c in found if c.measure.topic == "length"]),
        (
            "compare-wins",
            "Games that somebody wins",
            "share",
            [_by_name(c) for c in found if c.measure.topic == "wins"],
        ),
    ]
    drawn = [
        (_both(name, title, label, question, mine), [c.measure for c in mine])
        for name, title, label, mine in groups
        if mine
    ]
    by_column: dict[str, list[Change]] = {}
    for change in found:
        if change.measure.topic == "columns":
            by_column.setdefault(change.measure.column, []).append(change)
    drawn += [(_column_chart(question, name, mine), [c.measure for c in mine]) for name, mine in by_column.items()]
    if shares:
        drawn.append((_difference_chart(question, shares), []))
    return drawn


def _by_name(change: Change) -> Change:
    """Return a change named by its measure, for a chart."""
    return replace(change, measure=replace(change.measure, about=change.measure.name))


def _column_chart(question: Comparison, column: str, found: Sequence[Change]) -> Chart:
    """Return a chart of both sides for all measures of a column."""
    title = sentences.sentence(name_in_words(column))
    label = "share" if found[0].measure.unit == "share" else "mean"
    name = f"compare-{name_in_words(column).replace(' ', '-')}"
    return _both(name, title, label, question, [_by_name(change) for change in found])


def _both(name: str, title: str, label: str, question: Comparison, found: Sequence[Change]) -> Chart:
    """Return a chart of both sides."""
    share = found[0].measure.unit == "share"
    rows = [
        {"about": change.measure.about.capitalize() if change.measure.topic == "seats" else change.measure.about}
        | {"rules": side.label}
        | {"value": e.value, "low": e.low, "high": e.high}
        for change in found
        for side, e in ((question.against, change.against), (question.changed, change.changed))
    ]
    sides = f"{question.changed.label} against {question.against.label}"
    caption = f"{sides}, 95 % intervals, {found[0].difference.n:,} games on each side on the same luck."
    alt = f"{title}: " + listed(
        f"{c.measure.about} {_shown(question, c.against, c.measure)} {question.against.phrase} and "
        f"{_shown(question, c.changed, c.measure)} {question.changed.phrase}"
        for c in found
    )
    return Chart(
        name,
        "dots",
        title,
        caption,
        pl.DataFrame(rows),
        alt=alt,
        x="about",
        y="value",
        low="low",
        high="high",
        series="rules",
        y_label=label,
        percent=share,
        reference=(1 / question.seats, "fair share") if found[0].measure.topic in ("seats", "strategies") else None,
    )


def _shown(question: Comparison, estimate: Estimate, measure: Measure) -> str:
    return figure_text(estimate.value, measure.unit, estimate.half_width, question.points)


def _difference_chart(question: Comparison, found: Sequence[Change]) -> Chart:
    rows = [
        {"measure": change.measure.name, "difference": 100 * d.value, "low": 100 * d.low, "high": 100 * d.high}
        for change in found
        for d in (change.difference,)
    ]
    title = f"What changes: {question.changed.label} against {question.against.label}"
    alt = "Differences: " + listed(f"{c.measure.name} {difference_text(c.difference, 'share')}" for c in found)
    return Chart(
        "compare-changes",
        "dots",
        title,
        f"Differences of win rates on the same luck with paired 95 % intervals, {found[0].difference.n:,} {PAIRS}.",
        pl.DataFrame(rows),
        alt=alt,
        x="measure",
        y="difference",
        low="low",
        high="high",
        across=True,
        y_label="difference in percentage points",
        reference=(0.0, "no difference"),
    )
