"""Turns, passing, buying, and what happens between rounds."""

import pytest

from digsite.simulator.games.arnak.state import Event
from tests.games.arnak.positions import Position


def test_a_turn_has_one_main_action_and_any_free_actions():
    table = (
        Position(2)
        .hand(1, "funding_car, funding_ship, fear")
        .play("play funding_car", "dig camp_coin", "pay card fear boot")
    )
    assert table.options() == {"end", "play funding_ship"}
    assert table.play("play funding_ship").options() == {"end"}
    assert table.held() == {"coin": 4}
    assert table.play("end").seat() == 2


def test_a_turn_cannot_end_without_a_main_action():
    table = Position(2).hand(1, "funding_car").play("play funding_car")
    assert "end" not in table.options()
    assert "pass" in table.options()


def test_a_card_is_played_for_its_effect_or_spent_for_travel_not_both():
    table = Position(2).hand(1, "funding_car").play("play funding_car")
    assert table.offered("dig") == set()
    assert Position(2).hand(1, "funding_car").play("dig camp_compass", "pay card funding_car car").held() == {
        "compass": 2
    }


def test_fear_has_no_effect():
    assert Position(2).hand(1, "fear").offered("play") == set()


def test_who_has_passed_gets_no_more_turns_and_the_last_one_goes_on():
    table = Position(3).hand(2, "funding_car").play("pass", "end")
    assert table.play("pass", "end").seat() == 3
    table.hand(3, "torch, axe").play("play torch", "decline", "end")
    assert table.seat() == 3
    table.play("play axe", "decline", "end", "pass", "end")
    assert (table.decision(), table.seat()) == ("left_over", 2)


def test_free_actions_can_follow_a_pass():
    table = Position(2).hand(1, "funding_car").play("pass")
    assert table.options() == {"end", "play funding_car"}


# ------------------------------------------------------------------------------------------------ buying


def test_an_item_goes_under_the_deck_and_the_row_slides_towards_the_staff():
    table = Position(2).row(items="hat, torch, axe, tent, horse").on_top("brush").resources(1, coin=2)
    assert table.offered("buy") == {"buy hat", "buy torch", "buy axe"}
    table.play("buy torch")
    assert table.held() == {}
    assert table.deck_cards()[-1] == "torch"
    assert "torch" not in table.row_cards()[0]
    table.play("end")
    assert table.row_cards()[0] == ["hat", "axe", "tent", "horse", "brush"]


def test_artifacts_fill_in_from_the_other_end():
    table = Position(2).round(2).row(artifacts="stone_jar, sundial").on_top("mortar").resources(1, compass=2)
    table.play("buy stone_jar", "decline", "end")
    assert table.row_cards()[1] == ["sundial", "mortar"]


def test_with_an_empty_deck_nothing_slides():
    table = Position(2).row(items="hat, torch, axe, tent, horse").resources(1, coin=1)
    for card in table.state.item_deck[: table.state.items_left].tolist():
        table.state.exile[0] |= 1 << card
    table.state.items_left = 0
    table.play("buy hat", "end")
    assert table.state.row_items.tolist()[0] == -1
    assert table.row_cards()[0] == ["torch", "axe", "tent", "horse"]


def test_an_artifact_bought_may_send_an_archaeologist():
    table = (
        Position(2)
        .row(artifacts="passage_shell")
        .resources(1, compass=3)
        .play("buy passage_shell", "accept", "dig camp_coin", "decline")
    )
    assert table.held() == {"coin": 2}
    assert table.options() == {"end"}


# ------------------------------------------------------------------------------------------------ the end of a round


def end_round(table: Position) -> Position:
    """Both pass; whatever is left in hand is kept."""
    table.play("pass", "end", "pass", "end")
    while table.decision() == "left_over":
        table.play("decline")
    return table


def test_archaeologists_come_home_and_the_next_player_begins():
    table = end_round(Position(2).placed(1, "camp_coin").placed(2, "camp_tablet"))
    assert table.at("camp_coin") == [0, 0]
    assert table.at("camp_tablet") == [0, 0]
    assert table.state.round_number == 2
    assert table.seat() == 2


def test_the_fear_of_a_guardian_is_shuffled_with_the_play_area():
    table = Position(2).discovered("j1", "l1_10", "g01").placed(1, "j1")
    before = (table.deck_cards() + table.cards()).count("fear")
    table = end_round(table)
    assert (table.deck_cards() + table.cards()).count("fear") == before + 1


def test_mask_and_ocarina_help_for_one_round():
    table = Position(2).hand(1, "war_mask, guardians_ocarina").resources(1, tablet=2).play("play war_mask", "end")
    table.end_turns_until(1).play("play guardians_ocarina", "end")
    table.end_turns_until(1).play("pass", "end")  # the other one has passed already
    assert (table.state.round_number, table.state.planes) == (2, 0)
    before = table.state.fear_gained[0]
    end_round(table.discovered("j1", "l1_10", "g01").placed(1, "j1"))
    assert table.state.fear_gained[0] == before + 1


def test_the_start_player_takes_the_last_fear_card_of_the_board():
    table = (
        Position(2).discovered("j1", "l1_10", "g01").placed(1, "j1").discovered("j2", "l1_09", "g02").placed(2, "j2")
    )
    table.state.start_seat = 1
    left = int(table.state.fear_deck)
    table.state.play[1, 2] |= left & (left - 1)  # all but one
    table.state.fear_deck = left & -left
    end_round(table)
    assert table.state.fear_tiles.tolist()[:2] == [1, 0]


def test_cards_left_in_hand_are_discarded_or_saved_one_by_one():
    table = Position(2).hand(1, "fear, funding_car").play("pass", "end", "pass", "end")
    assert table.decision() == "left_over"
    assert table.options() == {"decline", "discard fear", "discard funding_car"}
    table.play("discard fear", "decline")
    assert "funding_car" in table.cards()
    assert len(table.cards()) == 5
    assert len(table.told(Event.DISCARD)) == 1


@pytest.mark.parametrize("luck", range(5))
def test_items_bought_lie_above_the_cards_shuffled(luck):
    table = Position(2, luck=luck).deck(1, "").row(items="hat, torch, axe, tent, horse").resources(1, coin=4)
    table.play("buy horse", "end", "pass", "end", "pass", "end")
    while table.decision() == "left_over":
        table.play("decline")
    assert "horse" in table.cards()


def test_a_hand_is_filled_to_five_or_as_far_as_the_deck_goes():
    table = end_round(Position(2).hand(1, "").deck(1, "fear, funding_car").hand(1, ""))
    assert len(table.cards()) == 5
    few = Position(2, settings=["hand=10"])
    few = end_round(few)
    assert len(few.cards()) == 6


def test_the_cards_beside_the_staff_are_exiled_and_the_row_has_one_artifact_more():
    table = Position(2).row(items="hat, torch, axe, tent, horse", artifacts="mortar").on_top("stone_jar")
    table = end_round(table)
    items, artifacts = table.row_cards()
    assert items == ["torch", "axe", "tent", "horse"]
    assert len(artifacts) == 2
    assert artifacts[0] == "stone_jar"
    assert set(table.exile_cards()) == {"hat", "mortar"}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_each_round_has_as_many_artifacts_as_its_number(number):
    items, artifacts = Position(2).round(number).row_cards()
    assert (len(items), len(artifacts)) == (6 - number, number)


def test_after_round_five_the_game_is_over_with_the_fear_of_guardians():
    table = Position(2).round(5).discovered("j1", "l1_10", "g01").placed(1, "j1").play("pass", "end", "pass", "end")
    assert table.state.over
    assert table.state.fear_gained[0] == 1
    assert table.outcome().points_from[0, 8] == -3
    assert table.outcome().score_after[:2, 4].tolist() == table.outcome().score[:2].tolist()


def test_fear_cards_and_fear_tiles_gained_are_counted_together_and_nothing_else():
    table = Position(2).hand(1, "serpent_idol").resources(1, tablet=1).play("play serpent_idol")
    assert table.outcome().fear_gained[:2].tolist() == [1, 0]  # the Fear of the deck at the start is not gained
    table.hand(1, "serpent_idol").resources(1, tablet=1).play("end").end_turns_until(1)
    table.state.fear_deck = 0
    assert table.play("play serpent_idol").outcome().fear_gained[:2].tolist() == [2, 0]
    table.hand(1, "serpent_idol").resources(1, tablet=1).play("end").end_turns_until(1)
    table.state.fear_deck = table.state.fear_tiles_left = 0
    assert table.play("play serpent_idol").outcome().fear_gained[:2].tolist() == [2, 0]


def test_no_fear_cards_left_means_a_fear_tile_of_two_points():
    table = Position(2).hand(1, "serpent_idol").resources(1, tablet=1)
    for bit in range(40):
        if int(table.state.fear_deck) >> bit & 1:
            table.state.play[1, 2] |= 1 << bit
    table.state.fear_deck = 0
    before = table.outcome().points_from[0, 8]
    table.play("play serpent_idol")
    assert table.state.fear_tiles[0] == 1
    assert table.outcome().fear_gained[:2].tolist() == [1, 0]
    assert table.outcome().points_from[0, 8] == before - 2
    table.hand(1, "torch").play("end").end_turns_until(1)
    assert "exile fear_tile" in table.play("play torch").options()
    assert table.play("exile fear_tile").state.fear_tiles[0] == 0
    assert (table.outcome().fear_gained[0], table.outcome().fear_exiled[0]) == (1, 1)


def test_an_exiled_fear_card_goes_back_to_the_board():
    table = Position(2).hand(1, "torch, fear")
    before = int(table.state.fear_deck).bit_count()
    table.play("play torch", "exile fear of hand")
    assert int(table.state.fear_deck).bit_count() == before + 1
    assert "fear" not in table.exile_cards()


# ------------------------------------------------------------------------------------------------ free actions in between


def test_a_free_action_comes_in_the_middle_of_a_main_action():
    table = Position(2).hand(1, "sea_turtle").deck(1, "carrier_pigeon").idols(1, 1).play("play sea_turtle", "accept")
    assert table.decision() == "send"
    table.play("play carrier_pigeon")
    assert table.decision() == "send"
    table.play("idol arrowhead", "decline")
    assert table.held() == {"tablet": 2, "arrowhead": 1}


def test_no_other_free_action_comes_in_the_middle_of_a_free_action():
    table = Position(2).hand(1, "funding_car, fear").assistant(1, "a05").play("assistant a05")
    assert table.offered("play") == set()
    assert table.decision() == "exile"


def test_no_free_action_comes_in_the_middle_of_a_payment():
    table = Position(2).hand(1, "funding_car, fear").play("dig camp_coin")
    assert table.options() == {"pay card funding_car car", "pay card fear boot"}


def test_no_free_action_comes_before_the_card_of_a_cost():
    table = Position(2).hand(1, "parrot, funding_car, fear").play("play parrot", "accept")
    assert table.options() == {"use up funding_car", "use up fear"}


def test_a_second_choice_of_an_effect_stays_due_after_a_free_action():
    table = Position(2).hand(1, "army_knife, funding_car").play("play army_knife", "choose 2", "play funding_car")
    assert table.offered("choose") == {"choose 1", "choose 3", "choose 4"}
    assert table.play("choose 3").held() == {"coin": 2, "compass": 1}
