"""The first look at a run: win share and score by seat and by strategy, and how games end."""

import polars as pl

from analyses.blocks import WIN, Sums
from analyses.general.strategies import line_up_sums, seat_sums
from analyses.view import View, collect
from simulator.runs.run import Run


def summarise(run: Run) -> dict[str, pl.DataFrame]:
    """Win share and mean score of each seat and of each strategy with 95 % intervals, and the endings."""
    view = View(run)
    sums = seat_sums(view, line_up_sums(view).blocks)
    players = list(dict.fromkeys(run.plan.players))
    strategies = _wins_and_scores(view, sums, "strategy").sort(
        pl.col("strategy").replace_strict(players, range(len(players)))
    )
    return {"seats": _wins_and_scores(view, sums, "seat"), "strategies": strategies, "endings": _endings(view)}


def _wins_and_scores(view: View, sums: Sums, key: str) -> pl.DataFrame:
    table = sums.merged([key]).table([WIN], ["score"])
    return table.select(
        pl.col(key).cast(pl.String),
        pl.col(WIN).alias("win share"),
        pl.col("win_low").alias("share from"),
        pl.col("win_high").alias("share to"),
        pl.col("score").alias("mean score"),
        pl.col("score_low").alias("from"),
        pl.col("score_high").alias("to"),
        pl.lit(view.rows).alias("games"),
    )


def _endings(view: View) -> pl.DataFrame:
    """How games ended, and how long they took."""
    counted = collect(
        view.games.group_by(pl.col("end_reason").cast(pl.String).alias("game ended by")).agg(
            pl.len().alias("games"), pl.col("turns").mean().alias("mean turns")
        )
    )
    return counted.with_columns((pl.col("games") / pl.col("games").sum()).alias("share")).sort(
        "games", "game ended by", descending=[True, False]
    )
