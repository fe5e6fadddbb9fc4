"""Where do points come from round by round, and do those ahead stay ahead?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analyses import words
from analyses.blocks import Sums
from analyses.result import Chart, Finding, Result, described

if TYPE_CHECKING:
    from analyses.view import View


def answer(view: View) -> Result:
    """Standings, points and turns of every round, and what became of the leaders."""
    sums = _rounds(view)
    tables = {"rounds": sums.table(means=["after", "gained", "turns"], count="appearances")}
    findings = [_gain_finding(tables["rounds"])]
    charts = [_standing_chart(view, tables["rounds"])]
    if view.seats > 1:
        leaders = _leaders(view)
        tables["leaders"] = leaders.table(["ahead", "leader_won"], count="games")
        one = Sums(leaders.blocks.with_columns(n=pl.col("ahead")), leaders.by, leaders.values, leaders.lucks)
        tables["leaders"] = tables["leaders"].drop("leader_won", "leader_won_low", "leader_won_high")
        won = one.where(pl.col("n") > 0, ["round"]).table(["leader_won"], count="led")
        tables["leaders"] = tables["leaders"].join(won, on="round", how="left")
        findings += _leader_findings(tables["leaders"])
        charts.append(_leader_chart(view, tables["leaders"]))
    return Result("rounds", "Rounds", tables, findings, charts)


def _numbers(view: View) -> range:
    return range(1, int(view.rules["rounds"]) + 1)


def _rounds(view: View) -> Sums:
    """Standings after each round; players begin with the points of empty slots and of two Fear cards."""
    start = sum(view.rules["scoring.slots"]) + 2 * view.rules["basics.fear.points"]
    frames = []
    for number in _numbers(view):
        after = pl.col(f"score_after_round_{number}").cast(pl.Float64)
        before = pl.col(f"score_after_round_{number - 1}").cast(pl.Float64) if number > 1 else pl.lit(float(start))
        for seat in view.each_seat:
            frames.append(
                seat.select(
                    "block",
                    pl.lit(number, pl.Int8).alias("round"),
                    after.alias("after"),
                    (after - before).alias("gained"),
                    pl.col(f"turns_in_round_{number}").alias("turns"),
                )
            )
    return view.sums(frames, ["round"], ["after", "gained", "turns"])


def _leaders(view: View) -> Sums:
    """After each round: whether one player is ahead, and whether that player wins."""
    frames = []
    for number in _numbers(view):
        standings = {seat: pl.col(f"score_after_round_{number}_{seat}") for seat in range(1, view.seats + 1)}
        top = pl.max_horizontal(standings.values())
        alone = pl.sum_horizontal((standing == top).cast(pl.Int8) for standing in standings.values()) == 1
        won = pl.any_horizontal((standing == top) & (pl.col("winner") == seat) for seat, standing in standings.items())
        frames.append(
            view.games.select(
                "block",
                pl.lit(number, pl.Int8).alias("round"),
                alone.cast(pl.Float64).alias("ahead"),
                (alone & won).cast(pl.Float64).alias("leader_won"),
            )
        )
    return view.sums(frames, ["round"], ["ahead", "leader_won"])


def _gain_finding(table: pl.DataFrame) -> Finding:
    gains = [f"{row['gained']:,.1f} in round {row['round']}" for row in table.iter_rows(named=True)]
    turns = [f"{row['turns']:,.1f}" for row in table.iter_rows(named=True)]
    sentence = (
        f"A player's standing rose by {', '.join(gains)} ({words.counted(int(table['appearances'][0]), 'appearance')}), "
        f"with {', '.join(turns)} turns."
    )
    return described(sentence, {"gained": table["gained"].to_list()})


def _leader_findings(table: pl.DataFrame) -> list[Finding]:
    found = []
    for row in table.filter(pl.col("round") < pl.col("round").max()).iter_rows(named=True):
        if not row["led"]:
            continue
        share, bracket = words.told(row, "leader_won", row["led"], percent=True)
        sentence = f"Whoever was alone in the lead after round {row['round']} won {share} {bracket}."
        found.append(described(sentence, row))
    return found


def _standing_chart(view: View, table: pl.DataFrame) -> Chart:
    about = "Mean points if the game had ended after the round"
    return view.chart("rounds-standings", "lines", "Points along the game", about, table, "round", "after")


def _leader_chart(view: View, table: pl.DataFrame) -> Chart:
    drawn = table.filter(pl.col("led") > 0)
    about = "Share of wins of whoever was alone in the lead after the round"
    return view.chart("rounds-leaders", "lines", "Leaders who won", about, drawn, "round", "leader_won")
