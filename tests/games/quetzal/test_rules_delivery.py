"""Deliveries: how many cards, what sets pay, bonuses, and the upgrades that pay for them."""

import pytest

from digsite.simulator.games.quetzal.state import Event, Space
from tests.games.quetzal.positions import Position


def at(place: str, hand: str, *upgrades: str, meeples: int = 1, settings=()) -> Position:
    table = Position(3, settings).empty_board().coins(2, 0).hand(2, hand).owns(2, *upgrades)
    for _ in range(meeples):
        table.standing(2, place)
    return table.go_on_with("harbour" if place == "harbour" else "ships")


def test_maria_delivers_three_statuettes_and_two_mummies_for_14_points_and_two_discovery_steps():
    """The rulebook's example: two discovery points on the statuettes bring one more point on the track."""
    table = at("ship 1", "statuette discovery 2, statuette 2, mummy 2").track(2, 2)
    table.play("statuette", "statuette discovery", "statuette discovery", "mummy")
    table.play("mummy")
    assert table.told(Event.SET) == [(2, 3, 3, 8), (2, 4, 2, 6)]
    assert table.told(Event.DELIVERED) == [(2, Space.SHIP, 5, 14)]
    assert table.state.points_at[1].tolist() == [0, 14]
    assert table.state.discovery[1] == 4
    assert table.state.points[1] == 14 + 1
    assert table.cards(2) == {"statuette": 1}


@pytest.mark.parametrize(("cards", "sets"), [(1, [1]), (2, [2]), (3, [3]), (4, [3, 1]), (5, [3, 2]), (6, [3, 3])])
@pytest.mark.parametrize("type_", ["pottery", "weapon", "tablet", "statuette", "mummy"])
def test_a_type_pays_in_complete_collections_of_three_and_the_rest(type_, cards, sets):
    table = at("ship 1", f"{type_} {cards}")
    values = dict(enumerate(table.figures[f"artifacts.{type_}.points"], 1))
    table.play(*[type_] * cards)
    assert [(size, points) for _, _, size, points in table.told(Event.SET)] == [(size, values[size]) for size in sets]
    assert table.state.points[1] == sum(values[size] for size in sets)


def test_a_ship_takes_six_cards_at_the_most():
    table = at("ship 1", "pottery 9").play(*["pottery"] * 6)
    assert table.cards(2) == {"pottery": 3}
    assert table.state.points[1] == 10


@pytest.mark.parametrize("meeples", [1, 2, 3])
def test_each_meeple_at_the_harbour_allows_three_cards_in_one_delivery(meeples):
    table = at("harbour", "weapon 12", meeples=meeples).play(*["weapon"] * (3 * meeples))
    assert table.cards(2) == {"weapon": 12 - 3 * meeples}
    assert table.state.deliveries[1].tolist() == [1, 0]
    assert table.state.points[1] == 6 * meeples


def test_each_meeple_at_the_harbour_makes_a_delivery_of_its_own_where_the_rules_say_so():
    hand = "pottery 2, weapon 2, tablet 2"
    together = at("harbour", hand, meeples=2)
    together.play("pottery", "pottery", "weapon", "weapon", "tablet", "tablet")
    assert together.state.points[1] == 3 + 3 + 4
    each = at("harbour", hand, meeples=2, settings=["harbour.delivery=each"])
    each.play("pottery", "pottery", "weapon", "weapon", "tablet", "tablet")
    assert each.state.points[1] == 3 + 1 + 1 + 4
    assert each.state.deliveries[1].tolist() == [2, 0]


def test_players_deliver_at_the_harbour_clockwise_from_the_first_player():
    table = Position(3).empty_board().marker(3)
    for seat in (1, 2, 3):
        table.hand(seat, "mummy 4").standing(seat, "harbour")
    table.go_on_with("harbour")
    order = []
    while table.decision() == "deliver":
        order.append(table.seat())
        table.play("done")
    assert order == [3, 1, 2]


def test_nobody_has_to_deliver():
    table = at("ship 1", "mummy 3").play("done")
    assert table.cards(2) == {"mummy": 3}
    assert table.state.points[1] == 0
    assert table.state.empty_trips[1].tolist() == [0, 0, 0, 0, 1]
    assert table.state.deliveries[1].sum() == 0


def test_a_delivery_may_hold_fewer_cards_than_it_could():
    table = at("ship 1", "mummy 3").play("mummy", "mummy", "done")
    assert table.state.points[1] == 6
    assert table.cards(2) == {"mummy": 1}


def test_without_cards_nobody_is_asked_and_the_trip_was_in_vain():
    assert at("harbour", "").state.empty_trips[1].tolist() == [0, 0, 0, 1, 0]


def test_each_delivery_can_be_put_together_in_one_way_only():
    table = at("ship 1", "pottery 2, weapon, mummy").play("weapon")
    assert table.options() == {"mummy", "done"}


def test_delivered_cards_are_discarded():
    table = at("ship 1", "mummy 3").play("mummy", "mummy", "mummy")
    assert table.state.discarded[16] == 3


def test_cards_are_counted_in_the_round_of_their_delivery():
    table = Position(3).empty_board().hand(2, "mummy 2, pottery").standing(2, "ship 1")
    table.state.rounds_done = 2
    table.go_on_with("ships").play("pottery", "mummy", "mummy")
    assert table.outcome().delivered_in[1].tolist() == [0, 0, 3, 0, 0]


def test_bonuses_on_cards_bring_a_coin_a_discovery_point_or_a_victory_point():
    table = at("ship 1", "tablet coin, tablet discovery, tablet vp").play(
        "tablet coin", "tablet discovery", "tablet vp"
    )
    assert table.state.coins_from[1, 5] == 1
    assert table.state.points[1] == 7 + 1
    assert table.state.points_from[1].tolist() == [1, 0, 0, 0, 0]
    assert table.state.discovery[1] == 1


def test_sets_are_of_one_type_whatever_the_bonuses():
    table = at("ship 1", "mummy, mummy discovery 2").play("mummy", "mummy discovery", "mummy discovery")
    assert table.state.points[1] == 10
    assert table.state.sets[1, 4].tolist() == [0, 0, 1]


# ------------------------------------------------------------------------------------------------ upgrades


def test_tablet_coins_pay_two_coins_for_each_tablet():
    table = at("ship 1", "tablet 2, mummy", "tablet_coins").play("tablet", "tablet", "mummy")
    assert table.state.coins_from[1, 6] == 4


def test_tablet_coins_do_not_pay_at_the_black_market():
    table = Position(3).empty_board().hand(2, "tablet").owns(2, "tablet_coins").standing(2, "market 1")
    assert table.go_on_with("black_market").play("tablet").state.coins_from[1, 6] == 0


@pytest.mark.parametrize("meeples", [1, 2, 3])
def test_the_extra_card_comes_once_for_a_delivery_not_for_each_meeple_at_the_harbour(meeples):
    """Rulebook, the upgrades: "You can deliver 1 additional Artifact to the Harbor Master's Office or to the Ships"."""
    most = 3 * meeples + 1
    table = at("harbour", "weapon 14", "extra_delivery", meeples=meeples).play(*["weapon"] * most)
    assert table.cards(2) == {"weapon": 14 - most}
    assert table.decision() != "deliver"
    assert table.state.deliveries[1].tolist() == [1, 0]


def test_where_each_meeple_delivers_for_itself_each_delivery_has_the_extra_card():
    table = at("harbour", "weapon 14", "extra_delivery", meeples=2, settings=["harbour.delivery=each"])
    table.play(*["weapon"] * 8)
    assert table.state.deliveries[1].tolist() == [2, 0]
    assert table.cards(2) == {"weapon": 6}
    assert table.decision() != "deliver"


def test_a_mixed_delivery_of_pottery_weapon_and_tablet_pays_four_points_once():
    table = at("ship 1", "pottery 2, weapon 2, tablet 2", "mixed_delivery")
    table.play("pottery", "pottery", "weapon", "weapon", "tablet", "tablet")
    assert table.state.points[1] == 3 + 3 + 4 + 4
    assert table.state.points_from[1].tolist() == [0, 4, 0, 0, 0]
    table = at("ship 1", "pottery, weapon, mummy", "mixed_delivery").play("pottery", "weapon", "mummy")
    assert table.state.points[1] == 1 + 1 + 3
    for first in ("pottery", "weapon"):
        table = at("ship 1", f"{first}, tablet", "mixed_delivery").play(first, "tablet")
        assert table.state.points[1] == 1 + 2


@pytest.mark.parametrize(
    ("type_", "upgrade", "coins", "points"), [("pottery", "pottery_three", 1, 3), ("weapon", "weapon_three", 2, 2)]
)
def test_three_pottery_or_three_weapons_pay_coins_and_points_once(type_, upgrade, coins, points):
    value = Position(3).figures[f"artifacts.{type_}.points"]
    table = at("ship 1", f"{type_} 6", upgrade).play(*[type_] * 6)
    assert table.state.points[1] == 2 * value[2] + points
    assert table.state.coins_from[1, 6] == coins
    table = at("ship 1", f"{type_} 2", upgrade).play(type_, type_)
    assert table.state.points[1] == value[1]
    assert table.state.coins_from[1, 6] == 0


@pytest.mark.parametrize(("place", "cards"), [("harbour", 4), ("ship 1", 7)])
def test_an_extra_delivery_lets_one_more_card_be_delivered(place, cards):
    table = at(place, "pottery 9", "extra_delivery").play(*["pottery"] * cards)
    assert table.cards(2) == {"pottery": 9 - cards}


def test_two_upgrades_pay_for_the_same_delivery():
    table = at("ship 1", "pottery 3, weapon, tablet", "mixed_delivery", "pottery_three")
    table.play("pottery", "pottery", "pottery", "weapon", "tablet")
    assert table.state.points[1] == 5 + 1 + 2 + 4 + 3


def test_an_upgrade_that_a_delivery_brings_does_not_pay_for_it():
    table = at("ship 1", "tablet discovery, tablet 2").track(2, 6).pile("tablet_coins")
    table.play("tablet", "tablet", "tablet discovery")
    assert table.upgrades(2) == ["tablet_coins"]
    assert table.state.coins_from[1, 6] == 0
