"""Trading at the marketplace and selling to the museum."""

import pytest

from digsite.simulator.games.archaeology.columns import SETS
from digsite.simulator.games.archaeology.rules import TREASURES
from digsite.simulator.games.archaeology.state import Event
from tests.games.archaeology.positions import Position


def offers(table: Position) -> set[str]:
    return {word for word in table.options() if word.startswith("offer")}


def takes(table: Position) -> set[str]:
    return {word for word in table.options() if word.startswith("take")}


# ------------------------------------------------------------------------------------------------ trading


def test_rulebook_example_of_adeles_trade():
    table = Position(2).hands("parchment_scrap 2, coin, map", "coin").market("talisman, pot_shard, coin").acting(1)
    table.play("offer parchment_scrap", "offer parchment_scrap", "offer coin", "take talisman", "take pot_shard")
    assert table.cards(1) == {"map": 1, "talisman": 1, "pot_shard": 1}
    assert table.market_cards() == {"parchment_scrap": 2, "coin": 2}
    assert table.told(Event.TRADE) == [(1, 4, 4, (3 + 1) - (2 + 2))]
    assert table.decision() == "act"


def test_cards_taken_may_be_worth_less_and_the_rest_is_lost():
    table = Position(2).hands("pharaohs_mask", "coin").market("coin, talisman").acting(1)
    table.play("offer pharaohs_mask", "take coin")
    assert table.cards(1) == {"coin": 1}
    assert table.outcome().trade_value_lost[0] == 2


def test_cards_taken_may_not_be_worth_more():
    table = Position(2).hands("coin, map", "coin").market("talisman, broken_cup").acting(1).play("offer coin")
    assert takes(table) == {"take broken_cup"}


def test_the_player_may_stop_taking_with_value_left():
    table = Position(2).hands("pharaohs_mask, map", "coin").market("coin 2").acting(1)
    table.play("offer pharaohs_mask", "take coin")
    assert table.options() == {"take coin", "done"}
    table.play("done")
    assert table.cards(1) == {"coin": 1, "map": 1}


def test_a_trade_is_done_when_nothing_more_can_be_taken():
    table = (
        Position(2).hands("coin, map", "coin").market("broken_cup 3").acting(1).play("offer coin", "take broken_cup")
    )
    assert table.decision() == "act"
    assert table.state.turn_trades == 1


def test_offered_cards_lie_aside_until_the_trade_is_done():
    table = Position(2).hands("coin 2", "coin").market("pot_shard 3").acting(1).play("offer coin")
    assert table.market_cards() == {"pot_shard": 3}
    assert takes(table) == {"take pot_shard"}


def test_a_treasure_offered_cannot_be_taken_in_the_same_trade():
    table = Position(2).hands("coin 2, map", "coin").market("coin 3, broken_cup").acting(1).play("offer coin")
    assert takes(table) == {"take broken_cup"}


def test_a_trade_can_only_be_opened_if_it_can_be_finished():
    assert offers(Position(2).hands("coin", "coin").market("talisman").acting(1)) == set()
    assert offers(Position(2).hands("coin", "coin").market("coin 3").acting(1)) == set()
    assert offers(Position(2).hands("coin", "coin").market("").acting(1)) == set()
    table = Position(2).hands("coin, pot_shard", "coin").market("talisman").acting(1)
    assert offers(table) == {"offer coin", "offer pot_shard"}
    assert table.play("offer coin").options() == {"offer pot_shard"}


def test_a_treasure_that_alone_can_be_taken_may_not_be_offered():
    table = Position(2).hands("coin, pot_shard 2", "coin").market("coin").acting(1)
    assert offers(table) == {"offer pot_shard"}


def test_several_trades_in_one_turn_up_to_the_limit():
    table = Position(2, settings=["trade.per_turn=2"]).hands("coin, map", "coin").market("broken_cup").acting(1)
    table.play("offer coin", "take broken_cup", "offer broken_cup", "take coin")
    assert offers(table) == set()
    table.dig_site("coin", "coin").play("end")
    assert table.outcome().trade_limit == 1
    assert table.outcome().trades[0] == 2


def test_maps_can_be_traded():
    table = Position(2).hands("map", "coin").market("talisman").acting(1).play("offer map", "take talisman")
    assert table.cards(1) == {"talisman": 1}
    assert table.market_cards() == {"map": 1}


def test_one_card_may_be_traded_for_many():
    table = Position(2).hands("pharaohs_mask", "coin").market("pot_shard 2, parchment_scrap 2").acting(1)
    table.play("offer pharaohs_mask", *["take pot_shard"] * 2, *["take parchment_scrap"] * 2)
    assert table.cards(1) == {"pot_shard": 2, "parchment_scrap": 2}


def test_the_gain_of_a_trade_is_the_rise_in_worth_of_the_hand():
    table = Position(2).hands("broken_cup, coin", "coin").market("broken_cup").acting(1)
    table.play("offer coin", "take broken_cup")
    assert table.outcome().trade_worth[0] == 12 - (2 + 2)


# ------------------------------------------------------------------------------------------------ the museum


def test_rulebook_example_of_adeles_72():
    table = Position(2).hands("talisman 6, coin 5", "coin").acting(1)
    table.play("sell talisman 4", "sell talisman 2", "sell coin 5")
    assert table.money() == [32 + 10 + 30, 0] == [72, 0]
    out = table.outcome()
    assert out.score[0] == 72
    assert out.cards_sold[0] == 11
    sets = dict(zip(SETS, out.sets[0].tolist(), strict=True))
    assert {name: sold for name, sold in sets.items() if sold} == {"talisman_4": 1, "talisman_2": 1, "coin_5": 1}
    assert dict(zip(TREASURES, out.money[0].tolist(), strict=True))["talisman"] == 42
    assert (out.sets_sold[0], out.full_sets[0]) == (3, 1)


def test_three_broken_tablets_sell_for_10():
    assert Position(4).hands("broken_tablet 3", "coin").acting(1).play("sell broken_tablet 3").money()[0] == 10


def test_no_set_is_larger_than_its_prices():
    options = Position(2).hands("talisman 6", "coin").acting(1).options()
    assert {word for word in options if word.startswith("sell")} == {f"sell talisman {n}" for n in range(1, 6)}


def test_cards_cannot_be_added_to_a_set_already_sold():
    table = Position(2).hands("talisman 3", "coin").acting(1).play("sell talisman 2", "sell talisman 1")
    assert table.money()[0] == 10 + 3 != 20


def test_maps_sell_one_by_one():
    options = Position(2).hands("map 3", "coin").acting(1).options()
    assert "sell map 1" in options
    assert "sell map 2" not in options


def test_a_set_larger_than_the_sizes_told_apart_counts_with_the_largest():
    table = Position(2, settings=["coin.prices=2,6,12,20,30,45"]).hands("coin 6", "coin").acting(1)
    out = table.play("sell coin 6").outcome()
    assert dict(zip(SETS, out.sets[0].tolist(), strict=True))["coin_5"] == 1
    assert out.score[0] == 45


def test_a_turn_ends_by_itself_when_the_hand_is_empty():
    table = Position(2).hands("coin", "coin").dig_site("map", "map").acting(1).play("sell coin 1")
    assert table.seat() == 2


@pytest.mark.parametrize("kind", range(9))
def test_every_price_is_paid(kind):
    name = TREASURES[kind]
    for size in range(1, int(Position(5).rules.largest_set[kind]) + 1):
        table = Position(5).hands(f"{name} {size}", "coin").acting(1).play(f"sell {name} {size}")
        assert table.money()[0] == table.rules.price[kind, size]
        assert table.told(Event.SELL) == [(1, kind, size, table.rules.price[kind, size])]
