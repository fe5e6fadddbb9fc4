"""From kernel records to Arrow tables: names, small integers, categories, and a run's description in the file."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from simulator.engine.game import Game
from simulator.runs.plan import Plan


def games_table(game: Game, plan: Plan, first: int, rows: np.ndarray) -> pa.Table:
    """One row per game."""
    index = np.arange(first, first + len(rows), dtype=np.uint32)
    rotations = plan.seats if plan.rotate else 1
    columns: dict[str, Any] = {
        "game": index,
        "luck": index // np.uint32(rotations),
        "seed": np.full(len(rows), plan.seed, np.int64),
    }
    names = list(dict.fromkeys(plan.players))
    codes = np.array([names.index(player) for player in plan.players], np.int8)
    for seat in range(plan.seats):
        players = codes[(seat + index.astype(np.int64) % rotations) % plan.seats]
        columns[f"strategy_{seat + 1}"] = pa.DictionaryArray.from_arrays(players, names)
    for column in game.columns:
        for heading, at in column.headings(plan.seats):
            every_game: tuple[Any, ...] = (slice(None), *at)
            numbers = np.ascontiguousarray(rows[column.name][every_game])
            columns[heading] = _named(numbers, column.choices)
    return pa.table(columns)


def events_table(game: Game, first: int, events: Sequence[np.ndarray]) -> pa.Table:
    """The events of consecutive games, in order."""
    lengths = np.array([len(told) for told in events], np.int64)
    rows = np.concatenate(events) if len(events) else np.empty((0, 5), np.int32)
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    kinds = tuple(kind.name.lower() for kind in game.state.Event)
    columns = {
        "game": np.repeat(np.arange(first, first + len(events), dtype=np.uint32), lengths),
        "step": (np.arange(len(rows)) - starts).astype(np.int32),
        "kind": _named(rows[:, 0].astype(np.int8), kinds),
        "seat": (rows[:, 1] + 1).astype(np.int8),
    }
    columns |= {name: rows[:, 2 + at].copy() for at, name in enumerate("abc")}
    return pa.table(columns)


def _named(numbers: np.ndarray, choices: Sequence[str]) -> Any:
    return pa.DictionaryArray.from_arrays(numbers, list(choices)) if choices else numbers
