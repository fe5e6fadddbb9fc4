"""A seat's knowledge of the lava room, and the ways over its slabs."""

import math

import numpy as np

from digsite.simulator.games.chac.rules import BRIDGE, LAVA, LAVA_SIDE, LAVA_SPACES, RIVER, WALLS, ZONES
from digsite.simulator.games.chac.state import Slab
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.chac.mind import FAR, NOTES, NOTHING, STATE, WHOLE

TOP_ROW = LAVA_SPACES - LAVA_SIDE
GRAVITY = 25.0  # extra actions worth walking to avoid a danger, per unit of -log(chance to survive)
LEAST_HOLD = 0.01
UNREACHED = int(FAR)  # actions from a slab without a way on
PRESSED = 7  # a boulder this near makes a refuge worth considering


@rule
def known_traps(state, seat):
    """Return the slabs the seat knows to be trapped, as bits."""
    traps = 0
    for zone in range(ZONES):
        slab = np.int64(state.trap[zone])
        seen = state.unmasked and state.deciphered[seat] >> zone & 1
        if seen or state.peeked[seat] >> slab & 1 or state.slab[slab] == Slab.COLLAPSED:
            traps |= 1 << slab
    return traps


@rule
def clues_known(state, seat):
    """Return the number of traps that the seat has a clue for or that all have seen."""
    known = 0
    for zone in range(ZONES):
        collapsed = state.slab[state.trap[zone]] == Slab.COLLAPSED
        known += state.deciphered[seat] >> zone & 1 or collapsed
    return known


@rule
def hidden_from(state, seat, slab):
    """Return whether a seat does not know what is under a slab, apart from its clues."""
    return state.slab[slab] == Slab.HIDDEN and not state.peeked[seat] >> slab & 1


@rule
def chance_to_hold(state, seat, traps):
    """Return the chance that an unknown slab holds."""
    unknown = 0
    hidden = 0
    for zone in range(ZONES):
        unknown += not traps >> np.int64(state.trap[zone]) & 1
    for slab in range(LAVA_SPACES):
        hidden += hidden_from(state, seat, slab) and not traps >> slab & 1
    return max(1.0 - unknown / max(hidden, 1), LEAST_HOLD)


@rule
def price_slabs(state, seat, notes):
    """Note the cost of stepping onto each slab: one action, and its danger."""
    traps = known_traps(state, seat)
    holding = chance_to_hold(state, seat, traps)
    hidden_cost = 1.0 - GRAVITY * math.log(holding) if holding < 1.0 else 1.0
    for slab in range(LAVA_SPACES):
        notes.cost[slab] = FAR
        notes.walk[slab] = UNREACHED
        notes.onto[slab] = 1.0
        notes.holds[slab] = 1.0
        if traps >> slab & 1:
            notes.onto[slab] = FAR
            notes.holds[slab] = 0.0
        elif hidden_from(state, seat, slab):
            notes.onto[slab] = hidden_cost
            notes.holds[slab] = holding


@rule
def shorten(state, notes, slab, neighbour):
    """Take the way over a neighbouring slab if it is better."""
    cost = notes.onto[neighbour] + notes.cost[neighbour]
    if cost >= notes.cost[slab] or cost >= FAR:
        return False
    notes.cost[slab] = cost
    notes.walk[slab] = 1 + notes.walk[neighbour]
    notes.exit[slab] = notes.exit[neighbour]
    notes.safe[slab] = notes.safe[neighbour] * notes.holds[neighbour]
    notes.finds[slab] = notes.finds[neighbour] + (state.slab[neighbour] <= Slab.TREASURE)
    return True


@rule
def pressed(rules, state, space):
    """Return whether the boulder is so near a corridor space next to the lava room that a refuge is an option."""
    return space <= rules.opens_sun_b + LAVA_SIDE and state.boulder + PRESSED >= space


@rule
def wants_map(rules, state, seat, crosses):
    """Return whether the slabs can matter now: as a way for a style that crosses them, or as a refuge for any."""
    space = state.space[seat]
    if not state.unmasked or RIVER <= space <= BRIDGE:
        return False
    if space >= LAVA:
        return crosses or space < WALLS
    return (crosses and space < rules.opens_sun_a) or pressed(rules, state, space)


@rule
def all_known(state, seat):
    """Return everything the map depends on, as bits: known traps, unseen slabs, slabs with treasure. It is never 0."""
    known = known_traps(state, seat)
    for slab in range(LAVA_SPACES):
        known |= np.int64(hidden_from(state, seat, slab)) << (LAVA_SPACES + slab)
        known |= np.int64(state.slab[slab] <= Slab.TREASURE) << (2 * LAVA_SPACES + slab)
    return known


@rule(NOTHING(STATE, WHOLE, NOTES))
def map_lava(state, seat, notes):
    """Weigh the ways over the slabs to the end of the lava room's last side, unless nothing has changed since."""
    notes.mapped = 1
    known = all_known(state, seat)
    if known == notes.drawn:
        return
    notes.drawn = known
    price_slabs(state, seat, notes)
    for column in range(LAVA_SIDE):
        slab = TOP_ROW + column
        notes.cost[slab] = LAVA_SIDE - column
        notes.walk[slab] = 1
        notes.exit[slab] = column
        notes.safe[slab] = 1.0
        notes.finds[slab] = 0
    changed = True
    while changed:
        changed = False
        for slab in range(LAVA_SPACES - 1, -1, -1):
            column = slab % LAVA_SIDE
            if slab < TOP_ROW and shorten(state, notes, slab, slab + LAVA_SIDE):
                changed = True
            if column > 0 and shorten(state, notes, slab, slab - 1):
                changed = True
            if column < LAVA_SIDE - 1 and shorten(state, notes, slab, slab + 1):
                changed = True
            if slab >= LAVA_SIDE and shorten(state, notes, slab, slab - LAVA_SIDE):
                changed = True


@rule
def best_column(rules, at, notes):
    """Return the best column of slabs for crossing the lava room from a corridor space; -1 if there is none."""
    best = -1
    best_cost = FAR
    for column in range(LAVA_SIDE):
        entry = rules.opens_sun_a - 1 - column
        cost = entry - at + notes.onto[column] + notes.cost[column]
        if entry >= at and cost < best_cost:
            best = column
            best_cost = cost
    return best
