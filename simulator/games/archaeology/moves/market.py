"""Trades with the marketplace and sales to the museum."""

import numpy as np

from digsite.simulator.games.archaeology.moves.holdings import (
    change_market,
    gain_openly,
    part_openly,
    worth_of_one_more,
)
from digsite.simulator.games.archaeology.moves.treasures import MEMBERS
from digsite.simulator.games.archaeology.rules import KINDS, MAX_VALUE
from digsite.simulator.games.archaeology.state import NO_DECISION, Decision, Event
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log

# ------------------------------------------------------------------------------------------------ trading


@rule
def treasures_of_both_in_reach(rules, state, in_hand, value):
    """Return the treasures, as bits, of hand and marketplace that cards of other treasures can pay for."""
    in_reach = in_hand
    while in_hand > 0:
        kind = np.int64(MEMBERS[in_hand, 0])
        in_hand &= in_hand - 1
        if rules.trading_value[kind] * (state.hand[state.seat, kind] + 1) > value:
            in_reach &= ~(1 << kind)
    return in_reach


@inlined
def treasures_to_offer(rules, state):
    """Return the treasures, as bits, of the hand that may be offered: the trade must end with a card of another one."""
    held = np.int64(state.held[state.seat])
    value = np.int64(state.offered_value) + state.hand_value[state.seat]
    payable = np.int64(state.takeable) & rules.affordable[np.uint64(min(value, MAX_VALUE))]
    if payable & ~held != 0:
        return held
    in_reach = treasures_of_both_in_reach(rules, state, payable, value)
    if in_reach & (in_reach - 1) == 0:  # one treasure or none
        return held & ~in_reach if in_reach != 0 else 0
    return held


@inlined
def treasures_to_take(rules, state):
    """Return the treasures, as bits, of the marketplace that the rest of the offer pays for, none just offered."""
    left = int(state.offered_value) - state.taken_value
    return int(state.takeable) & rules.affordable[np.uint64(min(left, MAX_VALUE))]


@inlined
def offer(rules, state, kind, events):
    """An offered card is set aside until the trade is done."""
    seat = state.seat
    state.trade_gain += worth_of_one_more(rules, state, seat, kind, -1)
    part_openly(rules, state, seat, kind, 1)
    state.offered[kind] += 1
    state.offered_value += rules.trading_value[kind]
    state.aside |= 1 << kind
    state.takeable = int(state.takeable) & ~(1 << int(kind))
    state.decision = Decision.OFFER
    log(events, Event.OFFER, seat, kind, 0, 0)


@rule
def finish_trade(rules, state, events):
    """The offered cards join the marketplace; unused value is lost."""
    seat = state.seat
    log(events, Event.TRADE, seat, state.offered_value, state.taken_value, state.trade_gain)
    for kind in range(KINDS):
        state.market[kind] += state.offered[kind]
        state.offered[kind] = 0
    state.takeable |= state.aside
    state.aside = 0
    state.trades[seat] += 1
    state.trade_worth[seat] += state.trade_gain
    state.trade_value_lost[seat] += state.offered_value - state.taken_value
    state.offered_value = state.taken_value = state.trade_gain = 0
    state.turn_trades += 1
    if state.turn_trades == rules.trade_per_turn:
        state.limited_turns += 1
    state.acted = True
    state.decision = NO_DECISION


@inlined
def take(rules, state, kind, events):
    """A taken card comes to the hand; when no more can be taken the trade is done."""
    seat = state.seat
    change_market(state, kind, -1)
    state.taken_value += rules.trading_value[kind]
    state.trade_gain += worth_of_one_more(rules, state, seat, kind, 1)
    gain_openly(rules, state, seat, kind, 1)
    log(events, Event.TAKE, seat, kind, 0, 0)
    if treasures_to_take(rules, state) != 0:
        state.decision = Decision.TAKE
    else:
        finish_trade(rules, state, events)


# ------------------------------------------------------------------------------------------------ the museum


@inlined
def sell(rules, state, kind, size, events):
    """A set leaves the hand for good and earns its price."""
    seat = state.seat
    price = rules.price[kind, size]
    part_openly(rules, state, seat, kind, size)
    state.gone[kind] += size
    state.money[seat] += price
    state.treasure_money[seat, kind] += price
    state.sets[seat, kind, size - 1] += 1
    state.cards_sold[seat] += size
    state.acted = state.sold = True
    state.decision = NO_DECISION
    log(events, Event.SELL, seat, kind, size, price)
