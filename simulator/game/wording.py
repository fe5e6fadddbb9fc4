"""How values and names are written, everywhere: as a user types them, as words, and as people read them."""

import math
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

NOTHING = "–"


def typed(value: Any) -> str:
    """A rule figure's value as a user types it.

    >>> typed([3, 1, 4]), typed(True)
    ('3,1,4', 'true')
    """
    if isinstance(value, list | tuple):
        return ",".join(map(typed, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_words(name: str) -> str:
    """A column's, label's or file's name as words.

    >>> in_words("paths_opened")
    'paths opened'
    """
    return name.replace("_", " ").replace("-", " ").strip()


def readable(value: Any, decimals: int | None = None, *, percent: bool = False) -> str:
    """A value as people read it; a float with so many decimals, or with as many as it has.

    >>> readable(-1234.5), readable(0.2534, 1, percent=True), readable(True), readable(None)
    ('−1,234.5', '25.3 %', 'yes', '–')
    """
    if absent(value):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Real):
        return _number(value * 100, decimals) + " %" if percent else _number(value, decimals)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(readable(entry, decimals, percent=percent) for entry in value)
    return "".join(mark for mark in str(value) if mark.isprintable())


def absent(value: Any) -> bool:
    """Whether there is no value: none was given, or it is not a number."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def _number(value: Any, decimals: int | None) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if isinstance(value, Integral):
        text = f"{value:,}"
    else:
        text = f"{value:,.10g}" if decimals is None else f"{value:z,.{decimals}f}"
    return text.replace("-", "−")
