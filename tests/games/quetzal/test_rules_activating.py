"""Phase 3 before the deliveries: the Stela, the Temple and its surroundings, the Black Market, the Village."""

from collections import Counter

import pytest

from digsite.simulator.games.quetzal.state import Event, Phase, Space
from tests.games.quetzal.positions import Position

EIGHT = "pottery 2, weapon, tablet discovery, tablet, statuette vp, mummy, mummy discovery"


def board(seats: int = 3, settings=()) -> Position:
    table = Position(seats, settings).empty_board()
    for seat in range(1, seats + 1):
        table.coins(seat, 0)
    return table


def test_the_order_is_stela_temple_surroundings_black_market_village_harbour_ships():
    order = [Phase(number).name for number in range(Phase.STELA, Phase.NEXT_ROUND)]
    assert order == ["STELA", "TEMPLE", "SURROUNDINGS", "BLACK_MARKET", "VILLAGE", "HARBOUR", "SHIPS"]
    table = board().temple(EIGHT).hand(1, "mummy 3").deck("pottery 40").village("reroll_two", "reroll_all", "immediate")
    table.standing(1, "stela", "temple 5", "quarry", "market 1", "village 1", "harbour", "ship 1").marker(2)
    table.go_on_with("stela")
    activated = [a for _, a, _, _ in table.told(Event.ACTIVATE)]
    for word in ("pottery", "done", "reroll_two", "done", "done"):
        table.play(word)
        activated += [a for _, a, _, _ in table.told(Event.ACTIVATE)]
    assert activated == [
        Space.STELA, Space.TEMPLE + 4, Space.QUARRY, Space.BLACK_MARKET, Space.VILLAGE, Space.HARBOUR, Space.SHIP,
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------ the Stela


def test_the_stela_gives_the_first_player_marker_and_a_discovery_point():
    table = board().standing(3, "stela").go_on_with("stela")
    assert table.state.marker == 2
    assert table.state.discovery[:3].tolist() == [0, 0, 1]
    assert table.state.discovery_from[2, 0] == 1


def test_without_anybody_at_the_stela_the_marker_stays():
    assert board().marker(2).go_on_with("stela").state.marker == 1


# ------------------------------------------------------------------------------------------------ the Temple


def test_lucy_jon_and_maria_take_their_cards_from_top_to_bottom():
    """The rulebook's example: 2 chosen of 8, then 1 of 6 and 1 drawn, then 1 of 5."""
    table = board().temple(EIGHT).deck("weapon coin, pottery 9")
    table.standing(3, "temple 5").standing(2, "temple 4").standing(1, "temple 2").go_on_with("temple")
    assert (table.seat(), table.decision(), table.state.temple_size) == (1, "temple", 8)
    table.play("mummy", "mummy discovery")
    assert table.cards(1) == {"mummy": 1, "mummy discovery": 1}
    assert (table.seat(), table.state.temple_size) == (2, 6)
    table.play("tablet discovery")
    assert table.cards(2) == {"tablet discovery": 1, "weapon coin": 1}
    assert (table.seat(), table.state.temple_size) == (3, 5)
    table.play("statuette vp")
    assert table.cards(3) == {"statuette vp": 1}
    assert table.state.temple_size == 4 or table.state.rounds_done == 1


@pytest.mark.parametrize(("space", "chosen", "drawn"), [(1, 2, 0), (2, 2, 0), (3, 1, 1), (4, 1, 1), (5, 1, 0)])
def test_each_space_of_the_temple_chooses_and_draws_so_many(space, chosen, drawn):
    table = board().temple("pottery 8").deck("mummy 30").standing(1, f"temple {space}").go_on_with("temple")
    table.play(*["pottery"] * chosen)
    assert table.state.taken[0].sum(axis=1).tolist() == [chosen, drawn, 0, 0, 0]
    assert table.cards(1) == {name: n for name, n in (("pottery", chosen), ("mummy", drawn)) if n}


def test_cards_may_be_chosen_in_any_order():
    table = board().temple(EIGHT).standing(1, "temple 1").go_on_with("temple").play("mummy")
    assert {"pottery", "weapon"} <= table.options()


def test_an_empty_temple_gives_nothing():
    table = board().temple("").standing(1, "temple 2").go_on_with("temple")
    assert table.cards(1) == {}
    assert table.state.empty_trips[0].tolist() == [1, 0, 0, 0, 0]


def drawing_more(space: int = 3) -> Position:
    table = board().owns(1, "temple_extra_draw").temple("pottery 8").deck("mummy, weapon, tablet 30")
    return table.standing(1, f"temple {space}").go_on_with("temple").play("pottery")


@pytest.mark.parametrize("space", [3, 4])
def test_an_extra_draw_keeps_one_card_and_puts_the_other_under_the_deck(space):
    table = drawing_more(space)
    assert (table.decision(), table.options()) == ("under", {"mummy", "weapon"})
    table.play("weapon")
    assert table.cards(1) == {"pottery": 1, "mummy": 1}
    assert table.told(Event.UNDER) == [(1, 4, 0, 0)]
    assert table.deck_cards()[-1] == "weapon"


def test_an_extra_draw_does_nothing_on_spaces_that_do_not_draw():
    table = board().owns(1, "temple_extra_draw").temple("pottery 8").deck("mummy 30").standing(1, "temple 5")
    table.go_on_with("temple").play("pottery")
    assert table.cards(1) == {"pottery": 1}
    assert table.decision() == "place"


def test_with_a_single_card_to_draw_nothing_goes_under_the_deck():
    table = board(settings=["deck.when_empty=no-more-cards"]).owns(1, "temple_extra_draw").temple("pottery 8")
    table.deck("mummy").standing(1, "temple 3").go_on_with("temple").play("pottery")
    assert table.cards(1) == {"pottery": 1, "mummy": 1}


# ------------------------------------------------------------------------------------------------ an empty deck


def test_discarded_cards_make_a_new_deck_when_it_is_empty():
    table = board().temple("pottery 8").deck("").discarded("mummy 3").standing(1, "temple 3").go_on_with("temple")
    table.play("pottery")
    assert table.cards(1) == {"pottery": 1, "mummy": 1}
    assert table.state.reshuffles == 1
    assert table.told(Event.RESHUFFLE) == [(0, 3, 0, 0)]
    assert table.state.discarded.sum() == 0


def test_there_are_no_more_cards_where_the_rules_say_so():
    table = board(settings=["deck.when_empty=no-more-cards"]).temple("pottery 8").deck("").discarded("mummy 3")
    table.standing(1, "temple 3").go_on_with("temple").play("pottery")
    assert table.cards(1) == {"pottery": 1}
    assert table.state.reshuffles == 0


# ------------------------------------------------------------------------------------------------ the surroundings


@pytest.mark.parametrize(("place", "gain"), [("quarry", "points"), ("small_temple", "discovery"), ("ruins", "coins")])
def test_whoever_won_the_bid_gets_two_cards_and_the_bonus_of_the_place(place, gain):
    table = board().surroundings(place, "mummy, tablet coin").standing(2, place).go_on_with("surroundings")
    assert table.cards(2) == {"mummy": 1, "tablet coin": 1}
    gained = {name: int(table.state[name][1]) for name in ("points", "discovery", "coins")}
    assert gained[gain] >= 1
    assert [name for name in ("points", "discovery") if name != gain and gained[name]] == []


def test_cards_stay_where_nobody_went():
    table = board().surroundings("quarry", "mummy, mummy vp").go_on_with("surroundings")
    assert sorted(table.state.surroundings[0, :2].tolist()) == [16, 19]


def test_empty_spaces_are_filled_again_for_the_next_round():
    table = board().temple("pottery 5").surroundings("quarry", "").surroundings("ruins", "mummy, mummy")
    table.deck("weapon 3, tablet 2, statuette 30").go_on_with("next_round")
    assert table.temple_cards() == Counter({"pottery": 5, "weapon": 3})
    assert table.state.surroundings[0, :2].tolist() == [8, 8]
    assert table.state.surroundings[2, :2].tolist() == [16, 16]


def test_bonuses_of_the_surroundings_can_be_turned():
    table = Position(3, ["surroundings.bonuses=turned"]).empty_board().standing(2, "quarry").go_on_with("surroundings")
    assert table.state.discovery[1] == 1
    assert table.state.points[1] == 0


# ------------------------------------------------------------------------------------------------ the Black Market


def test_one_card_is_sold_at_the_black_market_for_seven_coins_and_nothing_else():
    table = board().hand(2, "mummy vp 2, tablet coin").standing(2, "market 1").go_on_with("black_market")
    assert (table.decision(), table.options()) == ("sell", {"mummy vp", "tablet coin", "done"})
    table.play("mummy vp")
    assert table.state.coins_from[1, 4] == 7
    assert table.state.points[1] == 0
    assert table.cards(2) == {"mummy vp": 1, "tablet coin": 1}
    assert table.state.discarded[19] == 1
    assert table.state.sold[1].tolist() == [0, 0, 0, 0, 1]


def test_a_sale_at_the_black_market_is_optional():
    table = board().hand(2, "mummy").standing(2, "market 1").go_on_with("black_market").play("done")
    assert table.cards(2) == {"mummy": 1}
    assert table.state.empty_trips[1].tolist() == [0, 1, 0, 0, 0]


def test_where_there_are_two_black_markets_whoever_won_a_bid_sells_at_each():
    table = Position(3, ["black_market.count=2"]).empty_board().hand(2, "mummy").hand(3, "pottery")
    table.standing(2, "market 1").standing(3, "market 2").go_on_with("black_market")
    assert (table.seat(), table.decision()) == (2, "sell")
    table.play("mummy")
    assert (table.seat(), table.decision()) == (3, "sell")
    assert table.play("pottery").state.sold[:3].sum(axis=1).tolist() == [0, 1, 1]


def test_whoever_has_no_card_sells_nothing():
    table = board().hand(2, "").standing(2, "market 1").go_on_with("black_market")
    assert table.decision() == "place"
    assert table.state.empty_trips[1].tolist() == [0, 1, 0, 0, 0]


# ------------------------------------------------------------------------------------------------ the Village


def test_each_player_at_the_village_takes_one_open_upgrade_from_top_to_bottom():
    table = (
        board().village("reroll_two", "tablet_coins", "weapon_three").standing(3, "village 1").standing(1, "village 3")
    )
    table.go_on_with("village")
    assert (table.seat(), table.options()) == (3, {"reroll_two", "tablet_coins", "weapon_three"})
    table.play("tablet_coins")
    assert (table.seat(), table.options()) == (1, {"reroll_two", "weapon_three"})
    table.play("weapon_three")
    assert table.upgrades(3) == ["tablet_coins"]
    assert table.upgrades(1) == ["weapon_three"]
    assert table.state.village_size == 3  # refilled for the next round
    assert table.state.upgrade_round[2].tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]


def test_a_village_without_upgrades_gives_nothing():
    table = board().village().standing(1, "village 1").go_on_with("village")
    assert table.state.empty_trips[0].tolist() == [0, 0, 1, 0, 0]


def test_the_cover_of_the_village_lies_on_top_or_at_the_bottom():
    for covered, spaces in (("top", {2, 3}), ("bottom", {1, 2})):
        table = Position(2, [f"village.covered={covered}"]).empty_board().coins(1, 9).pool(1, "black").placing(1)
        assert {word for word in table.options() if word.startswith("village")} == {f"village {n}" for n in spaces}
