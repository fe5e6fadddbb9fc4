"""Turns and rounds: the next player, the end of a round, the end of the game."""

import numpy as np

from digsite.simulator.games.arnak.moves.assistants import refresh_all
from digsite.simulator.games.arnak.moves.holdings import fill_hand, gain_fear, hand_size, shuffle_under
from digsite.simulator.games.arnak.moves.rival import begin_rival_round, play_rival_tile
from digsite.simulator.games.arnak.moves.row import move_staff, refill
from digsite.simulator.games.arnak.moves.score import log_scores, standing
from digsite.simulator.games.arnak.moves.steps import begin_step
from digsite.simulator.games.arnak.moves.types import ASK_1, DO, DO_1, declared
from digsite.simulator.games.arnak.ops import ICONS
from digsite.simulator.games.arnak.rules import SITES
from digsite.simulator.games.arnak.state import NO_DECISION, NOBODY, RIVAL, Decision, EndReason, Event
from digsite.simulator.kernel.effects.interpreter import next_step
from digsite.simulator.kernel.effects.steps import NONE
from digsite.simulator.kernel.play.events import log

IN_A_ROUND = -1  # no seat is settling
_ONE = np.int64(1)


@declared(ASK_1)
def seat_after(rules, state, seat):
    """Return the next seat clockwise."""
    return 0 if seat + 1 >= rules.seats else seat + 1


@declared(DO_1)
def begin_turn(rules, state, seat, events):
    """Begin the turn of a player or the rival."""
    state.on_turn = seat
    state.main_done = False
    if seat == RIVAL:
        return
    state.seat = seat
    state.turns += 1
    state.turns_in[seat, state.round_number - 1] += 1
    log(events, Event.TURN, seat, state.turns, 0, 0)


@declared(DO_1)
def come_home(rules, state, seat, events):
    """All archaeologists of a seat return, each with a Fear card if a guardian is there."""
    for site in range(SITES):
        for space in range(2):
            if state.occupant[site, space] != seat:
                continue
            state.occupant[site, space] = NOBODY
            if seat == RIVAL:
                continue
            frightened = state.guardian[site] != NOBODY and not np.int64(state.masked) >> seat & 1
            log(events, Event.HOME, seat, site, frightened, 0)
            if frightened:
                gain_fear(rules, state, seat, events)


@declared(DO)
def end_round(rules, state, events):
    """All return; after the last round the game is over, else players put away their remaining hands."""
    seat = np.int64(state.start_seat)
    for _ in range(rules.seats):
        come_home(rules, state, seat, events)
        seat = seat_after(rules, state, seat)
    come_home(rules, state, RIVAL, events)
    for player in range(rules.seats):
        state.score_after[player, state.round_number - 1] = standing(rules, state, player)
        log(events, Event.STANDING, player, state.round_number, state.score_after[player, state.round_number - 1], 0)
    state.on_turn = NOBODY
    if state.round_number == rules.rounds:
        state.over = True
        state.end_reason = EndReason.LAST_ROUND
        log_scores(rules, state, events)
    else:
        state.settling = 0


@declared(DO)
def begin_next_turn(rules, state, events):
    """Begin the turn of the next player who has not passed; solo, alternate with the rival while it has tiles."""
    seat = np.int64(state.on_turn)
    if rules.seats == 1:
        passed = np.int64(state.passed) & 1
        if seat != RIVAL and state.rival_left > 0:
            begin_turn(rules, state, RIVAL, events)
        elif not passed:
            begin_turn(rules, state, 0, events)
        elif state.rival_left > 0:
            begin_turn(rules, state, RIVAL, events)
        else:
            end_round(rules, state, events)
        return
    for _ in range(rules.seats):
        seat = seat_after(rules, state, seat)
        if not np.int64(state.passed) >> seat & 1:
            begin_turn(rules, state, seat, events)
            return
    end_round(rules, state, events)


@declared(DO)
def end_turn(rules, state, events):
    """Remaining travel icons are lost, and the row is refilled."""
    for icon in range(len(ICONS)):
        if state.pool[icon] > 0:
            log(events, Event.LOSE, state.on_turn, icon, state.pool[icon], 0)
        state.pool[icon] = 0
    refill(rules, state, events)
    begin_next_turn(rules, state, events)


@declared(DO)
def begin_round(rules, state, events):
    """Fill the hands and begin the turn of the start player, or the rival."""
    log(events, Event.ROUND, NOBODY, state.round_number, RIVAL if rules.seats == 1 else state.start_seat, 0)
    state.settling = IN_A_ROUND
    state.passed = state.passing = state.planes = state.masked = 0
    for seat in range(rules.seats):
        fill_hand(rules, state, seat, events)
    if rules.seats == 1:
        begin_rival_round(rules, state, events)
        begin_turn(rules, state, RIVAL, events)
    else:
        begin_turn(rules, state, np.int64(state.start_seat), events)


@declared(DO)
def set_up_next_round(rules, state, events):
    """Play areas go under the decks, assistants are refreshed, the staff moves, another player begins."""
    for seat in range(rules.seats):
        shuffle_under(rules, state, seat, events)
    refresh_all(state, 0)
    move_staff(rules, state, events)
    state.round_number += 1
    refill(rules, state, events)
    state.start_seat = seat_after(rules, state, np.int64(state.start_seat))
    begin_round(rules, state, events)


@declared(DO)
def settle(rules, state, events):
    """The next player with cards in hand decides which to keep; after all have, the next round is set up."""
    while state.settling < rules.seats:
        seat = np.int64(state.start_seat) + state.settling
        if seat >= rules.seats:
            seat -= rules.seats
        if hand_size(state, seat) > 0:
            state.seat = seat
            state.decision = Decision.LEFT_OVER
            return
        state.settling += 1
    set_up_next_round(rules, state, events)


@declared(DO)
def proceed(rules, state, events):
    """Proceed until a player has a decision or the game is over."""
    while state.decision == NO_DECISION and not state.over:
        row = next_step(rules, state)
        if row != NONE:
            if state.pending <= state.free_at:
                state.free_at = -1
            begin_step(rules, state, row, events)
            continue
        state.free_at = -1
        if state.settling != IN_A_ROUND:
            settle(rules, state, events)
        elif state.on_turn == RIVAL:
            play_rival_tile(rules, state, events)
            begin_next_turn(rules, state, events)
        else:
            state.decision = Decision.ACT
