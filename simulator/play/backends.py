"""One ordered map of jobs for everything that plays, with two back ends: threads here, or a Dask cluster.

A job is plain data: a plan, with the text of its plug-ins, and a range of games. Its result depends on nothing else, so
it can be sent to another process or machine, and repeated anywhere.
"""

import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Generic, Protocol, TypeVar, cast

import numpy as np

from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.measures import Measurable
from digsite.simulator.play.arguments import MOST_THREADS, whole_number
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.table import Batch, Table, batch_of
from digsite.simulator.play.tallies import Tally, batch_size, common_seating, tallies

_MOST_TABLES = 512  # cached tables; more than a tournament has line-ups
Item = TypeVar("Item")
Made = TypeVar("Made")
Made_co = TypeVar("Made_co", covariant=True)
Kind = TypeVar("Kind", bound=Table)


class TableCache:
    """The tables of plans, each set up once."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, type[Table]], Table] = OrderedDict()
        self._one_by_one, self._stopped = threading.Lock(), False

    def of(self, plan: Plan) -> Table:
        """Return the table of a plan."""
        return self.of_kind(plan, Table)

    def of_kind(self, plan: Plan, kind: type[Kind]) -> Kind:
        """Return the table of a plan, of the kind that a job needs."""
        key = plan.fingerprint(), kind
        with self._one_by_one:
            if key not in self._known:
                self._known[key] = self._made(plan, kind)
                if len(self._known) > _MOST_TABLES:
                    self._known.popitem(last=False)
            self._known.move_to_end(key)
            return cast("Kind", self._known[key])

    def _made(self, plan: Plan, kind: type[Kind]) -> Kind:
        return kind.of(plan)

    def check_stop(self) -> None:
        """Raise an exception if a long job was stopped; called between its batches."""
        if self._stopped:
            raise DigsiteError("The game was stopped.")

    def stop(self) -> None:
        """Stop long jobs and look-ahead players."""
        self._stopped = True
        for table in list(self._known.values()):
            table.stop()


class Work(Protocol[Made_co]):
    """A job: plain data that says what to do."""

    @property
    def plans(self) -> Sequence[Plan]:
        """Return the plans whose games it plays."""

    @property
    def kind(self) -> type[Table]:
        """Return the kind of table it needs."""

    def do(self, tables: TableCache) -> Made_co:
        """Do the job and return its result."""


class OnTables:
    """A job that plays at plain tables."""

    @property
    def kind(self) -> type[Table]:
        """Return the kind of table it needs."""
        return Table


@dataclass(frozen=True)
class Job(OnTables):
    """A batch of a plan's games: `count` of them from `first` on."""

    plan: Plan
    first: int
    count: int
    with_events: bool = False

    @property
    def plans(self) -> Sequence[Plan]:
        """Return the plan whose games it plays."""
        return (self.plan,)

    def do(self, tables: TableCache) -> Batch:
        """Play the games and return the batch."""
        table = tables.of(self.plan)
        return (table.play_with_events if self.with_events else table.play)(self.first, self.count)


@dataclass(frozen=True)
class TallyJob(OnTables):
    """The same games of several plans on the same luck, summed into each plan's tally with the first plan's."""

    plans: Sequence[Plan]
    first: int
    count: int
    extra: Sequence[Measurable] = ()

    def do(self, tables: TableCache) -> list[Tally]:
        """Play the games and return the tallies."""
        rows = []
        for plan in self.plans:
            tables.check_stop()
            rows.append(tables.of(plan).play(self.first, self.count).rows)
        return next(tallies([rows], common_seating(self.plans), self.extra, self.first))


@dataclass(frozen=True)
class Call(OnTables, Generic[Item, Made]):
    """A function call for one item, on threads only: its data is not available elsewhere."""

    work: Callable[[Item], Made]
    item: Item
    plans: Sequence[Plan] = ()

    def do(self, _tables: TableCache) -> Made:
        """Call the function."""
        return self.work(self.item)


class Backend(Protocol):
    """Where jobs run."""

    @property
    def width(self) -> int:
        """Return how many jobs run at once."""

    @property
    def uses_processes(self) -> bool:
        """Return whether jobs run in other processes, so that larger jobs are better."""

    def map(self, jobs: Iterable[Work[Made]]) -> Generator[Made, None, None]:
        """Yield the results of the jobs in order; only a few run at once, so that memory does not grow."""


On = Backend | int | None  # a back end, or a number of threads; None for all cores


def default_threads() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_threads(threads: int | None) -> int:
    """Return the number of threads; default: all cores."""
    return default_threads() if threads is None else whole_number("threads", threads, least=1, most=MOST_THREADS)


class Threads:
    """Threads of this process."""

    uses_processes = False

    def __init__(self, threads: int | None = None):
        """Use this number of threads; default: all cores."""
        self.width = check_threads(threads)

    def map(self, jobs: Iterable[Work[Made]]) -> Generator[Made, None, None]:
        """Yield the results of the jobs in order; stop look-ahead players when the caller stops."""
        waiting, tables = iter(jobs), TableCache()
        pool, under_way = ThreadPoolExecutor(self.width), deque[Future[Made]]()

        def start(count: int) -> None:
            for job in islice(waiting, count):
                for plan in job.plans:  # set up here, so that errors in a plug-in appear before any game
                    tables.of_kind(plan, job.kind)
                under_way.append(pool.submit(job.do, tables))

        try:
            start(2 * self.width)
            while under_way:
                made = under_way[0].result()  # still queued while waiting, so that an interrupt stops it too
                under_way.popleft()
                yield made
                start(1)
        finally:
            if under_way:
                tables.stop()
            pool.shutdown(wait=False, cancel_futures=True)  # an endless batch must not delay an interrupt


def backend_of(on: On = None) -> Backend:
    """Return a back end as it is, or this number of threads."""
    return Threads(on) if on is None or isinstance(on, int | np.integer) else on


def play_jobs(jobs: Iterable[Work[Made]], on: On = None) -> Generator[Made, None, None]:
    """Run jobs on a back end and yield their results in order."""
    return backend_of(on).map(jobs)


def batches(plan: Plan, *, threads: int | None = None, batch_games: int | None = None) -> Generator[Batch, None, None]:
    """Play a plan without writing anything; yield batches of rows, in order."""
    return play_jobs(_jobs([plan], range(plan.games), batch_games or batch_of(plan)), threads)


def batch_together(plans: Sequence[Plan]) -> int:
    """Return the games per plan in a batch: whole deals, or a single one with look-ahead players."""
    rotations = plans[0].rotations
    return rotations if any(plan.thinking for plan in plans) else batch_size(rotations)


def play_together(
    plans: Sequence[Plan], games: range, batch_games: int, on: On = None
) -> Generator[list[np.ndarray], None, None]:
    """Play the same games of several plans alternately; yield the rows of each plan for each batch."""
    with closing(play_jobs(_jobs(plans, games, batch_games), on)) as played:
        while rows := [batch.rows for batch in islice(played, len(plans))]:
            yield rows


def tally_together(
    plans: Sequence[Plan], games: range, batch_games: int, extra: Sequence[Measurable] = (), on: On = None
) -> Generator[list[Tally], None, None]:
    """Play the same games of several plans; yield each plan's tally with the first plan's, for each batch."""
    firsts = range(games.start, games.stop, batch_games)
    return play_jobs((TallyJob(plans, first, min(batch_games, games.stop - first), extra) for first in firsts), on)


def _jobs(plans: Sequence[Plan], games: range, batch_games: int) -> Generator[Job, None, None]:
    for first in range(games.start, games.stop, batch_games):
        for plan in plans:
            yield Job(plan, first, min(batch_games, games.stop - first))
