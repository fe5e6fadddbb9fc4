"""The corridor: locks to pick, and the boulder."""

from digsite.simulator.games.chac.moves.bridge import smash_bridge
from digsite.simulator.games.chac.moves.fate import can_use, die, use_ability
from digsite.simulator.games.chac.moves.treasure import take_alcove
from digsite.simulator.games.chac.moves.types import NOTHING, RULES, STATE, WHOLE
from digsite.simulator.games.chac.options import FORCE, LEAVE
from digsite.simulator.games.chac.rules import MAX_TURN_DICE, VAULT
from digsite.simulator.games.chac.state import LOCK_DICE, Ability, Cause, Decision, Event, Status, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import EVENTS
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import roll

ALL_DICE = (1 << LOCK_DICE) - 1


@rule
def numbers_missing(rules, state, alcove):
    """Return how many of the numbers that open the alcove do not show."""
    wanted = rules.vault_numbers if alcove == VAULT else rules.alcoves_numbers
    seen = 0
    for i in range(LOCK_DICE):
        seen |= 1 << int(state.dice[i])
    missing = 0
    for number in range(1, wanted + 1):
        if not seen >> number & 1:
            missing += 1
    return missing


@rule
def sort_dice(state):
    """Sort the dice, the lowest first."""
    for i in range(1, LOCK_DICE):
        die_shown = state.dice[i]
        at = i
        while at > 0 and state.dice[at - 1] > die_shown:
            state.dice[at] = state.dice[at - 1]
            at -= 1
        state.dice[at] = die_shown


@rule
def can_force(rules, state, seat, alcove):
    """Lock Picking replaces one missing number."""
    return can_use(state, seat, Ability.LOCK_PICKING) and numbers_missing(rules, state, alcove) == 1


@rule(NOTHING(RULES, STATE, WHOLE, WHOLE, EVENTS))
def roll_lock(rules, state, seat, chosen, events):
    """One action: roll the chosen dice; the alcove opens at once when all its numbers show.

    Otherwise the player decides how to continue, if that is possible.
    """
    alcove = rules.alcove_at[state.space[seat]]
    state.actions[seat] -= 1
    state.lock_rolls[seat] += 1
    for i in range(LOCK_DICE):
        if chosen >> i & 1:
            state.dice[i] = roll(state, Stream.LOCK)
    sort_dice(state)
    shown = 0
    for i in range(LOCK_DICE):
        shown = shown * 10 + int(state.dice[i])
    log(events, Event.LOCK_ROLL, seat, alcove, shown, chosen)
    if numbers_missing(rules, state, alcove) == 0:
        take_alcove(rules, state, seat, alcove, 0, events)
        state.decision = Decision.ACT
    elif state.actions[seat] > 0 or can_force(rules, state, seat, alcove):
        state.decision = Decision.LOCK
    else:
        state.decision = Decision.ACT


@rule
def work_lock(rules, state, option, events):
    """Carry out a decision at a lock."""
    seat = state.seat
    if option == LEAVE:
        log(events, Event.LOCK_LEFT, seat, rules.alcove_at[state.space[seat]], 0, 0)
        state.decision = Decision.ACT
    elif option == FORCE:
        use_ability(state, seat)
        take_alcove(rules, state, seat, rules.alcove_at[state.space[seat]], 1, events)
        state.decision = Decision.ACT
    else:
        roll_lock(rules, state, seat, option, events)


@rule
def open_sun(state, sun, events):
    """The boulder on a corner of the corridor opens the ceiling above the Sun slab next to it."""
    state.sun_open[sun] = True
    state.sun_turn[sun] = state.turn
    log(events, Event.SUN, -1, sun, 0, 0)


@rule
def crush(rules, state, events):
    """Adventurers on a space that the boulder enters die."""
    for seat in range(rules.seats):
        if state.status[seat] == Status.INSIDE and state.space[seat] == state.boulder:
            die(state, seat, Cause.BOULDER, events)


@rule
def roll_boulder(rules, state, events):
    """Roll one die more each turn, up to five; one space for each die that is high enough, no further than the last."""
    shown = 0
    advance = 0
    for _ in range(rules.boulder_dice_on_turn[min(state.turn, MAX_TURN_DICE)]):
        face = roll(state, Stream.BOULDER)
        shown = shown * 10 + face
        advance += face >= rules.boulder_advances_on
    advance = min(advance, rules.last_space - state.boulder)
    log(events, Event.BOULDER, -1, shown, advance, state.boulder + advance)
    for _ in range(advance):
        state.boulder += 1
        crush(rules, state, events)
        if state.boulder == rules.opens_sun_a:
            open_sun(state, 0, events)
        elif state.boulder == rules.opens_sun_b:
            open_sun(state, 1, events)
        elif state.boulder == rules.smashes_bridge_at:
            smash_bridge(rules, state, events)
