"""The memory of a player of the Temple of Chac: its notes, the tables that all players share, its style.

The notes are filled in for each decision: first what holds for all of it, then each trip that is judged. Only the
results about walls and slabs stay until something changes there.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from digsite.simulator.games.chac.moves.types import NOTHING, RULES, STATE, TYPES, WHOLE
from digsite.simulator.games.chac.rules import LAVA_SPACES
from digsite.simulator.kernel.jit.signatures import choose_type
from digsite.strategies.chac.tables import Tables, build_tables

__all__ = ["CHOOSE", "NOTHING", "RULES", "STATE", "WHOLE", "Notes", "Tables", "build_tables"]

FAR = 1000.0
NOW, MORE = 0, 1  # what is carried now, and with one more card
WALL_TURNS = 3  # turns for which the walls are foreseen


class Weight(IntEnum):
    """The weights of a style; `strategies.toml` explains each."""

    CARDS_WALLS = 0
    CARDS_LAVA = 1
    CARDS_RIVER = 2
    CARDS_ALCOVES = 3
    CLUES = 4
    LAVA = 5
    RIVER = 6
    BRIDGE = 7
    APPETITE = 8
    PROSPECTS = 9
    LOITER = 10
    HOPS = 11
    SPARE = 12
    PATIENCE = 13
    ALCOVES = 14
    FAVOURITE = 15
    CLING = 16
    FIRST_CARD = 17


Style = np.dtype([(weight.name.lower(), np.float64) for weight in Weight], align=True)  # the weights by their names

Notes = np.dtype(
    [
        # the trip that is being judged
        ("actions", np.int64),  # actions left this turn
        ("cards", np.int64),  # cards carried on the way
        ("level", np.int64),  # their load level
        ("row", np.int64),  # of the odds against the boulder: by clock and level
        ("stake", np.float64),  # worth of the cards
        ("prize", np.float64),  # what that is worth outside, to the style
        ("cap", np.float64),  # upper bound for every chance on the way: what must be survived first
        ("trust", np.float64),  # trust in following the boulder
        ("fresh", np.int64),  # 1 if slab or river bed can still be searched where the trip begins
        ("clues", np.int64),  # traps known, or looked up before leaving
        ("read", np.int64),  # zones whose clue is deciphered, as bits
        ("unread", np.int64),  # clues that still lie on the way out of the walls room
        ("in_walls", np.int64),  # corridor space where a trip leaves the walls room; 0 for other trips
        # what all trips of a decision share
        ("clock", np.int64),  # twice the turn, 1 more while its actions have yet to be rolled
        ("crosses", np.int64),  # 1 if the way across the lava room is considered
        ("swims", np.int64),  # 1 if Swimming is left
        ("forces", np.int64),  # 1 if Lock Picking is left
        ("known", np.int64),  # traps known now
        ("share", np.int64),  # treasures of the river to count on
        ("gain", np.float64),  # what one more search in the walls room adds to a full light load
        # the walls; valid until a wall card is turned
        ("foreseen", np.int64),  # 1 more than the wall cards turned when this was computed
        ("crushed", np.float64, (WALL_TURNS,)),  # chances that the walls meet this turn, within two and within three
        # what is carried, NOW and with one card MORE: all of it, and the best of it one load level lower
        ("held", np.int64, (2,)),
        ("held_stake", np.float64, (2,)),
        ("light", np.int64, (2,)),
        ("light_stake", np.float64, (2,)),
        ("beyond", Style),  # the style of a second adventurer: see `beyond_the_walls`
        ("mapped", np.int64),  # 1 if the map of the lava room may be read at this decision
        # the map, a number for each slab; valid until the seat learns more
        ("drawn", np.int64),  # everything known when it was drawn, as bits
        ("cost", np.float64, (LAVA_SPACES,)),  # of the way from there, dangers weighed as actions
        ("walk", np.int64, (LAVA_SPACES,)),  # actions to reach the corridor
        ("exit", np.int64, (LAVA_SPACES,)),  # column of the exit from the room
        ("finds", np.int64, (LAVA_SPACES,)),  # treasures on the way
        ("safe", np.float64, (LAVA_SPACES,)),  # chance to survive the way
        ("onto", np.float64, (LAVA_SPACES,)),  # cost of stepping onto the slab
        ("holds", np.float64, (LAVA_SPACES,)),  # chance that it holds
    ],
    align=True,
)


class Player(NamedTuple):
    """What the functions of a player pass along: its notes, the tables, and the style it plays in."""

    notes: Any
    tables: Any
    style: Any


CHOOSE = choose_type(TYPES, Notes, Tables)
NOTES = numba.from_dtype(Notes)
PLAYER = types.BaseTuple.from_types(tuple(map(numba.from_dtype, (Notes, Tables, Style))), Player)
REAL = types.float64
