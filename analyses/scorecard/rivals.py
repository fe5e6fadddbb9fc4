"""The lines about rivals: seats, strategies, luck and skill; and the line about solo play."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN
from digsite.analyses.general.seats import confounded
from digsite.analyses.probes import choices, luck
from digsite.analyses.scorecard import luck_and_skill
from digsite.analyses.scorecard.line import (
    DEPENDS,
    Band,
    Line,
    Verdict,
    band_verdict,
    ends_of,
    figure_of,
    open_verdict,
    scope_of,
    table_of,
)
from digsite.simulator.game.wording import listed, number
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.view import View


def on_winning_alone(view: View, band: Band) -> Line:
    """Return the line on how often a solo player wins: a challenge is neither certain nor hopeless."""
    won = view.sums(view.seat(1), [], [WIN]).estimate(WIN, share=True)
    verdict = band_verdict(won.low, won.high, band)
    value, span = figure_of(won.value, won.low, won.high, percent=True)
    said = f"The target allows {band[0] * 100:.3g} to {band[1] * 100:.3g} % of games won, by players as good as these."
    return Line(
        "winning alone",
        {
            "fine": "a challenge",
            "watch": open_verdict(won.low, won.high, band),
            "off": "easy" if won.value > band[1] else "hard",
        }[verdict],
        verdict,
        f"{value} of games won",
        span,
        said,
        won.value,
        won.low,
        won.high,
        band,
    )


def on_seats(view: View, tables: Mapping[str, Any], band: Band) -> Line | None:
    """Return the line on whether every seat wins its fair share."""
    table = table_of(tables, "seats", "seats")
    if table is None or table["win"].null_count():
        return None
    fair, allowed = view.fair_share, band[1]
    if confounded(view):
        said = f"Each seat was always played by the same strategy; leave {OPTIONS['seating'].typed} out to see what a seat is worth."
        return Line("seats", "cannot be told", "open", "seated as typed", "", said)
    rows = table.sort(pl.col("above_fair").abs(), descending=True).rows(named=True)
    spans = [ends_of(row, WIN, (0.0, 1.0)) for row in rows]
    ranges = fair - allowed, fair + allowed
    verdicts = [band_verdict(*span, ranges) for span in spans]
    verdict: Verdict = "off" if "off" in verdicts else "fine" if set(verdicts) == {"fine"} else "watch"
    at = verdicts.index(verdict)
    row, (low, high) = rows[at], spans[at]
    wide = max(row[WIN] for row in rows) - min(row[WIN] for row in rows)
    scope, by_line_up = scope_of(tables, "seats"), table_of(tables, "seats", "by_line_up")
    if depends := bool(verdict != "off" and scope and scope["depends"]):
        verdict = "watch"
    value, span = figure_of(row[WIN], low, high, percent=True)
    said = (
        f"The fair share is {fair * 100:.3g} %, and the target allows {ranges[0] * 100:.3g} to {ranges[1] * 100:.3g} %; the "
        f"widest gap between seats is {sentences.percentage_points(wide)}."
    )
    whom = "With this line-up: no other was played."
    if scope and by_line_up is not None:
        whom = f"Over {scope['line_ups']} line-ups; in any of them a seat wins {_from_to(by_line_up[WIN])}."
    return Line(
        "seats",
        DEPENDS if depends else {"fine": "fair", "watch": open_verdict(low, high, ranges), "off": "unfair"}[verdict],
        verdict,
        f"Seat {row['seat']} wins {value}",
        span,
        said,
        row[WIN],
        low,
        high,
        ranges,
        (max(fair - 4 * allowed, 0.0), min(fair + 4 * allowed, 1.0)),
        {"seat": row["seat"], "widest_gap": wide},
        whom,
    )


def _from_to(shares: pl.Series) -> str:
    """Return the range of shares in words: 19.8 to 29.2 %."""
    least, most = (f"{100 * float(end):.1f}" for end in (shares.min(), shares.max()))  # type: ignore[arg-type]
    return f"{least} to {most} %"


def on_strategies(view: View, tables: Mapping[str, Any], bands: Mapping[str, Band]) -> Line | None:
    """Return the line on how many strategies are viable."""
    table = table_of(tables, "strategies", "strategies")
    if table is None or table[WIN].null_count():
        return None
    many = table.height
    if many < 2:
        said = "All seats were played by one strategy; let several meet to see which are worth playing."
        return Line("strategies", "one only", "open", "1 strategy", "", said)
    if confounded(view):
        said = f"Each strategy always had the same seat; leave {OPTIONS['seating'].typed} out to compare them."
        return Line("strategies", "cannot be told", "open", "seated as typed", "", said)
    behind, wanted = bands["behind"][1], min(bands["worth"][0], many)
    rows = table.sort(WIN, descending=True).rows(named=True)
    spans = {row["strategy"]: ends_of(row, WIN, (0.0, 1.0)) for row in rows}
    best, (top_low, top_high) = rows[0]["strategy"], spans[rows[0]["strategy"]]
    # A strategy is surely viable if it cannot be far behind the best, and surely not if it must be.
    sure = [name for name, (low, _) in spans.items() if low >= top_high - behind or name == best]
    out = [name for name, (_, high) in spans.items() if high < top_low - behind and name != best]
    edge = [name for name in spans if name not in sure and name not in out]
    verdict = band_verdict(len(sure), many - len(out), (wanted, math.inf))
    found = table_of(tables, "strategies", "choices")
    ways = choices.ways(sure, found) if found is not None else [[name] for name in sure]
    alike = found is not None and verdict != "off" and len(choices.ways([*sure, *edge], found)) < wanted
    groups = {"worth playing": sure, "on the edge": edge, "not worth playing here": out}
    said = "; ".join(f"{what}: {listed(named)}" for what, named in groups.items() if named)
    if verdict == "fine" and len(ways) < wanted:
        verdict = "watch"
    word = {"fine": "diverse", "watch": "borderline" if len(edge) < many - 1 else "not yet clear", "off": "narrow"}[
        verdict
    ]
    own_ways = f", {_counted_ways(len(ways))}" if found is not None else ""
    return Line(
        "strategies",
        "play alike" if alike else word,
        "open" if alike else verdict,
        f"{len(sure)} of {many} worth playing{f', {len(edge)} on the edge' if edge else ''}{own_ways}",
        "",
        f"Worth playing is what wins at most {sentences.percentage_points(behind)} less than the best.",
        len(sure),
        len(sure),
        many - len(out),
        (wanted, many),
        (0.0, float(many)),
        {"worth_playing": sure, "on_the_edge": edge, "not_worth_playing": out}
        | ({} if found is None else {"ways": ways})
        | ({"last": _last(rows, view)} if out else {}),
        f"{sentences.sentence(said)}.{_ALIKE if alike else ''}",
    )


_ALIKE = (
    f" Strategies that choose alike in {100 * choices.ALIKE:.0f} % of decisions are one way of playing, so these do not tell "
    "how many the game is open to."
)


def _counted_ways(many: int) -> str:
    return f"{many} way{'' if many == 1 else 's'} of playing"


def _last(rows: Sequence[Mapping[str, Any]], view: View) -> str:
    """Return how far the last strategy is behind the best, in a sentence."""
    best, last = (
        f"{row['strategy']} wins {sentences.with_interval(sentences.estimate_of(row, WIN, 1), percent=True)}"
        for row in (rows[0], rows[-1])
    )
    return f"{last}, {best}; the fair share is {100 * view.fair_share:.3g} %."


def on_luck(view: View, tables: Mapping[str, Any], band: Band) -> Line | None:
    """Return the line on how soon the strongest strategy is ahead of the weakest, and what else decides who wins.

    Close strategies say nothing about good players against bad ones, so nothing is *off* here.
    """
    table = table_of(tables, "strategies", "strategies")
    if table is None or table[WIN].null_count():
        return None
    decides, whom = _what_decides(view, tables)
    if not luck_and_skill.can_lead(view):
        said = "Play different strategies, every one in every seat, to see how soon the better one leads."
        return Line(
            "luck and skill",
            "cannot be told",
            "open",
            "one strategy, or seated as typed",
            "",
            decides or said,
            more=whom,
        )
    names = table.sort(WIN, descending=True)["strategy"].to_list()
    pairs = len(names) * (len(names) - 1) / 2
    lead = luck_and_skill.games_to_lead(view, names[0], names[-1], 1 - 0.05 / pairs)
    soon, close = band_verdict(lead.low, lead.high, band) == "fine", lead.low > band[1]
    needs = f"{round_count(lead.games, 'about ')} games" if math.isfinite(lead.games) else "more games than can be told"
    least = round_count(lead.low) if math.isfinite(lead.low) else ""  # on every deal both win as often as the other
    span = f"{least} to {round_count(lead.high)} games" if lead.high < math.inf else f"more than {least} games"
    span = span if least else "no interval"
    said = f"These {number(len(names))} strategies are close." if close else ""
    first, *others = [part for part in (said, decides or _NOT_MEASURED, whom) if part]
    return Line(
        "luck and skill",
        "skill shows" if soon else "strategies are close" if close else open_verdict(lead.low, lead.high, band),
        "fine" if soon else "open",
        f"{names[0]} needs {needs} to be ahead of {names[-1]} with 95 % certainty",
        span,
        first,
        lead.games if math.isfinite(lead.games) else None,
        lead.low,
        lead.high,
        band,
        (0.0, 4 * band[1]),
        {name: asdict(part) for name, part in luck.shares_in(tables).items()} | {"games_to_lead": asdict(lead)},
        " ".join(others),
    )


_NOT_MEASURED = "What decides who wins is not measured here: a report plays a small experiment."


def _what_decides(view: View, tables: Mapping[str, Any]) -> tuple[str, str]:
    """Return what decides who wins by the probe of the run, and among whom; empty where it was not measured."""
    shares = luck.shares_in(tables)
    if not shares:
        return "", ""
    whom = luck.population(list(dict.fromkeys(view.plan.players)))
    return luck.decides(shares), f"That is {whom}, and says nothing of good players against bad ones."


def round_count(games: float, word: str = "") -> str:
    """Return a number of games with the digits it deserves: below a hundred as it is, from there on two.

    >>> round_count(37), round_count(21_823, "about "), round_count(104, "about ")
    ('37', 'about 22,000', 'about 100')
    """
    if games < _COUNTED:
        return f"{games:.0f}"
    return f"{word}{round(games, 1 - math.floor(math.log10(games))):,.0f}"


_COUNTED = 100  # games; larger numbers are rounded
