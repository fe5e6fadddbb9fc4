"""How do games end on the score track? Distributions, margins, close games and ties."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import Sums, bounds, interval, to_table
from digsite.analyses.expressions import first_match
from digsite.analyses.result import Chart, Finding, Result, described

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.stats import Estimate
    from digsite.analyses.view import View

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
CLOSE = 0.1  # a game is close when the second is within this fraction of the winner's score
BINS = 40
_OFTEN, _SELDOM = 0.4, 0.15  # of games that are close


def answer(view: View) -> Result:
    """Answer from the scores of all seats and, with rivals, the winner's margin."""
    counts = view.sums(view.each_seat, ["strategy", "score"], [])
    summary = _summary(counts)
    distribution = histogram(counts, "score")
    tables = {"summary": summary, "distribution": distribution}
    findings = [_spread(view, counts, summary)]
    charts = [_distribution_chart(view, distribution)]
    if view.has_rivals and not view.plan.sides:  # seats of one side are never apart
        ends = _ends_and_margins(view)
        endings, margins = ends.merged(["ending"]), ends.where(pl.col("ending") != ENDINGS[0], ["margin"])
        tables |= {"margins": histogram(margins, "margin"), "endings": endings.shares().sort("share", descending=True)}
        findings += _margin_findings(view, margins, endings, tables["endings"])
        charts += [_margin_chart(view, tables["margins"])] if margins.count() else []
    return Result("scores", "Scores", tables, findings, charts, meaning=_meaning(findings))


def _meaning(findings: Sequence[Finding]) -> str:
    """Return what the margins mean for the design."""
    close = next((finding.figures["close"] for finding in findings if "close" in finding.figures), None)
    if close is None:
        return "The spread of scores tells how much room a bonus has before it decides the game."
    if close >= _OFTEN:
        return "Close finishes are common, so a small bonus can decide a game."
    if close <= _SELDOM:
        return "Most games are won clearly: a small bonus changes few of them, and those behind may feel it early."
    return "A single bonus seldom decides a game, and most ends are neither close nor hopeless."


def _summary(counts: Sums) -> pl.DataFrame:
    """Return mean, spread and quantiles of the score, for all and for each strategy."""
    rows = [_summary_row("all", counts)]
    names = sorted(counts.blocks["strategy"].unique())
    if len(names) > 1:
        rows += [_summary_row(name, counts.where(pl.col("strategy") == name, ["score"])) for name in names]
    return to_table(rows)


def _summary_row(name: str, counts: Sums) -> dict[str, float | int | str | None]:
    mean = _mean_score(counts)
    levels, times = counts.blocks["score"].to_numpy().astype(float), counts.blocks["n"].to_numpy()
    spread = math.sqrt(float(times @ np.square(levels - mean.value)) / float(times.sum()))
    row: dict[str, float | int | str | None] = {"strategy": name, "appearances": mean.n, "mean": mean.value}
    row |= bounds("mean", mean) | {"sd": spread, "lowest": levels.min(), "highest": levels.max()}
    return row | quantiles(counts, "score")


def _mean_score(counts: Sums) -> Estimate:
    blocks = counts.blocks.group_by("block").agg(pl.col("n").sum(), score=(pl.col("score") * pl.col("n")).sum())
    return Sums(blocks, (), ("score",), counts.deals).estimate("score")


def quantiles(counts: Sums, value: str) -> dict[str, float | None]:
    """Return the row entries of the usual quantiles of a key: `q05`, `q05_low`, `q05_high` and so on."""
    row: dict[str, float | None] = {}
    for q in QUANTILES:
        row |= interval(f"q{round(q * 100):02d}", counts.quantile(value, q))
    return row


def histogram(counts: Sums, value: str) -> pl.DataFrame:
    """Return shares of a key over bins of round width; a bin is named by its lowest value."""
    levels = counts.blocks[value].to_numpy()
    width = bin_width(float(np.ptp(levels)) if levels.size else 0.0)
    binned = counts.blocks.with_columns(((pl.col(value) / width).floor() * width).alias(value))
    return Sums(binned, (value,), (), counts.deals).merged([value]).shares().with_columns(width=pl.lit(width))


def bin_width(span: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, ... that divides a span into at most BINS bins."""
    for power in range(9):
        for step in (1, 2, 5):
            if span / (step * 10**power) < BINS:
                return float(step * 10**power)
    return span / BINS


def best_two(view: View) -> tuple[pl.Expr, pl.Expr]:
    """Return the best and the second-best score of a game."""
    scores = [pl.col(f"score_{seat}").cast(pl.Float64) for seat in range(1, view.seats + 1)]
    others = [pl.max_horizontal(scores[:at] + scores[at + 1 :]) for at in range(view.seats)]
    return pl.max_horizontal(scores), pl.min_horizontal(others)


ENDINGS = ("nobody wins", "win shared", "won level on points", "close win", "clear win")


def _ends_and_margins(view: View) -> Sums:
    """Return how games are won: clearly, closely, on a tiebreak, shared, or not at all; and the winner's margin."""
    best, second = best_two(view)
    close = best - second <= CLOSE * best.abs()
    ending = first_match(~pl.col("won"), pl.col("winners") > 1, best == second, close)
    frame = view.games.select("block", ending=ending, margin=best - second)
    return view.sums(frame, ["ending", "margin"], [], {"ending": ENDINGS})


def _spread(view: View, counts: Sums, summary: pl.DataFrame) -> Finding:
    row = summary.row(0, named=True)
    mean = _mean_score(counts)
    of = "games" if view.seats == 1 else "scores"
    value, bracket = sentences.split_estimate(mean, of=of)
    sentence = (
        f"A player scores {value} {view.wording.points} on average {bracket}; nine in ten scores lie between "
        f"{row['q05']:,.0f} and {row['q95']:,.0f}."
    )
    figures = {"mean": mean.value, "sd": row["sd"], "q05": row["q05"], "q95": row["q95"]}
    return described(sentence, figures)


def _points(view: View, number: float) -> str:
    return f"{number:,.0f} {view.wording.point if round(number) == 1 else view.wording.points}"


def _margin_findings(view: View, margins: Sums, sums: Sums, endings: pl.DataFrame) -> list[Finding]:
    found = []
    if margins.count():
        middle, ninety = (margins.quantile("margin", q) for q in (0.5, 0.9))
        # Scores are whole, and so are their quantiles and the ends of these.
        half, tenth = (_ends(at) for at in (middle, ninety))
        sentence = (
            f"Half of all games are won by {_points(view, middle.value)} or less ({half}; "
            f"{sentences.counted(middle.n, 'game')}); one in ten by {ninety.value:,.0f} or more ({tenth})."
        )
        found.append(described(sentence, {"median_margin": middle.value, "q90": ninety.value}))
    shares = {row["ending"]: row for row in endings.iter_rows(named=True)}
    is_close = pl.col("ending").is_in(["close win", "won level on points", "win shared"]).cast(pl.Float64)
    close = Sums(sums.blocks.with_columns(close=pl.col("n") * is_close), (), ("close",), view.deals)
    part = close.estimate("close", share=True)
    value, bracket = sentences.split_estimate(part, percent=True)
    sentence = (
        f"{value} of {sentences.table_of(view.seats)} are close: the second comes within a tenth "
        f"of the winner's score {bracket}."
    )
    found.append(described(sentence, {"close": part.value}))
    for name, say in (
        ("win shared", "end with a shared win"),
        ("won level on points", view.wording.level_win),
        ("nobody wins", "are won by nobody"),
    ):
        row = shares.get(name)
        if row and row["share"] >= 0.001:
            value, bracket = sentences.split_row(row, "share", view.rows, percent=True)
            found.append(described(f"{value} of games {say} {bracket}.", row))
    return found


def _ends(whole: Estimate) -> str:
    """Return both ends of the interval of a whole number, or the single number in it."""
    ends = [f"{end:,.0f}" for end in (whole.low, whole.high)]
    return " to ".join(ends) if ends[0] != ends[1] else f"the interval holds {ends[0]} alone"


def _distribution_chart(view: View, table: pl.DataFrame) -> Chart:
    seats = "all seats of " if view.seats > 1 else ""
    about = f"Share of final scores over bins of {sentences.counted(round(table['width'][0]), view.wording.point)}, {seats}{view.counted}."
    labels = {"x_label": "score", "y_label": "share of scores"}
    return view.chart("scores-distribution", "histogram", "Scores", about, table, "score", "share", **labels)


def _margin_chart(view: View, table: pl.DataFrame) -> Chart:
    bins = f"over bins of {sentences.counted(round(table['width'][0]), view.wording.point)}"
    about = f"How far the winner is ahead of the second, {bins}, {view.counted_won}."
    label = f"{view.wording.points} ahead of the second"
    return view.chart("scores-margins", "histogram", "Winning margins", about, table, "margin", "share", x_label=label)
