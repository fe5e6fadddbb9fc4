"""The players: each is far better than chance, none needs the guards, and none sees what it may not."""

import numpy as np
import pytest

from simulator.games.archaeology.state import MAX_OPTIONS
from simulator.kernel.events import SILENT
from simulator.play.table import Table
from strategies.archaeology.heuristic import Weight
from strategies.registry import line_up, strategies_of
from tests.conformance.table import blank_mind
from tests.games.archaeology.positions import GAME, Position

PLAYERS = strategies_of("archaeology")
SKILLED = [name for name in PLAYERS if name != "random"]


def outcomes(names: list[str], games: int) -> np.ndarray:
    """Games of these players, who change seats from game to game."""
    rules = GAME.build_rules(GAME.figures, len(names))
    return Table(GAME, rules, line_up(GAME.id, names), seed=11, rotate=True).play(0, games).rows


@pytest.mark.parametrize("name", SKILLED)
def test_the_weights_are_named_as_in_the_table(name):
    assert [weight.name.lower() for weight in Weight] == list(PLAYERS[name].weights)


@pytest.mark.many_games
@pytest.mark.parametrize("name", SKILLED)
def test_each_player_beats_random_in_95_of_100_games(name):
    games = 1_000
    rows = outcomes([name, "random"], games)
    own_seat = np.arange(games) % 2 + 1
    assert (rows.winner == own_seat).mean() >= 0.95


@pytest.mark.many_games
@pytest.mark.parametrize("name", SKILLED)
def test_good_players_do_not_need_the_guards(name):
    rows = outcomes([name] * 4, 200)
    assert rows.stall_guard.mean() < 0.02
    assert rows.trade_limit.mean() < 0.1


@pytest.mark.parametrize("name", SKILLED)
@pytest.mark.parametrize("monument", ["temple", "tomb", "mine", "sphinx", "buried-ruins"])
def test_a_choice_does_not_change_when_hidden_cards_do(name, monument):
    choose = PLAYERS[name].choose()
    weights = np.array([weight.value for weight in PLAYERS[name].weights.values()])
    table = Position(3, monument, luck=4)
    mind = blank_mind(GAME.id, table.rules)
    options = np.zeros(MAX_OPTIONS, np.int32)
    while not table.state.over:
        n = GAME.kernels.legal(table.rules, table.state, options)
        seat = int(table.state.seat)
        pick = 0 if n == 1 else choose(table.rules, table.state, seat, options, n, weights, mind)
        other = table.redealt(seat + 1)
        assert n == 1 or choose(table.rules, other.state, seat, options, n, weights, mind) == pick
        GAME.kernels.apply(table.rules, table.state, int(options[pick]), SILENT)
