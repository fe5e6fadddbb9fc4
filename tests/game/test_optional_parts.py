"""What a game may leave out: where it is asked for, the user reads what is missing."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.game import Game
from digsite.simulator.games import find_game
from digsite.simulator.home import Room


@dataclass(frozen=True)
class Lacking(Room):
    """A room in which one module is missing."""

    missing: str = ""

    def has(self, module):
        return module != self.missing and super().has(module)


def without(module):
    """Lost Cities without one of its modules."""
    home = find_game("lost-cities").home
    return Game(replace(home, rules=Lacking(home.rules.package, home.rules.folder, module)))


def test_an_open_table_of_a_game_that_hides_cards_needs_the_game_to_say_what_nobody_has_seen():
    game = without("moves.open_table")
    assert not game.has_open_table
    with pytest.raises(WrongUse, match=r"Lost Cities.* has no view of an open table: .*moves/open_table\.py.*--seat\."):
        game.check_open_table()
    assert find_game("lost-cities").has_open_table


def test_events_without_narration_are_listed():
    game = without("narrate")
    events = np.array([[0, 1, 5, -2, 0], [1, -1, 0, 0, 0]])
    kinds = [kind.name.lower().replace("_", " ") for kind in list(game.records.events)[:2]]
    told = list(game.narrate(events, ["Seat 1", "Seat 2"], game.figures))
    assert told[0].startswith(f"{game.title} has no narration (narrate.py)")
    named = [
        ", ".join(f"{name} {value}" for name, value in zip(kind.columns, (5, -2, 0), strict=False))
        for kind in game.events.values()
    ]
    assert told[1].startswith(f"Seat 2: {kinds[0]}: {named[0].replace('_', ' ')}")
    assert told[2].startswith(f"The table: {kinds[1]}")


def test_a_game_without_nudges_or_checkpoints_has_none():
    assert without("nudges").own_nudges == ()
    assert without("nudges").watched == {}
    assert without("columns").checkpoints == ()
