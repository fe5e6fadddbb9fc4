"""The order of the seats round the table."""

import numpy as np

from digsite.simulator.games.quetzal.state import AUTOMATON
from digsite.simulator.kernel.jit.compile import inlined


@inlined
def seat_after(rules, seat, places):
    """Return the seat this many places clockwise, at most once round the table."""
    after = np.int64(seat) + places
    return after - rules.seats if after >= rules.seats else after


@inlined
def is_automaton(rules, seat):
    """Return whether the seat is the automaton's."""
    return rules.automaton and seat == AUTOMATON
