"""Games as plain Python, in another process: rows and events that the compiled code must give as well."""

import time
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from digsite.simulator.game.game import Game
from digsite.simulator.games import chosen_game
from digsite.simulator.lab.battery.checks.rows import unlike
from digsite.simulator.lab.battery.places import cause_of, folders_of, limited, place_of, words_of
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.process import PLAIN_PATIENCE, CheckProcess, Lost, Message, answer
from digsite.simulator.lab.battery.subject import Subject
from digsite.simulator.play.table import Table
from digsite.strategies.plugins.load import load_plugins, read_source
from digsite.strategies.plugins.sandbox import skip_trials
from digsite.strategies.registry import Strategy, line_up

PLAIN = {"NUMBA_DISABLE_JIT": "1"}
_ENDLESS = 60  # seconds after which a game of plain Python is taken for endless
GAMES = 200  # of a line-up, if there is time
Say = Callable[[Message], None]


def check_plain_python(subjects: Sequence[Subject]) -> Iterator[Problem]:
    """Compiled code and plain Python, where NumPy checks indices, play the same games, event by event."""
    chosen = dict.fromkeys([subjects[-1], subjects[0]])
    yield from compared([(subject, players) for subject in chosen for players in subject.line_ups[:2]])


def compared(cases: Sequence[tuple[Subject, list[str]]], games: int = GAMES) -> Iterator[Problem]:
    """Compare the first games of some line-ups: the child plays them by turns until its time is over, at least one of each."""
    subject, _ = cases[0]
    request = {
        "game": subject.game.called, "plugins": [*subject.spot([]).plugins], "cases": [players for _, players in cases],
        "seed": subject.seed, "games": games, "seconds": subject.effort.plain,
    }  # fmt: skip
    tables = [subject.table(subject.spot(players)) for subject, players in cases]
    here = subject.spot(cases[0][1])
    try:
        for message in CheckProcess("checks.plain", request, PLAIN, PLAIN_PATIENCE).messages(subject.watch.step):
            subject, players = cases[message["case"]]
            here = subject.spot(players, message["number"])
            subject.watch.at(here)
            if "error" in message:
                sentence = f"As plain Python it stops with {message['error']}."
                yield Problem(sentence, place=message["place"], spot=here, kind=message["kind"], stopped=True)
                return
            subject.count("game")
            yield from _compared(subject.game, tables[message["case"]], message, here)
    except Lost as lost:
        yield Problem(f"As plain Python it {lost.how}.", spot=here)


def _compared(game: Game, table: Table, message: Message, spot: Spot) -> Iterator[Problem]:
    batch = table.play_with_events(message["number"], 1)
    row = np.frombuffer(a2b_base64(message["row"]), game.records.outcome).view(np.recarray)[0]
    events = np.frombuffer(a2b_base64(message["events"]), np.int32).reshape(-1, batch.events[0].shape[1])
    if columns := unlike(batch.rows[0], row):
        values = f"{batch.rows[0][columns[0]]} and {row[columns[0]]}"
        yield Problem(
            f"Compiled and as plain Python it has another {', '.join(columns)} ({values}): look for overflows, division by "
            "zero, and variables that change their type.",
            place=columns[0],
            spot=spot,
        )
    elif not np.array_equal(batch.events[0], events):
        both = min(len(events), len(batch.events[0]))
        alike = (events[:both] == batch.events[0][:both]).all(axis=1)
        first = both if alike.all() else int(np.argmin(alike))
        yield Problem(f"Compiled and as plain Python event {first + 1} differs.", place="events", spot=spot)


# ------------------------------------------------------------------------------------------------- in the other process


def plugins_of(files: Sequence[str]) -> list[Strategy]:
    """Return the strategies of plug-ins that the parent has tried."""
    with skip_trials():
        return load_plugins([read_source(file) for file in files])


def _play(request: Message, say: Say) -> None:
    game, began = chosen_game(request["game"]), time.process_time()
    plugins = plugins_of(request["plugins"])
    tables = {}
    for number in range(request["games"]):
        for case, players in enumerate(request["cases"]):
            if number and time.process_time() - began > request["seconds"]:
                return
            message: Message = {"case": case, "number": number}
            try:
                with limited(_ENDLESS):
                    if case not in tables:
                        tables[case] = _table(game, players, plugins, request["seed"])
                    batch = tables[case].play_with_events(number, 1)
                message |= {"row": _text(batch.rows), "events": _text(batch.events[0])}
            except Exception as problem:
                place = place_of(problem, folders_of(game, plugins))
                message |= {"error": words_of(problem), "kind": type(cause_of(problem)).__name__, "place": place}
            say(message)
            if "error" in message:
                return


def _table(game: Game, players: Sequence[str], plugins: Sequence[Strategy], seed: int) -> Table:
    rules = game.build_rules(game.figures, len(players))
    return Table(game, rules, line_up(game.id, players, plugins, seats=len(players)), seed)


def _text(array: Any) -> str:
    return b2a_base64(np.ascontiguousarray(array).tobytes(), newline=False).decode()


if __name__ == "__main__":
    answer(_play)
