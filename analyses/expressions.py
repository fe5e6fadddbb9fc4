"""Queries and columns of polars that several questions need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import polars.selectors as cs

from digsite.simulator.game import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

_EXACT = 9  # decimals of a sum over a block; sums of thirds differ from the eleventh on


def collect(frame: pl.LazyFrame) -> pl.DataFrame:
    """Run a lazy query in flat memory; names come back as plain strings."""
    table = frame.collect(engine="streaming")
    named = [name for name, kind in table.schema.items() if isinstance(kind, pl.Categorical | pl.Enum)]
    return table.with_columns(pl.col(named).cast(pl.String))


def summable(values: Sequence[str]) -> list[pl.Expr | cs.Selector]:
    """Return columns ready for lossless sums: integers stay integers, which is twice as fast as floats.

    Polars widens the smallest integers itself, but not those of 32 bits.
    """
    named = cs.by_name(*values)
    middling, broken = named & cs.by_dtype(pl.Int32, pl.UInt32), named & cs.float()
    return [middling.cast(pl.Int64), broken.cast(pl.Float64), named - middling - broken]


def repeatable(total: pl.Expr) -> pl.Expr:
    """Return a sum rounded to the digits that do not depend on the order in which threads added it up."""
    return total.round(_EXACT)


def first_match(*conditions: pl.Expr) -> pl.Expr:
    """Return the index of the first condition that holds; if none does, the index after the last."""
    code = pl.lit(len(conditions), pl.Int8)
    for at, condition in reversed(list(enumerate(conditions))):
        code = pl.when(condition).then(pl.lit(at, pl.Int8)).otherwise(code)
    return code


def win_share(seat: int) -> pl.Expr:
    """Return a seat's part of the win."""
    shared: pl.Expr = columns.win_share(pl.col(f"rank_{seat}"), pl.col("winners"))
    return shared
