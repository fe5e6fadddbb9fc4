"""The players: each is far better than chance, and none sees what it may not."""

import importlib
import tomllib
from pathlib import Path

import numpy as np
import pytest

import strategies
from simulator.engine.events import SILENT
from simulator.engine.records import record
from simulator.games.archaeology.state import MAX_OPTIONS, MAX_SEATS, State
from tests.games.archaeology.positions import GAME, Position

FOLDER = Path(strategies.__path__[0]) / "archaeology"
TABLE = tomllib.loads((FOLDER / "strategies.toml").read_text(encoding="utf-8"))
SKILLED = [name for name in TABLE if name != "random"]


def player(name: str):
    """A strategy's function and its weights."""
    module = importlib.import_module(f"strategies.archaeology.{name.replace('-', '_')}")
    return module.choose, [weight["value"] for weight in TABLE[name].get("weights", {}).values()]


def outcomes(names: list[str], games: int) -> np.ndarray:
    """Games of these players, who change seats from game to game."""
    seats = len(names)
    players = [player(name) for name in names]
    weights = np.zeros((MAX_SEATS, 24))
    for at, (_choose, values) in enumerate(players):
        weights[at, : len(values)] = values
    chooses = tuple(players[at % seats][0] for at in range(MAX_SEATS))
    out, options, cursor = record(GAME.outcome, games), np.zeros(MAX_OPTIONS, np.int32), np.zeros(6, np.int64)
    k, rules = GAME.kernels, GAME.rules.build(GAME.figures, seats)
    assert k.play(
        rules, record(State), 11, 0, seats, k.setup, k.legal, k.apply, k.score, chooses, weights, options, out, SILENT,
        cursor,
    )  # fmt: skip
    return out


@pytest.mark.parametrize("name", SKILLED)
def test_the_weights_are_named_as_in_the_table(name):
    module = importlib.import_module(f"strategies.archaeology.{name}")
    assert [weight.name.lower() for weight in module.Weight] == list(TABLE[name]["weights"])


@pytest.mark.parametrize("name", SKILLED)
def test_each_player_beats_random_in_95_of_100_games(name):
    games = 1_000
    out = outcomes([name, "random"], games)
    mine = np.arange(games) % 2  # the seat the player sits in
    assert (out.winner == mine + 1).mean() >= 0.95


@pytest.mark.parametrize("name", SKILLED)
def test_good_players_do_not_need_the_guards(name):
    out = outcomes([name] * 4, 200)
    assert out.stall_guard.mean() < 0.02


@pytest.mark.parametrize("name", SKILLED)
@pytest.mark.parametrize("monument", ["temple", "tomb", "sphinx"])
def test_a_choice_does_not_change_when_hidden_cards_do(name, monument):
    choose, values = player(name)
    weights = np.zeros(24)
    weights[: len(values)] = values
    table = Position(3, monument, luck=4)
    options = np.zeros(MAX_OPTIONS, np.int32)
    while not table.state.over:
        n = GAME.kernels.legal(table.rules, table.state, options)
        seat = int(table.state.seat)
        pick = 0 if n == 1 else choose(table.rules, table.state, seat, options, n, weights)
        other = table.redealt(seat + 1)
        assert n == 1 or choose(table.rules, other.state, seat, options, n, weights) == pick
        GAME.kernels.apply(table.rules, table.state, int(options[pick]), SILENT)
