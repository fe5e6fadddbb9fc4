"""Observed figures of targets in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.analyses.experiments.check.texts import observed_text

if TYPE_CHECKING:
    from digsite.analyses.experiments.check.tracks import Track


def figure_text(track: Track) -> str:
    """Return an observed figure with its name: win rate of seat 1 50.3 % (48.9 to 51.9); 61.2 turns (60.8 to 61.6)."""
    value = value_text(track)
    return value if track.figure.measure.unit == "turns" else f"{track.figure.measure.name} {value}"


def value_text(track: Track) -> str:
    """Return an observed figure without its seat, which the measure's name has."""
    return observed_text(replace(track, figure=replace(track.figure, about="")))
