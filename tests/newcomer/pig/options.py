"""The options of Pig."""

from enum import IntEnum

MAX_OPTIONS = 2


class Action(IntEnum):
    """What a player does."""

    ROLL = 0
    HOLD = 1
