"""Playing runs part by part while what is done is being written."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from simulator.games import find_game
from simulator.play.backends import Job, play_jobs
from simulator.play.table import Batch, batch_of
from simulator.runs.schema import events_table, games_table
from simulator.runs.store import Store

EVENT_BATCH = 1_000  # games in a row group of the events; part of the format, unlike the batch size


def write_parts(
    parts: Sequence[tuple[Store, int]],
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    batch_games: int | None = None,
) -> None:
    """Play parts of runs in this order and write each as soon as it is whole.

    `progress` is called with the number of games of each batch.
    """
    jobs = (job for store, part in parts for job in _jobs(store, part, batch_games))
    with _settling(parts), closing(play_jobs(jobs, threads)) as batches, ThreadPoolExecutor(1) as pool:
        writing: Future[None] = pool.submit(lambda: None)
        for store, part in parts:
            played: list[Batch] = []
            events = _EventPart(store, part)
            for batch in _of_one_part(batches, len(store.plan.part_range(part))):
                if progress:
                    progress(len(batch.rows))
                played.append(replace(batch, events=[]))
                if batch.events:
                    writing.result()
                    writing = pool.submit(events.write, batch)
            writing.result()
            writing = pool.submit(_finish, store, part, played, events)
        writing.result()


@contextmanager
def _settling(parts: Sequence[tuple[Store, int]]) -> Iterator[None]:
    """However play ends, the manifests say in the end what is there."""
    try:
        yield
    finally:
        for store in {id(store): store for store, _ in parts}.values():
            store.settle()


def _jobs(store: Store, part: int, batch_games: int | None) -> Iterator[Job]:
    plan = store.plan
    size = batch_games or batch_of(plan)
    games = plan.part_range(part)
    first = games.start
    while first < games.stop:
        with_events = first < plan.events
        stop = min(plan.events, games.stop) if with_events else games.stop
        count = min(size, EVENT_BATCH if with_events else size, stop - first)
        yield Job(plan, first, count, with_events)
        first += count


def _of_one_part(batches: Iterator[Batch], games: int) -> Iterator[Batch]:
    while games > 0:
        batch = next(batches)
        games -= len(batch.rows)
        yield batch


class _EventPart:
    """The events of a part, written batch by batch as they come; no file if there are none."""

    def __init__(self, store: Store, part: int):
        self.store, self.game, self.part = store, find_game(store.plan.game), part
        self.open = ExitStack()
        self.writer: Any = None
        self.first, self.waiting = store.plan.part_range(part).start, list[np.ndarray]()

    def write(self, batch: Batch) -> None:
        self.waiting += batch.events
        while len(self.waiting) >= EVENT_BATCH:
            self.flush()

    def flush(self) -> None:
        """Write a row group of what is waiting, if anything is."""
        group, self.waiting = self.waiting[:EVENT_BATCH], self.waiting[EVENT_BATCH:]
        if not group:
            return
        table = events_table(self.game, self.first, group)
        self.first += len(group)
        if self.writer is None:
            self.writer = self.open.enter_context(self.store.part("events", self.part, table.schema))
        self.writer.write_table(table.cast(self.writer.schema))


def _finish(store: Store, part: int, played: list[Batch], events: _EventPart) -> None:
    events.flush()
    events.open.close()
    first = store.plan.part_range(part).start
    rows, marks = (np.concatenate([getattr(batch, kind) for batch in played]) for kind in ("rows", "marks"))
    games = games_table(events.game, store.plan, first, rows, marks)
    with store.part("games", part, games.schema) as writer:
        writer.write_table(games.cast(writer.schema))
