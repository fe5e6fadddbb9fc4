"""The options of the Temple of Chac: what the numbers in a list of options mean.

    decision      option
    FIRST         which adventurer enters first: 0 or 1, in the order dealt
    LOAD          the kind of a card to drop, or KEEP, or STAMINA
    ACT           an action and the space it leads to: `option_of(action, space)`, space 0 where the action needs none
    LOCK          the dice to reroll as bits (bit i: the i-th lowest die), or LEAVE, or FORCE
    RIVER         a `Rescue`
    SACRIFICE     the kind of a card to lose in the river
    REPLACEMENT   WAIT, 1 for Sun A, 2 for Sun B
    STAMINA       SPARE or USE

Strategies read an option of an ACT decision with `action_of(option)` and `what_of(option)`.
"""

from enum import IntEnum

from digsite.simulator.games.chac.rules import CARD_KINDS

ACTION_STRIDE = 128
MAX_OPTIONS = 48
KEEP = CARD_KINDS  # drops nothing more
STAMINA = CARD_KINDS + 1  # keeps the cards and uses Stamina
LEAVE = 0  # gives up a lock
FORCE = 32  # Lock Picking supplies the missing number
WAIT = 0  # the second adventurer does not enter yet
SPARE = 0  # saves Stamina for later
USE = 1  # uses it before actions are counted


class Action(IntEnum):
    """What an adventurer does on its turn; STOP forfeits the remaining actions."""

    STOP = 0
    STEP = 1
    SPRINT = 2
    LEAP = 3
    SEARCH = 4
    DECIPHER = 5
    PICK = 6  # first roll at an alcove's lock
    PEEK = 7
    HOP = 8
    STAMINA = 9  # one ruling allows it between actions too


class Rescue(IntEnum):
    """What a swimmer does about fatal dice."""

    FALL = 0
    PAY = 1
    SWIM = 2


def option_of(action: int, what: int) -> int:
    """Return the option with this action and space."""
    return action * ACTION_STRIDE + what


def action_of(option: int) -> int:
    """Return the `Action` of an option."""
    return option // ACTION_STRIDE


def what_of(option: int) -> int:
    """Return the space that an option leads to."""
    return option % ACTION_STRIDE
