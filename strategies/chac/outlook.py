"""The outlook of an adventurer: the worth of a place, by the best plan from there.

Plans are few and known by their lengths: round the lava room or across it, past the alcoves, by river, by bridge or the
long way, and how often to search on the way. A plan is worth the chance to get out times what it brings out. The
chance uses exact odds at the places where the boulder comes closest; the worst of them stands for the way.
Only what the seat may know is read: its own clues and peeks, what lies open, the boulder, the walls.
"""

import numpy as np

from digsite.simulator.games.chac.rules import (
    BRIDGE,
    ENTRANCE,
    LAVA,
    LAVA_SIDE,
    MAX_COLUMNS,
    OUTSIDE,
    RIVER,
    SMALL_ALCOVES,
    WALLS,
    ZONES,
)
from digsite.simulator.games.chac.state import Slab
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.strategies.chac.crossing import across_lava, out_of_lava
from digsite.strategies.chac.lava import UNREACHED
from digsite.strategies.chac.mind import FAR, PLAYER, REAL, RULES, STATE, WALL_TURNS, WHOLE
from digsite.strategies.chac.odds import opens
from digsite.strategies.chac.pack import carry
from digsite.strategies.chac.race import exposed, turns_until_past
from digsite.strategies.chac.ways import from_corridor, swim

ROW_COST = 0.002  # go through the walls room first and sideways later, since walls push back those who went sideways
SOON = 6  # spaces that the boulder may move in a turn, and one more
ALCOVE_FINDS = 2  # alcoves that a plan counts on
ROLLS = 2  # rolls that a plan reserves for a lock


@inlined
def past_alcoves(rules, state, player, at, steps):
    """Return the best outlook from a corridor space ahead of the boulder when locks are picked on the way."""
    notes, style = player.notes, player.style
    cards, stake, cap = notes.cards, notes.stake, notes.cap
    chance = opens(player, np.int64(rules.alcoves_numbers), np.int64(rules.alcoves_numbers), ROLLS)
    gain = chance * rules.treasure_alcove * style.alcoves
    first = np.int64(rules.opens_sun_a) + 1
    best = -FAR
    opened = 0
    for alcove in range(SMALL_ALCOVES):
        space = first + alcove
        if state.alcove_owner[alcove] >= 0 or space < at or cards + opened >= style.cards_alcoves:
            continue
        if opened == 0:
            notes.cap = exposed(state, player, at, steps, space)
        opened += 1
        carry(rules, player, cards + opened, stake + opened * gain)
        value = from_corridor(rules, state, player, space, steps + space - at + ROLLS * opened, 0)
        if value <= best or opened == ALCOVE_FINDS:
            best = max(best, value)
            break
        best = value
    notes.cap = cap
    if opened > 0:
        carry(rules, player, cards, stake)
    return best


@rule
def hold_back(rules, state, player, at, steps):
    """Behind the boulder this turn's actions lead no further than up to it, unless a way branches off before."""
    notes = player.notes
    branch = rules.first_dive if at >= rules.opens_sun_a else rules.opens_sun_a - LAVA_SIDE
    if state.boulder <= branch:
        notes.actions = min(notes.actions, steps + max(state.boulder - 1 - at, 0))


@rule(REAL(RULES, STATE, PLAYER, WHOLE, WHOLE, WHOLE))
def along(rules, state, player, at, steps, sheltered):
    """Return the best outlook from a corridor space, round the lava room or across it."""
    notes, style = player.notes, player.style
    if state.boulder >= at:
        hold_back(rules, state, player, at, steps)
    best = from_corridor(rules, state, player, at, steps, sheltered)
    if notes.crosses and at < rules.opens_sun_a:
        best = across_lava(rules, state, player, at, steps, sheltered, best)
    if notes.cards < style.cards_alcoves and state.boulder < at < rules.opens_sun_b:
        best = max(best, past_alcoves(rules, state, player, at, steps))
    return best


@inlined
def out_of_walls(rules, state, player, space):
    """Return the best outlook from the walls room or the entrance; those still inside may be crushed this turn."""
    notes = player.notes
    first = np.int64(state.left_wall)
    if space == ENTRANCE:
        if state.walls_closed:
            return -FAR
        down = ZONES + 1
        zone = 0
        column = max((np.int64(rules.walls_columns) - 1) // 2, first)
    else:
        zone = (space - WALLS) // MAX_COLUMNS
        down = ZONES - zone
        column = (space - WALLS) % MAX_COLUMNS
    exit_space = np.int64(rules.first_exit) + rules.walls_columns - 1 - column
    if state.boulder + SOON >= exit_space:  # walk inside the room as far as the left wall allows
        down += column - first
        exit_space += column - first
    if state.boulder < exit_space:
        stuck = min(turns_until_past(state, player, exit_space), WALL_TURNS) - 1
        notes.trust *= 1.0 - notes.crushed[max(stuck, 0)]
    notes.in_walls = exit_space
    notes.unread = 0
    for later in range(zone, ZONES):
        notes.unread += not notes.read >> later & 1
    value = along(rules, state, player, exit_space, down, 1) - ROW_COST * (down if space == ENTRANCE else ZONES - zone)
    if value > 0.0 and down > notes.actions and notes.clock % 2 == 0:
        value *= 1.0 - notes.crushed[0]
    return value


@rule(REAL(RULES, STATE, PLAYER, WHOLE))
def outlook(rules, state, player, space):
    """Return the worth of a space on the current trip."""
    notes, style = player.notes, player.style
    notes.cap = 1.0
    notes.trust = style.patience
    notes.in_walls = 0
    if space == OUTSIDE:
        return notes.prize
    if space == BRIDGE:
        return from_corridor(rules, state, player, np.int64(rules.far_end), 1, 1)
    if RIVER <= space < BRIDGE:
        return swim(rules, state, player, space, 0, notes.fresh, 1.0)
    if LAVA <= space < WALLS:
        slab = space - LAVA
        if notes.walk[slab] >= UNREACHED:
            return -FAR
        end = rules.opens_sun_b + 1 + notes.exit[slab]
        walk, finds = notes.walk[slab], notes.finds[slab]
        if state.slab[slab] <= Slab.TREASURE:
            finds += notes.fresh
        value = out_of_lava(rules, state, player, end, walk, finds)
        return value * notes.safe[slab] if value > 0.0 else value
    if space < LAVA:
        return along(rules, state, player, space, 0, 0)
    return out_of_walls(rules, state, player, space)


@rule(REAL(RULES, STATE, PLAYER, WHOLE, WHOLE, WHOLE))
def prospect(rules, state, player, space, actions, load):
    """Return the worth of a position. Cards that weigh too much can be dropped when the next turn begins.

    So the better of two loads counts: what is carried or the best of it one level lower; with MORE, plus one card.
    """
    notes, style = player.notes, player.style
    notes.actions = actions
    cards, light = notes.held[load], notes.light[load]
    carry(rules, player, cards, notes.held_stake[load])
    best = outlook(rules, state, player, space)
    if light < cards and rules.load_dropping:
        carry(rules, player, light, notes.light_stake[load])
        best = max(best, outlook(rules, state, player, space) / style.cling)
    return best
