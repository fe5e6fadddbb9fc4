"""Narration: what a reader is told."""

import numpy as np
import pytest

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
        "Turn 1, Ada: discovers site j1 (level I, cost: three compasses); finds one idol (coin); the site tile reads “gain 1 jewel”; guardian G01 awakes "
        "(one coin, one compass and one arrowhead to overcome it)."
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
    assert lines == ["The rival turns up the tile “dig coin” (arrow right): digs at the coin camp."]


def test_a_tile_with_which_the_rival_can_do_nothing_is_told_too():
    lines = told((Event.TILE, RIVAL, 0, 1, 0), (Event.TURN, 0, 3), (Event.PASS, 0))
    assert lines == [
        "The rival turns up the tile “dig coin” (arrow right): there is nothing it could do.",
        "Turn 3, Ada: passes.",
    ]


def test_what_the_rival_takes_and_removes_is_not_told_as_a_gain():
    lines = told(
        (Event.TILE, RIVAL, 12, 1, 0), (Event.TAKE, RIVAL, 0, 3), (Event.BONUS, RIVAL, 4, 3), (Event.REVEAL, RIVAL, 5, 9),
    )  # fmt: skip
    assert lines == [
        "The rival turns up the red tile “buy item” (arrow right): takes Sea Turtle; removes a bonus tile (draw); the site tile "
        "reads “gain 1 jewel”."
    ]


def test_the_final_account_has_the_winner_first_and_says_who_wins():
    lines = told(
        (Event.SCORE, 0, 0, 12),
        (Event.FINAL, 0, 12),
        (Event.SCORE, 1, 5, 20),
        (Event.SCORE, 1, 8, -2),
        (Event.FINAL, 1, 18),
    )
    assert lines == [
        "Ben scores 18 points (guardians 20, Fear -2).",
        "Ada scores 12 points (magnifying glass 12).",
        "Ben wins by six points.",
    ]


def test_a_tie_is_told_with_what_decides_it():
    level = [(Event.FINAL, 0, 12), (Event.FINAL, 1, 12)]
    arrived = told((Event.TURN, 1, 9), (Event.ARRIVE, 1, 1), *level)
    assert arrived[1:] == [
        "Ben scores 12 points.",
        "Ada scores 12 points.",
        "Ben wins on the tie-break: Ben was first of them in the Lost Temple.",
    ]
    both = told((Event.ARRIVE, 0, 2), (Event.ARRIVE, 1, 1), *level)
    assert both[-1] == "Ben wins on the tie-break: Ben was first of them in the Lost Temple."
    researched = told((Event.SCORE, 0, 0, 5), (Event.SCORE, 0, 1, 1), (Event.SCORE, 1, 0, 5), *level)
    assert researched[-1] == "Ada wins on the tie-break: Ada has more points of research."
    assert told(*level)[-1] == "Ada and Ben share the win."


def test_a_solo_game_ends_with_whether_the_rival_is_beaten():
    rival = [(Event.SCORE, RIVAL, 0, 23), (Event.SCORE, RIVAL, 5, 10), (Event.FINAL, RIVAL, 33)]
    assert told((Event.FINAL, 0, 34), *rival)[1:] == [
        "The rival scores 33 points (magnifying glass 23, guardians 10).",
        "Ada beats the rival by one point.",
    ]
    assert told((Event.FINAL, 0, 33), *rival)[-1] == "Ada is level with the rival, and so does not win."
    assert told((Event.FINAL, 0, 18), *rival)[-1] == "Ada loses to the rival by 15 points."


def test_every_kind_of_event_has_words():
    from simulator.games.arnak.narrate import ArnakNarrator

    assert set(ArnakNarrator.TABLE) == set(Event)


ON_TURN = [  # what a player does on their turn, in the order of arguments a, b, c
    ((Event.PLAY, 0, 14, 2), "plays Watch to pass"),
    ((Event.TRAVEL, 0, 97, 0), "spends Fear (boot)"),
    ((Event.PILOT, 0), "hires a pilot"),
    ((Event.ICON, 0, 3, 0), "uses a plane that was left"),
    ((Event.ICON, 0, 1, 1), "uses a car of the discount"),
    ((Event.PRODUCE, 0, 2, 2), "has two ships to spend"),
    ((Event.GAIN, 0, 1, 2, 5), "gains two compasses (now 5)"),
    ((Event.PAY, 0, 0, 1, 3), "pays one coin (3 left)"),
    ((Event.PAY, 0, 6, 1, 2), "pays one idol (2 left)"),
    ((Event.DRAW, 0, 82, 1), "draws Exploration from the bottom"),
    ((Event.FEAR, 0, 1), "gets a Fear card"),
    ((Event.FEAR, 0, 0), "gets a fear tile"),
    ((Event.FEAR, 1, 1), "Ben gets a Fear card"),
    ((Event.DIG, 0, 2, 1), "digs at the tablet camp on the second space"),
    ((Event.IDOL, 0, 13, 5, 2), "finds two idols (refresh)"),
    ((Event.ACTIVATE, 0, 12), "activates site j8"),
    ((Event.ACTIVATE_TILE, 0, 1), "activates the top tile of the stack (gain 1 coin and 1 arrowhead)"),
    ((Event.OVERCOME, 0, 16, 14), "overcomes guardian G15 at site h4"),
    ((Event.BOON, 0, 12), "uses the boon of guardian G13 (travel value 1 plane)"),
    ((Event.LOOK, 0, 40), "Pathfinder's Sandals lies on top of its deck"),
    ((Event.DEAL, -1, 0), "Sea Turtle comes to the row"),
    ((Event.ROW_EXILE, 0, 0), "Sea Turtle is exiled from the row"),
    ((Event.RESEARCH, 0, 1, 9, 5), "moves the notebook to row 5 (cost: 1 coin + 1 jewel)"),
    ((Event.RESEARCH, 0, 0, 14, 8), "moves the magnifying glass to the Lost Temple"),
    ((Event.BONUS, 0, 4, 3), "takes a bonus tile (draw)"),
    ((Event.ARRIVE, 0, 2), "is the second to reach the Lost Temple"),
    ((Event.TEMPLE, 0, 0, 11), "takes a temple tile of 11 points"),
    ((Event.RECRUIT, 0, 1), "recruits assistant A02 (gain 1 tablet)"),
    ((Event.RESCUE, 0, 1), "rescues assistant A02 (gain 1 tablet), exhausted"),
    ((Event.PROMOTE, 0, 3), "turns assistant A04 to gold"),
    ((Event.USE, 0, 11, 1, 0), "uses assistant A12 (gain 2 compasses)"),
    ((Event.USE, 0, 11, 0, 1), "uses assistant A12 of the supply board (gain 1 compass)"),
    ((Event.REFRESH, 0, 4), "refreshes assistant A05"),
    ((Event.SWAP, 0, 5, 6), "exchanges assistant A06 for assistant A07"),
    ((Event.UPGRADE, 0, 3), "upgrades a resource (arrowhead)"),
    ((Event.SLOT, 0, 3, 2), "puts an idol into slot 4 (gain 2 tablets)"),
    ((Event.UNSLOT, 0, 1), "takes the idol out of slot 2"),
    ((Event.RELOCATE, 0, 5, 1), "relocates from site j1 to the compass camp"),
    ((Event.MOVE_GUARDIAN, 0, 6, 4, 8), "moves guardian G09 from site j2 to the jewel camp"),
    ((Event.RECALL, 0, 7), "calls an archaeologist home from site j3"),
    ((Event.PLANES, 0), "has planes for all travel icons this round"),
    ((Event.MASK, 0), "will get no Fear from guardians this round"),
]


@pytest.mark.parametrize(("event", "words"), ON_TURN, ids=[words for _, words in ON_TURN])
def test_what_is_done_on_a_turn_is_told(event, words):
    assert told((Event.TURN, 0, 1), event) == [f"Turn 1, Ada: {words}."]


def test_the_end_of_a_round_is_told_player_by_player():
    lines = told(
        (Event.HOME, 0, 5, 0), (Event.HOME, 1, 6, 1), (Event.FEAR, 1, 1), (Event.STANDING, 1, 2, 31),
        (Event.DISCARD, 0, 82), (Event.SHUFFLE, 0, 5), (Event.ROW_EXILE, -1, 3),
    )  # fmt: skip
    assert lines == [
        "Ben comes home from site j2, where a guardian still stands.",
        "Ben gets a Fear card.",
        "Ben stands at 31 points.",
        "Ada discards Exploration, left in hand.",
        "Ada shuffles five cards under the deck.",
        "Horse is exiled beside the moon staff.",
    ]


def test_what_the_rival_reaches_and_removes_is_told():
    lines = told(
        (Event.TILE, RIVAL, 8, 0, 0), (Event.RESEARCH, RIVAL, 0, 14, 8), (Event.ARRIVE, RIVAL, 1),
        (Event.REMOVE, RIVAL, 9), (Event.TILE, RIVAL, 5, 1, 1),
    )  # fmt: skip
    assert lines == [
        "The rival turns up the red tile “research” (arrow left): moves the magnifying glass to the Lost Temple; is the first to "
        "reach the Lost Temple; assistant A10 leaves the game.",
        "The rival turns up the green tile “discover” (arrow right): it does nothing in this round.",
    ]


def test_a_rival_without_a_guardian_to_overcome_is_told_to_research_instead():
    lines = told((Event.TILE, RIVAL, 9, 0, 0), (Event.RESEARCH, RIVAL, 0, 3, 2))
    assert lines == [
        "The rival turns up the green tile “overcome” (arrow left): finds no guardian to overcome and researches instead; moves "
        "the magnifying glass to row 2 (cost: 1 jewel)."
    ]
    assert "instead" not in told((Event.TILE, RIVAL, 7, 0, 0), (Event.RESEARCH, RIVAL, 0, 3, 2))[0]


def test_blocked_camps_are_told():
    lines = told((Event.SETUP, -1, 0b10010, -1))
    assert lines[0] == "The second spaces of these camps are blocked: compass and jewel."


def test_what_players_begin_with_is_told():
    lines = told((Event.SETUP, -1, 0, 1))
    assert lines == [
        "Of the assistants to be rescued assistant A02 (gain 1 tablet) lies on top.",
        "Ada begins with two coins.",
        "Ben begins with one coin and one compass.",
    ]
    rows = np.array([(Event.SETUP, -1, 0, -1, 0)])
    assert list(GAME.narrate(rows, ["Ada"], GAME.figures)) == [
        "The rival's stack has two red tiles among its ten.",
        "Ada begins with one coin and one compass.",
    ]


def test_what_belongs_together_is_told_together():
    lines = told(
        (Event.TURN, 0, 1), (Event.PAY, 0, 0, 2, 1), (Event.PILOT, 0), (Event.PRODUCE, 0, 2, 1), (Event.ICON, 0, 2, 0),
        (Event.PLAY, 0, 0, 0), (Event.EXILE, 0, 0, 1), (Event.EXILE, 0, 1, 1),
    )  # fmt: skip
    assert lines == [
        "Turn 1, Ada: hires a pilot for two coins (1 left); has one ship to spend; spends that ship; plays Sea Turtle, "
        "which is exiled; exiles Ostrich from the play area."
    ]


def test_an_icon_of_an_earlier_turn_is_not_told_as_the_one_produced():
    lines = told(
        (Event.TURN, 0, 1), (Event.PRODUCE, 0, 2, 1), (Event.ICON, 0, 2, 0), (Event.TURN, 0, 2), (Event.ICON, 0, 2, 0),
    )  # fmt: skip
    assert lines[1] == "Turn 2, Ada: uses a ship that was left."


def test_cards_are_told_by_their_names():
    lines = told(
        (Event.TURN, 0, 1),
        (Event.EXILE, 0, FEAR_TILE, 1),
        (Event.EXILE, 0, 80, 0),
        (Event.BUY, 0, 40, 3),
        (Event.BUY, 0, 40, 1),
        (Event.TAKE, 0, 1, 2),
    )
    assert lines == [
        "Turn 1, Ada: exiles a fear tile from the play area; exiles Funding from hand; buys Pathfinder's Sandals for 3; buys Pathfinder's Sandals for 1 instead of 3; takes Ostrich into hand for free."
    ]


def test_a_whole_turn_can_be_told():
    table = Position(2).hand(1, "fear").resources(1, coin=1).play("dig camp_coin", "pay card fear boot", "end")
    rows = table._events[1 : table._events[0, 0] + 1]
    text = " ".join(GAME.narrate(rows, NAMES, table.figures))
    assert "spends Fear (boot); digs at the coin camp; gains two coins (now 3)" in text
