"""What can be given to a player of Pig."""

from enum import IntEnum

from digsite.kit import FIRST_OWN, Nudge, numbered


class Code(IntEnum):
    """Numbers of the nudges."""

    HEAD_START = FIRST_OWN


NUDGES = numbered(
    [
        Nudge(
            "head-start",
            "gets {amount} points at once",
            Code.HEAD_START,
            usual=(5,),
            least=1,
            most=50,
            called="{amount} points",
        )
    ]
)
