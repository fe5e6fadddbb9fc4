"""The board of the rules fits all that is told of the game: as well as any other of the grid, and far better than most."""

import pytest

from digsite.simulator.games import find_game
from tests.games.chac.fit import AGAINST, EVIDENCE, GRID, Board, escapes, fit, neighbours

DEFAULT = Board(())
WIDE = neighbours()["wide temple"]
SPREAD = 1.5  # of two fits that differ by less neither is better: half of it is chance of the games played


def test_the_grid_holds_the_board_of_the_rules_and_the_wide_temple():
    figures = find_game("chac").figures
    assert neighbours()["default"].figures == figures.values()
    assert WIDE.figures == figures.with_variants(["wide-temple"]).values()
    assert all(figures[key] == values[0] for key, values in GRID.items())
    assert not any(figures.by_key[key].confirmed for key in GRID)


def test_the_bridge_is_a_shortcut_on_both_boards_and_the_river_a_longer_one_on_the_default():
    assert (DEFAULT.by_bridge, DEFAULT.by_river, DEFAULT.by_long_way) == (7, 9, 13)
    assert (WIDE.by_bridge, WIDE.by_river, WIDE.by_long_way) == (9, 7, 13)
    assert EVIDENCE["bridge a shortcut"].likelihood(DEFAULT) == 0
    assert EVIDENCE["bridge a shortcut"].likelihood(WIDE) == -AGAINST["low"]


def test_the_turn_on_which_the_walls_meet_is_exact():
    assert [round(chance, 3) for chance in DEFAULT.contact.values()] == [0.007, 0.107, 0.245, 0.311, 0.254, 0.076]
    assert [round(chance, 3) for chance in WIDE.contact.values()] == [0.0, 0.001, 0.014, 0.078, 0.258, 0.65]


@pytest.mark.verify
def test_the_default_board_fits_as_well_as_any_other_that_differs_in_one_thing():
    totals = {name: sum(fit(board).values()) for name, board in neighbours().items()}
    assert totals["default"] > max(totals.values()) - SPREAD, totals
    assert totals["default"] > totals["wide temple"] + 2 * SPREAD, totals


@pytest.mark.verify
def test_players_escape_on_the_default_board_as_often_as_reports_allow():
    """11 of 20, perhaps 14 of 20: the exact 95 % interval of the first reaches from 0.32 to 0.77."""
    assert 0.32 < escapes(DEFAULT) < 0.77
    assert abs(escapes(DEFAULT) - 0.7) < 0.05
