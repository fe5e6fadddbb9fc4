"""The solo rival: its tiles, priorities, arrows and scoring."""

import numpy as np
import pytest

from digsite.simulator.games.arnak.moves.rival import play_rival_tile
from digsite.simulator.games.arnak.state import NOBODY, RIVAL, Event
from digsite.simulator.kernel.play.events import SILENT
from tests.games.arnak.positions import GAME, GUARDIANS, SITES, Position, card_name

TILES = GAME.figures.tables["rival.tiles"].rows
LEFT, RIGHT = "dig_coin", "dig_compass"  # tiles whose backs show these arrows


def solo(variants=(), settings=(), round_number: int = 1) -> Position:
    """A solo game in which the rival has no figures on the island yet."""
    table = Position(1, variants=variants, settings=settings).round(round_number)
    table.state.occupant[:] = -1
    table.state.tile[5:] = -1
    return table


def turn_up(table: Position, tile: str, arrow: str = LEFT) -> Position:
    """The rival turns up a tile; the next one on the stack shows an arrow."""
    table.state.rival_stack[:2] = [TILES.index(arrow), TILES.index(tile)]
    table.state.rival_left = 2
    table._events[0, 0] = 0
    with np.errstate(over="ignore"):
        play_rival_tile(table.rules, table.state, table._events)
    return table


def rival_sites(table: Position) -> list[str]:
    return [site for at, site in enumerate(SITES) if RIVAL in table.state.occupant[at].tolist()]


@pytest.mark.parametrize("resource", ["coin", "compass", "tablet", "arrowhead", "jewel"])
def test_the_rival_digs_where_the_resource_is_offered(resource):
    assert rival_sites(turn_up(solo(), f"dig_{resource}")) == [f"camp_{resource}"]


def test_a_higher_row_comes_first_and_then_the_arrow():
    for arrow, site in ((LEFT, "j5"), (RIGHT, "j8")):
        table = solo()
        for at, tile in (("j1", "l1_05"), ("j5", "l1_03"), ("j8", "l1_02")):
            table.discovered(at, tile)
        assert rival_sites(turn_up(table, "dig_coin", arrow)) == [site]
    table = solo().discovered("j4", "l1_05").discovered("j5", "l1_03")
    assert rival_sites(turn_up(table, "dig_coin", RIGHT)) == ["j5"]


def test_a_site_that_offers_the_resource_behind_a_choice_counts():
    assert rival_sites(turn_up(solo().discovered("j1", "l1_01"), "dig_compass")) == ["j1"]


def test_a_site_that_offers_the_resource_for_each_of_some_things_counts():
    """No printed site does so."""
    settings = ['tiles.l1_02.effect=[{ op = "gain_per", resource = "jewel", per = "idol" }]']
    assert rival_sites(turn_up(solo(settings=settings).discovered("j1", "l1_02"), "dig_jewel")) == ["j1"]


def test_with_all_such_spaces_occupied_the_rival_does_nothing():
    assert rival_sites(turn_up(solo().placed(1, "camp_coin"), "dig_coin")) == []


@pytest.mark.parametrize(("arrow", "site"), [(LEFT, "j1"), (RIGHT, "j4")])
def test_the_rival_discovers_in_the_bottom_row_first(arrow, site):
    table = solo()
    table.state.idol[5:] = 0
    turn_up(table, "discover_green", arrow)
    assert rival_sites(table) == [site]
    assert table.tile_at(site)
    assert table.guardian_at(site)
    assert table.state.rival_faces == 1


@pytest.mark.parametrize(
    ("tile", "levels", "guardians"),
    [("discover_green", [1, 1, 1, 2, 0], [1, 0, 1, 0, 0]), ("discover_red", [1, 1, 1, 2, 2], [0, 1, 0, 1, 0])],
)
def test_level_and_guardian_of_a_discovery_depend_on_the_round(tile, levels, guardians):
    for number in range(1, 6):
        table = turn_up(solo(round_number=number), tile)
        expected = {0: [], 1: ["j1"], 2: ["h1"]}[levels[number - 1]]
        assert rival_sites(table) == expected
        assert bool(expected and table.guardian_at(expected[0])) == bool(guardians[number - 1])


def test_an_idol_of_a_face_it_has_and_a_face_down_one_count_less():
    table = solo(round_number=4)
    table.state.rival_faces = 1
    table.state.rival_again = 0
    table.idol("h1", "coin")
    turn_up(table, "discover_red")
    assert table.state.rival_faces == 1
    assert table.state.rival_again == 2
    assert table.outcome().rival_points[2] == 3 + 2 * 2


def test_research_goes_by_the_arrow_and_removes_tile_and_assistant():
    for arrow, space in ((LEFT, 3), (RIGHT, 4)):
        table = solo().bonus(3, "coin").bonus(4, "coin")
        table.state.token[RIVAL, 0] = 1
        before = int(table.state.supply_left.sum())
        turn_up(table, "research_green", arrow)
        assert table.state.token[RIVAL, 0] == space
        assert table.state.bonus_left[space] == 0
        assert table.state.supply_left.sum() == before - 1


def test_the_assistant_comes_from_the_highest_stack():
    table = solo()
    table.state.supply_left[:] = [1, 3, 3]
    table.state.token[RIVAL, 0] = 0
    turn_up(table, "research_green", LEFT)
    assert table.state.supply_left.tolist() == [1, 2, 3]
    turn_up(table, "research_green", RIGHT)
    assert table.state.supply_left.tolist() == [1, 2, 2]


def test_with_the_other_ruling_only_rows_with_an_assistant_take_one():
    table = solo(settings=["rival.assistant=assistant-rows"])
    table.state.token[RIVAL, 0] = 5
    before = int(table.state.supply_left.sum())
    turn_up(table, "research_green")
    assert table.state.supply_left.sum() == before - 1  # row 4 upgrades an assistant
    turn_up(table, "research_green")
    assert table.state.supply_left.sum() == before - 1


def test_in_the_lost_temple_the_rival_takes_six_point_tiles():
    table = solo()
    table.state.token[RIVAL, 0], table.state.arrival[RIVAL], table.state.arrivals = 14, 1, 1
    for arrow in (LEFT, RIGHT, RIGHT, RIGHT, RIGHT):
        turn_up(table, "research_red", arrow)
    assert table.state.temple_tiles[RIVAL].tolist() == [0, 2, 2, 0, 0, 0]
    assert table.outcome().rival_points[1] == 24
    assert table.outcome().rival_points[0] == 23


def test_reaching_the_lost_temple_removes_a_bonus_tile():
    table = solo()
    table.state.token[RIVAL, 0] = 12
    turn_up(table, "research_red")
    assert table.state.arrival[RIVAL] == 1
    assert table.state.bonus_left[14] == 1
    assert [face for _, face, *_ in table.told(Event.BONUS)] == [NOBODY]


def test_the_rival_overcomes_a_guardian_where_it_has_a_figure():
    table = solo().discovered("j1", "l1_10", "g01").discovered("h1", "l2_03", "g02")
    for site in ("j1", "h1"):
        table.state.occupant[SITES.index(site), 0] = RIVAL
    turn_up(table, "overcome_green")
    assert table.guardian_at("h1") == ""
    assert table.guardian_at("j1") == "g01"
    assert table.state.overcome[RIVAL] == 1 << GUARDIANS.index("g02")
    assert table.outcome().rival_points[3] == 5


def test_without_a_guardian_the_rival_researches_but_takes_no_assistant():
    table = solo()
    table.state.token[RIVAL, 0] = 0
    before = int(table.state.supply_left.sum())
    turn_up(table, "overcome_red")
    assert table.state.token[RIVAL, 0] == 1
    assert table.state.supply_left.sum() == before


@pytest.mark.parametrize(("tile", "arrow", "card"), [
    ("buy_item_green", LEFT, "hat"), ("buy_item_green", RIGHT, "trowel"), ("buy_item_red", LEFT, "steam_boat"),
    ("buy_item_red", RIGHT, "automobile"), ("buy_artifact_green", LEFT, "sundial"), ("buy_artifact_green", RIGHT, "stone_jar"),
    ("buy_artifact_red", LEFT, "treasure_chest"),
])  # fmt: skip
def test_the_rival_takes_the_least_or_most_valuable_card_by_the_arrow(tile, arrow, card):
    """The first item beside the staff is the leftmost one, the first artifact the rightmost."""
    table = solo(round_number=3).row(
        items="hat, steam_boat, automobile, trowel", artifacts="stone_jar, treasure_chest, sundial"
    )
    turn_up(table, tile, arrow)
    taken = [word * 40 + bit for word in range(2) for bit in range(40) if int(table.state.rival_cards[word]) >> bit & 1]
    assert card in [card_name(number) for number in taken]
    assert card not in [*table.row_cards()[0], *table.row_cards()[1]]


@pytest.mark.parametrize("tile", ["discover_green", "research_green", "overcome_green", "buy_item_green"])
def test_green_tiles_do_nothing_in_the_last_round(tile):
    table = solo(round_number=5)
    before = table.state.tobytes()
    turn_up(table, tile)
    table.state.rival_stack[:2] = 0
    after = np.frombuffer(bytearray(before), table.state.dtype)[0]
    for name in ("occupant", "token", "rival_cards", "overcome", "supply_left"):
        assert np.array_equal(table.state[name], after[name])


def test_with_the_stack_used_up_the_first_tile_of_the_round_shows_the_arrow():
    table = solo().discovered("j5", "l1_03").discovered("j8", "l1_02")
    table.state.rival_stack[0] = TILES.index("dig_coin")
    table.state.rival_left, table.state.rival_first = 1, TILES.index(RIGHT)
    play_rival_tile(table.rules, table.state, SILENT)
    assert rival_sites(table) == ["j8"]


@pytest.mark.parametrize("red", range(6))
def test_the_difficulty_is_the_number_of_red_tiles(red):
    found = set()
    for luck in range(8):
        table = Position(1, settings=[f"rival.red_tiles={red}"], luck=luck)
        tiles = sorted(table.state.rival_stack.tolist())
        assert tiles[:5] == [0, 1, 2, 3, 4]
        assert [(tile - 5) // 2 for tile in tiles[5:]] == [0, 1, 2, 3, 4]
        assert sum((tile - 5) % 2 for tile in tiles[5:]) == red
        found.add(tuple(tiles))
    assert (len(found) > 1) == (0 < red < 5)


def test_the_rival_goes_first_and_plays_all_ten_tiles_even_if_the_player_has_passed():
    table = Position(1)
    assert table.state.rival_left == 9
    table.play("pass", "end")
    while table.decision() == "left_over":
        table.play("decline")
    assert table.state.round_number == 2
    assert table.state.rival_left == 9


def test_the_rival_begins_every_round_round_five_too():
    """Rulebook, p. 20: "your rival is the starting player in all 5 rounds"."""
    table = Position(1)
    for round_number in range(1, 6):
        assert (table.state.round_number, table.state.rival_left) == (round_number, 9)
        assert table.state.turns_in[0, round_number - 1] == 1
        while table.state.round_number == round_number and not table.state.over:
            table.play(next(word for word in ("pass", "end", "decline") if word in table.options()))
    assert table.state.over


def test_the_player_goes_on_when_the_rival_is_done():
    table = Position(1)
    table.state.rival_left = 0
    table.hand(1, "torch").play("play torch", "decline", "end")
    assert table.decision() == "act"
    assert table.state.round_number == 1


def test_a_solo_player_wins_only_with_more_points():
    table = Position(1)
    table.state.rival_cards[:] = 0
    table.state.rival_faces = table.state.rival_again = 0
    table.state.token[RIVAL] = 0
    table.state.overcome[:] = 0
    out = table.outcome()
    assert out.score[0] == 8
    assert out.winner == 1
    table.state.temple_tiles[RIVAL, 3] = 4
    assert table.outcome().rival_score == 8
    assert table.outcome().winner == 0
    assert table.outcome().winners == 0


def test_on_the_snake_side_the_rescue_space_takes_an_assistant_more():
    table = solo(variants=["snake-temple"])
    table.state.token[RIVAL, 0] = 6
    before, rescue = int(table.state.supply_left.sum()), int(table.state.rescue_left)
    turn_up(table, "research_green")
    assert table.state.supply_left.sum() == before - 1
    assert table.state.rescue_left == rescue - 1


@pytest.mark.parametrize(("arrow", "left"), [(LEFT, "draw"), (RIGHT, "coin")])
def test_of_several_bonus_tiles_the_arrow_says_which_one_the_rival_removes(arrow, left):
    table = solo(["snake-temple"]).bonus(13, "coin", "draw")
    table.state.token[RIVAL, 0] = 11
    turn_up(table, "research_red", arrow)
    assert table.state.token[RIVAL, 0] == 13
    faces = GAME.figures.tables["bonus_tiles"].rows
    assert [faces[face] for face in table.state.bonus[13, : table.state.bonus_left[13]]] == [left]
