"""Narration: what a reader is told."""

import numpy as np
import pytest

from digsite.simulator.games.arnak.ops import Code, Internal
from digsite.simulator.games.arnak.rules import FEAR_TILE, FIRST_ARTIFACT, FIRST_FEAR
from digsite.simulator.games.arnak.state import RIVAL, Event
from digsite.simulator.kernel.effects.steps import Flow
from tests.games.arnak.positions import ARTIFACTS, GAME, ITEMS, Position

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
        "Turn 1, Ada: discovers the first site from the left in the lower row of level I (j1), printed cost: three compasses; finds one idol "
        "(“gain 1 coin”); the site tile reads “gain 1 jewel”; guardian G01 awakes (cost: one coin, one compass and one arrowhead; "
        "boon: “travel value 1 ship”)."
    ]


def test_hands_and_row_are_told_between_turns():
    lines = told(
        (Event.DEAL, -1, 40),
        (Event.DEAL, -1, 0),
        (Event.DEAL, -1, 1),
        (Event.ROUND, -1, 1),
        (Event.DRAW, 0, 80),
        (Event.DRAW, 0, 96),
        (Event.DRAW, 1, 97),
        (Event.TURN, 0, 1),
        (Event.PASS, 0),
    )
    assert lines == [
        "To the row come the artifact Pathfinder's Sandals, and the items Sea Turtle and Ostrich.",
        "Round I begins. Ada has the starting player marker.",
        "Ada draws Funding (car) and Fear.",
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
        "The rival turns up the red tile “buy item” (arrow right): takes the item Sea Turtle; removes the bonus tile “draw 1 card”; the site "
        "tile reads “gain 1 jewel”."
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
    from digsite.simulator.games.arnak.narrate import ArnakNarrator

    assert set(ArnakNarrator.TABLE) == set(Event)


ON_TURN = [  # what a player does on their turn, in the order of arguments a, b, c
    ((Event.PLAY, 0, 14, 2), "plays Watch to pass"),
    ((Event.TRAVEL, 0, 97, 0), "spends Fear (boot)"),
    ((Event.TRAVEL, 0, 81, 2), "spends Funding (ship)"),
    ((Event.TRAVEL, 0, 12, 1), "spends Journal (car with a ship left over)"),
    ((Event.PILOT, 0), "hires a pilot"),
    ((Event.ICON, 0, 3, 0), "uses a plane that was left over"),
    ((Event.ICON, 0, 1, 1), "uses a car of the discount"),
    ((Event.PRODUCE, 0, 2, 2), "has two ships to spend"),
    ((Event.LOSE, 0, 1, 2), "leaves two cars unused"),
    ((Event.GAIN, 0, 1, 2, 5), "gains two compasses (now 5)"),
    ((Event.PAY, 0, 0, 1, 3), "pays one coin (3 left)"),
    ((Event.PAY, 0, 6, 1, 2), "pays one idol (2 left)"),
    ((Event.DRAW, 0, 82, 1), "draws Exploration (car) from the bottom"),
    ((Event.KEEP, 0, 82, 0), "keeps Exploration (car)"),
    ((Event.RETURN, 0, 83), "puts Exploration (ship) back on top of the deck"),
    ((Event.FEAR, 0, 1), "gets a Fear card"),
    ((Event.FEAR, 0, 0), "gets a fear tile"),
    ((Event.FEAR, 1, 1), "Ben gets a Fear card"),
    ((Event.DIG, 0, 2, 1), "digs at the tablet camp on the second space"),
    ((Event.IDOL, 0, 13, 5, 2), "finds two idols, one face up (“you may refresh 1 assistant”)"),
    ((Event.ACTIVATE, 0, 12), "activates the fourth site from the left in the upper row of level I (j8)"),
    ((Event.ACTIVATE_TILE, 0, 1), "activates the top tile of the level I stack (“gain 1 coin and 1 arrowhead”), which goes under the stack"),
    ((Event.OVERCOME, 0, 16, 14), "overcomes the guardian that costs two compasses and one arrowhead (G15) at the fourth site from the left in the row of level II (h4)"),
    ((Event.OVERCOME, 0, 4, 12, 1), "overcomes the guardian that costs three tablets (G13) without paying that at the jewel camp"),
    ((Event.BOON, 0, 12), "uses the boon “travel value 1 plane” of the guardian that costs three tablets (G13)"),
    ((Event.LOOK, 0, 40), "Pathfinder's Sandals lies on top of the artifact deck"),
    ((Event.DEAL, -1, 0), "the item Sea Turtle comes to the row"),
    ((Event.ROW_EXILE, 0, 0), "the item Sea Turtle is exiled from the row"),
    ((Event.RESEARCH, 0, 1, 9, 5), "moves the notebook to row 5 (printed cost: one coin and one jewel)"),
    ((Event.RESEARCH, 0, 0, 14, 8), "moves the magnifying glass to the Lost Temple (printed cost: one coin, one compass and one jewel)"),
    ((Event.BONUS, 0, 4, 3), "takes the bonus tile “draw 1 card”"),
    ((Event.ARRIVE, 0, 2), "is the second to reach the Lost Temple"),
    ((Event.TEMPLE, 0, 0, 11), "takes a temple tile of 11 points"),
    ((Event.TEMPLE, 0, 2, 6), "takes a temple tile of 6 points from the right stack"),
    ((Event.RECRUIT, 0, 1), "recruits the assistant “gain 1 tablet” (A02)"),
    ((Event.SUPPLY, -1, 2, 1), "the assistant “gain 1 tablet” (A02) now lies on top of its stack"),
    ((Event.SUPPLY, -1, 2, -1), "its stack is now empty"),
    ((Event.SUPPLY, -1, 3, -1), "no assistant is left to be rescued"),
    ((Event.SUPPLY, -1, 3, 1), "the assistant “gain 1 tablet” (A02) now lies on top of those to be rescued"),
    ((Event.RESCUE, 0, 1), "rescues the assistant “gain 1 tablet” (A02), exhausted"),
    ((Event.PROMOTE, 0, 0), "turns the assistant “gain 2 coins” (A01) to gold (“gain 3 coins”)"),
    ((Event.USE, 0, 11, 1, 0), "uses the gold assistant “gain 2 compasses” (A12)"),
    ((Event.USE, 0, 11, 0, 1), "uses the assistant “gain 1 compass” (A12) of the supply board"),
    ((Event.REFRESH, 0, 4), "refreshes the assistant “you may exile 1 card” (A05)"),
    ((Event.SWAP, 0, 10, 11), "exchanges the assistant “you may upgrade 1 resource” (A11) for the assistant “gain 1 compass” (A12)"),
    ((Event.UPGRADE, 0, 3), "upgrades an arrowhead to a jewel"),
    ((Event.SLOT, 0, 3, 2), "puts an idol into slot 4 (“gain 2 tablets”)"),
    ((Event.UNSLOT, 0, 1), "takes the idol out of slot 2"),
    ((Event.RELOCATE, 0, 0, 1), "relocates an archaeologist from the coin camp to the compass camp"),
    ((Event.RELOCATE, 0, 0, 1, 1), "relocates an archaeologist from the coin camp to the compass camp on the second space"),
    ((Event.MOVE_GUARDIAN, 0, 3, 4, 7), "moves the guardian that costs four coins (G08) from the arrowhead camp to the jewel camp"),
    ((Event.RECALL, 0, 3), "calls an archaeologist home from the arrowhead camp"),
    ((Event.RECALL, 0, 3, 1), "calls an archaeologist home from the arrowhead camp, second space"),
    ((Event.PLANES, 0), "has planes for all travel icons this round"),
    ((Event.MASK, 0), "will get no Fear from guardians this round"),
    ((Event.SKIP, 0, Code.EXILE, 0), "exiles no card"),
    ((Event.SKIP, 0, Code.DRAW, 1), "draws no further card"),
    ((Event.SKIP, 0, Flow.PAY, 0), "does not pay for the effect"),
    ((Event.SKIP, 0, Internal.RESOLVE, 40), "leaves the effect of Pathfinder's Sandals unused"),
    ((Event.SKIP, 1, Code.FEAR, 0), "there is no Fear left to get"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "words"), ON_TURN, ids=[words for _, words in ON_TURN])
def test_what_is_done_on_a_turn_is_told(event, words):
    assert told((Event.TURN, 0, 1), event) == [f"Turn 1, Ada: {words}."]


def test_the_end_of_a_round_is_told_player_by_player():
    lines = told(
        (Event.HOME, 0, 5, 0), (Event.HOME, 1, 6, 1), (Event.FEAR, 1, 1), (Event.STANDING, 1, 2, 31),
        (Event.DISCARD, 0, 82), (Event.KEEP, 0, 81, 1), (Event.KEEP, 0, 97, 1), (Event.SHUFFLE, 0, 5), (Event.ROW_EXILE, -1, 3),
    )  # fmt: skip
    assert lines == [
        "Ben comes home from the second site from the left in the lower row of level I (j2), where a guardian still stands.",
        "Ben gets a Fear card.",
        "Ben stands at 31 points.",
        "Ada discards Exploration (car), left in hand.",
        "Ada keeps Funding (ship) and Fear in hand.",
        "Ada shuffles five cards under the deck.",
        "The item Horse is exiled beside the moon staff.",
    ]


def test_what_the_rival_reaches_and_removes_is_told():
    lines = told(
        (Event.TILE, RIVAL, 8, 0, 0), (Event.RESEARCH, RIVAL, 0, 14, 8), (Event.ARRIVE, RIVAL, 1), (Event.BONUS, RIVAL, -1, 14),
        (Event.REMOVE, RIVAL, 11), (Event.TILE, RIVAL, 5, 1, 1),
    )  # fmt: skip
    assert lines == [
        "The rival turns up the red tile “research” (arrow left): moves the magnifying glass to the Lost Temple (printed cost: one coin, one "
        "compass and one jewel); is the first to reach the Lost Temple; removes a bonus tile of the Lost Temple unseen; the assistant "
        "“gain 1 compass” (A12) leaves the game.",
        "The rival turns up the green tile “discover” (arrow right): it does nothing in this round.",
    ]


def test_a_rival_without_a_guardian_to_overcome_is_told_to_research_instead():
    lines = told((Event.TILE, RIVAL, 9, 0, 0), (Event.RESEARCH, RIVAL, 0, 3, 2))
    assert lines == [
        "The rival turns up the green tile “overcome” (arrow left): finds no guardian to overcome and researches instead; moves "
        "the magnifying glass to row 2 (printed cost: one jewel)."
    ]
    assert "instead" not in told((Event.TILE, RIVAL, 7, 0, 0), (Event.RESEARCH, RIVAL, 0, 3, 2))[0]


def test_blocked_camps_are_told():
    lines = told((Event.SETUP, -1, 0b10010, -1))
    assert lines[0] == "The second spaces of these camps are blocked: compass and jewel."


def test_what_players_begin_with_is_told():
    lines = told((Event.SETUP, -1, 0, 1))
    assert lines == [
        "Of the assistants to be rescued, the assistant “gain 1 tablet” (A02) lies on top.",
        "Ada begins with two coins.",
        "Ben begins with one coin and one compass.",
    ]
    rows = np.array([(Event.SETUP, -1, 0, -1, 0)])
    assert list(GAME.narrate(rows, ["Ada"], GAME.figures))[1:] == ["Ada begins with one coin and one compass."]


@pytest.mark.parametrize(
    ("red", "said"),
    [
        (0b00000, "no red tiles among its ten."),
        (0b00100, "one red tile among its ten: “overcome”."),
        (0b11011, "four red tiles among its ten: “discover”, “research”, “buy item” and “buy artifact”."),
    ],
)
def test_the_rival_s_red_tiles_are_named_at_the_start(red, said):
    rows = np.array([(Event.SETUP, -1, 0, -1, red)])
    assert next(GAME.narrate(rows, ["Ada"], GAME.figures)) == f"The rival's stack has {said}"


def test_the_start_of_a_round_tells_who_has_the_marker_or_that_the_rival_begins():
    assert told((Event.ROUND, -1, 2, 1)) == ["Round II begins. Ben has the starting player marker."]
    assert told((Event.ROUND, -1, 5, RIVAL)) == ["Round V begins with the rival."]


JEWEL, ARROWHEAD, TABLET, COIN = 4, 3, 2, 0  # in ops.COSTS
BLADE, IDOL_OF_ARA_ANU = (FIRST_ARTIFACT + ARTIFACTS.index(name) for name in ("inscribed_blade", "idol_of_ara_anu"))


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (
            [(Event.PLAY, 0, BLADE, 1), (Event.DISCOUNT, 0, ARROWHEAD, 1), (Event.RESEARCH, 0, 0, 1, 1)],
            "moves the magnifying glass to row 1 (printed cost: one compass and one arrowhead; one arrowhead less by Inscribed Blade).",
        ),
        (
            [
                (Event.PLAY, 0, ITEMS.index("journal"), 1), (Event.DISCOUNT, 0, COIN, 1, 1), (Event.DISCOUNT, 0, JEWEL, 1, 1),
                (Event.RESEARCH, 0, 1, 9, 5),
            ],
            "moves the notebook to row 5 (printed cost: one coin and one jewel; free by Journal).",
        ),
        (
            [(Event.PLAY, 0, IDOL_OF_ARA_ANU, 1), (Event.DISCOUNT, 0, JEWEL, 1), (Event.TEMPLE, 0, 2, 6)],
            "takes a temple tile of 6 points from the right stack (one jewel less by Idol of Ara-Anu).",
        ),
        (
            [(Event.DISCOUNT, 0, TABLET, 2), (Event.DISCOUNT, 0, ARROWHEAD, 1), (Event.TEMPLE, 0, 0, 11)],
            "takes a temple tile of 11 points (two tablets and one arrowhead less by an effect).",
        ),
    ],
)  # fmt: skip
def test_the_discount_used_for_research_is_told_with_what_gives_it(events, said):
    lines = told(
        (Event.TURN, 0, 1), *events, (Event.TURN, 1, 2), (Event.RESEARCH, 1, 0, 1, 1), (Event.TEMPLE, 1, 0, 11)
    )
    assert lines[0].endswith(said)
    assert "less" not in lines[1]
    assert "free" not in lines[1]


@pytest.mark.parametrize(
    ("item", "site", "said"),
    [
        ("hot_air_balloon", 5, "printed cost: three compasses (three less by Hot Air Balloon)"),
        ("hot_air_balloon", 13, "printed cost: six compasses (three less by Hot Air Balloon)"),
        ("aeroplane", 5, "printed cost: three compasses (two less by Aeroplane)"),
        ("sturdy_boots", 5, "printed cost: three compasses"),
    ],
)
def test_the_compasses_that_an_effect_saves_are_told_with_what_saves_them(item, site, said):
    sent = (Event.TURN, 0, 1), (Event.PLAY, 0, ITEMS.index(item), 1)
    lines = told(*sent, (Event.DISCOVER, 0, site), (Event.TURN, 1, 2), (Event.DISCOVER, 1, site))
    assert lines[0].endswith(f"), {said}.")
    assert "less" not in lines[1]
    assert "less" not in told(*sent, (Event.SKIP, 0, Code.SEND, 0), (Event.DISCOVER, 0, site))[0]
    assert "less" not in told(*sent, (Event.DIG, 0, 0, 0), (Event.DISCOVER, 0, site))[0]


def test_a_journey_for_nothing_is_told_with_what_pays_for_it():
    shell = FIRST_ARTIFACT + ARTIFACTS.index("passage_shell")
    (line,) = told((Event.TURN, 0, 1), (Event.PLAY, 0, shell, 1), (Event.DIG, 0, 2, 0), (Event.ACTIVATE, 0, 2))
    assert line.endswith("digs at the tablet camp (no travel cost by Passage Shell); activates the tablet camp.")


def test_what_belongs_together_is_told_together():
    lines = told(
        (Event.TURN, 0, 1), (Event.PAY, 0, 0, 2, 1), (Event.PILOT, 0), (Event.PRODUCE, 0, 2, 1), (Event.ICON, 0, 2, 0),
        (Event.PLAY, 0, 12, 0), (Event.EXILE, 0, 12, 1), (Event.PLAY, 0, 37, 0), (Event.EXILE, 0, 37, 1),
    )  # fmt: skip
    assert lines == [
        "Turn 1, Ada: hires a pilot for two coins (1 left); has one ship to spend; spends that ship; plays Journal, "
        "which is exiled; plays Axe; exiles Axe from the play area."
    ]


def test_an_icon_of_an_earlier_turn_is_not_told_as_the_one_produced():
    lines = told(
        (Event.TURN, 0, 1), (Event.PRODUCE, 0, 2, 1), (Event.ICON, 0, 2, 0), (Event.TURN, 0, 2), (Event.ICON, 0, 2, 0),
    )  # fmt: skip
    assert lines[1] == "Turn 2, Ada: uses a ship that was left over."


def test_cards_are_told_by_their_names():
    lines = told(
        (Event.TURN, 0, 1),
        (Event.EXILE, 0, FEAR_TILE, 1),
        (Event.EXILE, 0, 80, 0),
        (Event.BUY, 0, 40, 3),
        (Event.BUY, 0, 40, 1),
        (Event.TAKE, 0, 1, 2),
        (Event.TAKE, 0, 3, 0, 1),
    )
    assert lines == [
        "Turn 1, Ada: exiles a fear tile; exiles Funding (car) from hand; buys the artifact Pathfinder's Sandals for three "
        "compasses; buys the artifact Pathfinder's Sandals for one compass instead of three; takes the item Ostrich from the row into hand for "
        "free; takes the item Horse from exile under the deck for free."
    ]


def test_a_whole_turn_can_be_told():
    table = Position(2).hand(1, "fear").resources(1, coin=1).play("dig camp_coin", "pay card fear boot", "end")
    rows = table._events[1 : table._events[0, 0] + 1]
    text = " ".join(GAME.narrate(rows, NAMES, table.figures))
    assert "spends Fear (boot); digs at the coin camp; gains two coins (now 3)" in text


def test_what_lies_face_up_at_the_start_is_told():
    lines = told(
        (Event.LAY_IDOL, -1, 5, 0), (Event.LAY_IDOL, -1, 6, 3), (Event.LAY_IDOL, -1, 13, 1), (Event.LAY_BONUS, -1, 3, 4, 2),
        (Event.SUPPLY, -1, 0, 0), (Event.SUPPLY, -1, 1, 11), (Event.SETUP, -1, 0, -1),
    )  # fmt: skip
    assert lines[:4] == [
        "Idols in the lower row of level I, from the left: “gain 1 coin” and “you may exile 1 card”.",
        "Idols in the row of level II, from the left: “gain 1 compass”.",
        "Bonus tiles: “draw 1 card” in row 2 (printed cost: one jewel).",
        "On the supply board: the assistant “gain 2 coins” (A01); the assistant “gain 1 compass” (A12).",
    ]


def test_a_discovered_site_is_called_by_its_tile():
    lines = told((Event.TURN, 0, 1), (Event.REVEAL, 0, 5, 9), (Event.TURN, 1, 2), (Event.DIG, 1, 5, 0))
    assert lines[1] == "Turn 2, Ben: digs at the site “gain 1 jewel” (j1)."


def test_an_assistant_is_called_by_the_side_it_shows():
    lines = told(
        (Event.TURN, 0, 1), (Event.PROMOTE, 0, 0), (Event.REFRESH, 0, 0), (Event.SWAP, 0, 0, 11), (Event.REFRESH, 0, 11),
        (Event.SUPPLY, -1, 0, 0),
    )  # fmt: skip
    assert lines[0].split("; ")[1:] == [
        "refreshes the gold assistant “gain 3 coins” (A01)",
        "exchanges the gold assistant “gain 3 coins” (A01) for the gold assistant “gain 2 compasses” (A12)",
        "refreshes the gold assistant “gain 2 compasses” (A12)",
        "the assistant “gain 2 coins” (A01) now lies on top of its stack.",
    ]


def test_a_travel_icon_is_told_with_what_it_comes_from():
    boots, ostrich = ITEMS.index("sturdy_boots"), ITEMS.index("ostrich")
    lines = told(
        (Event.TURN, 0, 1), (Event.PLAY, 0, boots, 1), (Event.PLAY, 0, 80, 0), (Event.ICON, 0, 0, 1),
        (Event.TRAVEL, 0, ostrich, 1), (Event.ICON, 0, 1, 0),
        (Event.TURN, 0, 2), (Event.ICON, 0, 0, 1),
    )  # fmt: skip
    assert lines == [
        "Turn 1, Ada: plays Sturdy Boots; plays Funding (car); uses a boot of the discount of Sturdy Boots; "
        "spends Ostrich (car with a car left over); uses the car left over from Ostrich.",
        "Turn 2, Ada: uses a boot of the discount.",
    ]


def test_where_all_icons_are_planes_the_ones_left_are_too():
    ostrich, journal = ITEMS.index("ostrich"), ITEMS.index("journal")
    lines = told(
        (Event.TURN, 0, 1), (Event.TRAVEL, 0, ostrich, 1), (Event.PLANES, 0), (Event.ICON, 0, 3, 0),
        (Event.TRAVEL, 0, journal, 3), (Event.TRAVEL, 0, 80, 3),
        (Event.ROUND, -1, 2), (Event.TURN, 0, 2), (Event.TRAVEL, 0, 80, 1),
    )  # fmt: skip
    assert lines[0] == (
        "Turn 1, Ada: spends Ostrich (car with a car left over); has planes for all travel icons this round; uses the plane left over from "
        "Ostrich; spends Journal (plane with a plane left over); spends Funding (car) as a plane."
    )
    assert lines[-1] == "Turn 2, Ada: spends Funding (car)."


def test_the_effect_of_an_artifact_just_taken_is_not_told_as_a_card_played():
    lines = told(
        (Event.TURN, 0, 1), (Event.BUY, 0, 40, 3), (Event.PLAY, 0, 40, 1), (Event.TURN, 0, 2), (Event.PLAY, 0, 40, 1),
        (Event.TURN, 0, 3), (Event.TAKE, 0, 41, 3), (Event.PLAY, 0, 41, 1),
        (Event.TURN, 0, 4), (Event.BUY, 0, 42, 3), (Event.TURN, 0, 5), (Event.PLAY, 0, 42, 1),
    )  # fmt: skip
    assert lines[0].endswith("uses the effect of Pathfinder's Sandals.")
    assert lines[1].endswith("plays Pathfinder's Sandals.")
    assert lines[2].endswith("uses the effect of Pathfinder's Staff.")
    assert lines[4].endswith("plays War Mask.")  # its effect was left unused when it was bought


def test_whoever_passes_with_a_card_is_told_once():
    watch = (Event.PLAY, 0, ITEMS.index("watch"), 2)
    assert told((Event.TURN, 0, 1), watch, (Event.PASS, 0)) == ["Turn 1, Ada: plays Watch to pass."]


def test_whoever_comes_home_from_a_guardian_without_fear_is_told():
    lines = told((Event.TURN, 0, 1), (Event.GUARDIAN, 0, 5, 0), (Event.HOME, 0, 5, 0), (Event.HOME, 0, 6, 0))
    assert lines[1:] == [
        "Ada comes home from the first site from the left in the lower row of level I (j1) without Fear of the guardian there."
    ]
    moved = told(
        (Event.GUARDIAN, 0, 5, 0), (Event.MOVE_GUARDIAN, 0, 5, 0, 0), (Event.HOME, 0, 5, 0), (Event.HOME, 0, 0, 0)
    )
    assert [line for line in moved if "home" in line] == [
        "Ada comes home from the coin camp without Fear of the guardian there."
    ]
    gone = told((Event.GUARDIAN, 0, 5, 0), (Event.OVERCOME, 0, 5, 0, 1), (Event.HOME, 0, 5, 0))
    assert not [line for line in gone if "home" in line]


def test_every_step_that_may_be_left_undone_has_words():
    from digsite.simulator.games.arnak.narrate import _UNDONE

    never = {Code.GAIN, Code.TRAVEL, Code.ALL_TRAVEL_PLANE, Code.NO_GUARDIAN_FEAR}  # they always happen
    inner = {Internal.RESOLVE, Internal.ACTIVATE_AGAIN, Internal.AWAKEN_GUARDIAN}
    assert set(_UNDONE) == (set(Code) - never) | inner | {Flow.PAY, Flow.MAY}
