"""List all options of the current decision."""

from digsite.simulator.games.chac.moves.actions import can_enter, can_peek_at, deck_here, leap_allowed, sprint_allowed
from digsite.simulator.games.chac.moves.corridor import ALL_DICE, can_force
from digsite.simulator.games.chac.moves.fate import ability, can_use
from digsite.simulator.games.chac.moves.loading import stamina_still_counts
from digsite.simulator.games.chac.moves.river import can_pay, in_river
from digsite.simulator.games.chac.moves.types import TYPES
from digsite.simulator.games.chac.moves.walls_room import in_walls_room, zone_of
from digsite.simulator.games.chac.options import (
    FORCE,
    KEEP,
    LEAVE,
    SPARE,
    STAMINA,
    USE,
    WAIT,
    Action,
    Rescue,
    option_of,
)
from digsite.simulator.games.chac.rules import BRIDGE, CARD_KINDS
from digsite.simulator.games.chac.state import LOCK_DICE, Ability, Decision
from digsite.simulator.kernel.jit.compile import rule


@rule
def card_options(state, options, n):
    """List every kind of card that is held."""
    for kind in range(CARD_KINDS):
        if state.kind_held[state.seat, kind] > 0:
            options[n] = kind
            n += 1
    return n


@rule
def load_options(rules, state, options):
    """List the loads: drop any card, keep the rest, or keep it with Stamina."""
    seat = state.seat
    options[0] = KEEP
    n = 1
    if can_use(state, seat, Ability.STAMINA):
        options[n] = STAMINA
        n += 1
    return card_options(state, options, n) if rules.load_dropping else n


@rule
def ability_options(rules, state, seat, options, n):
    """Sprint and Linguistics cost no action, Leap costs one; each works once. Stamina may come now by one ruling only."""
    space = state.space[seat]
    own = ability(state, seat)
    if own == Ability.SPRINT:
        if not in_river(space):
            for i in range(rules.steps[space]):
                if sprint_allowed(rules, state, rules.step_to[space, i]):
                    options[n] = option_of(Action.SPRINT, int(rules.step_to[space, i]))
                    n += 1
    elif own == Ability.LINGUISTICS:
        for i in range(rules.steps[space]):
            if can_peek_at(state, rules.step_to[space, i]):
                options[n] = option_of(Action.PEEK, int(rules.step_to[space, i]))
                n += 1
    elif own == Ability.LEAP and state.actions[seat] > 0:
        for i in range(rules.leaps[space]):
            if leap_allowed(rules, state, space, i):
                options[n] = option_of(Action.LEAP, int(rules.leap_to[space, i]))
                n += 1
    elif state.actions[seat] > 0 and stamina_still_counts(rules, state, seat):
        options[n] = option_of(Action.STAMINA, 0)
        n += 1
    return n


@rule
def act_options(rules, state, options):
    """List everything the seat's adventurer can do now; it may always stop."""
    seat = state.seat
    space = state.space[seat]
    options[0] = option_of(Action.STOP, 0)
    n = 1
    if state.actions[seat] > 0:
        for i in range(rules.steps[space]):
            if can_enter(rules, state, rules.step_to[space, i]):
                options[n] = option_of(Action.STEP, int(rules.step_to[space, i]))
                n += 1
        if deck_here(rules, state, seat) >= 0:
            options[n] = option_of(Action.SEARCH, 0)
            n += 1
        if in_walls_room(space) and not state.deciphered[seat] >> zone_of(space) & 1:
            options[n] = option_of(Action.DECIPHER, 0)
            n += 1
        if rules.alcove_at[space] >= 0 and state.alcove_owner[rules.alcove_at[space]] < 0:
            options[n] = option_of(Action.PICK, 0)
            n += 1
        if space == BRIDGE:
            options[n] = option_of(Action.HOP, 0)
            n += 1
    if not state.ability_used[seat, state.second[seat]]:
        n = ability_options(rules, state, seat, options, n)
    return n


@rule
def lock_options(rules, state, options):
    """Leave the lock, force it, or pay an action to reroll any of the dice; equal dice are interchangeable."""
    seat = state.seat
    options[0] = LEAVE
    n = 1
    if can_force(rules, state, seat, rules.alcove_at[state.space[seat]]):
        options[n] = FORCE
        n += 1
    if state.actions[seat] == 0:
        return n
    twin = 0  # dice equal to the one before them
    for i in range(1, LOCK_DICE):
        if state.dice[i] == state.dice[i - 1]:
            twin |= 1 << i
    for chosen in range(1, ALL_DICE + 1):
        if chosen & twin & ~(chosen << 1) == 0:
            options[n] = chosen
            n += 1
    return n


@rule
def river_options(rules, state, options):
    """Fall, pay with treasure for every fatal die, or swim past one of them."""
    options[0] = Rescue.FALL
    n = 1
    if can_pay(rules, state, state.seat):
        options[n] = Rescue.PAY
        n += 1
    if can_use(state, state.seat, Ability.SWIMMING):
        options[n] = Rescue.SWIM
        n += 1
    return n


@rule
def replacement_options(state, options):
    """Wait, or come down through an open Sun."""
    options[0] = WAIT
    n = 1
    for sun in range(2):
        if state.sun_open[sun]:
            options[n] = sun + 1
            n += 1
    return n


@rule(TYPES.legal)
def legal(rules, state, options):
    """List all options of the current decision."""
    decision = state.decision
    if decision == Decision.ACT:
        return act_options(rules, state, options)
    if decision == Decision.LOAD:
        return load_options(rules, state, options)
    if decision == Decision.LOCK:
        return lock_options(rules, state, options)
    if decision == Decision.RIVER:
        return river_options(rules, state, options)
    if decision == Decision.REPLACEMENT:
        return replacement_options(state, options)
    if decision == Decision.SACRIFICE:
        return card_options(state, options, 0)
    if decision == Decision.STAMINA:
        options[0] = SPARE
        options[1] = USE
        return 2
    options[0] = 0  # who enters first
    options[1] = 1
    return 2
