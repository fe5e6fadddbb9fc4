"""The options of Pick: a number from 0 to 7, and 8 more for a bold pick."""

from enum import IntEnum

NUMBERS = 8
MAX_OPTIONS = 2 * NUMBERS


class Action(IntEnum):
    """What a player does."""

    PICK = 0
