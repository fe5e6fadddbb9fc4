"""Records: NumPy structured values that kernels read and write (no numba here)."""

import numpy as np


def record(dtype: np.dtype, length: int = 1) -> np.recarray:
    """Zeroed records; a recarray, so that attribute access works with the JIT off too."""
    return np.zeros(length, dtype).view(np.recarray)


EMPTY = np.dtype([("nothing", np.uint8)])  # of players who keep nothing in mind, and look nothing up
# Which games a call of the play loop plays, and when it gives one up.
Order = np.dtype(
    [
        ("seed", np.int64),
        ("first", np.int64),  # game
        ("rotations", np.int64),
        ("most_decisions", np.int64),  # of a game
        ("broken_off", np.int64),  # the end reason of a game that takes more
        ("noise", np.int64),  # the stream of the first seat's own noise
    ],
    align=True,
)
# How a player thinks before it decides.
Thinking = np.dtype(
    [
        ("worlds", np.int64),  # for each option, or in a tree for all of them; 0: it does what its strategy says
        ("tree", np.int64),  # 1: it thinks several moves ahead
        ("reach", np.float64),  # how far a tree goes after what has been tried little
        ("caution", np.float64),  # standard errors by which an option must lead the strategy's own choice
        ("objective", np.int64),  # what it plays for: an `Objective`
        ("chapter_at", np.int64),  # where in the state the number of the chapter lies, in bytes
        ("chapter_size", np.int64),  # its length; 0: worlds are played to the end of the game
        ("stop", np.int64),  # set from outside when nobody waits for the game any more
    ],
    align=True,
)
# What is done to how much, and the last own turn at which it may happen.
Nudging = np.dtype([("which", np.int32), ("amount", np.int32), ("turns", np.int32)], align=True)
# What became of it in one game.
Mark = np.dtype(
    [
        ("seat", np.int8),
        ("turn", np.int32),  # own turn at which the nudge comes
        ("own_turns", np.int32),  # that the seat had in the game; fewer than `turn`: the nudge never came
        ("done", np.int8),  # whether it could be carried out
        ("held", np.int32),  # how much of the component the seat held before it
        ("now", np.int32),  # the game's turn that was counted last
        ("chance", np.uint64),  # decides what the nudge leaves open
    ],
    align=True,
)
