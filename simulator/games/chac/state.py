"""The State record of the Temple of Chac and its enums.

A treasure card of a deck is its kind: 0 a casket, 1 to 5 its value; the two kinds of alcove treasure follow. A space
is a number defined in `rules.py`; an adventurer is a number, its ability that number halved.
"""

from enum import IntEnum

import numpy as np

from digsite.simulator.game.state import common_fields
from digsite.simulator.games.chac.rules import (
    ALCOVES,
    CARD_KINDS,
    DECKS,
    KINDS,
    LAVA_SPACES,
    MAX_DECK,
    MAX_WALL_CARDS,
    ZONES,
)

MAX_SEATS = 6
ADVENTURERS = 12
LOCK_DICE = 5
TIMELINE = 20  # turns after which the boulder's space is recorded
CHECKPOINT_TURNS = (3, 6, 9, 12)

CASKET = 0
ALCOVE_TREASURE = KINDS  # kind of a small alcove's treasure
VAULT_TREASURE = KINDS + 1
LAVA_DECK = ZONES  # decks 0 to 3 are the zones of the walls room
RIVER_DECK = ZONES + 1


class Stream(IntEnum):
    """Chance: what is dealt and shuffled, each kind of roll, what a redeal shuffles, each seat's noise."""

    ADVENTURERS = 0
    TREASURE = 1
    TRAPS = 2
    WALLS = 3
    ACTIONS = 4
    BOULDER = 5
    BRIDGE = 6
    LOCK = 7
    RIVER = 8
    CASKET = 9
    REDEAL = 10
    NOISE = 11  # and the following ones, one per seat


class Decision(IntEnum):
    """What the seat has to decide; `options.py` lists the options of each."""

    FIRST = 0  # which of the two adventurers enters first
    LOAD = 1  # what to drop before the action dice are rolled
    ACT = 2
    LOCK = 3  # how to continue at a lock
    RIVER = 4  # what to do about fatal dice at the river's exit
    SACRIFICE = 5  # which card to lose in the river
    REPLACEMENT = 6  # whether and where the second adventurer enters
    STAMINA = 7  # one ruling: whether to use Stamina after the dice, before actions are counted


class Phase(IntEnum):
    """The phases of a turn in which players decide; before the first turn they choose who enters."""

    ENTERING = 0
    LOADING = 1
    ACTING = 2
    REPLACING = 3
    COUNTING = 4  # after the dice and before any action; only where Stamina may be used then


class Ability(IntEnum):
    """The abilities; each belongs to two adventurers and works once."""

    SPRINT = 0
    STAMINA = 1
    LINGUISTICS = 2
    SWIMMING = 3
    LOCK_PICKING = 4
    LEAP = 5


class Status(IntEnum):
    """The state of a seat: its first or second adventurer is inside, or neither."""

    INSIDE = 0
    WAITING = 1  # the first is dead, the second can still come
    ESCAPED = 2
    LOST = 3


class Slab(IntEnum):
    """What all players see of a space in the lava room."""

    HIDDEN = 0
    TREASURE = 1  # flipped, safe, its treasure still there
    EMPTY = 2
    COLLAPSED = 3
    SUN = 4


class WallCard(IntEnum):
    """A wall card; the two bits are the left and the right wall."""

    BLANK = 0
    LEFT = 1
    RIGHT = 2
    BOTH = 3


class Cause(IntEnum):
    """How an adventurer died."""

    ALIVE = 0
    WALLS = 1
    LAVA = 2
    RIVER = 3
    BOULDER = 4
    BRIDGE = 5
    SEALED_IN = 6


class Room(IntEnum):
    """Where a treasure comes from."""

    WALLS = 0
    LAVA = 1
    RIVER = 2
    ALCOVES = 3
    VAULT = 4


class Route(IntEnum):
    """Ways through the temple."""

    LAVA = 0
    RIVER = 1
    BRIDGE = 2
    LONG_WAY = 3


class EndReason(IntEnum):
    """How the game ended."""

    EXIT_SEALED = 0
    NOBODY_INSIDE = 1


class Event(IntEnum):
    """The logged events of a game; events.toml explains each kind and names its numbers."""

    ENTERS = 0
    TURN = 1
    DROP = 2
    LOAD = 3
    ACTION_DICE = 4
    ACTIONS = 5
    MOVE = 6
    UNMASKED = 7
    SEARCH = 8
    DECIPHER = 9
    PEEK = 10
    LOCK_ROLL = 11
    LOCK_OPEN = 12
    LOCK_LEFT = 13
    SLAB = 14
    BRIDGE = 15
    BRIDGE_GONE = 16
    RIVER_ROLL = 17
    RIVER_SWIM = 18
    SACRIFICE = 19
    RIVER_OUT = 20
    WALL_CARD = 21
    PUSHED = 22
    WALLS_MEET = 23
    BOULDER = 24
    SUN = 25
    DEATH = 26
    REPLACEMENT = 27
    ESCAPE = 28
    SEALED = 29
    CASKET = 30
    SCORE = 31
    STOP = 32
    WAITS = 33
    CLINGS = 34
    BRIDGE_SMASHED = 35
    STAMINA = 36


ROOMS, ROUTES = len(Room), len(Route)

State = np.dtype(
    [
        *common_fields(len(Stream) - 1 + MAX_SEATS),
        ("turn", np.int16),  # game turn: all phases once
        ("phase", np.int8),
        ("keeper", np.int8),  # the Dicekeeper
        ("done", np.int8),  # seats that have decided in this phase
        # adventurers
        ("adventurer", np.int8, (MAX_SEATS, 2)),  # by order of entering
        ("second", np.int8, (MAX_SEATS,)),  # 1 once the second adventurer is in play
        ("ability_used", np.int8, (MAX_SEATS, 2)),
        ("status", np.int8, (MAX_SEATS,)),
        ("space", np.int8, (MAX_SEATS,)),
        ("load_level", np.int8, (MAX_SEATS,)),  # as set this turn
        ("stamina_now", np.int8, (MAX_SEATS,)),  # 1 while Stamina lasts
        ("action_dice", np.int8, (LOCK_DICE,)),  # the shared roll of this turn
        ("actions", np.int8, (MAX_SEATS,)),
        ("searched_here", np.int8, (MAX_SEATS,)),  # river: the figure lies flat
        (
            "search_limit",
            np.int8,
            (MAX_SEATS,),
        ),  # cards found, plus one, from which a nudge forbids searching; 0: none
        # treasure
        ("deck", np.int8, (DECKS, MAX_DECK)),  # kinds, the next card last
        ("deck_left", np.int8, (DECKS,)),
        ("carried", np.int8, (MAX_SEATS, DECKS, KINDS)),
        ("discarded", np.int8, (DECKS, KINDS)),  # face up, so all players know them
        ("alcove_owner", np.int8, (ALCOVES,)),  # -1 in place, a seat, or LOST_TREASURE
        ("cards", np.int8, (MAX_SEATS,)),
        ("kind_held", np.int8, (MAX_SEATS, CARD_KINDS)),
        # traps
        ("trap", np.int8, (ZONES,)),  # lava space, from 0, that the zone's clue names
        ("deciphered", np.int8, (MAX_SEATS,)),  # zones as bits
        ("peeked", np.int32, (MAX_SEATS,)),  # lava spaces as bits
        ("slab", np.int8, (LAVA_SPACES,)),
        ("unmasked", np.bool_),
        ("wall_card", np.int8, (MAX_WALL_CARDS,)),
        ("walls_turned", np.int8),  # wall cards turned so far
        ("left_wall", np.int8),  # steps of the left wall
        ("right_wall", np.int8),
        ("walls_closed", np.bool_),
        ("boulder", np.int8),
        ("sun_open", np.int8, (2,)),
        ("planks", np.int8),
        # a roll in progress
        ("dice", np.int8, (LOCK_DICE,)),  # at a lock, in ascending order
        ("ones", np.int8),  # fatal dice at the river's exit
        ("rerolled", np.bool_),  # the fatal dice have been rolled again
        ("owed", np.int8),  # cards still to be lost
        # measurements during the game
        ("escape_turn", np.int16, (MAX_SEATS,)),
        ("death_turn", np.int16, (MAX_SEATS, 2)),
        ("cause", np.int8, (MAX_SEATS, 2)),
        ("second_turn", np.int16, (MAX_SEATS,)),
        ("route", np.int8, (MAX_SEATS, ROUTES)),
        ("bridge_load", np.int8, (MAX_SEATS,)),
        ("hops", np.int16, (MAX_SEATS,)),
        ("found", np.int16, (MAX_SEATS, ROOMS)),
        ("dropped", np.int16, (MAX_SEATS,)),
        ("sacrificed", np.int16, (MAX_SEATS,)),
        ("lock_rolls", np.int16, (MAX_SEATS,)),
        ("clues", np.int8, (MAX_SEATS,)),
        ("slabs_flipped", np.int8, (MAX_SEATS,)),
        ("casket_value", np.int16, (MAX_SEATS, DECKS)),
        ("value_after", np.int16, (MAX_SEATS, len(CHECKPOINT_TURNS))),
        ("boulder_after", np.int8, (TIMELINE,)),
        ("walls_met", np.int16),
        ("sun_turn", np.int16, (2,)),
        ("unmasked_turn", np.int16),
    ],
    align=True,
)

LOST_TREASURE = MAX_SEATS  # owner of an alcove's treasure that lies on the discard pile
