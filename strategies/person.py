"""People at a table: in a run, a person is a player whose weights are the choices that the person made, one by one.

So a game that people played is an ordinary run: it replays in the play loop like any other. The weights end with `END`.
"""

from typing import Any

import numpy as np

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse
from digsite.simulator.game.wording import listed

PERSON = "person"
END = -1.0  # after the last choice: no option has this index
_COUNTER = np.zeros(0, np.dtype([("made", np.int64)]))  # in the seat's memory: how many choices the person has made


def compile_person(choose_type: Any) -> Any:
    """Return the player that repeats a person's choices, compiled for the signature of a game's strategies."""
    from digsite.simulator.kernel.jit.compile import rule
    from digsite.simulator.kernel.jit.memory import view_as

    def choose(_rules: Any, _state: Any, _seat: Any, _options: Any, _n: Any, weights: Any, mind: Any) -> Any:
        counter = view_as(mind.notes, _COUNTER)
        made = counter.made
        counter.made = made + 1
        return int(weights[made])

    return rule(choose_type)(choose)


def people_at(players: "list[str]") -> list[int]:
    """Return the seats, from 0, that people take.

    >>> people_at(["person", "cautious", "person"])
    [0, 2]
    """
    return [seat for seat, name in enumerate(players) if name == PERSON]


def check_no_people(folder: object, players: "list[str]") -> None:
    """Refuse to play a run again or further that people have played."""
    if seats := people_at(players):
        whose = listed(f"seat {seat + 1}" for seat in seats)
        raise WrongUse(
            f"{folder} is a game in which a person plays {whose}, so it cannot be resumed or extended. An unfinished one "
            f"goes on with: {Command('play', folder)}"
        )
