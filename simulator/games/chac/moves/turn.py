"""The six phases of a turn, and the end of the game."""

from simulator.games.chac.moves.actions import has_free_option
from simulator.games.chac.moves.corridor import roll_boulder
from simulator.games.chac.moves.fate import can_use, die, use_ability
from simulator.games.chac.moves.lava_room import unmask
from simulator.games.chac.moves.river import leave_river
from simulator.games.chac.moves.treasure import current_level, face_value, part_with
from simulator.games.chac.moves.walls_room import turn_wall_cards
from simulator.games.chac.rules import DECKS, ENTRANCE, SUN_A, SUN_B
from simulator.games.chac.state import (
    CARD_KINDS,
    CASKET,
    CHECKPOINT_TURNS,
    KEEP,
    ROUTES,
    STAMINA,
    TIMELINE,
    WAIT,
    Ability,
    Cause,
    Decision,
    EndReason,
    Event,
    Phase,
    Route,
    Status,
    Stream,
)
from simulator.kernel.compile import rule
from simulator.kernel.events import log
from simulator.kernel.rng import roll


@rule
def send_first(state, option, events):
    """A player's choice of who enters first; the other is held back."""
    seat = state.seat
    if option == 1:
        first = state.adventurer[seat, 0]
        state.adventurer[seat, 0] = state.adventurer[seat, 1]
        state.adventurer[seat, 1] = first
    state.space[seat] = ENTRANCE
    log(events, Event.ENTERS, seat, state.adventurer[seat, 0], state.adventurer[seat, 1], 0)


@rule
def may_adjust(rules, state, seat):
    """Whether there is a card to drop or Stamina to use."""
    if state.cards[seat] > 0 and rules.load_dropping:
        return True
    return can_use(state, seat, Ability.STAMINA)


@rule
def set_load(rules, state, seat, events):
    """The load level that counts for this turn's actions."""
    state.load_level[seat] = current_level(rules, state, seat)
    log(events, Event.LOAD, seat, state.load_level[seat], state.cards[seat], state.stamina_now[seat])


@rule
def load_options(rules, state, options):
    """Drop any card, keep the rest, or keep it with Stamina."""
    seat = state.seat
    options[0] = KEEP
    n = 1
    if can_use(state, seat, Ability.STAMINA):
        options[n] = STAMINA
        n += 1
    if rules.load_dropping:
        for kind in range(CARD_KINDS):
            if state.kind_held[seat, kind] > 0:
                options[n] = kind
                n += 1
    return n


@rule
def adjust(rules, state, option, events):
    """Carry out a choice while loads are set; True when the seat is done."""
    seat = state.seat
    if option < CARD_KINDS:
        part_with(state, seat, option)
        state.dropped[seat] += 1
        log(events, Event.DROP, seat, option, state.cards[seat], 0)
        if may_adjust(rules, state, seat):
            return False
    elif option == STAMINA:
        use_ability(state, seat)
        state.stamina_now[seat] = 1
    set_load(rules, state, seat, events)
    return True


@rule
def roll_actions(rules, state, events):
    """One roll for all: an action for each die that shows at least the load level."""
    for seat in range(rules.seats):
        state.actions[seat] = 0
    shown = 0
    for _ in range(rules.dice_actions):
        face = roll(state, Stream.ACTIONS)
        shown = shown * 10 + face
        for seat in range(rules.seats):
            if state.status[seat] == Status.INSIDE and face >= state.load_level[seat]:
                state.actions[seat] += 1
    log(events, Event.ACTION_DICE, state.keeper, shown, 0, 0)
    for seat in range(rules.seats):
        if state.status[seat] == Status.INSIDE:
            state.turns += 1
            log(events, Event.ACTIONS, seat, state.actions[seat], state.load_level[seat], 0)


@rule
def asks_to_act(rules, state, seat, events):
    """Whether the seat has something to decide in its turn; the river's exit comes before anything else."""
    if state.status[seat] != Status.INSIDE:
        return False
    state.decision = Decision.ACT
    if state.space[seat] == rules.last_river_space and state.actions[seat] > 0:
        leave_river(rules, state, seat, events)
        if state.decision == Decision.RIVER:
            return True
    if state.status[seat] != Status.INSIDE:
        return False
    return state.actions[seat] > 0 or has_free_option(rules, state, seat)


@rule
def asks_for_replacement(state, seat):
    """Whether the seat can send in its second adventurer now."""
    return state.status[seat] == Status.WAITING and (state.sun_open[0] or state.sun_open[1])


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


@rule
def bring_in(state, option, events):
    """The second adventurer starts on a Sun slab with nothing, and acts from the next turn."""
    seat = state.seat
    if option == WAIT:
        log(events, Event.WAITS, seat, 0, 0, 0)
        return
    state.second[seat] = 1
    state.second_turn[seat] = state.turn
    state.status[seat] = Status.INSIDE
    state.space[seat] = SUN_A if option == 1 else SUN_B
    state.bridge_load[seat] = 0
    for route in range(ROUTES):
        state.route[seat, route] = route == Route.LAVA
    log(events, Event.REPLACEMENT, seat, state.adventurer[seat, 1], state.space[seat], 0)
    unmask(state, seat, events)


@rule
def nobody_plays_on(rules, state):
    """Nobody is inside and nobody can still come."""
    for seat in range(rules.seats):
        if state.status[seat] == Status.INSIDE:
            return False
        if state.status[seat] == Status.WAITING:
            # whoever died this turn has the replacement phase before him, even under the strict ruling
            if rules.ends_waits_for_replacements or state.phase != Phase.REPLACING:
                return False
    return True


@rule
def roll_caskets(rules, state, events):
    """After the game each casket brought out is worth a die."""
    for seat in range(rules.seats):
        if state.status[seat] != Status.ESCAPED:
            continue
        value = face_value(rules, state, seat)
        for deck in range(DECKS):
            for _ in range(state.carried[seat, deck, CASKET]):
                face = roll(state, Stream.CASKET)
                state.casket_value[seat, deck] += face
                value += face
                log(events, Event.CASKET, seat, face, 0, 0)
        log(events, Event.SCORE, seat, state.cards[seat], value, 0)


@rule
def note_values(rules, state):
    """Note what everybody holds at the turns that the timeline shows; the last values also stand for later ones."""
    for at in range(len(CHECKPOINT_TURNS)):
        turn = CHECKPOINT_TURNS[at]
        if state.turn == turn or (state.over and state.turn < turn):
            for seat in range(rules.seats):
                state.value_after[seat, at] = face_value(rules, state, seat)


@rule
def finish(rules, state, reason, events):
    """The game is over."""
    state.over = True
    state.end_reason = reason
    note_values(rules, state)
    roll_caskets(rules, state, events)


@rule
def move_traps(rules, state, events):
    """The walls close in, the boulder rolls; at the last space it seals the exit on everybody inside."""
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
def next_phase(rules, state, events):
    """All seats have had their say: go on to the next phase, carrying out what needs no decision."""
    state.done = 0
    if nobody_plays_on(rules, state):
        finish(rules, state, EndReason.NOBODY_INSIDE, events)
    elif state.phase == Phase.LOADING:
        state.phase = Phase.ACTING
        roll_actions(rules, state, events)
    elif state.phase == Phase.ACTING:
        state.phase = Phase.REPLACING
        move_traps(rules, state, events)
    else:
        state.phase = Phase.LOADING
        begin_turn(rules, state, events)


@rule
def asks(rules, state, seat, events):
    """Whether the seat has something to decide in this phase; sets the decision."""
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
    state.decision = Decision.FIRST
    return True


@rule
def go_on(rules, state, events):
    """Play on until somebody has to decide or the game is over."""
    while not state.over:
        if state.done == rules.seats:
            next_phase(rules, state, events)
            continue
        state.seat = (state.keeper + state.done) % rules.seats
        if asks(rules, state, state.seat, events):
            return
        state.done += 1
