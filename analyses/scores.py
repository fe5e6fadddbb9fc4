"""How do games end on the score track? Distributions, margins, close games and ties."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from analyses import words
from analyses.blocks import Sums, View, bounds, coded, collect, quantile, shares_of, tabled
from analyses.result import Chart, Finding, Result

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
CLOSE = 0.1  # a game is close when the second is within this part of the winner's score
BINS = 40


def answer(view: View) -> Result:
    """The scores of all seats and, with rivals, the winner's margin."""
    counts = _counts(view, "score")
    summary = _summary(view, counts)
    distribution = histogram(view, counts, "score")
    tables = {"summary": summary, "distribution": distribution}
    findings = [_spread(view, counts, summary)]
    charts = [_distribution_chart(view, distribution)]
    if view.seats > 1:
        endings = _endings(view)
        margins = collect(_margins(view).group_by("block", "margin").agg(pl.len().cast(pl.Float64).alias("n")))
        tables |= {"margins": histogram(view, margins, "margin"), "endings": _ending_table(view, endings)}
        findings += _margin_findings(view, margins, endings, tables["endings"])
        charts += [_margin_chart(view, tables["margins"])] if margins.height else []
    return Result("scores", "Scores", tables, findings, charts)


def _counts(view: View, value: str) -> pl.DataFrame:
    """How often each value occurred, by block and strategy, over all seats."""
    counted = pl.len().cast(pl.Float64).alias("n")
    parts = [collect(seat.group_by("block", "strategy", value).agg(counted)) for seat in view.each_seat]
    return pl.concat(parts).group_by("block", "strategy", value).agg(pl.col("n").sum())


def _summary(view: View, counts: pl.DataFrame) -> pl.DataFrame:
    """Mean, spread and quantiles of the score, for all and for each strategy."""
    rows = [_summary_row(view, "all", counts)]
    names = sorted(counts["strategy"].unique())
    if len(names) > 1:
        rows += [_summary_row(view, name, counts.filter(pl.col("strategy") == name)) for name in names]
    return tabled(rows)


def _summary_row(view: View, name: str, counts: pl.DataFrame) -> dict[str, float | int | str | None]:
    blocks = counts.group_by("block").agg(pl.col("n").sum(), score=(pl.col("score") * pl.col("n")).sum())
    mean = Sums(blocks, (), ("score",), view.lucks).estimate("score")
    levels, times = counts["score"].to_numpy().astype(float), counts["n"].to_numpy()
    spread = math.sqrt(float(times @ np.square(levels - mean.value)) / float(times.sum()))
    row: dict[str, float | int | str | None] = {"strategy": name, "appearances": mean.n, "mean": mean.value}
    row |= bounds("mean", mean) | {"sd": spread, "lowest": levels.min(), "highest": levels.max()}
    for q in QUANTILES:
        found = quantile(view, counts, "score", q)
        label = f"q{round(q * 100):02d}"
        row |= {label: found.value, **bounds(label, found)}
    return row


def histogram(view: View, counts: pl.DataFrame, value: str) -> pl.DataFrame:
    """Shares over bins of round width; a bin is named by its lowest value."""
    levels = counts[value].to_numpy()
    width = bin_width(float(np.ptp(levels)) if levels.size else 0.0)
    binned = counts.with_columns(((pl.col(value) / width).floor() * width).alias(value))
    by_block = binned.group_by("block", value).agg(pl.col("n").sum())
    return shares_of(view, by_block, [value]).with_columns(width=pl.lit(width))


def bin_width(span: float) -> float:
    """The least of 1, 2, 5, 10, 20, ... that cuts a span into no more than BINS bins."""
    for power in range(9):
        for step in (1, 2, 5):
            if span / (step * 10**power) < BINS:
                return float(step * 10**power)
    return span / BINS


def best_two(view: View) -> tuple[pl.Expr, pl.Expr]:
    """The best and the second-best score of a game."""
    scores = [pl.col(f"score_{seat}").cast(pl.Float64) for seat in range(1, view.seats + 1)]
    others = [pl.max_horizontal(scores[:at] + scores[at + 1 :]) for at in range(view.seats)]
    return pl.max_horizontal(scores), pl.min_horizontal(others)


def _margins(view: View) -> pl.LazyFrame:
    best, second = best_two(view)
    return view.games.filter("won").select("block", (best - second).alias("margin"))


ENDINGS = ("nobody wins", "win shared", "won on the tie-break", "close win", "clear win")


def _endings(view: View) -> Sums:
    """How games are won: clearly, closely, on the tie-break, shared, or by nobody."""
    best, second = best_two(view)
    close = best - second <= CLOSE * best.abs()
    ending = coded(~pl.col("won"), pl.col("winners") > 1, best == second, close)
    return view.sums(view.games.select("block", ending=ending), ["ending"], [], {"ending": ENDINGS})


def _ending_table(view: View, endings: Sums) -> pl.DataFrame:
    return shares_of(view, endings.blocks, ["ending"]).sort("share", descending=True)


def _spread(view: View, counts: pl.DataFrame, summary: pl.DataFrame) -> Finding:
    row = summary.row(0, named=True)
    blocks = counts.group_by("block").agg(pl.col("n").sum(), score=(pl.col("score") * pl.col("n")).sum())
    mean = Sums(blocks, (), ("score",), view.lucks).estimate("score")
    of = "games" if view.seats == 1 else "scores"
    value, bracket = words.split(mean, of=of)
    sentence = (
        f"A player scores {value} points on average {bracket}; nine in ten scores lie between "
        f"{row['q05']:,.0f} and {row['q95']:,.0f}."
    )
    figures = {"mean": mean.value, "sd": row["sd"], "q05": row["q05"], "q95": row["q95"]}
    return Finding(sentence, "none", words.precision(mean), figures)


def _margin_findings(view: View, margins: pl.DataFrame, sums: Sums, endings: pl.DataFrame) -> list[Finding]:
    found = []
    if margins.height:
        middle = quantile(view, margins, "margin", 0.5)
        ninety = quantile(view, margins, "margin", 0.9)
        bracket = words.between(middle.low, middle.high, middle.n)
        sentence = (
            f"Half of all games are won by {middle.value:,.0f} points or less {bracket}; one in ten by "
            f"{ninety.value:,.0f} or more."
        )
        found.append(
            Finding(sentence, "none", words.precision(middle), {"median_margin": middle.value, "q90": ninety.value})
        )
    shares = {row["ending"]: row for row in endings.iter_rows(named=True)}
    is_close = pl.col("ending").is_in(["close win", "won on the tie-break", "win shared"]).cast(pl.Float64)
    close = Sums(sums.blocks.with_columns(close=pl.col("n") * is_close), (), ("close",), view.lucks)
    part = close.estimate("close", share=True)
    value, bracket = words.split(part, percent=True)
    sentence = (
        f"{value} of {words.table_of(view.seats)} are close: the second comes within a tenth "
        f"of the winner's score {bracket}."
    )
    found.append(Finding(sentence, "none", words.precision(part), {"close": part.value}))
    for name, say in (
        ("win shared", "end with a shared win"),
        ("won on the tie-break", "are won on the tie-break"),
        ("nobody wins", "are won by nobody"),
    ):
        row = shares.get(name)
        if row and row["share"] >= 0.001:
            sentence = (
                f"{row['share'] * 100:.1f} % of games {say} "
                f"{words.between(row['share_low'], row['share_high'], view.rows, percent=True)}."
            )
            found.append(
                Finding(
                    sentence, words.effect_of_share(row["share"]), "certain" if row["count"] > 100 else "likely", row
                )
            )
    return found


def _distribution_chart(view: View, table: pl.DataFrame) -> Chart:
    return Chart(
        "scores-distribution",
        "histogram",
        "Scores",
        f"Share of final scores over bins of {table['width'][0]:g} points, all seats of {view.rows:,} games.",
        "Histogram of final scores.",
        table,
        x="score",
        y="share",
        low="share_low",
        high="share_high",
        x_label="score",
        y_label="share of scores",
        percent=True,
    )


def _margin_chart(view: View, table: pl.DataFrame) -> Chart:
    width = table["width"][0] if table.height else 1
    return Chart(
        "scores-margins",
        "histogram",
        "Winning margins",
        f"How far the winner is ahead of the second, over bins of {width:g} points, {view.rows:,} games.",
        "Histogram of winning margins.",
        table,
        x="margin",
        y="share",
        low="share_low",
        high="share_high",
        x_label="points ahead of the second",
        y_label="share of games",
        percent=True,
    )
