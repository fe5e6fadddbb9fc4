"""The lines about rivals: seats, strategies, luck and skill."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import polars as pl

from analyses import luck, words
from analyses.blocks import WIN
from analyses.general.seats import confounded
from analyses.scorecard.line import Band, Line, Verdict, judged, percent, table_of
from analyses.stats.quantiles import two_sided_z
from simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analyses.view import View


def _widened(row: Mapping[str, Any], many: int) -> Band:
    """The interval of a win share, made wide enough for the furthest of many."""
    factor = two_sided_z(1 - 0.05 / many) / two_sided_z(0.95)
    value, low, high = row[WIN], row[f"{WIN}_low"], row[f"{WIN}_high"]
    if low is None or high is None:
        return 0.0, 1.0
    return max(value - factor * (value - low), 0.0), min(value + factor * (high - value), 1.0)


def on_seats(view: View, tables: Mapping[str, Any], band: Band, accused: set[Any]) -> Line | None:
    """Whether every seat wins its fair share."""
    table = table_of(tables, "seats", "seats")
    if table is None or table["win"].null_count():
        return None
    fair, allowed = 1 / view.seats, band[1]
    if confounded(view):
        said = "Each seat was always played by the same strategy; play with --rotate to see what a seat is worth."
        return Line("seats", "cannot be told", "open", "not measured", "seats not rotated", said)
    rows = table.sort(pl.col("above_fair").abs(), descending=True).rows(named=True)
    spans = [_widened(row, view.seats) for row in rows]
    ranges = fair - allowed, fair + allowed
    verdicts = [
        "watch" if verdict == "off" and row["seat"] not in accused else verdict
        for row, verdict in zip(rows, (judged(*span, ranges) for span in spans), strict=True)
    ]
    verdict: Verdict = "off" if "off" in verdicts else "fine" if set(verdicts) == {"fine"} else "watch"
    at = verdicts.index("off") if verdict == "off" else 0
    row, (low, high) = rows[at], spans[at]
    wide = max(row[WIN] for row in rows) - min(row[WIN] for row in rows)
    said = (
        f"The widest gap between seats is {words.percentage_points(wide)}; each seat may be "
        f"{words.percentage_points(allowed)} from the fair share."
    )
    return Line(
        "seats",
        {"fine": "fair", "watch": "not yet clear", "off": "unfair"}[verdict],
        verdict,
        f"Seat {row['seat']} wins {row[WIN] * 100:.1f} %",
        f"{percent(low, high)}, fair {fair * 100:.3g} %",
        said,
        row[WIN],
        low,
        high,
        ranges,
        (max(fair - 4 * allowed, 0.0), min(fair + 4 * allowed, 1.0)),
        {"seat": row["seat"], "widest_gap": wide},
    )


def on_strategies(view: View, tables: Mapping[str, Any], bands: Mapping[str, Band], accused: set[Any]) -> Line | None:
    """How many strategies are worth playing."""
    table = table_of(tables, "strategies", "strategies")
    if table is None or table[WIN].null_count():
        return None
    many = table.height
    if many < 2:
        said = "All seats were played by one strategy; let several meet to see which are worth playing."
        return Line("strategies", "one only", "open", "1 strategy", "nothing to compare", said)
    if confounded(view):
        said = "Each strategy always had the same seat; play with --rotate to compare them."
        return Line("strategies", "cannot be told", "open", "not measured", "seats not rotated", said)
    behind, wanted = bands["behind"][1], min(bands["worth"][0], many)
    rows = table.sort(WIN, descending=True).rows(named=True)
    spans = [_widened(row, many) for row in rows]
    top_low, top_high = spans[0]
    # A strategy is worth playing for sure if it cannot be far behind the best, and not at all if it must be.
    sure = sum(low >= top_high - behind or at == 0 for at, (low, _) in enumerate(spans))
    may = sum(high >= top_low - behind or at == 0 for at, (_, high) in enumerate(spans))
    seen = [row["strategy"] for row in rows if row[WIN] >= rows[0][WIN] - behind]
    out = [row["strategy"] for row, (_, high) in zip(rows, spans, strict=True) if high < top_low - behind]
    if not accused:
        may, out = many, []
    verdict = judged(sure, may, (wanted, math.inf))
    rest = f"not worth playing here: {listed(out)}" if out else "none is clearly worse than the best"
    said = f"Worth playing is what wins at most {words.percentage_points(behind)} less than the best; {rest}."
    return Line(
        "strategies",
        {"fine": "diverse", "watch": "not yet clear", "off": "narrow"}[verdict],
        verdict,
        f"{len(seen)} of {many} worth playing",
        f"{sure} to {may}" if sure != may else "all intervals agree",
        said,
        len(seen),
        sure,
        may,
        (wanted, many),
        (0.0, float(many)),
        {"worth_playing": seen, "not_worth_playing": out},
    )


def on_luck(view: View, tables: Mapping[str, Any], band: Band, accused: set[Any]) -> Line | None:
    """How much of who wins is luck, and how soon skill shows; open unless strategies differ beyond chance."""
    table = table_of(tables, "strategies", "strategies")
    if table is None or table[WIN].null_count():
        return None
    shares = luck.parts(view) if luck.can_be_split(view) else {}
    if not shares:
        said = "Play different strategies with --rotate, every one in every seat on the same deals, to tell luck from skill."
        return Line("luck and skill", "cannot be told", "open", "not measured", "needs rotated strategies", said)
    names = table.sort(WIN, descending=True)["strategy"].to_list()
    pairs = len(names) * (len(names) - 1) / 2
    lead = luck.games_to_lead(view, names[0], names[-1], 1 - 0.05 / pairs)
    verdict = judged(lead.low, lead.high, band) if accused else "open"
    chance = shares["luck"]
    made_of = listed(f"{name} {shares[name].value * 100:.1f} %" for name in luck.PARTS)
    if lead.high < math.inf:
        until = f"{lead.games:,.0f} games ({lead.low:,.0f} to {lead.high:,.0f})"
    else:
        until = f"more than {lead.low:,.0f} games, if it does at all"
    return Line(
        "luck and skill",
        {"fine": "skill shows", "off": "skill hardly shows"}.get(verdict, "not yet clear"),
        verdict,
        f"{chance.value * 100:.1f} % of who wins is luck",
        percent(chance.low, chance.high),
        f"Who wins varies by {made_of}; {names[0]} leads {names[-1]} with 95 % after {until}.",
        chance.value,
        chance.low,
        chance.high,
        None,
        (0.0, 1.0),
        {name: asdict(shares[name]) for name in shares} | {"games_to_lead": asdict(lead)},
    )
