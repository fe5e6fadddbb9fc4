"""A fixed test vector of the chance streams, for the self-test and the tests."""

import numpy as np

from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import below, open_streams

VECTOR = [125, 376, 275, 120, 477, 108, 590, 599, 779, 820]
_Streams = np.dtype([("stream", np.uint64, (2,))])


def draws() -> list[int]:
    """Return five draws below 1000 from each of two streams of seed 1, luck 7."""
    state = record(_Streams)[0]
    with np.errstate(over="ignore"):
        open_streams(state, 1, 7)
        return [int(below(state, stream, 1000)) for stream in (0, 1) for _ in range(5)]
