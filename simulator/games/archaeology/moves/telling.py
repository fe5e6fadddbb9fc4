"""Telling what happens."""

from numba import types

from simulator.engine.events import log
from simulator.engine.kernel import EVENTS, rule


@rule(types.void(EVENTS, *[types.int64] * 5), forceinline=True)
def tell(events, kind, seat, a, b, c):
    """Note one event; whole numbers of any width come as one, so that this is compiled only once."""
    log(events, kind, seat, a, b, c)
