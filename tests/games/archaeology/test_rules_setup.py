"""Setting up the game."""

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.games.archaeology.rules import MAP, MONUMENTS, TREASURES
from digsite.simulator.games.archaeology.state import Card
from tests.games.archaeology.positions import GAME, Position

SEATS = (2, 3, 4, 5)
TABLET, PENDANT = TREASURES.index("broken_tablet"), TREASURES.index("broken_pendant")


@pytest.mark.parametrize(("seats", "size"), [(2, 50), (3, 47), (4, 56), (5, 59)])
def test_the_dig_site_has_the_right_size_for_each_player_count(seats, size):
    assert Position(seats).state.dig_start == size


@pytest.mark.parametrize("seats", SEATS)
def test_tablets_are_for_four_or_five_players_and_pendants_for_five(seats):
    rules = Position(seats).rules
    assert rules.copies[TABLET] == (12 if seats >= 4 else 0)
    assert rules.copies[PENDANT] == (5 if seats == 5 else 0)


@pytest.mark.parametrize(("seats", "thieves", "storms"), [(2, 4, 6), (3, 6, 5), (4, 8, 4), (5, 10, 4)])
def test_thieves_and_sandstorms_by_player_count(seats, thieves, storms):
    state = Position(seats).state
    site = state.dig_site[: state.dig_start].tolist()
    assert site.count(Card.THIEF) == thieves
    assert site.count(Card.SANDSTORM) == storms


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("monument", [name.replace("_", "-") for name in MONUMENTS])
def test_everybody_gets_four_cards_and_a_tent_and_five_lie_in_the_marketplace(seats, monument):
    table = Position(seats, monument, settings=[f"thieves.count.{seats}=0", f"sandstorms.count.{seats}=0"])
    state = table.state
    dug = 1  # the first player has dug already, a treasure for want of anything else
    assert state.hand_size[:seats].tolist() == [4 + dug] + [4] * (seats - 1)
    assert state.market.sum() == 5
    assert state.tent[:seats].tolist() == [1] * seats


@pytest.mark.parametrize("luck", range(20))
def test_all_maps_are_shuffled_into_the_dig_site(luck):
    state = Position(5, "random", luck=luck).state
    assert state.dig_site[: state.dig_start].tolist().count(MAP) == 6
    assert state.market[MAP] == 0
    assert state.chamber[:, MAP].sum() == 0
    assert state.hand[1:, MAP].sum() == 0


@pytest.mark.parametrize(
    ("monument", "chambers", "pile"),
    [
        ("great-pyramid", [2, 5, 8], 0),
        ("temple", [5, 5, 5], 0),
        ("tomb", [7, 8, 0], 0),
        ("mine", [15, 0, 0], 0),
        ("sphinx", [15, 0, 0], 0),
        ("buried-ruins", [1, 1, 1], 12),
    ],
)
def test_each_monument_prepares_its_chambers(monument, chambers, pile):
    table = Position(3, monument, settings=["sandstorms.count.3=0"])
    assert table.state.chamber.sum(axis=1).tolist() == chambers
    assert table.state.chamber_size.tolist() == chambers
    assert table.state.pile_left == pile


def test_one_of_six_monuments_is_drawn_at_random():
    seen = [int(Position(2, "random", luck=luck).state.monument) for luck in range(120)]
    assert set(seen) == set(range(6))


def test_the_monument_does_not_change_the_hands_dealt():
    hands = [Position(3, monument).state.hand[1:].tolist() for monument in ("tomb", "mine", "buried-ruins")]
    assert hands[0] == hands[1] == hands[2]


def test_seat_1_takes_the_first_turn():
    assert Position(4).outcome().first_seat == 1


def test_printed_prices_and_trading_values():
    rules = Position(5).rules
    assert rules.trading_value.tolist() == [1, 1, 2, 2, 3, 3, 4, 1, 3]
    printed = [[1, 2, 3, 4, 15], [1, 2, 3, 10], [2, 6, 12, 20, 30], [2, 12], [3, 10, 20, 32, 45], [3], [4, 15, 30, 50]]
    for kind, prices in enumerate([*printed, [1, 2, 10], [3, 18]]):
        assert rules.price[kind, 1 : len(prices) + 1].tolist() == prices
        assert rules.largest_set[kind] == len(prices)


def test_worth_is_the_best_split_into_sets():
    rules = Position(2).rules
    coin, cup, mask = (TREASURES.index(name) for name in ("coin", "broken_cup", "pharaohs_mask"))
    assert rules.worth[coin, :8].tolist() == [0, 2, 6, 12, 20, 30, 32, 36]
    assert rules.worth[cup, 3] == 14
    assert rules.worth[mask, 4] == 50


def test_only_the_unseen_pendant_and_the_rulings_are_unconfirmed():
    unconfirmed = {figure.key for figure in GAME.figures.unconfirmed()}
    assert unconfirmed == {
        "broken_pendant.card", "setup.first_player_tie", "trade.per_turn", "end_phase.stall_turns",
        "buried_ruins.reopen",
    }  # fmt: skip


def test_the_pendants_trading_value_and_its_price_for_one_change_together():
    """On every other card the trading value is the price of a single one."""
    card = GAME.figures.by_key["broken_pendant.card"]
    assert card.alternatives == ["3-20", "3-15", "2-12", "2-15", "2-18", "3-24", "3-6-30"]
    for word in [card.value, *card.alternatives]:
        figures = GAME.figures.with_settings([f"broken_pendant.card={word}"])
        assert figures["broken_pendant.prices"] == [int(price) for price in word.split("-")]
        for name in TREASURES:
            assert figures[f"{name}.trading_value"] == figures[f"{name}.prices"][0]


def test_more_cards_dealt_than_there_are_is_refused():
    figures = GAME.figures.with_settings(["setup.hand=10", "setup.market=20"])
    with pytest.raises(WrongUse, match="cannot fill 5 hands"):
        GAME.build_rules(figures, 5)


def test_a_box_that_is_too_full_is_refused():
    names = [name for name in TREASURES if "broken_" not in name or name == "broken_cup"]
    with pytest.raises(WrongUse, match="more than the 127"):
        GAME.build_rules(GAME.figures.with_settings([f"{name}.copies=30" for name in names]), 2)


def test_the_sphinx_needs_two_treasures_to_name():
    others = [name for name in TREASURES if name not in ("coin", "broken_tablet", "broken_pendant")]
    settings = [f"{name}.copies=0" for name in others] + ["coin.copies=30", "setup.hand=1", "setup.market=0"]
    with pytest.raises(WrongUse, match="two treasures"):
        GAME.build_rules(GAME.figures.with_settings(settings), 2)


def test_the_deal_is_told_in_events():
    table = Position(2)
    table.state_box[:] = np.zeros_like(table.state_box)
    told = Position(2).events()
    assert told[0][0].name == "MONUMENT"
    assert sum(row[3] for row in told if row[0].name == "HAND") == 8
    assert sum(row[3] for row in told if row[0].name == "MARKET") == 5
    assert sum(row[4] for row in told if row[0].name == "CHAMBER") == 15
