"""Trials of users' code in a child process, so that a crash or an endless loop there becomes an error message here.

Code that crashes takes its whole process along, and compiled code that does not return cannot be stopped from within. A
child shares everything its parent has loaded, so a trial costs little more than the code it runs. On systems without
`fork` there are no trials.
"""

import faulthandler
import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, NamedTuple

_PATIENCE = "DIGSITE_PATIENCE"
Step = Callable[[], None]


class TrialFailure(NamedTuple):
    """What went wrong in a child, as part of a sentence, and a sentence on the likely cause."""

    message: str
    hint: str


def step_timeout(usual: float = 60.0) -> float:
    """Return the seconds that a trial waits for the next step; $DIGSITE_PATIENCE raises them for slow strategies."""
    with suppress(ValueError):
        return float(os.environ.get(_PATIENCE, ""))
    return usual


def fork_context() -> Any:
    """Return the way to start children here; None if the system cannot fork."""
    return multiprocessing.get_context("fork") if "fork" in multiprocessing.get_all_start_methods() else None


_trusting: ContextVar[bool] = ContextVar("trusting", default=False)


@contextmanager
def skip_trials() -> Iterator[None]:
    """Skip trials: another process has made them and sent what is loaded here."""
    before = _trusting.set(True)
    try:
        yield
    finally:
        _trusting.reset(before)


def skips_trials() -> bool:
    """Return whether another process has made the trials and sent what is loaded here."""
    return _trusting.get()


def try_in_child(work: Callable[[Step], None]) -> TrialFailure | None:
    """Run some work in a child, which reports each step through its argument; return None if the work finished.

    What the work raises or prints is ignored: the parent runs it again.
    """
    context = fork_context()
    if context is None or _trusting.get():
        return None
    steps, finished = context.RawValue("q", 0), context.RawValue("q", 0)
    child = context.Process(target=_in_the_child, args=(work, steps, finished), daemon=True)
    try:
        with warnings.catch_warnings():  # other threads may play; the child needs none of them
            warnings.simplefilter("ignore", DeprecationWarning)
            child.start()
    except OSError:  # no room for another process: skip the trial
        return None
    try:
        slow = _wait(child, steps)
    finally:
        child.kill()
        child.join()
    return _slow() if slow else None if finished.value else _ended(child.exitcode)


def _in_the_child(work: Callable[[Step], None], steps: Any, finished: Any) -> None:
    faulthandler.disable()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches the child too; its parent prints the message
    with suppress(ValueError):
        signal.set_wakeup_fd(-1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)

    def step() -> None:
        steps.value += 1

    with suppress(Exception, SystemExit):
        work(step)
    finished.value = 1


def _wait(child: Any, steps: Any) -> bool:
    """Wait for the child; return true if one of its steps takes too long."""
    while child.is_alive():
        before = steps.value
        child.join(step_timeout())
        if child.is_alive() and steps.value == before:
            return True
    return False


def _slow() -> TrialFailure:
    hint = f"It may loop forever; if it is only slow, set {_PATIENCE} to more seconds."
    return TrialFailure(f"did not finish within {step_timeout():g} seconds", hint)


def _ended(exitcode: int) -> TrialFailure:
    if exitcode >= 0:
        return TrialFailure(f"ended the whole process with exit code {exitcode}", "It must return instead.")
    cause = (signal.strsignal(-exitcode) or f"signal {-exitcode}").lower()
    return TrialFailure(
        f"crashed with a {cause}", "Endless recursion is a common cause, or memory that is not its own."
    )
