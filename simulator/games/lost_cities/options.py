"""The options of Lost Cities: what the numbers in a list of options mean.

    decision   option
    PLAY       an action and its card: `option_of(action, card)`
    STEP       the path of the explorer that moves, or DECLINE
    DRAW       the colour of a discard pile, or PILE

Strategies read an option of a PLAY decision with `action_of(option)` and `what_of(option)`.
"""

from enum import IntEnum

from digsite.simulator.games.lost_cities.rules import MAX_HAND, PATHS

ACTION_STRIDE = 64
MAX_OPTIONS = 3 * MAX_HAND
DECLINE = PATHS  # moves no explorer
PILE = PATHS  # draws from the draw pile


class Action(IntEnum):
    """What a card is used for."""

    OPEN_ADVENTURER = 0
    OPEN_RESEARCHER = 1
    ADVANCE = 2
    DISCARD = 3


def option_of(action: int, what: int) -> int:
    """Return the option with this action and card."""
    return action * ACTION_STRIDE + what


def action_of(option: int) -> int:
    """Return the `Action` of an option."""
    return option // ACTION_STRIDE


def what_of(option: int) -> int:
    """Return the card of an option: colour * 11 + value."""
    return option % ACTION_STRIDE
