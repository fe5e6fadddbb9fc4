"""Wording and grading of findings: the same words and the same scale for every question."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses.stats import Estimate
from digsite.simulator.game.wording import listed, number

if TYPE_CHECKING:
    from collections.abc import Mapping


_COMMON = 0.05  # of all rows
_NAMED = 7  # keys in one sentence
_SHARES_APART = "percentage points"
FEW_GAMES = 400  # below this a note warns of wide intervals


def counted(n: int, what: str) -> str:
    """Return a count with its noun: 1 game, 12,000 games."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def sentence(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def no_winner_note(games: int, of: int) -> str:
    """Return how many games had no winner, for notes on win rates: Nobody won 861 games of 12,000 (7.2 %)."""
    return (
        f"Nobody won {counted(games, 'game')} of {of:,} ({games / of * 100:.1f} %); win rates are of the games that "
        "somebody won."
    )


def table_of(seats: int) -> str:
    """Return games of a table size in words: four-player games."""
    return f"{number(seats)}-player games"


def split_estimate(
    estimate: Estimate, *, percent: bool = False, signed: bool = False, unit: str = "", of: str = "games"
) -> tuple[str, str]:
    """Return a figure and, separately, its bracket, so that words can stand between them."""
    written = estimate.written(percent=percent, signed=signed, unit=unit, of=of)
    return written.figure, written.bracket


def estimate_of(row: Mapping[str, Any], value: str, n: int) -> Estimate:
    """Return a value of a table's row as an estimate with its interval columns; a missing end is infinite."""
    low, high = row[f"{value}_low"], row[f"{value}_high"]
    return Estimate(row[value], -math.inf if low is None else low, math.inf if high is None else high, n)


def split_row(row: Mapping[str, Any], value: str, n: int, **said: Any) -> tuple[str, str]:
    """Return a row's value in words, as `split_estimate` does: 27.0 %, and (26.4 to 27.6 %; 40,000 games)."""
    return split_estimate(estimate_of(row, value, n), **said)


def with_interval(estimate: Estimate, **said: Any) -> str:
    """Return a figure next to another one that says what was counted: 363.6 (361.9 to 365.3)."""
    return estimate.written(**said).with_ends


def row_with_interval(row: Mapping[str, Any], value: str, **said: Any) -> str:
    """Return a row's value in words, as `with_interval` does."""
    return with_interval(estimate_of(row, value, 1), **said)


def points(value: float, unit: str = "point") -> str:
    """Return a plain difference without its sign: 2.3 points."""
    size = abs(value)
    shown = f"{size:,.1f}" if size < 100 else f"{size:,.0f}"
    return f"{shown} {unit}{'' if shown == '1.0' else 's'}"


def percentage_points(value: float) -> str:
    """Return a difference of two shares without its sign: 2.3 percentage points."""
    return points(value * 100, "percentage point")


def distance_from_fair(share: Estimate, fair: float) -> str:
    """Return how far a win rate lies from the fair one, by the printed figure: 24.0 percentage points above.

    >>> distance_from_fair(Estimate(0.49, 0.488, 0.492, 400), 0.25), distance_from_fair(Estimate(0.24, 0.2, 0.28, 400), 0.25)
    ('24.0 percentage points above', '1 percentage point below')
    """
    written = share.written(percent=True)
    gap = written.value - 100 * fair
    size = round(abs(gap), written.places)
    return f"{size:.{written.places}f} percentage point{'' if size == 1 else 's'} {above_or_below(gap)}"


def difference_in_words(gap: Estimate, unit: str = "points", of: str = "games", less: str = "fewer") -> tuple[str, str]:
    """Return a difference in words and its bracket with the same decimals: 2.3 points fewer, (-3.1 to -1.5; 2,000 games)."""
    written = gap.written(percent=unit == _SHARES_APART, unit=unit, signed=True, of=of)
    return f"{written.size} {more_or_fewer(gap.value, less)}", written.bracket


def rate_difference_in_words(gap: Estimate, of: str = "games") -> tuple[str, str]:
    """Return a difference of two shares in words and its bracket: 2.3 percentage points more often, and its interval."""
    head, bracket = difference_in_words(gap, _SHARES_APART, of, "less")
    return f"{head} often", bracket


def above_or_below(value: float) -> str:
    """Return "above" or "below", by the sign."""
    return "above" if value >= 0 else "below"


def more_or_fewer(value: float, less: str = "fewer") -> str:
    """Return "more" or "fewer", by the sign."""
    return "more" if value >= 0 else less


def values_by_key(table: pl.DataFrame, key: str, value: str, count: str, *, percent: bool = True) -> str:
    """Return a value at the common keys, in their order: 20.1 % with 3, 22.5 % with 4 and 25.0 % with 5.

    A key is common if a twentieth of the rows have it; at least the most frequent one is.
    """
    common = table.filter(pl.col(count) >= _COMMON * pl.col(count).sum()).sort(key)
    if not common.height:
        common = table.sort(count, descending=True).head(1)
    figures = [
        f"{row[value] * 100:.1f} % with {row[key]}" if percent else f"{row[value]:,.1f} with {row[key]}"
        for row in common.iter_rows(named=True)
        if row[value] is not None
    ]
    named, more = figures[:_NAMED], len(figures) - _NAMED
    said = listed([*named, *([f"{more} more"] if more > 0 else [])])
    return f"{said} (intervals are in the table)" if named else ""
