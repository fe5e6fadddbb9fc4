"""Sandstorms: tents, and the half of a hand that is lost without one."""

from digsite.simulator.games.archaeology.moves.holdings import change_market, part_openly
from digsite.simulator.games.archaeology.moves.seating import seat_after
from digsite.simulator.games.archaeology.rules import MAX_CHAMBERS
from digsite.simulator.games.archaeology.state import (
    NO_DECISION,
    NOBODY,
    TENT_MOMENTS,
    Decision,
    Event,
    Monument,
    Phase,
)
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log


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
    """From the digger's left round to the digger, a player with a tent and cards at risk decides whether to use it."""
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
    """A used tent protects the whole hand from this storm; its use is gone."""
    seat = state.seat
    state.decision = NO_DECISION
    if use:
        uses = state.tents_used[seat]
        if uses < TENT_MOMENTS:
            state.tent_turn[seat, uses] = state.turns
            state.tent_storm[seat, uses] = state.storms
        state.tents_used[seat] += 1
        state.tent[seat] -= 1
        state.sheltered[seat] = 1
    log(events, Event.TENT, seat, use, state.tent[seat], cards_at_risk(rules, state, seat))


@rule
def ask_for_losses(rules, state):
    """From the digger clockwise, each player without a tent loses half of the hand, choosing the cards."""
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
def lose(rules, state, kind, events):
    """A lost card goes to the marketplace at once."""
    seat = state.seat
    part_openly(rules, state, seat, kind, 1)
    change_market(state, kind, 1)
    state.storm_cards[seat] += 1
    state.storm_value[seat] += rules.trading_value[kind]
    state.lose_left -= 1
    if state.lose_left == 0:
        state.decision = NO_DECISION
    log(events, Event.LOSE, seat, kind, 0, 0)
