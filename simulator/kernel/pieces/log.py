"""Events as rules of a two-file game log them: numbers that an event does not have are left out."""

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play import events as kernel_events

TABLE = -1  # the seat of an event that no seat causes
_log = kernel_events.log


@rule
def log(events, kind, seat=TABLE, a=0, b=0, c=0):
    """Log one event: log(events, Event.TREASURE, seat, gems)."""
    _log(events, kind, seat, a, b, c)
