"""Records: NumPy structured values that kernels read and write (no numba here)."""

import numpy as np


def record(dtype: np.dtype, length: int = 1) -> np.recarray:
    """Zeroed records; a recarray, so that attribute access works with the JIT off too."""
    return np.zeros(length, dtype).view(np.recarray)


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
