"""Figures that cannot go together are refused by a sentence, and those at the edge are not."""

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.games.quetzal.rules import UPGRADES
from tests.games.quetzal.positions import Position


def effect(steps: str, upgrade: str = "reroll_two") -> str:
    return f"upgrades.{upgrade}.effect=[{steps}]"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["artifacts.mummy.cards=2"], "2 cards of artifacts.mummy, but 3 of them would have a bonus"),
        (["artifacts.pottery.cards=30", "artifacts.weapon.cards=30", "artifacts.tablet.cards=20"], "101 .* more than the 100"),
        ([effect('{ op = "gain", coin = 11 }')], "cannot bring more than 10"),
        ([effect('{ op = "gain", vp = 11 }')], "cannot bring more than 10"),
        ([effect('{ op = "reroll", n = 1 }, { op = "reroll", n = 2 }')], "cannot have the step 'reroll', or not twice"),
        (
            [effect('{ op = "delivery", needs = { mummy = 1 }, vp = 1 }, { op = "delivery", needs = { tablet = 1 }, vp = 1 }')],
            "cannot have two steps for a whole delivery",
        ),
        ([effect('{ op = "delivery", needs = {}, vp = 1 }')], "must say which cards a delivery needs"),
    ],
)  # fmt: skip
def test_figures_that_cannot_be_are_refused(settings, words):
    with pytest.raises(WrongUse, match=words):
        Position(3, settings)


def test_a_hundred_cards_and_ten_of_a_thing_are_allowed():
    table = Position(3, ["artifacts.pottery.cards=30", "artifacts.weapon.cards=30", "artifacts.tablet.cards=19"])
    assert table.rules.copies.sum() == 100
    table = Position(3, [effect('{ op = "gain", coin = 10, vp = 10, discovery = 10 }')])
    assert table.rules.gain[UPGRADES.index("reroll_two")].tolist() == [10, 10, 10]


def test_there_may_be_as_many_bonuses_as_cards():
    table = Position(3, ["artifacts.mummy.cards=3"])
    assert table.rules.copies[16:].tolist() == [0, 0, 3, 0]
