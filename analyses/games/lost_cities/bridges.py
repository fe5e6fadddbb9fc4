"""How do expeditions end, and who gains from ending them?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import ordinal

if TYPE_CHECKING:
    from digsite.analyses.view import View


def answer(view: View) -> Result:
    """Answer from the ends of expeditions, the gain of the seat that ended one, and what bridge crossings go with."""
    ends = _ends(view)
    end_table = _end_table(ends)
    gains = _gains(view)
    gain_table = gains.table([WIN], ["gain"], "appearances")
    crossings = view.sums(view.each_seat, ["crossings"], [WIN, "score"])
    tables = {
        "ends": end_table,
        "gain_from_ending": gain_table,
        "ended_by": _ended_by(view),
        "crossings": crossings.table([WIN], ["score"], "appearances"),
    }
    findings = [*_end_findings(end_table), *_gain_findings(view, gains)]
    return Result("bridges", "Bridges", tables, findings, _charts(view, tables))


def _expeditions(view: View) -> range:
    return range(1, int(view.rules["expeditions"]) + 1)


def _ends(view: View) -> Sums:
    """Return one row per expedition: its number, how it ended, its turns."""
    frames = [
        view.games.select(
            "block",
            pl.lit(number, pl.Int8).alias("expedition"),
            pl.col(f"expedition_end_{number}").alias("end"),
            pl.col(f"expedition_turns_{number}").alias("turns"),
        )
        for number in _expeditions(view)
    ]
    return view.sums(frames, ["expedition", "end"], ["turns"])


def _end_table(sums: Sums) -> pl.DataFrame:
    shares = sums.shares(["expedition"]).drop("count")
    return sums.table(means=["turns"], count="expeditions").join(shares, on=["expedition", "end"], how="left")


def _gains(view: View) -> Sums:
    """Return points in an expedition and wins of the game, for the seat that ended it and for the others."""
    frames = []
    for number in _expeditions(view):
        before = pl.col(f"points_after_{number - 1}").cast(pl.Float64) if number > 1 else pl.lit(0.0)
        gain = pl.col(f"points_after_{number}").cast(pl.Float64) - before
        for seat in view.each_seat:
            frames.append(
                seat.select(
                    "block",
                    pl.col(f"expedition_end_{number}").alias("end"),
                    pl.lit(number == _expeditions(view)[-1]).alias("last"),
                    (pl.col(f"ended_by_{number}") == pl.col("seat")).alias("ended_it"),
                    gain.alias("gain"),
                    WIN,
                )
            )
    return view.sums(frames, ["end", "last", "ended_it"], ["gain", WIN])


def _ended_by(view: View) -> pl.DataFrame:
    """Return which seat ends expeditions, by how they end."""
    frames = [
        view.games.select(
            "block",
            pl.col(f"expedition_end_{number}").alias("end"),
            pl.col(f"ended_by_{number}").alias("seat"),
        )
        for number in _expeditions(view)
    ]
    return view.sums(frames, ["end", "seat"], []).shares(["end"])


def _end_findings(table: pl.DataFrame) -> list[Finding]:
    found = []
    bridged = table.filter(pl.col("end") == "bridge").sort("expedition")
    for row in bridged.iter_rows(named=True):
        total = round(row["expeditions"] / row["share"]) if row["share"] else 0
        value, bracket = sentences.split_row(row, "share", total, percent=True, of="expeditions")
        turns = sentences.with_interval(sentences.estimate_of(row, "turns", row["expeditions"]))
        sentence = (
            f"{value} of {ordinal(row['expedition'])} expeditions end at the bridges {bracket}, after an average of "
            f"{turns} turns."
        )
        found.append(described(sentence, row))
    stalled = table.filter(pl.col("end") == "stall")
    if stalled.height:
        count, total = int(stalled["expeditions"].sum()), int(table["expeditions"].sum())
        found.append(
            described(
                f"The stall guard ended {sentences.counted(count, 'expedition')} of {total:,}; the rules have no such end.",
                {"stalls": count},
            )
        )
    if not bridged.height:
        found.append(
            described(
                f"Not one of {int(table['expeditions'].sum()):,} expeditions ended at the bridges; "
                "all ran through the draw pile."
            )
        )
    return found


def _gain_findings(view: View, sums: Sums) -> list[Finding]:
    """Return findings on the seat that ended an expedition; the last one is separate, as it ends the game."""
    found = []
    several = len(_expeditions(view)) > 1
    for end in sorted(sums.blocks["end"].unique()):
        for last in (False, True) if several else (True,):
            others, ender = ({"end": end, "last": last, "ended_it": own} for own in (False, True))
            if min(sums.count(**others), sums.count(**ender)) < 100:
                continue
            found.append(_gain_finding(sums, end, last, several, others, ender))
    return found


def _gain_finding(
    sums: Sums, end: str, last: bool, several: bool, others: dict[str, Any], ender: dict[str, Any]
) -> Finding:
    gap, win = sums.difference("gain", others, ender).estimate, sums.share_difference(WIN, others, ender).estimate
    (much, bracket), (often, of_wins) = (
        sentences.difference_in_words(gap, of="appearances"),
        sentences.rate_difference_in_words(win, of="appearances"),
    )
    how = "at the bridges" if end == "bridge" else f"with the {end}"
    which = (
        "the last expedition" if last and several else "an expedition before the last" if several else "the expedition"
    )
    why = "players may end the last one only when that wins" if last else "whoever ends it may have been ahead before"
    sentence = (
        f"Whoever ended {which} {how} scored {much} in it than the others {bracket} and won the game {often} {of_wins}; "
        f"{why}."
    )
    return described(sentence, {"end": end, "last": last, "gain": gap.value, "win": win.value})


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    ends = tables["ends"].with_columns(expedition="Expedition " + pl.col("expedition").cast(pl.String))
    about = f"Share of expeditions by end, {view.counted}. The intervals are in the table."
    parts = {"series": "end", "y_label": "share of expeditions", "across": True}
    wins = "Share of wins by explorers brought over a bridge in the whole game"
    return [
        view.chart("bridges-ends", "stacked", "How expeditions end", about, ends, "expedition", "share", **parts),
        view.chart(
            "bridges-crossings",
            "lines",
            "",
            wins,
            tables["crossings"],
            "crossings",
            WIN,
            reference=view.fair,
            count="appearances",
        ),
    ]
