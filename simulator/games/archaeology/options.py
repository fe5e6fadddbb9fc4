"""The options of Archaeology: what the numbers in a list of options mean.

    decision   option
    VICTIM     the seat of the opponent to steal from
    TENT       1 uses the tent, 0 keeps it
    LOSE       the treasure of the hand that the storm takes
    ACT        an action and its object: `option_of(action, what)`; `what` is a treasure for OFFER, a chamber
               for EXPLORE, `set_of(treasure, size)` for SELL and 0 for END
    OFFER      likewise: OFFER a treasure, or TAKE the first one
    TAKE       likewise: TAKE a treasure, or DONE
    PEEK       the chamber of the Temple to look into, or DECLINE
    KEEP       the treasure of the Tomb's chamber to keep
    MINE       1 draws another card, 0 stops
    NAME       the two treasures named to the Sphinx: `names_of(lower, higher)`

Strategies read an option of the decisions ACT, OFFER and TAKE with `action_of(option)` and `what_of(option)`, and a
set that is sold with `treasure_of(what)` and `size_of(what)`.
"""

from enum import IntEnum

from digsite.simulator.games.archaeology.rules import KINDS, MAX_CHAMBERS, MAX_SET

ACTION_STRIDE = 256
SIZE_STRIDE = 16
NAME_STRIDE = 16
MAX_OPTIONS = 1 + MAX_CHAMBERS + KINDS * (MAX_SET + 1) + KINDS  # the last ones are written but never offered
DECLINE = MAX_CHAMBERS  # looks into no chamber


class Action(IntEnum):
    """What a player does after digging."""

    END = 0
    SELL = 1
    OFFER = 2
    EXPLORE = 3
    TAKE = 4
    DONE = 5


def option_of(action: int, what: int) -> int:
    """Return the option with this action and object."""
    return action * ACTION_STRIDE + what


def action_of(option: int) -> int:
    """Return the `Action` of an option."""
    return option // ACTION_STRIDE


def what_of(option: int) -> int:
    """Return the object of an option: a treasure, a chamber or a set."""
    return option % ACTION_STRIDE


def set_of(treasure: int, size: int) -> int:
    """Return the set of this many cards of a treasure, as an object to sell."""
    return treasure * SIZE_STRIDE + size


def treasure_of(what: int) -> int:
    """Return the treasure of a set."""
    return what // SIZE_STRIDE


def size_of(what: int) -> int:
    """Return the number of cards in a set."""
    return what % SIZE_STRIDE


def names_of(lower: int, higher: int) -> int:
    """Return the option that names these two treasures to the Sphinx."""
    return lower * NAME_STRIDE + higher


def lower_of(names: int) -> int:
    """Return the lower of the two named treasures."""
    return names // NAME_STRIDE


def higher_of(names: int) -> int:
    """Return the higher of the two named treasures."""
    return names % NAME_STRIDE
