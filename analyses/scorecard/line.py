"""A line of the scorecard, and how an interval is held against the band of a target."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

Verdict = Literal["fine", "watch", "off", "open"]
Band = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """One line of a scorecard: figure and interval in words and as numbers, on a scale with the target's band."""

    name: str
    word: str
    verdict: Verdict
    figure: str
    interval: str
    sentence: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    band: Band | None = None
    scale: Band = (0.0, 1.0)
    figures: Mapping[str, Any] = field(default_factory=dict)


def judged(low: float, high: float, band: Band) -> Verdict:
    """What an interval means against a band."""
    if band[0] <= low and high <= band[1]:
        return "fine"
    return "off" if high < band[0] or low > band[1] else "watch"


def table_of(tables: Mapping[str, Any], question: str, name: str) -> pl.DataFrame | None:
    """A table of an answer that has rows; nothing if it was not made."""
    found: pl.DataFrame | None = tables.get(question, {}).get(name)
    return found if found is not None and found.height else None


def percent(low: float, high: float) -> str:
    """The ends of an interval of shares."""
    return f"{low * 100:.1f} to {high * 100:.1f} %"
