"""Steps of effects as numbers: the codes that all games share, and their record fields (no numba here).

An effect is a range of rows in two tables of the Rules record: `step_op` holds a row's op-code, `step_args` its
arguments. Steps inside a step are also a range of rows; its first and end are the step's first two arguments.
Pending steps are a small stack of such ranges in the State record.
"""

from enum import IntEnum
from typing import Any

NONE = -1  # no step is due
FIRST, END = 0, 1  # the arguments that name the range of rows inside a step
TIMES = 2  # the argument for the number of options of "choose", and the repeats of "repeat"
MAX_OPTIONS = 30  # of one "choose": one bit each
FIRST_OWN = 8  # a game's op-codes start here


class Flow(IntEnum):
    """The op-codes that control the others; they mean the same in every game."""

    OPTION = 0  # one option of a "choose": never carried out itself
    CHOOSE = 1
    PAY = 2
    MAY = 3
    REPEAT = 4


def rules_fields(rows: int, width: int) -> list[tuple[Any, ...]]:
    """Return the Rules fields with room for `rows` steps of `width` arguments each."""
    return [("step_op", "i2", (rows,)), ("step_args", "i2", (rows, width))]


def state_fields(depth: int) -> list[tuple[Any, ...]]:
    """Return the State fields for the step now due and the stack of pending ranges."""
    return [
        ("due", "i2"),  # row of the latest step; it may wait for a decision
        ("pending", "i2"),  # ranges on the stack
        ("pending_first", "i2", (depth,)),
        ("pending_at", "i2", (depth,)),  # the row that comes next
        ("pending_end", "i2", (depth,)),
        ("pending_times", "i2", (depth,)),  # passes still to do, this one included
        ("pending_progress", "i4", (depth,)),  # progress of the step now due: options taken (bits), or times done
    ]
