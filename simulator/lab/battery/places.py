"""Where in a user's files something went wrong: found in the traceback of plain Python, which compiled code does not have."""

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import Any

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.game import Game
from digsite.simulator.game.wording import truncate
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.subject import Subject
from digsite.strategies.plugins import sandbox
from digsite.strategies.registry import Strategy

_LONGEST = 300  # letters of an exception's message
ENDLESS = 10.0  # seconds of work after which a step of plain Python is taken for endless


class Endless(Exception):
    """A step of plain Python took too long."""


def folders_of(game: Game, plugins: Iterable[Strategy] = ()) -> list[Path]:
    """Return the folders and files that a game and plug-ins are written in."""
    rooms = (game.home.rules, game.home.players)
    return [*(room.folder for room in rooms), *(Path(plugin.origin) for plugin in plugins)]


def cause_of(problem: BaseException) -> BaseException:
    """Return what an exception was first raised by."""
    while problem.__cause__ is not None:
        problem = problem.__cause__
    return problem


def place_of(problem: BaseException, within: Iterable[Path]) -> str:
    """Return the innermost line of some folders that an exception is about: moves/apply.py:12; "" if none.

    An exception of the compiler passes through no line of theirs, but what it compiles has one.
    """
    folders, cause = list(within), cause_of(problem)
    lines = [(frame.filename, frame.lineno or 0) for frame in extract_tb(cause.__traceback__)]
    lines += _compiled_lines(cause)
    if isinstance(cause, SyntaxError) and cause.filename:
        lines.append((cause.filename, cause.lineno or 0))
    for file, line in reversed(lines):
        for folder in folders:
            path = Path(file)
            if path == folder or path.is_relative_to(folder):
                return f"{path.name if path == folder else path.relative_to(folder).as_posix()}:{line}"
    return ""


def _compiled_lines(problem: BaseException) -> list[tuple[str, int]]:
    """Return the lines that numba was about to compile, from what its functions hold."""
    found: list[tuple[str, int]] = []
    step = problem.__traceback__
    while step is not None:
        for value in (step.tb_frame.f_locals.get(name) for name in ("self", "inst", "expr")):
            place: Any = getattr(value, "loc", None)
            if getattr(place, "filename", None):
                found.append((str(place.filename), int(place.line)))
        step = step.tb_next
    return found


def explained(problem: BaseException) -> str:
    """Return what an exception says, as a sentence: "It stops with IndexError: index is out of bounds."."""
    said = words_of(problem)
    if isinstance(clearest_of(problem), DigsiteError):
        return said if said.endswith("?") else f"{said}."
    return f"It stops with {said}."


def clearest_of(problem: BaseException) -> BaseException:
    """Return the exception that says most: one with a sentence for the user, or what it was first raised by."""
    step: BaseException | None = problem
    while step is not None:
        if isinstance(step, WrongUse):
            return step
        step = step.__cause__
    return cause_of(problem)


def words_of(problem: BaseException) -> str:
    """Return what an exception says, as part of a sentence."""
    clearest = clearest_of(problem)
    said = truncate(" ".join(str(clearest).split()), _LONGEST).rstrip(".")
    if isinstance(clearest, DigsiteError | Endless):
        return said
    return f"{type(clearest).__name__}: {said}".rstrip(": ")


def stopped(problem: BaseException, sentence: str, subject: Subject, spot: Spot | None) -> Problem:
    """Return the problem that code stops with an exception, and where, if that is known."""
    place = place_of(problem, folders_of(subject.game, subject.plugins))
    return Problem(sentence, place=place, spot=spot, kind=type(cause_of(problem)).__name__, stopped=True)


@contextmanager
def limited(seconds: float = ENDLESS) -> Iterator[None]:
    """Raise `Endless` where plain Python works too long; nothing is limited on systems without such a timer.

    It rings well before the parent's patience is over, and counts work only: a busy machine does not shorten it.
    """
    if not (hasattr(signal, "SIGPROF") and hasattr(signal, "setitimer")):
        yield
        return
    seconds = min(seconds, sandbox.step_timeout(2 * seconds) / 2)

    def ring(_signal: int, _frame: Any) -> None:
        raise Endless(f"it did not come back within {seconds:g} seconds")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
