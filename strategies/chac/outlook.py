"""The outlook of an adventurer: the chance to get out alive from a space, a little less for a longer way.

Ways out are few and known by their lengths: round the lava room or across it, by river, by bridge or the long way. For
each the exact odds are taken at the places where the boulder comes closest; the worst of them stands for the way.
Only what the seat may know is read: its own clues and peeks, what lies open, the boulder, the walls.
"""

import numpy as np
from numba import types

from simulator.engine.kernel import rule
from simulator.games.chac.rules import BRIDGE, ENTRANCE, LAVA, LAVA_SIDE, MAX_COLUMNS, OUTSIDE, RIVER, WALLS, ZONES
from strategies.chac.lava import EXIT, FAR, MAP, ONTO, WALK, best_column, safety, slab_danger, survival
from strategies.chac.odds import REAL, RULES, STATE, WHOLE, falls, in_time, survives_river, walls_meet_now

# A trip is an array: the load level of the turns to come, cards, whether Swimming is left, actions left this turn, the
# shortcuts considered, 1 if this turn's actions are still to be rolled, traps known, and how much the river is liked.
TRIP = types.float64[::1]
LEVEL, CARDS, SWIMS, ACTIONS, WAYS, BEFORE_ROLL, CLUES, FONDNESS, TRIP_SIZE = range(9)
BY_LAVA, BY_RIVER, BY_BRIDGE = 1, 2, 4
STEP_COST = 0.0005  # of two equally safe ways the shorter one is better
STRIDE = 4  # actions of a usual turn
SOON = 6  # spaces that the boulder may come in a turn, and one more
DIVE_STEPS = 3  # a corridor space between the lava room and the bridge with so many neighbours is a place to dive
PATIENCE = 0.7  # how much of the odds of overtaking the boulder from behind holds in play
MASKED_WALK = 6  # actions that a crossing takes before one has seen the slabs


@rule
def considers(trip, way):
    """Whether a shortcut is considered on this trip."""
    return np.int64(trip[WAYS]) & way != 0


@rule
def keeps_in_river(rules, trip):
    """Chance to leave the river alive, times the share of the treasure kept, to the trip's liking."""
    kept = survives_river(rules, np.int64(trip[LEVEL]), np.int64(trip[CARDS]), np.int64(trip[SWIMS]))
    return kept * trip[FONDNESS]


@rule(REAL(RULES, STATE, TRIP, WHOLE, WHOLE))
def run(rules, state, trip, index, need):
    """Chance to leave corridor space `index` with the `need`-th action before the boulder gets there."""
    late = need - np.int64(trip[ACTIONS])
    room = index - state.boulder
    return in_time(rules, state.turn, np.int64(trip[LEVEL]), late, room, np.int64(trip[BEFORE_ROLL]))


@rule(REAL(RULES, STATE, TRIP, WHOLE, WHOLE, WHOLE))
def exposed(rules, state, trip, at, steps, until):
    """Chance to stay ahead of the boulder from one corridor space to another, the last left with one more action.

    Looked at where the walk begins, where this turn's actions and the next ones end, and where it ends itself.
    """
    actions = np.int64(trip[ACTIONS])
    chance = run(rules, state, trip, until, steps + until - at + 1)
    if steps + 1 > actions:
        chance = min(chance, run(rules, state, trip, at, steps + 1))
    rest = at + max(actions - steps, 0)
    for _ in range(2):
        if rest < until:
            chance = min(chance, run(rules, state, trip, rest, steps + rest - at + 1))
        rest += STRIDE
    return chance


@rule
def waiting(rules, state, trip, at, steps):
    """Actions lost at a shelter while the boulder comes up to a corridor space and passes it."""
    if state.boulder >= at:
        return 0
    passing = (at - state.boulder) * (7 - trip[LEVEL]) / max(7 - rules.boulder_advances_on, 1)
    return max(0, np.int64(passing) + 1 - steps)


@rule(REAL(RULES, STATE, TRIP, WHOLE, WHOLE, WHOLE))
def by_bridge(rules, state, trip, at, steps, sheltered):
    """Outlook over the bridge: ahead of the boulder, or behind it to overtake it on the far side."""
    near = np.int64(rules.near_end)
    last = np.int64(rules.last_space)
    ahead = state.boulder < at
    crossed = steps + last + 1 - at - (rules.far_end - near) + 2
    holds = 1.0 - falls(np.int64(trip[LEVEL]), state.planks)
    best = -1.0
    if ahead:
        chance = exposed(rules, state, trip, at, steps, near)
        chance = min(chance, run(rules, state, trip, last, crossed))
        best = chance * holds - STEP_COST * crossed
    if not ahead or sheltered:
        lost = waiting(rules, state, trip, at, steps)
        chance = run(rules, state, trip, np.int64(rules.far_end), steps + lost + near - at + 3)
        chance = min(chance, run(rules, state, trip, last, crossed + lost))
        best = max(best, chance * holds * PATIENCE - STEP_COST * (crossed + lost))
    return best


@rule(REAL(RULES, STATE, TRIP, WHOLE, WHOLE, WHOLE, WHOLE))
def by_river(rules, state, trip, at, steps, dive, sheltered):
    """Outlook down the river from a place to dive: ahead of the boulder, or behind it to land before it comes."""
    last = np.int64(rules.last_space)
    landing = np.int64(rules.landing)
    ahead = state.boulder < at
    out = steps + dive - at + 1 + rules.river_spaces - (dive - rules.first_dive)
    dry = out + last + 1 - landing
    kept = keeps_in_river(rules, trip)
    chance = min(run(rules, state, trip, last, dry), run(rules, state, trip, landing, out + 1))
    best = -1.0
    if ahead:
        best = min(chance, exposed(rules, state, trip, at, steps, dive)) * kept - STEP_COST * dry
    if not ahead or sheltered:
        lost = waiting(rules, state, trip, at, steps)
        best = max(best, chance * kept * PATIENCE - STEP_COST * (dry + lost))
    return best


@rule(REAL(RULES, STATE, TRIP, WHOLE, WHOLE, WHOLE))
def from_corridor(rules, state, trip, at, steps, sheltered):
    """Best outlook from corridor space `at`, reached after `steps` actions, without the lava room.

    A sheltered adventurer may let the boulder pass and follow it; only a bridge or a river overtakes it then.
    """
    last = np.int64(rules.last_space)
    whole = steps + last + 1 - at
    best = -STEP_COST * whole
    if state.boulder < at:
        best += exposed(rules, state, trip, at, steps, last)
    if considers(trip, BY_BRIDGE) and at <= rules.near_end and state.planks > 0:
        best = max(best, by_bridge(rules, state, trip, at, steps, sheltered))
    dive = max(at, np.int64(rules.first_dive))
    if considers(trip, BY_RIVER) and dive < rules.near_end and rules.steps[dive] == DIVE_STEPS and rules.landing > at:
        best = max(best, by_river(rules, state, trip, at, steps, dive, sheltered))
    return best


@rule
def crossing(rules, state, trip, at, lava):
    """A way over the slabs: the corridor spaces where it begins and ends, its actions, the chance to survive it.

    While the room is masked only the number of clues tells how dangerous it is.
    """
    after = np.int64(rules.opens_sun_b) + 1
    if not state.unmasked:
        entry = max(at, np.int64(rules.opens_sun_a) - LAVA_SIDE)
        return entry, after + LAVA_SIDE - 1, MASKED_WALK, safety(np.int64(trip[CLUES]))
    column = best_column(rules, at, lava)
    if column < 0:
        return at, after, 0, 0.0
    safe = survival(lava[ONTO, column] - 1.0 + slab_danger(lava, column))
    entry = np.int64(rules.opens_sun_a) - 1 - column
    return entry, after + np.int64(lava[EXIT, column]), 1 + np.int64(lava[WALK, column]), safe


@rule(REAL(RULES, STATE, TRIP, WHOLE, WHOLE, WHOLE, MAP))
def across_lava(rules, state, trip, at, steps, sheltered, lava):
    """Best outlook from a corridor space before the lava room by way of its slabs."""
    entry, end, walk, safe = crossing(rules, state, trip, at, lava)
    if safe <= 0.0:
        return -1.0
    boulder = np.int64(state.boulder)
    entered = steps + entry - at + 1
    best = -1.0
    if boulder >= entry or boulder < at:
        best = from_corridor(rules, state, trip, end, entered + walk - 1, 1)
    if boulder < at:
        best = min(best, exposed(rules, state, trip, at, steps, entry))
    if boulder < entry and (sheltered or boulder >= at):  # let the boulder roll past the entry first
        lost = waiting(rules, state, trip, entry, entered)
        followed = from_corridor(rules, state, trip, end, entered + lost + walk - 1, 1)
        best = max(best, followed * PATIENCE if followed > 0.0 else followed)
    return best * safe if best > 0.0 else best


@rule(REAL(RULES, STATE, TRIP, WHOLE, WHOLE, WHOLE, MAP))
def along(rules, state, trip, at, steps, sheltered, lava):
    """Best outlook from a corridor space, round the lava room or across it."""
    best = from_corridor(rules, state, trip, at, steps, sheltered)
    if considers(trip, BY_LAVA) and at < rules.opens_sun_a:
        best = max(best, across_lava(rules, state, trip, at, steps, sheltered, lava))
    return best


@rule(REAL(RULES, STATE, TRIP, WHOLE, MAP))
def out_of_walls(rules, state, trip, space, lava):
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
    exit_space = np.int64(rules.first_exit) + rules.walls_columns - 1 - column
    if state.boulder + SOON >= exit_space:  # walk inside the room as far as the left wall lets one
        down += column - first
        exit_space += column - first
    chance = along(rules, state, trip, exit_space, down, 1, lava)
    if chance > 0.0 and down > trip[ACTIONS] and trip[BEFORE_ROLL] == 0.0:
        chance *= 1.0 - walls_meet_now(rules, state)
    return chance


@rule(REAL(RULES, STATE, TRIP, WHOLE))
def out_of_river(rules, state, trip, space):
    """Outlook from a river space: down to the last one, out if the dice allow it, and on along the corridor."""
    shortcuts = trip[WAYS]
    trip[WAYS] = 0.0
    steps = rules.last_river_space - space + 1
    chance = from_corridor(rules, state, trip, np.int64(rules.landing), steps, 1)
    trip[WAYS] = shortcuts
    return chance * keeps_in_river(rules, trip) if chance > 0.0 else chance


@rule(REAL(RULES, STATE, TRIP, WHOLE, MAP))
def outlook(rules, state, trip, space, lava):
    """Chance to get out from a space on a trip."""
    if space == OUTSIDE:
        return 1.0
    if space == BRIDGE:
        return from_corridor(rules, state, trip, np.int64(rules.far_end), 1, 1)
    if RIVER <= space < BRIDGE:
        return out_of_river(rules, state, trip, space)
    if LAVA <= space < WALLS:
        slab = space - LAVA
        if lava[WALK, slab] >= FAR:
            return -1.0
        end = rules.opens_sun_b + 1 + np.int64(lava[EXIT, slab])
        chance = from_corridor(rules, state, trip, end, np.int64(lava[WALK, slab]), 1)
        return chance * survival(slab_danger(lava, slab)) if chance > 0.0 else chance
    if space < LAVA:
        return along(rules, state, trip, space, 0, 0, lava)
    return out_of_walls(rules, state, trip, space, lava)
