"""Decide whether to work at a lock, and which dice to reroll."""

import numpy as np

from digsite.simulator.games.chac.moves.corridor import numbers_missing
from digsite.simulator.games.chac.options import FORCE, LEAVE
from digsite.simulator.games.chac.rules import VAULT
from digsite.simulator.games.chac.state import ALCOVE_TREASURE, LOCK_DICE, VAULT_TREASURE
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.options import index_of
from digsite.strategies.chac.mind import FAR, MORE, NOW, PLAYER, REAL, RULES, STATE, WHOLE
from digsite.strategies.chac.odds import opens
from digsite.strategies.chac.outlook import prospect
from digsite.strategies.chac.pack import add_card


@rule
def lock_numbers(rules, alcove):
    """Return how many numbers open an alcove."""
    return np.int64(rules.vault_numbers if alcove == VAULT else rules.alcoves_numbers)


@rule(REAL(RULES, STATE, WHOLE, PLAYER, WHOLE, WHOLE))
def lock_value(rules, state, seat, player, missing, actions):
    """Return the worth of working at a lock, for as many rolls as pay: the treasure if opened, or the actions lost."""
    space = np.int64(state.space[seat])
    alcove = rules.alcove_at[space]
    kind = VAULT_TREASURE if alcove == VAULT else ALCOVE_TREASURE
    numbers = lock_numbers(rules, alcove)
    add_card(rules, state, seat, player, -1, player.tables.worth[kind] * player.style.alcoves)
    best = -FAR
    won = 0.0
    before = 0.0
    for rolls in range(1, actions + 1):
        chance = opens(player, numbers, missing, rolls)
        won += (chance - before) * prospect(rules, state, player, space, actions - rolls, MORE)
        before = chance
        value = won + (1.0 - chance) * prospect(rules, state, player, space, actions - rolls, NOW)
        if value <= best:
            break
        best = value
    return best


@rule
def work_lock(rules, state, seat, player, options, n):
    """Force the lock if an ability can; else reroll all but one of each number needed while it pays."""
    forced = index_of(options, n, FORCE)
    if forced >= 0:
        return forced
    space = np.int64(state.space[seat])
    alcove = rules.alcove_at[space]
    actions = np.int64(state.actions[seat])
    missing = numbers_missing(rules, state, alcove)
    leaving = prospect(rules, state, player, space, actions, NOW)
    if lock_value(rules, state, seat, player, missing, actions) < leaving:
        return index_of(options, n, LEAVE)
    needed = lock_numbers(rules, alcove)
    reroll = 0
    for i in range(LOCK_DICE):  # of equal dice the kernel rerolls the first ones, so the last one is kept
        repeated = i < LOCK_DICE - 1 and state.dice[i + 1] == state.dice[i]
        if repeated or state.dice[i] > needed:
            reroll |= 1 << i
    return max(index_of(options, n, reroll), 0)
