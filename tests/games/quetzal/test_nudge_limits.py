"""Nudges at their limits: what is held, what may not be touched, and what they are called."""

import pytest

from digsite.simulator.games.quetzal.nudges import NUDGES, Code
from digsite.simulator.games.quetzal.rules import UPGRADES
from digsite.simulator.games.quetzal.state import UNDER_STRIDE
from tests.games.quetzal.positions import GAME, Position, kind
from tests.games.quetzal.test_nudges import nudged, ready


def held(table: Position, which: int) -> int:
    return int(GAME.nudge_kernels.held(table.rules, table.state, 1, int(which)))


def test_what_is_held_is_counted():
    table = ready().hand(2, "mummy 2, mummy vp, tablet").owns(2, "reroll_all").coins(2, 7)
    assert [held(table, Code.ARTIFACT + type_) for type_ in range(5)] == [0, 0, 1, 0, 3]
    table.state.gained[1, UPGRADES.index("weapon_three")] = 1  # given up since
    assert [held(table, Code.UPGRADE + number) for number in range(11)] == [0, 1] + [0] * 9
    assert held(table, Code.COINS) == 7
    assert held(table.pool(2, "black 1, either 2, character"), Code.ON_ITS_SIDE) == 2
    assert held(table, Code.NO_PLACE) < 0


def test_of_as_many_black_as_white_meeples_either_is_turned():
    left = []
    for chance in (0, 1):
        table = ready().pool(2, "black 2, white 2")
        assert nudged(table, "on-its-side", chance)
        left.append(table.meeples(2))
    assert sorted(map(str, left)) == ["{'black': 1, 'white': 2, 'either': 1}", "{'black': 2, 'white': 1, 'either': 1}"]


def test_a_card_that_somebody_has_put_under_the_deck_is_not_given():
    table = ready().hand(2, "").deck("mummy, tablet 3, mummy vp")
    table.state.deck[0] = kind("mummy vp") + UNDER_STRIDE * 3
    assert nudged(table, "mummy")
    assert table.cards(2) == {"mummy": 1}
    assert table.state.deck[0] == kind("mummy vp") + UNDER_STRIDE * 3
    assert not nudged(table, "mummy")


def test_no_card_is_taken_while_somebody_knows_of_one_by_a_secret():
    table = ready().hand(2, "mummy").deck("tablet 3")
    table.state.secrets_size = 1
    assert not nudged(table, "mummy=-1")
    assert table.cards(2) == {"mummy": 1}


def test_a_taken_card_is_known_under_the_deck_to_whoever_had_it():
    table = ready().hand(2, "mummy").deck("tablet 3")
    assert nudged(table, "mummy=-1")
    assert table.state.deck[0] == kind("mummy") + UNDER_STRIDE * 2


def test_the_last_coin_may_be_taken():
    table = ready().coins(2, 3)
    assert nudged(table, "coins=-3")
    assert table.state.coins[1] == 0


def test_a_second_ban_leaves_the_first():
    table = ready()
    assert nudged(table, "no-temple")
    assert nudged(table, "no-ships")
    assert not {"temple", "ship"} & {word.split()[0] for word in table.options()}


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("no-stela", "the Stela of Knowledge"), ("no-temple", "the Temple"),
        ("no-surroundings", "the Quarry, the Small Temple and the Ruins"), ("no-black-market", "the Black Market"),
        ("no-village", "the Village"), ("no-harbour", "the Harbour Master's Office"), ("no-ships", "the ships"),
    ],
)  # fmt: skip
def test_a_ban_is_called_by_its_place(name, place):
    (ban,) = [nudge for nudge in NUDGES if nudge.name == name]
    assert ban.called == f"visits to {place}"


def test_permanent_upgrades_alone_are_given():
    names = {nudge.name for nudge in NUDGES}
    assert {name.replace("_", "-") for name in UPGRADES} - names == {"immediate"}
