"""Set-up and phase 1: meeples, coins, and upgrades that reroll."""

import numpy as np
import pytest

from digsite.simulator.games.quetzal.state import Event, Face, Stream
from tests.games.quetzal.positions import GAME, Position


@pytest.mark.parametrize(("seats", "team"), [(2, 6), (3, 6), (4, 5), (5, 4)])
def test_each_player_has_the_character_and_six_six_five_or_four_team_meeples(seats, team):
    table = Position(seats)
    for seat in range(seats):
        assert table.state.pool_size[seat] == team + 1
        assert table.meeples(seat + 1)["character"] == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_coins_at_the_start_are_four_five_five_six_six_by_seat(seats):
    table = Position(seats, ["meeples.odds=1,1,1,0"])
    assert table.state.coins[:seats].tolist() == [4, 5, 5, 6, 6][:seats]


@pytest.mark.parametrize(
    ("seats", "upgrades", "spaces", "ships"), [(2, 2, 2, 1), (3, 3, 3, 1), (4, 3, 3, 2), (5, 3, 3, 2)]
)
def test_fourteen_cards_three_upgrades_and_one_or_two_ships_are_laid_out(seats, upgrades, spaces, ships):
    table = Position(seats)
    assert table.state.temple_size == 8
    assert table.state.surroundings_size.tolist() == [2, 2, 2]
    assert table.state.deck_left == 75 - 14
    assert table.state.village_size == upgrades
    assert table.state.pile_left == 24 - upgrades
    table.empty_board().coins(1, 20).pool(1, "black 1, white 1, either 2, character").placing(1)
    assert len([word for word in table.options() if word.startswith("village")]) == spaces
    assert len({word[:6] for word in table.options() if word.startswith("ship")}) == ships


def test_the_first_seat_has_the_first_player_marker_and_begins():
    table = Position(4)
    assert table.state.marker == 0
    assert (table.seat(), table.decision()) == (1, "place")


def test_the_deck_holds_21_pottery_18_weapons_15_tablets_12_statuettes_and_9_mummies():
    rules = GAME.build_rules(GAME.figures, 3)[0]
    assert rules.copies.reshape(5, 4).sum(axis=1).tolist() == [21, 18, 15, 12, 9]
    assert rules.upgrades_copies.sum() == 24


def test_jon_rolls_three_black_one_white_one_standing_and_his_character_on_its_side():
    """The rulebook's example: he gets 1 coin, and two of his meeples may count as either."""
    for luck in range(3_000):
        table = Position(4, luck=luck)
        rolled = [(a, b) for _, a, b, _ in table.told_at_setup(1)]
        if rolled == [(Face.BLACK, 3), (Face.WHITE, 1), (Face.STANDING, 1), (-1, Face.SIDE)]:
            assert table.state.coins[0] == 4 + 1
            assert table.meeples(1) == {"black": 3, "white": 1, "either": 1, "character": 1}
            return
    raise AssertionError("Jon's roll never came")


def test_each_standing_meeple_pays_a_coin_the_character_too():
    table = Position(3, ["meeples.odds=0,0,0,1"])
    assert table.state.coins[:3].tolist() == [4 + 7, 5 + 7, 5 + 7]
    assert table.meeples(1) == {"either": 6, "character": 1}
    assert table.state.faces[0].tolist() == [0, 0, 0, 7]


def test_a_meeple_on_its_side_counts_as_either_and_pays_nothing():
    table = Position(3, ["meeples.odds=0,0,1,0"])
    assert table.state.coins[:3].tolist() == [4, 5, 5]
    assert table.meeples(1) == {"either": 6, "character": 1}


@pytest.mark.parametrize(("odds", "flexible"), [("1,0,0,0", 1), ("0,1,0,0", 1), ("0,0,1,0", 7), ("0,0,0,1", 7)])
def test_the_character_counts_as_either_colour_on_any_side_and_a_team_meeple_on_the_side_or_standing(odds, flexible):
    """Rulebook, rolling the meeples: "Character meeple always counts as an adventurer or archaeologist"."""
    table = Position(3, [f"meeples.odds={odds}"])
    assert table.outcome().flexible[:3].tolist() == [flexible] * 3
    assert table.go_on_with("next_round").outcome().flexible[:3].tolist() == [2 * flexible] * 3


def test_black_is_an_adventurer_and_white_an_archaeologist():
    assert Position(3, ["meeples.odds=1,0,0,0"]).meeples(2) == {"black": 6, "character": 1}
    assert Position(3, ["meeples.odds=0,1,0,0"]).meeples(2) == {"white": 6, "character": 1}


# ------------------------------------------------------------------------------------------------ rerolls


def rerolling(*upgrades: str, odds: str = "0,0,0,1", seat: int = 1) -> Position:
    table = Position(3, [f"meeples.odds={odds}"]).owns(seat, *upgrades).coins(seat, 0)
    return table.pool(seat, "black 3, white 2, either 1, character").go_on_with("roll")


def test_nobody_is_asked_to_reroll_without_an_upgrade():
    assert Position(3).go_on_with("roll").decision() == "place"


def test_reroll_two_rerolls_up_to_two_meeples_of_ones_choice():
    table = rerolling("reroll_two")
    assert (table.seat(), table.decision()) == (1, "reroll")
    assert table.options() == {"black", "white", "either", "character", "done"}
    table.play("white")
    assert table.options() == {"white", "either", "character", "done"}
    assert table.state.coins[0] == 0  # nothing is rolled before the choice is made
    table.play("character")
    assert table.state.coins[0] == 2
    assert table.meeples(1) == {"black": 3, "white": 1, "either": 2, "character": 1}
    assert table.decision() == "place"


def test_reroll_two_may_reroll_one_meeple_or_none():
    table = rerolling("reroll_two").play("black", "done")
    assert table.meeples(1) == {"black": 2, "white": 2, "either": 2, "character": 1}
    assert table.decision() == "place"
    assert rerolling("reroll_two").play("done").meeples(1) == {"black": 3, "white": 2, "either": 1, "character": 1}


def test_the_same_two_meeples_are_chosen_in_one_order_only():
    assert "black" not in rerolling("reroll_two").play("white").options()


def test_reroll_all_rerolls_every_meeple_and_coins_of_standing_ones_stay():
    table = rerolling("reroll_all").coins(1, 3)
    assert table.options() == {"all", "done"}
    table.play("all")
    assert table.state.coins[0] == 3 + 7
    assert table.meeples(1) == {"either": 6, "character": 1}
    assert table.state.rerolls[0].tolist() == [7, 0]


def test_a_meeple_that_stood_keeps_its_coin_when_it_is_rerolled_and_falls():
    table = rerolling("reroll_all", odds="1,0,0,0").coins(1, 4).play("all")
    assert table.state.coins[0] == 4
    assert table.meeples(1) == {"black": 6, "character": 1}


def test_both_rerolls_may_be_used_once_a_round_in_any_order():
    table = rerolling("reroll_all", "reroll_two").play("all")
    assert table.options() == {"either", "character", "done"}
    table.play("either", "either")
    assert table.decision() == "place"
    table = rerolling("reroll_all", "reroll_two").play("black", "black")
    assert table.options() == {"all", "done"}


def test_players_reroll_clockwise_from_the_first_player():
    table = Position(3).owns(1, "reroll_all").owns(3, "reroll_all").marker(2).go_on_with("roll")
    assert table.seat() == 3
    assert table.play("done").seat() == 1
    assert table.play("done").decision() == "place"


def test_a_reroll_comes_back_in_the_next_round():
    table = rerolling("reroll_all").play("all").go_on_with("next_round")
    assert (table.decision(), table.options()) == ("reroll", {"all", "done"})


def test_rolls_rerolls_and_the_camp_have_streams_of_their_own():
    plain, other = Position(3), Position(3).owns(1, "reroll_all").go_on_with("roll").play("all")
    assert plain.state.stream[Stream.MEEPLES] == other.state.stream[Stream.MEEPLES]
    assert plain.state.stream[Stream.REROLL] != other.state.stream[Stream.REROLL]
    assert plain.state.stream[Stream.CAMP] == other.state.stream[Stream.CAMP]
    camp = Position(3).pool(1, "black 2").placing(1).play("camp", "black")
    assert camp.state.stream[Stream.CAMP] != plain.state.stream[Stream.CAMP]
    assert camp.state.stream[Stream.MEEPLES] == plain.state.stream[Stream.MEEPLES]


def test_a_reroll_is_logged_with_the_meeple_and_its_new_face():
    table = rerolling("reroll_two").play("black", "done")
    assert table.told(Event.REROLL) == [(1, 0, Face.STANDING, 0)]


def test_odds_that_sum_to_nothing_are_refused():
    with pytest.raises(Exception, match="A meeple must be able to land somehow"):
        Position(3, ["meeples.odds=0,0,0,0"])


def test_only_the_proportions_of_the_odds_count():
    one, other = Position(3, ["meeples.odds=0.32,0.32,0.25,0.11"]), Position(3, ["meeples.odds=0.64,0.64,0.5,0.22"])
    assert np.array_equal(one.rules.meeples_below, other.rules.meeples_below)
