"""Tidy tables as a page shows them: headings in words, figures rounded, intervals next to their figure."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from digsite.analyses.labels import Terms
from digsite.simulator.game.columns import Unit
from digsite.simulator.game.wording import is_missing, name_in_words, readable

MOST_ROWS = 300  # the CSV files of `digsite analyze` hold the rest
_UNITS: dict[Unit, str] = {"number": "", "share": " %", "difference": " pp"}
# Columns of experiments whose rows are measures of different units, which the column "unit" names.
_LEVELS, _GAPS = ("against", "changed", "value"), ("difference", "change", "margin")
_PROBABILITY = 4  # decimals of a p value
_NAME = re.compile("[a-z]+(_[a-z]+)+")  # of a measure, as files store it


@dataclass(frozen=True)
class Cell:
    """A figure or a word, and its interval."""

    text: str
    interval: str = ""


@dataclass(frozen=True)
class PageTable:
    """A table ready for a page."""

    title: str
    headings: Sequence[tuple[str, bool]]  # words, and whether the column holds numbers
    rows: Sequence[Sequence[Cell]]
    left_out: int = 0


def table_of(name: str, frame: pl.DataFrame, terms: Terms | None = None) -> PageTable:
    """Return a data frame as a table; `x_low` and `x_high` become the interval next to `x`.

    Shares are shown in percent and their differences in percentage points, where `terms` know them.
    """
    units = terms or Terms({})
    intervals = _intervals(frame.columns)
    bounds = {bound for pair in intervals.values() for bound in pair}
    columns = [column for column in frame.columns if column not in bounds]
    shown = frame.head(MOST_ROWS)
    by_row = "unit" in columns
    cells = [
        _cells_by_row(shown, column, intervals.get(column))
        if by_row and column in (*_LEVELS, *_GAPS)
        else _cells(shown, column, intervals.get(column), units.unit(column))
        for column in columns
    ]
    return PageTable(
        words(name),
        [(units.heading(column) or words(column), frame[column].dtype.is_numeric()) for column in columns],
        list(zip(*cells, strict=True)),
        frame.height - shown.height,
    )


def words(name: str) -> str:
    """Return a column's name as words; the key of a rule figure stays as it is typed."""
    if "." in name:
        return name
    if found := re.fullmatch(r"(.*?)_?q(\d\d)", name):
        of, part = found.groups()
        return (
            f"{name_in_words(of)} {int(part)} % are below"
            if of
            else "median"
            if part == "50"
            else f"{int(part)} % are below"
        )
    return name_in_words(re.sub("_p$", "_p_value", name))


def _intervals(columns: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return which columns are the bounds of which."""
    found = {}
    for at, column in enumerate(columns):
        low, high = f"{column}_low", f"{column}_high"
        if low in columns and high in columns:
            found[column] = (low, high)
        elif at > 0 and column == "low" and columns[at + 1 : at + 2] == ["high"]:
            found[columns[at - 1]] = ("low", "high")
    return found


def _cells(frame: pl.DataFrame, column: str, bounds: tuple[str, str] | None, unit: Unit) -> list[Cell]:
    suffix = _UNITS[unit] if frame[column].dtype.is_float() else ""
    values, *ends = ((frame[name] * 100 if suffix else frame[name]).to_list() for name in (column, *(bounds or ())))
    probability = column.endswith(("_p", "p_value", "p value"))
    figures = [value for entries in (values, *ends) for value in entries]
    decimals = 2 if suffix else _PROBABILITY if probability else _decimals(figures)
    if column == "measure":
        values = [name_in_words(value) if _NAME.fullmatch(value or "") else value for value in values]
    texts = [text(value, decimals, least=probability) + ("" if is_missing(value) else suffix) for value in values]
    if not ends:
        return [Cell(shown) for shown in texts]
    spans = [
        "" if is_missing(low) or is_missing(high) else f"{text(low, decimals)} to {text(high, decimals)}{suffix}"
        for low, high in zip(*ends, strict=True)
    ]
    return [Cell(shown, span) for shown, span in zip(texts, spans, strict=True)]


def _cells_by_row(frame: pl.DataFrame, column: str, bounds: tuple[str, str] | None) -> list[Cell]:
    """Return the cells of a column whose rows each have a unit."""
    cells = [Cell("")] * frame.height
    for unit in frame["unit"].unique(maintain_order=True).to_list():
        rows = (frame["unit"] == unit).arg_true().to_list()
        kind: Unit = "number" if unit != "share" else "share" if column in _LEVELS else "difference"
        for row, cell in zip(rows, _cells(frame[rows], column, bounds, kind), strict=True):
            cells[row] = cell
    return cells


def _decimals(values: Sequence[Any]) -> int:
    """Return the decimals that a column of floats needs for about four digits; 0 for integers."""
    sizes = [abs(value) for value in values if isinstance(value, float) and math.isfinite(value)]
    if all(size == round(size) for size in sizes):
        return 0
    largest = max(sizes, default=0.0)
    return 4 if largest <= 1 else max(3 - math.floor(math.log10(largest)), 0)


def text(value: Any, decimals: int = 4, *, least: bool = False) -> str:
    """Return a value as a cell shows it; with `least`, a value below the last decimal is shown as such."""
    if least and isinstance(value, float) and value < 10**-decimals / 2:
        return f"<{10**-decimals:.{decimals}f}"
    return readable(value, decimals)
