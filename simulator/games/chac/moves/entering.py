"""Who enters the temple: the first adventurers at the start, the second ones through an open Sun."""

from digsite.simulator.games.chac.moves.lava_room import unmask
from digsite.simulator.games.chac.options import WAIT
from digsite.simulator.games.chac.rules import ENTRANCE, SUN_A, SUN_B
from digsite.simulator.games.chac.state import ROUTES, Event, Route, Status
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log


@rule
def send_first(state, option, events):
    """Carry out a player's choice of who enters first; the other waits."""
    seat = state.seat
    if option == 1:
        first = state.adventurer[seat, 0]
        state.adventurer[seat, 0] = state.adventurer[seat, 1]
        state.adventurer[seat, 1] = first
    state.space[seat] = ENTRANCE
    log(events, Event.ENTERS, seat, state.adventurer[seat, 0], state.adventurer[seat, 1], 0)


@rule
def asks_for_replacement(state, seat):
    """Return whether the seat can send in its second adventurer now."""
    return state.status[seat] == Status.WAITING and (state.sun_open[0] or state.sun_open[1])


@rule
def bring_in(state, option, events):
    """The second adventurer starts on a Sun slab with nothing, and acts from the next turn."""
    seat = state.seat
    if option == WAIT:
        log(events, Event.WAITS, seat, 0, 0, 0)
        return
    state.second[seat] = 1
    state.second_turn[seat] = state.turn
    state.status[seat] = Status.INSIDE
    state.space[seat] = SUN_A if option == 1 else SUN_B
    state.bridge_load[seat] = 0
    for route in range(ROUTES):
        state.route[seat, route] = route == Route.LAVA
    log(events, Event.REPLACEMENT, seat, state.adventurer[seat, 1], state.space[seat], 0)
    unmask(state, seat, events)
