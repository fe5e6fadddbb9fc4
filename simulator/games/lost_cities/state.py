"""The State record of Lost Cities and its enums.

A card is one number, colour * 11 + value. A hand is two sets of bits, one bit per card: the cards held, and those held
twice.
"""

from enum import IntEnum

import numpy as np

from digsite.simulator.game.state import common_fields
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, CARDS, PATHS, STONES

MAX_SEATS = 4
DECK = 2 * CARDS
MAX_EXPEDITIONS = 3
NO_PILE = -1


class Stream(IntEnum):
    """Chance: the cards and the tiles of each expedition, each seat's noise, and what a redeal shuffles."""

    CARDS_1 = 0
    CARDS_2 = 1
    CARDS_3 = 2
    TILES_1 = 3
    TILES_2 = 4
    TILES_3 = 5
    REDEAL = 6
    NOISE = 7  # and the following ones, one per seat


class Decision(IntEnum):
    """What the seat has to decide."""

    PLAY = 0  # which card to use, and for what
    STEP = 1  # which explorer moves
    DRAW = 2  # from which pile


class Tile(IntEnum):
    """What lies on a stone; a number above zero is a victory point tile of that value."""

    NONE = 0
    ARTIFACT = -1
    ARROW = -2


class Direction(IntEnum):
    """The direction of a path's cards; not settled until a second, different card lies on it."""

    DOWN = -1
    OPEN = 0
    UP = 1


class EndReason(IntEnum):
    """How an expedition ended; a game ends as its last expedition does."""

    BRIDGE = 0
    DRAW_PILE = 1
    STALL = 2


class Event(IntEnum):
    """The logged events of a game; events.toml explains each kind and names its numbers."""

    EXPEDITION = 0
    TILE = 1
    HAND = 2
    OPEN = 3
    ADVANCE = 4
    HOME_CARD = 5
    DISCARD = 6
    STEP = 7
    DECLINE = 8
    ARTIFACT = 9
    VICTORY = 10
    ARROW = 11
    CROSS = 12
    DRAW = 13
    TAKE = 14
    EXPEDITION_END = 15
    SCORE = 16
    ARTIFACT_PAY = 17


State = np.dtype(
    [
        *common_fields(len(Stream) - 1 + MAX_SEATS),
        ("expedition", np.int8),
        ("crossed", np.int8),  # explorers who have crossed bridges in this expedition
        ("idle_turns", np.int16),  # turns in a row without a card from the draw pile
        ("fresh_discard", np.int8),  # colour just discarded, NO_PILE if none
        ("step_optional", np.bool_),  # whether the step now due may be declined
        ("held", np.int64, (MAX_SEATS,)),  # the cards of a hand, a bit each
        ("twice", np.int64, (MAX_SEATS,)),  # those of which it holds two
        ("extra_cards", np.int8, (MAX_SEATS,)),  # cards that a nudge added to or took from a hand in this expedition
        ("shown", np.int8, (MAX_SEATS, CARDS)),  # cards of a hand that all players saw being taken from a discard pile
        ("deck", np.int8, (DECK,)),  # the removed cards, then the draw pile, its top last
        ("pile", np.int16),  # cards left in the draw pile
        ("discard", np.int8, (PATHS, 2 * CARD_VALUES)),  # card values, the top last
        ("discard_size", np.int8, (PATHS,)),
        ("played", np.int8, (CARDS,)),  # copies in the columns of all players
        ("column_size", np.int8, (MAX_SEATS, PATHS)),
        ("column_first", np.int8, (MAX_SEATS, PATHS)),  # the card value that opened a path
        ("column_top", np.int8, (MAX_SEATS, PATHS)),
        ("direction", np.int8, (MAX_SEATS, PATHS)),
        ("begun", np.int64, (MAX_SEATS,)),  # all cards of the paths that have a column, a bit each
        ("fitting", np.int64, (MAX_SEATS,)),  # those that can be played on it now
        ("stone", np.int8, (MAX_SEATS, PATHS)),  # 0: no explorer on this path
        ("researcher", np.int8, (MAX_SEATS, PATHS)),
        ("researchers_left", np.int8, (MAX_SEATS,)),
        ("adventurers_left", np.int8, (MAX_SEATS,)),
        ("tile", np.int16, (PATHS, STONES + 1)),
        ("artifact_tiles", np.int8, (MAX_SEATS,)),
        ("tokens", np.int8, (MAX_SEATS,)),
        ("points", np.int32, (MAX_SEATS,)),
        # measurements during the game
        ("positive", np.int32, (MAX_SEATS,)),
        ("negative", np.int32, (MAX_SEATS,)),
        ("tile_points", np.int32, (MAX_SEATS,)),
        ("relief", np.int32, (MAX_SEATS,)),
        ("researcher_points", np.int32, (MAX_SEATS,)),
        ("paths_opened", np.int8, (MAX_SEATS,)),
        ("descending", np.int8, (MAX_SEATS,)),
        ("crossings", np.int8, (MAX_SEATS,)),
        ("discards_taken", np.int16, (MAX_SEATS,)),
        ("furthest", np.int8, (MAX_SEATS, PATHS)),
        ("points_after", np.int32, (MAX_SEATS, MAX_EXPEDITIONS)),
        ("expedition_end", np.int8, (MAX_EXPEDITIONS,)),
        ("expedition_turns", np.int16, (MAX_EXPEDITIONS,)),
        ("ended_by", np.int8, (MAX_EXPEDITIONS,)),
    ],
    align=True,
)
