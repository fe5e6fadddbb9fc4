"""General players: every game has them, under their own names, and nobody meets them unasked where strategies are."""

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.games import all_games, find_game
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from digsite.strategies import registry
from digsite.strategies.general import GENERAL
from digsite.strategies.registry import (
    Strategy,
    all_strategies,
    default_entrants,
    default_line_up,
    field_of,
    line_up,
    strategies_of,
)
from tests.authoring.games_here import FOLDER, rows_of

each_game = pytest.mark.parametrize("game", all_games())


def rows(seats, threads=1, batch_games=None, game="archaeology", games=12):
    plan = make_plan(game, games, seats=seats, seed=4, events=0, seating="fixed")
    return np.concatenate([batch.rows for batch in batches(plan, threads=threads, batch_games=batch_games)])


def same(one, other):
    return all((one[name] == other[name]).all() for name in one.dtype.names)


# ------------------------------------------------------------------------------------------------------ their names


@each_game
def test_every_game_has_them_after_its_own_strategies(game):
    assert list(all_strategies(game)) == [*strategies_of(game), *GENERAL]
    assert [player.search is not None for player in line_up(game, GENERAL)] == [True] * len(GENERAL)


@each_game
def test_they_play_a_game_with_strategies_only_when_asked_to(game):
    for names in (strategies_of(game), field_of(game), default_line_up(game, 4), default_entrants(game)):
        assert GENERAL.keys().isdisjoint(names)


def test_a_searcher_is_a_tree_search_on_random_play_that_takes_what_is_best():
    assert same(rows("searcher:deals=30,merchant"), rows("random*30:caution=0,merchant"))
    one, other = line_up("chac", ["searcher", "random*200:caution=0"])
    assert one.search == other.search


def test_knobs_are_written_like_those_of_look_ahead_players():
    texts = ["searcher:deals=400:reach=2:caution=1", "greedy:deals=16", "greedy:choices=3"]
    searcher, wide, near = (player.search for player in line_up("lost-cities", texts))
    assert (searcher.worlds, searcher.reach, searcher.caution, searcher.tree) == (400, 2.0, 1.0, True)
    assert (wide.worlds, wide.choices) == (16, 8)
    assert (near.worlds, near.choices) == (8, 3)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("greedy+8", "greedy looks ahead by itself. Write greedy:deals=8, or random+8."),
        ("searcher*1000", "searcher looks ahead by itself. Write searcher:deals=1000, or random*1000."),
        ("greedy:deals=0", "The deals of greedy must be a whole number from 2 to 1,000,000; '0' is not."),
        ("greedy:choices=2.5", "The choices of greedy must be a whole number from 1 to 1,000; '2.5' is not."),
        ("greedy:reach=1", "There is no knob of greedy 'reach'."),
        ("searcher:deal=400", "There is no knob of searcher 'deal'. Did you mean 'deals'?"),
        ("searcher:horizon=chapter", "Archaeology: The New Expedition has no chapters"),
        ("greedy@tuned.toml", "greedy has no weights to read from tuned.toml."),
    ],
)
def test_what_they_do_not_know_is_refused(text, why):
    with pytest.raises(WrongUse) as refused:
        line_up("archaeology", [text])
    assert str(refused.value).startswith(why)


def test_a_strategy_with_the_name_of_one_replaces_it(monkeypatch):
    mine, searcher = line_up("chac", ["greedy", "searcher"], [Strategy("greedy", "chac", function=max)])
    assert mine.strategy.function is max
    assert mine.search is None
    assert searcher.search
    own = {name: Strategy(name, "chac") for name in ("random", "greedy")}
    monkeypatch.setattr(registry, "strategies_of", lambda _game: own)
    assert all_strategies("chac")["greedy"] is own["greedy"]
    assert default_line_up("chac", 3) == ["searcher", "greedy", "searcher"]


# ----------------------------------------------------------------------------------------------------- how they play


def test_rows_are_the_same_for_any_threads_and_batches():
    line = "greedy:deals=4,searcher:deals=8,greedy"
    assert same(rows(line), rows(line, threads=2, batch_games=5))


def test_a_plan_keeps_how_they_look_ahead():
    """Later versions may choose other defaults; a run is what it was."""
    plan = make_plan("chac", 1, seats="greedy,searcher", seed=1)
    assert plan.thinking[0] == {"worlds": 8, "caution": 0.0, "objective": "lead", "horizon": "game", "choices": 8}
    assert plan.thinking[1]["worlds"] == 200
    assert plan.weights == [[], []]


def share_of_wins(player, rival, games=300):
    """How often a player wins a game of Pig, first and second alike."""
    first, second = (rows_of("pig", games, line)["rank"] for line in (f"{player},{rival}", f"{rival},{player}"))
    return ((first[:, 0] == 1).mean() + (second[:, 1] == 1).mean()) / 2


@pytest.mark.many_games
def test_a_greedy_player_beats_random_play_and_a_searcher_beats_a_greedy_player():
    assert share_of_wins("greedy", "random", 1_000) > 0.56
    assert share_of_wins("searcher", "greedy") > 0.56


def test_a_greedy_player_plays_by_what_the_game_says_a_position_is_worth():
    """Evens calls ones worth something, although threes win."""
    found, rounds = rows_of("evens", 40, "greedy:choices=1,fickle"), find_game(str(FOLDER / "evens")).figures["rounds"]
    assert (found["ones"][:, 0] == rounds).all()


# ------------------------------------------------------------------------------------- games with too few strategies


@pytest.mark.parametrize(
    ("own", "line", "entrants"),
    [
        ([], ["searcher", "greedy", "searcher", "greedy"], ["searcher", "greedy", "random"]),
        (["mine"], ["searcher", "mine", "greedy", "searcher"], ["searcher", "mine", "greedy", "random"]),
        (["mine", "yours"], ["mine", "yours", "mine", "yours"], ["mine", "yours"]),
    ],
)
def test_a_game_with_fewer_than_two_strategies_gets_general_players(own, line, entrants, monkeypatch):
    monkeypatch.setattr(
        registry, "strategies_of", lambda game: {name: Strategy(name, game) for name in ["random", *own]}
    )
    assert default_line_up("chac", 4) == line
    assert default_entrants("chac") == entrants
    assert default_line_up("chac", 1) == line[:1]
    plugins = [Strategy("hers", "chac"), Strategy("his", "chac")]
    assert default_entrants("chac", plugins) == [*own, "hers", "his"]
