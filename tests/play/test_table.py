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
from digsite.simulator.play.seating import BALANCED, CYCLIC, FIXED
from digsite.simulator.play.table import table_for

PLAYERS = ["cautious", "rusher", "random"]
SMALL = ["cards.copies=1", "cards.removed.3=25", "ends.stall_turns=4"]  # a game of a few dozen decisions


def plan(players, seating=FIXED):
    given = {"variants": ["short"], "settings": SMALL, "seed": 3, "events": 0}
    return make_plan("lost-cities", 6, seats=players, seating=seating, **given)


def table(players, seating=FIXED):
    return table_for(plan(players, seating))


@pytest.mark.parametrize("seating", [CYCLIC, BALANCED])
def test_a_seated_line_up_plays_as_if_it_had_sat_down_so(seating):
    """Game 3 * luck + moved is the game of that luck whose first seat is taken by the player that comes so much later."""
    rows = table(PLAYERS, seating).play(0, 6).rows
    for luck in range(2):
        players = [PLAYERS[place] for place in ((0, 1, 2), (0, 2, 1) if seating == BALANCED else (0, 1, 2))[luck]]
        for moved in range(3):
            seated = table(players[moved:] + players[:moved]).play(luck, 1).rows
            assert (rows[3 * luck + moved : 3 * luck + moved + 1] == seated).all()


def test_one_strategy_in_all_seats_plays_each_deal_once():
    """Moved up a seat, the same player on the same luck would play the same game."""
    alike = plan(["rusher"] * 3, BALANCED)
    still, moved = (table_for(known) for known in (alike, replace(alike, seating=CYCLIC)))
    assert (alike.rotations, alike.deals) == (1, 6)
    assert (still.play(0, 2).rows[[0, 0, 0, 1, 1, 1]] == moved.play(0, 6).rows).all()
    assert replace(alike, weights=[*alike.weights[:2], [9.0] * len(alike.weights[0])]).rotations == 3


@pytest.mark.parametrize("first", [0, 1, 5, 23, 24])
def test_the_seats_of_a_game_do_not_depend_on_where_a_batch_begins(first):
    four = table([*PLAYERS, "random"], BALANCED)
    assert (four.play(first, 3).rows == four.play(0, first + 3).rows[first:]).all()


def test_every_rotation_of_a_luck_is_nudged_at_the_same_moment():
    watched = Dose(UNTOUCHED, 0).to_dict() | {"turns": 50}
    marks = table_for(replace(plan(PLAYERS, CYCLIC), nudge=watched)).play(0, 6).marks
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
