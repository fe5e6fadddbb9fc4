"""The race against the boulder: chances to stay ahead of it, and the time lost behind it."""

import numpy as np

from simulator.games.chac.rules import MAX_TURN_DICE
from simulator.kernel.compile import rule
from strategies.chac.mind import PLAYER, REAL, RULES, STATE, WHOLE
from strategies.chac.tables import MAX_LATE, MAX_ROOM

STRIDE = 4  # actions of a usual turn
LONGEST_GAP = 12  # spaces
LONGEST_WAIT = 12  # turns


@rule(REAL(STATE, PLAYER, WHOLE, WHOLE))
def run(state, player, index, need):
    """Chance to leave corridor space `index` with the `need`-th action before the boulder gets there."""
    notes = player.notes
    late = need - notes.actions
    room = index - state.boulder
    if late <= 0:
        return 1.0
    if room <= 0:
        return 0.0
    return np.float64(player.tables.in_time[notes.row, min(late, MAX_LATE - 1), min(room, MAX_ROOM - 1)])


@rule(REAL(STATE, PLAYER, WHOLE, WHOLE, WHOLE))
def exposed(state, player, at, steps, until):
    """Chance to stay ahead of the boulder from one corridor space to another, the last left with one more action.

    Looked at where the walk begins, where this turn's actions and the next ones end, and where it ends itself.
    """
    actions = player.notes.actions
    chance = min(player.notes.cap, run(state, player, until, steps + until - at + 1))
    if steps + 1 > actions:
        chance = min(chance, run(state, player, at, steps + 1))
    rest = at + max(actions - steps, 0)
    if at < rest < until:
        chance = min(chance, run(state, player, rest, steps + rest - at + 1))
    rest += STRIDE
    if rest + STRIDE < until:
        chance = min(chance, run(state, player, rest, steps + rest - at + 1))
    return chance


@rule(WHOLE(RULES, STATE, PLAYER, WHOLE))
def turns_until_past(rules, state, player, at):
    """Turns until the boulder has rolled past a corridor space, on average."""
    spaces = 6.0 * (at + 1 - state.boulder)
    turn = player.notes.clock // 2
    turns = 0
    while spaces > 0.0 and turns < LONGEST_WAIT:
        spaces -= rules.boulder_dice_on_turn[min(turn, MAX_TURN_DICE)] * max(7 - rules.boulder_advances_on, 0)
        turn += 1
        turns += 1
    return turns


@rule(WHOLE(RULES, STATE, PLAYER, WHOLE, WHOLE))
def waiting(rules, state, player, at, steps):
    """Actions lost behind the boulder until it has rolled past a corridor space that is `steps` actions away."""
    notes = player.notes
    turns = turns_until_past(rules, state, player, at)
    if turns == 0:
        return 0
    if notes.clock % 2 == 0:
        turns -= 1  # it rolls before the next turn's actions
    passing = np.int64(notes.actions + turns * rules.dice_actions * (7.0 - notes.level) / 6.0)
    return max(passing - steps, 0)


@rule
def may_follow(state, at):
    """Whether the boulder is near enough to think of letting it pass."""
    return at - state.boulder < LONGEST_GAP


@rule
def slower(player, actions, level):
    """So many actions at a load level, counted as actions at the present one."""
    return np.int64(actions * player.tables.pace[player.notes.level, level] + 0.5)
