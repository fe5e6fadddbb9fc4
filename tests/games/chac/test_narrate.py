"""A game narrated in English."""

import re

import numpy as np
import pytest

from digsite.simulator.games import find_game
from digsite.simulator.games.chac.narrate import narrate
from digsite.simulator.games.chac.options import Action
from digsite.simulator.games.chac.state import VAULT_TREASURE, Cause, Event, Status, Stream
from digsite.simulator.play.table import Table as Games
from digsite.strategies.registry import line_up
from tests.games.chac.table import SPACE, Table

SEATS = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
GAME = find_game("chac")


def narrated(table: Table) -> str:
    """What the decision just taken led to, in words."""
    rows = table.buffer[1 : table.buffer[0, 0] + 1]
    return "\n".join(narrate(rows, SEATS[: table.rules.seats], table.game.figures))


def test_a_search_names_the_find():
    table = Table()
    table.stack("zone 1", "4")
    table.put(0, "W13", actions=2)
    table.take("search")
    assert "finds a 4 (one card)" in narrated(table)


def test_the_river_shows_its_dice_and_what_it_costs():
    table = Table()
    table.give(0, "1", "2", "3", "4", "5")
    table.put(0, "R5", actions=2)
    table.load(Stream.RIVER, 1, 4, 2, 6)
    table.take("step", "R6")
    assert "goes to river 6, reaches for the bank" in narrated(table)
    assert "one fatal die" in narrated(table)
    table.take("pay")
    table.take("give", "1")
    assert "lets go of a 1" in narrated(table)


def test_leaving_shows_the_caskets_and_the_score():
    table = Table()
    table.state.status[1] = Status.LOST
    table.give(0, "5", "casket")
    table.put(0, "C41", actions=1)
    table.take("step", "OUT")
    text = narrated(table)
    assert "leaves the temple" in text
    assert re.search(r"opens a casket: \d", text)
    assert "Ann brought out two cards worth" in text
    assert "Ann is the only one out alive" in text


def lines(*rows: tuple, settings: tuple[str, ...] = ()) -> list[str]:
    """What these events are in words, Ann playing Lea Rice and Bo Bill Baker; the last line says who wins."""
    entered = [(Event.ENTERS, 0, 0, 4, 0), (Event.ENTERS, 1, 2, 6, 0)]
    return list(narrate(np.array([*entered, *rows]), SEATS[:2], GAME.figures.with_settings(settings)))[4:]


def test_who_has_no_action_is_said_once():
    walks = [(Event.ACTIONS, 0, 1, 2, 0), (Event.ACTIONS, 1, 0, 5, 0), (Event.MOVE, 0, Action.STEP, 5, 6)]
    told = lines(*walks, (Event.STOP, 0, 0, 0, 0), (Event.STOP, 1, 0, 0, 0))
    assert told[:-3] == ["  Bill Baker gets no action.", "  Lea Rice [Ann], one action: goes to corridor 6."]


def test_a_walk_names_the_corridor_once():
    steps = [(Event.MOVE, 0, Action.STEP, 0, space) for space in (SPACE["W43"], 3, 4, SPACE["L41"], 5)]
    told = lines((Event.ACTIONS, 0, 5, 2, 0), *steps)
    assert told[0].endswith("goes to zone 4 column 3, corridor 3, 4, slab 4/1, corridor 5.")


def test_a_swim_names_the_river_once():
    steps = [(Event.MOVE, 0, Action.STEP, 0, space) for space in (7, SPACE["R1"], SPACE["R2"], SPACE["R3"])]
    told = lines((Event.ACTIONS, 0, 4, 2, 0), *steps)
    assert told[0].endswith("goes to corridor 7, river 1, 2, 3.")


def test_whoever_brings_the_lava_room_to_light_walks_on():
    walk = [(Event.MOVE, 0, Action.STEP, 5, 6), (Event.UNMASKED, 0, 0, 0, 0), (Event.MOVE, 0, Action.STEP, 6, 7)]
    told = lines((Event.ACTIONS, 0, 2, 2, 0), *walk)
    assert told[0].endswith("goes to corridor 6 (the lava room comes to light), 7.")
    told = lines((Event.REPLACEMENT, 0, 4, SPACE["L11"], 0), (Event.UNMASKED, 0, 0, 0, 0))
    assert told[1] == "  Trevor Griffith [Ann] brings the lava room to light."


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ((0, 0, 0), "is out with nothing!"),
        ((1, 4, 0), "is out with one card worth 4!"),
        ((2, 0, 2), "is out with two caskets!"),
        ((3, 8, 1), "is out with two cards worth 8 and one casket!"),
    ],
)
def test_what_is_brought_out_counts_closed_caskets_apart(out, words):
    assert lines((Event.ESCAPE, 0, *out))[0] == f"  Lea Rice [Ann] {words}"


def test_a_score_of_no_cards_is_nothing():
    assert "Ann brought out nothing." in lines((Event.SCORE, 0, 0, 0, 0))


def test_drops_are_a_sentence_of_their_own():
    told = lines(
        (Event.DROP, 0, 1, 4, 0),
        (Event.DROP, 0, 2, 3, 0),
        (Event.LOAD, 0, 2, 3, 0),
        (Event.ACTION_DICE, 0, 12345, 0, 0),
    )
    assert told[:2] == ["  Lea Rice [Ann] drops a 1 and a 2.", "  Load levels: Lea Rice 2 (three cards)."]


def test_a_step_onto_the_bridge_creaks_and_a_hop_is_sabotage():
    test = (Event.BRIDGE, 0, 3, 5 * 8 + 2, 12666)
    told = lines(
        (Event.ACTIONS, 0, 2, 3, 0),
        (Event.MOVE, 0, Action.STEP, 20, SPACE["BR"]),
        test,
        (Event.BRIDGE, 0, 3, 3 * 8 + 1, 266),
    )
    assert told[0] == (
        "  Lea Rice [Ann], two actions: goes to the bridge (1 2 6 6 6, with a load of 3 on it: two of five planks snap), "
        "sabotages the bridge (2 6 6, with a load of 3 on it: one of three planks snaps)."
    )


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (2, "is flattened by the boulder on corridor 6 and loses two cards."),
        (0, "is flattened by the boulder on corridor 6."),
    ],
)
def test_a_death_in_nobodys_turn_is_a_plain_sentence(cards, sentence):
    told = lines((Event.BOULDER, -1, 66, 2, 6), (Event.DEATH, 0, Cause.BOULDER, 6, cards))
    assert told[:2] == [
        "  The boulder rolls 6 6 and advances two spaces to corridor 6.",
        f"  Lea Rice [Ann] {sentence}",
    ]


@pytest.mark.parametrize(
    ("reader", "zone", "told"),
    [
        (0, 2, "as the clue of zone 3 said"),
        (0, 1, "as the clue of zone 3 would have said"),
        (1, 2, "as the clue of zone 3 would have said"),
    ],
)
def test_a_trap_tells_whether_its_victim_had_read_the_clue(reader, zone, told):
    told_lines = lines(
        (Event.ACTIONS, reader, 1, 2, 0), (Event.DECIPHER, reader, zone, 1, 0), (Event.ACTIONS, 0, 3, 2, 0),
        (Event.MOVE, 0, Action.STEP, 9, SPACE["L21"]), (Event.SLAB, 0, SPACE["L21"], 1, 3),
    )  # fmt: skip
    assert f"goes to slab 2/1 (trapped, {told})" in "\n".join(told_lines)


def test_a_death_in_the_own_turn_ends_its_line():
    told = lines(
        (Event.ACTIONS, 0, 3, 2, 0), (Event.MOVE, 0, Action.STEP, 9, SPACE["L21"]), (Event.SLAB, 0, SPACE["L21"], 1, 3),
        (Event.DEATH, 0, Cause.LAVA, SPACE["L21"], 1),
    )  # fmt: skip
    assert told[0] == (
        "  Lea Rice [Ann], three actions: goes to slab 2/1 (trapped, as the clue of zone 3 would have said), "
        "sinks into the lava and loses one card."
    )


def test_cards_let_go_in_the_river_are_one_list():
    told = lines((Event.ACTIONS, 0, 1, 3, 0), *[(Event.SACRIFICE, 0, kind, 0, 0) for kind in (1, 2, 0)])
    assert told[0] == "  Lea Rice [Ann], one action: lets go of a 1, a 2 and a casket."


SCORES = {
    "alone": ([(0, 9)], (), "Ann is the only one out alive, and wins."),
    "more": ([(0, 9), (1, 14)], (), "Bo wins with 14, five more than the next."),
    "alike": ([(0, 9), (1, 9)], (), "Ann and Bo tie at 9 and share the victory."),
    "vault": (
        [(0, 9), (1, 9)], ("ends.vault_breaks_ties=true",),
        "Ann and Bo tie at 9; Bo holds the vault's treasure and wins.",
    ),
    "nobody": ([], (), "Nobody got out alive, so nobody wins."),
}  # fmt: skip


@pytest.mark.parametrize("case", SCORES)
def test_the_last_line_says_who_wins_and_why(case):
    scores, settings, verdict = SCORES[case]
    opened = (Event.LOCK_OPEN, 1, 4, 0, 6)
    assert (
        lines(opened, *[(Event.SCORE, seat, 3, value, 0) for seat, value in scores], settings=settings)[-1] == verdict
    )


def test_whoever_brought_nobody_out_is_named_too():
    told = lines((Event.SCORE, 0, 3, 9, 0))
    assert told[-3:-1] == ["Ann brought out three cards worth 9.", "Bo brought nobody out."]


@pytest.mark.parametrize(
    ("sealed", "why"), [([], "nobody is left inside"), ([(Event.SEALED, -1, 12, 0, 0)], "the exit is sealed")]
)
def test_why_the_game_is_over_comes_before_the_treasure_is_counted(sealed, why):
    told = lines(*sealed, (Event.CASKET, 0, 4, 0, 0), (Event.SCORE, 0, 3, 9, 0))
    assert told[-6:-3] == ["", f"The game is over: {why}.", "Ann opens a casket: 4."]


def test_a_clue_tells_where_its_glyph_lies():
    told = lines((Event.DECIPHER, 0, 1, SPACE["L32"], 0))
    assert told[0] == "  Lea Rice [Ann] deciphers the clue of zone 2 (its glyph lies on slab 3/2)."


@pytest.mark.parametrize(("forced", "how"), [(0, ""), (1, " by Lock Picking")])
def test_an_alcove_opened_by_lock_picking_says_so(forced, how):
    assert (
        lines((Event.LOCK_OPEN, 0, 1, forced, 3))[0]
        == f"  Lea Rice [Ann] opens the second alcove{how} and takes its 3."
    )


def test_a_game_begins_with_a_key_to_its_places():
    table = Table()
    told = list(narrate(np.array([(Event.ENTERS, 0, 0, 4, 0), (Event.ENTERS, 1, 2, 6, 0)]), SEATS[:2], GAME.figures))
    assert sum(line.startswith("Places: ") for line in told) == 1
    assert f"{table.rules.last_space} the last space before the exit" in told[0]
    assert "slab 3/1 of the lava room is in the third column" in told[0]


def test_a_treasure_of_the_vault_that_was_dropped_breaks_no_tie():
    rows = [(Event.LOCK_OPEN, 1, 4, 0, 6), (Event.DROP, 1, VAULT_TREASURE, 0, 0), (Event.LOAD, 1, 2, 0, 0)]
    scores = [(Event.SCORE, seat, 3, 9, 0) for seat in (0, 1)]
    assert lines(*rows, *scores, settings=("ends.vault_breaks_ties=true",))[-1].endswith("share the victory.")


def narrated_games(players: int, games: int):
    """Games of all sorts of players: row, events and lines of each."""
    names = ["navigator", "random", "daredevil", "swimmer", "random", "scholar"][:players]
    rules = GAME.build_rules(GAME.figures, players)
    played = Games(GAME, rules, line_up(GAME.id, names), seed=7).play_with_events(0, games)
    for row, events in zip(played.rows, played.events, strict=True):
        yield row, events, list(narrate(events, SEATS[:players], GAME.figures))


@pytest.mark.many_games
@pytest.mark.parametrize("players", [2, 4, 6])
def test_whole_games_are_narrated_from_the_entrance_to_the_score(players):
    for row, events, lines in narrated_games(players, 40):
        assert sum(line.startswith("Turn ") for line in lines) == (events[:, 0] == Event.TURN).sum()
        scores = [line for line in lines if " brought out " in line]
        assert len(scores) == row.contends[:players].sum()
        winners = [SEATS[seat] for seat in range(players) if row["rank"][seat] == 1 and row.winners]
        assert ("nobody wins" in lines[-1]) == (not winners)
        assert all(name in lines[-1] for name in winners)
        if row.winner:
            assert lines[-1].startswith(f"{SEATS[row.winner - 1]} ")
        assert sum("sabotages" in line for line in lines) <= row.hops.sum() == "\n".join(lines).count("sabotages")
        text = "\n".join(line.strip() for line in lines)
        assert not re.search(r"  |_|nobody \[|None|, \.|: \.|nowhere|[<>]|: is |no cards\.| 1 cards", text), text


OF_OTHER_RULINGS = {Event.BRIDGE_SMASHED, Event.STAMINA}


def test_stamina_after_the_dice_and_between_actions_is_told():
    told = lines((Event.ACTIONS, 1, 1, 4, 0), (Event.ACTIONS, 1, 3, 3, 1), (Event.STAMINA, 1, 3, 0, 0))
    assert told[0] == "  Bill Baker uses Stamina: load level 3, three actions."
    assert told[1] == "  Bill Baker [Bo], three actions: uses Stamina (load level 3)."


def test_a_smashed_bridge_comes_before_whoever_falls_with_it():
    told = lines(
        (Event.BOULDER, -1, 6, 1, 26), (Event.BRIDGE_SMASHED, -1, 5, 0, 0), (Event.DEATH, 0, Cause.BRIDGE, SPACE["BR"], 0)
    )  # fmt: skip
    assert told[1:3] == ["  The boulder smashes the bridge.", "  Lea Rice [Ann] falls into the abyss."]


@pytest.mark.many_games
def test_every_kind_of_event_happens():
    happened = {int(kind) for _, events, _ in narrated_games(6, 300) for kind in events[:, 0]}
    assert {Event(kind).name for kind in set(Event) - happened - OF_OTHER_RULINGS} == set()
