"""The State record of Pick and its enums."""

from enum import IntEnum

import numpy as np

from digsite.simulator.game.state import common_fields

MAX_SEATS = 3


class Stream(IntEnum):
    """Chance: the die, what a redeal shuffles, each seat's own noise."""

    DICE = 0
    REDEAL = 1
    NOISE = 2


class Decision(IntEnum):
    """What the seat has to decide."""

    PICK = 0


class EndReason(IntEnum):
    """How the game ended."""

    ALL_PICKED = 0


class Event(IntEnum):
    """What happened: (seat, a, b, c)."""

    PICK = 0  # a the number, b whether boldly


State = np.dtype(
    [
        *common_fields(len(Stream) - 1 + MAX_SEATS),
        ("number", np.int8, (MAX_SEATS,)),
        ("bold", np.int8, (MAX_SEATS,)),
        ("die", np.int8, (MAX_SEATS,)),
    ],
    align=True,
)
