"""A line of the scorecard, and how an interval compares with the band of a target."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from digsite.analyses.stats import Estimate

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

Verdict = Literal["fine", "watch", "off", "open"]
Band = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """One line of a scorecard: figure and interval in words and as numbers, on a scale with the target's band.

    lead   the first sentence about it; `more` is the rest.
    unit   what the figure counts or is about, in words, where a verdict names it.
    """

    name: str
    word: str
    verdict: Verdict
    figure: str
    interval: str
    lead: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    band: Band | None = None
    scale: Band = (0.0, 1.0)
    figures: Mapping[str, Any] = field(default_factory=dict)
    more: str = ""
    unit: str = ""

    @property
    def sentence(self) -> str:
        """Return the full text of the line."""
        return f"{self.lead} {self.more}".strip()

    def as_data(self) -> dict[str, Any]:
        """Return the line as plain data."""
        data = {"sentence" if name == "lead" else name: value for name, value in vars(self).items()}
        return {name: data[name] for name in data if name not in ("more", "unit")} | {"sentence": self.sentence}


def band_verdict(low: float, high: float, band: Band) -> Verdict:
    """Return the verdict of an interval against a band."""
    if band[0] <= low and high <= band[1]:
        return "fine"
    return "off" if high < band[0] or low > band[1] else "watch"


def open_verdict(low: float, high: float, band: Band) -> str:
    """Return the word for an interval that crosses an end of the band, by how precisely the figure is known.

    An interval no wider than the band locates the figure, and only whether that is allowed is open.
    """
    ends = [end for end in band if math.isfinite(end)]
    room = ends[-1] - ends[0] if len(ends) > 1 else abs(ends[0])
    return "borderline" if high - low <= room else "not yet clear"


def table_of(tables: Mapping[str, Any], question: str, name: str) -> pl.DataFrame | None:
    """Return a table of an answer that has rows, or None."""
    found: pl.DataFrame | None = tables.get(question, {}).get(name)
    return found if found is not None and found.height else None


def ends_of(row: Mapping[str, Any], value: str, limits: Band = (-math.inf, math.inf)) -> Band:
    """Return the interval of a value of a row, the same on every page; a missing end is at its limit."""
    low, high = row[f"{value}_low"], row[f"{value}_high"]
    return limits[0] if low is None else low, limits[1] if high is None else high


def figure_of(value: float, low: float, high: float, **said: Any) -> tuple[str, str]:
    """Return a figure and, separately, the ends of its interval: 27.0 %, and 26.2 to 27.8 %."""
    written = Estimate(value, low, high, 2).written(**said)
    return written.figure, written.ends


DEPENDS = "depends on the players"  # the word of a line whose verdict is another one with other line-ups


def scope_of(tables: Mapping[str, Any], question: str) -> Mapping[str, Any] | None:
    """Return whether a figure of an answer depends on the players or holds whoever plays; None without other line-ups."""
    found = table_of(tables, question, "scope")
    return found.row(0, named=True) if found is not None else None
