"""The options of Lost Cities: what the numbers in a list of options mean.

    decision   option
    PLAY       an action and the card it is done with: `option_of(action, card)`
    STEP       the path of the explorer that moves on, or DECLINE
    DRAW       the colour of a discard pile, or PILE

Strategies read an option of a PLAY decision with `action_of(option)` and `what_of(option)`.
"""

from enum import IntEnum

from digsite.simulator.games.lost_cities.rules import MAX_HAND, PATHS

ACTION_STRIDE = 64
MAX_OPTIONS = 3 * MAX_HAND
DECLINE = PATHS  # moves nobody
PILE = PATHS  # draws from the draw pile


class Action(IntEnum):
    """What a card is played for."""

    OPEN_ADVENTURER = 0
    OPEN_RESEARCHER = 1
    ADVANCE = 2
    DISCARD = 3


def option_of(action: int, what: int) -> int:
    """The option that does this with that card."""
    return action * ACTION_STRIDE + what


def action_of(option: int) -> int:
    """What an option does: an `Action`."""
    return option // ACTION_STRIDE


def what_of(option: int) -> int:
    """The card that an option does it with: colour * 11 + value."""
    return option % ACTION_STRIDE
