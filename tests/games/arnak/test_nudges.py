"""Nudges of Arnak: what they give, take and forbid."""

import pytest

from digsite.simulator.games.arnak.ops import RESOURCES
from tests.conformance.nudging import nudge
from tests.games.arnak.positions import Position


def nudged(table: Position, text: str) -> bool:
    return nudge("arnak", table.rules, table.state, text)


@pytest.mark.parametrize("name", RESOURCES)
def test_a_token_is_given_or_taken(name):
    table = Position(2)
    assert nudged(table, name)
    assert table.held() == {name: 1}
    assert nudged(table, f"{name}=-1")
    assert table.held() == {}
    assert not nudged(table, f"{name}=-1")


def test_a_token_given_or_taken_counts_as_gained_and_not_as_spent():
    table = Position(2)
    spent = table.outcome().spent[0].tolist()
    assert nudged(table, "jewel")
    assert table.outcome().gained[0].tolist() == [0, 0, 0, 0, 1]
    assert table.outcome().spent[0].tolist() == spent
    assert nudged(table, "jewel=-1")
    assert table.outcome().gained[0].tolist() == [0] * 5
    assert table.outcome().spent[0].tolist() == spent


def test_a_fear_card_comes_to_the_play_area_or_leaves_it():
    table = Position(2)
    assert not nudged(table, "fear=-1")
    assert nudged(table, "fear")
    assert table.played() == ["fear"]
    assert nudged(table, "fear=-1")
    assert table.played() == []


def test_an_idol_is_given():
    table = Position(2)
    assert nudged(table, "idol")
    assert table.offered("idol")
    assert table.outcome().points_from[0, 3] == 3


@pytest.mark.parametrize(
    ("ban", "start"),
    [
        ("no-discovering", "discover"),
        ("no-buying", "buy"),
        ("no-researching", "research"),
        ("no-overcoming", "overcome"),
    ],
)
def test_a_ban_takes_the_action_away(ban, start):
    table = Position(2).hand(1, "funding_car").resources(1, coin=4, compass=4, jewel=1, arrowhead=1)
    table.discovered("j1", "l1_10", "g08").placed(1, "j1")
    assert table.offered(start)
    assert nudged(table, ban)
    assert not table.offered(start)
    assert "pass" in table.options()


@pytest.mark.parametrize(
    ("ban", "card", "start"),
    [
        ("no-buying", "fishing_rod", "buy"),
        ("no-researching", "journal", "research"),
        ("no-overcoming", "bear_trap", "overcome"),
        ("no-discovering", "aeroplane", "discover"),
    ],
)
def test_a_ban_holds_for_effects_too(ban, card, start):
    table = Position(2).hand(1, card).resources(1, coin=4, compass=4).tokens(1, 3).discovered("j1", "l1_10", "g08")
    assert nudged(table, ban)
    assert not table.play(f"play {card}").offered(start)
