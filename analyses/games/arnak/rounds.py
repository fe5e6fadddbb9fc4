"""Where do points come from round by round, and do those ahead stay ahead?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analyses import words
from analyses.blocks import Sums, tabled
from analyses.games.arnak.gains import gains
from analyses.result import Chart, Finding, Result, described
from analyses.view import win_share
from simulator.game.wording import listed

if TYPE_CHECKING:
    from analyses.view import View

_SAID = {"glass": "the magnifying glass", "notebook": "the notebook"}


def answer(view: View) -> Result:
    """Standings, points and turns of every round, and what became of the leaders."""
    sums = _rounds(view)
    tables = {"rounds": sums.table(means=["after", "gained", "turns"], count="appearances")}
    findings = [_gain_finding(tables["rounds"])]
    charts = [_standing_chart(view, tables["rounds"])]
    if view.seats > 1 and len(_numbers(view)) > 1:
        leaders = _leaders(view)
        tables["leaders"] = leaders.table(["ahead", "leader_won"], count="games")
        one = Sums(leaders.blocks.with_columns(n=pl.col("ahead")), leaders.by, leaders.values, leaders.lucks)
        tables["leaders"] = tables["leaders"].drop("leader_won", "leader_won_low", "leader_won_high")
        won = one.where(pl.col("n") > 0, ["round"]).table(["leader_won"], count="led")
        tables["leaders"] = tables["leaders"].join(won, on="round", how="left")
        findings += _leader_findings(tables["leaders"])
        charts.append(_leader_chart(view, tables["leaders"]))
    notes = ["No events were kept, so where points came from in each round is not known."]
    if view.sample:
        tables["sources"] = _sources(view.sample)
        findings += _source_findings(tables["sources"])
        charts.append(_source_chart(view.sample, tables["sources"]))
        notes = [f"Where points came from in each round is told by the {view.sample.counted}."]
    return Result("rounds", "Rounds", tables, findings, charts, notes)


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
    """After each round but the last: whether one player is ahead, and that player's part of the win."""
    frames = []
    for number in _numbers(view)[:-1]:
        standings = {seat: pl.col(f"score_after_round_{number}_{seat}") for seat in range(1, view.seats + 1)}
        top = pl.max_horizontal(standings.values())
        alone = pl.sum_horizontal((standing == top).cast(pl.Int8) for standing in standings.values()) == 1
        won = pl.sum_horizontal((standing == top) * win_share(seat) for seat, standing in standings.items())
        frames.append(
            view.games.select(
                "block",
                pl.lit(number, pl.Int8).alias("round"),
                alone.cast(pl.Float64).alias("ahead"),
                (alone * won).cast(pl.Float64).alias("leader_won"),
            )
        )
    return view.sums(frames, ["round"], ["ahead", "leader_won"])


def _gain_finding(table: pl.DataFrame) -> Finding:
    gained, turns = (listed(f"{value:.1f}" for value in table[name]) for name in ("gained", "turns"))
    rounds = f"in rounds 1 to {table.height}" if table.height > 1 else "in the one round"
    appearances = words.counted(int(table["appearances"][0]), "appearance")
    sentence = (
        f"A player's standing in points rose by {gained} {rounds}, with {turns} turns (intervals are in the table; "
        f"{appearances})."
    )
    return described(sentence, {"gained": table["gained"].to_list()})


def _leader_findings(table: pl.DataFrame) -> list[Finding]:
    led = table.filter(pl.col("led") > 0).to_dicts()
    said = [f"{words.beside_of(row, 'leader_won', percent=True)} after round {row['round']}" for row in led]
    if not said:
        return []
    return [
        described(
            f"Whoever was alone in the lead won {listed(said)} (of at least {min(row['led'] for row in led):,} games each).",
            {"leaders": led},
        )
    ]


def _sources(view: View) -> pl.DataFrame:
    """What each part of the score brought in each round."""
    found = gains(view)
    parts = [name for name in found.columns if name not in ("block", "game", "seat", "round", "gained")]
    table = view.sums(found.lazy(), ["round"], parts).table(means=parts, count="appearances")
    rows = [
        {"round": row["round"], "part": part, "appearances": row["appearances"]}
        | {f"points{end}": row[f"{part}{end}"] for end in ("", "_low", "_high")}
        for row in table.iter_rows(named=True)
        for part in parts
    ]
    return tabled(rows)


def _source_findings(table: pl.DataFrame) -> list[Finding]:
    """The parts that brought most, round by round."""
    said = []
    for number in table["round"].unique().sort():
        best = table.filter(pl.col("round") == number).sort("points", descending=True).head(2)
        named = [
            f"{row['points']:.1f} from {_SAID.get(row['part'], row['part'])}" for row in best.iter_rows(named=True)
        ]
        said.append(f"{' and '.join(named)} in round {number}")
    if not said:
        return []
    counted = words.counted(int(table["appearances"].max() or 0), "appearance")  # type: ignore[arg-type]
    sentence = f"What brought a player most points: {'; '.join(said)} (intervals are in the table; {counted})."
    return [described(sentence, {"points": table.to_dicts()})]


def _source_chart(view: View, table: pl.DataFrame) -> Chart:
    about = "Mean points that each part of the score brought in the round; losses are below zero"
    title = "Where points come from, round by round"
    drawn = table.with_columns(pl.col("part").replace({"glass": "magnifying glass"}))
    return view.chart("rounds-sources", "lines", title, about, drawn, "round", "points", series="part")


def _standing_chart(view: View, table: pl.DataFrame) -> Chart:
    about = "Mean points if the game had ended after the round"
    return view.chart("rounds-standings", "lines", "Points along the game", about, table, "round", "after")


def _leader_chart(view: View, table: pl.DataFrame) -> Chart:
    drawn = table.filter(pl.col("led") > 0)
    about = "Share of wins of whoever was alone in the lead after the round"
    return view.chart("rounds-leaders", "lines", "Leaders who won", about, drawn, "round", "leader_won")
