"""The kind of a weight and the bounds within which it may be tuned (no numba).

`[bounds.MODULE]` of a strategies.toml declares them for each weight: `[0, 12]` from and to, `[0, 12, "whole"]` in whole
numbers, `"share"` from 0 to 1, `"switch"` either 0 or 1.
"""

import math
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from digsite.simulator.errors import WrongUse

Kind = Literal["number", "whole", "switch", "share"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_ROOM = 3  # upper bound of a weight that declares none, as a multiple of its value
_DIGITS = 3  # significant digits of a tuned number


@dataclass(frozen=True)
class Bounds:
    """The range in which a weight may be tuned."""

    least: float
    most: float
    kind: Kind = "number"

    @property
    def stepped(self) -> bool:
        """Whether only whole numbers are allowed."""
        return self.kind in ("whole", "switch")

    def __str__(self) -> str:
        """Return the bounds in words: 0 to 12, 0 to 12 whole, switch, share."""
        if self.kind in ("switch", "share"):
            return self.kind
        return f"{self.least:g} to {self.most:g}{' whole' * self.stepped}"

    def holding(self, value: float) -> "Bounds":
        """Return the bounds, widened if necessary to include a value already in use."""
        return Bounds(min(self.least, value), max(self.most, value), self.kind)

    def nearest(self, value: float) -> float:
        """Return the nearest allowed value, rounded to a few digits.

        >>> Bounds(0, 6, "whole").nearest(3.6), Bounds(0, 6).nearest(1.23456), Bounds(0, 6).nearest(7.0)
        (4.0, 1.23, 6.0)
        """
        inside = min(max(value, self.least), self.most)
        return float(round(inside)) if self.stepped else float(f"{inside:.{_DIGITS}g}")


def bounds_of(declared: Any) -> Bounds:
    """Return bounds as a file or a plug-in declares them; raise a WrongUse for anything else."""
    if declared == "switch" or declared == "share":
        return Bounds(0.0, 1.0, cast("Kind", declared))
    try:
        least, most, *kind = declared
        found = Bounds(float(least), float(most), *kind)
    except (TypeError, ValueError):
        raise _wrong(declared) from None
    if found.kind not in KINDS or not -math.inf < found.least < found.most < math.inf:
        raise _wrong(declared)
    if found.stepped and (found.least % 1 or found.most % 1):
        raise _wrong(declared)
    return found


def _wrong(declared: Any) -> WrongUse:
    return WrongUse(
        f"The bounds of a weight are written [0, 12], [0, 12, 'whole'], 'share' or 'switch'; {declared!r} is none of these."
    )


def usual_bounds(value: float) -> Bounds:
    """Return the bounds of a weight that declares none: 0 to three times its value, or 0 to 1 if its value is 0.

    >>> usual_bounds(2.0), usual_bounds(0.0)
    (Bounds(least=0.0, most=6.0, kind='number'), Bounds(least=0.0, most=1.0, kind='number'))
    """
    return Bounds(min(0.0, _ROOM * value), max(0.0, _ROOM * value) or float(value == 0), "number")
