"""Decisions without weighing: options that no plan begins with, and the only one that remains."""

import numpy as np

from digsite.simulator.games.chac.moves.walls_room import zone_of
from digsite.simulator.games.chac.options import Action, action_of, option_of, what_of
from digsite.simulator.games.chac.rules import BRIDGE, LAVA, MAX_COLUMNS, OUTSIDE, RIVER, WALLS, ZONES
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.options import index_of
from digsite.strategies.chac.lava import PRESSED, pressed


@rule
def run_on(rules, state, seat, options, n):
    """On the last stretch, ahead of the boulder, there is nothing to weigh; return -1 elsewhere."""
    here = np.int64(state.space[seat])
    if here < rules.far_end or here >= LAVA or state.boulder >= here or state.actions[seat] == 0:
        return -1
    return index_of(options, n, option_of(Action.STEP, OUTSIDE if here == rules.last_space else here + 1))


@rule
def pointless_in_walls(rules, state, seat, action, here, space):
    """Going down is sensible; going sideways only if the boulder is close to the way out, towards the lava room."""
    out = rules.first_exit + rules.walls_columns - 1 - (here - WALLS) % MAX_COLUMNS
    close = state.boulder + PRESSED >= out
    if action == Action.STOP:
        return state.actions[seat] > 0 and not close
    if action != Action.STEP or space < WALLS or space == here + MAX_COLUMNS:
        return False
    return not (close and space == here - 1 and zone_of(here) == ZONES - 1)


@rule
def pointless(rules, state, seat, action, space):
    """No plan begins by standing still in front of the boulder, or by going back without need."""
    here = np.int64(state.space[seat])
    if RIVER <= here < BRIDGE:
        return action == Action.STOP
    if WALLS <= here < RIVER:
        return pointless_in_walls(rules, state, seat, action, here, space)
    if here == BRIDGE:
        return action == Action.STEP and space == rules.near_end
    if here >= LAVA:
        return False
    if state.boulder >= here:  # a follower of the boulder waits behind it
        return action == Action.STEP and space == here - 1
    if action == Action.STOP:
        return state.actions[seat] > 0
    if action != Action.STEP or pressed(rules, state, here):
        return False
    if LAVA <= space < WALLS:
        return here >= rules.opens_sun_a
    return space == here - 1 or WALLS <= space < RIVER


@rule
def only_sensible(rules, state, seat, options, n):
    """Return the only sensible option; -1 if there are more."""
    only = -1
    for i in range(n):
        action = action_of(options[i])
        if (
            action == Action.PEEK
            or action == Action.STAMINA
            or pointless(rules, state, seat, action, np.int64(what_of(options[i])))
        ):
            continue
        if only >= 0:
            return -1
        only = i
    return only


@rule
def stamina_first(rules, options, n, chosen):
    """Use Stamina before a step to where the load is tested, if a ruling allows that; else return the chosen option."""
    target = what_of(options[chosen])
    tested = target == BRIDGE or target == rules.last_river_space
    stamina = index_of(options, n, option_of(Action.STAMINA, 0)) if tested else -1
    return stamina if stamina >= 0 else chosen
