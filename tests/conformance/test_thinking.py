"""Players that think are players like others: they see no more, change no more, and can be repeated."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from digsite.simulator.kernel.jit.compile import Mind
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from digsite.strategies.registry import line_up, strategies_of
from tests.conformance.choice import check_choice
from tests.conformance.sight import dealt_otherwise, redealt, sight_of
from tests.conformance.table import HandPlayed, copied, each_game
from tests.conformance.thinking import thinking_choose

HOW = ("+2:caution=0", "*24:caution=0")  # a few worlds for each option, and a tree of decisions
each_way = pytest.mark.parametrize("how", HOW)
EVERY = 9  # of its decisions one in so many is looked at: a prime of no game's rhythm


def strategy_of(game):
    """The first of the game's heuristics; whatever thinks is the same code."""
    return next((name for name in strategies_of(game.id) if name != "random"), "random")


@cache
def asked_of(game, seats, how):
    """A game's player who thinks, and some decisions of a game that it is asked to decide."""
    name = strategy_of(game)
    table = HandPlayed(game, seats, 3)
    decisions = [table.asked for n, _ in table.play([name] * seats) if n > 1]
    (player,) = line_up(game.id, [f"{name}{how}"])
    return table, thinking_choose(game, seats, player), decisions[::EVERY]


@each_way
@each_game
def test_a_player_who_thinks_cannot_see_what_it_must_not(game, how):
    table, choose, decisions = asked_of(game, game.players[-1], how)
    sight = sight_of(game)
    for luck, asked in enumerate(decisions):
        pick = asked.copy().answer(choose)
        for lookalike in (redealt, dealt_otherwise):
            other = lookalike(sight, table.rules, asked.state, asked.seat, luck)
            mind = Mind(copied(asked.mind.notes), asked.mind.tables)
            again = replace(asked, state=other, mind=mind).answer(choose)
            assert again == pick, f"thinking saw hidden things at decision {asked.state.decision}"


@each_way
@each_game
def test_thinking_changes_nothing_and_can_be_repeated(game, how):
    _, choose, decisions = asked_of(game, game.players[-1], how)
    noise = int(game.records.streams["NOISE"])
    for asked in decisions:
        check_choice(choose, asked, noise + asked.seat)


@each_way
@each_game
def test_thinking_takes_other_options_than_the_strategy(game, how):
    """Else every test of it would pass for nothing."""
    table, choose, decisions = asked_of(game, game.players[-1], how)
    assert any(asked.copy().answer(choose) != asked.copy().answer(table.choose) for asked in decisions)


def rows(game, threads, batch_games, rotate=True):
    name, seats = strategy_of(game), max(game.players[0], 2)
    line = [f"{name}+2", f"{name}*24", *[name] * seats][:seats]
    plan = make_plan(game.id, 2 * seats, players=seats, seats=line, seed=5, rotate=rotate, events=0)
    return np.concatenate([batch.rows for batch in batches(plan, threads=threads, batch_games=batch_games)])


@each_game
def test_rows_of_players_who_think_are_the_same_for_any_threads_and_batches(game):
    one, other = rows(game, 1, None), rows(game, 2, 3)
    assert all((one[name] == other[name]).all() for name in one.dtype.names)


def test_who_thinks_meets_the_luck_of_the_game_that_nobody_thinks_in():
    """A search draws on the seat's own noise alone: a caution that forbids every change leaves every row as it is."""
    found = []
    for first in ("opportunist+2:caution=1000000", "opportunist"):
        plan = make_plan("lost-cities", 2, seats=[first, "cautious"], seed=6, events=0)
        found.append(np.concatenate([batch.rows for batch in batches(plan, threads=1)]))
    assert all((found[0][field] == found[1][field]).all() for field in found[0].dtype.names)


@pytest.mark.parametrize("horizon", ["game", "chapter"])
def test_a_chapter_is_a_field_of_the_state(horizon):
    from digsite.strategies.thinking import thinking_records

    (player,) = line_up("lost-cities", [f"opportunist+8:horizon={horizon}"])
    made = thinking_records("lost-cities", [player.thinking])[0]
    assert bool(made.chapter_size) == (horizon == "chapter")


def _plain_and_compiled(game, line_up, tmp_path):
    """The rows of one game as plain Python and as compiled code."""
    script = (
        "import sys, numpy as np; from digsite.simulator.play.plan import make_plan; from digsite.simulator.play.table import table_for\n"
        "plan = make_plan(sys.argv[1], 1, seats=sys.argv[2], seed=21, events=0)\n"
        "np.save(sys.argv[3], np.asarray(table_for(plan).play(0, 1).rows))\n"
    )
    for mode in ("0", "1"):
        arguments = [game, line_up, str(tmp_path / mode)]
        subprocess.run(
            [sys.executable, "-c", script, *arguments], check=True, env=os.environ | {"NUMBA_DISABLE_JIT": mode}
        )
    return np.load(tmp_path / "1.npy"), np.load(tmp_path / "0.npy")


def test_a_whole_game_of_players_who_think_is_the_same_compiled_and_plain(tmp_path):
    """In the game whose playing out takes plain Python the least time; whatever thinks is the same code."""
    plain, compiled = _plain_and_compiled("chac", "random+2:caution=0,random", tmp_path)
    assert (plain == compiled).all()


@pytest.mark.verify
@each_way
@each_game
def test_whole_games_of_players_who_think_are_the_same_compiled_and_plain(game, how, tmp_path):
    seats = max(game.players[0], 2)
    plain, compiled = _plain_and_compiled(game.id, ",".join([f"random{how}", *["random"] * (seats - 1)]), tmp_path)
    assert (plain == compiled).all()
