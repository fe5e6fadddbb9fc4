"""Records: NumPy structured values that kernels read and write (no numba here)."""

import numpy as np


def record(dtype: np.dtype, length: int = 1) -> np.recarray:
    """Zeroed records; a recarray, so that attribute access works with the JIT off too."""
    return np.zeros(length, dtype).view(np.recarray)
