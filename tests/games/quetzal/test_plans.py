"""How the players of Quetzal plan the rest of a round: against all combinations of places, counted one by one."""

from itertools import combinations

import numpy as np
import pytest

from digsite.simulator.games.quetzal.options import count_of, space_of
from digsite.simulator.games.quetzal.state import Colour, Space
from digsite.simulator.lab.battery.hand_play import blank_mind
from digsite.strategies.quetzal.mind import COINS
from digsite.strategies.quetzal.places import coins_for, part_delivered, payments_of, weigh_places
from digsite.strategies.quetzal.plans import (
    AFTER,
    NOW,
    NOWHERE,
    chance_to_wait,
    fill_camp,
    fill_rest,
    flexible_used,
    is_free,
    note_deliveries,
    note_places,
    note_rest,
    room_of_harbour,
    weigh_options,
    worth_of_harbour,
    worth_of_rest,
    worth_of_ship,
    worth_of_taking,
    worth_of_waiting,
    worth_with_harbour,
)
from digsite.strategies.quetzal.values import coin_at_end, purse_worth, rounds_left
from digsite.strategies.quetzal.weights import Weight
from tests.games.quetzal.positions import Position
from tests.games.quetzal.test_players import WEIGHTS, chosen, in_round

SEAT = 1


class Planned:
    """A seat that has weighed and noted all places."""

    def __init__(self, table: Position, seat: int = SEAT, **weights: float) -> None:
        self.table, self.rules, self.state, self.seat = table, table.rules, table.state, seat
        self.weights = WEIGHTS.copy()
        for name, value in weights.items():
            self.weights[Weight[name.upper()]] = value
        self.notes = blank_mind("quetzal", table.rules).notes
        self.options = np.array(list(table.option_numbers().values()), np.int32)
        weigh_places(self.rules, self.state, seat, self.weights, self.notes)
        note_places(self.rules, self.state, seat, self.options, len(self.options), self.weights, self.notes)
        note_deliveries(self.rules, self.state, seat, self.weights, self.notes)
        fill_camp(self.rules, self.state, seat, self.weights, self.notes)

    def rest(self) -> np.ndarray:
        fill_rest(self.rules, self.state, self.seat, self.notes)
        note_rest(self.rules, self.state, self.seat, self.notes)
        return self.notes.rest

    def rest_with_harbour(self, meeples: int, coins: int) -> float:
        """What so many meeples and coins bring, the Harbour Master's Office among the places."""
        self.rest()
        return float(worth_with_harbour(self.rules, meeples, coins, NOW, 0, self.notes))

    def taking(self, option: int) -> float:
        """What an option brings with the best that comes after it."""
        return float(worth_of_taking(self.rules, self.state, self.seat, option, self.weights, self.notes))

    def by_hand(self, meeples: int, coins: int) -> float:
        """The best of all sets of places that so many meeples and coins can take."""
        ships = (int(Space.SHIP), int(Space.SHIP) + 1)
        spaces = [s for s in range(Space.STELA, Space.HARBOUR) if self.notes.asks[s] and s not in ships]
        best = -np.inf
        for size in range(len(spaces) + 1):
            for taken in combinations(spaces, size):
                left = meeples - sum(int(self.notes.asks[s]) for s in taken)
                have = coins - sum(coins_for(self.rules, self.state, self.seat, s) for s in taken)
                if left < 0 or have < 0:
                    continue
                kept = purse_worth(
                    have + left,
                    rounds_left(self.rules, self.state),
                    coin_at_end(self.rules, self.state, self.seat),
                    self.weights,
                )
                worth = sum(self.notes.later[s] for s in taken) + kept + left * self.weights[Weight.MEEPLE]
                best = max(best, worth)
        return best


def busy_table(number: int = 3, pool: str = "black 1, white 2, either 1, character") -> Position:
    table = in_round(number).hand(2, "mummy 2, pottery 2, weapon").coins(2, 5).temple("mummy, tablet 2, pottery 5")
    table.village("extra_delivery", "immediate").pool(2, pool).pool(3, "black 3").pool(1, "").pool(4, "")
    table.standing(3, "quarry", "temple 1").standing(2, "temple 5")
    table.state.bid_size[0], table.state.bid_colour[0] = 1, 0
    return table.placing(2)


def test_the_rest_of_a_round_is_the_best_of_all_sets_of_places():
    planned = Planned(busy_table(), meeple=0.2, coin=0.9)
    rest = planned.rest()
    for meeples in range(6):
        for coins in range(6):
            assert rest[meeples, coins] == pytest.approx(planned.by_hand(meeples, coins))


@pytest.mark.parametrize("ship", [False, True])
def test_a_ship_and_the_harbour_share_the_cards_that_are_there(ship):
    planned = Planned(busy_table())
    rest, notes, weights = planned.rest().copy(), planned.notes, planned.weights
    number = int(notes.ship)
    if not ship:
        notes.ship = NOWHERE
    best = -np.inf
    for ships in range(1 + ship):
        shipped = ships * notes.later[number] * worth_of_ship(planned.rules, 0, 0, weights, notes)
        for sent in range(3):
            if sent + ships * notes.asks[number] <= 4:
                at_harbour = worth_of_harbour(planned.rules, 6 * ships, ships, 0, sent, weights, notes) if sent else 0
                best = max(best, shipped + at_harbour + rest[4 - sent - ships * notes.asks[number], 5 - 2 * sent])
    assert worth_of_rest(planned.rules, 4, 5, NOW, notes) == pytest.approx(best)
    assert notes.by_harbour[NOW, 1, 1] == worth_of_harbour(planned.rules, 6, 1, 0, 1, weights, notes)
    assert notes.by_harbour[NOW, 1, 1] < notes.by_harbour[NOW, 0, 1]


def test_a_place_costs_its_meeples_and_coins_and_whoever_is_outbid_has_the_meeples_back():
    planned = Planned(busy_table(), flexible=0.0)
    rules, notes, weights = planned.rules, planned.notes, planned.weights
    numbers = planned.table.option_numbers()
    space = int(Space.TEMPLE) + 1
    rest = planned.rest()
    after = worth_of_rest(rules, 4, 1, NOW, notes)
    assert planned.taking(numbers["temple 2"]) == pytest.approx(notes.gross[space] + after)
    assert rest[4, 1] <= after
    space = space_of(numbers["ruins adventurer 1"])
    held = notes.gross[space] + worth_of_rest(rules, 4, 5, NOW, notes)
    kicked = worth_of_rest(rules, 5, 5, NOW, notes)
    chance = 1 - weights[Weight.RIVALRY] * 2 / 3
    assert planned.taking(numbers["ruins adventurer 1"]) == pytest.approx(chance * held + (1 - chance) * kicked)


def test_after_a_ship_is_taken_or_lost_no_other_is_counted_on():
    planned = Planned(busy_table(), flexible=0.0)
    rules, notes = planned.rules, planned.notes
    planned.rest()
    bid = planned.taking(planned.table.option_numbers()["ship 1 adventurer 1"])
    held = notes.by_ship[NOW] + worth_with_harbour(rules, 4, 5, NOW, 1, notes)
    kicked = worth_with_harbour(rules, 5, 5, NOW, 0, notes)
    chance = 1 - planned.weights[Weight.RIVALRY] * 2 / 3
    assert bid == pytest.approx(chance * held + (1 - chance) * kicked)


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("pool", ["black 1, white 2, either 1, character", "white 4", "black 2, either 3", "character"])
def test_every_option_is_weighed_with_the_best_that_comes_after_it(number, pool):
    planned = Planned(busy_table(number, pool))
    rules, state, notes, weights, options = (
        planned.rules, planned.state, planned.notes, planned.weights, planned.options,
    )  # fmt: skip
    planned.rest()
    worth = []
    for option in map(int, options):
        space = space_of(option)
        if is_free(space):
            worth.append(worth_of_waiting(rules, state, SEAT, space, count_of(option), weights, notes))
        else:
            worth.append(planned.taking(option))
    weigh_options(rules, state, SEAT, options, len(options), weights, notes)
    assert notes.planned_worth[: len(options)] == pytest.approx(worth)


def test_places_are_noted_with_the_fewest_meeples_that_take_them():
    planned = Planned(busy_table())
    asks = planned.notes.asks
    assert asks[Space.QUARRY] == 2  # one adventurer of a rival stands there
    assert asks[Space.RUINS] == asks[Space.STELA] == asks[Space.TEMPLE + 1] == 1
    assert asks[Space.TEMPLE] == asks[Space.TEMPLE + 4] == 0  # taken
    assert Planned(busy_table(pool="white 3")).notes.asks[Space.QUARRY] == 0  # an adventurer is outbid by adventurers


def test_a_place_is_noted_in_the_colour_in_which_it_is_held_rather():
    planned = Planned(busy_table(pool="black 2, white 2"), rivalry=0.9)  # the one rival left has adventurers
    notes = planned.notes
    wait = chance_to_wait(planned.rules, planned.state, SEAT, planned.weights)
    assert notes.hold[Colour.ADVENTURER, 1] < notes.hold[Colour.ARCHAEOLOGIST, 1] == 1.0
    assert notes.later[Space.RUINS] == pytest.approx(wait * notes.gross[Space.RUINS])


def test_of_two_ships_the_one_that_fewer_meeples_take_is_counted_on():
    table = busy_table(pool="black 5").standing(3, "ship 1")
    table.state.bid_size[5], table.state.bid_colour[5] = 2, Colour.ADVENTURER
    notes = Planned(table).notes
    assert [notes.asks[Space.SHIP], notes.asks[Space.SHIP + 1]] == [3, 1]
    assert notes.ship == Space.SHIP + 1


def test_flexible_meeples_are_used_where_the_colour_lacks_some():
    table = busy_table(pool="black 1, white 2, either 2, character")
    black, white, any_ = (int(colour) for colour in Colour)
    assert [flexible_used(table.state, SEAT, colour, 3) for colour in (black, white)] == [2, 1]
    assert [flexible_used(table.state, SEAT, any_, count) for count in (1, 3, 5)] == [0, 0, 2]


@pytest.mark.parametrize("space", [int(Space.CAMP), int(Space.HARBOUR)])
def test_patience_counts_for_a_turn_that_can_wait(space):
    worth = []
    for patience in (0.0, 2.0):
        planned = Planned(busy_table(), patience=patience)
        planned.rest()
        worth.append(worth_of_waiting(planned.rules, planned.state, SEAT, space, 1, planned.weights, planned.notes))
    assert worth[1] - worth[0] == pytest.approx(2.0)


def test_coins_beyond_those_that_a_plan_tells_apart_are_kept():
    planned = Planned(busy_table().coins(2, 30))
    left, at_end = rounds_left(planned.rules, planned.state), coin_at_end(planned.rules, planned.state, SEAT)
    assert planned.notes.camp[0, COINS] == pytest.approx(purse_worth(30, left, at_end, planned.weights))


@pytest.mark.parametrize(("space", "cards"), [(Space.TEMPLE, 2), (Space.TEMPLE + 2, 2), (Space.TEMPLE + 4, 1)])
def test_in_the_last_round_cards_beyond_the_room_count_for_little(space, cards):
    """The last meeple goes, so that a ship by luck carries one card; of others fifteen in ninety-five count."""
    table = in_round(5).hand(2, "").coins(2, 5).pool(2, "white 1").placing(2)
    part = part_delivered(table.rules, table.state, SEAT, int(space), 1, 5, Planned(table).notes)
    assert part == pytest.approx((1 + (cards - 1) * 0.15 / 0.95) / cards)


def test_a_place_may_be_gone_later_where_rivals_have_meeples_left():
    table, weights = busy_table(), WEIGHTS.copy()
    weights[Weight.HASTE] = 0.3
    waits = []
    for pools in (("", ""), ("black", ""), ("black", "white 2")):
        table.pool(1, pools[0]).pool(3, pools[1])
        waits.append(chance_to_wait(table.rules, table.state, SEAT, weights))
    assert waits == pytest.approx([1.0, 0.7, 0.49])


def test_an_upgrade_of_several_types_pays_for_each_delivery_that_there_are_cards_for():
    table = in_round(2).owns(2, "mixed_delivery").hand(2, "pottery 2, weapon 3, tablet coin, tablet").temple("")
    notes = Planned(table.pool(2, "black 2").placing(2)).notes
    assert [payments_of(made, notes) for made in range(3)] == [4.0, 4.0, 0.0]
    assert payments_of(0, Planned(table.owns(2, "reroll_two")).notes) == 0.0


def test_the_office_is_paid_by_such_an_upgrade_once_and_not_for_cards_that_a_ship_takes():
    table = in_round(2).owns(2, "mixed_delivery").hand(2, "pottery, weapon, tablet").temple("").pool(2, "black 2")
    planned = Planned(table.coins(2, 9).placing(2))
    rules, notes, weights = planned.rules, planned.notes, planned.weights
    first, second = (worth_of_harbour(rules, 0, 0, begun, 1, weights, notes) for begun in (0, 1))
    assert first - second == pytest.approx(4 * weights[Weight.HARBOUR])
    assert notes.by_harbour[NOW, 0, 1] == pytest.approx(first)
    assert notes.by_harbour[NOW, 1, 1] == pytest.approx(0.0)


def test_more_meeples_at_the_office_make_no_second_delivery():
    """One meeple is there already: with one more it is still one delivery, and a ship would make the second."""
    table = in_round(2).owns(2, "mixed_delivery").hand(2, "pottery 2, weapon 2, tablet 2").temple("").coins(2, 9)
    planned = Planned(table.pool(2, "black 2").standing(2, "harbour").placing(2))
    rules, state, notes, weights = planned.rules, planned.state, planned.notes, planned.weights
    planned.rest()
    worth_of_waiting(rules, state, SEAT, int(Space.HARBOUR), 1, weights, notes)
    assert notes.by_ship[AFTER] == pytest.approx(4 * weights[Weight.SHIP])


def test_the_card_that_an_upgrade_adds_at_the_office_is_added_once():
    planned = Planned(in_round(2).owns(2, "extra_delivery").pool(2, "black 2").placing(2))
    assert [room_of_harbour(planned.rules, begun, 2, planned.notes) for begun in (0, 1)] == [7, 6]


def test_cards_that_meeples_may_still_bring_belong_to_what_can_be_delivered():
    table = in_round(3).hand(2, "mummy").temple("mummy 2, pottery 6").pool(2, "white 4").coins(2, 6).placing(2)
    found = [Planned(table, expect=expect).notes.gross[Space.SHIP] for expect in (0.0, 0.25, 0.5)]
    assert found[0] < found[1] < found[2]


def test_whoever_has_more_cards_than_coins_goes_to_the_camp_for_the_coin_that_is_missing():
    table = in_round(5).hand(2, "mummy 3").coins(2, 1).temple("").village().pool(2, "black 2").placing(2)
    table.surroundings("ruins", "pottery 2")
    for place in ("quarry", "small_temple", "ship 1", "ship 2", "stela", "market 1"):
        table.standing(3, place)
    table.state.bid_size[:] = [5, 5, 0, 5, 5, 5, 5]
    assert chosen(table) == "camp"
    assert chosen(table.coins(2, 0)) != "harbour"
