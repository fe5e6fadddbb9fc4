"""One round of checks: a worker plays, and this process listens; a worker that is lost is a fault of what it played."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from digsite.simulator.lab.battery.problems import Problem, Spot, faults
from digsite.simulator.lab.battery.process import PATIENCE, PLAIN_PATIENCE, CheckProcess, Lost, Message
from digsite.simulator.lab.battery.suite import COMPILES, Entry
from digsite.simulator.lab.battery.verdict import CheckResult
from digsite.simulator.lab.common.progress import Progress

_COMPILING = 300.0  # seconds without a word while something may be compiled
_MOST_LOST = 2  # workers that may be lost before the rest is left out
_PLAIN = {"NUMBA_DISABLE_JIT": "1"}


@dataclass(frozen=True)
class Request:
    """What a worker is to look at.

    game:    its name on a command line.
    effort:  what of the effort differs from the usual one.
    plugins: files of strategies to check in place of the game's own.
    """

    game: str
    seed: int
    quick: bool = False
    effort: dict[str, Any] = field(default_factory=dict)
    plugins: tuple[str, ...] = ()

    def message(self, checks: Sequence[str], only: Spot | None = None) -> Message:
        """Return the request for some checks, of a single game if one is named."""
        return {**asdict(self), "checks": list(checks), "only": asdict(only) if only else None}


class Round:
    """The checks of one request, and what they found so far."""

    def __init__(self, title: str, entries: Sequence[Entry], request: Request, progress: Progress):
        """Begin with nothing found."""
        self.title, self.request, self.progress = title, request, progress
        self.loading = CheckResult(COMPILES, "it can be loaded and compiled")
        self.results = {entry.name: CheckResult(entry.name, entry.about) for entry in entries}
        self._slow = {entry.name for entry in entries if entry.slow}
        self._spot: Spot | None = None
        self._compiled = 0

    def play(self) -> list[CheckResult]:
        """Do all checks and return what they found."""
        waiting, lost = list(self.results), 0
        while waiting and lost < _MOST_LOST and not self.loading.problems:
            current = self._listen(waiting)
            waiting = waiting[waiting.index(current.name) + 1 :] if current and current is not self.loading else []
            lost += current is not None
        known: set[tuple[str, str]] = set()
        for result in self.results.values():
            result.problems = [it if it.key in known else self._placed(it) for it in result.problems]
            known |= {problem.key for problem in result.problems}
        return [self.loading, *self.results.values()]

    def _listen(self, waiting: Sequence[str]) -> CheckResult | None:
        """Follow a worker through some checks; return the one in which it was lost, or None."""
        current, self._spot = self.loading, None
        worker = CheckProcess("worker", self.request.message(waiting))
        worker.patience = _COMPILING
        try:
            for message in worker.messages():
                if "begin" in message:
                    current = self.results[message["begin"]]
                    self.loading.done = True
                    worker.patience = _COMPILING if current.name in self._slow else PATIENCE
                    done = list(self.results).index(current.name)
                    self.progress.working(f"Checking {self.title}: {current.about}", done, len(self.results))
                self._take(message, current)
        except Lost as lost:
            current.problems.append(
                Problem(f"It {lost.how}.", current.name, spot=self._spot, kind="lost", stopped=True)
            )
            return current
        return None

    def _take(self, message: Message, current: CheckResult) -> None:
        if "problem" in message:
            current.problems.append(Problem.from_dict(message["problem"]))
        elif "at" in message:
            self._spot = Spot.from_dict(message["at"])
        elif "compiling" in message:
            self._compiled += 1
            self.progress.working(f"Compiling {self.title}, {self._compiled} functions so far")
        elif "end" in message:
            current.seen, current.seconds, current.done = message["seen"], message["seconds"], True

    def _placed(self, problem: Problem) -> Problem:
        """Return a problem with the line it is about, which plain Python tells where compiled code does not."""
        if not problem.stopped or problem.place or problem.spot is None:
            return problem
        self.progress.working(f"Looking for the line where {self.title} stops")
        for found in self._again(problem):
            if found.stopped and found.place and (found.kind == "Endless") == (problem.kind == "lost"):
                sentence = problem.sentence if found.kind == "Endless" else found.sentence
                return replace(problem, sentence=sentence, place=found.place, spot=found.spot)
        return problem

    def _again(self, problem: Problem) -> Iterator[Problem]:
        """Yield the faults of the same game as plain Python."""
        request = self.request.message([problem.check], problem.spot)
        try:
            for message in CheckProcess("worker", request, _PLAIN, PLAIN_PATIENCE).messages():
                if "problem" in message:
                    yield from faults([Problem.from_dict(message["problem"])])
        except Lost:
            return


def timed(work: Round) -> tuple[list[CheckResult], float]:
    """Return what a round finds, and the seconds it takes."""
    began = time.monotonic()
    return work.play(), time.monotonic() - began
