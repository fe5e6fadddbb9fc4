"""Events: what happened, as rows of (kind, seat, a, b, c) in a buffer that the caller may or may not give.

Row 0 of the buffer holds the number of events; the count goes on past a full buffer, so the caller learns what size
is needed and plays the game again. An empty buffer means: nobody listens.
"""

import numpy as np
from numba import types

from digsite.simulator.kernel.jit.compile import EVENTS, rule

FIELDS = 5
SILENT = np.empty((0, FIELDS), np.int32)


def buffer(capacity: int) -> np.ndarray:
    """Room for `capacity` events."""
    return np.zeros((capacity + 1, FIELDS), np.int32)


@rule(types.void(EVENTS, *[types.int64] * FIELDS), forceinline=True)
def log(events, kind, seat, a, b, c):
    """Note one event. Whole numbers of any width come as one type, so that this is compiled only once."""
    if events.shape[0] == 0:
        return
    count = events[0, 0] + 1
    events[0, 0] = count
    if count < events.shape[0]:
        events[count, 0] = kind
        events[count, 1] = seat
        events[count, 2] = a
        events[count, 3] = b
        events[count, 4] = c
