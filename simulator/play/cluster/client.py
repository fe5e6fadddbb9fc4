"""The client of a Dask cluster: it connects, submits jobs and collects their results in order.

A job lost with its worker is repeated by another, with the same result. Workers are checked before any game is played:
each must have the same digsite, Python, numpy, numba and pyarrow as the client, and a system that computes the same last
digits. A worker that joins later checks itself.
"""

import hashlib
import logging
import pickle
import signal
import socket
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlsplit

from digsite.simulator import trust
from digsite.simulator.errors import DigsiteError, Sentence, WrongUse
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import cluster_of
from digsite.simulator.play.backends import TableCache, Work
from digsite.simulator.play.cluster.environment import PACKAGES, environment_difference, facts
from digsite.simulator.play.cluster.worker import SAVED, run_job, worker_refusal

EXTRA = "pip install digsite[cluster]"
CONNECT = 10.0  # seconds to find a scheduler
PATIENCE = 60.0  # seconds that a cluster may be without any worker
_LOOK = 1.0  # seconds between the client's checks for workers
_NOTHING: Sentence = ("Nothing was played.",)
_CLEANED_UP = "ignore:resource_tracker:UserWarning"  # Python's warning after cleaning up an interrupt
_LOGGERS = ("distributed", "tornado", "asyncio")
Made = TypeVar("Made")
Say = Callable[[str], None]


@contextmanager
def cluster_at(address: str, say: Say = lambda _what: None, check: bool = True) -> "Iterator[Cluster]":
    """Yield a cluster by its address: `local:4` is started and stopped here; a remote scheduler is only used.

    Workers that differ from this process are refused if `check` is set.
    """
    processes = cluster_of(address)
    distributed = _distributed()
    quiet = {"distributed.worker.multiprocessing-method": "spawn", "distributed.comm.timeouts.connect": f"{CONNECT}s"}
    import dask

    with dask.config.set(quiet), _unlogged():
        if processes is None:
            say(f"Connecting to {address}")
            _knock(address)
            yield from _visited(distributed, address, address, say, check)
            return
        say(f"Starting {processes} worker processes")
        with _deaf_loop() as loop:
            started = distributed.LocalCluster(
                n_workers=processes, threads_per_worker=1, processes=True, host="127.0.0.1",
                dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL, loop=loop,
            )  # fmt: skip
            try:
                yield from _visited(distributed, started, address, say, check)
            finally:
                with suppress(Exception):
                    started.close(timeout=5)


@contextmanager
def _deaf_loop() -> Iterator[Any]:
    """Yield an event loop whose thread and child processes ignore Ctrl-C.

    A terminal sends Ctrl-C to every process of a command; only this one should receive it, and then stop the others.
    """
    from multiprocessing import resource_tracker

    from distributed.utils import LoopRunner

    runner: Any = LoopRunner()
    if hasattr(signal, "pthread_sigmask"):
        sys.warnoptions.append(_CLEANED_UP)  # it inherits these
        resource_tracker.ensure_running()  # starting it unblocks the signal
        sys.warnoptions.remove(_CLEANED_UP)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # threads inherit this, and processes
        try:
            runner.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        runner.start()
    try:
        yield runner.loop
    finally:
        with suppress(Exception):
            runner.stop(timeout=5)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise WrongUse(OPTIONS["cluster"], f" needs Dask, an extra of digsite: {EXTRA}") from None
    return distributed


def _knock(address: str) -> None:
    """Fail early where no scheduler listens: Dask would keep trying, or wait for ever."""
    at = urlsplit(address)
    try:
        with socket.create_connection((at.hostname, at.port), timeout=CONNECT) as line:
            if at.scheme == "tcp" and not line.recv(1):  # a scheduler speaks first
                raise _nobody(address)
    except (OSError, ValueError) as problem:  # the port may be too large
        raise _nobody(address) from problem


def _nobody(address: str) -> DigsiteError:
    return DigsiteError(
        f"No Dask scheduler answers at {address}; start one with `dask scheduler`, or play here with ",
        OPTIONS["cluster"].given("local:4"),
        ".",
    )


def _visited(distributed: Any, where: Any, address: str, say: Say, check: bool) -> "Iterator[Cluster]":
    client = distributed.Client.__new__(distributed.Client)
    try:
        client.__init__(where, timeout=CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as problem:  # TypeError: no keys for tls://
        client.status = "closed"  # otherwise it would wait and complain when garbage-collected
        raise _nobody(address) from problem
    cluster = Cluster(client, address)
    try:
        cluster.wait(say)
        say("Looking at the workers")
        if check:
            cluster.check()
        yield cluster
    finally:
        with suppress(Exception):
            client.close(timeout=2)


@contextmanager
def _unlogged() -> Iterator[None]:
    """Silence Dask's log about lost connections; our errors report them.

    Some of its loggers have their own level, independent of their parent's.
    """
    known = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _LOGGERS]
    loggers = [logging.getLogger(name) for name in {*_LOGGERS, *known}]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="distributed|dask")
            yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


class Cluster:
    """A connected cluster."""

    uses_processes = True

    def __init__(self, client: Any, address: str):
        """Store a connected client and the address as the user typed it."""
        self.client, self.address = client, address
        self._width, self._next_look = 1, 0.0

    def workers(self) -> dict[str, dict[str, Any]]:
        """Return what the scheduler knows of each worker, by address."""
        known: dict[str, dict[str, Any]] = self.client.scheduler_info(n_workers=-1)["workers"]
        return known

    @property
    def width(self) -> int:
        """Return how many jobs run at once: the threads of all workers, recounted from time to time."""
        if time.monotonic() >= self._next_look:
            self._width = max(sum(int(known["nthreads"]) for known in self.workers().values()), 1)
            self._next_look = time.monotonic() + _LOOK
        return self._width

    def wait(self, say: Say) -> None:
        """Wait for the first worker."""
        with self._lost(_NOTHING):
            if not self.workers():
                say(f"Waiting for the first worker of {self.address}")
            try:
                self.client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError:
                raise DigsiteError(
                    f"The cluster at {self.address} has no workers; start some with `dask worker {self.address}`."
                ) from None

    def check(self) -> None:
        """Raise `WrongUse` if a worker would not produce the same bytes."""
        with self._lost(_NOTHING):
            for worker, there in self.facts().items():
                if difference := environment_difference(facts(), there):
                    raise worker_refusal(worker, difference)

    def facts(self) -> dict[str, dict[str, str]]:
        """Return each worker's facts. Versions come first: where Python differs, no function can be sent."""
        own, found = facts(), {}
        for worker, there in self.client.get_versions(packages=[*PACKAGES, "digsite"])["workers"].items():
            packages = there["packages"]
            python = ".".join(str(packages["python"]).split(".")[:3])
            versions = {"Python": python} | {name: packages.get(name) or "missing" for name in PACKAGES}
            found[worker] = own | versions if packages.get("digsite") else own | versions | {"digsite": "missing"}
        alike = [worker for worker, there in found.items() if there == own]
        if alike:
            for worker, there in self.client.run(facts, workers=alike, on_error="return").items():
                if isinstance(there, OSError):  # it has just died; if it returns, it checks itself
                    del found[worker]
                    continue
                sources = {"digsite's sources": "of another version"}  # too old to report facts
                found[worker] = dict(there) if isinstance(there, Mapping) else own | sources
        return found

    def map(self, jobs: Iterable[Work[Made]]) -> Generator[Made, None, None]:
        """Yield the results of the jobs in order; cancel running jobs when the caller stops."""
        waiting, own, here = iter(jobs), facts(), TableCache()
        under_way: deque[Any] = deque()

        def start(count: int) -> None:
            for job in islice(waiting, count):
                for plan in job.plans:
                    if foreign := trust.untrusted(plan.code):  # workers do not ask
                        raise trust.trust_error(foreign)
                    if plan.plugins:  # tried here once, where a crash becomes a sentence
                        here.of_kind(plan, job.kind)
                packed = pickle.dumps(job)
                name = f"digsite-{hashlib.sha256(packed).hexdigest()[:12]}-{time.monotonic_ns()}"
                under_way.append(self.client.submit(run_job, packed, own, key=name, pure=False))

        try:
            with self._lost():
                start(2 * self.width)
                while under_way:
                    made: Made = self._result(under_way[0])
                    under_way.popleft().release()
                    yield made
                    start(max(1, 2 * self.width - len(under_way)))
        finally:
            if under_way:
                self._cancel(list(under_way))

    def _result(self, future: Any) -> Any:
        """Wait for a job as long as there are workers to do it."""
        alone = 0.0
        while True:
            try:
                return future.result(timeout=_LOOK)
            except TimeoutError:
                if future.done():  # it finished just now, or the job itself timed out
                    return future.result()
                if self.client.status != "running":
                    raise self._gone() from None
                alone = 0.0 if self.workers() else alone + _LOOK
                if alone > PATIENCE:
                    raise DigsiteError(f"The cluster at {self.address} has lost all its workers. ", *SAVED) from None

    def _cancel(self, futures: list[Any]) -> None:
        """Cancel running jobs; a scheduler that does not answer must not delay an interrupt."""

        def cancel() -> None:
            with suppress(Exception):
                self.client.cancel(futures, force=True)

        letting_go = threading.Thread(target=cancel, daemon=True)
        letting_go.start()
        letting_go.join(0.5)

    @contextmanager
    def _lost(self, saved: Sentence = SAVED) -> Iterator[None]:
        """Turn the loss of a scheduler or of workers into a sentence that says what is saved."""
        try:
            yield
        except DigsiteError:  # the job's own error
            raise
        except (OSError, TimeoutError, CancelledError) as problem:
            raise self._gone(saved) from problem
        except Exception as problem:
            if type(problem).__name__ == "KilledWorker":
                raise DigsiteError(
                    f"Several workers of {self.address} died one after the other while they played the same games: they "
                    "ran out of memory, or a plug-in crashes. ",
                    *SAVED,
                ) from problem
            if type(problem).__name__ in ("FutureCancelledError", "CommClosedError", "RuntimeError"):
                raise self._gone(saved) from problem
            raise

    def _gone(self, saved: Sentence = SAVED) -> DigsiteError:
        return DigsiteError(f"The scheduler at {self.address} is lost. ", *saved)
