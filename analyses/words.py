"""How findings are said and graded: the same words and the same scale for every question."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from analyses.stats import Estimate
from simulator.game.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analyses.result import Certainty, Weight

FEW_GAMES = 400  # below this a note warns of wide intervals


def counted(n: int, what: str) -> str:
    """1 game, 12,000 games."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def sentence(text: str) -> str:
    """The text as a sentence begins: with a capital."""
    return text[:1].upper() + text[1:]


def table_of(seats: int) -> str:
    """four-player games."""
    return f"{number(seats)}-player games"


def split(
    estimate: Estimate, *, percent: bool = False, signed: bool = False, unit: str = "", of: str = "games"
) -> tuple[str, str]:
    """A figure and, apart, its bracket, so that words can stand between them."""
    text = estimate.text(percent=percent, signed=signed, unit=unit, of=of)
    head, _, rest = text.partition(" (")
    return head, f"({rest}"


def between(
    low: float | None, high: float | None, n: int, *, percent: bool = False, unit: str = "", of: str = "game"
) -> str:
    """(27.0 to 27.6 %; 400,000 games), from the entries of a table's row; without an interval, the count alone."""
    if low is None or high is None or low == high:
        return f"({counted(n, of)})"
    text = Estimate((low + high) / 2, low, high, n).text(percent=percent, unit=unit, of=f"{of}s")
    return f"({text.partition(' (')[2]}"


def spread(
    row: Mapping[str, Any], value: str, n: int, *, percent: bool = False, unit: str = "", of: str = "game"
) -> str:
    """The same for a value of a table's row, whose interval is in the columns beside it."""
    return between(row[f"{value}_low"], row[f"{value}_high"], n, percent=percent, unit=unit, of=of)


def points(value: float, *, percent: bool = False, unit: str = "point") -> str:
    """2.3 points: a plain difference without its sign."""
    size = abs(value) * (100 if percent else 1)
    shown = f"{size:,.1f}" if size < 100 else f"{size:,.0f}"
    return f"{shown} {unit}{'' if shown == '1.0' else 's'}"


def above(value: float) -> str:
    """above or below, by the sign."""
    return "above" if value >= 0 else "below"


def more(value: float, less: str = "fewer") -> str:
    """more or fewer, by the sign."""
    return "more" if value >= 0 else less


# ---------------------------------------------------------------------------------------------------- grading


def effect_of_share(gap: float) -> Weight:
    """How much a difference of win shares matters at the table: 5, 2 and 0.5 points are the steps."""
    size = abs(gap)
    return "large" if size >= 0.05 else "moderate" if size >= 0.02 else "small" if size >= 0.005 else "none"


def effect_of_ratio(gap: float, scale: float) -> Weight:
    """How much a difference matters against a scale, such as the mean score: a fifth, a tenth and a fiftieth."""
    size = abs(gap / scale) if scale else math.inf
    return "large" if size >= 0.2 else "moderate" if size >= 0.1 else "small" if size >= 0.02 else "none"


def effect_of_points(gap: float, sd: float) -> Weight:
    """How much a difference of points matters against the spread of scores: a half, a fifth and a twentieth of it."""
    size = abs(gap) / sd if sd else 0.0
    return "large" if size >= 0.5 else "moderate" if size >= 0.2 else "small" if size >= 0.05 else "none"


def certainty(p_value: float) -> Certainty:
    """How sure a difference is: one in a thousand by chance is certain, one in twenty likely."""
    return "certain" if p_value < 0.001 else "likely" if p_value < 0.05 else "unclear"


def by_count(rows: int) -> Certainty:
    """How sure a plain share is: from a thousand rows on its interval is narrow enough to act on."""
    return "certain" if rows > 1_000 else "likely"


def certainty_of_none(reach: float) -> Certainty:
    """How sure it is that shares are alike: all intervals within 1 point, within 2, or wider."""
    return "certain" if reach < 0.01 else "likely" if reach < 0.02 else "unclear"


def precision(estimate: Estimate) -> Certainty:
    """How well a plain figure is known, against its own size."""
    if not math.isfinite(estimate.half_width):
        return "unclear"
    size = max(abs(estimate.value), 1e-12)
    return (
        "certain" if estimate.half_width < 0.05 * size else "likely" if estimate.half_width < 0.2 * size else "unclear"
    )
