"""How strong is the solo rival? Wins against it, margins, and where its points came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, interval, to_table
from digsite.analyses.result import Chart, Result, described
from digsite.analyses.stats import Estimate
from digsite.simulator.games.arnak.state import RIVAL_PARTS

if TYPE_CHECKING:
    from digsite.analyses.view import View


def answer(view: View) -> Result:
    """Answer from solo games by strategy."""
    margin = (pl.col("score").cast(pl.Float64) - pl.col("rival_score")).alias("margin")
    parts = [f"rival_points_{part}" for part in RIVAL_PARTS]
    sums = view.sums(view.seat(1).with_columns(margin), ["strategy"], [WIN, "score", "rival_score", "margin", *parts])
    by_part = to_table([{"part": part.replace("_", " "), **interval("points", sums.estimate(f"rival_points_{part}"))} for part in RIVAL_PARTS])  # fmt: skip
    tables = {"rival": sums.table([WIN], ["score", "rival_score", "margin"]), "rival_points": by_part}
    win, gap = sums.estimate(WIN, share=True), sums.estimate("margin")
    value, bracket = sentences.split_estimate(win, percent=True)
    sentence = (
        f"The rival with {sentences.counted(int(view.rules['rival.red_tiles']), 'red tile')} was beaten in {value} of games "
        f"{bracket}; players were {sentences.with_interval(_size(gap))} points {'ahead' if gap.value >= 0 else 'behind'} on average."
    )
    return Result("rival", "Solo rival", tables, [described(sentence, {"win": win.value})], [_chart(view, by_part)])


def _size(gap: Estimate) -> Estimate:
    """Return a difference without its sign, with its interval flipped accordingly."""
    sign = 1 if gap.value >= 0 else -1
    low, high = sorted((sign * gap.low, sign * gap.high))
    return Estimate(sign * gap.value, low, high, gap.n)


def _chart(view: View, table: pl.DataFrame) -> Chart:
    about = "Mean points of the rival for each part of its score"
    return view.chart("rival-points", "dots", "Where the rival's points come from", about, table, "part", "points", across=True)  # fmt: skip
