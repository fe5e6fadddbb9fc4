"""Digging, thieves, sandstorms and tents."""

from collections import Counter

import pytest

from digsite.simulator.games.archaeology.state import Event
from tests.games.archaeology.positions import Position


def four_players() -> Position:
    """Adele, Ben, Christopher and Daria of the rulebook's example, with a storm coming for Adele; tents are gone."""
    table = Position(4).hands(
        "parchment_scrap 2, coin 2, talisman 2", "pot_shard 3, coin, map", "pot_shard 2, talisman", "broken_cup"
    )
    table.state.tent[:] = 0
    return table.market("")


# ------------------------------------------------------------------------------------------------ treasures


def test_a_treasure_dug_up_goes_to_the_hand():
    table = Position(2).hands("coin", "talisman").digging(2, "map", "coin")
    assert table.seat() == 2
    assert table.decision() == "act"
    assert table.cards(2) == {"talisman": 1, "map": 1}
    assert table.told(Event.DIG) == [(2, 5, 1, 0)]


def test_turns_go_round_clockwise():
    table = Position(3).hands("coin", "coin", "coin").acting(1).dig_site("coin", "coin", "coin", "coin")
    seats = []
    for _ in range(4):
        table.play("end")
        seats.append(table.seat())
    assert seats == [2, 3, 1, 2]


# ------------------------------------------------------------------------------------------------ thieves


def test_the_digger_of_a_thief_chooses_an_opponent_with_cards():
    table = Position(4).hands("coin", "talisman", "map", "").digging(2, "thief", "coin")
    assert table.decision() == "victim"
    assert table.seat() == 2
    assert table.options() == {"rob 1", "rob 3"}


def test_a_stolen_card_changes_hands():
    table = Position(2).hands("talisman", "coin 2").digging(2, "thief", "coin").play("rob 1")
    assert table.cards(1) == {}
    assert table.cards(2) == {"coin": 2, "talisman": 1}
    assert table.told(Event.STEAL) == [(2, 0, 4, 0)]
    out = table.outcome()
    assert (out.theft_cards_lost[0], out.theft_value_lost[0]) == (1, 3)
    assert (out.theft_cards_won[1], out.theft_value_won[1]) == (1, 3)
    assert out.thieves == 1


def test_the_stolen_card_is_random():
    stolen = Counter()
    for luck in range(300):
        table = Position(2, luck=luck).hands("coin 2, talisman", "map").digging(2, "thief", "coin").play("rob 1")
        stolen.update(name for name in table.cards(2) if name != "map")
    assert 160 < stolen["coin"] < 240
    assert stolen["coin"] + stolen["talisman"] == 300


def test_a_thief_without_anybody_to_rob_is_discarded():
    table = Position(3).hands("coin", "coin", "").acting(1)
    table.dig_site("thief", "coin").play("sell coin 1")  # now the hand is empty and the turn ends by itself
    assert table.told(Event.NO_VICTIM) == [(2, 0, 0, 0)]
    assert table.decision() == "act"
    assert table.outcome().thieves_in_vain == 1


def test_after_the_theft_the_turn_goes_on_with_actions():
    table = Position(2).hands("talisman", "").acting(1).dig_site("thief", "coin").play("end", "rob 1")
    assert table.seat() == 2
    assert table.decision() == "act"


def test_sold_treasures_cannot_be_stolen():
    table = Position(2).hands("coin 3, map", "pot_shard").acting(1).dig_site("thief", "coin")
    table.play("sell coin 3", "end", "rob 1")
    assert table.cards(2) == {"pot_shard": 1, "map": 1}
    assert table.money() == [12, 0]


# ------------------------------------------------------------------------------------------------ sandstorms


def test_rulebook_example_of_adeles_sandstorm():
    table = four_players()
    table.state.hand_size[3] = 1
    table.digging(1, "sandstorm", "coin")
    assert (table.seat(), table.decision(), table.state.lose_left) == (1, "lose", 3)
    table.play("lose parchment_scrap", "lose parchment_scrap", "lose coin")
    assert table.market_cards() == {"parchment_scrap": 2, "coin": 1}
    assert (table.seat(), table.state.lose_left) == (2, 2)
    table.play("lose pot_shard", "lose pot_shard")
    assert (table.seat(), table.state.lose_left) == (3, 1)
    table.play("lose talisman")
    assert (table.seat(), table.decision()) == (1, "act")  # Daria has one card and loses none
    assert [table.state.hand_size[seat] for seat in range(4)] == [4, 3, 2, 1]  # Adele has dug again
    out = table.outcome()
    assert out.storm_cards[:4].tolist() == [3, 2, 1, 0]
    assert out.storm_value[:4].tolist() == [1 + 1 + 2, 2, 3, 0]


@pytest.mark.parametrize(("cards", "lost"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (9, 4)])
def test_a_sandstorm_takes_half_the_hand_rounded_down(cards, lost):
    table = Position(2).hands(f"coin {cards}", "map")
    table.state.tent[:] = 0
    table.digging(1, "sandstorm", "map")
    for _ in range(lost):
        table.play("lose coin")
    assert table.decision() == "act"
    assert table.cards(1) == {"coin": cards - lost, "map": 1}


def test_the_owner_chooses_which_cards_are_lost():
    table = Position(2).hands("coin, map, talisman 2", "pot_shard")
    table.state.tent[:] = 0
    table.digging(1, "sandstorm", "coin")
    assert table.options() == {"lose coin", "lose map", "lose talisman"}


def test_lost_cards_lie_in_the_marketplace_at_once():
    table = four_players().digging(1, "sandstorm", "coin").play("lose coin")
    assert table.market_cards() == {"coin": 1}
    assert table.told(Event.LOSE) == [(1, 2, 0, 0)]


def test_tents_are_decided_on_from_the_diggers_left_round_to_the_digger():
    table = Position(3).hands("coin 4", "map 4", "talisman 4").digging(2, "sandstorm", "coin")
    order = []
    for _ in range(3):
        order.append((table.seat(), table.decision()))
        table.play("use tent")
    assert order == [(3, "tent"), (1, "tent"), (2, "tent")]
    assert (table.seat(), table.decision()) == (2, "act")


def test_losses_begin_with_the_digger_and_go_clockwise():
    table = Position(3).hands("coin 2", "map 2", "talisman 2")
    table.state.tent[:] = 0
    table.digging(2, "sandstorm", "coin")
    order = []
    while table.decision() == "lose":
        order.append(table.seat())
        table.play(*list(table.options())[:1])
    assert order == [2, 3, 1]


def test_a_used_tent_saves_the_whole_hand_and_is_gone():
    table = Position(2).hands("coin 4", "map 4").digging(2, "sandstorm", "sandstorm", "coin")
    table.play("use tent", "keep tent", "lose map", "lose map")
    # the second storm strikes at once: seat 1 has no tent any more, seat 2 still has
    assert table.cards(1) == {"coin": 4}
    assert (table.seat(), table.decision()) == (2, "tent")
    table.play("use tent", "lose coin", "lose coin")
    assert table.cards(2) == {"map": 2, "coin": 1}
    out = table.outcome()
    assert out.tents_used[:2].tolist() == [1, 1]
    assert out.tent_storm[:2, 0].tolist() == [1, 2]
    assert out.tent_turn[0, 0] == table.state.turns


def test_nobody_is_asked_for_a_tent_who_has_nothing_to_lose():
    table = Position(3).hands("coin", "map", "talisman").digging(2, "sandstorm", "coin")
    assert table.decision() == "act"
    assert table.state.tent[:3].tolist() == [1, 1, 1]


def test_after_the_storm_the_digger_digs_until_a_treasure_or_thief_comes():
    table = Position(2).hands("coin", "map").digging(2, "sandstorm", "sandstorm", "talisman", "coin")
    assert table.cards(2) == {"map": 1, "talisman": 1}
    assert table.outcome().storms == 2


def test_a_storm_as_the_last_card_leads_on_to_the_actions():
    table = Position(2).hands("coin", "map").digging(2, "sandstorm")
    assert (table.seat(), table.decision()) == (2, "act")
    assert not table.state.end_phase


def test_sold_treasures_are_safe_from_storms():
    table = Position(2).hands("coin 5, map", "talisman").acting(1).dig_site("sandstorm", "coin")
    table.play("sell coin 5", "end")
    assert table.money() == [30, 0]
    assert table.cards(1) == {"map": 1}
