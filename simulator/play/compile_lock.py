"""Compile kernels once per host, however many worker processes there are: the others wait and load them from the cache."""

import hashlib
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from digsite.simulator.kernel.jit.compile import cache_folder
from digsite.simulator.play.plan import Plan
from digsite.strategies.plugins.load import load_plugins
from digsite.strategies.registry import line_up


@contextmanager
def one_at_a_time(plan: Plan, kind: str = "Table") -> Iterator[None]:
    """Be the only process on this host that compiles a plan's kernels; others wait and find them in the cache.

    A file marks the work as complete, so that later processes do not wait. The system holds the lock: killing a process
    releases it.
    """
    folder = cache_folder(plan.definition.home.name)
    ready = folder / f"ready-{_needed(plan, kind)}"
    if ready.exists():
        yield
        return
    with _locked(folder):
        yield
        with suppress(OSError):
            ready.touch()


def _needed(plan: Plan, kind: str) -> str:
    """Return a name for what a plan needs compiled on this host."""
    players = line_up(plan.game_id, plan.players, load_plugins(plan.plugins), **plan.saved_players)
    modules = sorted({player.strategy.module or player.strategy.name for player in players})
    said = f"{platform.node()} {kind} {modules} {bool(plan.thinking)} {bool(plan.nudge)}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        import fcntl

        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / f".lock-{platform.node()}", os.O_RDWR | os.O_CREAT, 0o644)
    except (ImportError, OSError):  # no file locks here: each process compiles separately
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
