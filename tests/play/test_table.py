"""A table plays what the plan says: who sits where, on which luck, and with every event."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.nudges import UNTOUCHED, Dose
from digsite.simulator.kernel.jit.compile import compiled
from digsite.simulator.play import table as tables
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.repeat import simulate_command
from digsite.simulator.play.table import table_for

PLAYERS = ["cautious", "rusher", "random"]
SMALL = ["cards.copies=1", "cards.removed.3=25", "ends.stall_turns=4"]  # a game of a few dozen decisions


def plan(players, rotate=False):
    given = {"variants": ["short"], "settings": SMALL, "seed": 3, "events": 0}
    return make_plan("lost-cities", 6, seats=players, rotate=rotate, **given)


def table(players, rotate=False):
    return table_for(plan(players, rotate))


def test_a_rotated_line_up_plays_as_if_it_had_sat_down_so():
    """Game 3 * luck + rotation is the game of that luck whose first seat is taken by the player that comes so much later."""
    rotated = table(PLAYERS, rotate=True).play(0, 6).rows
    for rotation in range(3):
        seated = table(PLAYERS[rotation:] + PLAYERS[:rotation]).play(0, 2).rows
        assert (rotated[rotation::3] == seated).all()


def test_every_rotation_of_a_luck_is_nudged_at_the_same_moment():
    watched = Dose(UNTOUCHED, 0).to_dict() | {"turns": 50}
    marks = table_for(replace(plan(PLAYERS, rotate=True), nudge=watched)).play(0, 6).marks
    for name in ("seat", "turn", "chance"):
        lucks = marks[name].reshape(2, 3)
        assert (lucks == lucks[:, :1]).all()
    assert marks["chance"][0] != marks["chance"][3]


def test_a_game_does_not_depend_on_those_before_it():
    once = table(PLAYERS)
    apart = np.concatenate([once.play(game, 1).rows for game in range(4)])
    assert (once.play(0, 4).rows == apart).all()


def test_events_that_find_no_room_are_logged_again_with_room():
    roomy, cramped = table(PLAYERS), table(PLAYERS)
    cramped._event_room = 1
    for much, little in zip(roomy.play_with_events(0, 3).events, cramped.play_with_events(0, 3).events, strict=True):
        assert (much == little).all()
        assert len(much) > 3


def test_strategies_are_compiled_before_threads_meet(monkeypatch):
    """A tuple of functions has another type while one of them is compiled: a thread would find no loop for it."""
    seen = []
    monkeypatch.setattr(tables, "compiled", lambda function: seen.append(function) or compiled(function))
    assert set(table(PLAYERS)._choose) == set(seen)
    assert all(function.overloads for function in seen)


def test_a_single_name_is_for_a_table_and_a_player_alone_is_asked_for():
    assert make_plan("arnak", 4, seats="balanced", seed=1).players == ["balanced"] * 2
    solo = str(Path(__file__).resolve().parents[2] / "digsite" / "examples" / "solo")
    assert make_plan(solo, 4, seats="random", seed=1).players == ["random"]
    with pytest.raises(WrongUse, match="is for 1 player, not for 2"):
        make_plan(solo, 4, players=2)
    alone = make_plan("arnak", 4, seats="balanced", players=1, seed=1)
    assert (alone.players, alone.table) == (["balanced"], "1 player")
    assert " --players 1 --seats balanced " in str(simulate_command(alone))
