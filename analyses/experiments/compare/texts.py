"""Figures, differences and margins of a comparison in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses.stats import Estimate
from digsite.simulator.game.wording import singular

if TYPE_CHECKING:
    from digsite.analyses.experiments.measures import Unit
    from digsite.analyses.experiments.paired import Change
    from digsite.analyses.stats.estimate import Written

PAIRS = "pairs of games"


def unit_word(unit: Unit, points: str = "points") -> str:
    """Return the word after a figure of this unit: turns, none, or the unit of the game's scores."""
    return points if unit == "points" else unit if unit == "turns" else ""


def figure_parts(value: float, unit: Unit, half_width: float = 0.0, points: str = "points") -> Written:
    """Return a figure part by part: 52.3 %, 104.2 points, 61 turns."""
    figure = Estimate(value, value - half_width, value + half_width, 1)
    return figure.written(percent=unit == "share", unit=unit_word(unit, points))


def figure_text(value: float, unit: Unit, half_width: float = 0.0, points: str = "points") -> str:
    """Return a figure: 52.3 %, 104.2 points, 61 turns."""
    return figure_parts(value, unit, half_width, points).figure


def sides(change: Change, points: str) -> tuple[str, str]:
    """Return both sides, the changed one first, with one digit more than their difference, so that they agree with it."""
    unit, reach = change.measure.unit, change.difference.half_width / 10
    return figure_text(change.changed.value, unit, reach, points), figure_text(
        change.against.value, unit, reach, points
    )


def difference_parts(difference: Estimate, unit: Unit, points: str = "points") -> Written:
    """Return a difference part by part: +1.5 percentage points."""
    said = "percentage points" if unit == "share" else unit_word(unit, points)
    return difference.written(percent=unit == "share", signed=True, unit=said, of=PAIRS)


def difference_text(difference: Estimate, unit: Unit, points: str = "points") -> str:
    """Return a difference: +1.5 percentage points (+0.9 to +2.1; 10,000 pairs of games)."""
    said = difference_parts(difference, unit, points)
    return f"{said.figure} {said.bracket}"


def margin_text(margin: float, unit: Unit, points: str = "points") -> str:
    """Return a margin: 0.5 percentage points."""
    size, what = (100 * margin, "percentage points") if unit == "share" else (margin, unit_word(unit, points))
    return f"{size:.3g} {singular(what) if size == 1 else what}".rstrip()
