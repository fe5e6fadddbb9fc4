"""Records: NumPy structured values that kernels read and write (no numba here)."""

import numpy as np


def record(dtype: np.dtype, length: int = 1) -> np.recarray:
    """Return zeroed records as a recarray, so that attribute access also works with the JIT off."""
    return np.zeros(length, dtype).view(np.recarray)


EMPTY = np.dtype([("nothing", np.uint8)])  # notes and tables of players who use none
# Which games a call of the play loop plays, and when it breaks one off.
Order = np.dtype(
    [
        ("seed", np.int64),
        ("first", np.int64),  # the first game's index
        ("rotations", np.int64),
        ("most_decisions", np.int64),  # in one game
        ("broken_off", np.int64),  # the end reason of a longer game
        ("noise", np.int64),  # the stream of the first seat's noise
    ],
    align=True,
)
# How a player looks ahead before it decides.
Search = np.dtype(
    [
        ("worlds", np.int64),  # per option, or in total with a tree; 0: no look-ahead
        ("tree", np.int64),  # 1: it looks several moves ahead
        ("choices", np.int64),  # of its own after which a greedy player's worlds end; 0 for other players
        ("reach", np.float64),  # how much a tree favours options tried little
        ("caution", np.float64),  # standard errors by which an option must lead the strategy's choice
        ("objective", np.int64),  # its goal: an `Objective`
        ("chapter_at", np.int64),  # byte offset of the chapter number in the state
        ("chapter_size", np.int64),  # its size in bytes; 0: worlds are played to the end of the game
        ("stop", np.int64),  # set from outside to abandon the game
    ],
    align=True,
)
# Which nudge, its amount, and the last of the seat's turns at which it may come.
Nudging = np.dtype([("which", np.int32), ("amount", np.int32), ("turns", np.int32)], align=True)
# The nudge's result in one game.
Mark = np.dtype(
    [
        ("seat", np.int8),
        ("turn", np.int32),  # the seat's turn at which the nudge comes
        ("own_turns", np.int32),  # turns the seat had; fewer than `turn`: the nudge never came
        ("done", np.int8),  # whether it could be carried out
        ("held", np.int32),  # how much of the component the seat held before
        ("now", np.int32),  # the last turn counted
        ("chance", np.uint64),  # random bits for choices within the nudge
    ],
    align=True,
)
