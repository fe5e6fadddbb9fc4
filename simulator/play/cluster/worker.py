"""A worker process of a cluster: it checks itself, runs jobs, and reports its facts."""

import pickle
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from digsite.simulator import trust
from digsite.simulator.errors import DigsiteError, Sentence, WrongUse, short_message
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.backends import Kind, TableCache, Work
from digsite.simulator.play.cluster.environment import environment_difference, facts
from digsite.simulator.play.plan import Plan

SAVED: Sentence = ("What is written is whole; continue with ", OPTIONS["resume"], ".")


def worker_refusal(worker: str, difference: str) -> WrongUse:
    """Return the error for a worker that would not produce the same bytes."""
    return WrongUse(
        f"The worker {worker} is refused: it has {difference}. All must be alike, so that all bytes are: "
        "install the same on each worker, or stop this one."
    )


class _Dropped(Exception):
    """A job was cancelled."""


class _WorkerTables(TableCache):
    """The tables of a worker process: kernels are compiled once per host, plug-ins were tried by the client."""

    def _made(self, plan: Plan, kind: type[Kind]) -> Kind:
        from digsite.simulator.play.compile_lock import one_at_a_time
        from digsite.strategies.plugins.sandbox import skip_trials

        with skip_trials(), one_at_a_time(plan, kind.__name__):
            table = kind.of(plan)
            table.compile()
            return table

    def check_stop(self) -> None:
        from distributed import get_worker

        worker = get_worker()
        task = worker.state.tasks.get(worker.get_current_task())
        if task is None or task.state == "cancelled":
            raise _Dropped


_tables = _WorkerTables()


def run_job(packed: bytes, expected: Mapping[str, str]) -> Any:
    """Run a job in this worker, if its digsite matches the client's."""
    from distributed import get_worker

    if difference := environment_difference(expected, facts()):
        raise worker_refusal(get_worker().address, difference)
    job: Work[Any] = pickle.loads(packed)
    trust.allow_here(code for plan in job.plans for code in plan.code)  # the client was asked
    try:
        return job.do(_tables)
    except (DigsiteError, _Dropped):
        raise
    except (Exception, SystemExit) as problem:  # unlike failures of the cluster itself
        reason = f"{type(problem).__name__}: {short_message(problem)}".rstrip(": ")
        raise DigsiteError(f"The worker {get_worker().address} failed: {reason}. ", *SAVED) from problem


@dataclass(frozen=True)
class WorkerState:
    """What a worker reports about itself."""

    host: str
    cores: int
    facts: dict[str, str]
    kernels: str


def worker_facts() -> WorkerState:
    """Return what this process reports about itself, for `digsite doctor`."""
    from digsite.simulator.cache_place import cache_root
    from digsite.simulator.play.backends import default_threads

    cached = list(cache_root().glob("*/*.nbc")) if cache_root().is_dir() else []
    return WorkerState(platform.node(), default_threads(), facts(), f"{cache_root()} ({len(cached)} kernels)")
