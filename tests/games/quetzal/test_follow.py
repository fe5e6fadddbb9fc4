"""How the players of Quetzal follow a placement to the end of the round: answers, kicks, and what everybody is left with."""

import numpy as np
import pytest

from digsite.simulator.games.quetzal.nudges import Ban
from digsite.simulator.games.quetzal.state import FIRST_BID, NOBODY, Space
from digsite.simulator.lab.battery.hand_play import blank_mind
from digsite.strategies.quetzal.follow import lead_after, lead_after_the_best_answer, standing
from digsite.strategies.quetzal.places import weigh_places
from digsite.strategies.quetzal.plans import weigh_options
from digsite.strategies.quetzal.rivals import weigh_for_all, wish_list
from digsite.strategies.quetzal.weights import Weight
from tests.games.quetzal.positions import Position, kind
from tests.games.quetzal.test_players import WEIGHTS, chosen, in_round

QUARRY, RUINS = int(Space.QUARRY), int(Space.RUINS)


class Followed:
    """A placement of seat 2 followed to the end of the round; `value` may say what a space is worth to a seat, from 1."""

    def __init__(self, table: Position, option: str, value=(), **weights: float) -> None:
        self.weights = WEIGHTS.copy()
        for name, number in weights.items():
            self.weights[Weight[name.upper()]] = number
        self.notes = blank_mind("quetzal", table.rules).notes
        numbers = table.option_numbers()
        options = np.array(list(numbers.values()), np.int32)
        rules, state = table.rules, table.state
        coin = weigh_places(rules, state, 1, self.weights, self.notes)
        weigh_options(rules, state, 1, options, len(options), self.weights, self.notes)
        weigh_for_all(rules, state, 1, coin, self.weights, self.notes)
        self.notes.price, self.notes.ceiling = 1.0, 1e300
        for (seat, space), worth in dict(value).items():
            self.notes.value[seat - 1, space] = worth
        for seat in range(table.seats):
            wish_list(seat, self.notes)
        self.table, self.option = table, numbers[option]
        self.lead = float(lead_after(rules, state, 1, self.option, self.weights, self.notes))
        self.standing = [float(standing(rules, state, seat, 1, self.notes)) for seat in range(table.seats)]

    def lead_if_answered_best(self) -> float:
        """The lead of seat 2 if the next seat gives the answer that leads it furthest."""
        rules, state = self.table.rules, self.table.state
        return float(lead_after_the_best_answer(rules, state, 1, self.option, self.weights, self.notes))

    def holder(self, space: int) -> tuple[int, int]:
        """Who holds a bid in the end, from 1, and with how many meeples."""
        return int(self.notes.ahead_holder[space]) + 1, int(self.notes.ahead_size[space - FIRST_BID])


def duel(mine: str = "black 2", theirs: str = "black 2") -> Position:
    """Seat 2 places against seat 3; there is nothing to be had but two cards at the Quarry and two at the Ruins."""
    table = in_round(3, seats=3).temple("").village().coins(2, 0).coins(3, 0)
    table.surroundings("quarry", "mummy 2").surroundings("ruins", "mummy 2")
    for place in ("small_temple", "ship 1", "stela", "market 1"):
        table.standing(1, place)
    table.state.bid_size[1] = table.state.bid_size[3] = table.state.bid_size[5] = 7
    return table.pool(1, "").pool(2, mine).pool(3, theirs).placing(2)


@pytest.mark.parametrize(
    ("bid", "theirs", "holder"),
    [
        ("quarry adventurer 1", "black 2", (3, 2)),
        ("quarry adventurer 2", "black 2", (2, 2)),
        ("quarry adventurer 1", "white 2", (2, 1)),
        ("quarry adventurer 1", "black 1, either 1", (3, 2)),
    ],
)
def test_a_bid_is_answered_only_in_its_colour_and_with_more_meeples(bid, theirs, holder):
    followed = Followed(duel(theirs=theirs), bid, {(3, QUARRY): 9.0, (3, RUINS): 0.0})
    assert followed.holder(QUARRY) == holder


def test_who_is_kicked_ahead_has_the_meeples_back_and_places_them_elsewhere():
    worth = {(3, QUARRY): 9.0, (3, RUINS): 0.0, (2, QUARRY): 5.0, (2, RUINS): 4.0}
    followed = Followed(duel(mine="black 1", theirs="black 2"), "quarry adventurer 1", worth)
    assert followed.holder(QUARRY) == (3, 2)
    assert followed.holder(RUINS) == (2, 1)
    assert followed.standing[1] == pytest.approx(4.0)


def test_a_bid_is_not_answered_where_its_meeples_bring_more_elsewhere():
    worth = {(3, QUARRY): 4.0, (3, RUINS): 3.5, (2, RUINS): 0.0}
    assert Followed(duel(), "quarry adventurer 1", worth).holder(QUARRY) == (2, 1)  # a second meeple costs one point
    assert Followed(duel(), "quarry adventurer 1", worth | {(3, QUARRY): 5.0}).holder(QUARRY) == (3, 2)


def test_the_next_player_is_expected_to_give_the_answer_that_leads_it_furthest():
    """The Ruins bring the rival more at once, but then the Quarry goes to the player, for whom it is worth nine points."""
    worth = {(3, QUARRY): 3.0, (3, RUINS): 3.5, (2, QUARRY): 9.0, (2, RUINS): 0.0}
    followed = Followed(duel(theirs="black 1"), "camp", worth, rival=0.0)
    assert followed.holder(QUARRY) == (2, 1)
    assert followed.lead_if_answered_best() == pytest.approx(followed.lead - 9.0, abs=1.0)
    alone = Followed(duel(theirs="black 1"), "camp", worth, rival=0.0, answers=1)
    assert alone.lead_if_answered_best() == alone.lead


def test_what_rivals_have_at_the_end_of_the_round_is_taken_off():
    worth = {(3, QUARRY): 9.0, (3, RUINS): 0.0, (2, QUARRY): 5.0, (2, RUINS): 4.0}
    leads = [Followed(duel(mine="black 1"), "quarry adventurer 1", worth, rival=rival) for rival in (0.0, 1.0)]
    assert leads[0].lead == pytest.approx(leads[0].standing[1])
    rivals = (leads[1].standing[0] + leads[1].standing[2]) / 2
    assert leads[1].lead == pytest.approx(leads[1].standing[1] - rivals)
    assert rivals > 4.0


def test_of_a_rival_s_hand_only_what_all_know_counts():
    table = duel().hand(3, "mummy 2")
    unknown = Followed(table, "camp").notes.value[2, QUARRY]
    table.hand(3, "pottery 2")
    assert Followed(table, "camp").notes.value[2, QUARRY] == unknown
    table.state.shown[2, kind("mummy")] = 2
    assert Followed(table.hand(3, "mummy 2"), "camp").notes.value[2, QUARRY] == unknown
    table.state.shown[2, kind("mummy")] = 2
    assert Followed(table, "camp").notes.value[2, QUARRY] != unknown


def test_a_place_that_is_forbidden_or_not_on_the_board_is_worth_nothing():
    table = duel()
    assert Followed(table, "camp").notes.value[2, QUARRY] > 0.0
    table.state.banned[2] = Ban.SURROUNDINGS
    value = Followed(table, "camp").notes.value
    assert value[2, QUARRY] == 0.0 < value[1, QUARRY]
    assert list(value[:3, Space.SHIP + 1]) == [0.0] * 3  # three players have one ship


def test_a_bid_that_will_be_answered_gives_way_to_one_that_holds():
    """The rival's adventurers would take either place from one adventurer, and neither from an archaeologist."""
    table = duel(mine="black 1, white 1", theirs="black 4")
    assert table.state.holder[QUARRY] == NOBODY
    assert chosen(table, follow=2.0, rivalry=0.0, flexible=0.0, looks=8).endswith("archaeologist 1")
