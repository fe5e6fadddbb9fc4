"""What a player has in mind during one decision: an array of numbers, filled in once and passed along.

First the trip that is being judged, then what is carried, the map of the lava room, and the style's weights.
"""

from enum import IntEnum

import numba
from numba import types

from simulator.games.chac.moves import TYPES
from simulator.games.chac.rules import LAVA_SPACES, Rules
from simulator.games.chac.state import State
from simulator.kernel.compile import choose_type
from strategies.minds import EMPTY, no_tables

RULES, STATE = numba.from_dtype(Rules), numba.from_dtype(State)
WHOLE, REAL, NOTHING = types.int64, types.float64, types.void
MIND = types.float64[::1]

# the trip that is being judged
ACTIONS = 0  # actions left this turn
CLOCK = 1  # twice the turn, 1 more while its actions are still to be rolled
CARDS = 2  # cards carried on the way
LEVEL = 3  # their load level
ROW = 4  # of the odds against the boulder: by clock and level
STAKE = 5  # worth of the cards
PRIZE = 6  # what that is worth once outside, to the style
CAP = 7  # no chance on the way counts for more than this: what has to be survived first
TRUST = 8  # how far one trusts in following the boulder
FRESH = 9  # 1 if slab or river bed can still be searched where the trip begins
CLUES = 10  # traps known, or looked up before one leaves
READ = 11  # zones whose clue is deciphered, as bits
UNREAD = 12  # clues that still lie on the way out of the walls room
IN_WALLS = 13  # corridor space where a trip leaves the walls room; 0 for other trips
DRY = 14  # chance to land and leave before the boulder, as last looked at
# what holds for every trip of a decision
WAYS = 15  # shortcuts considered, as bits
SWIMS = 16  # 1 if Swimming is left
FORCES = 17  # 1 if Lock Picking is left
KNOWN = 18  # traps known now
SHARE = 19  # treasures of the river that one can count on
GAIN = 20  # what one more search in the walls room adds to a full light load
# what is carried: cards and their worth, and the same one load level lower; from MORE on with one card more
HELD, HELD_STAKE, LIGHT, LIGHT_STAKE, MORE = 21, 22, 23, 24, 4
MAPPED = 29  # 1 once the map below is drawn
CRUSHED = 30  # chances that the walls meet this turn, within two and within three
WALL_TURNS = 3
# the map of the lava room, a number for each slab
COST = CRUSHED + WALL_TURNS  # of the way on from there, dangers weighed as actions
WALK = COST + LAVA_SPACES  # actions until one stands in the corridor
EXIT = WALK + LAVA_SPACES  # column where one leaves the room
FIND = EXIT + LAVA_SPACES  # treasures on the way
SAFE = FIND + LAVA_SPACES  # chance to survive the way
ONTO = SAFE + LAVA_SPACES  # cost of stepping onto the slab
HOLD = ONTO + LAVA_SPACES  # chance that it holds
STYLE = HOLD + LAVA_SPACES  # the style's weights

BY_LAVA, BY_RIVER, BY_BRIDGE = 1, 2, 4
FAR = 1000.0


class Weight(IntEnum):
    """What a style is made of; `strategies.toml` tells each in words."""

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


SIZE = STYLE + len(Weight)

Notes = EMPTY
Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
