"""The other back end: a Dask cluster, of processes here or of machines anywhere. Loaded only when somebody asks for one.

The client hands out jobs and takes what they give back, in their order. A job that was lost with its worker is done
again by another; whatever is done twice gives the same. Workers are looked at before anything is played: each must
have the same digsite, Python, numpy, numba and pyarrow as the client, and a system that gives the same last digits. One that
joins later looks at itself.
"""

import hashlib
import logging
import pickle
import platform
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
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlsplit

from digsite.simulator.errors import DigsiteError, Sentence, WrongUse, said
from digsite.simulator.games import find_game
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import cluster_of
from digsite.simulator.play.backends import Kind, TableCache, Work
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.worker_check import PACKAGES, facts, unlike

EXTRA = "pip install digsite[cluster]"
CONNECT = 10.0  # seconds to find a scheduler
PATIENCE = 60.0  # seconds that a cluster may be without any worker
_LOOK = 1.0  # seconds after which the client looks whether anybody is still there
_GO_ON: Sentence = ("What is written is whole; go on with ", OPTIONS["resume"], ".")
_NOTHING: Sentence = ("Nothing was played.",)
_CLEANED_UP = "ignore:resource_tracker:UserWarning"  # what Python says after it has cleaned up behind an interrupt
_LOGGERS = ("distributed", "tornado", "asyncio")
Made = TypeVar("Made")
Say = Callable[[str], None]


@contextmanager
def cluster_at(address: str, say: Say = lambda _what: None, check: bool = True) -> "Iterator[Cluster]":
    """A cluster by its address: `local:4` is started and ended here, a scheduler elsewhere is only visited.

    Workers that differ are refused, unless nobody wants them to play.
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
    """A loop whose thread, and whatever processes it starts, does not hear Ctrl-C.

    A terminal sends it to every process of a command; it is meant for this one alone, which then ends the others.
    """
    from multiprocessing import resource_tracker

    from distributed.utils import LoopRunner

    runner: Any = LoopRunner()
    if hasattr(signal, "pthread_sigmask"):
        sys.warnoptions.append(_CLEANED_UP)  # it inherits these
        resource_tracker.ensure_running()  # whoever starts it hears again
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
    """Say soon where nobody listens, or somebody else does: Dask would go on trying, or wait for ever."""
    at = urlsplit(address)
    try:
        with socket.create_connection((at.hostname, at.port), timeout=CONNECT) as line:
            if at.scheme == "tcp" and not line.recv(1):  # a scheduler speaks first
                raise _nobody(address)
    except (OSError, ValueError) as problem:  # a port may be too large for one
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
    except (OSError, TimeoutError, ValueError, TypeError) as problem:  # the last if there are no keys for tls://
        client.status = "closed"  # or else it would wait for its end when it is forgotten, and complain
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
    """What Dask has to say about lost connections is said here in sentences.

    Some of its loggers have a level of their own, whatever that of the one above says.
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
    """A cluster that is connected."""

    apart = True

    def __init__(self, client: Any, address: str):
        """The client is connected to a scheduler; the address is as the user named it."""
        self.client, self.address = client, address
        self._width, self._next_look = 1, 0.0

    def workers(self) -> dict[str, dict[str, Any]]:
        """What the scheduler knows of each worker, by its address."""
        known: dict[str, dict[str, Any]] = self.client.scheduler_info(n_workers=-1)["workers"]
        return known

    @property
    def width(self) -> int:
        """How many jobs are done at once: the threads of all workers, who are counted every now and then."""
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
        """Refuse a cluster with a worker that would not play and write the same bytes."""
        with self._lost(_NOTHING):
            for worker, there in self.facts().items():
                if difference := unlike(facts(), there):
                    raise refused(worker, difference)

    def facts(self) -> dict[str, dict[str, str]]:
        """Each worker's facts. Dask asks for versions first: where Python differs, nothing can be sent to be run."""
        own, found = facts(), {}
        for worker, told in self.client.get_versions(packages=[*PACKAGES, "digsite"])["workers"].items():
            packages = told["packages"]
            python = ".".join(str(packages["python"]).split(".")[:3])
            versions = {"Python": python} | {name: packages.get(name) or "missing" for name in PACKAGES}
            found[worker] = own | versions if packages.get("digsite") else own | versions | {"digsite": "missing"}
        alike = [worker for worker, there in found.items() if there == own]
        if alike:
            for worker, there in self.client.run(facts, workers=alike, on_error="return").items():
                if isinstance(there, OSError):  # it has just died; should it come back, it looks at itself
                    del found[worker]
                    continue
                sources = {"digsite's sources": "of another version"}  # which does not even know how to tell
                found[worker] = dict(there) if isinstance(there, Mapping) else own | sources
        return found

    def map(self, jobs: Iterable[Work[Made]]) -> Generator[Made, None, None]:
        """What the jobs give back, in their order; what is under way is cancelled when nobody wants more."""
        waiting, own, here = iter(jobs), facts(), TableCache()
        under_way: deque[Any] = deque()

        def start(count: int) -> None:
            for job in islice(waiting, count):
                for plan in job.plans:
                    if find_game(plan.game).home.own:
                        raise WrongUse(
                            "The game lies in a folder of this machine, which a cluster does not have; leave ",
                            OPTIONS["cluster"],
                            " out.",
                        )
                    if plan.plugins:  # tried here once, where a crash is a sentence
                        here.of_kind(plan, job.kind)
                packed = pickle.dumps(job)
                name = f"digsite-{hashlib.sha256(packed).hexdigest()[:12]}-{time.monotonic_ns()}"
                under_way.append(self.client.submit(done, packed, own, key=name, pure=False))

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
        """Wait for a job, as long as there is somebody to do it."""
        alone = 0.0
        while True:
            try:
                return future.result(timeout=_LOOK)
            except TimeoutError:
                if future.done():  # just now, or it is the job that says so
                    return future.result()
                if self.client.status != "running":
                    raise self._gone() from None
                alone = 0.0 if self.workers() else alone + _LOOK
                if alone > PATIENCE:
                    raise DigsiteError(f"The cluster at {self.address} has lost all its workers. ", *_GO_ON) from None

    def _cancel(self, futures: list[Any]) -> None:
        """Let go of what is under way; a scheduler that does not answer must not hold up an interrupt."""

        def cancel() -> None:
            with suppress(Exception):
                self.client.cancel(futures, force=True)

        letting_go = threading.Thread(target=cancel, daemon=True)
        letting_go.start()
        letting_go.join(0.5)

    @contextmanager
    def _lost(self, kept: Sentence = _GO_ON) -> Iterator[None]:
        """Say in a sentence what happened to a scheduler or to workers, and what is kept."""
        try:
            yield
        except DigsiteError:  # a job says what was wrong with it
            raise
        except (OSError, TimeoutError, CancelledError) as problem:
            raise self._gone(kept) from problem
        except Exception as problem:
            if type(problem).__name__ == "KilledWorker":
                raise DigsiteError(
                    f"Several workers of {self.address} died one after the other while they played the same games: they "
                    "ran out of memory, or a plug-in crashes. ",
                    *_GO_ON,
                ) from problem
            if type(problem).__name__ in ("FutureCancelledError", "CommClosedError", "RuntimeError"):
                raise self._gone(kept) from problem
            raise

    def _gone(self, kept: Sentence = _GO_ON) -> DigsiteError:
        return DigsiteError(f"The scheduler at {self.address} is lost. ", *kept)


def refused(worker: str, difference: str) -> WrongUse:
    """A worker that would not play and write the same bytes."""
    return WrongUse(
        f"The worker {worker} is refused: it has {difference}. All must be alike, so that all bytes are: "
        "install the same on each worker, or stop this one."
    )


# ------------------------------------------------------------------------------------------------------ in a worker


class _Dropped(Exception):
    """Nobody waits for a job any more."""


class _WorkerTables(TableCache):
    """The tables of a worker process: kernels are compiled once for a host, plug-ins were tried by the client."""

    def _made(self, plan: Plan, kind: type[Kind]) -> Kind:
        from digsite.simulator.play.compile_lock import one_at_a_time
        from digsite.strategies.plugins.sandbox import tried_elsewhere

        with tried_elsewhere(), one_at_a_time(plan, kind.__name__):
            table = kind.of(plan)
            table.wake()
            return table

    def go_on(self) -> None:
        from distributed import get_worker

        worker = get_worker()
        task = worker.state.tasks.get(worker.get_current_task())
        if task is None or task.state == "cancelled":
            raise _Dropped


_tables = _WorkerTables()


def done(packed: bytes, expected: Mapping[str, str]) -> Any:
    """Do a job here, in a worker, if this is the digsite that it was made by."""
    from distributed import get_worker

    if difference := unlike(expected, facts()):
        raise refused(get_worker().address, difference)
    job: Work[Any] = pickle.loads(packed)
    try:
        return job.do(_tables)
    except (DigsiteError, _Dropped):
        raise
    except (Exception, SystemExit) as problem:  # told apart from what befalls the cluster
        told = f"{type(problem).__name__}: {said(problem)}".rstrip(": ")
        raise DigsiteError(f"The worker {get_worker().address} failed: {told}. ", *_GO_ON) from problem


@dataclass(frozen=True)
class WorkerState:
    """What a worker says of itself."""

    host: str
    cores: int
    facts: dict[str, str]
    kernels: str


def look() -> WorkerState:
    """What this process says of itself, for `digsite doctor`."""
    from digsite.simulator.kernel.jit.compile import cache_root
    from digsite.simulator.play.backends import default_threads

    kept = list(cache_root().glob("*/*.nbc")) if cache_root().is_dir() else []
    return WorkerState(platform.node(), default_threads(), facts(), f"{cache_root()} ({len(kept)} kernels)")
