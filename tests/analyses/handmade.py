"""Small runs made by hand: rows and events as dicts and tuples, written with the real manifest and schema."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from digsite.simulator.games import find_game
from digsite.simulator.kernel.play.records import record
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.seating import CYCLIC, FIXED
from digsite.simulator.runs.folder.store import Store
from digsite.simulator.runs.run import Run
from digsite.simulator.runs.schema import events_table, games_table

Events = Sequence[tuple[str, int, int, int, int]]  # kind, seat (from 1, 0 nobody), a, b, c


def make_run(
    folder: Path,
    game: str,
    players: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    *,
    events: Sequence[Events] = (),
    rotate: bool = False,
    variants: Sequence[str] = (),
    settings: Sequence[str] = (),
    version: int | None = None,
    complete: bool = True,
) -> Run:
    """A run folder with these rows, by table heading; what a row leaves out is 0.

    Ranks, winner and winners follow from the scores unless the row gives ranks.
    """
    found = find_game(game)
    figures = found.figures.with_variants(variants, len(players)).with_settings(settings)
    plan = Plan(
        game=found.id,
        game_version=version or found.version,
        players=list(players),
        weights=[[] for _ in players],
        rules=figures.values(),
        variants=list(variants),
        settings=list(settings),
        games=len(rows) if complete else len(rows) + 10,
        seed=1,
        seating=CYCLIC if rotate else FIXED,
        events=len(events),
        part_games=max(len(rows), 1),
    )
    store = Store(folder, plan, {"command": "by hand", "versions": {}, "sources": ""})
    store.create()
    if rows:
        table = games_table(found, plan, 0, _outcomes(found, len(players), rows))
        with store.part("games", 0, table.schema) as writer:
            writer.write_table(table.cast(writer.schema))
    if events:
        table = events_table(found, 0, [_events(found, game_events) for game_events in events])
        with store.part("events", 0, table.schema) as writer:
            writer.write_table(table.cast(writer.schema))
    if complete:
        store.finish()
    else:
        store.save_manifest()
    return Run(folder)


def _outcomes(game: Any, seats: int, rows: Sequence[Mapping[str, Any]]) -> np.recarray:
    places = {h: (column, at) for column in game.columns for h, at in column.headings(seats)}
    outcomes = record(game.records.outcome, len(rows))
    for outcome, row in zip(outcomes, rows, strict=True):
        for heading, value in (_ranked(row, seats) | dict(row)).items():
            column, at = places[heading]
            number = column.choices.index(value) if isinstance(value, str) else value
            field = outcome[column.name]
            if at:
                field[at] = number
            else:
                outcome[column.name] = number
    return outcomes


def _ranked(row: Mapping[str, Any], seats: int) -> dict[str, int]:
    scores = [row.get(f"score_{seat}", 0) for seat in range(1, seats + 1)]
    ranks = [row.get(f"rank_{seat}", 1 + sum(s > scores[seat - 1] for s in scores)) for seat in range(1, seats + 1)]
    first = [seat for seat, rank in enumerate(ranks, 1) if rank == 1]
    named = {f"rank_{seat}": rank for seat, rank in enumerate(ranks, 1)}
    return named | {"winners": len(first), "winner": first[0] if len(first) == 1 else 0}


def _events(game: Any, happened: Events) -> np.ndarray:
    kinds = {kind.name.lower(): int(kind) for kind in game.records.events}
    return np.array([(kinds[kind], seat - 1, a, b, c) for kind, seat, a, b, c in happened], np.int32).reshape(-1, 5)
