"""How do meeples land? Sides beside their exact odds, and what flexible and standing meeples go with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analyses import words
from analyses.blocks import WIN
from analyses.result import Chart, Finding, Result, described
from analyses.view import beside_exact
from simulator.games.quetzal.state import Face

if TYPE_CHECKING:
    from analyses.blocks import Sums
    from analyses.view import View

_SAID = {"black": "black", "white": "white", "side": "on its side", "standing": "standing"}
BAND = 4  # flexible meeples that are counted together


def answer(view: View) -> Result:
    """Sides of all meeples rolled in phase 1, and the seats by how many of them were flexible."""
    faces, flexible = _faces(view), _flexible(view)
    tables = {"faces": _face_table(view, faces), "flexible": flexible.table([WIN], ["score"], "appearances")}
    findings = [_face_finding(tables["faces"]), *_flexible_findings(view, flexible)]
    return Result("meeples", "Meeples", tables, findings, _charts(view, tables))


def _faces(view: View) -> Sums:
    names = [face.name.lower() for face in Face]
    rolled = pl.sum_horizontal(pl.col(f"faces_{name}").cast(pl.Int64) for name in names).alias("rolled")
    frames = [
        seat.select("block", pl.lit(_SAID[name]).alias("face"), pl.col(f"faces_{name}").alias("landed"), rolled)
        for seat in view.each_seat
        for name in names
    ]
    return view.sums(frames, ["face"], ["landed", "rolled"])


def _face_table(view: View, sums: Sums) -> pl.DataFrame:
    odds = view.rules["meeples.odds"]
    rows = []
    for at, said in enumerate(_SAID.values()):
        share = sums.per("rolled", face=said).estimate("landed")
        rows.append(
            {
                "face": said,
                "share": share.value,
                "share_low": share.low,
                "share_high": share.high,
                "odds": odds[at] / sum(odds),
                "meeples": round(float(sums.at(face=said)["landed"].sum())),
            }
        )
    return pl.DataFrame(rows)


def _face_finding(table: pl.DataFrame) -> Finding:
    free = table.filter(pl.col("face").is_in([_SAID["side"], _SAID["standing"]]))
    share, odds = float(free["share"].sum()), float(free["odds"].sum())
    sentence = (
        f"{share * 100:.1f} % of {int(table['meeples'].sum()):,} meeples landed on the side or standing and counted as "
        f"either colour; their odds say {odds * 100:.1f} %."
    )
    return described(sentence, {"share": share, "odds": odds})


def _flexible(view: View) -> Sums:
    free = (pl.col("faces_side") + pl.col("faces_standing")) // BAND * BAND
    frames = [seat.select("block", free.cast(pl.Int16).alias("flexible"), WIN, "score") for seat in view.each_seat]
    return view.sums(frames, ["flexible"], [WIN, "score"])


def _flexible_findings(view: View, sums: Sums) -> list[Finding]:
    """The luck of the roll is chance alone, so what goes with it is what it does; still told as a description."""
    table = sums.table([WIN], count="appearances").filter(pl.col("appearances") >= 100)
    if view.seats < 2 or table.height < 2:
        return []
    low, high = table.row(0, named=True), table.row(-1, named=True)
    gap = sums.difference(WIN, {"flexible": low["flexible"]}, {"flexible": high["flexible"]}).estimate
    _, bracket = words.split(gap, percent=True, unit="percentage points", signed=True, of="appearances")
    sentence = (
        f"Players who rolled {high['flexible']} to {high['flexible'] + BAND - 1} flexible meeples in the game won "
        f"{words.percentage_points(gap.value)} {words.more(gap.value, 'less')} often than those with "
        f"{low['flexible']} to {low['flexible'] + BAND - 1} {bracket}."
    )
    return [described(sentence, {"gap": gap.value})]


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    faces = beside_exact(tables["faces"], "share", "odds", ["face"]).with_columns(
        what=pl.when("exact").then(pl.lit("odds")).otherwise(pl.lit("simulated"))
    )
    about = "Share of meeples by how they landed in phase 1, beside their odds"
    wins = f"Share of wins by flexible meeples rolled in the game, {BAND} numbers together"
    return [
        view.chart("meeples-faces", "dots", "How meeples land", about, faces, "face", "share", series="what",
                   exact="exact", percent=True, y_label="share of meeples"),
        view.chart("meeples-luck", "lines", "The luck of the roll", wins, tables["flexible"], "flexible", WIN,
                   reference=view.fair, count="appearances"),
    ]  # fmt: skip
