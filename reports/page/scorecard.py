"""The scorecard as a page shows it: one line each, with a small picture of figure, interval and target."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from digsite.analyses.scorecard import Line, Scorecard

WIDTH, HEIGHT = 200, 28  # of a picture
_EDGE = 8.0


@dataclass(frozen=True)
class LinePicture:
    """Positions in a line's picture, in its units; `None` where there is nothing to draw."""

    band: tuple[float, float] | None  # from, width
    interval: tuple[float, float] | None  # from, to
    mark: float
    beyond: bool  # the mark lies beyond the end of the scale
    alt: str


@dataclass(frozen=True)
class ScoredLine:
    """A line of the scorecard and its picture."""

    line: Line
    picture: LinePicture | None


@dataclass(frozen=True)
class ScorecardView:
    """The scorecard ready for a page."""

    lines: Sequence[ScoredLine]
    targets: str


def draw_scorecard(card: Scorecard) -> ScorecardView:
    """Return a scorecard with its pictures."""
    return ScorecardView([ScoredLine(line, _picture(line)) for line in card.lines], card.targets)


def _picture(line: Line) -> LinePicture | None:
    if line.value is None:
        return None
    low, high = (None, None) if line.low is None or line.high is None else (line.low, line.high)
    band = None
    if line.band:
        start, end = (_at(line, side) for side in line.band)
        band = start, round(end - start, 1)
    interval = None if low is None or high is None else (_at(line, low), _at(line, high))
    beyond = line.value > line.scale[1]
    return LinePicture(band, interval, _at(line, line.value), beyond, f"{line.figure}, {line.interval}")


def _at(line: Line, value: float) -> float:
    """Return the position of a value on the scale; values beyond are drawn at its end."""
    start, end = line.scale
    part = (value - start) / (end - start) if math.isfinite(value) else float(value > 0)
    return round(_EDGE + min(max(part, 0.0), 1.0) * (WIDTH - 2 * _EDGE), 1)
