"""What do points come from, and what sets winners apart from losers?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from analyses import words
from analyses.blocks import Sums, bounds, tabled
from analyses.result import Chart, Finding, Result
from analyses.view import coded

if TYPE_CHECKING:
    from analyses.view import View


def answer(view: View) -> Result:
    """The parts of the score, for all, for winners and for losers."""
    parts = score_parts(view)
    if not parts:
        note = f"{view.run.game.title} does not record what its score is made of."
        return Result("sources", "Sources of points", {}, [], [], [note])
    first = (pl.col("rank") == 1) & pl.col("won")
    result = coded(first).alias("result")
    frames = [seat.with_columns(result) for seat in view.each_seat]
    sums = view.sums(frames, ["result", "strategy"], [*parts, "score"], {"result": ("winners", "losers")})
    table = _by_result(sums.merged(["result"]), parts)
    tables = {"sources": table, "by_strategy": _by_strategy(sums.merged(["strategy"]), parts)}
    findings = [_main_source(sums.merged([]), parts)]
    if view.seats > 1 and {"winners", "losers"} <= set(table["result"]):
        gaps = _gaps(sums.merged(["result"]), parts)
        tables["gaps"] = gaps
        findings += _gap_findings(sums.merged(["result"]), gaps)
    return Result("sources", "Sources of points", tables, findings, _charts(view, tables))


def score_parts(view: View) -> dict[str, str]:
    """The per-seat columns that add up to the score, with their plain names."""
    parts = {}
    for column in view.run.game.columns:
        if not column.part_of_score:
            continue
        for label in column.labels or ("",):
            heading = f"{column.name}_{label}" if label else column.name
            parts[heading] = column.called(label) if label else column.part_of_score
    return parts


def _by_result(sums: Sums, parts: dict[str, str]) -> pl.DataFrame:
    rows = []
    groups: list[tuple[str, dict[str, Any]]] = [("all", {})] + [
        (row["result"], row) for row in sums.keys().iter_rows(named=True)
    ]
    for name, key in groups:
        total = sums.estimate("score", **key)
        for part, said in parts.items():
            mean = sums.estimate(part, **key)
            share = mean.value / total.value if total.value else None
            row = {"result": name, "part": said, "appearances": mean.n, "points": mean.value}
            rows.append(row | bounds("points", mean) | {"share_of_score": share})
    return tabled(rows)


def _by_strategy(sums: Sums, parts: dict[str, str]) -> pl.DataFrame:
    rows = []
    for key in sums.keys().iter_rows(named=True):
        for part, said in parts.items():
            mean = sums.estimate(part, **key)
            rows.append({**key, "part": said, "appearances": mean.n, "points": mean.value} | bounds("points", mean))
    return tabled(rows)


def _gaps(sums: Sums, parts: dict[str, str]) -> pl.DataFrame:
    """What winners have over losers, part by part."""
    losers, winners = {"result": "losers"}, {"result": "winners"}
    whole = sums.difference("score", losers, winners).estimate.value
    rows = []
    for part, said in parts.items():
        gap = sums.difference(part, losers, winners)
        share = gap.estimate.value / whole if whole else None
        row = {"part": said, "gap": gap.estimate.value, **bounds("gap", gap.estimate), "share_of_gap": share}
        rows.append(row | {"p_value": gap.p_value})
    return tabled(rows).sort("gap", descending=True)


def _main_source(sums: Sums, parts: dict[str, str]) -> Finding:
    means = {part: sums.estimate(part) for part in parts}
    first = max(means, key=lambda part: means[part].value)
    total = sums.estimate("score")
    share = means[first].value / total.value if total.value else 0.0
    of_score = (
        f", against a total of {total.value:,.1f}" if share > 1 or share <= 0 else f", {share * 100:.0f} % of the score"
    )
    sentence = f"Most points come from {parts[first]}: {means[first].text(of='scores')} on average{of_score}."
    return Finding(
        sentence, "none", words.precision(means[first]), {"part": parts[first], "points": means[first].value}
    )


def _gap_findings(sums: Sums, gaps: pl.DataFrame) -> list[Finding]:
    whole = sums.difference("score", {"result": "losers"}, {"result": "winners"}).estimate
    value, bracket = words.split(whole, of="scores")
    top = gaps.row(0, named=True)
    share = f" ({top['share_of_gap'] * 100:.0f} % of the gap)" if top["share_of_gap"] else ""
    low, high = (f"{end:,.1f}" if end is not None else "?" for end in (top["gap_low"], top["gap_high"]))
    sentence = (
        f"Winners score {value} points more than losers {bracket}; {top['gap']:,.1f} of these ({low} to {high}) come "
        f"from {top['part']}{share}."
    )
    sure = words.certainty(top["p_value"])
    found = [Finding(sentence, "none", sure, top | {"whole": whole.value})]
    against = (pl.col("gap") < -0.02 * abs(whole.value)) & (pl.col("p_value") < 0.05)
    for row in gaps.filter(against).iter_rows(named=True):
        sentence = (
            f"Winners get {words.points(row['gap'])} fewer than losers from {row['part']} "
            f"({row['gap_low']:,.1f} to {row['gap_high']:,.1f})."
        )
        found.append(
            Finding(sentence, words.effect_of_ratio(row["gap"], whole.value), words.certainty(row["p_value"]), row)
        )
    return found


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    title = "What points come from"
    about = (
        f"Mean points by source, for all players, winners and losers; {view.counted}. The intervals are in the table."
    )
    parts = {"series": "part", "across": True}
    charts = [view.chart("sources-parts", "stacked", title, about, tables["sources"], "result", "points", **parts)]
    if "gaps" in tables:
        title = "What winners have over losers"
        about = f"Mean points of winners less those of losers by source, with 95 % intervals; {view.counted}."
        gaps = {"across": True, "reference": (0.0, "alike")}
        charts.append(view.chart("sources-gaps", "bars", title, about, tables["gaps"], "part", "gap", **gaps))
    return charts
