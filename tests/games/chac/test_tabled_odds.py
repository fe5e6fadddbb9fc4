"""The odds that players look up in their tables, against counting out the dice."""

from functools import cache
from itertools import product
from math import comb

import pytest

from digsite.simulator.games import find_game
from digsite.strategies.chac.tables import build_tables, leaves_river


@pytest.fixture(scope="module")
def tables():
    game = find_game("chac")
    return build_tables(game.build_rules(game.figures, 3)[0])[0]


def exactly(dice: int, faces: int, shown: int) -> float:
    return comb(dice, shown) * (faces / 6) ** shown * (1 - faces / 6) ** (dice - shown)


@cache
def ahead(turn: int, rolled: bool, level: int, late: int, room: int) -> float:
    """Chance to take `late` more actions before the boulder has come `room` spaces, turn by turn."""
    if late <= 0:
        return 1.0
    if rolled:  # this turn's actions are spent: the boulder rolls next
        dice = min(turn, 5)
        steps = range(min(room, dice + 1))
        return sum(exactly(dice, 5, step) * ahead(turn + 1, False, level, late, room - step) for step in steps)
    if turn > 14:
        return 0.0
    return sum(exactly(5, 7 - level, done) * ahead(turn, True, level, late - done, room) for done in range(6))


@pytest.mark.parametrize("turn", [1, 4, 9])
@pytest.mark.parametrize("rolled", [True, False])
@pytest.mark.parametrize(("level", "late", "room"), [(2, 1, 1), (2, 6, 5), (3, 4, 6), (4, 7, 12)])
def test_actions_come_in_time_as_often_as_counted_out(tables, turn, rolled, level, late, room):
    clock = 2 * turn + (not rolled)
    assert tables.in_time[clock * 7 + level, room, late] == pytest.approx(
        ahead(turn, rolled, level, late, room), abs=1e-3
    )


@pytest.mark.parametrize(("level", "cards", "swims"), [(2, 0, 0), (2, 3, 0), (3, 5, 1), (4, 9, 0), (4, 9, 1)])
def test_the_river_is_left_with_what_the_dice_leave(level, cards, swims):
    """The chance to survive times the share of the cards that is kept; half a card stands for bare life."""
    expected = 0.0
    for dice in product(range(1, 7), repeat=level):
        owed = max(dice.count(1) - swims, 0)
        if 3 * owed <= cards:
            expected += (5 / 6) ** owed * (cards - 3 * owed + 0.5) / (cards + 0.5) / 6**level
    assert leaves_river(3, level, cards, swims) == pytest.approx(expected, abs=1e-9)


def test_cards_are_ranked_by_worth_a_casket_between_three_and_four(tables):
    assert tables.worth[0] == 3.5
    assert [float(tables.worth[kind]) for kind in tables.by_worth] == [6, 5, 4, 4, 3.5, 3, 2, 1]
    assert tables.deck_worth == pytest.approx(3.05)


@pytest.mark.parametrize(("load", "planks", "chance"), [(2, 1, 1 / 6), (4, 2, 1 / 4), (7, 5, 1.0), (3, 0, 1.0)])
def test_a_bridge_falls_when_every_plank_snaps(tables, load, planks, chance):
    assert tables.falls[load, planks] == pytest.approx(chance)


def test_a_trip_down_the_river_counts_searches_and_a_heavier_load(tables):
    """From three cards, level 2, five actions a turn on average become four with a fourth card, level 3."""
    assert tables.trips[3, 8, 0].tolist() == [8, 8, 2, 2]  # 8 spaces, C34 to the exit, by the bridge 6 fewer
    assert tables.trips[3, 8, 2].tolist() == [int(10 * 5 / 4 + 0.5), int(8 * 5 / 4 + 0.5), int(2 * 5 / 4 + 0.5), 3]
    assert tables.kept[3, 2, 1] == pytest.approx(leaves_river(3, 3, 5, 1))


@pytest.mark.parametrize(
    ("turn", "spaces", "turns"), [(1, 0, 0), (1, 1, 2), (1, 3, 3), (5, 4, 1), (5, 5, 2), (12, 64, 12)]
)
def test_the_boulder_comes_so_many_spaces_on_average(tables, turn, spaces, turns):
    """A die moves it five times of six: 5/6 on turn 1, 25/6 from turn 5 on; nobody waits longer than twelve turns."""
    assert tables.waits[turn, spaces] == turns


@pytest.mark.parametrize(("turns", "level", "actions"), [(0, 2, 0), (1, 2, 25 / 6), (3, 4, 7.5), (12, 6, 10)])
def test_turns_give_so_many_actions_on_average(tables, turns, level, actions):
    assert tables.rolled[turns, level] == pytest.approx(actions)


@pytest.mark.parametrize("spared", [0, 1])
@pytest.mark.parametrize("numbers", [1, 3, 5])
def test_a_lock_opens_as_often_as_counted_out(tables, numbers, spared):
    """One roll of all five dice; Lock Picking spares a number."""
    rolls = list(product(range(1, 7), repeat=5))
    opened = sum(len({die for die in dice if die <= numbers}) >= numbers - spared for dice in rolls)
    assert tables.opens[spared, numbers, numbers, 1] == pytest.approx(opened / len(rolls))


def test_numbers_found_at_a_lock_are_kept(tables):
    """With one of three missing, three dice are rolled each time."""
    assert tables.opens[0, 3, 1, 2] == pytest.approx(1 - (5 / 6) ** 6)
    assert tables.opens[1, 3, 1, 0] == 1.0
    assert tables.opens[0, 3, 1, 0] == 0.0


@pytest.mark.parametrize(("cards", "lighter"), [(0, 0), (3, 3), (4, 3), (6, 3), (7, 6), (12, 9), (40, 9)])
def test_a_lighter_load_is_the_most_of_a_lower_level(tables, cards, lighter):
    assert tables.lighter[cards] == lighter
    assert tables.light == 3


def test_wall_cards_are_picked_in_as_many_ways_as_counted(tables):
    assert [float(tables.ways[18, picked]) for picked in range(5)] == [comb(18, picked) for picked in range(5)]
    assert tables.ways[2, 3] == 0.0


@pytest.mark.parametrize(("clues", "chance"), [(0, (10 / 14) ** 4), (3, (10 / 11) ** 4), (4, 1.0)])
def test_four_slabs_are_crossed_by_what_is_not_known_of_them(tables, clues, chance):
    assert tables.safety[clues] == pytest.approx(chance)
