"""Narration: each line tells the right player, the right things and the right amounts, event by event."""

import numpy as np
import pytest

from digsite.simulator.games.quetzal.rules import UPGRADES
from digsite.simulator.games.quetzal.state import CoinSource, Event, Face, Meeple, PointSource, Space
from tests.games.quetzal.positions import GAME, kind

NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva"]
CHARACTER = -1
NOBODY = -1
DECK = 1  # among the sources of artifacts
SHOWN = Space.TEMPLE + 2


def told(*events: tuple[int, ...], seats: int = 3, settings=()) -> list[str]:
    """The lines of these events: kind, seat from 0, and as many of a, b, c as matter."""
    rows = np.array([(*event, 0, 0, 0)[:5] for event in events])
    return list(GAME.narrate(rows, NAMES[:seats], GAME.figures.with_settings(settings)))


def line(*events: tuple[int, ...], **table) -> str:
    (only,) = told(*events, **table)
    return only


def test_a_round_begins_with_the_holder_of_the_marker_the_deck_and_the_pile():
    said = line((Event.ROUND, 1, 2, 40, 9))
    assert "Round 2" in said
    assert "Ben has the First Player marker" in said
    assert "Before the board is filled, there are 40 cards in the deck and nine upgrades in the pile." in said
    assert "at the start" not in said


def test_the_first_round_tells_the_coins_that_everybody_starts_with():
    said = line((Event.ROUND, 0, 1, 75, 24), settings=["setup.coins=4,5,7,6,6"])
    assert "Coins at the start: Ana four, Ben five and Cleo seven." in said


def test_a_round_ends_with_points_coins_and_cards_of_each():
    ends = [(Event.ROUND_END, 0, 12, 5, 3), (Event.ROUND_END, 1, 1, 7, 0)]
    said = told(*ends, (Event.ROUND, 1, 2, 40, 9))
    assert said[:2] == [
        "[Ana: twelve points, five coins, three cards in hand]", "[Ben: one point, seven coins, no cards in hand]",
    ]  # fmt: skip


def test_a_round_ends_with_the_cards_in_each_hand():
    said = told(
        (Event.ROUND_END, 0, 12, 5, 3), (Event.HAND, 0, kind("weapon coin"), 2), (Event.HAND, 0, kind("mummy"), 1),
        (Event.ROUND_END, 1, 1, 7, 0), (Event.ROUND_END, 2, 4, 0, 1), (Event.HAND, 2, kind("tablet vp"), 1),
        (Event.ROUND, 1, 2, 40, 9),
    )  # fmt: skip
    assert said[:3] == [
        "[Ana: twelve points, five coins, three cards in hand: two weapons with a coin each and a mummy]",
        "[Ben: one point, seven coins, no cards in hand]",
        "[Cleo: four points, no coins, one card in hand: a tablet with a victory point]",
    ]


def test_new_cards_and_upgrades_are_told_where_they_lie():
    said = line(
        (Event.REFILL, NOBODY, Space.TEMPLE, kind("mummy")), (Event.REFILL, NOBODY, Space.QUARRY, kind("weapon")),
        (Event.REFILL, NOBODY, Space.RUINS, kind("tablet")), (Event.SHOW, NOBODY, UPGRADES.index("extra_delivery")),
    )  # fmt: skip
    for where, what in (("Temple", "a mummy"), ("Quarry", "a weapon"), ("Ruins", "a tablet")):
        assert f"ew at the {where}: {what}" in said
    assert 'ew at the Village: "each delivery may have 1 card more" (one victory point).' in said


# ------------------------------------------------------------------------------------------------ meeples


@pytest.mark.parametrize(
    ("face", "word"),
    [(Face.BLACK, "flat"), (Face.WHITE, "flat"), (Face.SIDE, "on its side"), (Face.STANDING, "standing")],
)
def test_a_roll_tells_each_face_and_the_character_s(face, word):
    faces = [(Event.ROLL, 1, Face.BLACK, 2), (Event.ROLL, 1, Face.WHITE, 1), (Event.ROLL, 1, Face.SIDE, 3)]
    said = line(*faces, (Event.ROLL, 1, Face.STANDING, 4), (Event.ROLL, 1, CHARACTER, face))
    assert f"Ben rolls two black, one white, three on the side, four standing and the character {word}." in said


def test_a_reroll_tells_the_meeple_and_the_face_it_shows_now():
    said = line((Event.REROLL, 2, Meeple.ADVENTURER, Face.WHITE), (Event.REROLL, 2, Meeple.EITHER, Face.STANDING))
    assert "Cleo rerolls a black meeple: it lands white." in said
    assert "erolls a meeple that counts as either: it lands standing." in said
    assert "a white meeple: it lands black" in line((Event.REROLL, 0, Meeple.ARCHAEOLOGIST, Face.BLACK))
    assert "the character: it lands on its side" in line((Event.REROLL, 0, Meeple.CHARACTER, Face.SIDE))


def test_a_kick_at_the_automaton_says_that_its_meeples_are_gone():
    turn = [(Event.TURN, 0, 1, 3), (Event.PLACE, 0, Space.QUARRY, 1, 0), (Event.MEEPLES, 0, Meeple.ARCHAEOLOGIST, 5)]
    said = line(*turn, (Event.KICK, 0, Space.QUARRY, 2, 2), seats=2)
    assert "kicks the automaton out with two meeples more; its meeples are gone" in said
    assert "kicks Cleo out with two meeples more" in line(*turn, (Event.KICK, 0, Space.QUARRY, 2, 2), seats=3)


DISCOUNT = UPGRADES.index("temple_discount")
CHEAPER = '"spaces of the Temple cost 1 coin less"'


def sent(space: int, coins: int) -> tuple[tuple[int, ...], ...]:
    return (Event.TURN, 1, 9, 3), (Event.PLACE, 1, space, 1, coins), (Event.MEEPLES, 1, Meeple.ARCHAEOLOGIST, 1)


@pytest.mark.parametrize(
    ("space", "coins", "said"),
    [
        (1, 3, f"to the second space of the Temple for three instead of four coins ({CHEAPER})."),
        (4, 0, f"to the fifth space of the Temple for nothing instead of one coin ({CHEAPER})."),
        (1, 4, "to the second space of the Temple for four coins."),
    ],
)
def test_a_discounted_space_of_the_temple_tells_both_prices_and_the_upgrade(space, coins, said):
    taken = [(Event.ACTIVATE, 1, Space.VILLAGE), (Event.UPGRADE, 1, DISCOUNT, 0)]
    assert said in told(*taken, *sent(Space.TEMPLE + space, coins))[-1]


def test_an_upgrade_given_up_is_not_the_reason_of_a_discount():
    other = UPGRADES.index("extra_delivery")
    tiles = [(Event.UPGRADE, 1, DISCOUNT, 1), (Event.UPGRADE, 1, other, 1), (Event.DISCARD, 1, DISCOUNT, 0)]
    settings = ['upgrades.extra_delivery.effect=[{ op = "temple_discount", n = 2 }]']
    said = told((Event.ACTIVATE, 1, Space.STELA), *tiles, *sent(Space.TEMPLE, 3), settings=settings)[-1]
    assert 'for three instead of five coins ("spaces of the Temple cost 2 coins less").' in said


def test_an_upgrade_that_no_event_has_brought_is_called_an_upgrade():
    assert "for three instead of four coins (an upgrade)." in told(*sent(Space.TEMPLE + 1, 3))[-1]


def test_what_other_places_cost_is_told_as_it_is():
    assert "to the Harbour Master's Office for two coins." in told(*sent(Space.HARBOUR, 2))[-1]
    assert "to the Stela of Knowledge." in told(*sent(Space.STELA, 0))[-1]


# ------------------------------------------------------------------------------------------------ gains


def test_at_the_end_of_a_line_stands_what_the_player_has_now():
    turn = [(Event.TURN, 1, 1, 3), (Event.PLACE, 1, Space.CAMP, 2, 0), (Event.MEEPLES, 1, Meeple.ADVENTURER, 1)]
    said = told(*turn, (Event.COINS, 1, 1, CoinSource.CAMP, 8), (Event.TURN, 2, 2, 3), (Event.PLACE, 2, Space.CAMP, 2, 0),
                (Event.MEEPLES, 2, Meeple.ADVENTURER, 1))  # fmt: skip
    assert said[0].endswith("[coins: 8]")
    assert "[" not in said[1]  # what has not changed in the second turn is not told there


def test_where_several_players_gain_something_each_is_named():
    said = line(
        (Event.ACTIVATE, 1, Space.QUARRY), (Event.TAKE, 1, kind("mummy"), 2), (Event.POINTS, 1, 1, PointSource.SURROUNDINGS, 9),
        (Event.COINS, 2, 1, CoinSource.UPGRADES, 4),
    )  # fmt: skip
    assert said.endswith("[Ben: points: 9; Cleo: coins: 4]")


@pytest.mark.parametrize(
    ("what", "thing", "price"), [(0, "a victory point", "two coins"), (1, "a discovery point", "two coins")]
)
def test_a_purchase_tells_what_is_bought_and_what_is_left(what, thing, price):
    said = line((Event.TURN, 1, 3, 4), (Event.BUY, 1, what, 2))
    assert f"Ben buys {thing} for {price}." in said
    assert said.endswith("[coins: 3]")  # of the five that the second seat begins with


def test_purchases_of_two_kinds_are_told_apart():
    said = line((Event.TURN, 1, 3, 4), (Event.BUY, 1, 0, 2), (Event.BUY, 1, 1, 3))
    assert "buys a victory point for two coins. Ben buys a discovery point for three coins." in said


def test_the_stela_tells_who_takes_the_marker():
    said = line((Event.ACTIVATE, 1, Space.STELA), (Event.MARKER, 1), (Event.DISCOVERY, 1, 4))
    assert said.startswith("The Stela of Knowledge: Ben takes the First Player marker.")
    assert said.endswith("[Discovery track: 4]")


def test_an_upgrade_is_taken_at_the_village():
    said = line((Event.ACTIVATE, 1, Space.VILLAGE), (Event.UPGRADE, 1, UPGRADES.index("tablet_coins"), 0))
    assert 'Ben takes the upgrade "for each tablet that you deliver gain 2 coins".' in said


def test_an_upgrade_of_the_discovery_track_is_drawn_and_tells_its_points():
    said = line(
        (Event.ACTIVATE, 1, Space.STELA), (Event.DISCOVERY, 1, 7), (Event.UPGRADE, 1, UPGRADES.index("tablet_coins"), 1),
        settings=["upgrades.tablet_coins.points=2"],
    )  # fmt: skip
    tile = '"for each tablet that you deliver gain 2 coins" (two victory points)'
    assert f"Ben draws the upgrade {tile} as a reward of the Discovery track." in said


def test_rewards_of_the_discovery_track_are_told_together():
    coin, point = (Event.COINS, 1, 2, CoinSource.DISCOVERY, 9), (Event.POINTS, 1, 1, PointSource.DISCOVERY, 4)
    said = line((Event.ACTIVATE, 1, Space.STELA), (Event.MARKER, 1), (Event.DISCOVERY, 1, 4), point, coin)
    assert "takes the First Player marker. The Discovery track brings two coins and one victory point. [" in said


def test_rewards_tell_whose_they_are_where_two_players_gain_in_one_line():
    said = line(
        (Event.ACTIVATE, 1, Space.STELA), (Event.MARKER, 1), (Event.COINS, 0, 1, CoinSource.STANDING, 5),
        (Event.COINS, 1, 2, CoinSource.DISCOVERY, 9),
    )  # fmt: skip
    assert "The Discovery track brings Ben two coins." in said


def test_an_upgrade_that_the_player_has_already_is_said_to_be_discarded():
    upgrade = [(Event.ACTIVATE, 1, Space.VILLAGE), (Event.UPGRADE, 1, 2, 0)]
    assert "discarded at once, since the player has one already" in line(*upgrade, (Event.DISCARD, 1, 2, 2))
    assert "discarded" not in line(*upgrade, (Event.DISCARD, 1, 2, 1))


# ------------------------------------------------------------------------------------------------ activating


def test_a_new_deck_is_told_with_its_cards():
    activated = [(Event.ACTIVATE, 1, SHOWN), (Event.TAKE, 1, kind("mummy"), 0)]
    said = line(*activated, (Event.RESHUFFLE, NOBODY, 17), (Event.TAKE, 1, kind("weapon coin"), DECK))
    assert "17 discarded cards make a new one" in said
    assert "raws a weapon with a coin." in said


def test_a_card_is_kept_where_another_went_under_the_deck_and_drawn_at_the_next_space():
    said = told(
        (Event.ACTIVATE, 1, SHOWN), (Event.UNDER, 1, kind("weapon")), (Event.TAKE, 1, kind("mummy"), DECK),
        (Event.ACTIVATE, 2, SHOWN + 1), (Event.TAKE, 2, kind("tablet"), DECK),
    )  # fmt: skip
    assert said[0].endswith("Keeps a mummy.")
    assert said[1].endswith("Cleo draws a tablet.")


@pytest.mark.parametrize(("source", "place"), [(0, Space.TEMPLE), (3, Space.SMALL_TEMPLE)])
def test_what_the_automaton_took_does_not_lie_there_any_more(source, place):
    pottery, mummy = kind("pottery"), kind("mummy")
    said = told(
        (Event.REFILL, NOBODY, place, mummy), (Event.REFILL, NOBODY, place, pottery), (Event.ACTIVATE, 2, place),
        (Event.DISCARDED, 2, mummy, source), (Event.ROUND, 0, 2, 70, 20), (Event.REFILL, NOBODY, place, kind("tablet")), seats=2,
    )  # fmt: skip
    assert said[-1].endswith(": a tablet, beside a piece of pottery.")


def test_a_sale_tells_the_card_and_the_coins_now():
    said = line((Event.ACTIVATE, 1, Space.BLACK_MARKET), (Event.SELL, 1, kind("mummy discovery")),
                (Event.COINS, 1, 7, CoinSource.BLACK_MARKET, 9))  # fmt: skip
    assert said == "The Black Market: Ben sells a mummy with a discovery point. [coins: 9]"


def test_two_ships_and_two_markets_are_told_apart():
    for at, word in enumerate(("first", "second")):
        ship = line((Event.ACTIVATE, 1, Space.SHIP + at), (Event.NOTHING, 1, Space.SHIP + at), seats=4)
        assert ship.startswith(f"The {word} ship: Ben delivers nothing")
        space = Space.BLACK_MARKET + at
        market = line((Event.ACTIVATE, 1, space), (Event.NOTHING, 1, space), settings=["black_market.count=2"])
        assert market.startswith(f"The {word} Black Market: Ben sells nothing")


def test_a_delivery_tells_its_sets_and_the_points_now():
    deliveries = []
    for seat, type_, size, points in ((1, 4, 2, 6), (2, 0, 1, 1)):
        deliveries += [(Event.ACTIVATE, seat, Space.SHIP), *[(Event.DELIVER, seat, type_ * 4)] * size,
                       (Event.SET, seat, type_, size, points), (Event.DELIVERED, seat, Space.SHIP, size, points)]  # fmt: skip
    said = told(*deliveries, *deliveries[:5])
    assert "Ben delivers two mummies for 6" in said[0]
    assert "Cleo delivers a piece of pottery for 1" in said[1]
    assert [text.rpartition("[")[2] for text in said] == ["points: 6]", "points: 1]", "points: 12]"]


def test_coins_and_points_of_cards_are_not_told_as_those_of_upgrades():
    said = line(
        (Event.ACTIVATE, 1, Space.SHIP), (Event.DELIVER, 1, kind("mummy coin")), (Event.DELIVER, 1, kind("mummy vp")),
        (Event.SET, 1, 4, 2, 6), (Event.COINS, 1, 1, CoinSource.CARDS, 6), (Event.POINTS, 1, 1, PointSource.CARDS, 7),
        (Event.DELIVERED, 1, Space.SHIP, 2, 7),
    )  # fmt: skip
    assert "; bonuses: one coin and one victory point (seven victory points in all)." in said
