"""The odds that players look up in their tables, against counting out the dice."""

from functools import cache
from itertools import product
from math import comb

import pytest

from simulator.games import find_game
from strategies.chac.tables import build_tables


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
    assert tables.in_time[clock * 7 + level, late, room] == pytest.approx(
        ahead(turn, rolled, level, late, room), abs=1e-3
    )


@pytest.mark.parametrize(("level", "cards", "swims"), [(2, 0, 0), (2, 3, 0), (3, 5, 1), (4, 9, 0), (4, 9, 1)])
def test_the_river_is_left_with_what_the_dice_leave(tables, level, cards, swims):
    """The chance to survive times the share of the cards that is kept; half a card stands for bare life."""
    expected = 0.0
    for dice in product(range(1, 7), repeat=level):
        owed = max(dice.count(1) - swims, 0)
        if 3 * owed <= cards:
            expected += (5 / 6) ** owed * (cards - 3 * owed + 0.5) / (cards + 0.5) / 6**level
    assert tables.leaves_river[level, cards, swims] == pytest.approx(expected, abs=1e-6)


def test_cards_are_ranked_by_worth_a_casket_between_three_and_four(tables):
    assert tables.worth[0] == 3.5
    assert [float(tables.worth[kind]) for kind in tables.by_worth] == [6, 5, 4, 4, 3.5, 3, 2, 1]
    assert tables.deck_worth == pytest.approx(3.05)
