"""The order of the seats round the table."""

from digsite.simulator.kernel.jit.compile import inlined


@inlined
def seat_after(rules, seat, places):
    """Return the seat this many places clockwise, at most once round the table."""
    after = int(seat) + places
    return after - rules.seats if after >= rules.seats else after
