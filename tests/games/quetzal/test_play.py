"""What players of sense do at the table: positions in which a blunder would be laughed at."""

import numpy as np
import pytest

from digsite.simulator.games.quetzal.nudges import Ban
from digsite.simulator.lab.battery.hand_play import Asked, blank_mind
from digsite.strategies.quetzal.places import carried_at_most
from digsite.strategies.registry import line_up
from tests.games.quetzal.positions import Position
from tests.games.quetzal.test_plans import Planned

STYLES = ["planner", "shipper", "harbour", "templar", "upgrader", "bidder"]
LAST = 4  # rounds done


def chosen(table: Position, name: str) -> str:
    """What a style does in this position, in words."""
    n = len(table.options())
    player = line_up("quetzal", [name])[0]
    weights, mind = np.array([*player.weights, 0.0]), blank_mind("quetzal", table.rules)
    asked = Asked(table.rules, table.state, int(table.state.seat), table._options, n, weights, mind)
    return table.word(int(table._options[asked.answer(player.strategy.choose())]))


def last_round(coins: int, hand: str = "") -> Position:
    """Seat 1 begins the last round with strong rivals, so that a ship is not to be counted on."""
    table = Position(4).empty_board().marker(1).temple("mummy 2, statuette 2, pottery 4").village("reroll_all")
    table.state.rounds_done = LAST
    for place in ("quarry", "small_temple", "ruins"):
        table.surroundings(place, "pottery 2")
    for rival in (2, 3, 4):
        table.pool(rival, "black 2, either 4, character").coins(rival, 9).hand(rival, "weapon 6")
    return table.pool(1, "white 4, character").coins(1, coins).hand(1, hand).placing(1)


@pytest.mark.parametrize("name", STYLES)
def test_nobody_spends_the_last_coins_on_cards_that_cannot_be_delivered_any_more(name):
    assert chosen(last_round(coins=5), name) != "temple 1"


@pytest.mark.parametrize("name", STYLES)
def test_cards_of_the_last_round_are_taken_while_coins_are_left_to_deliver_them(name):
    assert chosen(last_round(coins=12), name).startswith("temple")


@pytest.mark.parametrize(("ban", "room"), [(0, 9), (Ban.HARBOUR, 3), (Ban.SHIPS, 6), (Ban.HARBOUR | Ban.SHIPS, 0)])
def test_whoever_is_forbidden_the_office_or_the_ships_does_not_count_on_them(ban, room):
    table = last_round(coins=5)
    table.state.banned[0] = ban
    assert carried_at_most(table.rules, table.state, 0) == room


def test_whoever_is_forbidden_the_office_saves_no_coins_for_it():
    table = last_round(coins=5, hand="mummy 3")
    planned = Planned(table, seat=0)
    assert planned.rest_with_harbour(5, 5) > planned.rest()[5, 5]
    table.state.banned[0] = Ban.HARBOUR
    planned = Planned(table, seat=0)
    assert planned.rest_with_harbour(5, 5) == planned.rest()[5, 5]


@pytest.mark.parametrize("name", STYLES)
def test_a_collection_is_not_broken_for_coins_in_the_last_round(name):
    """The Temple has been activated: what still lies there does not come to the hand any more."""
    table = last_round(coins=2, hand="weapon 3, mummy").temple("weapon 6").standing(1, "temple 1", "market 1", "ship 1")
    table.go_on_with("black_market")
    assert chosen(table, name) == "done"
