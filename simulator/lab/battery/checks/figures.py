"""A fuzz of rule figures: any set within their bounds is played, or refused by a sentence.

What a figure may be is read from its declared shape. Each set is played at some player count, with a variant and a
line-up; one game is played by hand, so that what each seat imagines is dealt as well.
"""

import random
import re
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.columns import MOST_DECISIONS
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game_faults import GameFault
from digsite.simulator.lab.battery.checks.options import check_list
from digsite.simulator.lab.battery.checks.rows import check_sum
from digsite.simulator.lab.battery.checks.values import Changes, alone, combined
from digsite.simulator.lab.battery.hand_play import HandPlayed, copied
from digsite.simulator.lab.battery.places import explained, stopped, words_of
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.subject import Subject
from digsite.strategies.registry import RANDOM

_REFUSALS_IN_A_ROW = 200  # of random sets, before the next one may be left out
_REDEALS = 12  # of a game played by hand
_SHRINKING = 10.0  # seconds for leaving out changes that a problem does not need
_REMEDY = "Narrow the range of these figures, or let the rules allow for them."
_SENTENCE = re.compile(r"(\S+ ){3,}\S+[.?]")


@dataclass
class Fuzz:
    """Sets of figures played and refused so far, at the tables of a game.

    games: of each set.
    """

    subjects: Sequence[Subject]
    games: int = 1
    played: int = 0
    refused: int = 0

    def try_set(self, changes: Changes, number: int) -> Iterator[Problem]:
        """Build and play a set; the number decides table, variant and line-up. Yield what is wrong with fewest changes."""
        subject, spot = self.place(changes, number)
        for _ in subject.unless_another(spot):
            found = list(self._found(subject, spot))
            for problem in found:
                yield _shrunk(self, subject, problem) if problem.weight == "fault" else problem

    def place(self, changes: Changes, number: int) -> tuple[Subject, Spot]:
        """Return the table at which a set is played, and the set's first game."""
        subject = self.subjects[number % len(self.subjects)]
        if subject.only:
            return subject, subject.only
        variants = subject.variants[number // len(self.subjects) % len(subject.variants)]
        players = subject.line_ups[number % len(subject.line_ups)]
        spot = subject.spot(players, 0, variants)
        return subject, replace(spot, seed=(subject.seed + number) % 2**63, settings=changes)

    def try_to_build(self, changes: Changes, number: int) -> Iterator[Problem]:
        """Build a set and play nothing, which takes no time; yield what is wrong."""
        subject, spot = self.place(changes, number)
        subject.watch.step()
        yield from _built(subject, spot)

    def _found(self, subject: Subject, spot: Spot) -> Iterator[Problem]:
        """Yield what is wrong with a set, or count it as refused."""
        figures = yield from _built(subject, spot)
        if figures is None:
            self.refused += 1
            subject.count("refused set")
            return
        self.played += 1
        subject.count("set")
        try:
            yield from _through_a_file(subject, figures, spot)
            yield from self._play(subject, figures, spot)
            yield from _play_by_hand(subject, spot)
        except Exception as problem:
            yield stopped(problem, f"{explained(problem)} {_REMEDY}", subject, spot)

    def _play(self, subject: Subject, figures: Figures, spot: Spot) -> Iterator[Problem]:
        """Games of the set end, and their scores add up."""
        game, table, reasons = subject.game, subject.table(spot), len(subject.game.records.end_reasons)
        parts = [column for column in game.own_columns if column.part_of_score]
        for number in range(spot.number, spot.number + self.games):
            batch, here = table.play_with_events(number, 1), replace(spot, number=number)
            row = batch.rows[0]
            if row.end_reason == reasons:
                sentence = f"The game does not end within {MOST_DECISIONS:,} decisions. {_REMEDY}"
                yield Problem(sentence, kind="endless", spot=here)
                continue
            if not 0 <= row.end_reason < reasons:
                yield Problem(f"Its end reason {row.end_reason} has no name.", place="state.end_reason", spot=here)
            if row.turns < 0:
                yield Problem("Its turns overflow.", place="state.turns", spot=here)
            yield from check_sum(row, parts, subject.seats, here)
            names = [f"Seat {seat + 1} ({player})" for seat, player in enumerate(spot.players)]
            if not all(isinstance(line, str) for line in game.narrate(batch.events[0], names, figures)):
                yield Problem("Its narration is not made of lines.", place="narrate.py", spot=here)


def _built(subject: Subject, spot: Spot) -> Generator[Problem, None, Figures | None]:
    """Yield what is wrong with the building of a set; return its figures, or None if they are refused or stop `build`."""
    try:
        figures = subject.game.figures.with_variants(spot.variants, subject.seats).replace(spot.settings)
        subject.game.build_rules(figures, subject.seats)
    except Exception as problem:
        if isinstance(problem, DigsiteError) and not isinstance(problem, GameFault):
            yield from check_refusal(problem, spot)
            return None
        said = words_of(problem.__cause__ if isinstance(problem, GameFault) and problem.__cause__ else problem)
        sentence = f"`build` stops with {said}; refuse such figures, or narrow their range."
        yield stopped(problem, sentence, subject, spot)
        return None
    return figures


def check_refusal(problem: DigsiteError, spot: Spot | None = None) -> Iterator[Problem]:
    """A set that cannot be is refused in words."""
    if not _SENTENCE.fullmatch(str(problem)):
        yield Problem(
            f"A set is refused by what is no sentence: {str(problem)!r}.", weight="note", kind="refusal", spot=spot
        )


def _through_a_file(subject: Subject, figures: Figures, spot: Spot) -> Iterator[Problem]:
    """A rules file that holds the set gives the set back; one set in ten is written."""
    if spot.seed % 10:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.toml"
        path.write_text(figures.to_toml(), encoding="utf-8", newline="\n")
        if subject.game.figures.with_file(path).values() != figures.values():
            yield Problem("A rules file with these figures gives others back.", place="rules.toml", spot=spot)


def _play_by_hand(subject: Subject, spot: Spot) -> Iterator[Problem]:
    """A game of random players in which each seat now and then imagines the rest."""
    here = replace(spot, players=(RANDOM,) * subject.seats)
    table, inventory, redeals = subject.by_hand(here), subject.declarations.inventory, 0
    box = inventory(table.rules, table.state) if inventory else None
    for decisions, (n, _) in enumerate(table.play(here.players)):
        if decisions != 2**redeals or redeals >= _REDEALS:
            continue
        redeals += 1
        options = table.options[:n].copy()
        yield from check_list(table, options, here)
        table.options[:n] = options
        if inventory and inventory(table.rules, table.state) != box:
            yield Problem("The box is not kept together.", kind="box", spot=here)
        yield from _imagined(subject, table, box, here)
    if not table.state.over:
        yield Problem(f"The game does not end within {MOST_DECISIONS:,} decisions.", kind="endless", spot=here)


def _imagined(subject: Subject, table: HandPlayed, box: Any, spot: Spot) -> Iterator[Problem]:
    for seat in range(subject.seats):
        imagined = copied(table.state)
        with np.errstate(over="ignore"):
            subject.game.kernels.redeal(table.rules, imagined, seat)
        if subject.declarations.inventory and subject.declarations.inventory(table.rules, imagined) != box:
            yield Problem(f"What seat {seat + 1} imagines is another box.", kind="imagined", spot=spot)


def _shrunk(fuzz: Fuzz, subject: Subject, problem: Problem) -> Problem:
    """Return the problem with the fewest changes that still show it."""
    began = time.monotonic()
    assert problem.spot is not None
    for key in list(problem.spot.settings):
        if time.monotonic() - began > _SHRINKING:
            break
        fewer = replace(problem.spot, settings={k: v for k, v in problem.spot.settings.items() if k != key}, number=0)
        subject.watch.at(fewer)
        same = [found for found in fuzz._found(subject, fewer) if found.key == problem.key]
        problem = same[0] if same else problem
    return problem


def check_figures(subjects: Sequence[Subject], seconds: float | None = None) -> Iterator[Problem]:
    """Build the rules of each figure alone at its extremes, then play these and sets combined at random until the time is over."""
    first = subjects[0]
    figures, fuzz, chance = first.game.figures, Fuzz(subjects), random.Random(first.seed)
    if first.only:
        yield from fuzz.try_set({}, 0)
        return
    singles = list(alone(figures))
    random.Random(first.seed).shuffle(singles)
    for number, changes in enumerate(singles):
        yield from fuzz.try_to_build(changes, number)
    until = time.process_time() + (first.effort.figures if seconds is None else seconds)
    for number in count() if singles else ():
        if time.process_time() > until:
            return
        if singles and number % 2 == 0:
            yield from fuzz.try_set(singles.pop(), number)
        else:
            yield from combined_set(fuzz, figures, chance, number)


def combined_set(fuzz: Fuzz, figures: Figures, chance: random.Random, number: int) -> Iterator[Problem]:
    """Play a set combined at random, the first that is not refused."""
    for _ in range(_REFUSALS_IN_A_ROW):
        before = fuzz.played
        yield from fuzz.try_set(combined(figures, chance), number)
        if fuzz.played > before:
            return
