"""The State record of Pig and its enums."""

from enum import IntEnum

import numpy as np

from digsite.kit import common_fields

MAX_SEATS = 4


class Stream(IntEnum):
    """Chance: the die, each seat's own noise."""

    DICE = 0
    NOISE = 1


class Decision(IntEnum):
    """What the seat has to decide."""

    ACT = 0


class EndReason(IntEnum):
    """How the game ended."""

    TARGET = 0


class Event(IntEnum):
    """What happened; events.toml names the numbers."""

    ROLL = 0
    HOLD = 1


State = np.dtype(
    [
        *common_fields(len(Stream) - 1 + MAX_SEATS),
        ("points", np.int16, (MAX_SEATS,)),
        ("kept", np.int16),
        ("rolls", np.int16, (MAX_SEATS,)),
    ],
    align=True,
)
