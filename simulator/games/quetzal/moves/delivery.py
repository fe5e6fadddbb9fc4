"""The Harbour Master's Office and the ships: deliveries and their payment."""

import numpy as np

from digsite.simulator.games.quetzal.moves.cards import bonus_of, discard, type_of
from digsite.simulator.games.quetzal.moves.gains import gain_coins, gain_discovery, gain_points
from digsite.simulator.games.quetzal.moves.seating import is_automaton, seat_after
from digsite.simulator.games.quetzal.moves.upgrades import effect_of
from digsite.simulator.games.quetzal.moves.village import come_home_with_nothing
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import BONUSES, KINDS, SET
from digsite.simulator.games.quetzal.state import (
    NO_DECISION,
    NOBODY,
    RECORDED_ROUNDS,
    Bonus,
    CoinSource,
    Decision,
    DiscoverySource,
    Event,
    Phase,
    PointSource,
    Space,
    Trip,
)
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log

AT_HARBOUR, BY_SHIP = 0, 1
TOGETHER = 0

# ------------------------------------------------------------------------------------------------ who delivers


@rule
def activate_harbour(rules, state, events):
    """Clockwise from the first player, each player with meeples at the Harbour Master's Office may deliver."""
    while state.at < rules.seats:
        seat = seat_after(rules, state.marker, state.at)
        if state.harbour[seat] > 0:
            if not state.begun:
                state.begun = True
                state.left = 1 if rules.harbour_delivery == TOGETHER else state.harbour[seat]
                log(events, Event.ACTIVATE, seat, Space.HARBOUR, 0, 0)
            if ask_for_deliveries(rules, state, seat, Space.HARBOUR.value, Trip.HARBOUR.value, events):
                return
        state.begun = False
        state.at += 1
    state.at = 0
    state.phase = Phase.SHIPS


@rule
def activate_ships(rules, state, events):
    """The player who won the bid for a ship may deliver."""
    while state.at < rules.ships_count:
        space = Space.SHIP + state.at
        seat = np.int64(state.holder[space])
        if seat != NOBODY and not is_automaton(rules, seat):
            if not state.begun:
                state.begun = True
                state.left = 1
                log(events, Event.ACTIVATE, seat, space, 0, 0)
            if ask_for_deliveries(rules, state, seat, space, Trip.SHIP.value, events):
                return
        state.begun = False
        state.at += 1
    state.at = 0
    state.phase = Phase.NEXT_ROUND


@rule
def ask_for_deliveries(rules, state, seat, space, trip, events):
    """Ask the seat what to deliver and return True, unless it has no cards or may deliver none."""
    while state.left > 0:
        if state.hand_size[seat] > 0 and delivery_limit(rules, state, seat) > 0:
            state.seat = seat
            state.lowest = 0
            state.decision = Decision.DELIVER
            return True
        state.left -= 1
        come_home_with_nothing(state, seat, space, trip, events)
    return False


@inlined
def delivery_limit(rules, state, seat):
    """Return how many cards one delivery may have."""
    cards = np.int64(rules.ships_cards)
    if state.phase == Phase.HARBOUR:
        meeples = np.int64(state.harbour[seat]) if rules.harbour_delivery == TOGETHER else 1
        cards = rules.harbour_cards * meeples
    return cards + effect_of(state, seat, rules.deliver_more)


# ------------------------------------------------------------------------------------------------ the delivery


@inlined
def deliver(rules, state, kind, events):
    """A card is added; at the limit, or when no more can be added, the delivery is made."""
    seat = np.int64(state.seat)
    discard(state, seat, kind)
    state.delivery[type_of(kind)] += 1
    state.delivery_bonus[bonus_of(kind)] += 1
    state.delivery_size += 1
    state.lowest = kind
    log(events, Event.DELIVER, seat, kind, 0, 0)
    if state.delivery_size >= delivery_limit(rules, state, seat) or not more_to_deliver(state, seat):
        finish_delivery(rules, state, events)


@inlined
def more_to_deliver(state, seat):
    """Return whether the hand has a card of the last kind or a later one."""
    for kind in range(state.lowest, KINDS):
        if state.hand[seat, kind] > 0:
            return True
    return False


@rule
def finish_delivery(rules, state, events):
    """The delivery pays for its sets, the bonuses of its cards and upgrades; discovery points come last."""
    seat = np.int64(state.seat)
    at_harbour = state.phase == Phase.HARBOUR
    space = Space.HARBOUR.value if at_harbour else Space.SHIP.value + state.at
    channel = AT_HARBOUR if at_harbour else BY_SHIP
    state.left -= 1
    state.decision = NO_DECISION
    cards = np.int64(state.delivery_size)
    if cards == 0:
        come_home_with_nothing(state, seat, space, Trip.HARBOUR + channel, events)
        return
    points_before = np.int64(state.points[seat])
    pay_sets(rules, state, seat, events)
    pay_bonuses(rules, state, seat, events)
    pay_upgrades(rules, state, seat, events)
    discoveries = np.int64(state.delivery_bonus[Bonus.DISCOVERY]) * rules.delivery_bonus[1]
    gain_discovery(state, seat, discoveries, DiscoverySource.CARDS)
    points = state.points[seat] - points_before
    state.deliveries[seat, channel] += 1
    state.delivered_at[seat, channel] += cards
    state.points_at[seat, channel] += points
    if state.rounds_done < RECORDED_ROUNDS:
        state.delivered_in[seat, state.rounds_done] += cards
    log(events, Event.DELIVERED, seat, space, cards, points)
    clear_delivery(state)


@rule
def pay_sets(rules, state, seat, events):
    """Each type is paid in complete collections of three and one of the rest."""
    for type_ in range(len(TYPES)):
        cards = np.int64(state.delivery[type_])
        while cards > 0:
            size = min(cards, SET)
            points = rules.set_points[type_, size]
            state.sets[seat, type_, size - 1] += 1
            state.points[seat] += points
            cards -= size
            log(events, Event.SET, seat, type_, size, points)


@rule
def pay_bonuses(rules, state, seat, events):
    """Pay the bonuses of the cards: coins and victory points."""
    coins = np.int64(state.delivery_bonus[Bonus.COIN]) * rules.delivery_bonus[0]
    points = np.int64(state.delivery_bonus[Bonus.VP]) * rules.delivery_bonus[2]
    gain_coins(state, seat, coins, CoinSource.CARDS, events)
    gain_points(state, seat, points, PointSource.CARDS, events)


@rule
def pay_upgrades(rules, state, seat, events):
    """Upgrades pay for each card of a type, or for a delivery that meets their condition."""
    for space in range(2):
        tile = np.int64(state.owned[seat, space])
        coins, points = 0, 0
        asked = fulfilled = False
        for type_ in range(len(TYPES)):
            cards = np.int64(state.delivery[type_])
            coins += cards * rules.each_delivered[tile, type_, 0]
            points += cards * rules.each_delivered[tile, type_, 1]
            if rules.delivery_needs[tile, type_] > 0:
                fulfilled = cards >= rules.delivery_needs[tile, type_] and (fulfilled or not asked)
                asked = True
        if fulfilled:
            coins += rules.delivery_gain[tile, 0]
            points += rules.delivery_gain[tile, 1]
        gain_coins(state, seat, coins, CoinSource.UPGRADES, events)
        gain_points(state, seat, points, PointSource.UPGRADES, events)


@rule
def clear_delivery(state):
    """The next delivery begins with no card."""
    for type_ in range(len(TYPES)):
        state.delivery[type_] = 0
    for bonus in range(len(BONUSES)):
        state.delivery_bonus[bonus] = 0
    state.delivery_size = 0
    state.lowest = 0
