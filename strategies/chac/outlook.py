"""The outlook of an adventurer: the chance to get out alive from a space, and how far it still is.

Ways out are few and known by their lengths: round the lava room or across it, by river, by bridge or the long way. For
each the exact odds are taken at the places where the boulder comes closest; the worst of them stands for the way.
Only what the seat may know is read: its own clues and peeks, what lies open, the boulder, the walls.
"""

import math

import numpy as np
from numba import types

from simulator.engine.kernel import rule
from simulator.games.chac.moves.fate import can_use
from simulator.games.chac.rules import (
    BRIDGE,
    ENTRANCE,
    LAVA,
    LAVA_SIDE,
    LAVA_SPACES,
    MAX_COLUMNS,
    OUTSIDE,
    RIVER,
    WALLS,
    ZONES,
)
from simulator.games.chac.state import Ability, Slab
from strategies.chac.odds import REAL, RULES, STATE, WHOLE, falls, in_time, survives_river, walls_meet_now

MAP = types.float64[:, ::1]

BY_LAVA, BY_RIVER, BY_BRIDGE, LOVES_RIVER = 1, 2, 4, 8
STEP_COST = 0.0005  # of two equally safe ways the shorter one is better
GRAVITY = 25.0  # actions one would walk to avoid a danger, per unit of -log(chance to survive)
FAR = 1000.0
STRIDE = 4  # actions of a usual turn
SOON = 6  # spaces that the boulder may come in a turn, and one more
COST, WALK, ONTO, EXIT, CLUES = 0, 1, 2, 3, 4  # rows of the map of the lava room
MAP_ROWS = 5
TOP_ROW = LAVA_SPACES - LAVA_SIDE
PATIENCE = 0.7  # how much of the odds of overtaking the boulder from behind holds in play
FONDNESS = 1.6  # how much better the river looks to those who love it
MASKED_WALK = 6  # actions that a crossing takes before one has seen the slabs


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


@rule(types.void(RULES, STATE, WHOLE, MAP))
def map_lava(rules, state, seat, lava):
    """Weigh the ways over the slabs to the end of the lava room's last side.

    Row COST of the map is the cost from each slab on, dangers weighed as actions; row WALK the actions until one stands
    in the corridor, at the column in row EXIT; row ONTO the cost of stepping onto the slab; CLUES the traps known.
    """
    lava[CLUES, 0] = clues_known(state, seat)
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


@rule(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE))
def run(rules, state, level, need, actions, index, before_roll):
    """Chance to leave corridor space `index` with the `need`-th action before the boulder gets there."""
    return in_time(rules, state.turn, level, need - actions, index - state.boulder, before_roll)


@rule(REAL(RULES, STATE, *[WHOLE] * 6))
def exposed(rules, state, level, at, steps, until, actions, before_roll):
    """Chance to stay ahead of the boulder from one corridor space to another, the last left with one more action.

    Looked at where the walk begins, where this turn's actions and the next ones end, and where it ends itself.
    """
    chance = run(rules, state, level, steps + until - at + 1, actions, until, before_roll)
    if steps + 1 > actions:
        chance = min(chance, run(rules, state, level, steps + 1, actions, at, before_roll))
    rest = at + max(actions - steps, 0)
    for stop in range(2):
        if rest < until:
            chance = min(chance, run(rules, state, level, steps + rest - at + 1, actions, rest, before_roll))
        rest += STRIDE
    return chance


@rule
def passing_actions(rules, level, room):
    """Actions that go by while the boulder advances so many spaces."""
    return np.int64(room * (7 - level) / max(7 - rules.boulder_advances_on, 1)) + 1


@rule(REAL(RULES, STATE, *[WHOLE] * 9))
def from_corridor(rules, state, at, steps, level, cards, can_swim, actions, ways, before_roll, sheltered):
    """Best outlook from corridor space `at`, reached after `steps` actions.

    A sheltered adventurer may let the boulder pass and follow it; only a bridge or a river overtakes it then.
    """
    boulder = np.int64(state.boulder)
    last = np.int64(rules.last_space)
    ahead = boulder < at
    whole = steps + last + 1 - at
    best = -1.0
    if ahead:
        best = exposed(rules, state, level, at, steps, last, actions, before_roll) - STEP_COST * whole
    else:
        best = -STEP_COST * whole
    near = np.int64(rules.near_end)
    far = np.int64(rules.far_end)
    waited = steps
    if ahead and sheltered:  # while the boulder comes up and passes, actions are lost
        waited = max(steps, passing_actions(rules, level, at - boulder))
    if ways & BY_BRIDGE and at <= near and state.planks > 0:
        crossed = whole - (far - near) + 2
        holds = 1.0 - falls(level, state.planks)
        if ahead:
            chance = exposed(rules, state, level, at, steps, near, actions, before_roll)
            chance = min(chance, run(rules, state, level, crossed, actions, last, before_roll))
            best = max(best, chance * holds - STEP_COST * crossed)
        if not ahead or sheltered:
            extra = waited - steps
            chance = run(rules, state, level, waited + near - at + 3, actions, far, before_roll)
            chance = min(chance, run(rules, state, level, crossed + extra, actions, last, before_roll))
            best = max(best, chance * holds * PATIENCE - STEP_COST * (crossed + extra))
    dive = max(at, np.int64(rules.first_dive))
    if ways & BY_RIVER and rules.steps[dive] == 3 and dive < near and rules.landing > at:
        wet = np.int64(rules.river_spaces) - (dive - rules.first_dive)
        out = steps + dive - at + 1 + wet
        dry = out + last + 1 - rules.landing
        kept = survives_river(rules, level, cards, can_swim)
        if ways & LOVES_RIVER:
            kept *= FONDNESS
        chance = run(rules, state, level, dry, actions, last, before_roll)
        chance = min(chance, run(rules, state, level, out + 1, actions, np.int64(rules.landing), before_roll))
        if ahead:
            dived = exposed(rules, state, level, at, steps, dive, actions, before_roll)
            best = max(best, min(chance, dived) * kept - STEP_COST * dry)
        if not ahead or sheltered:
            best = max(best, chance * kept * PATIENCE - STEP_COST * (dry + waited - steps))
    return best


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


@rule
def safety(clues):
    """Chance to cross four slabs unseen with so many traps known."""
    return (1.0 - (ZONES - clues) / (LAVA_SPACES - 2.0 - clues)) ** LAVA_SIDE


@rule
def crossing(rules, state, at, lava):
    """A way over the slabs: the corridor spaces where it begins and ends, its actions, the chance to survive it.

    While the room is masked only the number of clues tells how dangerous it is.
    """
    after = np.int64(rules.opens_sun_b) + 1
    if not state.unmasked:
        entry = max(at, np.int64(rules.opens_sun_a) - LAVA_SIDE)
        return entry, after + LAVA_SIDE - 1, MASKED_WALK, safety(np.int64(lava[CLUES, 0]))
    column = best_column(rules, at, lava)
    if column < 0:
        return at, after, 0, 0.0
    safe = survival(lava[ONTO, column] - 1.0 + slab_danger(lava, column))
    entry = np.int64(rules.opens_sun_a) - 1 - column
    return entry, after + np.int64(lava[EXIT, column]), 1 + np.int64(lava[WALK, column]), safe


@rule(REAL(RULES, STATE, *[WHOLE] * 9, MAP))
def across_lava(rules, state, at, steps, level, cards, can_swim, actions, ways, before_roll, sheltered, lava):
    """Best outlook from a corridor space before the lava room by way of its slabs."""
    entry, end, walk, safe = crossing(rules, state, at, lava)
    if safe <= 0.0:
        return -1.0
    boulder = np.int64(state.boulder)
    entered = steps + entry - at + 1
    best = -1.0
    if boulder >= entry or boulder < at:
        best = from_corridor(
            rules, state, end, entered + walk - 1, level, cards, can_swim, actions, ways, before_roll, 1
        )
    if boulder < at:
        best = min(best, exposed(rules, state, level, at, steps, entry, actions, before_roll))
    if boulder < entry and (sheltered or boulder >= at):  # let the boulder roll past the entry first
        waited = max(entered, passing_actions(rules, level, entry - boulder))
        followed = from_corridor(
            rules, state, end, waited + walk - 1, level, cards, can_swim, actions, ways, before_roll, 1
        )
        best = max(best, followed * PATIENCE if followed > 0.0 else followed)
    return best * safe if best > 0.0 else best


@rule(REAL(RULES, STATE, *[WHOLE] * 10, MAP))
def along(rules, state, seat, at, steps, level, cards, can_swim, actions, ways, before_roll, sheltered, lava):
    """Best outlook from a corridor space, round the lava room or across it."""
    at = np.int64(at)
    best = from_corridor(rules, state, at, steps, level, cards, can_swim, actions, ways, before_roll, sheltered)
    if ways & BY_LAVA and at < rules.opens_sun_a:
        crossed = across_lava(
            rules, state, at, steps, level, cards, can_swim, actions, ways, before_roll, sheltered, lava
        )
        best = max(best, crossed)
    return best


@rule(REAL(RULES, STATE, *[WHOLE] * 8, MAP))
def out_of_walls(rules, state, seat, space, level, cards, can_swim, actions, ways, before_roll, lava):
    """Best outlook from the walls room or the entrance; whoever is still inside may be crushed this turn."""
    first = np.int64(state.left_wall)
    if space == ENTRANCE:
        if state.walls_closed:
            return -1.0
        down = ZONES + 1
        column = max((np.int64(rules.walls_columns) - 1) // 2, first)
    else:
        down = ZONES - (space - WALLS) // MAX_COLUMNS
        column = (space - WALLS) % MAX_COLUMNS
    exit_space = rules.first_exit + rules.walls_columns - 1 - column
    if state.boulder + SOON >= exit_space:  # walk inside the room as far as the left wall lets one
        down += column - first
        exit_space += column - first
    chance = along(rules, state, seat, exit_space, down, level, cards, can_swim, actions, ways, before_roll, 1, lava)
    if chance > 0.0 and down > actions and not before_roll:
        chance *= 1.0 - walls_meet_now(rules, state)
    return chance


@rule(REAL(RULES, STATE, *[WHOLE] * 7, MAP))
def outlook(rules, state, seat, space, actions, cards, level, ways, before_roll, lava):
    """Chance to get out from a space with so many actions left this turn, a little less for a longer way.

    `level` is the load level of the turns to come; `ways` are the shortcuts that are considered; `lava` is the map of
    the lava room.
    """
    if space == OUTSIDE:
        return 1.0
    can_swim = can_use(state, seat, Ability.SWIMMING)
    if space == BRIDGE:
        far = np.int64(rules.far_end)
        return from_corridor(rules, state, far, 1, level, cards, can_swim, actions, ways, before_roll, 1)
    if RIVER <= space < BRIDGE:
        steps = rules.last_river_space - space + 1
        landing = np.int64(rules.landing)
        chance = from_corridor(rules, state, landing, steps, level, cards, can_swim, actions, 0, before_roll, 1)
        return chance * survives_river(rules, level, cards, can_swim) if chance > 0.0 else chance
    if LAVA <= space < WALLS:
        slab = space - LAVA
        if lava[WALK, slab] >= FAR:
            return -1.0
        walk = np.int64(lava[WALK, slab])
        end = rules.opens_sun_b + 1 + np.int64(lava[EXIT, slab])
        chance = from_corridor(rules, state, end, walk, level, cards, can_swim, actions, ways, before_roll, 1)
        return chance * survival(slab_danger(lava, slab)) if chance > 0.0 else chance
    if space < LAVA:
        return along(rules, state, seat, space, 0, level, cards, can_swim, actions, ways, before_roll, 0, lava)
    return out_of_walls(rules, state, seat, space, level, cards, can_swim, actions, ways, before_roll, lava)
