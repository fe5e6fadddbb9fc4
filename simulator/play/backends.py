"""Back ends: ranges of games played on a thread pool, their batches given back in order."""

import os
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

from simulator.play.plan import Plan
from simulator.play.table import BATCH, Batch, Table, table_for


def default_threads() -> int:
    """As many threads as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batches(plan: Plan, *, threads: int | None = None, batch_games: int | None = None) -> Generator[Any, None, None]:
    """Play a plan without writing anything: batches of rows, in order."""
    size = batch_games or BATCH
    ranges = ((first, min(size, plan.games - first), False) for first in range(0, plan.games, size))
    return play_in_order(table_for(plan), ranges, threads or default_threads())


def play_in_order(table: Table, ranges: Iterator[tuple[int, int, bool]], threads: int) -> Generator[Batch, None, None]:
    """Play ranges (first, count, with events) on a thread pool and give the batches back in their order.

    Only a few ranges are under way at once, so memory does not grow and an interrupt is answered soon.
    """
    with ThreadPoolExecutor(threads) as pool:

        def start(todo: tuple[int, int, bool]) -> Future[Batch]:
            first, count, with_events = todo
            return pool.submit(table.play_with_events if with_events else table.play, first, count)

        under_way = [start(todo) for todo in islice(ranges, 2 * threads)]
        try:
            while under_way:
                yield under_way.pop(0).result()
                under_way += [start(todo) for todo in islice(ranges, 1)]
        finally:
            for future in under_way:
                future.cancel()
