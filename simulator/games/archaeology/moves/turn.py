"""A turn: digging, thieves, storms, and whose turn comes next."""

from simulator.games.archaeology.moves.bits import list_members
from simulator.games.archaeology.moves.holdings import change_market, gain_dug_card, hand_over, part_openly
from simulator.games.archaeology.rules import MAX_CHAMBERS
from simulator.games.archaeology.state import (
    NO_DECISION,
    NOBODY,
    QUARTERS,
    TENTS_TOLD,
    Card,
    Decision,
    EndReason,
    Event,
    Monument,
    Phase,
    Stream,
)
from simulator.kernel.compile import inlined, rule
from simulator.kernel.events import log
from simulator.kernel.rng import below


@inlined
def seat_after(rules, seat, places):
    """The seat so many places clockwise, at most once round the table."""
    after = int(seat) + places
    return after - rules.seats if after >= rules.seats else after


# ------------------------------------------------------------------------------------------------ digging


@inlined
def note_quarters(rules, state):
    """Write down everybody's money whenever another quarter of the dig site is used up."""
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


# ------------------------------------------------------------------------------------------------ thieves


@rule
def meet_thief(rules, state, events):
    """The digger chooses an opponent with cards to steal from; without any the thief is discarded in vain."""
    for rival in range(rules.seats):
        if rival != state.digger and state.hand_size[rival] > 0:
            state.seat = state.digger
            state.decision = Decision.VICTIM
            return
    state.thieves_in_vain += 1
    log(events, Event.NO_VICTIM, state.digger, 0, 0, 0)


@rule
def list_victims(rules, state, options):
    """Every opponent with cards in hand."""
    n = 0
    for rival in range(rules.seats):
        if rival != state.seat and state.hand_size[rival] > 0:
            options[n] = rival
            n += 1
    return n


@rule
def steal(rules, state, victim, events):
    """A random card of the victim's hand goes to the digger."""
    seat = state.seat
    state.decision = NO_DECISION
    skip = below(state, Stream.THIEF, state.hand_size[victim])
    kind = 0
    while skip >= state.hand[victim, kind]:
        skip -= state.hand[victim, kind]
        kind += 1
    hand_over(rules, state, seat, victim, kind)
    value = rules.trading_value[kind]
    state.theft_cards_lost[victim] += 1
    state.theft_value_lost[victim] += value
    state.theft_cards_won[seat] += 1
    state.theft_value_won[seat] += value
    log(events, Event.STEAL, seat, victim, kind, 0)


# ------------------------------------------------------------------------------------------------ storms


@rule
def strike_storm(rules, state, events):
    """A storm strikes: it first unearths cards at the Buried Ruins, then all decide on their tents."""
    state.storms_left -= 1
    state.storms += 1
    log(events, Event.STORM, state.digger, state.storms_left, 0, 0)
    if state.monument == Monument.BURIED_RUINS:
        for _ in range(rules.buried_ruins_per_storm):
            unearth(rules, state, events)
    for seat in range(rules.seats):
        state.sheltered[seat] = 0
    state.asked = 0
    state.phase = Phase.TENTS


@rule
def unearth(rules, state, events):
    """One card from the pile goes face up to each chamber while the pile lasts."""
    for chamber in range(MAX_CHAMBERS):
        if state.pile_left == 0:
            return
        if state.explored[chamber] == 1 and not rules.buried_ruins_reopen:
            continue
        state.pile_left -= 1
        kind = state.pile[state.pile_left]
        state.chamber[chamber, kind] += 1
        state.chamber_size[chamber] += 1
        log(events, Event.UNEARTH, NOBODY, chamber, kind, 0)


@rule
def cards_at_risk(rules, state, seat):
    """A storm takes half of the hand, rounded down."""
    return state.hand_size[seat] // rules.sandstorms_divisor


@rule
def ask_for_tents(rules, state):
    """From the digger's left round to the digger, whoever has a tent and something to lose decides whether to use it."""
    while state.asked < rules.seats:
        state.asked += 1
        seat = seat_after(rules, state.digger, state.asked)
        if state.tent[seat] > 0 and cards_at_risk(rules, state, seat) > 0:
            state.seat = seat
            state.decision = Decision.TENT
            return
    state.asked = 0
    state.phase = Phase.LOSSES


@rule
def decide_tent(rules, state, use, events):
    """A used tent keeps the whole hand safe from this storm; its use is gone."""
    seat = state.seat
    state.decision = NO_DECISION
    if use:
        uses = state.tents_used[seat]
        if uses < TENTS_TOLD:
            state.tent_turn[seat, uses] = state.turns
            state.tent_storm[seat, uses] = state.storms
        state.tents_used[seat] += 1
        state.tent[seat] -= 1
        state.sheltered[seat] = 1
    log(events, Event.TENT, seat, use, state.tent[seat], cards_at_risk(rules, state, seat))


@rule
def ask_for_losses(rules, state):
    """From the digger clockwise, everybody without a tent gives up half of the hand, each card of their choice."""
    while state.asked < rules.seats:
        seat = seat_after(rules, state.digger, state.asked)
        state.asked += 1
        if state.sheltered[seat] == 0 and cards_at_risk(rules, state, seat) > 0:
            state.seat = seat
            state.lose_left = cards_at_risk(rules, state, seat)
            state.decision = Decision.LOSE
            return
    state.phase = Phase.DIG


@rule
def list_hand(state, options):
    """Every treasure of the hand."""
    return list_members(options, 0, state.held[state.seat], 0)


@rule
def lose(rules, state, kind, events):
    """A lost card lies in the marketplace at once."""
    seat = state.seat
    part_openly(rules, state, seat, kind, 1)
    change_market(state, kind, 1)
    state.storm_cards[seat] += 1
    state.storm_value[seat] += rules.trading_value[kind]
    state.lose_left -= 1
    if state.lose_left == 0:
        state.decision = NO_DECISION
    log(events, Event.LOSE, seat, kind, 0, 0)


# ------------------------------------------------------------------------------------------------ turn after turn


@rule
def seats_with_cards(rules, state):
    """How many players still hold cards."""
    holders = 0
    for seat in range(rules.seats):
        if state.hand_size[seat] > 0:
            holders += 1
    return holders


@rule
def all_sold(rules, state):
    """The game is over when the dig site is used up and nobody holds a card."""
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
    """When all have passed in a row the first of them must sell; the stall guard asks the same after long trading."""
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
    """The turn passes on clockwise; without a dig and without any action it counts as a pass."""
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
    """Go on until somebody has something to decide or the game is over."""
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
