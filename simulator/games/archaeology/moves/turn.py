"""Turns: the dig, the next player, and the end of the game."""

from digsite.simulator.games.archaeology.moves.holdings import gain_dug_card
from digsite.simulator.games.archaeology.moves.seating import seat_after
from digsite.simulator.games.archaeology.moves.storms import ask_for_losses, ask_for_tents, strike_storm
from digsite.simulator.games.archaeology.moves.thieves import meet_thief
from digsite.simulator.games.archaeology.state import (
    NO_DECISION,
    NOBODY,
    QUARTERS,
    Card,
    Decision,
    EndReason,
    Event,
    Phase,
)
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log

# ------------------------------------------------------------------------------------------------ digging


@inlined
def note_quarters(rules, state):
    """Record every player's money whenever another quarter of the dig site is used up."""
    while state.quarter < QUARTERS and state.dig_left * QUARTERS <= state.dig_start * (QUARTERS - 1 - state.quarter):
        for seat in range(rules.seats):
            state.money_after[seat, state.quarter] = state.money[seat]
        state.quarter += 1


@inlined
def dig(rules, state, events):
    """Draw the top card of the dig site: a treasure for the hand, a thief, or a storm."""
    seat = state.digger
    if state.dig_left == 0:
        state.phase = Phase.ACT
        return
    state.dig_left -= 1
    card = state.dig_site[state.dig_left]
    note_quarters(rules, state)
    if card == Card.SANDSTORM:
        strike_storm(rules, state, events)
    elif card == Card.THIEF:
        state.thieves_left -= 1
        state.thieves += 1
        log(events, Event.THIEF, seat, state.thieves_left, 0, 0)
        state.phase = Phase.ACT
        meet_thief(rules, state, events)
    else:
        log(events, Event.DIG, seat, card, state.dig_left, 0)
        gain_dug_card(rules, state, seat, card)
        state.phase = Phase.ACT
    if state.dig_left == 0:
        log(events, Event.DIG_SITE_EMPTY, NOBODY, 0, 0, 0)


# ------------------------------------------------------------------------------------------------ whose turn it is


@rule
def seats_with_cards(rules, state):
    """Return how many players still hold cards."""
    holders = 0
    for seat in range(rules.seats):
        if state.hand_size[seat] > 0:
            holders += 1
    return holders


@rule
def all_sold(rules, state):
    """The game is over when the dig site is used up and no player holds a card."""
    return state.dig_left == 0 and seats_with_cards(rules, state) == 0


@inlined
def begin_turn(rules, state, seat, events):
    """The next player digs; once the dig site is used up, only players with cards have turns, and may have to sell."""
    state.end_phase = state.dig_left == 0
    state.acted = state.sold = state.must_sell = False
    state.turn_trades = state.turn_explorations = 0
    state.phase = Phase.DIG
    if state.end_phase:
        holders = seats_with_cards(rules, state)
        if holders == 0:
            state.phase = Phase.ACT
            return
        while state.hand_size[seat] == 0:
            seat = seat_after(rules, seat, 1)
        state.end_turns += 1
        state.must_sell = must_sell(rules, state, seat, holders, events)
    state.digger = seat
    state.turns += 1
    log(events, Event.TURN, seat, state.turns, state.dig_left, state.must_sell)


@rule
def must_sell(rules, state, seat, holders, events):
    """When all have passed in a row the first of them must sell; the stall guard forces the same after long trading."""
    if state.passes >= holders:
        state.forced_sales += 1
        return True
    if state.saleless_turns >= rules.end_phase_stall_turns:
        state.stall_guard += 1
        log(events, Event.GUARD, seat, 0, 0, 0)
        return True
    return False


@inlined
def end_turn(rules, state, events):
    """The turn passes clockwise; without a dig and without any action it counts as a pass."""
    seat = state.digger
    if state.end_phase:
        state.passes = 0 if state.acted else state.passes + 1
        state.saleless_turns = 0 if state.sold else state.saleless_turns + 1
    if state.end_phase and not state.acted:
        log(events, Event.PASS, seat, 0, 0, 0)
    log(events, Event.END_TURN, seat, state.hand_size[seat], state.money[seat], 0)
    begin_turn(rules, state, seat_after(rules, seat, 1), events)


@rule
def proceed(rules, state, events):
    """Proceed until a player has a decision or the game is over."""
    while state.decision == NO_DECISION:
        if state.phase == Phase.DIG:
            dig(rules, state, events)
        elif state.phase == Phase.TENTS:
            ask_for_tents(rules, state)
        elif state.phase == Phase.LOSSES:
            ask_for_losses(rules, state)
        elif state.phase == Phase.ACT and state.hand_size[state.digger] > 0:
            state.seat = state.digger
            state.decision = Decision.ACT
        elif all_sold(rules, state):
            state.over = True
            state.end_reason = EndReason.ALL_SOLD
            for seat in range(rules.seats):
                log(events, Event.SCORE, seat, state.money[seat], state.cards_sold[seat], 0)
            return
        else:
            end_turn(rules, state, events)
