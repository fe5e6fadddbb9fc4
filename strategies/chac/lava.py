"""What a seat knows of the lava room, and the ways over its slabs."""

import math

import numpy as np
from numba import types

from simulator.engine.kernel import rule
from simulator.games.chac.rules import LAVA_SIDE, LAVA_SPACES, ZONES
from simulator.games.chac.state import Slab
from strategies.chac.odds import STATE, WHOLE

MAP = types.float64[:, ::1]
COST, WALK, ONTO, EXIT, MAP_ROWS = range(5)  # rows of the map of the lava room, and how many there are
TOP_ROW = LAVA_SPACES - LAVA_SIDE
GRAVITY = 25.0  # actions one would walk to avoid a danger, per unit of -log(chance to survive)
FAR = 1000.0


@rule
def known_traps(state, seat):
    """Slabs the seat knows to be trapped, as bits."""
    traps = 0
    for zone in range(ZONES):
        slab = np.int64(state.trap[zone])
        seen = state.unmasked and state.deciphered[seat] >> zone & 1
        if seen or state.peeked[seat] >> slab & 1 or state.slab[slab] == Slab.COLLAPSED:
            traps |= 1 << slab
    return traps


@rule
def clues_known(state, seat):
    """Traps the seat has a clue for or that everybody has seen."""
    known = 0
    for zone in range(ZONES):
        collapsed = state.slab[state.trap[zone]] == Slab.COLLAPSED
        known += state.deciphered[seat] >> zone & 1 or collapsed
    return known


@rule
def danger(state, seat, slab, traps):
    """Chance that a slab collapses, as far as the seat knows."""
    if traps >> slab & 1:
        return 1.0
    if state.slab[slab] != Slab.HIDDEN or state.peeked[seat] >> slab & 1:
        return 0.0
    unknown = 0
    hidden = 0
    for zone in range(ZONES):
        unknown += not traps >> np.int64(state.trap[zone]) & 1
    for other in range(LAVA_SPACES):
        safe = state.slab[other] != Slab.HIDDEN or state.peeked[seat] >> other & 1
        hidden += not safe and not traps >> other & 1
    return unknown / max(hidden, 1)


@rule
def shorten(lava, slab, neighbour):
    """Take the way over a neighbouring slab if it is better."""
    cost = lava[ONTO, neighbour] + lava[COST, neighbour]
    if cost >= lava[COST, slab] or cost >= FAR:
        return False
    lava[COST, slab] = cost
    lava[WALK, slab] = 1.0 + lava[WALK, neighbour]
    lava[EXIT, slab] = lava[EXIT, neighbour]
    return True


@rule
def price_slabs(state, seat, lava):
    """Fill in what stepping onto each slab costs: one action, and its danger."""
    traps = known_traps(state, seat)
    hidden = -1.0
    for slab in range(LAVA_SPACES):
        lava[COST, slab] = FAR
        lava[WALK, slab] = FAR
        lava[ONTO, slab] = 1.0
        if traps >> slab & 1:
            lava[ONTO, slab] = FAR
        elif state.slab[slab] == Slab.HIDDEN and not state.peeked[seat] >> slab & 1:
            if hidden < 0.0:
                hidden = 1.0 - GRAVITY * math.log(max(1.0 - danger(state, seat, slab, traps), 0.01))
            lava[ONTO, slab] = hidden


@rule(types.void(STATE, WHOLE, MAP))
def map_lava(state, seat, lava):
    """Weigh the ways over the slabs to the end of the lava room's last side.

    Row COST of the map is the cost from each slab on, dangers weighed as actions; row WALK the actions until one stands
    in the corridor, at the column in row EXIT; row ONTO the cost of stepping onto the slab.
    """
    price_slabs(state, seat, lava)
    for column in range(LAVA_SIDE):
        lava[COST, TOP_ROW + column] = LAVA_SIDE - column
        lava[WALK, TOP_ROW + column] = 1.0
        lava[EXIT, TOP_ROW + column] = column
    changed = True
    while changed:
        changed = False
        for slab in range(LAVA_SPACES - 1, -1, -1):
            column = slab % LAVA_SIDE
            if column > 0 and shorten(lava, slab, slab - 1):
                changed = True
            if column < LAVA_SIDE - 1 and shorten(lava, slab, slab + 1):
                changed = True
            if slab >= LAVA_SIDE and shorten(lava, slab, slab - LAVA_SIDE):
                changed = True
            if slab < TOP_ROW and shorten(lava, slab, slab + LAVA_SIDE):
                changed = True


@rule
def slab_danger(lava, slab):
    """The part of a slab's cost that stands for danger."""
    return lava[COST, slab] - lava[WALK, slab] - (LAVA_SIDE - 1 - lava[EXIT, slab])


@rule
def survival(danger_cost):
    """The chance to survive that a danger's cost stands for."""
    return math.exp(-danger_cost / GRAVITY)


@rule
def safety(clues):
    """Chance to cross four slabs unseen with so many traps known."""
    return (1.0 - (ZONES - clues) / (LAVA_SPACES - 2.0 - clues)) ** LAVA_SIDE


@rule
def best_column(rules, at, lava):
    """The column of slabs by which the lava room is crossed best from a corridor space; -1 if by none."""
    best = -1
    best_cost = FAR
    for column in range(LAVA_SIDE):
        entry = rules.opens_sun_a - 1 - column
        cost = entry - at + lava[ONTO, column] + lava[COST, column]
        if entry >= at and cost < best_cost:
            best = column
            best_cost = cost
    return best
