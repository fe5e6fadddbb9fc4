"""The best trade with the marketplace, found exactly for a table of values.

Values add up over treasures, so the best trade is a small knapsack: walk through the treasures and note, for every
balance of trading value (given less taken), the most that the hand can gain. A trade is built card by card; at each
step the rest of it is planned anew from what lies offered, which leads to the same trade.
"""

import numpy as np

from simulator.engine.kernel import kernel
from simulator.games.archaeology.rules import KINDS
from simulator.games.archaeology.state import ACTION_STRIDE, Action, Decision

REACH = 16  # trading points that a trade may move either way
ROOM = 2 * REACH + 1
NONE = -1e9
ALL = (1 << KINDS) - 1


@kernel
def takes_allowed(rules, state, kind, worthwhile):
    """How many cards of a treasure may come to the hand in the trade now planned."""
    if state.market[kind] == 0 or state.offered[kind] > 0 or (worthwhile >> kind) & 1 == 0:
        return 0
    return min(int(state.market[kind]), int(rules.largest_set[kind]))


@kernel
def worthwhile_takes(rules, state, seat, values):
    """The treasures, as bits, that bring more per trading point than the cheapest cards of the hand cost."""
    cheapest = second = 1e9
    cheapest_kind = -1
    for kind in range(KINDS):
        held = int(state.hand[seat, kind])
        if held == 0:
            continue
        cost = 1e9
        for cards in range(1, held + 1):
            cost = min(cost, (values[kind, held] - values[kind, held - cards]) / cards)
        cost /= rules.trading_value[kind]
        if cost < cheapest:
            cheapest, second, cheapest_kind = cost, cheapest, kind
        elif cost < second:
            second = cost
    found = 0
    for kind in range(KINDS):
        if state.market[kind] == 0:
            continue
        held = int(state.hand[seat, kind])
        limit = (second if kind == cheapest_kind else cheapest) * rules.trading_value[kind]
        for cards in range(1, takes_allowed(rules, state, kind, ALL) + 1):
            if values[kind, held + cards] - values[kind, held] > limit * cards:
                found |= 1 << kind
                break
    return found


@kernel
def points(rules, state, seat):
    """Trading value of the hand."""
    total = 0
    for kind in range(KINDS):
        total += state.hand[seat, kind] * rules.trading_value[kind]
    return total


@kernel
def plan_layers(rules, state, seat, values, layers, start, low, high, may_give, takes):
    """layers[k, REACH + balance]: the most gained with the first k treasures at that balance, from low to high."""
    for at in range(low, high + 1):
        layers[0, at] = NONE
    layers[0, start] = 0.0
    for kind in range(KINDS):
        held = int(state.hand[seat, kind])
        worth = int(rules.trading_value[kind])
        for at in range(low, high + 1):
            layers[kind + 1, at] = layers[kind, at]
        if may_give:
            for cards in range(1, held + 1):
                change = values[kind, held - cards] - values[kind, held]
                for at in range(low + cards * worth, high + 1):
                    layers[kind + 1, at] = max(layers[kind + 1, at], layers[kind, at - cards * worth] + change)
        for cards in range(1, takes_allowed(rules, state, kind, takes) + 1):
            change = values[kind, held + cards] - values[kind, held]
            for at in range(low, high + 1 - cards * worth):
                layers[kind + 1, at] = max(layers[kind + 1, at], layers[kind, at + cards * worth] + change)


@kernel
def next_step(rules, state, seat, values, layers, low, high, may_give, takes, at):
    """Walk the plan back: a card to give if there is one left to give, else a card to take, else nothing (-1)."""
    take = -1
    for step in range(KINDS):
        kind = KINDS - 1 - step
        held = int(state.hand[seat, kind])
        worth = int(rules.trading_value[kind])
        if layers[kind + 1, at] == layers[kind, at]:
            continue
        if may_give:
            for cards in range(1, held + 1):
                before = at - cards * worth
                change = values[kind, held - cards] - values[kind, held]
                if before >= low and layers[kind, before] + change == layers[kind + 1, at]:
                    return Action.OFFER * ACTION_STRIDE + kind
        for cards in range(1, takes_allowed(rules, state, kind, takes) + 1):
            before = at + cards * worth
            change = values[kind, held + cards] - values[kind, held]
            if before <= high and layers[kind, before] + change == layers[kind + 1, at]:
                take = Action.TAKE * ACTION_STRIDE + kind
                at = before
                break
    return take


@kernel
def plan_trade(rules, state, seat, values, least_gain):
    """The next step of the best trade as an option, or -1 when there is none that gains enough (or nothing to add)."""
    opening = state.decision == Decision.ACT
    takes = ALL
    if opening:
        if state.turn_trades >= rules.trade_per_turn:
            return -1
        # What only fills up the value of an offer is found when the trade is under way.
        takes = worthwhile_takes(rules, state, seat, values)
        if takes == 0:
            return -1
    layers = np.empty((KINDS + 1, ROOM), np.float64)
    may_give = state.decision != Decision.TAKE
    balance = int(state.offered_value) - int(state.taken_value)
    givable = points(rules, state, seat) if may_give else 0
    start = REACH + min(balance, REACH)
    low = max(REACH - givable, 0)
    high = min(start + givable, ROOM - 1)
    plan_layers(rules, state, seat, values, layers, start, low, high, may_give, takes)
    best = REACH
    for at in range(REACH, high + 1):
        if layers[KINDS, at] > layers[KINDS, best]:
            best = at
    if opening and layers[KINDS, best] < least_gain:
        return -1
    return next_step(rules, state, seat, values, layers, low, high, may_give, takes, best)


@kernel
def index_of(options, n, option):
    """Where an option stands among those given; -1 if it is not there."""
    for index in range(n):
        if options[index] == option:
            return index
    return -1


@kernel
def choose_in_trade(rules, state, seat, options, n, values):
    """Go on with a trade that is under way; the first option (done, or any card) when the plan has nothing more."""
    return max(index_of(options, n, plan_trade(rules, state, seat, values, 0.0)), 0)
