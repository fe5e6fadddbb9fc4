"""Nudges of every game: an empty one changes nothing, points are points, cards are conserved, nothing hidden shows."""

from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from digsite.simulator.game.game import Game
from digsite.simulator.game.nudges import GENERAL, UNTOUCHED, Dose
from digsite.simulator.games import all_games
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.loop import rank_seats
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from tests.conformance.sight import check_blind, check_same_view, dealt_otherwise, imagined, sight_of
from tests.conformance.table import HandPlayed, copied, fields

GAMES = 60
NUDGED = [game for game in all_games().values() if game.own_nudges]
each_nudged = pytest.mark.parametrize("game", NUDGED, ids=lambda game: game.id)


def every_dose(game: Game) -> list[Dose]:
    amounts = {nudge: {*nudge.usual, nudge.least, nudge.most} - {0} for nudge in game.own_nudges}
    return [Dose(nudge, amount) for nudge, known in amounts.items() for amount in sorted(known)]


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
    assert same_but(plain.rows, other.rows, "score", "rank", "winner", "winners")
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
        rank_seats(again, seats)
        assert np.array_equal(again.rank, other.rows[row].rank)
        assert (again.winner, again.winners) == (other.rows[row].winner, other.rows[row].winners)


@each_nudged
def test_the_moment_depends_on_the_luck_alone(game):
    marks = [played(game, dose).marks for dose in (Dose(UNTOUCHED, 0), every_dose(game)[0])]
    assert np.array_equal(marks[0].seat, marks[1].seat)
    assert np.array_equal(marks[0].turn, marks[1].turn)
    by_luck = marks[0].seat.reshape(-1, game.max_seats)
    assert (by_luck == by_luck[:, :1]).all()


def turns_of(game: Game, seats: int):
    """(table, state) at the start of own turns, spread over a few games."""
    for luck, players in enumerate(fields(game, seats)[:3]):
        table = HandPlayed(game, seats, luck)
        states = [table.asked.state for _ in table.play(players)]
        begun = [state for state in states if game.nudge_kernels.own_turn(table.rules, state) >= 0]
        for at in np.unique(np.linspace(0, len(begun) - 1, 7).astype(int)):
            yield table, begun[at]


@each_nudged
def test_what_a_nudge_gives_comes_from_the_box_and_shows_nothing_that_is_hidden(game):
    sight, kernels = sight_of(game), game.nudge_kernels
    conserved = import_module(f"tests.games.{game.home.name}.conserved")
    from_the_box = getattr(conserved, "FROM_THE_BOX", {})
    options = np.zeros(game.records.max_options, np.int32)
    done = dict.fromkeys(every_dose(game), 0)
    for seats in (game.players[0], game.players[-1] - (len(game.players) > 4)):
        for table, before in turns_of(game, seats):
            seat = int(before.seat)
            for number, dose in enumerate(done):
                state, chance = copied(before), np.uint64(number * 0x9E3779B97F4A7C15 % 2**64)
                with np.errstate(over="ignore"):
                    carried_out = kernels.nudge(table.rules, state, seat, dose.nudge.code, dose.amount, chance, SILENT)
                if not carried_out:
                    assert state.tobytes() == before.tobytes(), f"{dose.label} was refused, but changed something"
                    continue
                done[dose] += 1
                expected = conserved.inventory(table.rules, before)
                if dose.nudge.name in from_the_box:
                    expected[from_the_box[dose.nudge.name]] += dose.amount
                assert conserved.inventory(table.rules, state) == expected, dose.label
                assert np.array_equal(state.stream, before.stream), f"{dose.label} touches the luck to come"
                assert state.decision == before.decision
                assert state.seat == before.seat
                assert game.kernels.legal(table.rules, state, options) >= 1
                if dose.nudge.counted and dose.nudge.raises:
                    counts = [kernels.held(table.rules, it, seat, dose.nudge.code) for it in (before, state)]
                    assert counts[1] - counts[0] == dose.amount, dose.label
                for viewer in {seat, (seat + 1) % seats}:
                    check_blind(
                        sight, table.rules, state, viewer, dealt_otherwise(sight, table.rules, state, viewer, 3)
                    )
                    check_same_view(sight, table.rules, state, viewer, imagined(sight, table.rules, state, viewer))
    assert not [dose.label for dose, times in done.items() if not times], "never possible"


@each_nudged
def test_whole_games_are_played_after_every_nudge(game):
    for dose in every_dose(game):
        batch = played(game, dose, turns=4)
        assert batch.marks.done[batch.marks.own_turns < batch.marks.turn].sum() == 0
        assert (batch.rows.winners >= 0).all()
