"""The variants, alone and together."""

import itertools

import pytest

from digsite.simulator.errors import WrongUse
from tests.games.archaeology.positions import GAME, TRADING_VALUE, Position

VARIANTS = ("long-expedition", "fierce-weather", "beginners-luck")


@pytest.mark.parametrize(("seats", "thieves"), [(2, 5), (3, 7)])
def test_the_long_expedition_adds_tablets_pendants_and_a_thief(seats, thieves):
    rules = Position(seats, variants=["long-expedition"]).rules
    assert rules.copies.tolist()[-2:] == [12, 5]
    assert rules.thieves_count == thieves


@pytest.mark.parametrize("seats", [4, 5])
def test_the_long_expedition_is_for_two_or_three_players(seats):
    with pytest.raises(WrongUse, match="2 or 3 players"):
        GAME.figures.with_variants(["long-expedition"], seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fierce_weather_has_six_storms_and_tents_that_work_twice(seats):
    table = Position(seats, variants=["fierce-weather"])
    assert table.rules.sandstorms_count == 6
    assert table.rules.tents_uses == 2


def test_in_fierce_weather_a_tent_is_gone_after_its_second_use():
    table = Position(2, variants=["fierce-weather"]).hands("coin 4", "map").acting(1)
    table.state.tent[:2] = 2
    table.dig_site("sandstorm", "sandstorm", "sandstorm", "coin").play("end", "use tent", "use tent")
    assert (table.seat(), table.decision()) == (1, "lose")
    out = table.outcome()
    assert out.tents_used[0] == 2
    assert out.tent_storm[0].tolist() == [out.storms - 2, out.storms - 1]


def lowest_dealt(table: Position) -> list[int]:
    """The seats that were dealt the lowest total trading value."""
    dealt = [0] * table.seats
    for kind, seat, a, b, _c in table.events():
        if kind.name == "HAND":
            dealt[seat - 1] += list(TRADING_VALUE.values())[a] * b
    return [seat + 1 for seat in range(table.seats) if dealt[seat] == min(dealt)]


@pytest.mark.parametrize("tie", ["chance", "lowest-seat"])
def test_with_beginners_luck_the_lowest_hand_goes_first(tie):
    starters, after_a_tie = set(), set()
    for luck in range(60):
        table = Position(3, variants=["beginners-luck"], settings=[f"setup.first_player_tie={tie}"], luck=luck)
        lowest, first = lowest_dealt(table), int(table.outcome().first_seat)
        assert first in lowest
        starters.add(first)
        if len(lowest) > 1:
            after_a_tie.add(lowest.index(first))
    assert starters == {1, 2, 3}
    assert after_a_tie == ({0, 1} if tie == "chance" else {0})


@pytest.mark.parametrize("names", [c for n in (2, 3) for c in itertools.combinations(VARIANTS, n)])
def test_variants_combine_freely(names):
    table = Position(3, variants=names)
    assert (table.rules.copies[-1] == 5) == ("long-expedition" in names)
    assert (table.rules.tents_uses == 2) == ("fierce-weather" in names)
    assert (table.rules.setup_first_player == 1) == ("beginners-luck" in names)


def test_two_players_in_fierce_weather_only_get_better_tents():
    usual, fierce = Position(2).rules, Position(2, variants=["fierce-weather"]).rules
    assert usual.sandstorms_count == fierce.sandstorms_count == 6
