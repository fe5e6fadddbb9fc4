"""What nudges give, take and forbid."""

import pytest

from digsite.simulator.games.quetzal.nudges import GIVEN_UPGRADES
from digsite.simulator.games.quetzal.rules import UPGRADES
from tests.conformance.nudging import nudge
from tests.games.quetzal.positions import GAME, Position


def ready(seat: int = 2, settings=()) -> Position:
    table = Position(4, settings).empty_board().coins(seat, 9).pool(seat, "black 2, white 2, either 1, character")
    return table.placing(seat)


def nudged(table: Position, text: str, chance: int = 0) -> bool:
    return nudge("quetzal", table.rules, table.state, text, chance)


def test_a_given_card_is_the_one_of_its_type_that_would_be_drawn_last():
    table = ready().hand(2, "").deck("tablet, mummy coin, pottery, mummy vp, tablet vp")
    assert nudged(table, "mummy")
    assert table.cards(2) == {"mummy vp": 1}
    assert table.deck_cards() == ["tablet", "mummy coin", "pottery", "tablet vp"]
    assert table.state.shown[1].sum() == 0


def test_a_card_that_the_deck_has_not_cannot_be_given():
    table = ready().hand(2, "").deck("tablet 9")
    assert not nudged(table, "mummy")


def test_a_taken_card_goes_under_the_deck_unseen():
    table = ready().hand(2, "mummy vp, mummy").deck("tablet 9")
    table.state.shown[1, 16] = table.state.shown[1, 19] = 1
    assert nudged(table, "mummy=-1")
    assert table.cards(2) == {"mummy vp": 1}
    assert table.deck_cards()[-1] == "mummy"
    assert table.state.shown[1].sum() == 0  # nobody can be sure of the other one any more


@pytest.mark.parametrize("number", range(GIVEN_UPGRADES))
def test_a_given_upgrade_comes_from_the_bottom_of_the_pile_to_a_free_space(number):
    name = UPGRADES[number]
    table = ready().pile("immediate", name, "immediate", name)
    assert nudged(table, name.replace("_", "-"))
    assert table.upgrades(2) == [name]
    assert table.state.pile[: table.state.pile_left].tolist() == [11, number, 11]
    assert table.state.gained[1, number] == 1


def test_an_upgrade_is_not_given_to_whoever_has_it_or_no_space_for_it():
    assert not nudged(ready().owns(2, "reroll_two"), "reroll-two")
    assert not nudged(ready().owns(2, "reroll_all", "weapon_three"), "reroll-two")
    assert not nudged(ready(settings=["upgrade.spaces=1"]).owns(2, "reroll_all"), "reroll-two")


def test_coins_are_given_and_taken_but_never_below_nothing():
    table = ready()
    assert nudged(table, "coins=5")
    assert table.state.coins[1] == 14
    assert nudged(table, "coins=-3")
    assert table.state.coins[1] == 11
    assert not nudged(ready().coins(2, 2), "coins=-3")


def test_a_meeple_is_turned_on_its_side():
    table = ready().pool(2, "black 2, white 1")
    assert nudged(table, "on-its-side")
    assert table.meeples(2) == {"black": 1, "white": 1, "either": 1}
    assert not nudged(ready().pool(2, "either 2, character"), "on-its-side")


@pytest.mark.parametrize(
    ("ban", "places"),
    [
        ("no-stela", {"stela"}), ("no-temple", {"temple"}), ("no-surroundings", {"quarry", "small_temple", "ruins"}),
        ("no-black-market", {"market"}), ("no-village", {"village"}), ("no-harbour", {"harbour"}), ("no-ships", {"ship"}),
    ],
)  # fmt: skip
def test_a_place_is_forbidden(ban, places):
    table = ready()
    before = {word.split()[0] for word in table.options()}
    assert places <= before
    assert nudged(table, ban)
    assert {word.split()[0] for word in table.options()} == before - places


def test_a_turn_begins_with_the_choice_of_a_location():
    own_turn = GAME.nudge_kernels.own_turn
    table = ready().owns(2, "coins_to_discovery")
    first = own_turn(table.rules, table.state)
    assert first == table.state.turns
    assert own_turn(table.rules, table.play("buy discovery").state) == first
    table.play("quarry adventurer 2")
    assert table.decision() == "meeples"
    assert own_turn(table.rules, table.state) == -1
