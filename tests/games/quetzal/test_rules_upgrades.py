"""Upgrades, the Discovery track, purchases, and the end of the game."""

import numpy as np
import pytest

from digsite.simulator.games.quetzal.state import Event, Phase
from tests.games.quetzal.positions import GAME, Position


def village(*owned: str, shown: str, settings=()) -> Position:
    table = Position(3, settings).empty_board().coins(2, 0).owns(2, *owned).village(shown)
    return table.standing(2, "village 2").go_on_with("village").play(shown)


def stela(place: int, *owned: str, pile: tuple[str, ...] = (), settings=()) -> Position:
    """Seat 2 gains a discovery point at this place on the track."""
    table = Position(3, settings).empty_board().coins(2, 0).owns(2, *owned).track(2, place).pile(*pile)
    return table.standing(2, "stela").go_on_with("stela")


def test_a_permanent_upgrade_is_laid_beside_the_character_tile():
    assert village(shown="reroll_two").upgrades(2) == ["reroll_two"]
    assert village("reroll_two", shown="weapon_three").upgrades(2) == ["reroll_two", "weapon_three"]


def test_an_immediate_upgrade_pays_five_coins_and_is_discarded():
    table = village("reroll_two", shown="immediate")
    assert table.upgrades(2) == ["reroll_two"]
    assert table.state.coins_from[1, 6] == 5
    assert table.state.gained[1, 11] == 1


def test_of_three_permanent_upgrades_one_is_given_up_the_new_one_too():
    table = village("reroll_two", "weapon_three", shown="tablet_coins")
    assert (table.seat(), table.decision()) == (2, "give_up")
    assert table.options() == {"reroll_two", "weapon_three", "tablet_coins"}
    assert village("reroll_two", "weapon_three", shown="tablet_coins").play("reroll_two").upgrades(2) == [
        "tablet_coins", "weapon_three",
    ]  # fmt: skip
    assert village("reroll_two", "weapon_three", shown="tablet_coins").play("tablet_coins").upgrades(2) == [
        "reroll_two", "weapon_three",
    ]  # fmt: skip


def test_a_second_upgrade_of_a_kind_is_discarded_at_once_and_still_counts():
    table = village("reroll_two", shown="reroll_two")
    assert table.upgrades(2) == ["reroll_two"]
    assert table.state.gained[1, 0] == 1
    assert [(a, b) for _, a, b, _ in table.told(Event.DISCARD)] == [(0, 2)]


def test_the_round_of_an_upgrade_is_that_of_the_first_of_its_kind():
    table = Position(3).empty_board()
    for number in (2, 4):
        table.state.rounds_done = number - 1
        table.owns(2).village("reroll_two").standing(2, "village 1").go_on_with("village").play("reroll_two")
    assert table.state.gained[1, 0] == 2
    assert table.outcome().upgrade_round[1].tolist() == [2] + [0] * 11


# ------------------------------------------------------------------------------------------------ the Discovery track


def test_every_space_of_the_track_pays_its_reward_in_order():
    track = GAME.figures["discovery.track"]
    for place, reward in enumerate(track):
        table = stela(place, pile=("reroll_two", "weapon_three"))
        assert table.state.discovery[1] == place + 1
        assert table.state.coins_from[1, 2] == reward.get("coin", 0)
        assert table.state.points[1] == reward.get("vp", 0)
        assert len(table.upgrades(2)) == reward.get("upgrade", 0)


def test_whoever_moves_several_spaces_gets_the_reward_of_each():
    table = Position(3, ["stela.discovery=5"]).empty_board().coins(2, 0).standing(2, "stela").go_on_with("stela")
    assert table.state.discovery[1] == 5
    assert table.state.coins_from[1, 2] == 1 + 2
    assert table.state.points[1] == 1


def test_the_track_draws_the_first_upgrade_of_the_pile():
    table = stela(6, pile=("weapon_three", "reroll_two"))
    assert table.upgrades(2) == ["weapon_three"]
    assert table.state.pile_left == 1


def test_a_full_character_tile_is_asked_before_the_next_step_on_the_track():
    table = stela(6, "reroll_two", "reroll_all", pile=("weapon_three",), settings=["stela.discovery=3"])
    assert (table.decision(), table.state.discovery[1]) == ("give_up", 7)
    table.play("reroll_all")
    assert table.state.discovery[1] == 9
    assert table.upgrades(2) == ["reroll_two", "weapon_three"]


def test_an_empty_pile_gives_no_upgrade():
    assert stela(6).upgrades(2) == []


def test_discovery_points_beyond_the_end_of_the_track_are_lost():
    table = stela(12)
    assert table.state.discovery[1] == 12
    assert table.state.discovery_from[1, 0] == 1


def test_an_immediate_upgrade_may_move_the_disc():
    table = village(shown="immediate", settings=["upgrades.immediate.effect=[{ op = 'gain', discovery = 2 }]"])
    assert table.state.discovery[1] == 2
    assert table.state.coins_from[1, 2] == 1


# ------------------------------------------------------------------------------------------------ purchases


def test_discovery_is_bought_for_three_coins_before_placing_and_the_turn_goes_on():
    table = Position(3).empty_board().owns(2, "coins_to_discovery").coins(2, 7).pool(2, "black").placing(2)
    turns = int(table.state.turns)
    assert "buy discovery" in table.options()
    table.play("buy discovery", "buy discovery")
    assert table.state.coins[1] == 7 - 6 + 1  # a coin on the second space
    assert table.state.discovery[1] == 2
    assert (table.seat(), table.decision(), table.state.turns) == (2, "place", turns)
    assert "buy discovery" not in table.options()
    assert table.state.bought[1].tolist() == [0, 2]


def test_discovery_is_offered_in_phase_1_at_the_temple_the_village_and_before_a_delivery():
    def ready() -> Position:
        return Position(3).empty_board().owns(2, "coins_to_discovery").coins(2, 3).hand(2, "mummy 2")

    assert ready().go_on_with("roll").options() == {"buy discovery", "done"}
    temple = ready().temple("mummy 8").standing(2, "temple 1").go_on_with("temple")
    assert "buy discovery" in temple.options()
    assert "buy discovery" not in temple.play("mummy").options()
    assert "buy discovery" in ready().standing(2, "village 2").go_on_with("village").options()
    ship = ready().standing(2, "ship 1").go_on_with("ships")
    assert "buy discovery" in ship.options()
    assert "buy discovery" not in ship.play("mummy").options()
    assert "buy discovery" not in ready().standing(2, "market 1").go_on_with("black_market").options()


def test_a_reroll_that_discovery_brings_in_phase_1_may_be_used_at_once():
    table = Position(3).owns(2, "coins_to_discovery").coins(2, 3).track(2, 6).pile("reroll_all").go_on_with("roll")
    table.play("buy discovery")
    assert "all" in table.options()


def test_discovery_cannot_be_bought_without_coins_or_at_the_end_of_the_track():
    table = Position(3).empty_board().owns(2, "coins_to_discovery").pool(2, "black").placing(2)
    assert "buy discovery" not in table.coins(2, 2).options()
    assert "buy discovery" in table.coins(2, 3).options()
    assert "buy discovery" not in table.track(2, 12).options()


def test_points_are_bought_for_two_coins_at_the_end():
    table = Position(3).owns(2, "coins_to_vp").coins(2, 5)
    table.state.rounds_done = 4
    table.go_on_with("next_round")
    assert (table.decision(), table.seat(), table.options()) == ("final", 2, {"buy vp", "done"})
    table.play("buy vp", "buy vp")
    assert table.state.over
    assert table.state.coins[1] == 1
    assert table.state.points_from[1, 2] == 2


def test_points_are_not_offered_earlier_since_waiting_costs_nothing():
    table = Position(3).empty_board().owns(2, "coins_to_vp").coins(2, 9).pool(2, "black").placing(2)
    assert "buy vp" not in table.options()


def test_whatever_is_given_up_may_be_used_once_more():
    table = village("coins_to_vp", "coins_to_discovery", shown="reroll_two").coins(2, 8)
    assert {"buy vp", "buy discovery"} <= table.options()
    table.play("buy vp", "buy discovery")
    assert table.decision() == "give_up"
    assert table.state.discovery[1] == 0  # it comes after the upgrade
    table.play("coins_to_vp")
    assert table.state.discovery[1] == 1
    assert table.state.points[1] == 1


@pytest.mark.parametrize("third", ["coins_to_vp", "coins_to_discovery"])
def test_a_third_upgrade_that_is_given_up_at_once_cannot_be_used_first(third):
    table = village("reroll_two", "reroll_all", shown=third).coins(2, 9)
    assert table.options() == {"reroll_two", "reroll_all", third}
    assert table.play(third).upgrades(2) == ["reroll_two", "reroll_all"]


def test_discovery_points_bought_already_count_towards_the_end_of_the_track():
    table = village("coins_to_vp", "coins_to_discovery", shown="reroll_two").coins(2, 9)
    table.track(2, table.rules.discovery_track_size - 1)
    assert "buy discovery" in table.options()
    assert "buy discovery" not in table.play("buy discovery").options()


# ------------------------------------------------------------------------------------------------ the end


def finished(*players: tuple[int, int, int], marker: int = 1, settings=()) -> Position:
    """A game that ends now; for each player points, coins and the place on the track."""
    table = Position(len(players), settings).marker(marker)
    for seat, (points, coins, place) in enumerate(players, 1):
        table.state.points[seat - 1] = points
        table.state.points_from[seat - 1, 4] = points
        table.coins(seat, coins).track(seat, place)
    table.state.rounds_done = table.rules.rounds - 1
    return table.go_on_with("next_round")


def test_jon_ends_with_43_points():
    """The rulebook's example: 34, 8 coins, the marker and 5 points from upgrades."""
    table = Position(3).marker(2)
    table.state.points[1], table.state.gained[1, 0], table.state.gained[1, 11] = 34, 3, 2
    table.coins(2, 8).state.rounds_done = 4
    table.go_on_with("next_round")
    outcome = table.outcome()
    assert outcome.score[1] == 34 + 2 + 2 + 5 == 43
    assert outcome.points_from[1].tolist()[-3:] == [2, 2, 5]


def test_the_game_ends_after_five_rounds():
    table = Position(3)
    for number in range(1, 5):
        assert not table.go_on_with("next_round").state.over
        assert table.state.rounds_done == number
    assert table.go_on_with("next_round").state.over


def test_upgrades_score_their_points_even_when_they_were_given_up():
    table = village("reroll_two", "weapon_three", shown="tablet_coins").play("tablet_coins")
    table.state.rounds_done = 4
    table.go_on_with("next_round")
    assert table.outcome().points_from[1, -1] == 1


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_every_three_coins_are_a_point(coins, points):
    assert finished((0, coins, 0), (0, 0, 0)).outcome().points_from[0, -2] == points


def test_a_tie_goes_to_whoever_is_further_on_the_track():
    outcome = finished((10, 0, 3), (10, 0, 5), (9, 0, 9), marker=3, settings=["end.marker=0"]).outcome()
    assert (outcome.winner, outcome.rank[:3].tolist()) == (2, [2, 1, 3])


def test_a_tie_on_the_track_is_shared():
    outcome = finished((10, 0, 5), (10, 0, 5), (2, 0, 0), marker=3, settings=["end.marker=0"]).outcome()
    assert (outcome.winner, outcome.winners, outcome.rank[:2].tolist()) == (0, 2, [1, 1])


def test_points_after_each_round_are_recorded():
    table = Position(3)
    for number in range(5):
        table.state.points[0] = 10 * number
        table.go_on_with("next_round")
    assert table.outcome().points_after[0].tolist() == [0, 10, 20, 30, 40]


def test_a_shorter_game_repeats_its_last_points():
    table = Position(3, ["rounds=2"])
    table.state.points[0] = 4
    table.go_on_with("next_round")
    table.state.points[0] = 9
    assert table.go_on_with("next_round").outcome().points_after[0].tolist() == [4, 9, 9, 9, 9]


def test_the_marker_s_rounds_are_counted_when_they_begin():
    table = Position(3).marker(3).go_on_with("next_round").marker(2).go_on_with("next_round")
    assert table.state.marker_rounds[:3].tolist() == [1, 1, 1]


def test_a_new_round_takes_all_meeples_back():
    table = Position(3).standing(1, "quarry", "temple 1").standing(2, "harbour").go_on_with("next_round")
    assert (table.state.holder == -1).all()
    assert table.state.harbour.sum() == 0
    assert np.array_equal(table.state.pool_size[:3], [7, 7, 7])
    assert table.state.phase == Phase.PLACE


def test_cards_left_over_are_counted_by_type_whatever_their_bonus():
    table = Position(3, ["rounds=1"]).hand(2, "tablet 2, tablet coin, tablet vp, mummy discovery")
    assert table.go_on_with("next_round").outcome().left_over[1].tolist() == [0, 0, 4, 0, 1]


def test_what_is_left_of_deck_and_pile_is_counted():
    outcome = Position(3).deck("mummy 5").pile("reroll_two", "reroll_all").outcome()
    assert (outcome.cards_left, outcome.upgrades_left) == (5, 2)
