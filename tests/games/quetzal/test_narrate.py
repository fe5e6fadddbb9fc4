"""Narration: sentences that a player of the game would recognise."""

import re

import numpy as np
import pytest

from digsite.simulator.games.quetzal.narrate import card, cards, option_words
from digsite.simulator.games.quetzal.options import BUY_DISCOVERY, place_of, team_of
from digsite.simulator.games.quetzal.state import Colour, Decision, Event, Space
from tests.games.quetzal.positions import GAME, Position, kind

NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva"]


def told(table: Position) -> list[str]:
    """The lines of the last decision."""
    rows = np.array([(what, seat - 1, a, b, c) for what, seat, a, b, c in table.events()])
    return list(GAME.narrate(rows, NAMES[: table.seats], table.figures))


def test_cards_are_named_with_their_bonuses():
    assert card(kind("tablet discovery")) == "a tablet with a discovery point"
    assert cards([0, 0, kind("mummy vp")]) == "two pieces of pottery and a mummy with a victory point"
    assert cards([kind("weapon coin")] * 2) == "two weapons with a coin each"


def test_a_turn_of_placing_is_called_by_its_place_and_its_meeples():
    bid = place_of(Space.RUINS, Colour.ARCHAEOLOGIST, 2)
    assert option_words(Decision.PLACE, bid) == "ruins, 2 meeples"
    assert option_words(Decision.PLACE, place_of(Space.TEMPLE + 1, Colour.ARCHAEOLOGIST, 1)) == "temple 2"
    assert option_words(Decision.MEEPLES, team_of(0, 1, 0, 1)) == "1 archaeologist, 1 character"
    assert option_words(Decision.PLACE, BUY_DISCOVERY) == option_words(Decision.SELL, 3) == ""


def test_a_kick_says_who_takes_back_what():
    table = Position(3).empty_board().pool(1, "black 2").placing(1).play("quarry adventurer 2")
    table.pool(2, "black 3").placing(2).play("quarry adventurer 3")
    assert told(table)[0] == (
        "bids three adventurers for the Quarry. That kicks Ana out with one meeple more. Ana takes back two adventurers."
    )


def test_what_a_space_costs_is_said():
    table = Position(3).empty_board().coins(1, 4).pool(1, "white 2").placing(1).play("temple 2")
    assert told(table)[0] == "sends an archaeologist to the second space of the Temple for four coins. [coins: 0]"


def test_the_character_alone_is_called_so():
    table = Position(3).empty_board().pool(1, "character, black").placing(1).play("ruins character")
    assert told(table)[0] == "bids the character alone for the Ruins."


def test_meeples_that_count_as_either_are_told_apart():
    table = Position(3).empty_board().pool(1, "black 1, either 1, character, white").placing(1)
    table.play("quarry adventurer 3")
    assert told(table)[0] == (
        "bids three adventurers (one on the side or standing and the character among them) for the Quarry."
    )


def test_maria_s_delivery_is_told():
    table = Position(3).empty_board().hand(2, "statuette discovery 2, statuette 2, mummy 2").track(2, 2)
    table.standing(2, "ship 1").go_on_with("ships")
    head = table.events()
    for word in ("statuette", "statuette discovery", "statuette discovery", "mummy", "mummy"):
        table.play(word)
        head += table.events()
    rows = np.array([(what, seat - 1, a, b, c) for what, seat, a, b, c in head])
    lines = list(GAME.narrate(rows, NAMES[:3], table.figures))
    assert lines[0] == (
        "The ship: Ben delivers three statuettes for 8 and two mummies for 6; bonuses: two discovery points "
        "(14 victory points in all). The Discovery track brings one victory point. [points: 15, Discovery track: 4]"
    )


def test_a_delivery_tells_what_upgrades_pay_for_it():
    table = Position(3).empty_board().hand(2, "pottery 3, tablet 2").owns(2, "pottery_three", "tablet_coins")
    rows = table.standing(2, "ship 1").go_on_with("ships").events()
    for word in ("pottery", "pottery", "pottery", "tablet", "tablet"):
        rows += table.play(word).events()
    lines = list(GAME.narrate(np.array([(w, s - 1, a, b, c) for w, s, a, b, c in rows]), NAMES[:3], table.figures))
    assert lines[0].startswith(
        "The ship: Ben delivers three pieces of pottery for 5 and two tablets for 4; upgrades: five coins and three victory "
        "points (twelve victory points in all)."
    )


def test_a_turn_has_its_number():
    table = Position(3).empty_board().pool(1, "black 2").pool(2, "black 2").pool(3, "").placing(1)
    lines = told(table.play("quarry adventurer 1"))
    assert lines[0] == "bids an adventurer for the Quarry."
    turn = int(table.state.turns)
    rows = [*table.events(), *table.play("ruins adventurer 1").events()]
    lines = list(GAME.narrate(np.array([(w, s - 1, a, b, c) for w, s, a, b, c in rows]), NAMES[:3], table.figures))
    assert lines[1] == f"Turn {turn}: Ben bids an adventurer for the Ruins."


def test_purchases_in_a_row_are_told_together():
    table = Position(3).empty_board().owns(2, "coins_to_vp").coins(2, 7).go_on_with("final")
    rows = table.events()
    for _ in range(3):
        rows += table.play("buy vp").events()
    lines = list(GAME.narrate(np.array([(w, s - 1, a, b, c) for w, s, a, b, c in rows]), NAMES[:3], table.figures))
    assert lines[0].startswith("Ben buys three victory points for six coins. [coins: ")


def test_what_lies_there_still_is_told_beside_what_is_new():
    at_temple, pottery, mummy = int(Space.TEMPLE), kind("pottery"), kind("mummy vp")
    events = [
        (Event.ROUND, 0, 1, 75, 24), (Event.REFILL, -1, at_temple, pottery, 0), (Event.REFILL, -1, at_temple, mummy, 0),
        (Event.SHOW, -1, 0, 0, 0), (Event.SHOW, -1, 1, 0, 0), (Event.ACTIVATE, 0, at_temple, 0, 0),
        (Event.TAKE, 0, mummy, 0, 1), (Event.ACTIVATE, 0, int(Space.VILLAGE), 0, 0), (Event.UPGRADE, 0, 1, 0, 0),
        (Event.ROUND, 0, 2, 73, 22), (Event.REFILL, -1, at_temple, mummy, 0), (Event.SHOW, -1, 2, 0, 0),
    ]  # fmt: skip
    last = list(GAME.narrate(np.array(events), NAMES[:3], GAME.figures))[-1]
    assert last == (
        "New at the Temple: a mummy with a victory point, beside a piece of pottery. New at the Village: "
        '"for each tablet that you deliver gain 2 coins" (one victory point), '
        'beside "in phase 1 you may reroll up to 2 meeples" (one victory point).'
    )
    events.insert(9, (Event.UPGRADE, 0, 0, 1, 0))  # such a tile is drawn from the pile: the open one stays
    assert list(GAME.narrate(np.array(events), NAMES[:3], GAME.figures))[-1] == last


def test_a_choice_at_the_temple_comes_before_the_draw():
    table = (
        Position(3).empty_board().temple("mummy 8").deck("tablet vp 30").standing(2, "temple 3").go_on_with("temple")
    )
    table.play("mummy")
    assert told(table)[0].startswith("takes a mummy. Draws a tablet with a victory point.")


def test_an_extra_draw_tells_what_goes_under_the_deck_and_what_is_kept():
    table = Position(3).empty_board().owns(2, "temple_extra_draw").temple("pottery 8").deck("mummy, weapon, tablet 30")
    table.standing(2, "temple 3").go_on_with("temple").play("pottery", "weapon")
    assert told(table)[0].startswith("of the cards drawn Ben puts a weapon under the deck. Keeps a mummy.")


@pytest.mark.parametrize(("place", "verb"), [("market 1", "sells"), ("harbour", "delivers"), ("ship 1", "delivers")])
def test_a_trip_in_vain_is_told_by_its_place(place, verb):
    table = Position(3).empty_board().hand(2, "").standing(2, place).go_on_with("black_market")
    assert f"Ben {verb} nothing." in told(table)[0]


def test_an_upgrade_given_up_is_told():
    table = (
        Position(3).empty_board().owns(2, "reroll_two", "reroll_all").village("tablet_coins").standing(2, "village 2")
    )
    table.go_on_with("village").play("tablet_coins")
    before = table.state_box.copy()
    assert told(table.play("reroll_all"))[0].startswith('Ben gives up "in phase 1 you may reroll all your meeples"')
    table.state_box[:] = before
    first = [(Event.UPGRADE, 2, 2, 0, 0), *table.play("tablet_coins").events()]
    lines = list(GAME.narrate(np.array([(w, s - 1, a, b, c) for w, s, a, b, c in first]), NAMES[:3], table.figures))
    assert "Ben gives it up at once." in lines[0]


def test_upgrades_are_told_by_what_they_do():
    table = Position(3).empty_board().village("tablet_coins").standing(2, "village 2").go_on_with("village")
    head = table.events()
    rows = [*head, *table.play("tablet_coins").events()]
    lines = list(GAME.narrate(np.array([(w, s - 1, a, b, c) for w, s, a, b, c in rows]), NAMES[:3], table.figures))
    assert lines[0] == (
        'The second space of the Village: Ben takes the upgrade "for each tablet that you deliver gain 2 coins".'
    )


def test_the_automaton_takes_cards_away():
    table = Position(2)
    table.state.automaton[1] = 0
    table.go_on_with("next_round")
    line = next(line for line in told(table) if "automaton" in line)
    assert (
        "The automaton's card puts an archaeologist on the second space of the Temple, an archaeologist on the fifth space of "
        "the Temple, three archaeologists on the Quarry and an adventurer on the Black Market."
    ) in line


def test_the_automaton_discards_what_it_takes():
    table = Position(2).empty_board().temple("tablet discovery, pottery 7").deck("mummy 30")
    table.state.holder[4] = 2
    table.go_on_with("temple")
    assert told(table)[0] == (
        "The third space of the Temple: the automaton takes a tablet with a discovery point and discards it. "
        "Draws a mummy and discards it."
    )


@pytest.mark.parametrize(
    ("rows", "last"),
    [
        ([(20, 3), (15, 9)], "Ana wins by five points."),
        ([(20, 3), (20, 9)], "Ben wins the tie, being further on the Discovery track: 9 against 3."),
        ([(20, 3), (20, 3)], "Ana and Ben share the win."),
        ([(20, 3), (20, 3), (20, 3)], "Ana, Ben and Cleo share the win."),
        ([(20, 3), (20, 1), (20, 3)], "Ana and Cleo share the win."),
    ],
)
def test_the_end_says_who_has_won_and_by_what(rows, last):
    events = []
    for seat, (score, place) in enumerate(rows):
        events += [(Event.FINAL, seat, 2, 1, 0), (Event.SCORE, seat, score, place, 0)]
    lines = list(GAME.narrate(np.array(events), NAMES[: len(rows)], GAME.figures))
    assert lines[-1] == last
    assert "20 victory points: 17 on the track, 2 for the marker, 1 for coins, 0 for upgrades." in lines[0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_lines_read_as_english(seats):
    """No doubled words or names, no blanks before stops, every line begins with a capital or a bracket."""
    from digsite.simulator.play.plan import make_plan
    from digsite.simulator.play.table import table_for

    plan = make_plan("quetzal", 4, seats=["random"] * seats, seed=6, events=0)
    for events in table_for(plan).play_with_events(0, 4).events:
        for line in GAME.narrate(events, NAMES[:seats], GAME.figures):
            assert re.match(r"[A-Z\[]", line), line
            assert not re.search(r"\b(\w+) \1\b", line), line
            assert not re.search(r" [.,;:]|\.\.|  |\bone \w+s\b|\ba [aeio]", line), line
            assert line.endswith((".", "]")), line
