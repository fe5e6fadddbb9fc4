"""Corners of the rules that random games seldom reach."""

from digsite.simulator.games.quetzal.state import AUTOMATON, Event, Space
from tests.games.quetzal.positions import Position, kind


def test_a_reroll_gained_in_place_of_a_used_one_may_be_used():
    table = Position(3, ["discovery.track=1 upgrade"]).owns(2, "reroll_two", "coins_to_discovery").coins(2, 3)
    table.pile("reroll_all").go_on_with("roll").play("character", "buy discovery", "reroll_two")
    assert table.upgrades(2) == ["reroll_all", "coins_to_discovery"]
    assert (table.seat(), table.decision()) == (2, "reroll")
    assert "all" in table.options()


def test_a_reroll_used_by_one_player_is_not_used_by_the_next():
    table = Position(3).owns(1, "reroll_all").owns(2, "reroll_all").go_on_with("roll").play("all")
    assert (table.seat(), table.options()) == (2, {"all", "done"})


def test_the_automaton_does_not_draw_what_it_has_just_taken():
    table = Position(2).empty_board().temple("mummy").deck("").discarded("")
    table.state.holder[Space.TEMPLE + 2] = AUTOMATON
    table.go_on_with("temple")
    assert [a for _, a, _, _ in table.told(Event.DISCARDED)] == [kind("mummy")]


def test_a_turn_may_send_as_many_meeples_to_the_harbour_as_can_be_paid_for():
    """Unlike the Camp, where a turn sends one."""
    table = Position(3).empty_board().coins(2, 7).pool(2, "black 2, white 2, character").placing(2)
    assert {word for word in table.options() if word.startswith(("harbour", "camp"))} == {
        "camp", "harbour", "harbour 2", "harbour 3",
    }  # fmt: skip


def test_the_pool_of_coins_never_runs_dry():
    """The box has 40 coins of value 1 and 20 of value 3, for 100 in all."""
    table = Position(3).empty_board().coins(1, 100).coins(2, 100).hand(2, "mummy").standing(2, "market 1")
    assert table.go_on_with("black_market").play("mummy").state.coins[1] >= 107


def test_of_two_upgrades_that_sell_the_cheaper_one_is_used():
    sells = 'upgrades.reroll_two.effect=[{ op = "buy_discovery", n = 5 }]'
    for tiles in (("reroll_two", "coins_to_discovery"), ("coins_to_discovery", "reroll_two")):
        table = Position(3, [sells]).empty_board().owns(2, *tiles).coins(2, 9).pool(2, "black").placing(2)
        assert table.play("buy discovery").state.coins[1] in (6, 7)  # 3 paid, and perhaps a coin of the track


def test_discovery_is_not_bought_in_the_middle_of_a_delivery():
    table = Position(3).empty_board().owns(2, "coins_to_discovery").coins(2, 9).hand(2, "mummy 3").standing(2, "ship 1")
    assert "buy discovery" in table.go_on_with("ships").options()
    assert "buy discovery" not in table.play("mummy").options()


def test_whoever_only_draws_at_the_temple_has_not_gone_there_in_vain():
    table = Position(3, ["temple.choose=0,0,0,0,0"]).empty_board().hand(2, "").deck("mummy 40")
    table.standing(2, "temple 3").go_on_with("temple")
    assert table.cards(2) == {"mummy": 1}
    assert table.state.empty_trips[1].sum() == 0
