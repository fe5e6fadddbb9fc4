"""What the heuristic players of Quetzal weigh: each decision in a position where one thing alone is at stake."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from digsite.simulator.games.quetzal.rules import NO_UPGRADE, UPGRADES
from digsite.simulator.games.quetzal.state import Colour, Space
from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.lab.battery.hand_play import HandPlayed, blank_mind
from digsite.strategies.quetzal.delivery import weigh_parts
from digsite.strategies.quetzal.mind import Notes
from digsite.strategies.quetzal.places import chance_of_delivery, chance_to_hold, coins_for, copy_hand, weigh_places
from digsite.strategies.quetzal.values import (
    coin_worth,
    discovery_worth,
    hope_of,
    keep_of,
    lasting_worth,
    purse_worth,
    set_worth,
    upgrade_worth,
)
from digsite.strategies.quetzal.weights import Weight
from digsite.strategies.registry import line_up
from tests.games.quetzal.positions import GAME, Position, kind, word_of
from tests.games.quetzal.test_odds import worth

(PLANNER,) = line_up("quetzal", ["planner"])
WEIGHTS = np.array(PLANNER.weights)


def chosen(table: Position, **weights: float) -> str:
    """What the planner does now, in words; some of its weights may be others."""
    numbers = table.option_numbers()
    words = list(numbers)
    options = np.array(list(numbers.values()), np.int32)
    changed = WEIGHTS.copy()
    for name, value in weights.items():
        changed[Weight[name.upper()]] = value
    mind = blank_mind("quetzal", table.rules)
    with np.errstate(over="ignore"):
        seat = int(table.state.seat)
        pick = PLANNER.strategy.choose()(table.rules, table.state, seat, options, len(options), changed, mind)
    return words[pick]


def in_round(number: int, seats: int = 4, settings=()) -> Position:
    table = Position(seats, settings).empty_board()
    table.state.rounds_done = number - 1
    return table


def weighed(table: Position, seat: int = 2) -> np.record:
    """The notes of a planner that has weighed every place."""
    mind = blank_mind("quetzal", table.rules)
    weigh_places(table.rules, table.state, seat - 1, WEIGHTS, mind.notes)
    return mind.notes


# ------------------------------------------------------------------------------------------------ notes


def test_a_choice_does_not_hang_on_what_an_earlier_thought_left_behind():
    litter, asked = np.random.default_rng(1), 0
    table = HandPlayed(GAME, 3, number=3)
    for n, pick in table.play(["planner"] * 3):
        if n == 1:
            continue
        asked += 1
        seat = int(table.state.seat)
        mind = table.minds[seat]
        for left in (litter.bytes(Notes.itemsize), b"\xff" * Notes.itemsize):  # any number, and no number at all
            copy_record(mind.notes, np.frombuffer(left, Notes).copy()[0])
            count = table.legal()
            with np.errstate(over="ignore"):
                again = PLANNER.strategy.choose()(
                    table.rules, table.state, seat, table.options, count, table.asked.weights, mind
                )
            assert int(again) == pick
    assert asked > 50


# ------------------------------------------------------------------------------------------------ deliveries

PAIRS = [
    (), ("tablet_coins",), ("mixed_delivery",), ("mixed_delivery", "pottery_three"), ("weapon_three", "tablet_coins"),
    ("pottery_three", "weapon_three"), ("extra_delivery", "mixed_delivery"), ("coins_to_vp", "weapon_three"),
]  # fmt: skip


def value(table: Position, cards: list[int], upgrades: tuple[str, ...], seat: int = 2) -> float:
    """A delivery in points, as a planner sees coins and discovery points."""
    points, coins, steps = worth(cards, upgrades)
    coin = coin_worth(table.rules, table.state, seat - 1, WEIGHTS)
    return points + coins * coin + steps * discovery_worth(table.rules, table.state, seat - 1, coin, WEIGHTS)


@pytest.mark.parametrize("upgrades", PAIRS)
def test_in_the_last_round_no_other_delivery_of_the_hand_is_worth_more(upgrades):
    """Every subset of the hand is counted by hand."""
    chance = Random(len(upgrades))
    for _ in range(4):
        hand = [chance.randrange(20) for _ in range(chance.randint(5, 9))]
        table = in_round(5).owns(2, *upgrades).hand(2, ", ".join(word_of(card) for card in hand))
        table.standing(2, "ship 1").go_on_with("ships")
        room = 6 + ("extra_delivery" in upgrades)
        best = max(value(table, list(cards), upgrades) for n in range(room + 1) for cards in combinations(hand, n))
        delivered = []
        while table.decision() == "deliver" and (word := chosen(table)) != "done":
            delivered.append(table.option_numbers()[word])
            table.play(word)
        assert not Counter(delivered) - Counter(hand)
        fresh = in_round(5).owns(2, *upgrades)
        fresh.standing(2, "ship 1").hand(2, "pottery").go_on_with("ships")
        assert value(fresh, delivered, upgrades) == pytest.approx(best)


@pytest.mark.parametrize(
    ("cards", "upgrade", "hand", "delivered"),
    [
        (1, "tablet_coins", "tablet, statuette coin", "tablet"),
        (3, "pottery_three", "pottery 3, weapon 3", "pottery"),
        (3, "mixed_delivery", "pottery, weapon 3, tablet", "pottery"),
    ],
)
def test_what_an_upgrade_pays_decides_between_two_deliveries(cards, upgrade, hand, delivered):
    table = in_round(5, settings=[f"ships.cards={cards}"]).hand(2, hand).standing(2, "ship 1")
    assert chosen(table.go_on_with("ships")) != delivered
    assert chosen(table.owns(2, upgrade)) == delivered


def test_a_delivery_begun_goes_on_to_what_an_upgrade_asks_for():
    table = in_round(5, settings=["ships.cards=3"]).hand(2, "pottery, weapon 3, tablet").owns(2, "mixed_delivery")
    table.standing(2, "ship 1").go_on_with("ships")
    for word in ("pottery", "weapon", "tablet"):
        assert chosen(table) == word
        table.play(word)


def test_before_the_last_round_a_set_begun_is_kept_and_a_complete_one_delivered():
    table = in_round(2).hand(2, "mummy 3, statuette 2").standing(2, "ship 1").go_on_with("ships")
    assert chosen(table, keep=0.9, hope=1.0) == "mummy"
    table = in_round(2).hand(2, "statuette 2").standing(2, "ship 1").go_on_with("ships")
    assert chosen(table, keep=0.9, hope=1.0) == "done"
    assert chosen(table, keep=0.5, hope=1.0) == "statuette"


def test_a_bonus_that_is_delivered_is_not_kept_as_well():
    table = in_round(2).hand(2, "pottery vp")
    notes = blank_mind("quetzal", table.rules).notes
    copy_hand(table.state, 1, notes)
    weigh_parts(table.rules, table.state, 1, 1.0, 1.0, WEIGHTS, notes)
    keep, hope = keep_of(table.rules, table.state, 1, WEIGHTS), hope_of(table.rules, table.state, WEIGHTS)
    assert notes.part[0, 1] == pytest.approx(2.0)
    assert notes.part[0, 0] == pytest.approx(keep * (1 + set_worth(table.rules, 0, 1, hope)))


def test_a_further_card_is_counted_on_while_the_places_held_carry_it():
    table = in_round(2).standing(2, "ship 1")
    chances = [chance_of_delivery(table.rules, table.state, 1, cards, WEIGHTS) for cards in (5, 6)]
    assert chances == pytest.approx([0.95, keep_of(table.rules, table.state, 7, WEIGHTS)])


def test_a_collection_pays_in_sets_of_three_and_hopes_for_the_rest():
    rules = Position(3).rules
    assert [set_worth(rules, 4, cards, 0.0) for cards in range(7)] == [0, 3, 6, 10, 13, 16, 20]
    assert set_worth(rules, 4, 4, 1.0) == pytest.approx(10 + 10 / 3)
    assert set_worth(rules, 4, 4, 0.5) == pytest.approx(10 + (3 + 10 / 3) / 2)


def test_no_collection_is_hoped_for_in_the_last_round():
    hopes = [hope_of(in_round(n).rules, in_round(n).state, WEIGHTS) for n in (4, 5)]
    assert hopes == [WEIGHTS[Weight.HOPE], 0.0]


def test_nothing_is_kept_beyond_the_last_round_and_less_in_a_full_hand():
    weights = WEIGHTS.copy()
    weights[Weight.KEEP], weights[Weight.ROOM] = 0.58, 11
    kept = [keep_of(in_round(n).rules, in_round(n).state, 3, weights) for n in (1, 4, 5)]
    assert kept == [pytest.approx(1 - 0.42 / 4), pytest.approx(0.58), 0.0]
    full = in_round(4)
    assert keep_of(full.rules, full.state, 22, weights) == pytest.approx(0.58 / 2)


# ------------------------------------------------------------------------------------------------ what things are worth


def test_a_coin_is_worth_its_points_at_the_end_or_what_an_upgrade_pays_for_it():
    table = in_round(5).hand(2, "pottery").standing(2, "ship 1").go_on_with("ships")
    assert coin_worth(table.rules, table.state, 1, WEIGHTS) == pytest.approx(1 / 3)
    table.owns(2, "reroll_two", "coins_to_vp")
    assert coin_worth(table.rules, table.state, 1, WEIGHTS) == pytest.approx(1 / 2)
    early = in_round(2)
    assert coin_worth(early.rules, early.state, 1, WEIGHTS) == pytest.approx(WEIGHTS[Weight.COIN])


def test_coins_beyond_what_can_be_spent_are_worth_less_and_less_down_to_their_points_at_the_end():
    weights = WEIGHTS.copy()
    weights[Weight.COIN], weights[Weight.PURSE] = 1.1, 5
    for coins, worth_ in ((10, 1.1), (15, (1.1 + 1 / 3) / 2), (20, 1 / 3), (99, 1 / 3)):
        table = in_round(4).coins(2, coins)
        assert coin_worth(table.rules, table.state, 1, weights) == pytest.approx(worth_)


def test_coins_kept_for_later_rounds_count_in_full_then_less_and_less_and_at_the_end_for_their_points():
    weights = WEIGHTS.copy()
    weights[Weight.COIN], weights[Weight.PURSE] = 1.0, 3
    kept = [purse_worth(coins, 2, 0.25, weights) for coins in (0, 4, 6, 9, 12, 16)]
    assert kept == pytest.approx([0.0, 4.0, 6.0, 6 + 3 * 0.25 + 0.75 * (3 - 9 / 12), 9.75, 10.75])  # 6 in full, 6 less
    assert purse_worth(9, 0, 0.25, weights) == pytest.approx(9 / 4)


def test_a_discovery_point_is_worth_half_the_next_reward_and_half_the_mean_of_the_next_four():
    table = in_round(2, settings=["discovery.track=4 vp,nothing,8 vp,nothing,nothing"])
    worths = [discovery_worth(table.rules, table.track(2, at).state, 1, 1.0, WEIGHTS) for at in (0, 2, 5)]
    weight = WEIGHTS[Weight.DISCOVERY]
    assert worths == [pytest.approx(weight * (4 + 3) / 2), pytest.approx(weight * (8 + 2) / 2), 0.0]


def test_an_upgrade_that_the_player_has_already_is_worth_its_points_alone():
    table = in_round(2).owns(2, "mixed_delivery")
    kind, notes = UPGRADES.index("mixed_delivery"), blank_mind("quetzal", table.rules).notes
    assert upgrade_worth(table.rules, table.state, 1, kind, 1.0, 1.0, WEIGHTS, notes) == 1.0
    table.owns(2)
    assert upgrade_worth(table.rules, table.state, 1, kind, 1.0, 1.0, WEIGHTS, notes) > 2.0


def test_a_card_counts_with_what_the_player_s_upgrades_will_pay_for_it():
    table = in_round(2).pool(2, "black 2").placing(2)
    plain = weighed(table).worth.copy()
    paid = weighed(table.owns(2, "pottery_three", "tablet_coins")).worth.copy()
    assert [float(paid[kind(card)] - plain[kind(card)]) > 0.5 for card in ("pottery", "tablet", "weapon")] == [
        True, True, False,
    ]  # fmt: skip


def test_an_upgrade_counts_with_what_it_would_pay_for_the_cards_in_hand():
    table = in_round(2).village("pottery_three").pool(2, "black 2").placing(2)
    upgrade = UPGRADES.index("pottery_three")
    worths = [
        float(weighed(table.hand(2, cards)).upgrade[upgrade]) for cards in ("", "weapon 3", "pottery", "pottery 3")
    ]
    assert worths[0] == worths[1] < worths[2] < worths[3]


def test_a_third_upgrade_counts_for_what_it_adds_to_the_two():
    table = in_round(2).owns(2, "reroll_two", "reroll_all").village("extra_delivery", "immediate")
    table.pool(2, "black 2").placing(2)
    assert table.state.owned[1].tolist() != [NO_UPGRADE] * 2
    full = weighed(table).upgrade.copy()
    free = weighed(table.owns(2)).upgrade.copy()
    extra = UPGRADES.index("extra_delivery")
    assert 0 < full[extra] < free[extra]
    assert full[UPGRADES.index("immediate")] == free[UPGRADES.index("immediate")]


def test_an_upgrade_of_one_type_fits_fewer_deliveries_than_one_of_several():
    rules, weights = in_round(2).rules, WEIGHTS.copy()
    weights[Weight.FITS] = 1.5
    worths = [
        lasting_worth(rules, UPGRADES.index(name), 2, 1.0, 0.0, weights) for name in ("mixed_delivery", "pottery_three")
    ]
    assert worths == pytest.approx([2 * 1.5 * 4, 2 * 1.5 * 0.67 * 4])


# ------------------------------------------------------------------------------------------------ places


def test_a_space_of_the_village_is_worth_the_best_upgrade_that_those_above_leave():
    table = in_round(2).village("extra_delivery", "reroll_two").pool(2, "black 2").placing(2)
    free = weighed(table)
    best, second = free.upgrade[UPGRADES.index("extra_delivery")], free.upgrade[UPGRADES.index("reroll_two")]
    assert best > second > 0
    assert [free.gross[Space.VILLAGE + n] for n in range(3)] == pytest.approx([best * WEIGHTS[Weight.VILLAGE]] * 3)
    taken = weighed(table.standing(3, "village 1"))
    assert [taken.gross[Space.VILLAGE + n] for n in range(3)] == pytest.approx(
        [weight * WEIGHTS[Weight.VILLAGE] for weight in (best, second, second)]
    )


def test_more_upgrades_than_there_are_spaces_for_are_worth_what_they_score():
    table = in_round(2).village("mixed_delivery", "mixed_delivery", "immediate").pool(2, "black 2").placing(2)
    lasting = weighed(table.standing(2, "village 1")).gross[Space.VILLAGE + 2]
    assert lasting > 3 * WEIGHTS[Weight.VILLAGE]
    scored = weighed(table.village("extra_delivery", "reroll_two").standing(2, "village 2")).gross[Space.VILLAGE + 2]
    assert scored <= WEIGHTS[Weight.VILLAGE]


def test_an_upgrade_that_its_own_places_above_leave_no_space_for_is_worth_less_than_where_rivals_stand_above():
    found = []
    for above in (3, 2):
        table = in_round(2).village("extra_delivery", "reroll_two").owns(2, "reroll_all").pool(2, "black 2").placing(2)
        found.append(float(weighed(table.standing(above, "village 1")).gross[Space.VILLAGE + 1]))
    behind_rivals, without_space = found
    assert behind_rivals > without_space


def test_whoever_has_two_upgrades_counts_what_a_third_one_adds():
    table = in_round(2).owns(2, "reroll_two", "temple_discount").village("mixed_delivery").pool(2, "black 2").placing(2)
    assert weighed(table).gross[Space.VILLAGE] > 2 * WEIGHTS[Weight.VILLAGE]


def test_both_black_markets_are_weighed():
    table = in_round(2, settings=["black_market.count=2"]).hand(2, "pottery 4").pool(2, "black 2").placing(2)
    gross = weighed(table).gross
    assert gross[Space.BLACK_MARKET + 1] == gross[Space.BLACK_MARKET] > 0


def test_cards_at_the_temple_that_those_above_take_are_not_counted():
    table = in_round(2).hand(2, "").temple("mummy, mummy, pottery 6").pool(2, "white 2").placing(2)
    open_, taken = weighed(table).gross.copy(), weighed(table.standing(3, "temple 1")).gross.copy()
    assert open_[Space.TEMPLE] == taken[Space.TEMPLE]
    assert open_[Space.TEMPLE + 1] > taken[Space.TEMPLE + 1]


def test_cards_of_places_that_the_player_holds_belong_to_what_it_will_deliver():
    table = in_round(5).hand(2, "").surroundings("quarry", "mummy 2").pool(2, "white 2").placing(2)
    for place in ("small_temple", "ruins"):
        table.surroundings(place, "")
    table.temple("")
    assert weighed(table).gross[Space.SHIP] == 0.0
    assert weighed(table.standing(2, "quarry")).gross[Space.SHIP] == pytest.approx(6 * WEIGHTS[Weight.SHIP])


def test_a_second_ship_carries_the_cards_that_the_first_one_leaves():
    table = in_round(5).hand(2, "mummy 6").pool(2, "white 2").placing(2)
    assert weighed(table).gross[Space.SHIP + 1] > 10
    assert weighed(table.standing(2, "ship 2")).gross[Space.SHIP] == pytest.approx(0.0)


def test_the_stela_is_worth_the_marker_s_points_in_the_last_round_and_the_first_turn_before():
    step = discovery_worth(in_round(5).rules, in_round(5).placing(2).state, 1, 0.0, WEIGHTS)
    last = in_round(5, settings=["stela.discovery=0"]).pool(2, "white 2").placing(2)
    early = in_round(2, settings=["stela.discovery=0"]).pool(2, "white 2").placing(2)
    assert weighed(last).gross[Space.STELA] == pytest.approx(2 * WEIGHTS[Weight.STELA])
    assert weighed(early).gross[Space.STELA] == pytest.approx((0.7 + WEIGHTS[Weight.MARKER]) * WEIGHTS[Weight.STELA])
    assert step >= 0


def test_a_bid_is_in_danger_from_stronger_rivals_alone():
    table = in_round(2, seats=3).pool(1, "black 1").pool(2, "black 6").pool(3, "black 1, either 2, character")
    quarry = int(Space.QUARRY)
    holds = [
        chance_to_hold(table.rules, table.state, 1, quarry, int(Colour.ADVENTURER), count, WEIGHTS)
        for count in (1, 2, 4)
    ]
    rivalry = WEIGHTS[Weight.RIVALRY]
    assert holds == pytest.approx([1 - rivalry * 3 / 4, 1 - rivalry * 2 / 4, 1.0])
    assert chance_to_hold(table.rules, table.state, 1, int(Space.TEMPLE), 1, 1, WEIGHTS) == 1.0
    table.pool(3, "black 2, white 1, either 1")  # a lone character is outbid in one colour, not in both
    alone = chance_to_hold(table.rules, table.state, 1, quarry, int(Colour.EITHER), 1, WEIGHTS)
    assert alone == pytest.approx(1 - rivalry * 2 / 3)


def test_prices_are_those_of_the_board_less_a_discount():
    table = in_round(2).owns(2, "temple_discount")
    spaces = [*range(Space.TEMPLE, Space.QUARRY), *range(Space.VILLAGE, Space.HARBOUR), Space.HARBOUR, Space.QUARRY]
    assert [coins_for(table.rules, table.state, 1, int(space)) for space in spaces] == [4, 3, 2, 1, 0, 2, 2, 1, 2, 0]
    assert coins_for(table.rules, table.state, 0, int(Space.TEMPLE)) == 5


def test_whoever_has_a_full_hand_in_the_last_round_goes_to_the_harbour():
    table = in_round(5, settings=["ships.count=0,0,0,0", "black_market.count=0"]).hand(2, "mummy 3").coins(2, 2)
    table.temple("").village()
    for place in ("quarry", "small_temple", "ruins"):
        table.standing(3, place)
    table.state.bid_size[:] = 5
    assert chosen(table.pool(2, "black 2").placing(2)) == "harbour"


def test_coins_that_a_delivery_needs_are_not_spent_at_the_temple():
    """Two coins: a delivery of three mummies, or a piece of pottery that could be taken at once."""
    table = in_round(4).hand(2, "mummy 3").coins(2, 2).temple("pottery 8").pool(2, "white 2").placing(2)
    for place in ("quarry", "small_temple", "ruins", "ship 1", "ship 2", "stela"):
        table.standing(3, place)
    table.state.bid_size[:] = 5
    assert chosen(table, temple=1.0, harbour=2.0, keep=0.3) in ("harbour", "camp")
    assert chosen(table, temple=9.0, harbour=0.1, keep=0.3).startswith("temple")


def test_harbour_and_ship_are_weighed_by_their_own_weights():
    table = in_round(5).hand(2, "mummy 3").coins(2, 9).temple("").pool(2, "black 1, character").placing(2)
    assert chosen(table, ship=9.0, harbour=0.0).startswith("ship")
    nowhere_else = dict.fromkeys(("ship", "temple", "market", "surroundings", "village", "stela"), 0.0)
    assert chosen(table, harbour=9.0, **nowhere_else) == "harbour"


# ------------------------------------------------------------------------------------------------ meeples


def test_meeples_of_the_larger_colour_are_rolled_anew_at_the_camp_or_the_character():
    assert chosen(in_round(2).pool(2, "black 2, white 1, either 1").placing(2).play("camp", "either")) == "black"
    assert chosen(in_round(2).pool(2, "black 1, white 2, either 1").placing(2).play("camp", "either")) == "white"
    assert chosen(in_round(2).pool(2, "either 2, character").placing(2).play("camp", "either")) == "character"


@pytest.mark.parametrize(
    ("pool", "word"), [("black 3, either 1, character", "all"), ("black 1, either 4, character", "done")]
)
def test_all_meeples_are_rolled_anew_where_few_are_flexible(pool, word):
    table = in_round(2).owns(2, "reroll_all").pool(2, pool).coins(2, 0).go_on_with("roll")
    assert chosen(table) == word


def test_of_two_rerolls_meeples_of_one_colour_are_chosen():
    table = in_round(2).owns(2, "reroll_two").pool(2, "black 1, white 3, either 1, character").go_on_with("roll")
    assert chosen(table) == "white"
    table = in_round(2).owns(2, "reroll_two").pool(2, "black 2, white 2, character").go_on_with("roll")
    assert chosen(table.play("black")) == "white"  # of which more are left


def test_the_least_flexible_meeples_go():
    table = in_round(2).pool(2, "white 1, either 1, character").coins(2, 9).placing(2).play("temple 5")
    assert chosen(table) == "white"
    assert (
        chosen(in_round(2).pool(2, "black 1, either 1, character").coins(2, 9).placing(2).play("temple 5")) == "either"
    )


# ------------------------------------------------------------------------------------------------ cards and upgrades


def test_the_best_card_of_the_temple_is_chosen():
    table = in_round(5).hand(2, "").temple("pottery 3, mummy, weapon 4").standing(2, "temple 5", "ship 1")
    assert chosen(table.go_on_with("temple")) == "mummy"


def test_a_card_of_the_temple_is_chosen_beside_those_of_the_surroundings_that_the_player_holds():
    table = in_round(5).hand(2, "").temple("weapon, statuette").surroundings("quarry", "weapon 2")
    assert chosen(table.standing(2, "temple 5", "ship 1").go_on_with("temple")) == "statuette"
    table = in_round(5).hand(2, "").temple("weapon, statuette").surroundings("quarry", "weapon 2")
    assert chosen(table.standing(2, "temple 5", "ship 1", "quarry").go_on_with("temple")) == "weapon"


def test_a_card_that_cannot_be_delivered_any_more_is_sold_for_anything():
    table = in_round(5, settings=["black_market.coins=1"]).hand(2, "mummy 3, statuette 3, pottery")
    assert chosen(table.standing(2, "market 1", "ship 1").go_on_with("black_market")) == "pottery"
    table = in_round(5, settings=["black_market.coins=1"]).hand(2, "mummy 3, statuette 2, pottery")
    assert chosen(table.standing(2, "market 1", "ship 1").go_on_with("black_market")) == "done"


def test_of_drawn_cards_the_worst_goes_under_the_deck():
    table = in_round(2).hand(2, "").owns(2, "temple_extra_draw").temple("pottery 8").deck("mummy, weapon, tablet 30")
    table.standing(2, "temple 3").go_on_with("temple").play("pottery")
    assert chosen(table) == "weapon"


def test_the_card_that_costs_least_is_sold_if_the_coins_are_worth_more():
    table = in_round(2).hand(2, "mummy 3, pottery").standing(2, "market 1").go_on_with("black_market")
    assert chosen(table) == "pottery"
    poor = in_round(5, settings=["black_market.coins=1"]).hand(2, "mummy 3").standing(2, "market 1", "ship 1")
    assert chosen(poor.go_on_with("black_market")) == "done"


def test_a_sale_does_not_count_on_cards_of_places_that_have_been_activated():
    """A mummy alone is worth less than ten coins at the end; with two more from the Temple it would not be."""
    table = in_round(5, settings=["black_market.coins=10"]).hand(2, "mummy").temple("mummy 2")
    table.standing(2, "temple 1", "market 1", "ship 1").go_on_with("black_market")
    assert chosen(table) == "mummy"


def test_the_best_upgrade_of_the_village_is_taken_and_the_least_given_up():
    table = in_round(2).village("reroll_two", "extra_delivery").standing(2, "village 1").go_on_with("village")
    assert chosen(table) == "extra_delivery"
    table = in_round(2).owns(2, "extra_delivery", "reroll_two").village("tablet_coins").standing(2, "village 1")
    assert chosen(table.go_on_with("village").play("tablet_coins")) == "reroll_two"


def test_discovery_is_bought_where_its_reward_is_worth_more_than_its_coins():
    track = ["discovery.track=9 vp,nothing"]
    table = in_round(2, settings=track).owns(2, "coins_to_discovery").coins(2, 9).pool(2, "black 2").placing(2)
    assert chosen(table) == "buy discovery"
    assert chosen(table.track(2, 1)) != "buy discovery"


@pytest.mark.parametrize("tiles", [("reroll_two", "coins_to_discovery"), ("coins_to_discovery", "reroll_two")])
def test_of_two_upgrades_that_sell_discovery_the_cheaper_price_is_weighed(tiles):
    settings = ["discovery.track=2 vp,nothing", 'upgrades.reroll_two.effect=[{ op = "buy_discovery", n = 1 }]']
    table = in_round(2, settings=settings).coins(2, 9).pool(2, "black 2").placing(2)
    assert chosen(table.owns(2, "coins_to_discovery"), coin=1.0) != "buy discovery"
    assert chosen(table.owns(2, *tiles), coin=1.0) == "buy discovery"


def test_points_are_bought_at_the_end_while_there_are_coins():
    table = in_round(5).owns(2, "coins_to_vp").coins(2, 3).go_on_with("final")
    assert chosen(table) == "buy vp"
    assert table.play("buy vp").decision() == ""


# ------------------------------------------------------------------------------------------------ absurd weights


@pytest.mark.parametrize("value", [1e9, 1e300, -1e300])
def test_absurd_weights_still_give_a_choice_at_once(value):
    every = {weight.name: value for weight in Weight}
    placing = in_round(2).hand(2, "mummy 3").pool(2, "black 2, white 2, character").coins(2, 9).placing(2)
    selling = in_round(2).hand(2, "mummy 3, pottery coin").standing(2, "market 1").go_on_with("black_market")
    delivering = in_round(2).hand(2, "mummy 3, pottery").standing(2, "ship 1").go_on_with("ships")
    for table in (placing, selling, delivering):
        with np.errstate(all="ignore"):
            assert chosen(table, **every) in table.options()
