"""How long do games last, and how do they end?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import to_table
from digsite.analyses.general.scope import FigureScope
from digsite.analyses.general.scores import histogram, quantiles
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.analyses.unfinished import warning
from digsite.simulator.game.columns import BROKEN_OFF

if TYPE_CHECKING:
    from digsite.analyses.view import View

_ALIKE = 0.1  # of the mean length: how far other line-ups may be from it and still be called alike
_LONG = 0.05  # of all games are long ones
_STEADY = 0.25  # turns beyond the median, as a fraction of it, in the longest game of twenty


def answer(view: View) -> Result:
    """Answer from turns and decisions of a game, and how it ended."""
    both = view.sums(view.games.with_columns(lasted="turns"), ["lasted", "end_reason"], ["turns", "decisions"])
    counts, sums = both.merged(["lasted"]), both.merged(["end_reason"])
    reasons = sums.shares().sort("share", descending=True)
    reasons = reasons.join(sums.table(means=["turns", "decisions"]).drop("games"), on="end_reason", how="left")
    summary = to_table([{"games": counts.count(), **quantiles(counts, "lasted")}])
    tables = {
        "turns": summary,
        "distribution": histogram(counts, "lasted").rename({"lasted": "turns"}),
        "end_reasons": reasons,
    }
    overall = sums.merged([])
    turns = overall.estimate("turns")
    row = tables["turns"].row(0, named=True)
    each = turns.value / view.seats
    per_player = f", {each:,.1f} for each player" if view.takes_turns else ""
    value, bracket = sentences.split_estimate(turns)
    sentence = (
        f"A game takes {value} {view.wording.turns} on average {bracket}{per_player}; nine in ten take "
        f"{row['q05']:,.0f} to {row['q95']:,.0f}."
    )
    findings = [described(sentence, {"turns": turns.value, "q05": row["q05"], "q95": row["q95"]})]
    findings += [
        _unended(view, row) if row["end_reason"] == BROKEN_OFF else _reason(view, row)
        for row in reasons.iter_rows(named=True)
        if reasons.height > 1 or row["end_reason"] == BROKEN_OFF
    ]
    charts, notes = _charts(view, tables), []
    if scope := FigureScope.of(view, overall.moments("turns"), lambda line_up: line_up.turns, share=False):
        findings.append(scope.finding("The mean length", margin := _ALIKE * abs(turns.value), view.wording.turns))
        tables |= {"by_line_up": scope.table, "scope": scope.summary(margin), "pace_by_line_up": _pace(view)}
        charts.append(_chart_by_line_up(view, scope, margin))
    else:
        notes.append("How long games are holds for this line-up: no others were played.")
    meaning = _meaning(view, row["q50"], row["q95"])
    return Result("length", "Length", tables, findings, charts, notes, meaning)


def _pace(view: View) -> pl.DataFrame:
    """Return, for each other line-up, the length that one game in twenty exceeds as a multiple of the median."""
    rows = []
    for line_up in view.other_line_ups.others if view.other_line_ups else ():
        lasted = np.repeat(list(line_up.lasted), list(line_up.lasted.values()))
        middle, reach = float(np.median(lasted)), 3 * math.sqrt(_LONG * (1 - _LONG) / line_up.games)
        ends = np.quantile(
            lasted, np.clip([1 - _LONG - reach, 1 - _LONG, 1 - _LONG + reach], 0, 1), method="inverted_cdf"
        )
        low, value, high = (ends / middle).tolist() if middle else (0.0, 0.0, 0.0)
        rows.append({"line_up": line_up.words, "longest": value, "longest_low": low, "longest_high": high})
    return pl.DataFrame(rows)


def _chart_by_line_up(view: View, scope: FigureScope, margin: float) -> Chart:
    turns = view.wording.turns
    title = f"{sentences.sentence(turns)} with different players"
    return scope.chart("length-by-line-up", title, f"Mean {turns} of a game", turns, margin)


def _meaning(view: View, median: float | None, longest: float | None) -> str:
    """Return what the length means for the design."""
    if not median or longest is None:
        return ""
    over = longest / median - 1
    turns = view.wording.turns
    if over <= _STEADY:
        longer = f"at most {over * 100:.0f} % more {turns} than" if over >= 0.005 else f"no more {turns} than"
        return f"The time on the box can be trusted: nineteen games in twenty take {longer} the median."
    return f"Plan for long games: nineteen in twenty take up to {over * 100:.0f} % more {turns} than the median, the rest more."


def _reason(view: View, row: dict[str, Any]) -> Finding:
    value, bracket = sentences.split_row(row, "share", view.rows, percent=True)
    ended = f"{view.wording.ending(row['end_reason'])} {bracket}"
    turns, span = sentences.split_estimate(sentences.estimate_of(row, "turns", row["count"]))
    sentence = f"{value} of games {ended}, after {turns} {view.wording.turns} on average {span}."
    return described(sentence, row)


def _unended(view: View, row: dict[str, Any]) -> Finding:
    return described(warning(row["count"], view.rows), row)


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    bins, ends = tables["distribution"], tables["end_reasons"]
    together = ", all players' turns together" if view.takes_turns else ""
    about = f"Share of games over bins of {sentences.counted(round(bins['width'][0]), view.wording.turn)}{together}; {view.counted}."
    turns = view.wording.turns
    title = f"{sentences.sentence(turns)} in a game"
    charts = [view.chart("length-turns", "histogram", title, about, bins, "turns", "share", x_label=turns)]
    if ends.height > 1:
        about = f"Share of games by end with 95 % intervals; {view.counted}."
        named = ends.with_columns(pl.col("end_reason").replace(view.wording.ends))
        charts.append(
            view.chart("length-end-reasons", "bars", "How games end", about, named, "end_reason", "share", across=True)
        )
    return charts
