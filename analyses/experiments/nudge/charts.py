"""The charts of a nudge experiment: worth of each component, worth of the next one, and observed compared with caused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses.chart_rows import drawable_rows
from digsite.analyses.experiments.nudge.question import PAIRS, words_of
from digsite.analyses.result import Chart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.experiments.nudge.question import NudgeQuestion

FEW = 100  # lucks, or players to compare with; a figure of fewer is not drawn
MOST_CURVES = 8


def charts_of(question: NudgeQuestion, tables: Mapping[str, pl.DataFrame]) -> list[Chart]:
    """Return the charts of what each nudge causes in each measure, then of what was observed."""
    charts = [_worth_chart(question, tables["worth"], measure) for measure in question.tested_measures]
    observed = tables["observed"]
    if not observed.height:
        return charts
    charts.append(_beside_chart(question, observed.filter(pl.col("held").is_null())))
    return charts + [
        _next_chart(question, table, name, at_end)
        for at_end, source in ((False, observed.drop_nulls("held")), (True, tables["ended"]))
        for name, table in _curves(source)
    ]


def _curves(table: pl.DataFrame) -> list[tuple[str, pl.DataFrame]]:
    """Return the rows of each nudge that make a curve: several numbers held, each by enough players."""
    if not table.height:
        return []
    enough = table.filter((pl.col("lucks") >= FEW) & (pl.col("appearances") >= FEW))
    each = [(name, enough.filter(pl.col("nudge") == name)) for name in table["nudge"].unique(maintain_order=True)]
    return [(name, rows) for name, rows in each if rows.height > 1][:MOST_CURVES]


def _scaled(table: pl.DataFrame, question: NudgeQuestion, measure: str, name: str) -> pl.DataFrame:
    """Return the change of a measure as columns `change`, `low` and `high`; shares in percentage points."""
    factor = 100 if question.is_share(measure) else 1
    ends = {"change": name, "low": f"{name}_low", "high": f"{name}_high"}
    return table.with_columns((pl.col(column).cast(pl.Float64) * factor).alias(end) for end, column in ends.items())


def _worth_chart(question: NudgeQuestion, table: pl.DataFrame, measure: str) -> Chart:
    what, label = words_of(question, measure)
    rows = _scaled(table, question, measure, f"{measure}_change").filter(pl.col("change").is_not_null())
    rows, left_out = drawable_rows(rows.sort("change", descending=True), "pairs")
    caption = (
        "What each nudge changes for the player who meets it, on the same luck, corrected 95 % intervals; "
        f"{rows['pairs'].sum():,} {PAIRS}.{left_out}"
    )
    return Chart(
        f"nudge-{measure}", "dots", f"What components cause: {what}", caption,
        rows.select("what", "change", "low", "high"), "what", "change", low="low", high="high", across=True,
        y_label=label, reference=(0.0, "no difference"),
    )  # fmt: skip


def _beside(question: NudgeQuestion, table: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    measure = question.headline
    sides = [
        _scaled(table, question, measure, f"{measure}_{side}").select(*by, "change", "low", "high", side=pl.lit(side))
        for side in ("caused", "observed")
    ]
    return pl.concat(sides).drop_nulls()


def _beside_chart(question: NudgeQuestion, table: pl.DataFrame) -> Chart:
    what, label = words_of(question, question.headline)
    table = table.sort(f"{question.headline}_caused", descending=True)  # as in the chart of what is caused
    caption = (
        f"What one more causes, beside how players fared who held one more at the same turn, corrected 95 % intervals; "
        f"{table['pairs'].sum():,} {PAIRS}."
    )
    return Chart(
        "nudge-observed", "dots", f"Observed beside caused: {what}", caption, _beside(question, table, ["thing"]),
        "thing", "change", low="low", high="high", series="side", across=True, y_label=label,
        reference=(0.0, "no difference"),
    )  # fmt: skip


def _next_chart(question: NudgeQuestion, table: pl.DataFrame, name: str, at_end: bool) -> Chart:
    what, label = words_of(question, question.headline)
    counted = table["counted"][0]
    whose = "ends with so many otherwise" if at_end else "holds so many already"
    caption = (
        f"One more for a player who {whose}: caused, beside how players with one more fared; corrected 95 % bands; "
        f"{table['pairs'].sum():,} {PAIRS}."
    )
    title = f"What the next one is worth{' at the end' if at_end else ''}: {table['thing'][0]}, {what}"
    return Chart(
        f"nudge-{'end' if at_end else 'next'}-{name}", "lines", title, caption, _beside(question, table, ["held"]),
        "held", "change", low="low", high="high", series="side",
        x_label=f"{counted} {'at the end otherwise' if at_end else 'held before'}", y_label=label,
        reference=(0.0, "no difference"),
    )  # fmt: skip


def part_charts(question: NudgeQuestion, tables: Mapping[str, pl.DataFrame]) -> list[Chart]:
    """Return the charts of what all nudges cause, what is observed of holders, and what the next one is worth."""
    observed = tables.get("observed", pl.DataFrame())
    charts = [_worth_chart(question, tables["worth"], question.headline)]
    if observed.height:
        charts.append(_beside_chart(question, observed.filter(pl.col("held").is_null())))
    return charts + [
        _next_chart(question, table, name, True) for name, table in _curves(tables.get("ended", pl.DataFrame()))
    ]
