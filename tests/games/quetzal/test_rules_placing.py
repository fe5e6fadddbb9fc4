"""Phase 2: colours, costs, bids, kicks, free places and the Camp."""

import pytest

from digsite.simulator.games.quetzal.state import Event, Meeple, Space
from tests.games.quetzal.positions import Position


def on_turn(pool: str, coins: int = 20, seats: int = 4, settings=(), seat: int = 2) -> Position:
    return Position(seats, settings).empty_board().coins(seat, coins).pool(seat, pool).placing(seat)


def places(table: Position) -> set[str]:
    """Where the player may go, without colours and numbers."""
    return {word.split()[0] for word in table.options()}


# ------------------------------------------------------------------------------------------------ colours


def test_archaeologists_alone_go_to_the_temple_and_the_stela():
    assert {"temple", "stela"} <= places(on_turn("white"))
    assert not {"temple", "stela"} & places(on_turn("black"))


def test_adventurers_alone_go_to_the_black_market_and_the_village():
    assert {"market", "village"} <= places(on_turn("black"))
    assert not {"market", "village"} & places(on_turn("white"))


@pytest.mark.parametrize("pool", ["either", "character"])
def test_meeples_on_the_side_and_the_character_go_anywhere(pool):
    every = {"camp", "stela", "temple", "quarry", "small_temple", "ruins", "market", "village", "harbour", "ship"}
    assert places(on_turn(pool)) == every


def test_colours_are_not_mixed_at_the_surroundings_and_on_ships():
    table = on_turn("black 2, white 3")
    bids = {word for word in table.options() if word.startswith(("quarry", "ship 1"))}
    assert bids == {
        f"{place} {colour} {n}" for place in ("quarry", "ship 1")
        for colour, most in (("adventurer", 2), ("archaeologist", 3)) for n in range(1, most + 1)
    }  # fmt: skip


def test_colours_may_be_mixed_at_the_harbour():
    table = on_turn("black 1, white 1").play("harbour 2")
    assert table.state.harbour[1] == 2
    assert table.meeples(2) == {}


def test_a_player_chooses_which_meeples_to_send():
    table = on_turn("black 1, white 2, either 1, character").play("temple 4")
    assert table.decision() == "meeples"
    assert table.options() == {"white", "either", "character"}
    table.play("either")
    assert table.meeples(2) == {"black": 1, "white": 2, "character": 1}


def test_a_bid_is_made_up_of_the_colour_of_either_and_of_the_character():
    table = on_turn("black 2, white 2, either 2, character").play("quarry adventurer 3")
    assert table.options() == {
        "black 2, either", "black, either 2", "black 2, character", "black, either, character", "either 2, character",
    }  # fmt: skip


def test_nobody_is_asked_which_meeples_go_where_there_is_one_way_only():
    assert on_turn("black 2, white 2").play("quarry adventurer 2").holder("quarry") == 2


# ------------------------------------------------------------------------------------------------ unique places


def test_lucy_pays_four_coins_for_the_second_space_of_the_temple():
    """The rulebook's example: the other players cannot choose this space any more."""
    table = on_turn("white", coins=4).play("temple 2")
    assert table.state.coins[1] == 0
    assert table.holder("temple 2") == 2
    assert table.state.coins_spent[1].tolist() == [0, 0, 4, 0, 0, 0, 0, 0, 0, 0]
    table.coins(3, 20).pool(3, "white 2").placing(3)
    assert "temple 2" not in table.options()
    assert {"temple 1", "temple 3", "temple 4", "temple 5"} <= table.options()


@pytest.mark.parametrize(
    ("coins", "open_spaces"), [(0, []), (1, [5]), (2, [4, 5]), (3, [3, 4, 5]), (5, [1, 2, 3, 4, 5])]
)
def test_spaces_of_the_temple_cost_five_coins_to_one_from_the_top(coins, open_spaces):
    table = on_turn("white", coins=coins)
    assert {word for word in table.options() if "temple " in word and "small" not in word} == {
        f"temple {n}" for n in open_spaces
    }


@pytest.mark.parametrize(("coins", "spaces"), [(0, []), (1, [3]), (2, [1, 2, 3])])
def test_spaces_of_the_village_cost_two_two_and_one(coins, spaces):
    table = on_turn("black", coins=coins)
    assert {word for word in table.options() if word.startswith("village")} == {f"village {n}" for n in spaces}
    for space in spaces:
        table = on_turn("black", coins=2).play(f"village {space}")
        assert table.state.coins[1] == 2 - (2, 2, 1)[space - 1]


def test_one_meeple_goes_to_a_unique_place():
    table = on_turn("white 3").play("temple 1")
    assert table.meeples(2) == {"white": 2}


def test_the_stela_is_closed_to_whoever_has_the_first_player_marker():
    assert "stela" in on_turn("white 1").options()
    assert "stela" not in on_turn("white 1", seat=1).options()
    table = on_turn("white 2").play("stela").pool(3, "white").placing(3)
    assert "stela" not in table.options()


def test_where_the_stela_costs_a_coin_it_is_paid_at_once():
    table = Position(3, ["stela.cost=1"]).empty_board().pool(2, "white").placing(2)
    assert "stela" not in table.coins(2, 0).options()
    table.coins(2, 1).play("stela")
    assert table.state.coins[1] == 0
    assert table.state.coins_spent[1].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]


def test_a_temple_discount_takes_a_coin_off_but_never_below_nothing():
    table = on_turn("white", coins=3).owns(2, "temple_discount")
    assert "temple 2" in table.options()
    assert "temple 1" not in table.options()
    assert table.play("temple 2").state.coins[1] == 0
    assert on_turn("white", coins=0).owns(2, "temple_discount").play("temple 5").state.coins[1] == 0
    deep = on_turn("white", coins=0, settings=["upgrades.temple_discount.effect.1.n=3"]).owns(2, "temple_discount")
    assert deep.play("temple 4").state.coins[1] == 0
    assert deep.told(Event.PLACE) == [(2, Space.TEMPLE + 3, 1, 0)]


# ------------------------------------------------------------------------------------------------ bids


def kicked() -> Position:
    """Jon (seat 2) has two adventurers on the Quarry, Lucy (seat 3) is on turn."""
    table = on_turn("black 2, white 1").play("quarry adventurer 2")
    return table.pool(3, "black 3, white 4").placing(3)


def test_lucy_kicks_jon_from_the_quarry_with_three_adventurers():
    """The rulebook's example: he takes his two adventurers back without switching their sides."""
    table = kicked()
    quarry = {word for word in table.options() if word.startswith("quarry")}
    assert quarry == {"quarry adventurer 3"}  # more of them, and of the same colour
    table.play("quarry adventurer 3")
    assert table.holder("quarry") == 3
    assert table.meeples(2) == {"black": 2, "white": 1}
    assert table.told(Event.KICK) == [(3, Space.QUARRY, 1, 1)]
    assert table.state.kicks[:4].tolist() == [0, 0, 1, 0]
    assert table.state.kicks_by[2] == 1
    assert table.state.bids_lost[1].tolist() == [1, 0, 0, 0, 0]
    assert table.state.bids_lost_by[1] == 1
    assert table.state.meeples[1, 7] == 0
    assert table.state.meeples[2, 7] == 3


def test_the_meeples_by_which_a_bid_is_outbid_are_counted_for_both():
    table = on_turn("black 2").play("quarry adventurer 1")
    table.pool(3, "black 4").placing(3).play("quarry adventurer 4")
    assert (table.state.kicks_by[2], table.state.bids_lost_by[1]) == (3, 3)


def test_kicked_meeples_on_their_side_still_count_as_either():
    table = on_turn("either 1, character").play("ruins adventurer 2").pool(3, "black 3").placing(3)
    table.play("ruins adventurer 3")
    assert table.meeples(2) == {"either": 1, "character": 1}


def test_a_kicked_player_places_those_meeples_later_in_the_same_round():
    table = on_turn("black 2").play("quarry adventurer 2")
    for seat in (1, 4):
        table.pool(seat, "")
    table.pool(3, "black 3").placing(3).play("quarry adventurer 3")
    assert (table.seat(), table.decision()) == (2, "place")
    assert table.meeples(2) == {"black": 2}


def test_an_equal_number_of_meeples_does_not_take_a_place():
    table = on_turn("black 2").play("quarry adventurer 2").pool(3, "black 2").placing(3)
    assert not any(word.startswith("quarry") for word in table.options())


def test_a_lone_character_leaves_the_colour_open_and_the_next_one_settles_it():
    table = on_turn("black 1, character").play("ruins character")
    table.pool(3, "black 2, white 3").placing(3)
    assert {word for word in table.options() if word.startswith("ruins")} == {
        "ruins adventurer 2", "ruins archaeologist 2", "ruins archaeologist 3",
    }  # fmt: skip
    table.play("ruins archaeologist 2").pool(4, "black 5, white 3").placing(4)
    assert {word for word in table.options() if word.startswith("ruins")} == {"ruins archaeologist 3"}


def test_a_lone_character_at_the_black_market_leaves_it_to_adventurers():
    table = on_turn("character").play("market 1 character").pool(3, "black 2, white 5").placing(3)
    assert {word for word in table.options() if word.startswith("market")} == {"market 1 adventurer 2"}


def test_a_lone_team_meeple_on_its_side_settles_the_colour():
    table = on_turn("either 1").play("ruins adventurer 1").pool(3, "black 2, white 5").placing(3)
    assert {word for word in table.options() if word.startswith("ruins")} == {"ruins adventurer 2"}


def test_a_lone_character_cannot_outbid_anybody():
    table = on_turn("black 1").play("ruins adventurer 1").pool(3, "character").placing(3)
    assert not any(word.startswith("ruins") for word in table.options())


def test_nobody_raises_a_bid_of_their_own():
    table = on_turn("black 5").play("quarry adventurer 2").placing(2)
    assert not any(word.startswith("quarry") for word in table.options())


def test_a_player_may_hold_both_ships():
    table = on_turn("black 1, white 1").play("ship 1 adventurer 1").placing(2).play("ship 2 archaeologist 1")
    assert table.holder("ship 1") == table.holder("ship 2") == 2


def test_bids_that_stand_at_the_end_are_won():
    table = kicked().play("quarry adventurer 3")
    for seat in (1, 2, 3, 4):
        table.pool(seat, "")
    table.go_on_with("place")
    assert table.state.bids_won[2].tolist() == [1, 0, 0, 0, 0]
    assert table.state.bids_won[1].sum() == 0


# ------------------------------------------------------------------------------------------------ free places


def test_maria_places_a_second_meeple_at_the_harbour_for_two_coins():
    """The rulebook's example: others may still come, and so may she."""
    table = on_turn("black 3", coins=5).play("harbour").placing(2).play("harbour")
    assert table.state.coins[1] == 1
    assert table.state.harbour[1] == 2
    assert "harbour" not in table.placing(2).options()  # a third one costs more than she has
    assert "harbour" in table.coins(3, 2).pool(3, "white").placing(3).options()


def test_coins_are_counted_where_they_are_paid():
    table = on_turn("black 3", coins=9).play("harbour 2").placing(2).play("village 3")
    assert table.state.coins_spent[1].tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 1, 4]


def test_every_meeple_at_the_harbour_costs_two_coins():
    table = on_turn("black 4", coins=7)
    assert {"harbour", "harbour 2", "harbour 3"} == {word for word in table.options() if "harbour" in word}
    assert table.play("harbour 3").state.coins[1] == 1


def test_the_camp_pays_a_coin_at_once_and_lets_one_meeple_be_rerolled():
    table = on_turn("black 1, white 2, character", coins=0, settings=["meeples.odds=0,0,1,0"]).play("camp", "black")
    assert table.state.coins[1] == 1
    assert table.decision() == "camp"
    assert table.options() == {"white", "character", "done"}
    table.play("white")
    assert table.meeples(2) == {"white": 1, "either": 1, "character": 1}
    assert table.state.rerolls[1].tolist() == [0, 1]
    assert (table.seat(), table.decision()) == (3, "place")


def test_a_meeple_that_stands_at_the_camp_brings_another_coin():
    table = on_turn("black 2", coins=0, settings=["meeples.odds=0,0,0,1"]).play("camp", "black")
    assert table.state.coins[1] == 2
    assert table.meeples(2) == {"either": 1}


def test_the_character_may_be_rerolled_at_the_camp_for_its_coin():
    table = on_turn("black 1, character", coins=0, settings=["meeples.odds=0,0,0,1"]).play("camp", "black", "character")
    assert table.state.coins[1] == 2
    assert table.meeples(2) == {"character": 1}


def test_the_reroll_at_the_camp_may_be_declined_and_needs_a_meeple_in_the_pool():
    assert on_turn("black 2").play("camp", "done").seat() == 3
    assert on_turn("black 1").play("camp").seat() == 3


def test_the_camp_is_open_to_any_number_of_visits():
    table = on_turn("black 3").play("camp", "done").placing(2)
    assert "camp" in table.options()


def test_whoever_can_place_nothing_else_goes_to_the_camp():
    table = on_turn("black", coins=0)
    for place in ("quarry", "small_temple", "ruins", "market 1", "ship 1", "ship 2"):
        table.standing(1, place)
        table.state.bid_size[:] = 2
    assert table.options() == {"camp"}


def test_several_meeples_may_go_to_the_camp_where_the_rules_say_so():
    table = on_turn("black 3", coins=0, settings=["camp.per_turn=9", "meeples.odds=0,1,0,0"])
    assert {"camp", "camp 2", "camp 3"} <= table.options()
    table.play("camp 2")
    assert table.state.coins[1] == 2
    table.play("black", "white")
    assert table.meeples(2) == {"white": 1}
    assert table.seat() == 3


# ------------------------------------------------------------------------------------------------ turns


def test_turns_go_clockwise_from_the_first_player_over_those_with_meeples():
    table = Position(4).marker(3)
    for seat, pool in ((1, "black 2"), (2, ""), (3, "black 2"), (4, "black 2")):
        table.pool(seat, pool)
    table.go_on_with_pools()
    order = []
    while table.state.rounds_done == 0:
        order.append(table.seat())
        table.play("camp")
        if table.decision() == "camp":
            table.play("done")
    assert order == [3, 4, 1, 3, 4, 1]
    assert table.state.turns == 1 + 6 + 1  # one began with the set-up, the last in the next round


def test_a_player_with_meeples_must_place():
    table = on_turn("black 2")
    assert not {"done", "pass"} & table.options()


def test_meeples_are_counted_where_they_stay():
    table = on_turn("black 1, white 1", coins=9).play("temple 5").placing(2).play("ship 1 adventurer 1")
    assert table.state.meeples[1].tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_what_is_sent_is_logged():
    table = on_turn("black 2, either 1", coins=9).play("quarry adventurer 3")
    assert table.told(Event.PLACE) == [(2, Space.QUARRY, 0, 0)]
    assert table.told(Event.MEEPLES) == [(2, Meeple.ADVENTURER, 2, 0), (2, Meeple.EITHER, 1, 0)]
