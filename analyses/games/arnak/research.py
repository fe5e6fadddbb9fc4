"""How far does research go? Rows of both tokens, the race to the Lost Temple, and what they go with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums, to_table
from digsite.analyses.chart_rows import FEW
from digsite.analyses.games.arnak.gains import gains
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import listed, ordinal
from digsite.simulator.games.arnak.rules import LAST_ROW

if TYPE_CHECKING:
    from digsite.analyses.view import View

_TILES = ("eleven", "six_left", "six_right", "two_left", "two_middle", "two_right")
_BY_ROUND = ["glass", "notebook", "temple tiles"]
_VALUES = [WIN, "score", "points_from_glass", "points_from_notebook", "points_from_temple_tiles"]


def answer(view: View) -> Result:
    """Answer from the seats by the rows of their tokens and by their arrival in the Lost Temple."""
    frames = view.each_seat
    glass, notebook = (view.sums(frames, [row], _VALUES) for row in ("glass_row", "notebook_row"))
    arrival = view.sums([frame.rename({"lost_temple": "arrival"}) for frame in frames], ["arrival"], _VALUES)
    tiles = view.sums(frames, ["strategy"], [f"temple_tiles_{name}" for name in _TILES])
    tables = {
        "glass": _by(glass, "glass_row"),
        "notebook": _by(notebook, "notebook_row"),
        "arrival": _by(arrival, "arrival"),
        "temple_tiles": tiles.table(means=list(tiles.values), count="appearances"),
    }
    findings = [*_row_findings(glass, notebook), _temple_finding(view, tables["arrival"])]
    charts, notes = _charts(view, tables), ["No events were kept, so research round by round is not known."]
    if view.sample:
        tables["by_round"] = view.sample.sums(gains(view.sample).lazy(), ["round"], _BY_ROUND).table(
            means=_BY_ROUND, count="appearances"
        )
        charts.append(_round_chart(view.sample, tables["by_round"]))
        notes = [f"Research round by round is told by the {view.sample.counted}."]
    return Result("research", "Research", tables, findings, charts, notes)


def _by(sums: Sums, key: str) -> pl.DataFrame:
    table = sums.table([WIN], _VALUES[1:], "appearances")
    return table.join(sums.shares().drop("count"), on=key, how="left")


def _row_findings(glass: Sums, notebook: Sums) -> list[Finding]:
    found = []
    for sums, key, token in ((glass, "glass_row", "magnifying glass"), (notebook, "notebook_row", "notebook")):
        blocks = sums.blocks.with_columns(row=pl.col(key).cast(pl.Float64) * pl.col("n"))
        mean = Sums(blocks, (), ("row",), sums.deals).estimate("row")
        points = sums.estimate(f"points_from_{key.removesuffix('_row')}")
        appearances = sentences.counted(sums.count(), "appearance")
        sentence = f"The {token} ended in row {sentences.with_interval(mean)} on average and brought {sentences.with_interval(points)} points ({appearances})."
        found.append(described(sentence, {"row": mean.value, "points": points.value}))
    return found


def _temple_finding(view: View, table: pl.DataFrame) -> Finding:
    reached = (pl.col("lost_temple") > 0).alias("reached")
    sums = view.sums([frame.with_columns(reached) for frame in view.each_seat], [], ["reached"])
    share = sums.estimate("reached", share=True)
    head = f"{share.text(percent=True, of='appearances')} of players reached the Lost Temple"
    wins = [
        f"of those who came {ordinal(row['arrival'])}, {sentences.row_with_interval(row, WIN, percent=True)} won"
        for row in table.filter(pl.col("arrival") > 0).iter_rows(named=True)
        if view.has_rivals and row["appearances"] >= FEW and row[WIN] is not None
    ]
    tail = f"; {listed(wins)}" if wins else ""
    return described(f"{head}{tail}.", {"share": share.value})


def _round_chart(view: View, table: pl.DataFrame) -> Chart:
    said = {"glass": "magnifying glass", "notebook": "notebook", "temple tiles": "temple tiles"}
    rows = [
        {
            "round": row["round"],
            "part": said[part],
            **{f"points{end}": row[f"{part}{end}"] for end in ("", "_low", "_high")},
        }
        for row in table.iter_rows(named=True)
        for part in _BY_ROUND
    ]
    about = "Mean points that a player's research and temple tiles brought in the round"
    return view.chart(
        "research-rounds", "lines", "Points of research, round by round", about, to_table(rows), "round", "points", series="part",
    )  # fmt: skip


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    charts = []
    if view.has_rivals:
        for token, key in (("glass", "glass_row"), ("notebook", "notebook_row")):
            about = f"Share of wins by the row that the {'magnifying glass' if token == 'glass' else token} ended in"
            charts.append(
                view.chart(
                    f"research-{token}",
                    "lines",
                    "",
                    about,
                    tables[token],
                    key,
                    WIN,
                    reference=view.fair,
                    count="appearances",
                )
            )
    about = f"Share of players by the row of their magnifying glass at the end; row {LAST_ROW} is the Lost Temple"
    charts.append(
        view.chart(
            "research-rows", "bars", "Rows of the magnifying glass", about, tables["glass"], "glass_row", "share",
            y_label="share of players",
        )
    )  # fmt: skip
    return charts
