"""What nudges do to a seat of Archaeology."""

import pytest

from digsite.simulator.lab.battery.hand_play import HandPlayed
from tests.conformance.nudging import nudge
from tests.games.archaeology.positions import GAME, Position


def table(*dig_site: str) -> Position:
    return Position().hands("coin 2, map", "talisman").market("pot_shard 2").dig_site(*dig_site).acting(1)


def nudged(position: Position, text: str) -> bool:
    return nudge("archaeology", position.rules, position.state, text)


def test_a_card_comes_from_as_deep_in_the_dig_site_as_there_is_one():
    position = table("coin", "thief", "coin", "sandstorm")
    assert nudged(position, "coin")
    assert position.cards(1) == {"coin": 3, "map": 1}
    left = position.state.dig_site[: position.state.dig_left].tolist()
    assert left == Position().dig_site("coin", "thief", "sandstorm").state.dig_site[:3].tolist()


def test_others_see_a_card_come_but_not_which():
    position = table("map", "coin", "coin")
    before = position.state.known.copy()
    most = int(position.state.maps_most[0])
    assert nudged(position, "map")
    assert (position.state.known == before).all()
    assert position.state.maps_most[0] == most + 1


def test_a_treasure_that_is_not_in_the_dig_site_and_its_last_card_are_not_given():
    assert not nudged(table("coin", "thief"), "talisman")
    assert not nudged(table("coin"), "coin")


def test_a_card_that_is_taken_is_dug_last_and_others_are_sure_of_one_less():
    position = table("coin", "thief")
    position.state.known[1, 0, :] = 0
    position.state.known[1, 0, 2] = 2
    assert nudged(position, "coin=-1")
    assert position.cards(1) == {"coin": 1, "map": 1}
    assert position.state.dig_site[0] == 2
    assert position.state.known[1, 0, 2] == 1
    assert not nudged(table("coin", "thief"), "talisman=-1")
    assert not nudged(table(), "coin=-1")
    assert not nudged(table("coin", "thief").hand(1, "coin"), "coin=-1")  # a hand keeps its only card


def test_a_tent_can_be_used_once_more_or_once_less():
    position = table("coin", "coin")
    uses = int(position.state.tent[0])
    assert nudged(position, "tent")
    assert position.state.tent[0] == uses + 1
    for _ in range(uses + 1):
        assert nudged(position, "tent=-1")
    assert not nudged(position, "tent=-1")


@pytest.mark.parametrize(("ban", "word"), [("no-exploring", "explore"), ("no-trading", "offer")])
def test_a_ban_takes_the_options_away_from_that_seat_alone(ban, word):
    position = table("coin", "coin", "coin")
    position.state.hand[1, 5] = 1
    others = {option for option in position.options() if not option.startswith(word)}
    assert others != position.options()
    assert nudged(position, ban)
    assert position.options() == others
    assert position.acting(2).state.banned[1] == 0


@pytest.mark.parametrize("ban", ["no-exploring", "no-trading"])
def test_a_ban_is_never_broken_and_always_leaves_an_option(ban):
    game = HandPlayed(GAME, 3, number=2)
    column = {"no-exploring": "explorations", "no-trading": "trades"}[ban]
    while game.state.decision != 3 or game.state.seat != 0:  # the first seat is to act
        game.legal()
        game.apply(int(game.options[0]))
    assert nudge("archaeology", game.rules, game.state, ban)
    for n, _pick in game.play(["random", "random", "random"]):
        assert n >= 1
    assert game.state[column][0] == 0
    assert game.state[column][1:].sum() > 0
