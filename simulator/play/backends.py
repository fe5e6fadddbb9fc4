"""Back ends: jobs of games played over threads, their batches in the order of the jobs.

A job is plain data, so that another back end can send it to another process or machine: `play_jobs` is the one
function it has to offer.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

import numpy as np

from simulator.play.arguments import MOST_THREADS, whole
from simulator.play.plan import Plan
from simulator.play.table import Batch, Table, batch_of, table_for


@dataclass(frozen=True)
class Job:
    """Games of a plan to be played at one go: `count` of them, from `first` on."""

    plan: Plan
    first: int
    count: int
    with_events: bool = False


def default_threads() -> int:
    """As many threads as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def checked_threads(threads: int | None) -> int:
    """The number of threads to play on; all cores when none is given."""
    return default_threads() if threads is None else whole("threads", threads, least=1, most=MOST_THREADS)


def play_jobs(jobs: Iterable[Job], threads: int | None = None) -> Generator[Batch, None, None]:
    """Play jobs over threads; the batches come in the order of the jobs.

    Only a few jobs are under way at once, so that memory does not grow and an interrupt is answered soon; players who
    think are told to stop.
    """
    waiting, tables, threads = iter(jobs), _Tables(), checked_threads(threads)
    pool, under_way = ThreadPoolExecutor(threads), deque[Future[Batch]]()

    def start(count: int) -> None:
        for job in islice(waiting, count):
            under_way.append(pool.submit(tables.player(job), job.first, job.count))

    try:
        start(2 * threads)
        while under_way:
            yield under_way.popleft().result()
            start(1)
    finally:
        if under_way:
            tables.stop()
        pool.shutdown(wait=False, cancel_futures=True)  # a batch that does not end must not hold up an interrupt


class _Tables:
    """The tables of the plans met so far, each set up once."""

    def __init__(self) -> None:
        self._known: dict[str, Table] = {}

    def player(self, job: Job) -> Callable[[int, int], Batch]:
        key = job.plan.fingerprint()
        if key not in self._known:
            self._known[key] = table_for(job.plan)
        table = self._known[key]
        return table.play_with_events if job.with_events else table.play

    def stop(self) -> None:
        for table in self._known.values():
            table.stop()


def batches(plan: Plan, *, threads: int | None = None, batch_games: int | None = None) -> Generator[Batch, None, None]:
    """Play a plan without writing anything: batches of rows, in order."""
    return play_jobs(_jobs([plan], range(plan.games), batch_games or batch_of(plan)), threads)


def play_together(
    plans: Sequence[Plan], games: range, batch_games: int, threads: int | None = None
) -> Generator[list[np.ndarray], None, None]:
    """Play the same games of several plans in turn: for each batch of games the rows of each plan."""
    with closing(play_jobs(_jobs(plans, games, batch_games), threads)) as played:
        while rows := [batch.rows for batch in islice(played, len(plans))]:
            yield rows


def _jobs(plans: Sequence[Plan], games: range, batch_games: int) -> Generator[Job, None, None]:
    for first in range(games.start, games.stop, batch_games):
        for plan in plans:
            yield Job(plan, first, min(batch_games, games.stop - first))
