"""How long do games last, and how do they end?"""

from __future__ import annotations

import polars as pl

from analyses import words
from analyses.blocks import View, bounds, collect, quantile, shares_of, tabled
from analyses.result import Chart, Finding, Result
from analyses.scores import QUANTILES, histogram


def answer(view: View) -> Result:
    """Turns and decisions of a game, and the ways it ended."""
    counts = collect(view.games.group_by("block", "turns").agg(pl.len().cast(pl.Float64).alias("n")))
    sums = view.sums(view.games, ["end_reason"], ["turns", "decisions"])
    reasons = shares_of(view, sums.blocks, ["end_reason"]).sort("share", descending=True)
    reasons = reasons.join(sums.table(means=["turns", "decisions"]).drop("games"), on="end_reason", how="left")
    tables = {"turns": _summary(view, counts), "distribution": histogram(view, counts, "turns"), "end_reasons": reasons}
    overall = sums.merged([])
    turns = overall.estimate("turns")
    row = tables["turns"].row(0, named=True)
    each = turns.value / view.seats
    per_player = f", {each:,.1f} for each player" if view.seats > 1 else ""
    value, bracket = words.split(turns)
    sentence = (
        f"A game takes {value} turns on average {bracket}{per_player}; nine in ten take "
        f"{row['q05']:,.0f} to {row['q95']:,.0f}."
    )
    findings = [
        Finding(sentence, "none", words.precision(turns), {"turns": turns.value, "q05": row["q05"], "q95": row["q95"]})
    ]
    findings += [_reason(view, row) for row in reasons.iter_rows(named=True) if reasons.height > 1]
    return Result("length", "Length", tables, findings, _charts(view, tables))


def _summary(view: View, counts: pl.DataFrame) -> pl.DataFrame:
    row: dict[str, float | int | None] = {"games": round(float(counts["n"].sum()))}
    for q in QUANTILES:
        found = quantile(view, counts, "turns", q)
        label = f"q{round(q * 100):02d}"
        row |= {label: found.value, **bounds(label, found)}
    return tabled([row])


def _reason(view: View, row: dict) -> Finding:
    bracket = words.between(row["share_low"], row["share_high"], view.rows, percent=True)
    sentence = (
        f"{row['share'] * 100:.1f} % of games end with {row['end_reason']!r} {bracket}, after "
        f"{row['turns']:,.1f} turns on average."
    )
    return Finding(sentence, "none", "certain" if row["count"] > 100 else "likely", row)


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    games = f"{view.rows:,} games"
    charts = [
        Chart(
            "length-turns",
            "histogram",
            "Turns in a game",
            f"Share of games over bins of {tables['distribution']['width'][0]:g} turns, all players' "
            f"turns together; {games}.",
            "Histogram of the number of turns in a game.",
            tables["distribution"],
            x="turns",
            y="share",
            low="share_low",
            high="share_high",
            x_label="turns",
            y_label="share of games",
            percent=True,
        )
    ]
    if tables["end_reasons"].height > 1:
        charts.append(
            Chart(
                "length-end-reasons",
                "bars",
                "How games end",
                f"Share of games by end with 95 % intervals; {games}.",
                "Bars of the share of games by the way they end.",
                tables["end_reasons"],
                x="end_reason",
                y="share",
                low="share_low",
                high="share_high",
                y_label="share of games",
                percent=True,
                across=True,
            )
        )
    return charts
