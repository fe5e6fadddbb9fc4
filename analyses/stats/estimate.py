"""A figure with its interval, and how both are written."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from digsite.simulator.game.wording import singular


@dataclass(frozen=True, slots=True)
class Written:
    """A figure as sentences write it, part by part, so that words may stand between the parts.

    value:   what the digits say, in the unit; places has their decimals.
    ends:    of the interval: 26.2 to 27.8 %.
    counted: the sample: 40,000 games.
    """

    value: float
    places: int
    sign: str
    digits: str
    unit: str
    ends: str
    counted: str

    @property
    def number(self) -> str:
        """Return the number without its unit: 27.0, or +1.5."""
        return f"{self.sign}{self.digits}"

    @property
    def size(self) -> str:
        """Return the figure without its sign: 27.0 %."""
        return f"{self.digits} {self.unit}".rstrip()

    @property
    def figure(self) -> str:
        """Return the figure: 27.0 %, or +1.5 percentage points."""
        return f"{self.sign}{self.size}"

    @property
    def bracket(self) -> str:
        """Return the bracket: (26.2 to 27.8 %; 40,000 games)."""
        return f"({self.ends}; {self.counted})"

    @property
    def with_ends(self) -> str:
        """Return figure and interval, where another figure says what was counted: 27.0 % (26.2 to 27.8 %)."""
        return f"{self.figure} ({self.ends})"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval, the number of games and the level of the interval.

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
        """Return half the length of the interval."""
        return (self.high - self.low) / 2

    def text(self, **said: Any) -> str:
        """Return the figure as part of a sentence, with the digits that its interval supports; arguments as of `written`."""
        written = self.written(**said)
        return f"{written.figure} {written.bracket}"

    def written(self, *, percent: bool = False, signed: bool = False, unit: str = "", of: str = "games") -> Written:
        """Return the parts of the figure for a sentence; figure and interval have the decimals that the interval supports.

        `percent` multiplies by a hundred; `signed` writes a plus for differences; `unit` follows the value
        (for a difference of shares: `percent=True, unit="percentage points"`); `of` names what was counted. A share (a per
        cent without another unit) and its interval are clipped to 0 to 100 %.
        """
        suffix = unit or ("%" if percent else "")
        shown = self._scaled(100.0 if percent else 1.0, within=(0.0, 100.0) if suffix == "%" and not signed else None)
        places, plus = shown.places(signed), "+" if signed else ""
        digits = f"{abs(shown.value):,.{places}f}"
        value = round(shown.value, places)
        return Written(
            value=value,
            places=places,
            sign="-" if value < 0 else plus,
            digits=digits,
            unit=singular(suffix) if digits == "1" else suffix,
            ends=shown._span(places, plus, " %" if suffix == "%" else ""),
            counted=f"{self.n:,} {singular(of) if self.n == 1 else of}",
        )

    def places(self, signed: bool = False) -> int:
        """Return how many decimals the figure and both ends of its interval are written with.

        As many as the interval supports, but no more than two for values of 1 or more; further ones only where both ends, or
        an end of a difference and 0, would read the same, and for values of 1 or more only a third.
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

    def _span(self, places: int, plus: str, suffix: str) -> str:
        prefix = "" if self.level == 0.95 else f"{self.level * 100:g} % interval "
        if self.low == self.high:
            return "no spread seen"
        low, high = (f"{end:{plus}z,.{places}f}{suffix}" for end in (self.low, self.high))
        bounded = math.isfinite(self.low), math.isfinite(self.high)
        if bounded == (True, True):
            if low == high:  # a fifth digit helps no reader
                return f"{prefix}within {10**-places:.{places}f}{suffix}"
            return f"{prefix}{self.low:{plus}z,.{places}f} to {high}"
        if bounded == (True, False):
            return f"{prefix}above {low}"
        if bounded == (False, True):
            return f"{prefix}below {high}"
        return "no interval"


def decimals(half_width: float) -> int:
    """Return the decimals that keep the rounding below a quarter of the half width.

    >>> decimals(0.4), decimals(4), decimals(0.15)
    (1, 0, 2)
    """
    if not math.isfinite(half_width) or half_width <= 0:
        return 1
    return min(max(math.ceil(-math.log10(half_width / 2)), 0), 9)
