"""Rows of tables that charts draw: those with enough cases, simulated next to exact ones, seats by name."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.simulator.game.wording import name_in_words, number, singular

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 20  # cases needed for a sentence
FEW_DRAWN = 100  # marks with fewer cases would show mostly chance


def drawable_rows(table: pl.DataFrame, count: str) -> tuple[pl.DataFrame, str]:
    """Return the rows with enough cases to draw, and a sentence about those left out.

    Where hardly any row has enough, a lower limit applies; rows below that are never drawn.
    """
    if not count or not table.height:
        return table, ""
    cases = table[count].drop_nulls()  # exact rows have no cases
    least = FEW_DRAWN if (cases >= FEW_DRAWN).sum() >= 2 else FEW
    drawn = table.filter(pl.col(count).is_null() | (pl.col(count) >= least))
    rare = table.filter(pl.col(count) < least)
    if not rare.height:
        return table, ""
    cases_text = sentences.counted(int(rare[count].sum()), singular(name_in_words(count)))
    one = rare.height == 1
    which = "One value has" if one else f"{sentences.sentence(number(rare.height))} values have"
    few = f"fewer than {least} {name_in_words(count)}{'' if one else ' each'}"
    return drawn, f" {which} {few} and {'is' if one else 'are'} not drawn ({cases_text}{'' if one else ' in all'})."


_WIDE = 6.0  # times the median width of a band


def drop_wide_bands(table: pl.DataFrame, value: str, low: str, high: str) -> tuple[pl.DataFrame, str]:
    """Return the rows without those whose band is wider than all others together, and a sentence about them.

    Rows without a band, such as exact ones, count towards the range of the others.
    """
    wide = pl.col(high) - pl.col(low)
    middle = table.select(wide.median()).item()
    if not middle or not math.isfinite(middle):
        return table, ""
    narrow = table.filter(wide.is_null() | (wide <= _WIDE * middle))
    room = narrow.select(pl.max_horizontal(value, high).max() - pl.min_horizontal(value, low).min()).item()
    drawn = table.filter(wide.is_null() | (wide <= max(room, _WIDE * middle)))
    hidden = table.height - drawn.height
    one = hidden == 1
    said = (
        f" {'One value' if one else sentences.sentence(number(hidden)) + ' values'} {'has' if one else 'have'} a band wider than "
        f"all that is drawn and {'is' if one else 'are'} left out."
    )
    return (drawn, said) if hidden else (table, "")


def compare_with_exact(
    table: pl.DataFrame, value: str, exact: str, keys: Sequence[str], count: str = ""
) -> pl.DataFrame:
    """Return rows that draw simulated figures next to exact ones: `value` with its interval, then `exact` without one.

    The new column `exact` marks the latter. With `count`, the simulated rows keep their number of cases.
    """
    kept = [*keys, count] if count else keys
    parts = [
        table.select(*kept, value, f"{value}_low", f"{value}_high", exact=pl.lit(False)),
        table.select(*keys, pl.col(exact).cast(pl.Float64).alias(value), exact=pl.lit(True)),
    ]
    return pl.concat(parts, how="diagonal")


def seat_names(table: pl.DataFrame) -> pl.DataFrame:
    """Return the table with its seats as names, Seat 1 and so on."""
    return table.with_columns(seat="Seat " + pl.col("seat").cast(pl.String))
