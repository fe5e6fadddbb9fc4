"""The race against the boulder: chances to stay ahead of it, and the time lost behind it."""

import numpy as np

from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.strategies.chac.mind import PLAYER, REAL, STATE, WHOLE
from digsite.strategies.chac.tables import MAX_LATE, MAX_ROOM

STRIDE = 4  # actions of a usual turn
LONGEST_GAP = 12  # spaces


@inlined
def run(state, player, index, need):
    """Return the chance to leave corridor space `index` with the `need`-th action before the boulder gets there."""
    notes = player.notes
    late = max(min(need - notes.actions, MAX_LATE - 1), 0)
    room = max(min(index - state.boulder, MAX_ROOM - 1), 0)
    return np.float64(player.tables.in_time[notes.row, room, late])


@rule(REAL(STATE, PLAYER, WHOLE, WHOLE, WHOLE))
def exposed(state, player, at, steps, until):
    """Return the chance to stay ahead of the boulder between two corridor spaces, the last left with one more action.

    Checked where the walk begins, where this turn's actions and the next ones end, and where it ends. If the walk ends
    before a check, that check falls on its end: a branch would cost more than the check.
    """
    onwards = steps - at + 1
    rest = at + max(player.notes.actions - steps, 0)
    later = rest + STRIDE
    rest = min(rest, until)
    later = later if later + STRIDE < until else until
    ends = min(run(state, player, until, until + onwards), run(state, player, at, at + onwards))
    rests = min(run(state, player, rest, rest + onwards), run(state, player, later, later + onwards))
    return min(player.notes.cap, ends, rests)


@rule
def turns_until_past(state, player, at):
    """Return the turns until the boulder has rolled past a corridor space, on average."""
    return np.int64(player.tables.waits[player.notes.clock // 2, max(at + 1 - state.boulder, 0)])


@rule
def waiting(state, player, at, steps):
    """Return the actions lost behind the boulder until it has passed a corridor space that is `steps` actions away."""
    notes = player.notes
    turns = turns_until_past(state, player, at)
    if turns == 0:
        return 0
    if notes.clock % 2 == 0:
        turns -= 1  # it rolls before the next turn's actions
    passing = np.int64(notes.actions + player.tables.rolled[turns, notes.level])
    return max(passing - steps, 0)


@rule
def may_follow(state, at):
    """Return whether the boulder is near enough to consider letting it pass."""
    return at - state.boulder < LONGEST_GAP
