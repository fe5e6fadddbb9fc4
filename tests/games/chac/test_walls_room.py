"""The walls room: searching, deciphering, and the walls that close in."""

import numpy as np

from digsite.simulator.games.chac.state import Event, WallCard
from tests.games.chac.table import Table


def wall_cards(table: Table, *cards: WallCard) -> None:
    """Put these on top of the wall deck and blanks below."""
    table.state.wall_card[:] = WallCard.BLANK
    table.state.wall_card[: len(cards)] = cards
    table.state.walls_turned = 0


def test_the_worked_example_of_the_fourth_zone():
    """Three actions: search, decipher, and out into the corridor."""
    table = Table()
    table.adventurers(0, "Martin Fletcher")
    table.state.ability_used[0, 0] = 1
    table.stack("zone 4", "5")
    table.put(0, "W44", actions=3)
    table.take("search")
    assert table.cards(0) == ["5"]
    assert table.events(Event.SEARCH) == [(0, 3, 5, 1)]
    table.take("decipher")
    assert table.events(Event.DECIPHER) == [(0, 3, int(table.state.trap[3]), 0)]
    assert table.state.deciphered[0] == 0b1000
    table.take("step", "C03")
    assert table.at(0) == "C03"
    assert table.state.seat == 1 or table.state.turn == 2


def test_a_zone_may_be_searched_more_than_once():
    table = Table()
    table.put(0, "W13", actions=3)
    for _ in range(2):
        table.take("search")
    assert len(table.cards(0)) == 2
    assert table.state.deck_left[0] == 8


def test_an_empty_deck_cannot_be_searched():
    table = Table()
    table.state.deck_left[1] = 0
    table.put(0, "W23", actions=3)
    assert ("search",) not in table.choices()


def test_a_clue_once_seen_is_not_looked_at_again():
    table = Table()
    table.put(0, "W23", actions=3)
    table.take("decipher")
    assert ("decipher",) not in table.choices()


def test_a_clue_is_seen_by_the_decipherer_alone():
    table = Table()
    table.put(0, "W23", actions=3)
    table.take("decipher")
    assert list(table.state.deciphered[:2]) == [2, 0]


def test_only_spaces_between_the_walls_can_be_entered():
    table = Table()
    table.state.left_wall, table.state.right_wall = 1, 2
    table.put(0, "W12", actions=3)
    assert ("step", "W11") not in table.choices()
    table.put(0, "W14", actions=3)
    assert ("step", "W15") not in table.choices()
    table.put(0, "C06", actions=3)
    assert ("step", "W41") not in table.choices()


def test_the_room_may_be_entered_again_from_the_corridor_while_it_is_open():
    table = Table()
    table.put(0, "C04", actions=1)
    assert ("step", "W43") in table.choices()
    table.state.walls_closed = True
    assert ("step", "W43") not in table.choices()
    strict = Table(walls__reentry=False)
    strict.put(0, "C04", actions=1)
    assert ("step", "W43") not in strict.choices()


def test_the_worked_example_of_three_wall_cards():
    """The left wall moves twice, the right wall once."""
    for cards in ((WallCard.LEFT, WallCard.LEFT, WallCard.RIGHT), (WallCard.BOTH, WallCard.BLANK, WallCard.LEFT)):
        table = Table()
        wall_cards(table, *cards)
        table.finish_turn()
        assert (table.state.left_wall, table.state.right_wall) == (2, 1)


def test_the_wall_deck_holds_eighteen_cards_and_three_are_turned_a_turn():
    table = Table()
    counts = np.bincount(table.state.wall_card[:18], minlength=4)
    assert list(counts) == [13, 2, 2, 1]
    table.finish_turn()
    assert table.state.walls_turned == 3


def test_a_wall_pushes_figures_to_the_next_open_column_of_their_zone():
    table = Table()
    table.put(0, "W21")
    table.put(1, "W36")
    wall_cards(table, WallCard.LEFT, WallCard.LEFT, WallCard.RIGHT)
    table.take("stop")
    table.take("stop")
    assert (table.at(0), table.at(1)) == ("W23", "W35")


def test_under_the_other_ruling_a_wall_crushes_what_is_in_its_way():
    table = Table(walls__pushes=False)
    table.put(0, "W21")
    table.put(1, "W23")
    wall_cards(table, WallCard.LEFT)
    table.finish_turn()
    assert table.status(0) == "waiting"
    assert table.state.cause[0, 0] == 1
    assert table.status(1) == "inside"


def test_when_the_walls_meet_everybody_in_the_room_dies_and_nobody_else():
    table = Table(seats=3)
    table.put(0, "W21")
    table.put(1, "ENT")
    table.put(2, "C41")
    table.give(0, "5", "4")
    table.state.left_wall, table.state.right_wall = 3, 2
    wall_cards(table, WallCard.RIGHT, WallCard.LEFT)
    table.take("stop")
    table.take("stop")
    table.take("stop")
    assert table.status(0) == "waiting"
    assert table.state.death_turn[0, 0] == table.state.walls_met == 1
    assert (table.status(1), table.status(2)) == ("inside", "inside")
    assert table.state.walls_closed
    assert table.state.left_wall == 3  # no card is turned after contact
    assert table.cards(0) == []
    assert table.state.discarded[0, 4] == table.state.discarded[0, 5] == 1


def test_the_last_card_can_bring_both_walls_together():
    table = Table()
    table.put(0, "W21")
    table.state.left_wall, table.state.right_wall = 3, 2
    wall_cards(table, WallCard.BOTH)
    table.take("stop")
    table.take("stop")
    assert table.status(0) == "waiting"


def test_a_used_up_wall_deck_stops_the_walls():
    table = Table(walls__columns=8)
    table.put(0, "W14")
    table.put(1, "ENT")
    table.state.walls_turned = 18
    table.finish_turn()
    assert (table.state.left_wall, table.state.right_wall) == (0, 0)
    assert table.status(0) == "inside"


def test_with_six_columns_one_pass_of_the_deck_brings_the_walls_together():
    for seed in range(20):
        table = Table(seed=seed)
        while not table.state.walls_closed and not table.state.over:
            table.finish_turn()
        assert 2 <= table.state.walls_met <= 6
