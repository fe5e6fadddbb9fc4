"""Lost Cities: contents, preparation and the start of each expedition."""

from collections import Counter

import numpy as np
import pytest

from digsite.simulator.games.lost_cities.rules import CARDS
from digsite.simulator.games.lost_cities.state import Decision, Event, Tile
from tests.games.lost_cities.conserved import inventory
from tests.games.lost_cities.positions import COLOURS, Position, card_name


def all_cards(table: Position) -> Counter[str]:
    """Every card of the game at the start, wherever it lies."""
    unseen = table.state.deck[: table.rules.cards_removed + table.state.pile].tolist()
    cards = Counter(card_name(card) for card in unseen)
    for seat in range(1, table.seats + 1):
        cards.update(table.hand_of(seat))
    return cards


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_110_cards_two_of_each_value_from_0_to_10_in_five_colours(seats):
    cards = all_cards(Position(seats))
    assert cards.total() == 110
    assert cards == {f"{colour} {value}": 2 for colour in COLOURS for value in range(11)}


def test_there_are_25_event_tiles_9_artifacts_9_arrows_and_7_with_victory_points():
    counts = Position().tile_counts()
    assert counts[Tile.ARTIFACT] == 9
    assert counts[Tile.ARROW] == 9
    assert sum(count for tile, count in counts.items() if tile > 0) == 7
    assert sum(counts.values()) == 25


def test_the_seven_victory_point_tiles_are_two_5_three_10_and_two_15():
    assert {tile: count for tile, count in Position().tile_counts().items() if tile > 0} == {
        5: 2,
        10: 3,
        15: 2,
    }


def test_each_player_has_four_adventurers_and_one_researcher():
    table = Position(4)
    assert table.state.adventurers_left.tolist() == [4] * 4
    assert table.state.researchers_left.tolist() == [1] * 4


def test_five_paths_have_nine_stones_each_three_negative_then_six_positive():
    values = Position().figures["stones.values"]
    assert len(COLOURS) == 5
    assert len(values) == 9
    assert [value < 0 for value in values] == [True] * 3 + [False] * 6
    assert values[:2] == [-20, -15]
    assert values[5:7] == [15, 30]  # the stones before and after the bridge in the rulebook's example


EVENT_SPACES = {
    "blue": [3, 5, 6, 7, 9],
    "green": [2, 4, 5, 7, 9],
    "red": [2, 3, 5, 7, 9],
    "white": [3, 4, 6, 7, 9],
    "yellow": [2, 4, 5, 7, 9],
}  # copied by hand from the description of the board, not from the game's figures


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_event_space_carries_one_tile_and_no_other_stone_does(seats):
    table = Position(seats)
    laid = {colour: np.nonzero(table.state.tile[path])[0].tolist() for path, colour in enumerate(COLOURS)}
    assert laid == EVENT_SPACES
    assert sum(map(len, laid.values())) == 25


def test_the_figures_name_the_event_spaces_of_the_board():
    assert {colour: Position().figures[f"event_spaces.{colour}"] for colour in COLOURS} == EVENT_SPACES
    assert set(COLOURS) == set(EVENT_SPACES)


def test_one_event_space_is_on_each_ninth_stone_and_none_on_a_first():
    assert all(9 in stones and 1 not in stones for stones in EVENT_SPACES.values())
    assert {6, 7} <= set(EVENT_SPACES["blue"])  # the rulebook's example needs both


def test_the_tiles_are_laid_at_random():
    layouts = {tuple(Position(luck=luck).state.tile.ravel().tolist()) for luck in range(20)}
    assert len(layouts) == 20


@pytest.mark.parametrize(("seats", "pile"), [(2, 64), (3, 86), (4, 78)])
def test_eight_cards_are_dealt_to_each_and_the_rest_is_the_draw_pile(seats, pile):
    table = Position(seats)
    assert [len(table.hand_of(seat)) for seat in range(1, seats + 1)] == [8] * seats
    assert table.state.pile == pile


def test_two_players_take_out_30_cards_unseen():
    table = Position(2)
    assert table.rules.cards_removed == 30
    assert 30 + 64 + 2 * 8 == 110
    removed = [tuple(sorted(Position(2, luck=luck).state.deck[:30].tolist())) for luck in range(10)]
    assert len(set(removed)) == 10  # at random


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_all_cards_are_used(seats):
    assert Position(seats).rules.cards_removed == 0


def test_no_discard_pile_no_column_and_no_explorer_lies_out_at_the_start():
    state = Position(4).state
    for empty in (
        state.discard_size,
        state.column_size,
        state.stone,
        state.played,
        state.points,
        state.tokens,
    ):
        assert not empty.any()


def test_seat_1_starts_the_first_expedition_by_playing_a_card():
    table = Position(3)
    assert table.seat == 1
    assert table.decision == Decision.PLAY


def test_the_start_is_told_tile_by_tile_and_hand_by_hand():
    table = Position(3)
    rows = table.story
    kinds = Counter(row[0] for row in rows)
    assert rows[0] == (Event.EXPEDITION, 0, 0, 0, 0)
    assert kinds == {Event.EXPEDITION: 1, Event.TILE: 25, Event.HAND: 24}
    tiles = {(a, b): c for kind, _seat, a, b, c in rows if kind == Event.TILE}
    assert all(table.state.tile[path, stone] == tile for (path, stone), tile in tiles.items())
    first_hand = [card_name(row[2]) for row in rows if row[0] == Event.HAND and row[1] == 0]
    assert first_hand == table.hand_of(1)


# ---------------------------------------------------------------------------------------- the next expedition


def play_one_expedition(table: Position) -> None:
    table.draw_until_the_end()


def test_for_the_next_expedition_all_cards_are_shuffled_and_dealt_anew():
    table = Position(2)
    before = all_cards(table)
    first_hands = [table.hand_of(1), table.hand_of(2)]
    table.idle(3)
    play_one_expedition(table)
    assert table.state.expedition == 1
    assert all_cards(table) == before
    assert [table.hand_of(1), table.hand_of(2)] != first_hands
    assert table.state.pile == 64  # 30 taken out again
    assert not table.state.discard_size.any()


def test_for_the_next_expedition_all_25_tiles_are_laid_anew_the_artifacts_too():
    table = Position(2)
    first = table.state.tile.copy()
    table.tile("blue", 1, Tile.ARTIFACT).hand(1, "blue 3", "red 1").play("open blue 3 adventurer", "draw")
    assert table.state.artifact_tiles[0] == 1
    play_one_expedition(table)
    assert table.tile_counts() == {Tile.ARTIFACT: 9, Tile.ARROW: 9, 5: 2, 10: 3, 15: 2}
    assert (table.state.tile != first).any()
    assert table.state.artifact_tiles[0] == 0


def test_players_take_back_their_explorers_and_columns_after_an_expedition():
    table = Position(2).no_tiles().hand(1, "blue 3", "red 1")
    table.play("open blue 3 researcher", "draw")
    play_one_expedition(table)
    assert not table.state.stone.any()
    assert not table.state.column_size.any()
    assert not table.state.researcher.any()
    assert table.state.adventurers_left[:2].tolist() == [4, 4]
    assert table.state.researchers_left[:2].tolist() == [1, 1]


def test_victory_points_and_artifact_tokens_are_kept_for_the_next_expedition():
    table = Position(2).points(35, 10).tokens(3, 1)
    play_one_expedition(table)
    assert table.state.points[:2].tolist() == [35, 10]
    assert table.state.tokens[:2].tolist() == [3, 1]


@pytest.mark.parametrize(("turns_before", "starter"), [(0, 2), (1, 3), (2, 1)])
def test_the_player_who_would_have_been_next_starts_the_next_expedition(turns_before, starter):
    table = Position(3)
    table.idle(turns_before)
    table.pile("red 1")
    table.idle()
    assert table.state.expedition == 1
    assert table.seat == starter
    assert table.decision == Decision.PLAY


def test_each_expedition_has_its_own_shuffle_that_no_play_can_disturb():
    quick, slow = Position(2), Position(2)
    quick.pile("red 1").idle()
    slow.idle(7)
    slow.draw_until_the_end()
    assert (quick.state.tile == slow.state.tile).all()
    assert [quick.hand_of(1), quick.hand_of(2)] == [slow.hand_of(1), slow.hand_of(2)]


# -------------------------------------------------------------------------------------------- nothing is lost


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variants", [(), ("descending-paths",)])
def test_cards_tiles_and_explorers_are_conserved(seats, variants):
    rng = np.random.default_rng(seats)
    table = Position(seats, variants, ["cards.removed=60,40,30"])
    before = inventory(table.rules, table.state)
    assert len([name for name in before if name.split()[0] in COLOURS]) == CARDS
    while not table.state.over:
        options = sorted(table.options())
        table.play(options[rng.integers(len(options))])
        assert inventory(table.rules, table.state) == before
