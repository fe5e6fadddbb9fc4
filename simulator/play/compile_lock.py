"""Kernels are compiled once on a host, however many worker processes there are: the others wait and find them kept."""

import hashlib
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from digsite.simulator.games import find_game
from digsite.simulator.kernel.jit.compile import cache_folder
from digsite.simulator.play.plan import Plan
from digsite.strategies.plugins.load import load_plugins
from digsite.strategies.registry import line_up


@contextmanager
def one_at_a_time(plan: Plan, kind: str = "Table") -> Iterator[None]:
    """Be the only process of this host that compiles what a kind of table needs for a plan; who comes later waits, and finds it in the cache.

    A file says when it is all there, so that nobody waits any more. The system keeps the lock: a process that is killed
    leaves it free.
    """
    folder = cache_folder(find_game(plan.game).home.name)
    ready = folder / f"ready-{_needed(plan, kind)}"
    if ready.exists():
        yield
        return
    with _locked(folder):
        yield
        with suppress(OSError):
            ready.touch()


def _needed(plan: Plan, kind: str) -> str:
    """What is compiled for a plan on this host, as a name."""
    players = line_up(plan.game, plan.players, load_plugins(plan.plugins), weights=plan.weights)
    modules = sorted({player.strategy.module or player.strategy.name for player in players})
    said = f"{platform.node()} {kind} {modules} {bool(plan.thinking)} {bool(plan.nudge)}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        import fcntl

        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / f".lock-{platform.node()}", os.O_RDWR | os.O_CREAT, 0o644)
    except (ImportError, OSError):  # no such locks here: each compiles for itself
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
