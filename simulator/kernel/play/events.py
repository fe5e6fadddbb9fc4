"""Events: what happened, as rows of (kind, seat, a, b, c) in an optional buffer from the caller.

Row 0 of the buffer holds the number of events; the count continues past a full buffer, so the caller learns the size
needed and plays the game again. With an empty buffer nothing is logged.
"""

import numpy as np
from numba import types

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import EVENTS

FIELDS = 5
SILENT = np.empty((0, FIELDS), np.int32)


def buffer(capacity: int) -> np.ndarray:
    """Return room for `capacity` events."""
    return np.zeros((capacity + 1, FIELDS), np.int32)


@rule(types.void(EVENTS, *[types.int64] * FIELDS), forceinline=True)
def log(events, kind, seat, a, b, c):
    """Log one event. All integer widths arrive as one type, so that this is compiled only once."""
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
