"""A game narrated in English."""

import re

import numpy as np
import pytest

from simulator.games import find_game
from simulator.games.chac.narrate import narrate
from simulator.games.chac.options import Action
from simulator.games.chac.state import Event, Status, Stream
from simulator.play.table import Table as Games
from strategies.registry import line_up
from tests.games.chac.table import Table

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
    assert "Ann brought out two cards" in text


def test_nobody_is_said_to_rest_after_walking():
    rows = [(Event.ACTIONS, 0, 1, 2, 0), (Event.MOVE, 0, Action.STEP, 5, 6), (Event.STOP, 0, 0, 0, 0)]
    rows += [(Event.ACTIONS, 1, 0, 5, 0), (Event.STOP, 1, 0, 0, 0)]
    walks, rests = narrate(np.array(rows), SEATS[:2], GAME.figures), "  nobody [Bo], no actions: rests."
    assert list(walks)[:2] == ["  nobody [Ann], one action: goes to corridor 6.", rests]


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
        scores = [line for line in lines if "brought out" in line]
        assert len(scores) == row.contends[:players].sum()
        if row.winner:
            assert any(line.startswith(SEATS[row.winner - 1]) for line in scores)
        text = "\n".join(line.strip() for line in lines)
        assert not re.search(r"  |_|nobody \[|None|, \.|: \.|nowhere", text), text


@pytest.mark.many_games
def test_every_kind_of_event_happens():
    happened = {int(kind) for _, events, _ in narrated_games(6, 300) for kind in events[:, 0]}
    assert {Event(kind).name for kind in set(Event) - happened} == set()
