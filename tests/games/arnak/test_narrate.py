"""Narration: what a reader is told."""

import numpy as np

from simulator.games.arnak.rules import FEAR_TILE, FIRST_FEAR
from simulator.games.arnak.state import RIVAL, Event
from tests.games.arnak.positions import GAME, ITEMS, Position

NAMES = ["Ada", "Ben"]


def told(*events: tuple[int, ...]) -> list[str]:
    rows = np.array([(*event, 0, 0, 0, 0)[:5] for event in events])
    return list(GAME.narrate(rows, NAMES, GAME.figures))


def test_a_turn_is_one_paragraph():
    lines = told(
        (Event.TURN, 0, 7),
        (Event.PLAY, 0, ITEMS.index("parrot"), 1),
        (Event.USE_UP, 0, FIRST_FEAR),
        (Event.GAIN, 0, 4, 1, 1),
        (Event.TURN, 1, 8),
        (Event.PASS, 1),
    )
    assert lines == ["Turn 7, Ada: plays Parrot; uses up Fear; gains one jewel (now 1).", "Turn 8, Ben: passes."]


def test_discovering_is_told_in_order():
    lines = told(
        (Event.TURN, 0, 1),
        (Event.DISCOVER, 0, 5),
        (Event.IDOL, 0, 5, 0, 1),
        (Event.REVEAL, 0, 5, 9),
        (Event.GUARDIAN, 0, 5, 0),
    )
    assert lines == [
        "Turn 1, Ada: discovers site j1; finds one idol (coin); the site brings: gain 1 jewel; guardian G01 awakes."
    ]


def test_hands_and_row_are_told_between_turns():
    lines = told(
        (Event.DEAL, -1, 0),
        (Event.ROUND, -1, 1),
        (Event.DRAW, 0, 80),
        (Event.DRAW, 0, 96),
        (Event.DRAW, 1, 97),
        (Event.TURN, 0, 1),
        (Event.PASS, 0),
    )
    assert lines == [
        "To the row comes Sea Turtle.",
        "Round I begins.",
        "Ada draws Funding and Fear.",
        "Ben draws Fear.",
        "Turn 1, Ada: passes.",
    ]


def test_the_rival_is_told():
    lines = told((Event.TILE, RIVAL, 0, 1, 0), (Event.DIG, RIVAL, 0, 0))
    assert lines == ["The rival turns up dig coin (arrow right): digs at the coin camp."]


def test_the_final_account_has_the_winner_first():
    lines = told(
        (Event.SCORE, 0, 0, 12),
        (Event.FINAL, 0, 12),
        (Event.SCORE, 1, 5, 20),
        (Event.SCORE, 1, 8, -2),
        (Event.FINAL, 1, 18),
    )
    assert lines == ["Ben scores 18 points (guardians 20, fear -2).", "Ada scores 12 points (glass 12)."]


def test_every_kind_of_event_has_words():
    from simulator.games.arnak.narrate import ArnakNarrator

    assert set(ArnakNarrator.TABLE) == set(Event)


def test_cards_are_told_by_their_names():
    lines = told(
        (Event.TURN, 0, 1),
        (Event.EXILE, 0, FEAR_TILE, 1),
        (Event.EXILE, 0, 80, 0),
        (Event.BUY, 0, 40, 3),
        (Event.TAKE, 0, 1, 2),
    )
    assert lines == [
        "Turn 1, Ada: exiles a fear tile from the play area; exiles Funding from hand; buys Pathfinder's Sandals for 3; takes Ostrich into hand for free."
    ]


def test_a_whole_turn_can_be_told():
    table = Position(2).hand(1, "fear").play("dig camp_coin", "pay card fear boot", "end")
    rows = table._events[1 : table._events[0, 0] + 1]
    text = " ".join(GAME.narrate(rows, NAMES, table.figures))
    assert "travels with Fear (boot); digs at the coin camp; gains two coins (now 2)" in text
