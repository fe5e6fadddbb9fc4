"""Lost Cities: playing a card, the lost city's free move, discarding and drawing."""

import pytest

from digsite.simulator.games.lost_cities.state import Decision, Event, Tile
from tests.games.lost_cities.positions import COLOURS, card_number, fresh

# --------------------------------------------------------------------------------------------------- the turn


def test_players_take_turns_in_clockwise_order():
    table = fresh(4)
    seats = []
    for _ in range(9):
        seats.append(table.seat)
        table.idle()
    assert seats == [1, 2, 3, 4, 1, 2, 3, 4, 1]


def test_a_turn_is_one_card_played_and_then_one_card_drawn():
    table = fresh()
    assert table.decision == Decision.PLAY
    table.play(min(table.options("discard")))
    assert (table.seat, table.decision) == (1, Decision.DRAW)
    table.play("draw")
    assert (table.seat, table.decision) == (2, Decision.PLAY)
    assert table.state.turns == 1


def test_a_card_may_begin_a_path_go_on_an_own_column_or_be_discarded():
    table = fresh().hand(1, "red 4", "blue 7").explorer(1, "blue", 3, top=6)
    assert table.options() == {
        "open red 4 adventurer", "open red 4 researcher", "discard red 4", "advance blue 7", "discard blue 7",
    }  # fmt: skip


def test_of_two_equal_cards_one_stays_in_hand():
    table = fresh().hand(1, "red 4", "red 4", "blue 7").hand(2, "white 1")
    table.play("discard red 4")
    assert table.hand_of(1) == ["blue 7", "red 4"]


def test_two_equal_cards_are_one_option():
    table = fresh().hand(1, "red 4", "red 4").explorer(1, "red", 1, top=1)
    assert table.options() == {"advance red 4", "discard red 4"}


# ------------------------------------------------------------------------------------------- beginning a path


@pytest.mark.parametrize("colour", COLOURS)
def test_a_first_card_puts_an_explorer_on_the_minus_20_stone_of_the_path_of_its_colour(colour):
    table = fresh().hand(1, f"{colour} 2")
    events = table.play(f"open {colour} 2 adventurer")
    assert [table.stone(1, path) for path in COLOURS] == [int(path == colour) for path in COLOURS]
    assert table.rules.stone_points[1] == -20
    assert events == [(Event.OPEN, 0, card_number(f"{colour} 2"), 0, 0)]
    assert table.decision == Decision.DRAW


def test_the_player_chooses_between_an_adventurer_and_the_researcher():
    adventurer = fresh().hand(1, "red 2")
    adventurer.play("open red 2 adventurer")
    assert (adventurer.state.adventurers_left[0], adventurer.state.researchers_left[0]) == (3, 1)
    assert not adventurer.state.researcher[0].any()
    researcher = fresh().hand(1, "red 2")
    events = researcher.play("open red 2 researcher")
    assert (researcher.state.adventurers_left[0], researcher.state.researchers_left[0]) == (4, 0)
    assert researcher.state.researcher[0, COLOURS.index("red")]
    assert events[0][:4] == (Event.OPEN, 0, card_number("red 2"), 1)


def test_the_researcher_can_be_sent_out_only_once():
    table = fresh().hand(1, "red 4").explorer(1, "blue", 1, researcher=True)
    assert table.options("open") == {"open red 4 adventurer"}


def test_the_fifth_path_falls_to_the_researcher_when_the_four_adventurers_are_out():
    table = fresh().hand(1, "yellow 4")
    for path in COLOURS[:4]:
        table.explorer(1, path, 1)
    assert table.options("open") == {"open yellow 4 researcher"}


def test_a_player_has_at_most_one_explorer_on_a_path():
    table = fresh().hand(1, "red 4", "red 9").explorer(1, "red", 1, top=2)
    assert table.options("open") == set()
    assert table.options("advance") == {"advance red 4", "advance red 9"}


def test_a_path_cannot_be_begun_a_second_time_even_with_a_card_that_no_longer_fits():
    table = fresh().hand(1, "red 1").explorer(1, "red", 3, top=5)
    assert table.options() == {"discard red 1"}


def test_several_players_may_explore_the_same_path():
    table = fresh(3).hand(1, "blue 1").hand(2, "blue 2").hand(3, "blue 3")
    table.play("open blue 1 adventurer", "draw", "open blue 2 adventurer", "draw", "open blue 3 researcher")
    assert [table.stone(seat, "blue") for seat in (1, 2, 3)] == [1, 1, 1]


def test_only_the_player_who_laid_it_may_add_to_a_column():
    table = fresh().hand(1, "red 4", "red 6", "blue 1").hand(2, "red 5", "red 2")
    table.play("open red 4 adventurer", "draw")
    assert table.options("advance") == set()  # seat 2 has no red column
    table.play("open red 2 adventurer", "draw")
    assert "advance red 6" in table.options()  # on red 4; the rival's red 2 does not matter
    assert table.state.column_top[:2, COLOURS.index("red")].tolist() == [4, 2]


def test_the_lowest_card_first_is_advice_any_card_may_begin_a_path():
    table = fresh().hand(1, "red 4", "red 7", "red 9")
    assert {f"open red {value} adventurer" for value in (4, 7, 9)} <= table.options()


def test_reading_the_lowest_card_first_as_a_rule_leaves_only_the_lowest():
    table = fresh(settings=["play.must_open_with_lowest=true"]).hand(1, "red 4", "red 7", "blue 9", "blue 9")
    assert table.options("open") == {
        "open red 4 adventurer", "open red 4 researcher", "open blue 9 adventurer", "open blue 9 researcher",
    }  # fmt: skip
    assert table.options("discard") == {"discard red 4", "discard red 7", "discard blue 9"}


# ------------------------------------------------------------------------------------------------ stepping on


@pytest.mark.parametrize(("value", "fits"), [(5, False), (6, True), (7, True), (10, True), (0, False)])
def test_the_next_card_must_be_of_the_same_or_a_higher_value(value, fits):
    table = fresh().hand(1, f"green {value}").explorer(1, "green", 2, top=6)
    assert (f"advance green {value}" in table.options()) == fits


def test_worked_example_after_red_4_and_red_7_a_red_3_can_only_be_discarded():
    table = fresh().hand(1, "red 4", "red 7").hand(2, "blue 1", "blue 2")
    table.pile("green 0", "blue 5", "red 3", "blue 6", "green 5", "green 6")
    table.play("open red 4 adventurer", "draw")
    table.idle()
    table.play("advance red 7", "draw")
    table.idle()
    assert table.hand_of(1) == ["green 0", "red 3"]
    assert {words for words in table.options() if "red 3" in words} == {"discard red 3"}
    table.play("discard red 3")
    assert table.discard_pile("red") == [3]


def test_worked_example_a_card_takes_the_explorer_from_the_minus_20_to_the_minus_15_stone():
    table = fresh().hand(1, "red 4").explorer(1, "red", 1, top=1)
    events = table.play("advance red 4")
    assert table.stone(1, "red") == 2
    assert table.rules.stone_points[[1, 2]].tolist() == [-20, -15]
    assert events == [(Event.ADVANCE, 0, card_number("red 4"), 2, 0)]


def test_each_card_moves_one_stone_whatever_the_gap_in_value():
    table = fresh().hand(1, "red 10").explorer(1, "red", 4, top=0)
    table.play("advance red 10")
    assert table.stone(1, "red") == 5


def test_only_the_explorer_of_the_card_s_path_moves():
    table = fresh().hand(1, "red 4").explorer(1, "red", 1, top=1).explorer(1, "blue", 1).explorer(2, "red", 1)
    table.play("advance red 4")
    assert (table.stone(1, "red"), table.stone(1, "blue"), table.stone(2, "red")) == (2, 1, 1)


# ------------------------------------------------------------------------------------------- from a lost city


def test_a_card_for_an_explorer_in_its_lost_city_moves_any_other_own_explorer():
    table = fresh().hand(1, "blue 9").explorer(1, "blue", 9, top=8)
    table.explorer(1, "red", 3).explorer(1, "white", 1)
    events = table.play("advance blue 9")
    assert events == [(Event.HOME_CARD, 0, card_number("blue 9"), 0, 0)]
    assert table.options() == {"step red", "step white", "decline"}
    events = table.play("step red")
    assert events == [(Event.STEP, 0, COLOURS.index("red"), 4, 0)]
    assert (table.stone(1, "blue"), table.stone(1, "red"), table.stone(1, "white")) == (9, 4, 1)
    assert table.decision == Decision.DRAW


def test_the_card_from_a_lost_city_must_fit_its_column_too():
    table = fresh().hand(1, "blue 7").explorer(1, "blue", 9, top=8).explorer(1, "red", 3)
    assert table.options() == {"discard blue 7"}


def test_the_move_from_a_lost_city_may_be_declined():
    table = fresh().hand(1, "blue 9").explorer(1, "blue", 9, top=8).explorer(1, "red", 3)
    events = table.play("advance blue 9", "decline")
    assert events[-1] == (Event.DECLINE, 0, 0, 0, 0)
    assert table.stone(1, "red") == 3
    assert table.decision == Decision.DRAW


def test_the_move_from_a_lost_city_may_be_declined_even_where_arrows_are_compulsory():
    table = fresh(settings=["play.arrow_optional=false"]).hand(1, "blue 9")
    table.explorer(1, "blue", 9, top=8).explorer(1, "red", 3)
    table.play("advance blue 9")
    assert table.options() == {"step red", "decline"}


def test_with_every_explorer_home_a_card_from_a_lost_city_moves_nobody():
    table = fresh().hand(1, "blue 9").explorer(1, "blue", 9, top=8).explorer(1, "red", 9)
    table.play("advance blue 9")
    assert table.decision == Decision.DRAW


def test_the_move_from_a_lost_city_sends_out_nobody_new_and_moves_no_rival():
    table = fresh().hand(1, "blue 9").explorer(1, "blue", 9, top=8)
    table.explorer(1, "red", 3).explorer(2, "green", 3)
    table.play("advance blue 9")
    assert table.options("step") == {"step red"}


def test_a_tile_reached_from_a_lost_city_acts():
    table = fresh().hand(1, "blue 9").explorer(1, "blue", 9, top=8).explorer(1, "red", 3).tile("red", 4, 10)
    table.play("advance blue 9", "step red")
    assert table.state.points[0] == 10


# ------------------------------------------------------------------------------------------------- discarding


def test_discards_lie_in_piles_by_colour_shared_by_all():
    table = fresh().hand(1, "red 4", "blue 2").hand(2, "red 9", "green 0")
    events = table.play("discard red 4")
    assert events == [(Event.DISCARD, 0, card_number("red 4"), 0, 0)]
    table.play("draw", "discard red 9", "draw", "discard blue 2", "draw", "discard green 0")
    assert table.discard_pile("red") == [4, 9]
    assert table.discard_pile("blue") == [2]
    assert table.discard_pile("green") == [0]
    assert table.discard_pile("white") == table.discard_pile("yellow") == []


def test_any_card_may_be_discarded_even_one_that_could_be_played():
    table = fresh()
    assert table.options("discard") == {f"discard {card}" for card in table.hand_of(1)}


# ---------------------------------------------------------------------------------------------------- drawing


def test_a_card_is_drawn_from_the_top_of_the_draw_pile():
    table = fresh().hand(1, "red 4").pile("white 8", "white 9", "white 10")
    table.play("discard red 4")
    events = table.play("draw")
    assert table.hand_of(1) == ["white 8"]
    assert table.state.pile == 2
    assert events == [(Event.DRAW, 0, card_number("white 8"), 2, 0)]


def test_or_the_top_card_of_any_discard_pile_is_taken():
    table = fresh().hand(1, "red 4").discards("white", 3, 8).discards("green", 0)
    pile = int(table.state.pile)
    table.play("discard red 4")
    assert table.options() == {"draw", "take white", "take green"}
    events = table.play("take white")
    assert table.hand_of(1) == ["white 8"]
    assert table.discard_pile("white") == [3]
    assert table.state.pile == pile
    assert events == [(Event.TAKE, 0, card_number("white 8"), 0, 0)]
    assert table.outcome().discards_taken[0] == 1


def test_an_empty_discard_pile_gives_nothing():
    table = fresh().hand(1, "red 4").explorer(1, "red", 1)
    table.play("advance red 4")
    assert table.options() == {"draw"}


def test_after_the_draw_the_hand_holds_eight_cards_again():
    table = fresh(4)
    for _ in range(12):
        seat = table.seat
        table.play(min(table.options("discard")))
        assert len(table.hand_of(seat)) == 7
        table.play("draw")
        assert len(table.hand_of(seat)) == 8


def test_the_card_just_discarded_may_not_be_drawn_back():
    table = fresh().hand(1, "red 4").hand(2, "white 1").discards("red", 1, 2).discards("blue", 5)
    table.play("discard red 4")
    assert table.options() == {"draw", "take blue"}
    table.play("draw", "discard white 1")
    assert "take red" in table.options()  # the next player may


def test_the_card_just_discarded_may_be_drawn_back_where_the_table_allows_it():
    table = fresh(settings=["play.may_draw_own_fresh_discard=true"]).hand(1, "red 4")
    table.play("discard red 4")
    assert table.options() == {"draw", "take red"}
    table.play("take red")
    assert table.hand_of(1) == ["red 4"]


def test_one_may_take_back_one_s_own_discard_of_an_earlier_turn():
    table = fresh().hand(1, "red 4", "blue 1").hand(2, "green 1")
    table.play("discard red 4", "draw", "discard green 1", "draw", "discard blue 1")
    assert {"take red", "take green"} <= table.options()


def test_a_card_played_on_a_path_leaves_every_discard_pile_open_to_the_player():
    table = fresh().hand(1, "red 4").discards("red", 7)
    table.play("open red 4 adventurer")
    assert table.options() == {"draw", "take red"}


# ------------------------------------------------------------------------------------------ what a seat knows


def test_a_redeal_keeps_the_own_hand_and_all_that_lies_open():
    table = fresh(3).discards("red", 4, 7)
    own, rival = table.hand_of(2), table.hand_of(1)
    table.redeal(2)
    assert table.hand_of(2) == own
    assert table.hand_of(1) != rival
    assert table.discard_pile("red") == [4, 7]
    assert [len(table.hand_of(seat)) for seat in (1, 2, 3)] == [8, 8, 8]


def test_a_redeal_leaves_a_rival_the_card_all_saw_being_taken():
    for luck in range(10):
        table = fresh(seed=luck).discards("white", 10)
        table.play(min(table.options("discard")), "take white")
        table.redeal(2)
        assert "white 10" in table.hand_of(1)


def test_a_redeal_forgets_a_card_that_was_seen_being_taken_and_then_played():
    table = fresh().hand(1, "red 4", "blue 1").hand(2, "green 1", "green 2").discards("white", 10)
    table.play("discard red 4", "take white", "discard green 1", "draw", "discard white 10", "draw")
    assert not table.state.shown.any()


def test_a_redeal_leaves_no_trace_of_cards_that_were_drawn():
    """Where they lay in the deck would tell who drew what."""
    table = fresh(3)
    table.play(min(table.options("discard")), "draw")
    below = int(table.rules.cards_removed + table.state.pile)
    assert table.state.deck[below:].any()
    table.redeal(1)
    assert not table.state.deck[below:].any()


def test_a_redeal_gives_a_rival_who_is_still_to_step_and_to_draw_a_card_less():
    table = fresh(3)
    card = min(table.hand_of(1))
    path = card.split()[0]
    table.explorer(1, path, 2).tile(path, 3, Tile.ARROW).play(f"advance {card}")
    assert table.options("step")
    table.redeal(2)
    assert [len(table.hand_of(seat)) for seat in (1, 2, 3)] == [7, 8, 8]


def test_a_redeal_can_put_a_removed_card_into_a_rival_s_hand():
    table = fresh()
    removed = set(table.state.deck[:30].tolist())
    table.redeal(1)
    assert set(table.state.deck[:30].tolist()) != removed


def test_a_new_expedition_makes_all_hands_unknown_again():
    table = fresh().discards("white", 10)
    table.play(min(table.options("discard")), "take white")
    assert table.state.shown.sum() == 1
    table.pile("red 1").idle()
    assert table.state.expedition == 1
    assert not table.state.shown.any()


def test_tiles_have_no_say_in_a_discard():
    table = fresh().hand(1, "red 4").explorer(1, "red", 1, top=1).tile("red", 2, Tile.ARTIFACT)
    table.play("discard red 4")
    assert table.state.artifact_tiles[0] == 0
