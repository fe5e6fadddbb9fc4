"""Playing samples: small batches on shared threads, so that a newer question stops an older one within 50 ms."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np

from digsite.simulator.errors import DigsiteError
from digsite.simulator.lab.live.sample import Sample
from digsite.simulator.play.backends import check_threads
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.table import Table, table_for

BATCH_SECONDS = 0.02  # of play in a batch: short enough to stop at once, long enough to cost little
FIRST_GAMES = 48  # of a batch before the speed of a game is known
_MOST_SAMPLES = 24  # kept: the answers one goes back to
_MOST_GAMES = 600_000  # of all samples that are kept, each some 200 bytes
_LEAST_SAMPLES = 3  # kept however large they are: the published rules, the present ones, and those before
_WAIT = 0.01


class Stopped(Exception):
    """A newer question has come."""


class Stop:
    """Whether the work under way is still wanted; what to call when it no longer is."""

    def __init__(self) -> None:
        self._event, self._calls = threading.Event(), list[Callable[[], None]]()

    def set(self) -> None:
        """Stop the work."""
        self._event.set()
        for call in list(self._calls):
            call()

    def __bool__(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Stopped` if the work is no longer wanted."""
        if self._event.is_set():
            raise Stopped

    def calling(self, call: Callable[[], None]) -> None:
        """Call this when the work is stopped."""
        self._calls.append(call)
        if self:
            call()


class _Grown:
    """A sample with the table that plays it, for one question at a time."""

    def __init__(self, plan: Plan):
        self.sample, self.lock = Sample(plan), threading.Lock()
        self.table: Table | None = None
        self.game_seconds = 0.0


class Growth:
    """All samples of the process, and the threads that play them. Pages share the threads batch by batch."""

    def __init__(self, threads: int | None = None):
        """Use this number of threads; by default all cores."""
        self.width = check_threads(threads)
        self._pool = ThreadPoolExecutor(self.width, thread_name_prefix="lab")
        self._known: OrderedDict[str, _Grown] = OrderedDict()
        self._one_by_one = threading.Lock()

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def sample(self, plan: Plan, games: int, stop: Stop) -> Sample:
        """Return the sample of a plan with at least this many games; raise `Stopped` if they are no longer wanted."""
        grown = self._of(plan)
        while not grown.lock.acquire(timeout=_WAIT):
            stop.check()
        try:
            if grown.sample.games < games:
                self._grow(grown, games, stop)
            return grown.sample
        finally:
            grown.lock.release()

    def games_of(self, plan: Plan) -> int:
        """Return how many games of a plan have been played."""
        known = self._known.get(plan.fingerprint())
        return known.sample.games if known else 0

    def _of(self, plan: Plan) -> _Grown:
        key = plan.fingerprint()
        with self._one_by_one:
            if key not in self._known:
                self._known[key] = _Grown(plan)
            self._known.move_to_end(key)
            while len(self._known) > _LEAST_SAMPLES and self._are_too_many():
                self._known.popitem(last=False)
            return self._known[key]

    def _are_too_many(self) -> bool:
        games = sum(grown.sample.games for grown in self._known.values())
        return len(self._known) > _MOST_SAMPLES or games > _MOST_GAMES

    def _grow(self, grown: _Grown, games: int, stop: Stop) -> None:
        """Play the missing games, a few batches at a time, in order."""
        if grown.table is None:
            grown.table = table_for(grown.sample.plan)
        table, under_way = grown.table, deque[Future[tuple[np.ndarray, float]]]()
        if table.looks_ahead:  # one game may take seconds, and only the table itself can stop it
            stop.calling(table.stop)
        next_game = grown.sample.games
        try:
            while next_game < games or under_way:
                while next_game < games and len(under_way) < self.width:
                    count = min(self._batch(grown, games - next_game), games - next_game)
                    under_way.append(self._pool.submit(_play, table, next_game, count, stop))
                    next_game += count
                stop.check()
                rows, seconds = self._result(under_way[0], stop)
                under_way.popleft()
                grown.sample.add([rows])
                grown.game_seconds = seconds / len(rows)
        except BaseException:
            for waiting in under_way:
                waiting.cancel()
            if table.looks_ahead and stop:
                grown.table = None  # a stopped table plays no more
            raise

    def _result(self, future: "Future[tuple[np.ndarray, float]]", stop: Stop) -> tuple[np.ndarray, float]:
        while True:
            try:
                return future.result(timeout=_WAIT)
            except TimeoutError:
                if future.done():
                    raise
                stop.check()
            except DigsiteError:
                stop.check()  # a look-ahead player that was stopped
                raise

    def _batch(self, grown: _Grown, left: int) -> int:
        """Return the games of the next batch: whole deals that take about `BATCH_SECONDS`."""
        plan = grown.sample.plan
        each = plan.rotations
        if plan.thinking:
            return each
        wanted = int(BATCH_SECONDS / grown.game_seconds) if grown.game_seconds else FIRST_GAMES
        wanted = min(wanted, -(-left // self.width))
        return max(-(-wanted // each), 1) * each


def _play(table: Table, first: int, count: int, stop: Stop) -> tuple[np.ndarray, float]:
    """Play games and return their rows, and how long they took."""
    stop.check()
    began = time.perf_counter()
    rows = table.play(first, count).rows
    return rows, time.perf_counter() - began
