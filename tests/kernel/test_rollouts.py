"""Rollouts against mathematics: a game of coins with a hidden card, from a moment in its middle."""

from functools import cache

import numpy as np
import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.kernel.play.loop import CURSOR_OPTIONS, CURSOR_PICK, CURSOR_SEAT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.search.rollouts import (
    FACT_EVENTS,
    FACT_OPTIONS,
    FACT_PICK,
    FACTS,
    compile_rollouts,
    world_luck,
)
from digsite.strategies.minds import memory
from tests.kernel import toss

WORLDS = 400 if DISABLE_JIT else 20_000


@cache
def rollouts():
    return compile_rollouts(toss.TYPES, toss.CHOOSE)


def rules_box():
    box = record(toss.Rules)
    box[0].seats, box[0].tosses = toss.SEATS, toss.TOSSES
    return box


def traced(luck=5, strategy=toss.patient):
    """A game: its states, what the players had in mind, and the facts of each decision."""
    states, kept = record(toss.State, toss.TOSSES), np.zeros((toss.TOSSES, *memory(2, 8).shape), np.uint8)
    offered, facts = np.zeros((toss.TOSSES, 2), np.int32), np.zeros((toss.TOSSES, FACTS), np.int64)
    with np.errstate(over="ignore"):
        fine = rollouts().trace(
            toss.arrays(toss, rules_box(), order=toss.order(luck), events=buffer(8)), toss.desk(), toss.MOVES,
            (strategy,) * toss.SEATS, toss.no_search(), states, kept, offered, facts,
        )  # fmt: skip
    assert fine
    return states, kept, facts


def rolled(states, kept, seat, redeal, tried=(), luck=3, strategy=toss.patient, worlds=WORLDS, most=1_000):
    wins = np.zeros((len(states), max(len(tried), 1), worlds, toss.SEATS))
    arrays = toss.arrays(toss, rules_box(), order=toss.order(0))
    arrays.order[0].most_decisions = most
    with np.errstate(over="ignore"):
        fine = rollouts().roll_out(
            arrays, toss.desk(), (*toss.MOVES[:-1], redeal), (strategy,) * toss.SEATS, states, kept,
            np.full(len(states), luck, np.uint64), seat, np.array(tried, np.int32), wins, np.zeros_like(wins),
        )  # fmt: skip
    return fine, wins, arrays.cursor


def exact(state, asked, cards):
    lead = int(state.points[0]) - int(state.points[1])
    chances = [toss.win_chance(lead + one - other, int(state.left), int(state.seat), asked) for one, other in cards]
    return float(sum(chances) / len(chances))


def near(wins, chance):
    assert abs(wins[:, 0].mean() - chance) < 4.5 * np.sqrt(0.25 / len(wins))
    assert wins.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("at", [0, 3, 5, 7])
def test_an_open_table_gives_the_chance_that_mathematics_gives(at):
    states, kept, _ = traced()
    cards = [tuple(states[at].card.tolist())]
    _, wins, _ = rolled(states[at : at + 1], kept[at : at + 1], 0, toss.shuffle_unseen)
    near(wins[0, 0], exact(states[at], (-(-at // 2), at // 2), cards))


@pytest.mark.parametrize("at", [0, 3, 6])
def test_a_seat_s_view_averages_over_the_rival_s_card(at):
    states, kept, _ = traced()
    own = int(states[at].card[0])
    _, wins, _ = rolled(states[at : at + 1], kept[at : at + 1], 0, toss.redeal)
    near(wins[0, 0], exact(states[at], (-(-at // 2), at // 2), [(own, 0), (own, 1)]))


def test_blank_minds_play_as_if_they_had_just_sat_down():
    """The players toss plainly again: a different chance, so that notes which are lost would be noticed."""
    states, kept, _ = traced(luck=1)
    cards = [tuple(states[4].card.tolist())]
    _, wins, _ = rolled(states[4:5], np.zeros_like(kept[4:5]), 0, toss.shuffle_unseen)
    blank, remembered = exact(states[4], (0, 0), cards), exact(states[4], (2, 2), cards)
    assert abs(blank - remembered) > 0.02
    near(wins[0, 0], blank)


def test_an_option_that_is_tried_is_taken_first_in_the_same_worlds():
    states, kept, _ = traced()
    at, cards = 2, [tuple(states[2].card.tolist())]
    fine, wins, _ = rolled(states[at : at + 1], kept[at : at + 1], 0, toss.shuffle_unseen, tried=(0, 1, 0))
    assert fine
    assert (wins[0, 0] == wins[0, 2]).all()
    seat, ahead = int(states[at].seat), states[at].copy()
    for option, (gain, chance) in enumerate([(1, 0.5), (2, 0.25)]):
        ways = []
        for points, weight in ((gain, chance), (0, 1 - chance)):
            then = ahead.copy()
            then.points[seat] += points
            then.seat, then.left = 1 - seat, ahead.left - 1
            ways.append(weight * exact(then, (1, 1), cards))  # a move that is forced is not in the player's notes
        near(wins[0, option], sum(ways))


def test_moments_at_one_go_are_as_one_by_one_and_states_stay_as_they_are():
    states, kept, _ = traced()
    before = states.tobytes()
    together = rolled(states, kept, 1, toss.redeal, worlds=50)[1]
    for at in range(len(states)):
        alone = rolled(states[at : at + 1], kept[at : at + 1], 1, toss.redeal, worlds=50)[1]
        assert (alone[0] == together[at]).all()
    assert states.tobytes() == before


def test_every_world_has_a_luck_of_its_own():
    with np.errstate(over="ignore"):
        assert len({int(world_luck(np.uint64(7), world)) for world in range(500)}) == 500


def test_nobody_wins_a_world_that_does_not_end():
    states, kept, _ = traced()
    fine, wins, _ = rolled(states[:1], kept[:1], 0, toss.redeal, worlds=30, most=toss.TOSSES - 1)
    assert fine
    assert not wins.any()


def test_a_trace_keeps_every_moment():
    states, kept, facts = traced()
    assert states.turns.tolist() == list(range(toss.TOSSES))
    assert facts[:, FACT_OPTIONS].tolist() == [2] * toss.TOSSES
    assert facts[:, FACT_PICK].tolist() == [0] * 4 + [1] * 4
    assert facts[:, FACT_EVENTS].tolist() == [0] * toss.TOSSES
    asked = kept[:, :, :8].copy().view(np.int64)[:, :, 0]
    assert asked.tolist() == [[-(-at // 2), at // 2] for at in range(toss.TOSSES)]


def test_a_pick_that_is_not_there_stops_the_worlds_and_is_named():
    states, kept, _ = traced()
    fine, _, cursor = rolled(states[:1], kept[:1], 0, toss.redeal, strategy=toss.broken)
    assert not fine
    assert (cursor[CURSOR_PICK], cursor[CURSOR_OPTIONS]) == (toss.NOTHING_THERE, 2)
    assert cursor[CURSOR_SEAT] in (0, 1)


def test_worlds_that_could_not_have_come_about_are_dealt_again():
    states, kept, _ = traced()
    fine, wins, _ = rolled(states[3:4], kept[3:4], 0, toss.redeal_low)
    assert fine
    near(wins[0, 0], exact(states[3], (2, 1), [(int(states[3].card[0]), 0)]))
    assert not rolled(states[3:4], kept[3:4], 0, toss.redeal_never)[0]
