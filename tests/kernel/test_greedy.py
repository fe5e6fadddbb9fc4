"""Greedy players: a slow twin, moves that are known to be the best, worths that mathematics gives, and what they may see."""

from functools import cache

import numpy as np
import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.kernel.jit.compile import function_value, rule
from digsite.simulator.kernel.play.loop import (
    CURSOR_IMAGINED,
    CURSOR_OPTIONS,
    CURSOR_PICK,
    CURSOR_SEARCHES,
    CURSOR_WORLDS,
)
from digsite.simulator.kernel.play.random_player import compile_random
from digsite.simulator.kernel.play.records import Search, record
from digsite.simulator.kernel.play.rng import below, draw_bits
from digsite.simulator.kernel.search.greedy import WORTH, any_best
from digsite.simulator.kernel.search.imagine import deal_world, one_way
from digsite.simulator.kernel.search.lookahead import STOPPED, compile_search
from digsite.simulator.kernel.search.rollouts import world_luck
from tests.kernel import door, toss
from tests.kernel.test_search import BOLD, PLAIN, Thought, lookalike, of_all, position

MANY = 400 if DISABLE_JIT else 4_000


def greedily(deals, choices=1):
    box = record(Search)
    box[0].worlds, box[0].choices = deals, choices
    return box[0]


@cache
def anything(game):
    """The random player of a toy game."""
    return compile_random(game.CHOOSE, int(game.Stream.NOISE))


def worths(thought, options=2):
    return thought.desk.sums[WORTH, :options].tolist()


# ------------------------------------------------------------------------------------------------------- the twin


class Twin:
    """A greedy player of the game of coins, written from its description alone; it plays on with any strategy."""

    def __init__(self, state, deals, choices, strategy, notes=0):
        self.state, self.choices, self.strategy, self.notes = state.copy(), choices, strategy, notes
        self.rules, self.seat = toss_rules(), int(state.seat)
        self.sums = [0, 0]
        with np.errstate(over="ignore"):
            luck = whole(one_way(whole(draw_bits(self.state, toss.Stream.NOISE + self.seat))))
            for number in range(deals):
                for option in (PLAIN, BOLD):
                    self.sums[option] += self.worth(whole(world_luck(whole(world_luck(luck, number)), 0)), option)
            best = [option for option in (PLAIN, BOLD) if self.sums[option] == max(self.sums)]
            self.pick = best[int(below(self.state, toss.Stream.NOISE + self.seat, len(best)))]

    def worth(self, luck, option):
        """Points ahead after so many own choices, all tosses of a deal being those of its luck."""
        world, asked = self.state.copy(), [0, 0]
        asked[self.seat] = self.notes
        deal_world(self.rules, self.state, self.seat, luck, world, toss.redeal)
        own = 0
        while True:
            toss.apply(self.rules, world, option, toss.SILENT)
            own += world.seat == self.seat
            if world.over or own == self.choices:
                points = world.points + world.card
                return int(points[self.seat] - points[1 - self.seat])
            option = self.strategy(world, asked)


def whole(bits):
    """Bits as the kernel has them: compiled functions return plain numbers, which they would not take for bits."""
    return np.uint64(int(bits))


def toss_rules():
    box = record(toss.Rules)
    box[0].seats, box[0].tosses = toss.SEATS, toss.TOSSES
    return box[0]


def at_random(world, _asked):
    return int(below(world, toss.Stream.NOISE + int(world.seat), 2))


def patiently(world, asked):
    seat = int(world.seat)
    asked[seat] += 1
    return int(asked[seat] > toss.PLAIN)


@pytest.mark.parametrize("choices", [1, 2, 3, 9])
@pytest.mark.parametrize("notes", [0, 2])
def test_it_does_what_its_twin_does(choices, notes):
    for luck in range(1, 31):
        state = position(points=(3, 4), left=6, seat=luck % 2, card=(1, 0), luck=luck)
        for kernel, twin in ((anything(toss), at_random), (toss.patient, patiently)):
            thought = Thought(state.copy(), greedily(5, choices), strategy=kernel, notes=notes)
            expected = Twin(state, 5, choices, twin, notes)
            assert (worths(thought), thought.pick) == (expected.sums, expected.pick)


def test_it_leaves_the_noise_of_its_seat_as_its_twin_does_and_nothing_else_changed():
    state = position(points=(3, 4), left=5)
    before, expected = state.copy(), Twin(state, 6, 1, at_random)
    Thought(state, greedily(6), strategy=anything(toss))
    assert state.stream[toss.Stream.NOISE] == expected.state.stream[toss.Stream.NOISE]
    assert state.stream[toss.Stream.NOISE] != before.stream[toss.Stream.NOISE]
    state.stream[toss.Stream.NOISE] = before.stream[toss.Stream.NOISE]
    assert state.tobytes() == before.tobytes()


# ------------------------------------------------------------------------------------------------- the known best


@rule(door.TYPES.worth)
def worth_of_doors(rules, state, seat):
    """Points, and a door is worth four."""
    return float(state.points[seat] + 4 * state.door)


@rule(door.TYPES.worth)
def worth_of_nothing(rules, state, seat):
    """No number."""
    return np.nan


@cache
def search_behind_doors(has_worth):
    return compile_search(door.TYPES._replace(has_worth=has_worth), door.CHOOSE)


def chosen(choices, locks=False, worth=None, luck=1, deals=60):
    """What a greedy player takes first in the game of doors."""
    arrays = toss.arrays(
        door, door.rules_box(locks), order=toss.order(0), state=door.start(luck=luck), options=(door.COIN, door.DOOR),
        search=of_all(greedily(deals, choices)),
    )  # fmt: skip
    strategies, desk = (anything(door),) * door.SEATS, door.desk(0)._replace(worth=worth and function_value(worth))
    with np.errstate(over="ignore"):
        return search_behind_doors(worth is not None)(arrays, desk, door.MOVES, strategies, 0, 0, 2)


def test_the_coin_is_best_at_the_next_choice_and_the_door_at_the_end():
    """By hand: a coin is a point more at the next choice. After it the seat takes a coin or nothing, after the door a coin
    or five points: 1.5 against 3 points on average."""
    assert {chosen(1, luck=luck) for luck in range(5)} == {door.COIN}
    assert {chosen(2, luck=luck) for luck in range(5)} == {door.DOOR}


def test_what_rivals_may_do_until_then_counts():
    """By hand: a rival that tosses a coin whether to lock the door leaves the seat 1.75 points on average, and 1.5 without
    it; one that always takes a coin for itself as well."""
    assert chosen(2, locks=True, deals=2_000 if not DISABLE_JIT else 600) == door.DOOR


def test_a_game_may_say_what_a_position_is_worth():
    assert chosen(1, worth=worth_of_doors) == door.DOOR
    assert {chosen(1, worth=worth_of_nothing, luck=luck) for luck in range(20)} == {door.COIN, door.DOOR}


def test_worths_are_those_that_mathematics_gives():
    """One toss each and another choice: all tosses are worth half a point, and nobody knows the rival's card."""
    thought = Thought(position(points=(3, 4), left=5, card=(1, 0)), greedily(MANY), strategy=anything(toss))
    exact = 3 + 1 + 0.5 - (4 + 0.5 + 0.5)
    for total, variance in zip(worths(thought), (0.25, 0.75), strict=True):
        error = np.sqrt((variance + 0.25 + (0.25 + 0.75) / 2) / MANY)
        assert abs(total / MANY - exact) < 4.5 * error


# ---------------------------------------------------------------------------------------------------------- equals


def test_equals_have_the_same_chance():
    sums, state, stream = np.array([1.0, 3.0, 2.0, 3.0, 3.0]), position(), toss.Stream.NOISE
    with np.errstate(over="ignore"):
        counts = np.bincount([any_best(sums, 5, state, stream) for _ in range(3_000)], minlength=5)
    assert counts[[0, 2]].tolist() == [0, 0]
    assert (abs(counts[[1, 3, 4]] - 1_000) < 4.5 * np.sqrt(3_000 * 2 / 9)).all()


@pytest.mark.parametrize(
    ("sums", "possible"),
    [((np.nan, 1.0, np.nan), {1}), ((-np.inf, -np.inf), {0, 1}), ((np.nan, np.nan), {0, 1}), ((5.0, np.inf), {1})],
)
def test_any_worth_leads_to_an_option(sums, possible):
    state = position()
    with np.errstate(over="ignore"):
        found = {any_best(np.array(sums), len(sums), state, toss.Stream.NOISE) for _ in range(60)}
    assert found == possible


def test_options_that_are_the_same_are_taken_alike():
    """The same option twice meets the same deals, so only the last draw tells them apart."""
    picks = [
        Thought(position(left=5, luck=luck), greedily(4), strategy=anything(toss), options=(BOLD, BOLD)).pick
        for luck in range(1, 201)
    ]
    assert 60 < sum(picks) < 140


# --------------------------------------------------------------------------------------------- what a seat may see


def seen(redeal):
    """The worths at some positions, and at others that look the same."""
    pairs = []
    for luck in range(1, 9):
        state = position(points=(7, 9), luck=luck)
        both = (Thought(it, greedily(16), strategy=anything(toss), redeal=redeal) for it in (state, lookalike(state)))
        pairs.append(tuple(worths(thought) for thought in both))
    return pairs


def test_it_cannot_see_what_is_hidden():
    assert all(one == other for one, other in seen(toss.redeal))


def test_a_redeal_that_leaks_is_seen_in_the_worths():
    assert any(one != other for one, other in seen(toss.redeal_nothing))


# ---------------------------------------------------------------------------------------------- a player like others


def test_it_is_the_same_to_the_last_digit_with_the_jit_on_and_off():
    found = []
    for luck in (1, 2, 3):
        state = position(points=(3, 4), left=5, card=(1, 0), luck=luck)
        thought = Thought(state, greedily(8, 2), strategy=anything(toss))
        found.append((thought.pick, worths(thought)))
    assert found == [(PLAIN, [8, 6]), (BOLD, [-6, -5]), (BOLD, [3, 5])]


def test_it_begins_anew_whatever_was_thought_before():
    state, other = position(points=(3, 4), left=5), position(points=(6, 8), left=3, luck=9)
    fresh, used = (Thought(it.copy(), greedily(16), strategy=anything(toss)) for it in (state, other))
    again = Thought(state.copy(), greedily(16), strategy=anything(toss), desk=used.desk)
    assert (again.pick, worths(again)) == (fresh.pick, worths(fresh))


def test_it_counts_its_search_and_its_deals_and_is_back_in_the_game():
    thought = Thought(position(left=5), greedily(16), strategy=anything(toss))
    assert thought.cursor[[CURSOR_SEARCHES, CURSOR_WORLDS, CURSOR_IMAGINED]].tolist() == [1, 32, 0]


def test_it_gives_up_when_it_is_stopped():
    how = greedily(50)
    how.stop = 1
    thought = Thought(position(left=5), how, strategy=anything(toss))
    assert (thought.pick, thought.cursor[CURSOR_IMAGINED]) == (STOPPED, 1)


def test_a_pick_that_is_not_there_in_a_deal_is_named():
    thought = Thought(position(points=(1, 1), left=5), greedily(4), strategy=toss.broken)
    assert thought.pick == STOPPED
    assert thought.cursor[[CURSOR_IMAGINED, CURSOR_PICK, CURSOR_OPTIONS]].tolist() == [1, toss.NOTHING_THERE, 2]


def test_deals_that_are_never_possible_are_named():
    thought = Thought(position(left=5), greedily(4), strategy=anything(toss), redeal=toss.redeal_never)
    assert thought.pick == STOPPED
    assert thought.cursor[[CURSOR_IMAGINED, CURSOR_OPTIONS]].tolist() == [1, 0]


def test_a_deal_that_does_not_end_is_worth_what_it_came_to():
    short = toss.order(0)
    short[0].most_decisions = 1
    thought = Thought(position(points=(3, 4), left=5), greedily(16, 9), strategy=anything(toss), order=short)
    assert thought.pick in (PLAIN, BOLD)
    assert thought.cursor[CURSOR_WORLDS] == 32
