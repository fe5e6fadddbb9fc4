"""Upgrades: gaining them, the spaces next to a character tile, and the Discovery track."""

import numpy as np

from digsite.simulator.games.quetzal.moves.gains import gain_coins, gain_discovery, gain_points
from digsite.simulator.games.quetzal.rules import NO_UPGRADE
from digsite.simulator.games.quetzal.state import NO_DECISION, CoinSource, Decision, DiscoverySource, Event, PointSource
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log

GIVEN_UP, ACTED, OWNED = 0, 1, 2  # why an upgrade is discarded
FROM_VILLAGE, FROM_PILE = 0, 1
BOUGHT_VP, BOUGHT_DISCOVERY = 0, 1


@inlined
def owns(state, seat, kind):
    """Return whether the seat has this permanent upgrade."""
    return state.owned[seat, 0] == kind or state.owned[seat, 1] == kind


@inlined
def effect_of(state, seat, table):
    """Return the total effect of both upgrades of a seat, by a table of one effect."""
    return np.int64(table[state.owned[seat, 0]]) + np.int64(table[state.owned[seat, 1]])


@rule
def gain_upgrade(rules, state, seat, kind, origin, events):
    """An upgrade acts at once and is discarded, or is laid next to the character tile; one of three is given up."""
    state.gained[seat, kind] += 1
    if state.upgrade_round[seat, kind] == 0:
        state.upgrade_round[seat, kind] = state.rounds_done + 1
    log(events, Event.UPGRADE, seat, kind, origin, 0)
    gain_coins(state, seat, rules.gain[kind, 0], CoinSource.UPGRADES, events)
    gain_discovery(state, seat, rules.gain[kind, 1], DiscoverySource.UPGRADES)
    gain_points(state, seat, rules.gain[kind, 2], PointSource.UPGRADES, events)
    if rules.upgrades_immediate[kind]:
        log(events, Event.DISCARD, seat, kind, ACTED, 0)
    elif owns(state, seat, kind):
        log(events, Event.DISCARD, seat, kind, OWNED, 0)
    else:
        lay_out(rules, state, seat, kind, events)


@rule
def lay_out(rules, state, seat, kind, events):
    """A permanent upgrade takes a free space; without one the player chooses which to give up."""
    for space in range(rules.upgrade_spaces):
        if state.owned[seat, space] == NO_UPGRADE:
            state.owned[seat, space] = kind
            return
    if rules.upgrade_spaces == 0:
        log(events, Event.DISCARD, seat, kind, GIVEN_UP, 0)
        return
    state.offered = kind
    state.seat = seat
    state.decision = Decision.GIVE_UP


@rule
def give_up(state, kind, events):
    """One of the upgrades goes to the personal discard pile, and the new one takes its space if it is another."""
    seat = state.seat
    for space in range(2):
        if state.owned[seat, space] == kind:
            state.owned[seat, space] = state.offered
            state.rerolled &= ~(1 << space)  # the new one has not been used
    state.offered = 0
    state.decision = NO_DECISION
    log(events, Event.DISCARD, seat, kind, GIVEN_UP, 0)


# ------------------------------------------------------------------------------------------------ the track


@rule
def carry_out_discovery(rules, state, events):
    """Move the disc by one space and take its reward, or draw an upgrade from the track."""
    seat = np.int64(state.finder)
    if state.to_draw > 0:
        state.to_draw -= 1
        if state.pile_left == 0:
            state.to_draw = 0
            return
        state.pile_left -= 1
        gain_upgrade(rules, state, seat, np.int64(state.pile[state.pile_left]), FROM_PILE, events)
        return
    if state.discovery[seat] >= rules.discovery_track_size:
        state.steps = 0
        return
    space = np.int64(state.discovery[seat])
    state.steps -= 1
    state.discovery[seat] = space + 1
    log(events, Event.DISCOVERY, seat, space + 1, 0, 0)
    gain_coins(state, seat, rules.discovery_track[space, 0], CoinSource.DISCOVERY, events)
    gain_points(state, seat, rules.discovery_track[space, 1], PointSource.DISCOVERY, events)
    state.to_draw = rules.discovery_track[space, 2]


# ------------------------------------------------------------------------------------------------ buying


@inlined
def cheaper(table, one, other):
    """Return the lower of two prices, where 0 means none."""
    first, second = np.int64(table[one]), np.int64(table[other])
    if first == 0 or (0 < second < first):
        return second
    return first


@inlined
def price_of_vp(rules, state, seat):
    """Return the coins for a victory point; 0 if the seat cannot buy one now."""
    price = cheaper(rules.buy_vp, state.owned[seat, 0], state.owned[seat, 1])
    return price if state.coins[seat] >= price else 0


@inlined
def price_of_discovery(rules, state, seat):
    """Return the coins for a discovery point; 0 if the seat cannot buy one now, or is at the end of the track."""
    price = cheaper(rules.buy_discovery, state.owned[seat, 0], state.owned[seat, 1])
    if price == 0 or state.coins[seat] < price:
        return 0
    pending = np.int64(state.steps) if state.finder == seat else 0
    return price if state.discovery[seat] + pending < rules.discovery_track_size else 0


@rule
def buy_vp(rules, state, events):
    """Exchange coins for a victory point."""
    seat = state.seat
    price = price_of_vp(rules, state, seat)
    state.coins[seat] -= price
    state.bought[seat, BOUGHT_VP] += 1
    log(events, Event.BUY, seat, BOUGHT_VP, price, 0)
    gain_points(state, seat, 1, PointSource.BOUGHT, events)


@rule
def buy_discovery(rules, state, events):
    """Exchange coins for a discovery point."""
    seat = state.seat
    price = price_of_discovery(rules, state, seat)
    state.coins[seat] -= price
    state.bought[seat, BOUGHT_DISCOVERY] += 1
    log(events, Event.BUY, seat, BOUGHT_DISCOVERY, price, 0)
    gain_discovery(state, seat, 1, DiscoverySource.BOUGHT)
