"""The Stela of Knowledge, the Black Market and the Village."""

import numpy as np

from digsite.simulator.games.quetzal.moves.cards import discard, type_of
from digsite.simulator.games.quetzal.moves.gains import gain_coins, gain_discovery
from digsite.simulator.games.quetzal.moves.seating import is_automaton
from digsite.simulator.games.quetzal.moves.upgrades import FROM_VILLAGE, gain_upgrade
from digsite.simulator.games.quetzal.state import (
    NO_DECISION,
    NOBODY,
    CoinSource,
    Decision,
    DiscoverySource,
    Event,
    Phase,
    Space,
    Trip,
)
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log


@rule
def activate_stela(rules, state, events):
    """The player at the Stela takes the First Player marker and gains a discovery point."""
    seat = np.int64(state.holder[Space.STELA])
    state.phase = Phase.TEMPLE
    if seat != NOBODY:
        state.marker = seat
        log(events, Event.ACTIVATE, seat, Space.STELA, 0, 0)
        log(events, Event.MARKER, seat, 0, 0, 0)
        gain_discovery(state, seat, rules.stela_discovery, DiscoverySource.STELA)


@rule
def come_home_with_nothing(state, seat, space, trip, events):
    """The meeples of a place return with nothing."""
    state.empty_trips[seat, trip] += 1
    log(events, Event.NOTHING, seat, space, 0, 0)


# ------------------------------------------------------------------------------------------------ the Black Market


@rule
def activate_black_market(rules, state, events):
    """The player who won the bid may sell a card."""
    while state.at < rules.black_market_count:
        space = Space.BLACK_MARKET + state.at
        seat = np.int64(state.holder[space])
        if seat != NOBODY and not is_automaton(rules, seat):
            log(events, Event.ACTIVATE, seat, space, 0, 0)
            if state.hand_size[seat] > 0:
                state.seat = seat
                state.decision = Decision.SELL
                return
            come_home_with_nothing(state, seat, space, Trip.BLACK_MARKET, events)
        state.at += 1
    state.at = 0
    state.phase = Phase.VILLAGE


@rule
def sell(rules, state, kind, events):
    """A card goes to the discard pile for coins; its points and its bonus are lost."""
    seat = np.int64(state.seat)
    discard(state, seat, kind)
    state.sold[seat, type_of(kind)] += 1
    log(events, Event.SELL, seat, kind, 0, 0)
    gain_coins(state, seat, rules.black_market_coins, CoinSource.BLACK_MARKET, events)
    state.at += 1
    state.decision = NO_DECISION


@rule
def sell_nothing(state, events):
    """The player keeps all cards."""
    space = Space.BLACK_MARKET + state.at
    come_home_with_nothing(state, np.int64(state.seat), space, Trip.BLACK_MARKET, events)
    state.at += 1
    state.decision = NO_DECISION


# ------------------------------------------------------------------------------------------------ the Village


@rule
def activate_village(rules, state, events):
    """From top to bottom, each player takes an upgrade that lies open."""
    state.at = max(state.at, rules.village_first)
    while state.at < rules.village_end:
        space = Space.VILLAGE + state.at
        seat = np.int64(state.holder[space])
        if seat != NOBODY:
            if not state.begun:
                log(events, Event.ACTIVATE, seat, space, 0, 0)
                state.begun = True
            if state.village_size > 0:
                state.seat = seat
                state.decision = Decision.VILLAGE
                return
            come_home_with_nothing(state, seat, space, Trip.VILLAGE, events)
            state.begun = False
        state.at += 1
    state.at = 0
    state.phase = Phase.HARBOUR


@rule
def take_upgrade(rules, state, kind, events):
    """An open upgrade goes to the player."""
    state.village[kind] -= 1
    state.village_size -= 1
    state.begun = False
    state.at += 1
    state.decision = NO_DECISION
    state.finder = state.seat
    gain_upgrade(rules, state, np.int64(state.seat), kind, FROM_VILLAGE, events)
