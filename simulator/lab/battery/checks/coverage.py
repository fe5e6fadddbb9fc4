"""What occurs in sampled games: every decision, option, event and end that a game names, and columns that vary."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from digsite.simulator.game.events import LETTERS
from digsite.simulator.game.game import Game
from digsite.simulator.game.rules.shapes import Truth, Word
from digsite.simulator.game.wording import listed, name_in_words
from digsite.simulator.lab.battery.checks.options import actions_of
from digsite.simulator.lab.battery.problems import Problem
from digsite.simulator.lab.battery.subject import Subject

_FEW = 12  # names of a kind that a sentence lists


@dataclass
class Sample:
    """What was seen in games of one game."""

    game: Game
    games: int = 0
    decisions: set[int] = field(default_factory=set)
    options: set[int] = field(default_factory=set)
    reasons: set[int] = field(default_factory=set)
    used: Any = None  # for each kind of event, whether it happened, and which of its numbers were ever more than 0
    varies: dict[str, set[int]] = field(default_factory=dict)  # at most two values of each column

    def __post_init__(self) -> None:
        """Begin with nothing seen."""
        self.used = np.zeros((1 + max(map(int, self.game.records.events), default=0), 1 + len(LETTERS)), bool)

    def add(self, row: Any, events: np.ndarray, seats: int) -> None:
        """Add a whole game."""
        self.games += 1
        self.reasons.add(int(row.end_reason))
        known = events[(events[:, 0] >= 0) & (events[:, 0] < len(self.used))]
        self.used[known[:, 0], 0] = True
        np.logical_or.at(self.used[:, 1:], known[:, 0], known[:, 2:] != 0)
        for column in self.game.own_columns:
            values = np.atleast_1d(row[column.name])[: seats if column.per == "seat" else None]
            seen = self.varies.setdefault(column.name, set())
            if len(seen) < 2:
                seen.update(np.unique(values).tolist()[:2])

    def add_options(self, decision: int, options: Iterable[int]) -> None:
        """Add the options of a decision."""
        self.decisions.add(decision)
        self.options.update(options)


def sample_of(subjects: Sequence[Subject], games: int) -> Sample:
    """Return what is seen in games of all line-ups and variants, and with other words of the figures that choose."""
    found = Sample(subjects[0].game)
    for subject in subjects:
        words = _other_words(found.game) if subject is subjects[-1] else ()
        sets: list[tuple[dict[str, Any], Sequence[Sequence[str]]]] = [({}, subject.variants)]
        sets += [(word, [()]) for word in words]
        for settings, variants in sets:
            for _, row, events in subject.played(subject.line_ups, subject.effort.some(games), variants, settings):
                found.add(row, events, subject.seats)
            for spot in subject.games((), variants, settings):
                table = subject.by_hand(spot)
                for n, _ in table.play(spot.players, subject.plugins):
                    found.add_options(int(table.asked.state.decision), table.asked.options[:n].tolist())
    return found


def _other_words(game: Game) -> Iterator[dict[str, Any]]:
    """Yield each other word of the figures that choose."""
    for figure in (figure for figure in game.figures if not figure.field_of):
        words = figure.choices if isinstance(figure.shape, Word) else [True, False] * isinstance(figure.shape, Truth)
        yield from ({figure.key: word} for word in words or () if word != figure.value)


def check_coverage(subjects: Sequence[Subject], games: int = 10) -> Iterator[Problem]:
    """Everything that a game names occurs in sampled games, and every column varies."""
    found = sample_of(subjects, games)
    yield from check_decisions(found)
    yield from check_events(found)
    yield from check_columns(found)


def check_decisions(found: Sample) -> Iterator[Problem]:
    """Every decision, action and end that has a name occurs."""
    records, actions = found.game.records, actions_of(found.game)
    of = found.game.home.rules.get("options", "action_of", lambda option: option)
    taken = {int(of(option)) for option in found.options}
    yield from _missing(
        "decision", [kind.name for kind in records.decisions if int(kind) not in found.decisions], found
    )
    yield from _missing("action", [action.name for action in actions if int(action) not in taken], found)
    yield from _missing("end", [end.name for end in records.end_reasons if int(end) not in found.reasons], found)


def _missing(what: str, names: list[str], found: Sample) -> Iterator[Problem]:
    if not names:
        return
    shown = [repr(name_in_words(name.lower())) for name in names[:_FEW]]
    more = [f"{len(names) - _FEW} more"] if len(names) > _FEW else []
    yield Problem(
        f"The {what}{'s' * (len(names) > 1)} {listed([*shown, *more])} never occurred in {found.games:,} games.",
        weight="note",
        kind=what,
    )


def check_events(found: Sample) -> Iterator[Problem]:
    """Every kind of event occurs, and uses no numbers but those that have names."""
    kinds = {kind: found.game.events[kind.name.lower()] for kind in found.game.records.events}
    yield from _missing("event", [kind.name for kind in kinds if not found.used[kind, 0]], found)
    for kind, known in kinds.items():
        if not known.about:
            continue  # its numbers keep their letters
        if unnamed := set(numbers_used(found)[known.name]) - set(known.used):
            yield Problem(
                f"The event {known.name!r} logs a number {LETTERS[min(unnamed)]} that has no name: nothing can tell what "
                "it is.",
                place=f"Event.{kind.name}",
            )


def numbers_used(found: Sample) -> dict[str, tuple[int, ...]]:
    """Return which numbers of each kind of event were ever more than 0, from 0."""
    kinds = found.game.records.events
    return {kind.name.lower(): tuple(np.flatnonzero(found.used[kind, 1:]).tolist()) for kind in kinds}


def check_columns(found: Sample) -> Iterator[Problem]:
    """Every column varies."""
    flat = [f"{name} ({next(iter(values))})" for name, values in found.varies.items() if len(values) == 1]
    if flat:
        yield Problem(
            f"The column{'s' * (len(flat) > 1)} {listed(flat)} had one value in {found.games:,} games.",
            weight="note",
            kind="columns",
        )
