"""One ordered map of jobs, used by all that plays, with two back ends: threads here, or a Dask cluster.

A job is plain data: a plan, with the text of its plug-ins, and a range of games. What it gives back depends on nothing
else, so that it can be sent to another process or machine, and tried again anywhere.
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
from digsite.simulator.play.arguments import MOST_THREADS, whole
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.table import Batch, Table, batch_of
from digsite.simulator.play.tallies import Tally, batch_size, tallies

_MOST_TABLES = 512  # that are kept ready; more than a tournament has line-ups
Item = TypeVar("Item")
Made = TypeVar("Made")
Made_co = TypeVar("Made_co", covariant=True)
Kind = TypeVar("Kind", bound=Table)


class TableCache:
    """The tables of the plans met so far, each set up once."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, type[Table]], Table] = OrderedDict()
        self._one_by_one, self._stopped = threading.Lock(), False

    def of(self, plan: Plan) -> Table:
        """The table of a plan."""
        return self.of_kind(plan, Table)

    def of_kind(self, plan: Plan, kind: type[Kind]) -> Kind:
        """The table of a plan, of a kind that can do what is wanted of it."""
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

    def go_on(self) -> None:
        """Called between two batches of a long job: raises an exception where nobody waits for it any more."""
        if self._stopped:
            raise DigsiteError("The game was stopped.")

    def stop(self) -> None:
        """Let long jobs, and players who think, give up."""
        self._stopped = True
        for table in list(self._known.values()):
            table.stop()


class Work(Protocol[Made_co]):
    """A job: plain data that says what is to be done."""

    @property
    def plans(self) -> Sequence[Plan]:
        """The plans whose games it plays."""

    @property
    def kind(self) -> type[Table]:
        """The kind of table that it needs."""

    def do(self, tables: TableCache) -> Made_co:
        """What it gives back."""


class OnTables:
    """A job that plays at plain tables."""

    @property
    def kind(self) -> type[Table]:
        """The kind of table that it needs."""
        return Table


@dataclass(frozen=True)
class Job(OnTables):
    """Games of a plan to be played at one go, `count` of them from `first` on: gives a batch."""

    plan: Plan
    first: int
    count: int
    with_events: bool = False

    @property
    def plans(self) -> Sequence[Plan]:
        """The plan whose games it plays."""
        return (self.plan,)

    def do(self, tables: TableCache) -> Batch:
        """Play them."""
        table = tables.of(self.plan)
        return (table.play_with_events if self.with_events else table.play)(self.first, self.count)


@dataclass(frozen=True)
class TallyJob(OnTables):
    """The same games of several plans on the same luck: gives each plan's tally beside the first plan's."""

    plans: Sequence[Plan]
    first: int
    count: int
    extra: Sequence[Measurable] = ()

    def do(self, tables: TableCache) -> list[Tally]:
        """Play them and add them up."""
        rows = []
        for plan in self.plans:
            tables.go_on()
            rows.append(tables.of(plan).play(self.first, self.count).rows)
        return next(tallies([rows], self.plans[0].seats, self.extra))


@dataclass(frozen=True)
class Call(OnTables, Generic[Item, Made]):
    """Something to be done for one item, by threads alone: what it needs is at hand here and nowhere else."""

    work: Callable[[Item], Made]
    item: Item
    plans: Sequence[Plan] = ()

    def do(self, _tables: TableCache) -> Made:
        """Do it."""
        return self.work(self.item)


class Backend(Protocol):
    """Who does the jobs."""

    @property
    def width(self) -> int:
        """How many jobs are done at once."""

    @property
    def apart(self) -> bool:
        """Whether jobs are done in other processes, so that one had better be large."""

    def map(self, jobs: Iterable[Work[Made]]) -> Generator[Made, None, None]:
        """What the jobs give back, in their order; only a few are under way at once, so that memory does not grow."""


On = Backend | int | None  # a back end, or a number of threads; all cores when it is none


def default_threads() -> int:
    """As many threads as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def checked_threads(threads: int | None) -> int:
    """The number of threads to play on; all cores when none is given."""
    return default_threads() if threads is None else whole("threads", threads, least=1, most=MOST_THREADS)


class Threads:
    """Threads of this process."""

    apart = False

    def __init__(self, threads: int | None = None):
        """So many threads; as many as there are cores when nobody says."""
        self.width = checked_threads(threads)

    def map(self, jobs: Iterable[Work[Made]]) -> Generator[Made, None, None]:
        """What the jobs give back, in their order; when nobody wants more, players who think are told to stop."""
        waiting, tables = iter(jobs), TableCache()
        pool, under_way = ThreadPoolExecutor(self.width), deque[Future[Made]]()

        def start(count: int) -> None:
            for job in islice(waiting, count):
                for plan in job.plans:  # set up here: what is wrong with a plug-in is said before anything is played
                    tables.of_kind(plan, job.kind)
                under_way.append(pool.submit(job.do, tables))

        try:
            start(2 * self.width)
            while under_way:
                made = under_way[0].result()  # stays in the row while it is waited for: who stops then stops it, too
                under_way.popleft()
                yield made
                start(1)
        finally:
            if under_way:
                tables.stop()
            pool.shutdown(wait=False, cancel_futures=True)  # a batch that does not end must not hold up an interrupt


def backend_of(on: On = None) -> Backend:
    """A back end as it is, or so many threads."""
    return Threads(on) if on is None or isinstance(on, int | np.integer) else on


def play_jobs(jobs: Iterable[Work[Made]], on: On = None) -> Generator[Made, None, None]:
    """Do jobs on threads or elsewhere; what they give back comes in the order of the jobs."""
    return backend_of(on).map(jobs)


def batches(plan: Plan, *, threads: int | None = None, batch_games: int | None = None) -> Generator[Batch, None, None]:
    """Play a plan without writing anything: batches of rows, in order."""
    return play_jobs(_jobs([plan], range(plan.games), batch_games or batch_of(plan)), threads)


def batch_together(plans: Sequence[Plan]) -> int:
    """Games of each plan at one go: whole rotations, and one alone where players look ahead."""
    seats = plans[0].seats
    return seats if any(plan.thinking for plan in plans) else batch_size(seats)


def play_together(
    plans: Sequence[Plan], games: range, batch_games: int, on: On = None
) -> Generator[list[np.ndarray], None, None]:
    """Play the same games of several plans in turn: for each batch of games the rows of each plan."""
    with closing(play_jobs(_jobs(plans, games, batch_games), on)) as played:
        while rows := [batch.rows for batch in islice(played, len(plans))]:
            yield rows


def tally_together(
    plans: Sequence[Plan], games: range, batch_games: int, extra: Sequence[Measurable] = (), on: On = None
) -> Generator[list[Tally], None, None]:
    """Play the same games of several plans: for each batch of games each plan's tally beside the first plan's."""
    firsts = range(games.start, games.stop, batch_games)
    return play_jobs((TallyJob(plans, first, min(batch_games, games.stop - first), extra) for first in firsts), on)


def _jobs(plans: Sequence[Plan], games: range, batch_games: int) -> Generator[Job, None, None]:
    for first in range(games.start, games.stop, batch_games):
        for plan in plans:
            yield Job(plan, first, min(batch_games, games.stop - first))
