"""A figure with its interval, and how both are written."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval, the number of games behind it and the level of the interval.

    >>> Estimate(0.523, 0.519, 0.527, 200_000).text(percent=True)
    '52.3 % (51.9 to 52.7 %; 200,000 games)'
    """

    value: float
    low: float
    high: float
    n: int
    level: float = 0.95

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def text(self, *, percent: bool = False, signed: bool = False, unit: str = "", of: str = "games") -> str:
        """The figure as part of a sentence, with the digits that its interval supports; both have the same.

        `percent` multiplies by a hundred; `signed` writes a plus for differences; `unit` follows the value
        (for a difference of shares: `percent=True, unit="percentage points"`); `of` names what was counted. A share, which
        is a per cent without another unit, does not leave 0 to 100 %, and neither does its interval.
        """
        suffix = unit or ("%" if percent else "")
        shown = self._scaled(100.0 if percent else 1.0, within=(0.0, 100.0) if suffix == "%" and not signed else None)
        places, sign = shown.places(signed), "+" if signed else ""

        def written(value: float) -> str:
            return f"{value:{sign}z,.{places}f}"

        count = f"{self.n:,} {of.removesuffix('s') if self.n == 1 else of}"
        number = written(shown.value)
        head = f"{number} {suffix.removesuffix('s') if number.lstrip('+-') == '1' else suffix}".rstrip()
        return f"{head} ({shown._span(written, ' %' if suffix == '%' else '')}; {count})"

    def places(self, signed: bool = False) -> int:
        """How many decimals the figure and both ends of its interval are written with.

        As many as the interval supports, but no more than two for what is 1 or more; further ones only where both ends, or
        an end of a difference and 0, would read alike, and of what is 1 or more only a third.
        """
        found, further = decimals(self.half_width), 2
        if abs(self.value) >= 1:
            found = min(found, 2)
            further = 2 if signed else 1
        ends = [end for end in (self.low, self.high) if math.isfinite(end)]

        def alike(places: int) -> bool:
            read = [round(end, places) for end in ends]
            return (read[0] == read[-1] and ends[0] != ends[-1]) or (
                signed and any(end and not shown for end, shown in zip(ends, read, strict=True))
            )

        return next((places for places in range(found, found + further + 1) if not ends or not alike(places)), found)

    def _scaled(self, factor: float, within: tuple[float, float] | None) -> Estimate:
        low, high = within or (-math.inf, math.inf)
        value, lower, upper = (min(max(end * factor, low), high) for end in (self.value, self.low, self.high))
        return Estimate(value, lower, upper, self.n, self.level)

    def _span(self, written: Callable[[float], str], suffix: str) -> str:
        prefix = "" if self.level == 0.95 else f"{self.level * 100:g} % interval "
        if self.low == self.high:
            return "no spread seen"
        bounded = math.isfinite(self.low), math.isfinite(self.high)
        if bounded == (True, True):
            low, high = written(self.low), written(self.high)
            if low == high:  # nobody reads a fifth digit
                places = len(low.partition(".")[2])
                return f"{prefix}within {10**-places:.{places}f}{suffix}"
            return f"{prefix}{low} to {high}{suffix}"
        if bounded == (True, False):
            return f"{prefix}above {written(self.low)}{suffix}"
        if bounded == (False, True):
            return f"{prefix}below {written(self.high)}{suffix}"
        return "no interval"


def decimals(half_width: float) -> int:
    """As many decimals as keep the rounding below a quarter of the half width.

    >>> decimals(0.4), decimals(4), decimals(0.15)
    (1, 0, 2)
    """
    if not math.isfinite(half_width) or half_width <= 0:
        return 1
    return min(max(math.ceil(-math.log10(half_width / 2)), 0), 9)
