"""Lost Cities: finding an event tile."""

import pytest

from digsite.simulator.games.lost_cities.state import Decision, Event, Tile
from tests.games.lost_cities.positions import COLOURS, Position, fresh

BLUE, RED = COLOURS.index("blue"), COLOURS.index("red")


def on_the_way(tile: int, researcher: bool = False, **settings) -> Position:
    """Seat 1 is about to step from stone 2 to a tile on stone 3 of the red path."""
    table = fresh(**settings).hand(1, "red 5", "red 6").hand(2, "red 5", "red 6")
    return table.explorer(1, "red", 2, top=4, researcher=researcher).tile("red", 3, tile)


# -------------------------------------------------------------------------------------------------- artifacts


def test_an_artifact_tile_is_taken_off_the_board_and_its_space_stays_empty():
    table = on_the_way(Tile.ARTIFACT)
    events = table.play("advance red 5")
    assert table.state.artifact_tiles[0] == 1
    assert table.tile_at("red", 3) == Tile.NONE
    assert events[-1] == (Event.ARTIFACT, 0, RED, 3, 1)
    assert table.decision == Decision.DRAW


def test_the_next_explorer_finds_no_artifact_on_the_emptied_space():
    table = on_the_way(Tile.ARTIFACT).explorer(2, "red", 2, top=4)
    table.play("advance red 5", "draw", "advance red 5")
    assert table.state.artifact_tiles[:2].tolist() == [1, 0]


def test_the_researcher_takes_one_artifact_like_anybody():
    table = on_the_way(Tile.ARTIFACT, researcher=True)
    table.play("advance red 5")
    assert table.state.artifact_tiles[0] == 1


# --------------------------------------------------------------------------------------------- victory points


@pytest.mark.parametrize("points", [5, 10, 15])
def test_a_victory_point_tile_pays_its_value_at_once(points):
    table = on_the_way(points)
    events = table.play("advance red 5")
    assert table.state.points[0] == points
    assert events[-1] == (Event.VICTORY, 0, RED, 3, points)


def test_the_researcher_does_not_double_a_victory_point_tile():
    table = on_the_way(15, researcher=True)
    table.play("advance red 5")
    assert table.state.points[0] == 15


def test_a_victory_point_tile_stays_for_later_explorers():
    table = on_the_way(10).explorer(2, "red", 2, top=4)
    table.play("advance red 5", "draw", "advance red 5")
    assert table.state.points[:2].tolist() == [10, 10]
    assert table.tile_at("red", 3) == 10


# ----------------------------------------------------------------------------------------------------- arrows


def test_an_arrow_moves_any_one_own_explorer_that_is_on_a_path():
    table = on_the_way(Tile.ARROW).explorer(1, "blue", 1).explorer(2, "green", 1)
    events = table.play("advance red 5")
    assert events[-1] == (Event.ARROW, 0, RED, 3, 0)
    assert table.decision == Decision.STEP
    assert table.options() == {
        "step red",
        "step blue",
        "decline",
    }  # the explorer that found it counts; no rival
    events = table.play("step blue")
    assert events == [(Event.STEP, 0, BLUE, 2, 0)]
    assert (table.stone(1, "blue"), table.stone(1, "red")) == (2, 3)
    assert (table.seat, table.decision) == (1, Decision.DRAW)


def test_an_arrow_cannot_move_an_explorer_on_the_ninth_stone():
    table = on_the_way(Tile.ARROW).explorer(1, "blue", 9)
    table.play("advance red 5")
    assert table.options() == {"step red", "decline"}


def test_an_arrow_with_nobody_left_to_move_does_nothing():
    table = fresh().hand(1, "red 5").explorer(1, "red", 8, top=4).tile("red", 9, Tile.ARROW)
    table.play("advance red 5")
    assert table.stone(1, "red") == 9
    assert table.decision == Decision.DRAW


def test_an_arrow_stays_for_later_explorers():
    table = on_the_way(Tile.ARROW).explorer(2, "red", 2, top=4)
    table.play("advance red 5", "step red", "draw", "advance red 5")
    assert table.tile_at("red", 3) == Tile.ARROW
    assert table.options() == {"step red", "decline"}


def test_an_arrow_may_be_declined():
    table = on_the_way(Tile.ARROW)
    events = table.play("advance red 5", "decline")
    assert events[-1] == (Event.DECLINE, 0, 0, 0, 0)
    assert table.stone(1, "red") == 3
    assert table.decision == Decision.DRAW


def test_an_arrow_may_not_be_declined_where_the_table_makes_it_compulsory():
    table = on_the_way(Tile.ARROW, settings=["play.arrow_optional=false"])
    table.play("advance red 5")
    assert table.options() == {"step red"}


def test_an_arrow_moves_the_researcher_as_well():
    table = on_the_way(Tile.ARROW).explorer(1, "blue", 4, researcher=True)
    table.play("advance red 5", "step blue")
    assert table.stone(1, "blue") == 5


# ----------------------------------------------------------------------------------------------------- chains


def test_the_tile_an_arrow_leads_to_acts_too_and_so_on():
    table = on_the_way(Tile.ARROW).explorer(1, "blue", 1)
    table.tile("blue", 2, Tile.ARROW).tile("red", 4, Tile.ARROW).tile("red", 5, Tile.ARTIFACT)
    events = table.play("advance red 5", "step blue", "step red", "step red")
    kinds = [event[0] for event in events]
    assert kinds == [
        Event.ADVANCE, Event.ARROW, Event.STEP, Event.ARROW, Event.STEP, Event.ARROW, Event.STEP,
        Event.ARTIFACT,
    ]  # fmt: skip
    assert (table.stone(1, "red"), table.stone(1, "blue")) == (5, 2)
    assert table.state.artifact_tiles[0] == 1
    assert table.decision == Decision.DRAW


def test_an_arrow_used_again_by_a_second_own_explorer_gives_a_second_move():
    table = on_the_way(Tile.ARROW).explorer(1, "blue", 2, top=4).tile("blue", 3, Tile.ARROW)
    table.play("advance red 5", "step blue")
    assert table.options() == {"step red", "step blue", "decline"}


def test_worked_example_the_arrow_on_blue_15_leads_to_15_points_on_blue_30():
    table = fresh().hand(1, "blue 8").tile("blue", 6, Tile.ARROW).tile("blue", 7, 15)
    table.explorer(1, "blue", 5, top=6).explorer(1, "red", 1)
    table.play("advance blue 8")
    assert table.rules.stone_points[table.stone(1, "blue")] == 15
    assert table.options() == {"step blue", "step red", "decline"}
    events = table.play("step blue")
    assert table.rules.stone_points[table.stone(1, "blue")] == 30
    assert table.state.points[0] == 15
    assert events == [
        (Event.STEP, 0, BLUE, 7, 0),
        (Event.CROSS, 0, BLUE, 1, 0),
        (Event.VICTORY, 0, BLUE, 7, 15),
    ]
    assert table.tile_at("blue", 7) == 15


def test_a_tile_is_found_only_by_moving_onto_its_stone():
    table = on_the_way(15)
    table.play("advance red 5", "draw")
    table.idle()
    assert table.state.points[0] == 15
    table.play("advance red 6")
    assert table.state.points[0] == 15


def test_a_tile_on_the_first_stone_acts_when_a_path_is_begun():
    table = fresh().hand(1, "red 1").tile("red", 1, 10)
    table.play("open red 1 adventurer")
    assert table.state.points[0] == 10
