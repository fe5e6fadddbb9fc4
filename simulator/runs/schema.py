"""From kernel records to Arrow tables: names, small integers, categories, and a run's description in the file."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from digsite.simulator.game.events import LETTERS

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.play.plan import Plan


EVENT_KINDS = "digsite.events"  # the metadata key of an events file that describes its kinds
_OF_MARKS = {"nudged_turn": "turn", "own_turns": "own_turns", "nudge_done": "done", "nudge_held": "held"}


def games_table(game: "Game", plan: "Plan", first: int, rows: np.ndarray, marks: np.ndarray | None = None) -> pa.Table:
    """Return the table of games, one row per game; with the outcome of the nudged seat if each game has one."""
    index = np.arange(first, first + len(rows), dtype=np.uint32)
    columns = {
        "game": _column(index),
        "luck": _column(index // np.uint32(plan.rotations)),
        "seed": _column(np.full(len(rows), plan.seed, np.int64)),
    }
    names = list(dict.fromkeys(plan.players))
    codes = np.array([names.index(player) for player in plan.players], np.int8)
    players = np.asfortranarray(codes[plan.seating_plan.places(index)])
    columns |= {f"strategy_{seat + 1}": _column(players[:, seat], names) for seat in range(plan.seats)}
    for column in game.columns:
        for heading, at in column.headings(plan.seats):
            every_game: tuple[Any, ...] = (slice(None), *at)
            numbers = np.ascontiguousarray(rows[column.name][every_game])
            columns[heading] = _column(numbers, column.choices)
    if marks is not None and len(marks):
        columns["nudged_seat"] = _column(marks["seat"] + np.int8(1))
        columns |= {heading: _column(np.ascontiguousarray(marks[name])) for heading, name in _OF_MARKS.items()}
    return pa.table(columns)


def events_table(game: "Game", first: int, events: Sequence[np.ndarray]) -> pa.Table:
    """Return the events of consecutive games, in order; metadata describes each kind and names its numbers."""
    lengths = np.array([len(game_events) for game_events in events], np.int64)
    rows = np.concatenate(events) if len(events) else np.empty((0, 5), np.int32)
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    kinds = tuple(kind.name.lower() for kind in game.records.events)
    columns = {
        "game": _column(np.repeat(np.arange(first, first + len(events), dtype=np.uint32), lengths)),
        "step": _column((np.arange(len(rows)) - starts).astype(np.int32)),
        "kind": _column(rows[:, 0].astype(np.int8), kinds),
        "seat": _column((rows[:, 1] + 1).astype(np.int8)),
    }
    columns |= {name: _column(rows[:, 2 + at].copy()) for at, name in enumerate(LETTERS)}
    said = {
        kind.name: {"about": kind.about, **{letter: name for name, letter in kind.columns.items()}}
        for kind in game.events.values()
    }
    return pa.table(columns, metadata={EVENT_KINDS: json.dumps(said)})


def _column(numbers: np.ndarray, choices: Sequence[str] = ()) -> pa.Array:
    codes = _array(pa.from_numpy_dtype(numbers.dtype), numbers)
    return pa.DictionaryArray.from_arrays(codes, _words(choices)) if choices else codes


def _words(names: Sequence[str]) -> pa.Array:
    ends = np.cumsum([0, *(len(name.encode()) for name in names)], dtype=np.int32)
    return _array(pa.string(), ends, "".join(names).encode(), length=len(names))


def _array(kind: pa.DataType, *buffers: Any, length: int | None = None) -> pa.Array:
    """Return an Arrow array around existing buffers; `pa.array` would first import pandas, for half a second."""
    count = len(buffers[0]) if length is None else length
    return pa.Array.from_buffers(kind, count, [None, *map(pa.py_buffer, buffers)])
