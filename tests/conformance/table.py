"""The five games as the battery's subjects, with what their own tests declare of them."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

import pytest

from digsite.simulator.game.game import Game
from digsite.simulator.games import all_games
from digsite.simulator.lab.battery.declarations import Declarations, declarations_of
from digsite.simulator.lab.battery.problems import Problem
from digsite.simulator.lab.battery.subject import Subject

FEW = 5  # problems that a failed test shows


def every_game() -> list[Game]:
    """Every game there is."""
    return list(all_games().values())


_TABLES = [(game, seats) for game in every_game() for seats in game.players]
each_game = pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
each_table = pytest.mark.parametrize(("game", "seats"), _TABLES, ids=[f"{game.id}-{seats}" for game, seats in _TABLES])


def declared(game: Game, module: str, name: str) -> Any:
    """What a game's own tests say of it: `name` in tests/games/GAME/MODULE.py."""
    return getattr(import_module(f"tests.games.{game.home.name}.{module}"), name)


def declarations(game: Game) -> Declarations:
    """What a game's own tests declare for the battery, if it has tests here."""
    package = f"tests.games.{game.home.name}"
    if find_spec(package) is None or find_spec(f"{package}.conserved") is None:
        return declarations_of(game)
    conserved = import_module(f"{package}.conserved")
    return Declarations(
        declared(game, "hidden", "veil"), declared(game, "hidden", "deal_otherwise"), conserved.inventory,
        getattr(conserved, "FROM_THE_BOX", {}),
    )  # fmt: skip


@cache
def subject(game: Game, seats: int) -> Subject:
    """A game at one table, looked at as thoroughly as can be."""
    return Subject(game, seats, declarations=declarations(game))


def tables(game: Game) -> list[Subject]:
    """A game at all its tables."""
    return [subject(game, seats) for seats in game.players]


def found(problems: Iterable[Problem], *, notes: bool = True) -> list[Problem]:
    """The first of some problems, without mere remarks; empty where all is well."""
    weights = ("fault", "note") if notes else ("fault",)
    return list(islice((problem for problem in problems if problem.weight in weights), FEW))
