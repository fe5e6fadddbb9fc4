"""Telling what happens."""

from numba import types

from simulator.engine.events import log
from simulator.engine.kernel import EVENTS, rule

_WHOLE = types.int64


@rule(types.void(EVENTS, _WHOLE, _WHOLE, _WHOLE, _WHOLE, _WHOLE))
def tell(events, kind, seat, a, b, c):
    """Note one event; one signature for numbers of every size, where `log` would be compiled for each of them."""
    log(events, kind, seat, a, b, c)
