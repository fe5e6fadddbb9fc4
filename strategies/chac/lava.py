"""What a seat knows of the lava room, and the ways over its slabs."""

import math

import numpy as np

from simulator.games.chac.rules import BRIDGE, LAVA, LAVA_SIDE, LAVA_SPACES, RIVER, WALLS, ZONES
from simulator.games.chac.state import Slab
from simulator.kernel.compile import rule
from strategies.chac.mind import COST, EXIT, FAR, FIND, HOLD, MIND, NOTHING, ONTO, SAFE, STATE, WALK, WHOLE

TOP_ROW = LAVA_SPACES - LAVA_SIDE
GRAVITY = 25.0  # actions one would walk to avoid a danger, per unit of -log(chance to survive)
LEAST_HOLD = 0.01
PRESSED = 7  # with the boulder as near as this one thinks of a refuge


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
def safety(clues):
    """Chance to cross four slabs unseen with so many traps known."""
    return (1.0 - (ZONES - clues) / (LAVA_SPACES - 2.0 - clues)) ** LAVA_SIDE


@rule
def hidden_from(state, seat, slab):
    """Whether a seat does not know what lies under a slab, its clues aside."""
    return state.slab[slab] == Slab.HIDDEN and not state.peeked[seat] >> slab & 1


@rule
def holds(state, seat, traps):
    """Chance that a slab holds about which the seat knows nothing."""
    unknown = 0
    hidden = 0
    for zone in range(ZONES):
        unknown += not traps >> np.int64(state.trap[zone]) & 1
    for slab in range(LAVA_SPACES):
        hidden += hidden_from(state, seat, slab) and not traps >> slab & 1
    return max(1.0 - unknown / max(hidden, 1), LEAST_HOLD)


@rule
def price_slabs(state, seat, mind):
    """Fill in what stepping onto each slab costs: one action, and its danger."""
    traps = known_traps(state, seat)
    holding = holds(state, seat, traps)
    hidden_cost = 1.0 - GRAVITY * math.log(holding) if holding < 1.0 else 1.0
    for slab in range(LAVA_SPACES):
        mind[COST + slab] = FAR
        mind[WALK + slab] = FAR
        mind[ONTO + slab] = 1.0
        mind[HOLD + slab] = 1.0
        if traps >> slab & 1:
            mind[ONTO + slab] = FAR
            mind[HOLD + slab] = 0.0
        elif hidden_from(state, seat, slab):
            mind[ONTO + slab] = hidden_cost
            mind[HOLD + slab] = holding


@rule
def shorten(state, mind, slab, neighbour):
    """Take the way over a neighbouring slab if it is better."""
    cost = mind[ONTO + neighbour] + mind[COST + neighbour]
    if cost >= mind[COST + slab] or cost >= FAR:
        return False
    mind[COST + slab] = cost
    mind[WALK + slab] = 1.0 + mind[WALK + neighbour]
    mind[EXIT + slab] = mind[EXIT + neighbour]
    mind[SAFE + slab] = mind[SAFE + neighbour] * mind[HOLD + neighbour]
    mind[FIND + slab] = mind[FIND + neighbour] + (state.slab[neighbour] <= Slab.TREASURE)
    return True


@rule
def pressed(rules, state, space):
    """Whether the boulder is so near behind a corridor space beside the lava room that one thinks of a refuge."""
    return space <= rules.opens_sun_b + LAVA_SIDE and state.boulder + PRESSED >= space


@rule
def wants_map(rules, state, seat, crosses):
    """Whether the slabs can matter now: as a way for a style that crosses them, or as a refuge for any."""
    space = state.space[seat]
    if not state.unmasked or RIVER <= space <= BRIDGE:
        return False
    if space >= LAVA:
        return crosses or space < WALLS
    return (crosses and space < rules.opens_sun_a) or pressed(rules, state, space)


@rule(NOTHING(STATE, WHOLE, MIND))
def map_lava(state, seat, mind):
    """Weigh the ways over the slabs to the end of the lava room's last side."""
    price_slabs(state, seat, mind)
    for column in range(LAVA_SIDE):
        slab = TOP_ROW + column
        mind[COST + slab] = LAVA_SIDE - column
        mind[WALK + slab] = 1.0
        mind[EXIT + slab] = column
        mind[SAFE + slab] = 1.0
        mind[FIND + slab] = 0.0
    changed = True
    while changed:
        changed = False
        for slab in range(LAVA_SPACES - 1, -1, -1):
            column = slab % LAVA_SIDE
            if slab < TOP_ROW and shorten(state, mind, slab, slab + LAVA_SIDE):
                changed = True
            if column > 0 and shorten(state, mind, slab, slab - 1):
                changed = True
            if column < LAVA_SIDE - 1 and shorten(state, mind, slab, slab + 1):
                changed = True
            if slab >= LAVA_SIDE and shorten(state, mind, slab, slab - LAVA_SIDE):
                changed = True


@rule
def best_column(rules, at, mind):
    """The column of slabs by which the lava room is crossed best from a corridor space; -1 if by none."""
    best = -1
    best_cost = FAR
    for column in range(LAVA_SIDE):
        entry = rules.opens_sun_a - 1 - column
        cost = entry - at + mind[ONTO + column] + mind[COST + column]
        if entry >= at and cost < best_cost:
            best = column
            best_cost = cost
    return best
