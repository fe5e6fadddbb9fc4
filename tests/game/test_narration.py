"""Narrators take the numbers of events by their names."""

from enum import IntEnum

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.narration import Narrator
from digsite.simulator.games import find_game
from digsite.simulator.games.lost_cities.narrate import LostCitiesNarrator


class Event(IntEnum):
    ROLL = 0
    HOLD = 1


def told(methods, base=Narrator, **more):
    narrator = type("Told", (base,), {"EVENTS": Event, "TABLE": methods, **more})
    return list(narrator(["Ann", "Ben"], None).lines(np.array([(0, 1, 6, 7, 8), (1, 0, 3, 0, 0)])))


def test_a_narrator_of_a_game_without_a_table_takes_letters_in_any_order():
    hold = lambda self, seat: [f"{self.players[seat]} holds"]  # noqa: E731
    assert told({Event.ROLL: lambda _self, c, a: [f"{a} and {c}"], Event.HOLD: hold}) == ["6 and 8", "Ann holds"]


def test_a_number_that_an_event_does_not_have_is_named():
    with pytest.raises(WrongUse, match=r"There is no number of the event roll 'faces'\. .*There are: seat, a, b, c\."):
        told({Event.ROLL: lambda _self, faces: [str(faces)], Event.HOLD: lambda _self: []})


def test_the_narrator_of_a_game_takes_what_the_games_table_names():
    kinds, stepped = find_game("lost-cities").events, []
    table = {kind: lambda _self: None for kind in LostCitiesNarrator.EVENTS}
    step = LostCitiesNarrator.EVENTS.STEP
    table[step] = lambda _self, stone, path: stepped.append((path, stone))
    narrator = type("Stepped", (LostCitiesNarrator,), {"TABLE": table, "__module__": LostCitiesNarrator.__module__})
    list(narrator(["Ann", "Ben"], find_game("lost-cities").figures).lines(np.array([(step, 0, 2, 5, 0)])))
    assert stepped == [(2, 5)]
    assert kinds["step"].numbers == ("path", "stone")
