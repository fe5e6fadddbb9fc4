"""The first trial of a plug-in: a few games in a child process, so that a crash or an endless loop there is told here.

Compiled code that fails takes its whole process along, and one that does not return cannot be stopped from within. A
child shares the compiled functions with its parent, so that a trial costs little more than the games it plays. Where
the system has no `fork`, index checks alone stand guard.
"""

import faulthandler
import multiprocessing
import os
import signal
import time
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from simulator.errors import DigsiteError
from simulator.kernel.loop import CURSOR_SIZE

if TYPE_CHECKING:
    from simulator.play.table import Table
    from strategies.registry import Strategy

_config: Any = numba.config
GAMES = 20
SECONDS = 0.25  # no further game is begun after this
_PATIENCE = "DIGSITE_PATIENCE"
_tried: set[tuple[frozenset["Strategy"], int]] = set()


def patience() -> float:
    """Seconds that the first trial waits for a game to end; $DIGSITE_PATIENCE gives slow thinkers more."""
    with suppress(ValueError):
        return float(os.environ.get(_PATIENCE, ""))
    return 60.0


def try_plugins(table: "Table") -> None:
    """Let a line-up with plug-ins that have not played yet play a few games where they can do no harm."""
    plugins = frozenset(player.strategy for player in table.players if player.strategy.function is not None)
    tried = plugins, table.seats
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    if not plugins or tried in _tried or not can_fork or _config.DISABLE_JIT:  # plain Python cannot crash
        return
    _play_apart(table)
    _tried.add(tried)


def _play_apart(table: "Table") -> None:
    apart: Any = multiprocessing.get_context("fork")
    cursor, done = apart.RawArray("q", CURSOR_SIZE + 1), apart.RawValue("q", 0)
    child = apart.Process(target=_play_some, args=(table, np.frombuffer(cursor, np.int64), done), daemon=True)
    try:
        with warnings.catch_warnings():  # other threads may play; the child needs none of them
            warnings.simplefilter("ignore", DeprecationWarning)
            child.start()
    except OSError:  # no room for another process: the trial is left out
        return
    try:
        slow = _wait(child, done)
    finally:
        child.kill()
        child.join()
    where = np.frombuffer(cursor, np.int64)
    if slow:
        raise _slow(table, where)
    if child.exitcode:
        raise _crash(table, where, child.exitcode)


def _play_some(table: "Table", cursor: np.ndarray, done: Any) -> None:
    """In the child: an error that has a sentence is left to the parent, which will meet it again."""
    faulthandler.disable()
    began = time.monotonic()
    table.thoughtless()  # it is the plug-in that is tried, not what is made of its choices
    with suppress(Exception):
        while done.value < GAMES and time.monotonic() - began < SECONDS:
            table.play(done.value, 1, cursor)
            done.value += 1


def _wait(child: Any, done: Any) -> bool:
    """Wait for the child; true when a game of it takes too long."""
    while child.is_alive():
        before = done.value
        child.join(patience())
        if child.is_alive() and done.value == before:
            return True
    return False


def _slow(table: "Table", cursor: np.ndarray) -> DigsiteError:
    told = f"did not finish within {patience():g} seconds"
    hint = f"It may loop for ever; if it only thinks for so long, set {_PATIENCE} to more seconds."
    return table.complaint(cursor, told, hint)


def _crash(table: "Table", cursor: np.ndarray, exitcode: int) -> DigsiteError:
    cause = (signal.strsignal(-exitcode) or f"signal {-exitcode}").lower() if exitcode < 0 else f"exit code {exitcode}"
    hint = "Endless recursion is a common cause, or memory that is not its own."
    return table.complaint(cursor, f"crashed with a {cause}", hint)
