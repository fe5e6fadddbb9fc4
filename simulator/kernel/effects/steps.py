"""Steps of effects as numbers: the codes that all games share, and the record fields that hold them (no numba here).

An effect is a range of rows in two tables of the Rules record: `step_op` holds a row's op-code, `step_args` its
arguments. Steps inside a step are a range of rows, too; its first and end come first among the arguments.
What is still to be done is a small stack of such ranges in the State record.
"""

from enum import IntEnum
from typing import Any

NONE = -1  # no step is due
FIRST, END = 0, 1  # where a step's arguments name the range of rows inside it
TIMES = 2  # where "choose" says how many options, and "repeat" how often
MAX_OPTIONS = 30  # of one "choose": one bit each
FIRST_OWN = 8  # a game's own op-codes begin here


class Flow(IntEnum):
    """The op-codes that steer the others; they mean the same in every game."""

    OPTION = 0  # one option of a "choose": never carried out itself
    CHOOSE = 1
    PAY = 2
    MAY = 3
    REPEAT = 4


def rules_fields(rows: int, width: int) -> list[tuple[Any, ...]]:
    """Fields of the Rules record: room for so many steps with so many arguments each."""
    return [("step_op", "i2", (rows,)), ("step_args", "i2", (rows, width))]


def state_fields(depth: int) -> list[tuple[Any, ...]]:
    """Fields of the State record: the step now due, and a stack of the ranges that are still to be done."""
    return [
        ("due", "i2"),  # row of the step that was begun last; it may wait for a decision
        ("pending", "i2"),  # ranges on the stack
        ("pending_first", "i2", (depth,)),
        ("pending_at", "i2", (depth,)),  # the row that comes next
        ("pending_end", "i2", (depth,)),
        ("pending_times", "i2", (depth,)),  # how often the range is still to be done, this time included
        ("pending_progress", "i4", (depth,)),  # how far the step now due is: options taken (bits), or times done
    ]
