"""Columns that are fields of the State under the same name, copied at the end of a game without a line for each."""

import linecache
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from digsite.simulator.game.columns import Column

if TYPE_CHECKING:
    import numpy as np


def copied_lines(columns: Iterable[Column], state: "np.dtype[Any]") -> tuple[list[str], list[str]]:
    """Return the lines that copy columns per game, and those that copy columns of a `seat`."""
    per_game: list[str] = []
    per_seat: list[str] = []
    for column in columns:
        if _is_a_field(column, state):
            (per_seat if column.per == "seat" else per_game).extend(_lines(column))
    return per_game, per_seat


def _is_a_field(column: Column, state: "np.dtype[Any]") -> bool:
    """Return whether the State has a field of this name and shape; a row may be longer than its labels."""
    if column.name not in (state.names or ()):
        return False
    shape, seats = state[column.name].shape, column.per == "seat"
    if len(shape) != seats + bool(column.labels):
        return False
    return not column.labels or shape[-1] >= len(column.labels)


def _lines(column: Column) -> Iterator[str]:
    index = ["seat"] if column.per == "seat" else []
    if not column.labels:
        place = f"[{index[0]}]" if index else ""
        yield f"outcome.{column.name}{place} = state.{column.name}{place}"
        return
    place = ", ".join([*index, "at"])
    yield f"for at in range({len(column.labels)}):"
    yield f"    outcome.{column.name}[{place}] = state.{column.name}[{place}]"


def column_copier(columns: Iterable[Column], state: "np.dtype[Any]", module: str, file: str) -> Any:
    """Return the rule `copy_columns(rules, state, outcome)` of a game, compiled with the game's sources.

    module, file: the name and the file of the module that it is made for.
    """
    from digsite.simulator.kernel.jit.compile import rule

    per_game, per_seat = copied_lines(columns, state)
    body = [*per_game, "for seat in range(rules.seats):", *(f"    {line}" for line in (per_seat or ["pass"]))]
    text = "\n".join(["def copy_columns(rules, state, outcome):", *(f"    {line}" for line in body), ""])
    source = file.removesuffix(".py") + "_columns.py"
    linecache.cache[source] = (len(text), None, text.splitlines(keepends=True), source)
    space: dict[str, Any] = {"__name__": module}
    exec(compile(text, source, "exec"), space)
    return rule(space["copy_columns"])
