"""The phases of a turn, and play up to the next decision."""

from digsite.simulator.games.chac.moves.actions import has_free_option
from digsite.simulator.games.chac.moves.corridor import roll_boulder
from digsite.simulator.games.chac.moves.ending import finish, nobody_plays_on, note_values
from digsite.simulator.games.chac.moves.entering import asks_for_replacement
from digsite.simulator.games.chac.moves.fate import die
from digsite.simulator.games.chac.moves.loading import count_actions, may_adjust, set_load, stamina_still_counts
from digsite.simulator.games.chac.moves.river import leave_river, must_wait
from digsite.simulator.games.chac.moves.walls_room import turn_wall_cards
from digsite.simulator.games.chac.rules import StaminaTime
from digsite.simulator.games.chac.state import TIMELINE, Cause, Decision, EndReason, Event, Phase, Status, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import roll


@rule
def begin_turn(rules, state, events):
    """The dice have passed to the left; Stamina lasts one turn only."""
    if state.turn > 0:
        note_values(rules, state)
        state.keeper = (state.keeper + 1) % rules.seats
    state.turn += 1
    for seat in range(rules.seats):
        state.stamina_now[seat] = 0
    log(events, Event.TURN, state.keeper, state.turn, state.boulder, 0)


@rule
def roll_actions(rules, state, events):
    """One roll for all: an action for each die that shows at least the load level."""
    shown = 0
    for i in range(rules.dice_actions):
        face = roll(state, Stream.ACTIONS)
        shown = shown * 10 + face
        state.action_dice[i] = face
    log(events, Event.ACTION_DICE, state.keeper, shown, 0, 0)
    for seat in range(rules.seats):
        state.actions[seat] = 0
        if state.status[seat] == Status.INSIDE:
            state.turns += 1
            count_actions(rules, state, seat)
            log(events, Event.ACTIONS, seat, state.actions[seat], state.load_level[seat], 0)


@rule
def move_traps(rules, state, events):
    """The walls close in, the boulder rolls; at the last space it seals the exit on everyone inside."""
    if not state.walls_closed:
        turn_wall_cards(rules, state, events)
    roll_boulder(rules, state, events)
    if state.turn <= TIMELINE:
        state.boulder_after[state.turn - 1] = state.boulder
    if state.boulder < rules.last_space:
        return
    log(events, Event.SEALED, -1, state.turn, 0, 0)
    for seat in range(rules.seats):
        if state.status[seat] == Status.INSIDE:
            die(state, seat, Cause.SEALED_IN, events)
    finish(rules, state, EndReason.EXIT_SEALED, events)


@rule
def next_phase(rules, state, events):
    """Once all seats have decided, begin the next phase; carry out what needs no decision."""
    state.done = 0
    if nobody_plays_on(rules, state):
        finish(rules, state, EndReason.NOBODY_INSIDE, events)
    elif state.phase == Phase.LOADING:
        state.phase = Phase.COUNTING if rules.stamina_when == StaminaTime.ANY_TIME else Phase.ACTING
        roll_actions(rules, state, events)
    elif state.phase == Phase.COUNTING:
        state.phase = Phase.ACTING
    elif state.phase == Phase.ACTING:
        state.phase = Phase.REPLACING
        move_traps(rules, state, events)
    else:
        state.phase = Phase.LOADING
        begin_turn(rules, state, events)


@rule
def asks_to_act(rules, state, seat, events):
    """Return whether the seat has a decision in its turn; the river's exit comes first."""
    if state.status[seat] != Status.INSIDE:
        return False
    state.decision = Decision.ACT
    if state.space[seat] == rules.last_river_space and state.actions[seat] > 0:
        if must_wait(rules, state, seat, events):
            return False
        leave_river(rules, state, seat, events)
        if state.decision == Decision.RIVER:
            return True
    if state.status[seat] != Status.INSIDE:
        return False
    return state.actions[seat] > 0 or has_free_option(rules, state, seat)


@rule
def asks(rules, state, seat, events):
    """Return whether the seat has a decision in this phase, and set it."""
    if state.phase == Phase.ACTING:
        return asks_to_act(rules, state, seat, events)
    if state.phase == Phase.LOADING:
        if state.status[seat] != Status.INSIDE:
            return False
        if may_adjust(rules, state, seat):
            state.decision = Decision.LOAD
            return True
        set_load(rules, state, seat, events)
        return False
    if state.phase == Phase.REPLACING:
        state.decision = Decision.REPLACEMENT
        return asks_for_replacement(state, seat)
    if state.phase == Phase.COUNTING:
        state.decision = Decision.STAMINA
        return state.status[seat] == Status.INSIDE and stamina_still_counts(rules, state, seat)
    state.decision = Decision.FIRST
    return True


@rule
def proceed(rules, state, events):
    """Play until a player has a decision or the game is over."""
    while not state.over:
        if state.done == rules.seats:
            next_phase(rules, state, events)
            continue
        state.seat = (state.keeper + state.done) % rules.seats
        if asks(rules, state, state.seat, events):
            return
        state.done += 1
