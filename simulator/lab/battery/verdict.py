"""The result of a battery: what each check found, as data and in words."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from digsite.simulator.commands import Command
from digsite.simulator.game.wording import listed
from digsite.simulator.lab.battery.problems import Problem, faults
from digsite.simulator.lab.battery.suite import COMPILES

Word = Literal["ok", "note", "fault", "skipped"]
What = Literal["game", "strategy"]


@dataclass
class CheckResult:
    """What one check found.

    about: what holds if it passes.
    seen:  what it looked at, by name.
    """

    name: str
    about: str
    problems: list[Problem] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    done: bool = False

    @property
    def verdict(self) -> Word:
        """Return its verdict in a word."""
        if faults(self.problems):
            return "fault"
        if not self.done:
            return "skipped"
        return "note" if any(problem.weight == "note" for problem in self.problems) else "ok"

    @property
    def remarks(self) -> str:
        """Return what it looked at, and what it has to say about that."""
        looked = [f"{number:,} {what}{'s' * (number > 1)}" for what, number in self.seen.items()]
        said = list(dict.fromkeys(problem.sentence for problem in self.problems if problem.weight == "remark"))
        return "; ".join([*([listed(looked)] if looked else []), *said])


@dataclass(frozen=True)
class BatteryResult:
    """The result of a battery of checks.

    what:    what was checked: a game, or the strategies of a file.
    command: the line that repeats it.
    """

    title: str
    what: What
    called: str
    seed: int
    quick: bool
    checks: Sequence[CheckResult]
    seconds: float
    command: Command

    @property
    def problems(self) -> list[Problem]:
        """Return all faults and notes, faults first; what several checks find is listed once, as the first of them finds it."""
        found: dict[tuple[str, str], Problem] = {}
        for problem in (problem for check in self.checks for problem in check.problems if problem.weight != "remark"):
            found.setdefault(problem.key, problem)
        return sorted(found.values(), key=lambda problem: problem.weight != "fault")

    def finders(self, problem: Problem) -> list[str]:
        """Return the checks that find a problem."""
        return [check.name for check in self.checks if problem.key in [found.key for found in check.problems]]

    @property
    def passed(self) -> bool:
        """Return whether no fault was found, and nothing was left out for one."""
        return not faults(self.problems)

    def repeat(self, problem: Problem) -> Command:
        """Return the command that finds a problem again."""
        only = [] if problem.check == COMPILES else [problem.check]
        return Command(self.command.verb, self.called, seed=self.seed, quick=self.quick, only=only)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        checks = [
            {"check": it.name, "verdict": it.verdict, "about": it.about, "looked_at": it.seen, "remarks": it.remarks,
             "seconds": round(it.seconds, 2)} for it in self.checks
        ]  # fmt: skip
        return {
            "title": self.title, self.what: self.called, "seed": self.seed, "quick": self.quick, "passed": self.passed,
            "seconds": round(self.seconds, 1), "command": str(self.command), "checks": checks,
            "problems": [self._as_data(problem) for problem in self.problems],
        }  # fmt: skip

    def _as_data(self, problem: Problem) -> dict[str, Any]:
        spot = problem.spot
        return {
            "check": problem.check, "found_by": self.finders(problem), "verdict": problem.weight, "sentence": problem.sentence, "place": problem.place,
            "in": spot.words if spot else "", "game": spot.number if spot else None, "seed": spot.seed if spot else self.seed,
            "repeat": str(self.repeat(problem)), "replay": [str(line) for line in spot.commands] if spot and not problem.stopped else [],
        }  # fmt: skip

    def __repr__(self) -> str:
        """Return the verdict of each check, and each problem in words."""
        lines = [f"{it.verdict:8}{it.name:14}{it.about}" for it in self.checks]
        return "\n".join([self.title, *lines, *(f"{it.check}: {it.sentence}" for it in self.problems)])
