"""How do meeples land? Sides compared with their exact odds, and what flexible and standing meeples go with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN
from digsite.analyses.chart_rows import compare_with_exact
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.games.quetzal.state import Face

if TYPE_CHECKING:
    from digsite.analyses.block_sums import Sums
    from digsite.analyses.view import View

_SAID = {"black": "black", "white": "white", "side": "on its side", "standing": "standing"}
_FREE = (
    _SAID["side"],
    _SAID["standing"],
)  # sides on which a team meeple counts as either colour; the character always does
_NAMES = tuple(face.name.lower() for face in Face)
_ROLLED = pl.sum_horizontal(pl.col(f"faces_{name}").cast(pl.Int64) for name in _NAMES).alias("rolled")
BAND = 4  # flexible meeples that are counted together


def answer(view: View) -> Result:
    """Answer from the sides of all meeples rolled in phase 1, and from the seats by how many of them were flexible."""
    faces, flexible = _faces(view), _flexible(view)
    tables = {"faces": _face_table(view, faces), "flexible": flexible.table([WIN], ["score"], "appearances")}
    findings = [_face_finding(view, tables["faces"]), *_flexible_findings(view, flexible)]
    return Result("meeples", "Meeples", tables, findings, _charts(view, tables))


def _faces(view: View) -> Sums:
    cells = {(_SAID[name],): {"landed": pl.col(f"faces_{name}"), "rolled": _ROLLED} for name in _NAMES}
    return view.sums_by_column(view.each_seat, ["face"], cells)


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


def _face_finding(view: View, table: pl.DataFrame) -> Finding:
    pools = view.sums(
        [seat.select("block", "flexible", _ROLLED) for seat in view.each_seat], [], ["flexible", "rolled"]
    )
    share, odds = pools.per("rolled").estimate("flexible"), _flexible_odds(view, table)
    head, bracket = sentences.split_estimate(share, percent=True, of="meeples")
    sentence = (
        f"{head} of meeples rolled counted as either colour {bracket}: those on the side or standing, and every "
        f"character; by their odds it is {odds * 100:.1f} % (exact)."
    )
    return described(sentence, {"share": share.value, "odds": odds})


def _flexible_odds(view: View, table: pl.DataFrame) -> float:
    """Return the expected share of a pool that counts as either colour: its team by the odds, its character always."""
    team = int(view.rules["meeples.team"][view.seats - view.run.game.figures.lowest_seats])
    return (team * float(table.filter(pl.col("face").is_in(_FREE))["odds"].sum()) + 1) / (team + 1)


def _flexible(view: View) -> Sums:
    band = (pl.col("flexible") // BAND * BAND).cast(pl.Int16)
    frames = [seat.select("block", band.alias("flexible"), WIN, "score") for seat in view.each_seat]
    return view.sums(frames, ["flexible"], [WIN, "score"])


def _flexible_findings(view: View, sums: Sums) -> list[Finding]:
    """Return findings on the roll, which is pure chance, so what goes with it is its effect; still an observation."""
    table = sums.table([WIN], count="appearances").filter(pl.col("appearances") >= 100)
    if not view.has_rivals or table.height < 2:
        return []
    low, high = table.row(0, named=True), table.row(-1, named=True)
    gap = sums.difference(WIN, {"flexible": low["flexible"]}, {"flexible": high["flexible"]}).estimate
    often, bracket = sentences.rate_difference_in_words(gap, of="appearances")
    sentence = (
        f"Players who rolled {high['flexible']} to {high['flexible'] + BAND - 1} flexible meeples in the game won "
        f"{often} than those with "
        f"{low['flexible']} to {low['flexible'] + BAND - 1} {bracket}."
    )
    return [described(sentence, {"gap": gap.value})]


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    faces = compare_with_exact(tables["faces"], "share", "odds", ["face"]).with_columns(
        what=pl.when("exact").then(pl.lit("odds")).otherwise(pl.lit("simulated"))
    )
    about = "Share of meeples by how they landed in phase 1, beside their odds"
    luck = tables["flexible"].sort("flexible")
    luck = luck.with_columns(flexible=pl.format("{} to {}", "flexible", pl.col("flexible") + BAND - 1))
    wins = (
        "Share of wins by meeples rolled that counted as either colour in the whole game, the character in each round"
    )
    return [
        view.chart("meeples-faces", "dots", "How meeples land", about, faces, "face", "share", series="what",
                   exact="exact", percent=True, y_label="share of meeples"),
        view.chart("meeples-luck", "dots", "The luck of the roll", wins, luck, "flexible", WIN, reference=view.fair,
                   count="appearances", x_label="flexible meeples rolled in the game"),
    ]  # fmt: skip
