"""Where do points come from round by round?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import to_table
from digsite.analyses.games.arnak.gains import gains
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from digsite.analyses.block_sums import Sums
    from digsite.analyses.view import View

_SAID = {"glass": "the magnifying glass", "notebook": "the notebook"}


def answer(view: View) -> Result:
    """Answer from standings, points and turns of every round; the timeline covers what became of the leaders."""
    sums = _rounds(view)
    tables = {"rounds": sums.table(means=["after", "gained", "turns"], count="appearances")}
    findings = [_gain_finding(tables["rounds"])]
    charts = [_standing_chart(view, tables["rounds"])]
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
    """Return standings after each round; players start with the points of empty slots and of two Fear cards."""
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


def _gain_finding(table: pl.DataFrame) -> Finding:
    gained, turns = (listed(f"{value:.1f}" for value in table[name]) for name in ("gained", "turns"))
    rounds = f"in rounds 1 to {table.height}" if table.height > 1 else "in the one round"
    appearances = sentences.counted(int(table["appearances"][0]), "appearance")
    sentence = (
        f"A player's standing in points rose by {gained} {rounds}, with {turns} turns (intervals are in the table; "
        f"{appearances})."
    )
    return described(sentence, {"gained": table["gained"].to_list()})


def _sources(view: View) -> pl.DataFrame:
    """Return what each part of the score earned in each round."""
    found = gains(view)
    parts = [name for name in found.columns if name not in ("block", "game", "seat", "round", "gained")]
    table = view.sums(found.lazy(), ["round"], parts).table(means=parts, count="appearances")
    rows = [
        {"round": row["round"], "part": part, "appearances": row["appearances"]}
        | {f"points{end}": row[f"{part}{end}"] for end in ("", "_low", "_high")}
        for row in table.iter_rows(named=True)
        for part in parts
    ]
    return to_table(rows)


def _source_findings(table: pl.DataFrame) -> list[Finding]:
    """Return findings on the parts that earned most, round by round."""
    said = []
    for number in table["round"].unique().sort():
        best = table.filter(pl.col("round") == number).sort("points", descending=True).head(2)
        named = [
            f"{row['points']:.1f} from {_SAID.get(row['part'], row['part'])}" for row in best.iter_rows(named=True)
        ]
        said.append(f"{' and '.join(named)} in round {number}")
    if not said:
        return []
    counted = sentences.counted(int(table["appearances"].max() or 0), "appearance")  # type: ignore[arg-type]
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
