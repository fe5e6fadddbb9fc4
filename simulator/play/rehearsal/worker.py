"""The other process: plays games of a user's game as plain Python and says what is wrong with it."""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import chain, count
from pathlib import Path
from traceback import walk_stack
from types import FrameType
from typing import Any

import numba

from digsite.simulator.errors import DigsiteError, line_of
from digsite.simulator.game.authoring.faults import Fault, fault_of, first_cause, in_folder
from digsite.simulator.game.authoring.game import AuthoredGame
from digsite.simulator.game.columns import MOST_DECISIONS
from digsite.simulator.games import chosen_game
from digsite.simulator.play.rehearsal.name_watch import watch_names
from digsite.simulator.play.rehearsal.request import Request
from digsite.simulator.play.rehearsal.table_watch import RehearsalTable, Watch
from digsite.simulator.play.table import Table
from digsite.strategies.plugins.sandbox import skip_trials
from digsite.strategies.registry import RANDOM, line_up

STEP = 5.0  # seconds that one call of a rule may take
ENOUGH = 0.4  # seconds after which no game begins that need not be played
TOO_LONG = 6.0  # seconds after which no game begins at all
GAMES = 5  # of random players at each table, if there is time
SEED = 1
SEARCHING = 5.0  # seconds for other games, where one that stopped does not stop as plain Python
_LOOK = 0.1  # seconds between two looks at the time
_config: Any = numba.config


class Clock:
    """Watches the time: a rule that does not return is a fault, and nothing goes on without an end or a parent."""

    def __init__(self, folder: Path, found: Callable[[Fault | None], None], limit: float, longest: float):
        self._folder, self._found, self._limit = folder, found, limit
        self._function: Any = None
        self._began = time.monotonic()
        self._end, self._parent = self._began + longest, os.getppid()
        self._main = threading.main_thread().ident
        threading.Thread(target=self._watch, daemon=True).start()

    def beat(self, function: Any) -> None:
        """Note that a step begins: a call of this function."""
        self._function, self._began = function, time.monotonic()

    def _watch(self) -> None:
        while True:
            time.sleep(_LOOK)
            if time.monotonic() - self._began > self._limit:
                self._found(self._endless())
            if time.monotonic() > self._end or os.getppid() != self._parent:
                os._exit(1)

    def _endless(self) -> Fault | None:
        """Return the fault of the step that does not end; None if it is not the game's."""
        place = _place(sys._current_frames().get(self._main or 0), self._folder) or _start(self._function)
        if place is None:
            return None
        file, line = place
        return Fault(
            file, line, line_of(file, line),
            f"This did not end within {self._limit:g} seconds. Does a loop here wait for something that never happens? If it is only "
            "slow, set DIGSITE_PATIENCE to more seconds.",
        )  # fmt: skip


def _place(frame: FrameType | None, folder: Path) -> tuple[str, int] | None:
    """Return the innermost line of the folder in a stack."""
    for entry, line in walk_stack(frame):
        if in_folder(entry.f_code.co_filename, folder):
            return entry.f_code.co_filename, line
    return None


def _start(function: Any) -> tuple[str, int] | None:
    return (function.__code__.co_filename, function.__code__.co_firstlineno) if function else None


# -------------------------------------------------------------------------------------------------- rehearsal


class Rehearsal:
    """The games of a rehearsal: random players and each strategy at the smallest and the largest table."""

    def __init__(self, game: AuthoredGame, beat: Callable[[Any], None]):
        self.game, self.beat = game, beat
        self._began = time.monotonic()

    def fault(self) -> Fault | None:
        """Return the first fault that comes up, if one does."""
        watch = Watch(self.game, self.beat)
        watch_names(watch)
        for seats in dict.fromkeys((self.game.players[0], self.game.players[-1])):
            if fault := self._at_table(watch, seats):
                return fault
        return None

    def _at_table(self, watch: Watch, seats: int) -> Fault | None:
        watch.seats.clear()
        unended: list[str] = []
        ended = 0
        for games, names in self._line_ups(seats):
            if self._spent() > TOO_LONG and (ended or unended):
                break
            rules = self.game.build_rules(self.game.figures, seats)
            table = RehearsalTable(self.game, rules, line_up(self.game.id, names, seats=seats), SEED)
            table.watched_by(watch)
            for number in range(games):
                if number and self._spent() > ENOUGH:
                    break
                try:
                    batch = table.play_with_events(number, 1)
                    list(self.game.narrate(batch.events[0], names, self.game.figures))
                except Exception as problem:
                    if fault := fault_of(problem, self.game.home.rules.folder):
                        return fault
                    raise
                if batch.rows[0].end_reason == len(self.game.records.end_reasons):
                    unended.append(names[0])
                    break
                ended += 1
                if not batch.rows[0].turns and batch.rows[0].decisions > 1:
                    return self._about_seats(watch, seats) or self._about(
                        "apply", f"A game has {batch.rows[0].decisions} decisions and no turn. Count turns: call next_seat(rules, state) "
                        "at the end of each, or write state.turns += 1."
                    )  # fmt: skip
        few = 0 < ended < GAMES  # a quick seat may have won before the others had a turn
        return (None if few else self._about_seats(watch, seats)) or (None if ended else self._about_end(unended))

    def _line_ups(self, seats: int) -> Iterator[tuple[int, list[str]]]:
        """Yield how many games are played, and by whom."""
        yield GAMES, [RANDOM] * seats
        own = list(self.game.source.strategies)
        for name in own:
            yield 1, [name] * seats
        if own:
            yield GAMES, [([*own, RANDOM] * seats)[seat] for seat in range(seats)]

    def _spent(self) -> float:
        return time.monotonic() - self._began

    def _about_seats(self, watch: Watch, seats: int) -> Fault | None:
        if len(watch.seats) > 1 or seats == 1:
            return None
        only = next(iter(watch.seats), 0) + 1
        return self._about(
            "apply",
            f"Only seat {only} of {seats} ever decides. Pass the turn with next_seat(rules, state), or set state.seat.",
        )

    def _about_end(self, unended: list[str]) -> Fault:
        return self._about(
            "apply", f"The game does not end: {MOST_DECISIONS:,} decisions of {unended[0]} players are not enough. Call end_game(state) "
            "when it is over."
        )  # fmt: skip

    def _about(self, name: str, what: str) -> Fault:
        source = self.game.source
        name = "resolve" if source.simultaneous and name == "apply" else name
        return Fault(str(source.file), source.line_of(name), "", what)


def rehearse(folder: str, beat: Callable[[Any], None] = lambda _function: None) -> Fault | None:
    """Return the first fault of the game in a folder, if one comes up; numba must be switched off in this process."""
    assert _config.DISABLE_JIT
    game = chosen_game(folder)
    assert isinstance(game, AuthoredGame)
    return Rehearsal(game, beat).fault()


# ------------------------------------------------------------------------------------------------- one game again


def play_again(request: Request, beat: Callable[[Any], None]) -> dict[str, Any]:
    """Play a game again, then others by the same rules; return the first fault, or that it is not the game's."""
    game = chosen_game(request.folder)
    watch = Watch(game, beat) if isinstance(game, AuthoredGame) else None
    if watch:
        watch_names(watch)
    with skip_trials():
        table = request.table(RehearsalTable if watch else Table, game)
    until = time.monotonic() + SEARCHING
    for number in chain([request.number or 0], count()):
        if isinstance(table, RehearsalTable) and watch:
            table.watched_by(watch)
        try:
            table.play_with_events(number, 1)
        except Exception as problem:
            fault = fault_of(problem, game.home.rules.folder)
            elsewhere = fault is None and _is_a_plugins(problem, request)
            same = number == (request.number or 0)
            return {"fault": fault.to_dict() if fault else None, "elsewhere": elsewhere, "same": same}
        if time.monotonic() > until:
            break
        table = type(table)(
            game, table.rules, line_up(game.id, [RANDOM] * table.seats, seats=table.seats), request.seed
        )
    return {"fault": None, "elsewhere": False}


def _is_a_plugins(problem: BaseException, request: Request) -> bool:
    """Return whether an exception came from a plug-in."""
    files = {it["file"] for it in request.plugins}
    entry = first_cause(problem).__traceback__
    while entry is not None:
        if entry.tb_frame.f_code.co_filename in files:
            return True
        entry = entry.tb_next
    return False


# ---------------------------------------------------------------------------------------------------- the process


def main() -> None:
    """Do the request on stdin; write the answer as JSON."""
    request = Request(**json.load(sys.stdin))
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # what the game prints
    os.dup2(nowhere, 2)
    said = threading.Lock()

    def say(found: dict[str, Any]) -> None:
        said.acquire()  # once
        json.dump(found, answer)
        answer.flush()
        os._exit(0)

    def stop(fault: Fault | None) -> None:
        say({"fault": fault.to_dict() if fault else None, "elsewhere": fault is None, "same": True})

    clock = Clock(Path(request.folder), stop, *map(float, sys.argv[1:]))
    try:
        if request.number is not None:
            say(play_again(request, clock.beat))
        fault = rehearse(request.folder, clock.beat)
        say({"fault": fault.to_dict() if fault else None})
    except DigsiteError as problem:
        say({"fault": None, "problem": str(problem)})


if __name__ == "__main__":
    main()
