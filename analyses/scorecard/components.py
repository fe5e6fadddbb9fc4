"""The line about components: what one of each is worth by experiment."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN
from digsite.analyses.scorecard.line import Band, Line, Verdict, ends_of, figure_of, table_of
from digsite.analyses.stats import family
from digsite.simulator.commands import Command
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.analyses.view import View


@dataclass(frozen=True)
class _Component:
    """What one of a component, or one choice, is worth by experiment; the interval holds for all of them together."""

    label: str
    said: str  # what the player has or does
    banned: bool
    value: float
    low: float
    high: float
    pairs: int
    verdict: Verdict
    wanted: bool  # beyond chance


def on_components(view: View, tables: Mapping[str, Any], band: Band) -> Line | None:
    """Return the line on the worth of components by experiment: any unwanted, any decisive."""
    measure, scale = (WIN, 100.0) if view.has_rivals else ("score", 1.0)
    found = _worths(tables, measure, band)
    if not found:
        return _sources(tables, view.wording.points)
    unit = "percentage points" if measure == WIN else "points"
    groups = {
        "Not worth having": [part for part in found if part.verdict == "off" and part.high <= band[0]],
        f"Worth more than {band[1] * scale:.3g} {unit}": [
            part for part in found if part.verdict == "off" and part.low > band[1]
        ],
        f"Worth having, perhaps more than {band[1] * scale:.3g} {unit}": [
            part for part in found if part.verdict == "watch" and part.wanted
        ],
        "Not yet clear": [part for part in found if part.verdict == "watch" and not part.wanted],
        "Choices worth having, which may be worth any amount": [
            part for part in found if part.verdict == "fine" and part.high > band[1]
        ],
        "Worth having": [part for part in found if part.verdict == "fine" and part.high <= band[1]],
    }
    groups = {what: sorted(parts, key=lambda part: -abs(part.value)) for what, parts in groups.items()}
    unwanted, decisive, strong, unclear, central, wanted = groups.values()
    first = (unwanted or decisive or strong or unclear or central or wanted)[0]
    said = [
        f"{what}: {listed(f'{part.said} ({part.value * scale:+z.1f})' for part in parts)}."
        for what, parts in groups.items()
        if parts
    ]
    value, span = figure_of(first.value, first.low, first.high, percent=scale == 100, signed=True, unit=unit)
    word = (
        "some unwanted"
        if unwanted
        else ("one decisive" if len(decisive) == 1 else "some decisive")
        if decisive
        else "not yet clear"
        if strong or unclear
        else "all wanted"
    )
    fewest = min(part.pairs for part in found)
    reach = max(2 * band[1], 0.1) if math.isfinite(band[1]) else max(abs(first.low), abs(first.high))
    allowed = (
        f"; the target allows one thing to be worth {band[1] * scale:.3g} {unit}" if math.isfinite(band[1]) else ""
    )
    return Line(
        "components",
        word,
        first.verdict,
        f"{sentences.sentence(first.said)}: {value} of {'wins' if measure == WIN else 'score'}",
        span,
        f"By experiment on the same luck, at least {fewest:,} pairs of games each{allowed}.",
        first.value,
        first.low,
        first.high,
        band if math.isfinite(band[1]) and first not in central else None,
        (-reach, reach),
        {part.label: {"worth": part.value, "low": part.low, "high": part.high} for part in found},
        f"{' '.join(said)} Intervals are in the charts.",
        first.said,
    )


def _worths(tables: Mapping[str, Any], measure: str, band: Band) -> list[_Component]:
    """Return the worth of one of each thing given, taken or forbidden; a swap has none."""
    rows: dict[str, Mapping[str, Any]] = {}
    for of_question in tables.values():
        for name, table in of_question.items():
            if name == "worth":
                rows = {row["nudge"]: row for row in table.iter_rows(named=True)} | rows
    known = [row for row in rows.values() if row["units"] and row[f"{measure}_change"] is not None]
    return [_component(row, measure, band) for row in known]


def _component(row: Mapping[str, Any], measure: str, band: Band) -> _Component:
    change, units = row[f"{measure}_change"], row["units"]
    low, high = sorted(end / units for end in ends_of(row, f"{measure}_change"))
    banned = units < 0 and "=-" not in row["nudge"]
    most = math.inf if banned else band[1]  # a choice that is part of the game may be worth any amount
    # Unwanted: worth nothing even at the far end; decisive: worth too much even at the near end.
    verdict: Verdict = "watch"
    stands = bool(row[f"{measure}_p"] < family.LIKELY)
    if stands:  # say no more than the findings claim
        verdict = "off" if high <= band[0] or low > most else "fine" if band[0] < low and high <= most else "watch"
    said = row["thing"] if abs(units) == 1 else f"each of {row['thing']}"
    return _Component(
        row["nudge"], said, banned, change / units, low, high, row["pairs"], verdict, stands and low > band[0]
    )


def _sources(tables: Mapping[str, Any], points: str) -> Line | None:
    """Return which source of points separates winners; only an experiment shows what it is worth."""
    gaps = table_of(tables, "sources", "gaps")
    if gaps is None:
        said = f"What a component is worth only an experiment tells: `{Command('nudge')}` makes it."
        return Line("components", "not tested", "open", "no experiment", "", said)
    said = f"This is how winners scored, not what a component is worth: `{Command('nudge')}` measures that."
    row = gaps.sort(pl.col("gap").abs(), descending=True).row(0, named=True)
    ends = ends_of(row, "gap")
    sign = 1 if row["gap"] >= 0 else -1
    value, span = figure_of(abs(row["gap"]), *sorted(sign * end for end in ends), unit=points)
    return Line(
        "components",
        "observed only",
        "open",
        f"winners had {value} {sentences.more_or_fewer(sign)} from {row['part']}",
        span,
        said,
        figures={entry["part"]: entry["gap"] for entry in gaps.iter_rows(named=True)},
    )
