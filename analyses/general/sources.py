"""What do points come from, and what sets winners apart from losers?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import Sums, bounds, to_table
from digsite.analyses.expressions import first_match
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from digsite.analyses.view import View

_SEEN = 0.05  # a source that earns every player less than this is left out of the picture
_NAMED = 4  # sources that a sentence names; the table has all


def answer(view: View) -> Result:
    """Answer from the parts of the score, for all, for winners and for losers."""
    parts = score_parts(view)
    if len(parts) < 2:
        note = f"{view.run.game.title} does not record what its score is made of."
        if parts:
            note = f"All {view.wording.points} come from one source: {listed(parts.values())}."
        return Result("sources", "Sources of points", {}, [], [], [note])
    first = (pl.col("rank") == 1) & (pl.col("winners") > 0)
    result = first_match(first).alias("result")
    frames = [seat.with_columns(result) for seat in view.each_seat]
    sums = view.sums(frames, ["result", "strategy"], [*parts, "score"], {"result": ("winners", "losers")})
    table = _by_result(sums.merged(["result"]), parts)
    tables = {"sources": table, "by_strategy": _by_strategy(sums.merged(["strategy"]), parts)}
    findings = [_ranking_finding(view, sums.merged([]), parts)]
    if view.has_rivals and {"winners", "losers"} <= set(table["result"]):
        gaps = _gaps(sums.merged(["result"]), parts)
        tables["gaps"] = gaps
        findings += _gap_findings(view, sums.merged(["result"]), gaps)
    title = f"Sources of {view.wording.points}"
    return Result("sources", title, tables, findings, _charts(view, tables), meaning=_meaning(tables))


def _meaning(tables: dict[str, pl.DataFrame]) -> str:
    """Return what the sources mean for the design."""
    gaps = tables.get("gaps")
    if gaps is None:
        return "A source that brings next to nothing is a rule that players learn for little."
    first = gaps.sort(pl.col("gap").abs(), descending=True)["part"][0]
    return (
        f"If one way of scoring seems too strong, begin where winners are furthest ahead ({first}); that they have more of it "
        "does not say that it makes them win."
    )


def score_parts(view: View) -> dict[str, str]:
    """Return the per-seat columns that add up to the score, with their plain names."""
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
    return to_table(rows)


def _by_strategy(sums: Sums, parts: dict[str, str]) -> pl.DataFrame:
    rows = []
    for key in sums.keys().iter_rows(named=True):
        for part, said in parts.items():
            mean = sums.estimate(part, **key)
            rows.append({**key, "part": said, "appearances": mean.n, "points": mean.value} | bounds("points", mean))
    return to_table(rows)


def _gaps(sums: Sums, parts: dict[str, str]) -> pl.DataFrame:
    """Return how winners compare with losers, part by part."""
    losers, winners = {"result": "losers"}, {"result": "winners"}
    whole = sums.difference("score", losers, winners).estimate.value
    rows = []
    for part, said in parts.items():
        gap = sums.difference(part, losers, winners)
        share = gap.estimate.value / whole if whole else None
        rows.append({"part": said, "gap": gap.estimate.value, **bounds("gap", gap.estimate), "share_of_gap": share})
    return to_table(rows).sort("gap", descending=True)


def _ranking_finding(view: View, sums: Sums, parts: dict[str, str]) -> Finding:
    """Return a finding that ranks the sources by points; those worth next to nothing are in the table."""
    total, means = sums.estimate("score"), {part: sums.estimate(part) for part in parts}
    order = sorted(means, key=lambda part: -abs(means[part].value))[:_NAMED]
    named = [part for part in order if means[part].value] or order[:1]
    more = len(parts) > len(named)
    head = f"Where {'most of ' if more else ''}an average score of {total.value:,.1f} {view.wording.points} comes from"
    told = listed(f"{parts[part]} {sentences.with_interval(means[part])}" for part in named)
    figures = {parts[part]: means[part].value for part in order} | {"score": total.value}
    return described(f"{head}: {told} ({sentences.counted(total.n, 'score')}).", figures)


def _gap_findings(view: View, sums: Sums, gaps: pl.DataFrame) -> list[Finding]:
    """Return findings on where winners scored more than losers: a picture of winning, which does not say how to win."""
    whole = sums.difference("score", {"result": "losers"}, {"result": "winners"}).estimate
    value, bracket = sentences.split_estimate(whole, of="scores")
    rows = gaps.sort(pl.col("gap").abs(), descending=True).head(_NAMED).filter(pl.col("gap") != 0)
    parts = [
        f"{row['part']} {sentences.row_with_interval(row, 'gap', signed=True)}" for row in rows.iter_rows(named=True)
    ]
    rest = gaps.filter(pl.col("gap") != 0).height > len(parts)
    made_of = f": {listed(parts)}{'; the table has the other sources' if rest else ''}" if parts else ""
    sentence = f"Winners scored {value} {view.wording.points} more than losers {bracket}{made_of}."
    return [
        described(sentence, {row["part"]: row["gap"] for row in gaps.iter_rows(named=True)} | {"whole": whole.value})
    ]


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    points, table = view.wording.points, tables["sources"]
    title = f"What {points} come from"
    seen = table.filter((pl.col("points").abs().max() >= _SEEN).over("part"))
    hidden = [part for part in table["part"].unique(maintain_order=True) if part not in set(seen["part"])]
    left_out = f" Left out, as it brought next to nothing: {listed(hidden)}." if hidden else ""
    about = (
        f"Mean {points} by source, for all players, winners and losers; {view.counted}. The intervals are in the table."
        f"{left_out}"
    )
    parts = {"series": "part", "across": True}
    charts = [view.chart("sources-parts", "stacked", title, about, seen, "result", "points", **parts)]
    if "gaps" in tables:
        title = "What winners have over losers"
        about = f"Mean {points} of winners less those of losers by source, with 95 % intervals; {view.counted}."
        gaps = {"across": True, "reference": (0.0, "alike")}
        charts.append(view.chart("sources-gaps", "bars", title, about, tables["gaps"], "part", "gap", **gaps))
    return charts
