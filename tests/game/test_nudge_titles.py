"""What a nudge is called in sentences and charts."""

import pytest

from digsite.simulator.game.nudges import Dose, Nudge


@pytest.mark.parametrize(
    ("called", "amount", "title"),
    [
        ("a card", 1, "one more card"),
        ("an artifact token", 1, "one more artifact token"),
        ("an idol", -1, "one fewer idol"),
        ("{number} coins", 3, "three more coins"),
        ("{number} coins", -3, "three fewer coins"),
        ('the upgrade "reroll all"', 1, 'with the upgrade "reroll all"'),
        ('the upgrade "reroll all"', -1, 'without the upgrade "reroll all"'),
    ],
)
def test_more_and_fewer_of_a_thing_read_as_one_says_them(called, amount, title):
    assert Dose(Nudge("thing", "gets it", 3, called=called, least=-9), amount).title == title


def test_what_is_forbidden_is_denied():
    assert Dose(Nudge("no-trading", "may not trade", 3, manner="forbids", called="trading"), 1).title == "no trading"
