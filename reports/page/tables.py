"""Tidy tables as a page shows them: headings in words, figures rounded, intervals beside their figure."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

MOST_ROWS = 300  # the CSV files of `digsite analyze` hold the rest
MOST_OPEN = 8  # longer tables are folded
# Columns that hold shares, wherever they stand, or what is shared out; pages show them in percent.
SHARES = frozenset(
    (
        "ability_used_first", "ahead", "alive", "busts", "collapsed", "complete", "escaped", "exact", "fell", "harmed",
        "in_red", "led", "of_best_split", "out", "sealed_by", "sealing", "share", "share_of_gap", "share_of_score", "win",
    )
)  # fmt: skip
DIFFERENCES = frozenset(("above_fair", *(f"{share}_change" for share in SHARES)))  # one share less another


@dataclass(frozen=True)
class Cell:
    """A figure or a word, and the interval that belongs to it."""

    text: str
    interval: str = ""


@dataclass(frozen=True)
class Table:
    """A table ready for a page."""

    title: str
    headings: Sequence[tuple[str, bool]]  # words, and whether the column holds numbers
    rows: Sequence[Sequence[Cell]]
    left_out: int = 0

    @property
    def folded(self) -> bool:
        return len(self.rows) > MOST_OPEN


def table_of(name: str, frame: pl.DataFrame) -> Table:
    """A data frame as a table; `x_low` and `x_high` become the interval beside `x`."""
    intervals = _intervals(frame.columns)
    bounds = {bound for pair in intervals.values() for bound in pair}
    columns = [column for column in frame.columns if column not in bounds]
    shown = frame.head(MOST_ROWS)
    cells = [_cells(shown, column, intervals.get(column)) for column in columns]
    return Table(
        words(name),
        [(words(column), frame[column].dtype.is_numeric()) for column in columns],
        list(zip(*cells, strict=True)),
        frame.height - shown.height,
    )


def words(name: str) -> str:
    """A column's name as words."""
    return re.sub("_p$", "_p_value", name).replace("_", " ").replace("-", " ").strip()


def _intervals(columns: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Which columns are the bounds of which."""
    found = {}
    for at, column in enumerate(columns):
        low, high = f"{column}_low", f"{column}_high"
        if low in columns and high in columns:
            found[column] = (low, high)
        elif at > 0 and column == "low" and columns[at + 1 : at + 2] == ["high"]:
            found[columns[at - 1]] = ("low", "high")
    return found


def _cells(frame: pl.DataFrame, column: str, bounds: tuple[str, str] | None) -> list[Cell]:
    unit = "" if not frame[column].dtype.is_float() else _unit(column)
    values, *ends = ((frame[name] * 100 if unit else frame[name]).to_list() for name in (column, *(bounds or ())))
    decimals = 2 if unit else _decimals([value for entries in (values, *ends) for value in entries])
    probability = column.endswith(("_p", "p_value", "p value"))
    texts = [text(value, decimals, least=probability) + ("" if _absent(value) else unit) for value in values]
    if not ends:
        return [Cell(shown) for shown in texts]
    spans = [
        "" if _absent(low) or _absent(high) else f"{text(low, decimals)} to {text(high, decimals)}{unit}"
        for low, high in zip(*ends, strict=True)
    ]
    return [Cell(shown, span) for shown, span in zip(texts, spans, strict=True)]


def _unit(column: str) -> str:
    """What stands behind the figures of a column: nothing, percent, or points of percent."""
    if column in DIFFERENCES:
        return " pp"
    return " %" if column.removesuffix("_exact") in SHARES else ""


def _decimals(values: Sequence[Any]) -> int:
    """As many decimals as a column of floats needs for about four digits; none for whole numbers."""
    sizes = [abs(value) for value in values if isinstance(value, float) and math.isfinite(value)]
    if all(size == round(size) for size in sizes):
        return 0 if sizes and max(sizes) > 1 else 4
    largest = max(sizes)
    return 4 if largest <= 1 else max(3 - math.floor(math.log10(largest)), 0)


def _absent(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def text(value: Any, decimals: int = 4, *, least: bool = False) -> str:
    """A value as a cell shows it; with `least`, what is smaller than the last decimal is said to be so."""
    if _absent(value):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple | pl.Series):
        return ", ".join(text(entry, decimals) for entry in value)
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    if not isinstance(value, float):
        return str(value)
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if least and value < 10**-decimals / 2:
        return f"<{10**-decimals:.{decimals}f}"
    return f"{value:z,.{decimals}f}".replace("-", "−")
