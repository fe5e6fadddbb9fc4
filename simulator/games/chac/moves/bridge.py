"""The wooden bridge."""

from digsite.simulator.games.chac.moves.fate import die
from digsite.simulator.games.chac.moves.treasure import current_level
from digsite.simulator.games.chac.rules import BRIDGE
from digsite.simulator.games.chac.state import Cause, Event, Status, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import roll


@rule
def weight_on_bridge(rules, state, seat):
    """Return the load level that a seat brings to the bridge."""
    return current_level(rules, state, seat) if rules.bridge_counts_new_cards else state.load_level[seat]


@rule
def total_load(rules, state):
    """All load levels on the bridge are added up."""
    total = 0
    for seat in range(rules.seats):
        if state.space[seat] == BRIDGE:
            total += weight_on_bridge(rules, state, seat)
    return total


@rule
def test_bridge(rules, state, mover, events):
    """Roll a die for each plank; each die below the load breaks one. With the last plank, everyone on it falls."""
    load = total_load(rules, state)
    before = state.planks
    shown = 0
    for _ in range(before):
        face = roll(state, Stream.BRIDGE)
        shown = shown * 10 + face
        state.planks -= face < load
    log(events, Event.BRIDGE, mover, load, before * 8 + before - state.planks, shown)
    if state.planks > 0:
        return
    log(events, Event.BRIDGE_GONE, mover, 0, 0, 0)
    for seat in range(rules.seats):
        on_it = state.status[seat] == Status.INSIDE and state.space[seat] == BRIDGE
        if on_it and (rules.bridge_all_fall or seat == mover):
            die(state, seat, Cause.BRIDGE, events)


@rule
def smash_bridge(rules, state, events):
    """By one ruling the boulder takes the bridge with it, and everyone on it falls."""
    if state.planks == 0:
        return
    log(events, Event.BRIDGE_SMASHED, -1, state.planks, 0, 0)
    state.planks = 0
    for seat in range(rules.seats):
        if state.status[seat] == Status.INSIDE and state.space[seat] == BRIDGE:
            die(state, seat, Cause.BRIDGE, events)


@rule
def hop(rules, state, seat, events):
    """Sabotage: one action makes a new test."""
    state.actions[seat] -= 1
    state.hops[seat] += 1
    test_bridge(rules, state, seat, events)
