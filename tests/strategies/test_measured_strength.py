"""How good the strategies are where that was measured."""

import pytest

from digsite.simulator import home
from digsite.simulator.games import all_games
from digsite.strategies.registry import strategies_of
from digsite.strategies.strength import Strength, strengths_of
from tests.own_games import forget


@pytest.mark.parametrize(("players", "bound"), [(2, 0.55), (3, 0.379), (4, 0.289), (6, 0.196)])
def test_55_to_45_against_one_rival_is_so_much_among_more(players, bound):
    row = Strength("a", players, 32, 0.5, 0.4, 0.6, 10, 1)
    assert row.bound == pytest.approx(bound, abs=0.001)
    assert row.bound / (1 - row.bound) * (players - 1) == pytest.approx(55 / 45)  # the odds against each rival


@pytest.mark.parametrize(("low", "high", "holds"), [(0.4, 0.55, True), (0.5, 0.56, None), (0.551, 0.7, False)])
def test_a_strategy_holds_its_own_where_thinking_surely_wins_no_more_than_the_goal(low, high, holds):
    assert Strength("a", 2, 32, (low + high) / 2, low, high, 10, 1).holds is holds


@pytest.mark.parametrize(("low", "high", "holds"), [(0.4, 0.55, None), (0.5, 0.56, None), (0.551, 0.7, False)])
def test_fewer_worlds_than_the_goal_is_about_show_only_that_a_strategy_is_beatable(low, high, holds):
    assert Strength("a", 2, 31, (low + high) / 2, low, high, 10, 1).holds is holds


def test_only_rows_of_the_same_version_and_table_say_anything(tmp_path, monkeypatch):
    row = '{ strategy = "a", players = 3, think = 8, win = 0.5, low = 0.4, high = 0.6, games = 30, seed = 7 }'
    forget(monkeypatch)
    for name in ("some_game", "another"):
        (tmp_path / name / "players").mkdir(parents=True)
        (tmp_path / name / "rules.toml").touch()
        home.open_home(tmp_path / name)
    (tmp_path / "some_game/players/strength.toml").write_text(f"version = 2\nmeasured = [{row}]\n")
    assert strengths_of("some-game", 2, 3)["a"].lookahead_name == "a+8"
    assert strengths_of("some-game", 2, 4) == strengths_of("some-game", 3, 3) == strengths_of("another", 2, 3) == {}


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_what_is_written_down_is_of_the_games_own_strategies_and_tables(game):
    rows = [row for players in range(1, 9) for row in strengths_of(game.id, game.version, players).values()]
    for row in rows:
        assert row.strategy in strategies_of(game.id)
        assert row.players in game.players
        assert 0 <= row.low <= row.win <= row.high <= 1
        assert row.games % row.players == 0
