"""Exploring the six monuments."""

from collections import Counter

import pytest

from digsite.simulator.games.archaeology.state import Event
from tests.games.archaeology.positions import TRADING_VALUE, Position


def explorations(table: Position) -> set[str]:
    return {word for word in table.options() if word.startswith("explore")}


# ------------------------------------------------------------------------------------------------ any monument


def test_maps_are_discarded_from_the_game():
    table = Position(2).hands("map 2, coin", "coin").acting(1).play("explore 1")
    assert table.cards(1)["map"] == 1
    assert table.market_cards().get("map", 0) == 0
    assert table.outcome().maps_used[0] == 1


def test_only_one_exploration_a_turn():
    table = Position(2, "tomb").hands("map 2, coin", "coin").acting(1).play("explore 1")
    while table.decision() == "keep":
        table.play(min(table.options()))
    assert explorations(table) == set()


def test_without_a_map_there_is_nothing_to_explore():
    assert explorations(Position(2).hands("coin", "coin").acting(1)) == set()


def test_cards_and_value_from_the_monument_are_counted():
    table = Position(2).hands("map", "coin").chamber(1, "talisman, coin").acting(1).play("explore 1")
    out = table.outcome()
    assert (out.explorations[0], out.monument_cards[0], out.monument_value[0]) == (1, 2, 5)
    assert table.told(Event.EXPLORE) == [(1, 0, 1, 2)]
    assert table.told(Event.FIND) == [(1, 2, 1, 0), (1, 4, 1, 0)]


# ------------------------------------------------------------------------------------------------ Great Pyramid


@pytest.mark.parametrize(("maps", "chambers"), [(1, {1}), (2, {1, 2}), (3, {1, 2, 3}), (4, {1, 2, 3})])
def test_the_great_pyramid_costs_one_two_or_three_maps(maps, chambers):
    table = Position(2).hands(f"map {maps}", "coin").acting(1)
    assert explorations(table) == {f"explore {chamber}" for chamber in chambers}


@pytest.mark.parametrize(("chamber", "cards"), [(1, 2), (2, 5), (3, 8)])
def test_a_chamber_of_the_great_pyramid_gives_all_its_cards(chamber, cards):
    table = Position(2).hands("map 3", "coin").acting(1)
    inside = Counter(table.chamber_cards(chamber))
    table.play(f"explore {chamber}")
    assert inside.total() == cards
    assert Counter(table.cards(1)) == inside + Counter({"map": 3 - chamber})
    assert table.chamber_cards(chamber) == {}


def test_a_chamber_of_the_great_pyramid_is_explored_only_once():
    table = Position(2).hands("map 2", "coin").acting(1).play("explore 1").acting(1)
    assert explorations(table) == set()


# ------------------------------------------------------------------------------------------------ Temple


def test_the_temple_gives_five_cards_of_any_chamber_for_two_maps():
    assert explorations(Position(2, "temple").hands("map", "coin").acting(1)) == set()
    table = Position(2, "temple").hands("map 2", "coin").acting(1)
    assert explorations(table) == {"explore 1", "explore 2", "explore 3"}
    assert table.play("explore 2").state.hand_size[0] == 5


def test_after_a_sale_the_seller_may_look_into_one_chamber():
    table = Position(2, "temple").hands("coin 2", "coin").acting(1).play("sell coin 1")
    assert table.decision() == "peek"
    assert table.options() == {"look 1", "look 2", "look 3", "decline"}
    table.play("look 2")
    assert table.state.chamber_known[0, 1].tolist() == table.state.chamber[1].tolist()
    assert table.state.chamber_known[1].sum() == 0
    assert table.told(Event.PEEK) == [(1, 1, 0, 0)]
    assert table.decision() == "act"


def test_each_sale_gives_a_look_even_the_last_of_the_hand():
    table = Position(2, "temple").hands("coin, map", "coin").acting(1).dig_site("coin", "coin")
    table.play("sell coin 1", "look 1", "sell map 1")
    assert table.decision() == "peek"
    table.play("look 3")
    assert table.seat() == 2
    assert table.state.chamber_known[0].sum() == 10


def test_an_emptied_chamber_cannot_be_looked_into():
    table = Position(2, "temple").hands("map 2, coin", "coin").acting(1).play("explore 1", "sell coin 1")
    assert table.options() == {"look 2", "look 3", "decline"}


def test_a_sale_that_ends_the_game_gives_no_look():
    table = Position(2, "temple").hands("coin", "").dig_site().acting(1).play("sell coin 1")
    assert table.state.over


def test_other_monuments_give_no_look():
    assert Position(2, "tomb").hands("coin 2", "coin").acting(1).play("sell coin 1").decision() == "act"


# ------------------------------------------------------------------------------------------------ Tomb


def test_the_explorer_of_the_tomb_keeps_two_cards_of_a_chamber():
    table = Position(2, "tomb").hands("map", "coin").chamber(1, "coin 3, talisman, map 0, pot_shard 3").acting(1)
    table.play("explore 1")
    assert table.options() == {"keep coin", "keep talisman", "keep pot_shard"}
    table.play("keep talisman", "keep coin")
    assert table.cards(1) == {"talisman": 1, "coin": 1}
    assert table.chamber_cards(1) == {"coin": 2, "pot_shard": 3}
    assert table.decision() == "act"


def test_the_map_is_gone_as_soon_as_a_chamber_of_the_tomb_is_chosen():
    table = Position(2, "tomb").hands("map", "coin").acting(1).play("explore 2")
    assert table.cards(1) == {}
    assert table.outcome().maps_used[0] == 1


def test_the_last_card_of_a_tomb_chamber_is_all_one_gets():
    table = Position(2, "tomb").hands("map", "coin").chamber(1, "talisman").acting(1).play("explore 1", "keep talisman")
    assert table.cards(1) == {"talisman": 1}
    assert table.chamber_cards(1) == {}


def test_a_chamber_of_the_tomb_can_be_explored_again():
    table = Position(2, "tomb").hands("map 2", "coin").chamber(1, "talisman, coin 2").acting(1)
    table.play("explore 1", "keep coin", "keep coin").acting(1)
    assert "explore 1" in table.options()


# ------------------------------------------------------------------------------------------------ Mine


def mine(cards: str, luck: int = 0) -> Position:
    return Position(2, "mine", luck=luck).hands("map", "coin").chamber(1, cards).acting(1)


def test_the_first_card_of_the_mine_comes_with_the_exploration():
    table = mine("coin 15").play("explore 1")
    assert table.options() == {"draw", "stop"}
    assert table.told(Event.DRAW) == [(1, 2, 2, 0)]
    assert table.chamber_cards(1) == {"coin": 14}


def test_whoever_stops_takes_all_cards_drawn():
    table = mine("coin 15").play("explore 1", "draw", "stop")
    assert table.cards(1) == {"coin": 2}
    assert table.chamber_cards(1) == {"coin": 13}
    assert table.told(Event.STOP) == [(1, 4, 2, 0)]


def test_above_five_all_cards_go_back():
    table = mine("coin 15").play("explore 1", "draw", "draw")
    assert table.cards(1) == {}
    assert table.chamber_cards(1) == {"coin": 15}
    assert table.told(Event.BUST) == [(1, 6, 3, 0)]
    assert table.outcome().busts[0] == 1


def test_exactly_five_is_allowed():
    table = mine("pot_shard 15").play("explore 1", *["draw"] * 4)
    assert table.decision() == "mine"
    assert table.play("stop").cards(1) == {"pot_shard": 5}


def test_the_drawing_stops_by_itself_when_the_mine_is_empty():
    assert mine("coin, pot_shard").play("explore 1", "draw").cards(1) == {"coin": 1, "pot_shard": 1}


def test_an_empty_mine_cannot_be_explored():
    assert explorations(mine("")) == set()


def test_cards_drawn_at_the_mine_total_their_trading_values():
    table = Position(2, "mine", settings=["mine.limit=200"]).hands("map", "coin").acting(1).play("explore 1")
    for _ in range(5):
        table.play("draw")
    table.play("stop")
    total = sum(TRADING_VALUE[name] * cards for name, cards in table.cards(1).items())
    assert table.told(Event.STOP) == [(1, total, 6, 0)]


# ------------------------------------------------------------------------------------------------ Sphinx


def test_the_explorer_of_the_sphinx_names_two_different_treasures_that_are_in_the_game():
    table = Position(2, "sphinx").hands("map", "coin").acting(1).play("explore 1")
    assert table.decision() == "name"
    assert len(table.options()) == 15  # two of the six that are not maps
    assert "name pot_shard talisman" in table.options()
    assert not any("map" in word or "tablet" in word for word in table.options())
    assert len(Position(5, "sphinx").hands("map", "coin").acting(1).play("explore 1").options()) == 28


def test_matches_come_to_the_hand_and_the_others_go_back():
    table = Position(2, "sphinx").hands("map", "coin").chamber(1, "coin 8, talisman 7").acting(1)
    table.play("explore 1", "name pot_shard coin")
    revealed = [row[1] for row in table.told(Event.REVEAL)]
    assert len(revealed) == 5
    coins = revealed.count(2)
    assert table.cards(1) == ({"coin": coins} if coins else {})
    assert table.chamber_cards(1) == {"coin": 8 - coins, "talisman": 7}


def test_the_sphinx_reveals_what_is_left_when_that_is_less_than_five():
    table = Position(2, "sphinx").hands("map", "coin").chamber(1, "coin 2, talisman").acting(1)
    table.play("explore 1", "name coin talisman")
    assert table.cards(1) == {"coin": 2, "talisman": 1}
    assert table.chamber_cards(1) == {}


def test_nothing_named_right_brings_nothing():
    table = Position(2, "sphinx").hands("map", "coin").chamber(1, "coin 15").acting(1)
    table.play("explore 1", "name pot_shard talisman")
    assert table.cards(1) == {}
    assert table.chamber_cards(1) == {"coin": 15}


# ------------------------------------------------------------------------------------------------ Buried Ruins


def ruins(*settings: str) -> Position:
    table = Position(2, "buried-ruins", settings=settings).hands("coin", "map 2")
    return table.chamber(1, "coin").chamber(2, "map 0, talisman").chamber(3, "pot_shard")


def test_a_storm_lays_bare_a_card_in_each_chamber_of_the_ruins():
    table = ruins().pile("talisman", "coin", "pharaohs_mask", "coin").acting(1).dig_site("sandstorm", "map").play("end")
    assert table.told(Event.UNEARTH) == [(0, 0, 4, 0), (0, 1, 2, 0), (0, 2, 6, 0)]
    assert table.decision() == "tent"  # the cards are there before tents are decided on
    assert table.chamber_cards(1) == {"coin": 1, "talisman": 1}
    assert table.chamber_cards(2) == {"talisman": 1, "coin": 1}
    assert table.chamber_cards(3) == {"pot_shard": 1, "pharaohs_mask": 1}
    assert table.state.pile_left == 1


def test_when_the_pile_runs_out_no_more_cards_are_added():
    table = ruins().pile("talisman").acting(1).dig_site("sandstorm", "map").play("end")
    assert table.told(Event.UNEARTH) == [(0, 0, 4, 0)]
    assert table.state.pile_left == 0


def test_a_map_gives_all_cards_of_one_chamber_of_the_ruins():
    table = ruins().chamber(2, "talisman, coin 2").acting(2).play("explore 2")
    assert table.cards(2) == {"map": 1, "talisman": 1, "coin": 2}
    assert table.chamber_cards(2) == {}


def test_an_emptied_chamber_of_the_ruins_is_filled_again_by_later_storms():
    table = ruins().pile("talisman", "coin", "coin").acting(2).play("explore 1").hands("coin", "map")
    table.digging(1, "sandstorm", "coin", "coin")
    assert table.chamber_cards(1) == {"talisman": 1}
    assert "explore 1" in table.play("end").options()


def test_under_the_strict_reading_an_explored_chamber_stays_closed():
    table = ruins("buried_ruins.reopen=false").pile("talisman", "coin", "coin").acting(2).play("explore 1")
    table.hands("coin", "map").digging(1, "sandstorm", "coin", "coin")
    assert table.chamber_cards(1) == {}
    assert table.chamber_cards(2) == {"talisman": 2}
    assert table.chamber_cards(3) == {"pot_shard": 1, "coin": 1}


def test_the_value_of_a_find_counts_every_card_of_it():
    table = Position(2).hands("map 2", "coin").chamber(2, "coin 3, talisman 2").acting(1).play("explore 2")
    out = table.outcome()
    assert (out.monument_cards[0], out.monument_value[0]) == (5, 3 * 2 + 2 * 3)
