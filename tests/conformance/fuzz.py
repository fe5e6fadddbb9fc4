"""A fuzz of rule figures: sets of figures within their bounds are built, or refused by a sentence, and played.

    python -m tests.conformance.fuzz GAME [--alone] [--every] [--sets N] [--games N] [--seed S] [--log FILE]

What a figure may be is read from its declared shape, so a new game needs nothing here. Each set is played at some
player count, with a variant and a line-up of random or heuristic players; one game is played by hand, so that what
every seat imagines is dealt as well. The set now being played stands in the log, for the case that the process crashes.
It plays as it is started: plain Python (NUMBA_DISABLE_JIT=1), compiled, or compiled with checked indices
(NUMBA_BOUNDSCHECK=1).
"""

import argparse
import json
import random
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.columns import MOST_DECISIONS
from digsite.simulator.game.game import Game
from digsite.simulator.game.rules.figures import Figure, Figures
from digsite.simulator.game.rules.ops import Steps
from digsite.simulator.game.rules.shapes import Amounts, Flags, ListOf, Number, Shape, Text, Truth, Word
from digsite.simulator.games import find_game
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.play.table import Table
from digsite.strategies.registry import line_up
from tests.conformance.table import copied, declared, fields, variant_sets

Changes = dict[str, Any]
_UNBOUNDED = (-(2**31), 2**31)
_REFUSALS_IN_A_ROW = 200  # of random sets, before the next one may be left out
_REDEALS = 12  # of a game played by hand
_TOGETHER = 10  # components of a table whose figures are changed at once


# ------------------------------------------------------------------------------------------------ values of a shape


def extremes(shape: Shape, others: list[Any]) -> list[Any]:
    """The values at the ends of what a shape allows; `others` are values that figures of its kind have."""
    if isinstance(shape, Number):
        low, high = shape.range or _UNBOUNDED
        return [low, high] if shape.whole else [float(low), float(high)]
    if isinstance(shape, Truth):
        return [False, True]
    if isinstance(shape, Word):
        return list(shape.choices)
    if isinstance(shape, Amounts):
        high = (shape.range or _UNBOUNDED)[1]
        return [{}, dict.fromkeys(shape.names, high)]
    if isinstance(shape, Flags):
        return [[], list(shape.choices)]
    if isinstance(shape, ListOf):
        return [[entry] * length for length in sorted(set(shape.length)) for entry in extremes(shape.item, [])]
    if isinstance(shape, Steps):
        return [[], *others]
    assert isinstance(shape, Text), f"the fuzz knows no {type(shape).__name__}"
    return ["", "x" * 200]


def anything(shape: Shape, others: list[Any], chance: random.Random) -> Any:
    """Any value that a shape allows."""
    if isinstance(shape, Number):
        low, high = shape.range or _UNBOUNDED
        return chance.randint(int(low), int(high)) if shape.whole else chance.uniform(low, high)
    if isinstance(shape, Amounts):
        low, high = shape.range or _UNBOUNDED
        return {name: chance.randint(int(low), int(high)) for name in shape.names if chance.random() < 0.5}
    if isinstance(shape, Flags):
        return [word for word in shape.choices if chance.random() < 0.5]
    if isinstance(shape, ListOf):
        return [anything(shape.item, [], chance) for _ in range(chance.randint(*shape.length))]
    return chance.choice(extremes(shape, others))


def near(shape: Shape, value: Any, chance: random.Random) -> Any:
    """A value not far from another: a number a little more or less, a list in another order or with one such entry."""
    if isinstance(shape, Number) and shape.whole:
        low, high = shape.range or _UNBOUNDED
        return min(max(value + chance.choice((-2, -1, 1, 2)), int(low)), int(high))
    if isinstance(shape, ListOf) and value:
        changed = list(value)
        if chance.random() < 0.5:
            chance.shuffle(changed)
        else:
            at = chance.randrange(len(changed))
            changed[at] = near(shape.item, changed[at], chance)
        return changed
    return value


# ------------------------------------------------------------------------------------------------ sets of figures


def alike(figures: Figures, figure: Figure) -> list[Any]:
    """The values of all figures of the same kind, for what cannot be made up: effects."""
    if not isinstance(figure.shape, Steps):
        return []
    return [other.value for other in figures if isinstance(other.shape, Steps) and other.field_of == figure.field_of]


def alone(figures: Figures, *, every: bool = False) -> Iterator[Changes]:
    """Each figure at its extremes, all others as they are; components a few at a time, unless every one is wanted alone."""
    for figure in figures:
        if figure.field_of and not every:
            continue
        for value in extremes(figure.shape, alike(figures, figure)):
            if value != figure.value:
                yield {figure.key: value}
    if not every:
        yield from in_groups(figures)


def in_groups(figures: Figures) -> Iterator[Changes]:
    """Neighbours in a table of components, so many at a time, one field of them at its extremes.

    An effect becomes none, or the next other one: a table has thousands of pairs of a component and another's effect.
    """
    for table in figures.tables.values():
        for name in table.fields:
            members = [figures.by_key[table.key(row, name)] for row in table.rows]
            values = [extremes(member.shape, _others(members, at)) for at, member in enumerate(members)]
            for turn in range(max(map(len, values))):
                changes = {
                    m.key: v[turn] for m, v in zip(members, values, strict=True) if turn < len(v) and v[turn] != m.value
                }
                keys = list(changes)
                for first in range(0, len(keys), _TOGETHER):
                    yield {key: changes[key] for key in keys[first : first + _TOGETHER]}


def _others(members: list[Figure], at: int) -> list[Any]:
    """The value of the next component that has another one, if there is such a one."""
    following = [member.value for member in members[at + 1 :] + members[:at] if member.value != members[at].value]
    return following[:1]


def combined(figures: Figures, chance: random.Random) -> Changes:
    """Some figures changed at random: a few or many, near to what they are, to an extreme, or to anything."""
    every = list(figures)
    few = chance.randint(1, 4) if chance.random() < 0.7 else chance.randint(1, len(every))
    changes: Changes = {}
    for figure in chance.sample(every, min(few, len(every))):
        others = alike(figures, figure)
        way = chance.random()
        if way < 0.4:
            changes[figure.key] = near(figure.shape, figure.value, chance)
        elif way < 0.7:
            changes[figure.key] = chance.choice(extremes(figure.shape, others))
        else:
            changes[figure.key] = anything(figure.shape, others, chance)
    return changes


def refusal(problem: WrongUse) -> None:
    """A set that cannot be is refused in words."""
    assert re.fullmatch(r"(\S+ ){3,}\S+[.?]", str(problem)), f"this is no sentence: {str(problem)!r}"


# ------------------------------------------------------------------------------------------------ playing a set


class Fuzz:
    """A game being fuzzed: sets played and refused so far."""

    def __init__(self, game: Game, games: int, log: Path):
        self.game, self.games, self.log = game, games, log
        self.played = self.refused = self.broken_off = 0
        parts = [column.name for column in game.own_columns if column.part_of_score]
        self.parts = parts
        package = f"tests.games.{game.home.name}"
        here = find_spec(package) is not None and find_spec(f"{package}.conserved") is not None
        self.inventory = declared(game, "conserved", "inventory") if here else None

    def try_set(self, changes: Changes, number: int) -> bool:
        """Build and play a set; the number decides table, variant and line-up. False if the set is refused."""
        seats = self.game.players[number % len(self.game.players)]
        variants = variant_sets(self.game, seats)
        named = variants[number // len(self.game.players) % len(variants)]
        players = self._players(number, seats)
        asked = {"game": self.game.id, "set": changes, "variants": named, "players": players, "luck": number}
        self.log.write_text(json.dumps(asked), encoding="utf-8")
        try:
            figures = self.game.figures.with_variants(named, seats).replace(changes)
            rules = self.game.build_rules(figures, seats)
        except WrongUse as problem:
            refusal(problem)
            self.refused += 1
            return False
        try:
            if number % 10 == 0:
                self._through_a_file(figures)
            self._play(figures, rules, players, number)
            self._play_by_hand(rules, seats, number)
        except Exception as problem:
            raise AssertionError(f"{type(problem).__name__}: {problem}, with {json.dumps(asked)}") from problem
        self.played += 1
        return True

    def _players(self, number: int, seats: int) -> list[str]:
        line_ups = fields(self.game, seats)
        return line_ups[number % len(line_ups)]

    def _through_a_file(self, figures: Figures) -> None:
        """A rules file that holds the set gives the set back."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rules.toml"
            path.write_text(figures.to_toml(), encoding="utf-8")
            assert self.game.figures.with_file(path).values() == figures.values(), "a rules file changes the figures"

    def _play(self, figures: Figures, rules: np.recarray, players: list[str], number: int) -> None:
        table = Table(self.game, rules, line_up(self.game.id, players), seed=number)
        batch = table.play_with_events(0, self.games)
        rows, seats = batch.rows, len(players)
        assert ((rows["end_reason"] >= 0) & (rows["end_reason"] <= len(self.game.records.end_reasons))).all()
        self.broken_off += int((rows["end_reason"] == len(self.game.records.end_reasons)).sum())
        assert (rows["decisions"] <= MOST_DECISIONS).all()
        assert (rows["turns"] >= 0).all(), "the turns overflow"
        total = sum(rows[name][:, :seats].astype(np.int64).reshape(len(rows), seats, -1).sum(-1) for name in self.parts)
        assert (total == rows["score"][:, :seats]).all(), "the parts of the score do not add up to it"
        assert ((rows["rank"][:, :seats] >= 1) & (rows["rank"][:, :seats] <= seats)).all()
        assert (rows["winners"] <= seats).all()
        names = [f"Seat {seat + 1} ({player})" for seat, player in enumerate(players)]
        assert all(isinstance(line, str) for line in self.game.narrate(batch.events[0], names, figures))

    def _play_by_hand(self, rules: np.recarray, seats: int, number: int) -> None:
        """A game of random choices in which each seat now and then imagines the rest."""
        game, kernels, chance = self.game, self.game.kernels, random.Random(number)
        state, options = record(game.records.state)[0], np.zeros(game.records.max_options, np.int32)
        with np.errstate(over="ignore"):
            open_streams(state, 7, number)
            kernels.setup(rules[0], state, SILENT)
            box = self.inventory(rules[0], state) if self.inventory else None
            redeals = 0
            for decisions in range(MOST_DECISIONS):
                if state.over:
                    return
                n = kernels.legal(rules[0], state, options)
                assert 1 <= n <= game.records.max_options, f"{n} options"
                assert state.seat < seats, f"seat {state.seat}"
                if decisions == 2**redeals and redeals < _REDEALS:
                    redeals += 1
                    self._imagine(rules, state, seats, box)
                kernels.apply(rules[0], state, int(options[chance.randrange(n)]), SILENT)
        self.broken_off += 1

    def _imagine(self, rules: np.recarray, state: Any, seats: int, box: Any) -> None:
        if self.inventory:
            assert self.inventory(rules[0], state) == box, "the box is not kept together"
        for seat in range(seats):
            imagined = copied(state)
            self.game.kernels.redeal(rules[0], imagined, seat)
            if self.inventory:
                assert self.inventory(rules[0], imagined) == box, f"what seat {seat + 1} imagines is another box"


def fuzz(game: Game, sets: int, games: int, seed: int, *, each: bool, every: bool, log: Path) -> Mapping[str, int]:
    """Play each figure alone at its extremes if `each`, then so many sets of figures combined at random.

    Components are changed a few at a time, or one by one if `every`.
    """
    told = Fuzz(game, games, log)
    if each or every:
        for number, changes in enumerate(alone(game.figures, every=every), seed):
            told.try_set(changes, number)
    chance = random.Random(seed)
    for number in range(seed, seed + sets):
        for attempt in count():
            if told.try_set(combined(game.figures, chance), number) or attempt == _REFUSALS_IN_A_ROW:
                break
    return {"played": told.played, "refused": told.refused, "broken off": told.broken_off}


def main() -> None:
    """Fuzz one game and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.fuzz")
    parser.add_argument("game")
    parser.add_argument("--alone", action="store_true", help="each figure alone at its extremes, too")
    parser.add_argument("--every", action="store_true", help="and every figure of every component")
    parser.add_argument("--sets", type=int, default=100, help="sets of figures combined at random")
    parser.add_argument("--games", type=int, default=2, help="games of each set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, default=Path(tempfile.gettempdir()) / "digsite-fuzz.json")
    asked = parser.parse_args()
    game = find_game(asked.game)
    print(
        json.dumps(fuzz(game, asked.sets, asked.games, asked.seed, each=asked.alone, every=asked.every, log=asked.log))
    )


if __name__ == "__main__":
    sys.exit(main())
