"""Playing a game by hand, decision by decision, with the real kernel functions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from digsite.simulator.game.game import Game
from digsite.simulator.games import all_games, find_game
from digsite.simulator.kernel.jit.compile import Mind
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.strategies.minds import minds_of
from digsite.strategies.registry import line_up, strategies_of

MANY = 240  # positions that a check looks at


def blank_mind(game: str, rules: np.record) -> Mind:
    """A mind for a player of the game who has not thought yet."""
    minds = minds_of(game)
    return Mind(record(minds.notes)[0], minds.build_tables(rules)[0])


@cache
def _tables(game: str, rules: bytes) -> Any:
    """The tables of a game's players, built once for each rules."""
    return minds_of(game).build_tables(np.frombuffer(rules, find_game(game).records.rules).view(np.recarray)[0])[0]


def copied(one: Any) -> Any:
    """A copy of one record that shares no memory with it."""
    return np.frombuffer(bytearray(one.tobytes()), one.dtype).view(np.recarray)[0]  # padding too


@dataclass(frozen=True)
class Asked:
    """All that a strategy is handed at one decision."""

    rules: Any
    state: Any
    seat: int
    options: np.ndarray
    n: int
    weights: np.ndarray
    mind: Mind

    def copy(self) -> "Asked":
        """The same once more, sharing no memory."""
        mind = Mind(copied(self.mind.notes), copied(self.mind.tables))
        return Asked(
            copied(self.rules), copied(self.state), self.seat, self.options.copy(), self.n, self.weights.copy(), mind
        )

    def answer(self, choose: Any) -> int:
        """What a strategy picks."""
        with np.errstate(over="ignore"):
            return int(choose(self.rules, self.state, self.seat, self.options, self.n, self.weights, self.mind))


class HandPlayed:
    """One game whose every decision the test sees."""

    def __init__(self, game: Game, seats: int, luck: int, variants=(), settings=(), seed: int = 11):
        figures = game.figures.with_variants(variants, seats).with_settings(settings)
        self.game, self.seats = game, seats
        self.box = game.build_rules(figures, seats)
        self.rules = self.box[0]
        self.kernels = game.kernels
        self.state_box = record(game.records.state)
        self.state = self.state_box[0]
        self.options = np.zeros(game.records.max_options, np.int32)
        tables = _tables(game.id, self.rules.tobytes())
        self.minds = [Mind(record(minds_of(game.id).notes)[0], tables) for _ in range(seats)]
        with np.errstate(over="ignore"):
            open_streams(self.state, seed, luck)
            self.kernels.setup(self.rules, self.state, SILENT)

    def legal(self) -> int:
        return self.kernels.legal(self.rules, self.state, self.options)

    def apply(self, option: int) -> None:
        with np.errstate(over="ignore"):
            self.kernels.apply(self.rules, self.state, option, SILENT)

    def copy(self) -> np.record:
        return copied(self.state)

    def play(self, strategies: list[str]) -> Iterator[tuple[int, int]]:
        """Play on with these strategies; before each decision is carried out, gives (options, the one picked).

        As in the play loop nobody is asked where there is but one option. `asked` is what the strategy was handed, as
        it was before the answer; `choose` is the strategy of the seat.
        """
        players = line_up(self.game.id, strategies)
        chooses = [player.strategy.choose() for player in players]
        weights = [np.array([*player.weights, 0.0]) for player in players]
        for _ in range(200_000):
            if self.state.over:
                return
            n, seat, pick = self.legal(), int(self.state.seat), 0
            mind, self.choose, self.label = self.minds[seat], chooses[seat], players[seat].label
            notes = Mind(copied(mind.notes), mind.tables)
            self.asked = Asked(self.rules, self.copy(), seat, self.options.copy(), n, weights[seat], notes)
            if n > 1:
                pick = Asked(self.rules, self.state, seat, self.options, n, weights[seat], mind).answer(self.choose)
            assert 0 <= pick < n
            option = int(self.options[pick])
            yield n, pick
            self.apply(option)
        raise AssertionError("the game does not end")


def fields(game: Game, seats: int) -> list[list[str]]:
    """Line-ups that between them have every strategy of the game, and one of random players."""
    names = list(strategies_of(game.id))
    heuristic = [name for name in names if name != "random"]
    mixed = [
        [heuristic[(at + shift) % len(heuristic)] for at in range(seats)] for shift in range(0, len(heuristic), seats)
    ]
    return [["random"] * seats, *mixed]


def every_game() -> list[Game]:
    """Every game there is."""
    return list(all_games().values())


_TABLES = [(game, seats) for game in every_game() for seats in game.players]
each_game = pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
each_table = pytest.mark.parametrize(("game", "seats"), _TABLES, ids=[f"{game.id}-{seats}" for game, seats in _TABLES])


def variant_sets(game: Game, seats: int) -> list[list[str]]:
    """No variant, each alone, and all that go together."""
    fitting = [v.name for v in game.figures.variants.values() if not v.players or seats in v.players]
    together: list[str] = []
    for name in fitting:
        if not any(
            name in game.figures.variants[o].excludes or o in game.figures.variants[name].excludes for o in together
        ):
            together.append(name)
    return [[], *([name] for name in fitting), together]


def declared(game: Game, module: str, name: str) -> Any:
    """What a game's own tests say of it: `name` in tests/games/GAME/MODULE.py."""
    return getattr(import_module(f"tests.games.{game.home.name}.{module}"), name)


def positions(game: Game, seats: int, many: int = MANY) -> Iterator[tuple[Any, Any]]:
    """(rules, state) of so many positions of whole games of every variant and of every strategy.

    Every kind of decision has as many of them as any other, as far as it came up so often.
    """
    kinds = sorted(_positions_by_decision(game, seats).values(), key=len)
    for left, kind in zip(range(len(kinds), 0, -1), kinds, strict=True):
        chosen = _spread(kind, -(-many // left))
        many -= len(chosen)
        yield from chosen


@cache
def _positions_by_decision(game: Game, seats: int) -> dict[int, list[tuple[Any, Any]]]:
    """At most MANY positions of each kind of decision, spread over the games; played once for all tests."""
    found: dict[int, list[tuple[Any, Any]]] = {}
    for variants in variant_sets(game, seats):
        for luck, players in enumerate(fields(game, seats)):
            table = HandPlayed(game, seats, luck, variants)
            for _ in table.play(players):
                found.setdefault(int(table.asked.state.decision), []).append((table.rules, table.asked.state))
    return {decision: _spread(all_of_it, MANY) for decision, all_of_it in found.items()}


def _spread(some: list[Any], many: int) -> list[Any]:
    """So many entries of a list, from its first to its last; all if there are no more."""
    return [some[at] for at in np.unique(np.linspace(0, len(some) - 1, min(many, len(some))).astype(int))]


def viewers(state: Any, luck: int, seats: int) -> set[int]:
    """Who looks at a position: the seat that decides, and each other seat in turn."""
    return {int(state.seat), luck % seats}


class Sampled:
    """Which decisions are looked at: the first few of each kind, then one in so many."""

    def __init__(self, first: int, then: int):
        self.first, self.then = first, then
        self.seen: Counter[Any] = Counter()

    def takes(self, *kind: Any) -> bool:
        """Whether to look at this one."""
        self.seen[kind] += 1
        return self.seen[kind] <= self.first or self.seen[kind] % self.then == 0
