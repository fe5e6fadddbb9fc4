"""The process that checks: it plays code of users', which may crash, so the parent only listens (see `process`)."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import Located
from digsite.simulator.games import chosen_game
from digsite.simulator.kernel.jit import code_cache
from digsite.simulator.lab.battery.checks.plain import plugins_of
from digsite.simulator.lab.battery.places import explained, folders_of, limited, place_of, stopped
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.process import Message, answer
from digsite.simulator.lab.battery.subject import QUICK, WHOLE, Subject, Watch
from digsite.simulator.lab.battery.suite import COMPILES, OF_A_GAME, OF_STRATEGIES, Entry

if TYPE_CHECKING:
    from digsite.strategies.registry import Strategy

_DISTINCT = 3  # faults of one check that are reported
_SIGHTINGS = 50  # of faults, until a check is given up
_PULSE = 1.0  # seconds between two signs of life
Say = Callable[[Message], None]


class Reporter(Watch):
    """Tells the parent which game is played, and now and then that work goes on."""

    def __init__(self, say: Say):
        """Tell by `say`."""
        self._say, self._last = say, time.monotonic()
        self.spot: Spot | None = None
        self.hopeless = False  # whether almost every game shows a fault

    def at(self, spot: Spot) -> None:
        """Tell which game begins."""
        self.spot = spot
        self._send({"at": asdict(spot)})

    def step(self) -> None:
        """Send a sign of life if nothing was sent for a while."""
        if time.monotonic() - self._last > _PULSE:
            self._send({"step": True})

    def _send(self, message: Message) -> None:
        self._last = time.monotonic()
        self._say(message)


def check(request: Message, say: Say) -> None:
    """Do the checks of a request, and tell what each finds."""
    code_cache.compiled.append(lambda _group, function: say({"compiling": function}))
    watch = Reporter(say)
    subjects: list[Subject] = []
    for problem in _prepared(request, watch, subjects):
        say({"problem": problem.to_dict() | {"check": COMPILES}})
        return
    known = OF_STRATEGIES if request["plugins"] else OF_A_GAME
    for entry in known:
        if entry.name in request["checks"]:
            _check(entry, subjects, watch, say)
            if entry.first and watch.hopeless:
                return


def _prepared(request: Message, watch: Reporter, subjects: list[Subject]) -> Iterator[Problem]:
    """Load and compile what is checked, and set up the tables; yield why that is not possible."""
    plugins: list[Strategy] = []
    try:
        game = chosen_game(request["game"])
    except Exception as problem:
        yield Problem(f"The game cannot be loaded: {explained(problem)}")
        return
    try:
        plugins += [plugin for plugin in plugins_of(request["plugins"]) if plugin.game == game.id]
        only = Spot.from_dict(request["only"]) if request["only"] else None
        effort = replace(QUICK if request["quick"] else WHOLE, **request["effort"])
        for seats in [len(only.players)] if only else effort.tables(game):
            how: dict[str, Any] = {"seed": request["seed"], "effort": effort, "plugins": plugins}
            subjects.append(Subject(game, seats, **how, only=only, watch=watch))
        _compile(subjects, watch)
    except Exception as problem:
        place = place_of(problem, folders_of(game, plugins))
        why = "" if isinstance(problem, Located) else "It cannot be set up: "
        yield Problem(f"{why}{explained(problem)}", place=place, kind="set up")


def _compile(subjects: Sequence[Subject], watch: Reporter) -> None:
    """Build the rules of each table, and play nothing with each line-up: all that is played is compiled then."""
    for subject in subjects:
        for players in subject.line_ups:
            subject.table(subject.spot(players)).compile()
            watch.step()


def _check(entry: Entry, subjects: Sequence[Subject], watch: Reporter, say: Say) -> None:
    say({"begin": entry.name})
    began, reported, sightings = time.monotonic(), set[Any](), 0
    for subject in subjects:
        subject.seen.clear()
    for found in _found(entry, subjects, watch):
        problem = replace(found, check=entry.name)
        sightings += problem.weight == "fault"
        if problem.key not in reported:
            reported.add(problem.key)
            say({"problem": problem.to_dict()})
        if sightings >= _SIGHTINGS or sum(weight == "fault" for weight, _ in reported) >= _DISTINCT:
            watch.hopeless = sightings >= _SIGHTINGS
            break
    seen = sum((subject.seen for subject in subjects), start=type(subjects[0].seen)())
    say({"end": entry.name, "seen": dict(seen), "seconds": time.monotonic() - began})


def _found(entry: Entry, subjects: Sequence[Subject], watch: Reporter) -> Iterator[Problem]:
    try:
        with limited() if subjects[0].only else nullcontext():
            yield from entry.run(subjects)
    except Exception as problem:
        yield stopped(problem, explained(problem), subjects[0], watch.spot)


if __name__ == "__main__":
    answer(check)
