"""Nudges of every game: an empty one changes nothing, points are points, cards are conserved, nothing hidden shows."""

from dataclasses import replace

import numpy as np
import pytest

from digsite.simulator.game.game import Game
from digsite.simulator.game.nudges import GENERAL, UNTOUCHED, Dose
from digsite.simulator.games import all_games
from digsite.simulator.lab.battery.checks.nudges import check_every_nudge, every_dose
from digsite.simulator.lab.battery.hand_play import copied
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from tests.conformance.scoring import rank_each_for_itself
from tests.conformance.table import found, tables

GAMES = 60
NUDGED = [game for game in all_games().values() if game.own_nudges]
each_nudged = pytest.mark.parametrize("game", NUDGED, ids=lambda game: game.id)


def played(game: Game, nudge: Dose | None, turns: int = 9):
    plan = make_plan(game.id, GAMES, seed=5, events=0, rotate=True)
    told = nudge.to_dict() | {"turns": turns} if nudge else {}
    return table_for(replace(plan, nudge=told)).play(0, plan.games)


def same_but(rows, others, *names: str) -> bool:
    kept = [name for name in rows.dtype.names if name not in names]
    return all(np.array_equal(rows[name], others[name]) for name in kept)


@each_nudged
def test_an_empty_nudge_gives_exactly_the_same_rows(game):
    plain = played(game, None)
    assert not len(plain.marks)
    for nudge in (UNTOUCHED, GENERAL[0]):
        other = played(game, Dose(nudge, 0))
        assert same_but(plain.rows, other.rows)
        reached = other.marks.own_turns >= other.marks.turn
        assert 0 < reached.mean()
        assert np.array_equal(other.marks.done == 1, reached & (nudge is not UNTOUCHED))


@each_nudged
def test_ten_points_are_ten_points_and_the_ranks_follow(game):
    plain, other = played(game, None), played(game, Dose(GENERAL[1], 10))
    assert same_but(plain.rows, other.rows, "score", "side_score", "rank", "winner", "winners")
    gained = other.rows.score - plain.rows.score
    done = np.flatnonzero(other.marks.done)
    expected = np.zeros_like(gained)
    expected[done, other.marks.seat[done]] = 10
    assert done.size
    assert np.array_equal(gained, expected)
    seats = len(game.players) and game.max_seats
    for row in range(GAMES):
        again = copied(plain.rows[row])
        again.score[:] += expected[row]
        rank_each_for_itself(again, seats)
        assert np.array_equal(again.rank, other.rows[row].rank)
        assert (again.winner, again.winners) == (other.rows[row].winner, other.rows[row].winners)


@each_nudged
def test_the_moment_depends_on_the_luck_alone(game):
    marks = [played(game, dose).marks for dose in (Dose(UNTOUCHED, 0), every_dose(game)[0])]
    assert np.array_equal(marks[0].seat, marks[1].seat)
    assert np.array_equal(marks[0].turn, marks[1].turn)
    by_luck = marks[0].seat.reshape(-1, game.max_seats)
    assert (by_luck == by_luck[:, :1]).all()


@each_nudged
def test_what_a_nudge_gives_comes_from_the_box_and_shows_nothing_that_is_hidden(game):
    assert not found(check_every_nudge(tables(game)))


@each_nudged
def test_whole_games_are_played_after_every_nudge(game):
    for dose in every_dose(game):
        batch = played(game, dose, turns=4)
        assert batch.marks.done[batch.marks.own_turns < batch.marks.turn].sum() == 0
        assert (batch.rows.winners >= 0).all()
