"""The end of the game: passing, forced sales, the stall guard, ties."""

import pytest

from digsite.simulator.games.archaeology.state import Event
from tests.games.archaeology.positions import Position


def end_phase(*hands: str, settings: tuple[str, ...] = ()) -> Position:
    """The dig site has just run out on the last seat's turn; seat 1 is next."""
    table = Position(len(hands), settings=settings).hands(*hands).market("")
    return table.dig_site().acting(len(hands)).play("end")


def test_without_a_dig_site_play_goes_on_without_digging():
    table = end_phase("coin", "map")
    assert (table.seat(), table.decision()) == (1, "act")
    assert table.cards(1) == {"coin": 1}
    assert table.outcome().end_phase_turns == 1


def test_the_turn_of_the_last_dig_is_no_pass():
    table = Position(2).hands("coin", "map").digging(2, "coin").play("end")
    assert table.state.passes == 0
    assert table.state.end_phase


def test_when_all_pass_in_a_row_the_first_of_them_must_sell():
    table = end_phase("coin", "map", "talisman").play("end", "end", "end")
    assert table.seat() == 1
    assert table.options() == {"sell coin 1"}
    assert table.outcome().forced_sales == 1


def test_the_forced_seller_may_act_first_and_end_after_one_sale():
    table = end_phase("coin 3, pot_shard 2", "map").market("broken_cup").play("end", "end")
    assert "end" not in table.options()
    table.play("offer coin", "take broken_cup")
    assert "end" not in table.options()
    assert "end" in table.play("sell coin 1").options()


def test_after_a_forced_sale_passes_count_from_the_start():
    table = end_phase("coin 3", "map").play("end", "end", "sell coin 1", "end")
    assert table.seat() == 2
    assert "end" in table.play("end").options()
    assert table.seat() == 1


def test_any_action_breaks_the_row_of_passes():
    table = end_phase("coin, pot_shard", "map").market("broken_cup").play("end", "end", "sell pot_shard 1", "end")
    table.play("end", "offer coin", "take broken_cup", "end", "end")
    assert "end" in table.options()


def test_players_without_cards_are_skipped_and_do_not_count_as_passing():
    table = end_phase("coin", "", "talisman").play("end")
    assert table.seat() == 3
    table.play("end")
    assert table.seat() == 1
    assert table.options() == {"sell coin 1"}


def test_the_game_is_over_when_every_hand_is_empty():
    table = end_phase("coin", "map").play("sell coin 1")
    assert not table.state.over
    table.play("sell map 1")
    assert table.state.over
    assert table.told(Event.SCORE) == [(1, 2, 1, 0), (2, 3, 1, 0)]


def test_empty_hands_do_not_end_the_game_while_there_are_cards_to_dig():
    table = Position(2).hands("coin", "").acting(1).dig_site("map", "map").play("sell coin 1")
    assert not table.state.over
    assert table.seat() == 2


def test_unused_tents_are_worth_nothing():
    table = end_phase("coin", "map").play("sell coin 1", "sell map 1")
    assert table.state.tent[:2].tolist() == [1, 1]
    assert table.outcome().score[:2].tolist() == [2, 3]


def test_most_money_wins():
    out = end_phase("coin 2", "talisman").play("sell coin 2", "sell talisman 1").outcome()
    assert (out.winner, out.rank[:2].tolist()) == (1, [1, 2])


def test_a_tie_goes_to_fewer_cards_sold():
    out = end_phase("pot_shard 3", "talisman").play("sell pot_shard 3", "sell talisman 1").outcome()
    assert out.score[:2].tolist() == [3, 3]
    assert (out.winner, out.rank[:2].tolist()) == (2, [2, 1])


def test_equal_money_and_equal_cards_share_the_win():
    out = end_phase("map", "talisman").play("sell map 1", "sell talisman 1").outcome()
    assert (out.winner, out.winners) == (0, 2)


@pytest.mark.parametrize("guard", [2, 5])
def test_the_stall_guard_makes_somebody_sell_after_so_many_turns_without_a_sale(guard):
    table = end_phase("map", "map", settings=(f"end_phase.stall_turns={guard}",)).market("talisman 2")
    for _ in range(guard):
        assert "end" in table.options()
        give, get = ("map", "talisman") if "offer map" in table.options() else ("talisman", "map")
        table.play(f"offer {give}", f"take {get}", "end")
    assert "end" not in table.options()
    assert table.outcome().stall_guard == 1
    assert table.outcome().forced_sales == 0


def test_a_seller_by_force_who_loses_the_last_card_otherwise_just_ends():
    table = Position(2, "mine").hands("map", "coin").market("").chamber(1, "pharaohs_mask 2").dig_site()
    table.acting(2).play("end", "end", "end")
    assert table.options() == {"sell map 1", "explore 1"}
    table.play("explore 1", "draw")  # 8 is too much
    assert table.seat() == 2
    assert not table.state.over


def test_money_is_noted_at_each_quarter_of_the_dig_site():
    table = Position(2).hands("coin 5, map 2", "talisman 5").acting(1).dig_site("map", "map", "map", "map")
    table.state.dig_start, table.state.quarter = 4, 0
    table.play("end", "end", "sell coin 5", "end", "sell talisman 5", "end", "sell map 1", "end")
    out = table.outcome()
    assert out.money_after[0].tolist() == [0, 0, 30, 30]
    assert out.money_after[1].tolist() == [0, 0, 0, 45]
