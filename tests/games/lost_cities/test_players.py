"""Lost Cities: what the heuristic players know when they decide."""

import numpy as np
import pytest

from digsite.simulator.games.lost_cities.options import MAX_OPTIONS
from digsite.simulator.games.lost_cities.state import Tile
from digsite.simulator.lab.battery.hand_play import blank_mind
from digsite.strategies.registry import line_up
from tests.games.lost_cities.positions import GAME, Position, card_number, fresh
from tests.strategies.strength import styles

each_style = pytest.mark.parametrize("name", styles("lost-cities"))


def chosen(table: Position, name: str) -> str:
    """What a player of this name does now, in words."""
    (player,) = line_up("lost-cities", [name])
    options = np.zeros(MAX_OPTIONS, np.int32)
    n = GAME.kernels.legal(table.rules, table.state, options)
    weights, mind = np.array(player.weights), blank_mind("lost-cities", table.rules)
    choose = player.strategy.choose()
    with np.errstate(over="ignore"):
        pick = choose(table.rules, table.state, int(table.state.seat), options, n, weights, mind)
    return table.words(int(options[pick]))


# ------------------------------------------------------------------------------------------- ending the game


def before_the_last_bridge(*points: int) -> Position:
    """Seat 1 can bring the fifth explorer over a bridge, from 15 to 30 points, in the last expedition."""
    table = fresh(len(points)).last_expedition().points(*points).tokens(*[5] * len(points))
    table.hand(1, "red 9", "white 0").explorer(1, "red", 6, top=4)
    for path in ("blue", "green", "white", "yellow"):
        table.explorer(2, path, 7)  # 120 points
    return table.discards("yellow", 3)


@each_style
@pytest.mark.parametrize(
    ("points", "ends"), [((95, 0), True), ((90, 0), True), ((85, 0), False), ((200, 0, 295), False)]
)
def test_whoever_can_end_the_game_does_it_if_that_wins_or_shares_the_win_and_only_then(name, points, ends):
    assert (chosen(before_the_last_bridge(*points), name) == "advance red 9") == ends


@each_style
@pytest.mark.parametrize(("tokens", "ends"), [((5, 6), False), ((6, 6), True), ((9, 9), True)])
def test_artifacts_are_counted_before_the_game_is_ended(name, tokens, ends):
    table = before_the_last_bridge(90, 0).tokens(*tokens)
    assert (chosen(table, name) == "advance red 9") == ends
    table.state.artifact_tiles[1] = 1  # a tile not yet exchanged counts as well
    assert chosen(table, name) != "advance red 9"


@each_style
def test_an_arrow_does_not_end_a_game_that_is_lost_by_it(name):
    table = before_the_last_bridge(0, 0).explorer(1, "blue", 4, top=5).hand(1, "blue 7").tile("blue", 5, Tile.ARROW)
    table.play("advance blue 7")
    assert chosen(table, name) != "step red"


@each_style
@pytest.mark.parametrize(("points", "draws"), [((10, 0), True), ((0, 0), True), ((0, 10), False)])
def test_the_last_card_of_the_last_pile_is_drawn_to_win_and_left_as_long_as_that_would_lose(name, points, draws):
    table = fresh().last_expedition().points(*points).tokens(5, 5).hand(1, "white 0").pile("red 3")
    table.discards("yellow", 9).explorer(1, "yellow", 4, top=8).explorer(2, "yellow", 4, top=10)
    table.play("discard white 0")
    assert (chosen(table, name) == "draw") == draws


# ------------------------------------------------------------------------------------------- artifacts


@each_style
def test_an_artifact_is_worth_what_it_adds_to_the_track(name):
    """On the way from four to five artifacts the tile beats fifteen points; from ten on it is worth nothing."""
    for held, first in ((4, "red"), (10, "blue")):
        table = fresh().last_expedition().tokens(held, held).hand(1, "white 5").explorer(1, "white", 1, top=3)
        for path in ("red", "blue"):
            table.explorer(1, path, 4, top=10)
        table.tile("white", 2, Tile.ARROW).tile("red", 5, Tile.ARTIFACT).tile("blue", 5, 15)
        table.play("advance white 5")
        assert chosen(table, name) == f"step {first}", held


@each_style
def test_an_arrow_is_spent_on_an_artifact_that_a_rival_is_about_to_take(name):
    """The rival stands one stone before it; the other explorer finds its points there later, too."""
    table = fresh().tokens(4, 4).hand(1, "white 5").explorer(1, "white", 1, top=3).tile("white", 2, Tile.ARROW)
    for path in ("red", "blue"):
        table.explorer(1, path, 4, top=2)
    table.tile("red", 5, Tile.ARTIFACT).tile("blue", 5, 10).explorer(2, "red", 4, top=2)
    table.play("advance white 5")
    assert chosen(table, name) == "step red"


# ------------------------------------------------------------------------------------------- opening and waiting


@each_style
def test_a_six_and_a_ten_open_no_path(name):
    table = fresh().hand(1, "red 6", "red 10", "blue 8", "green 9", "white 8", "white 10", "yellow 7", "yellow 9")
    assert chosen(table, name).startswith("discard")


@each_style
def test_a_path_is_not_opened_when_too_few_turns_are_left_to_come_out_of_the_negative_stones(name):
    cards = ["red 0", "red 1", "red 2", "red 3", "blue 9", "green 9", "white 9", "yellow 9"]
    assert chosen(fresh().hand(1, *cards), name).startswith("open red 0")
    assert chosen(fresh().hand(1, *cards).pile(*["white 5"] * 4), name).startswith("discard")


@each_style
def test_a_card_that_leaves_a_gap_is_kept_while_there_is_time_and_played_before_it_is_too_late(name):
    """Red 9 on a 1: with the whole pile to come lower cards may still be drawn, with the last of it they may not."""
    cards = ["red 9", "blue 0", "blue 1", "green 2", "white 1", "white 3", "yellow 0", "yellow 2"]
    for pile, choice in ((60, "discard"), (4, "advance red 9")):
        table = fresh().hand(1, *cards).explorer(1, "red", 3, top=1)
        for path in ("blue", "green", "white", "yellow"):
            table.explorer(1, path, 4, top=8, researcher=path == "blue")
        assert chosen(table.pile(*["white 5"] * pile), name).startswith(choice), pile


@each_style
def test_cards_that_are_gone_are_not_hoped_for(name):
    """Red 9 on a 4 leaves nothing behind once all cards in between lie on the table."""
    table = fresh().hand(1, "red 9", "blue 1", "green 2", "white 3").explorer(1, "red", 3, top=4)
    for path in ("blue", "green", "white", "yellow"):
        table.explorer(1, path, 4, top=8, researcher=path == "blue")
    assert chosen(table, name).startswith("discard")
    for value in range(4, 9):
        table.state.played[card_number(f"red {value}")] = 2
    assert chosen(table, name) == "advance red 9"


@each_style
def test_of_two_paths_alike_the_one_with_more_cards_ready_goes_on_first(name):
    """Blue and red stand alike; red needs three turns for its cards, blue one."""
    table = fresh().hand(1, "blue 3", "red 3", "red 4", "red 5", "green 0", "white 0", "yellow 0", "yellow 1")
    for path in ("blue", "red"):
        table.explorer(1, path, 3, top=2)
        table.tile(path, 4, Tile.NONE).tile(path, 5, Tile.NONE).tile(path, 6, Tile.NONE).tile(path, 7, Tile.NONE)
    for path in ("green", "white", "yellow"):
        table.explorer(1, path, 4, top=8, researcher=path == "green")
    assert chosen(table, name) == "advance red 3"


# ------------------------------------------------------------------------------------------- paths that run down


@each_style
@pytest.mark.parametrize(("variants", "draw"), [(["descending-paths"], "take red"), ([], "draw")])
def test_a_lower_card_is_welcome_on_a_path_begun_with_a_ten_that_may_run_down(name, variants, draw):
    table = fresh(variants=variants).hand(1, "white 0").explorer(1, "red", 3, top=10, researcher=True)
    table.discards("red", 9).play("discard white 0")
    assert chosen(table, name) == draw
