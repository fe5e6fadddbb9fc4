"""The best trade with the marketplace, found exactly for a table of values.

Values add up over treasures, so the best trade is a small knapsack: walk through the treasures and note, for every
balance of trading value (given less taken), the most that the hand can gain. A trade is built card by card; at each
step the rest of it is planned anew from what lies offered, which leads to the same trade.
"""

import numpy as np

from simulator.engine.kernel import rule
from simulator.games.archaeology.rules import KINDS
from simulator.games.archaeology.state import ACTION_STRIDE, Action, Decision
from strategies.archaeology.values import LAYERS, ONE_OF, WIDTH

REACH = 16  # trading points that a trade may move either way
ROOM = 2 * REACH + 1
NONE = -1e9
ALL = (1 << KINDS) - 1


@rule
def takes_allowed(rules, state, kind, worthwhile):
    """How many cards of a treasure may come to the hand in the trade now planned."""
    if state.market[kind] == 0 or state.offered[kind] > 0 or (worthwhile >> kind) & 1 == 0:
        return 0
    return min(int(state.market[kind]), int(rules.largest_set[kind]))


@rule
def worthwhile_takes(rules, state, seat, values, least_gain):
    """The treasures, as bits, that bring more than the cheapest cards of the hand cost; none if it is too little.

    What they bring above that cost, all together, is more than any trade can gain.
    """
    cheapest = second = 1e9
    cheapest_kind = -1
    payable = 0
    for kind in range(KINDS):
        held = int(state.hand[seat, kind])
        if held == 0:
            continue
        cost = 1e9
        for cards in range(1, held + 1):
            cost = min(cost, (values[kind, held] - values[kind, held - cards]) * ONE_OF[cards])
        payable += held * rules.trading_value[kind]
        cost /= rules.trading_value[kind]
        if cost < cheapest:
            cheapest, second, cheapest_kind = cost, cheapest, kind
        elif cost < second:
            second = cost
    found = 0
    hoped = 0.0
    for kind in range(KINDS):
        most = takes_allowed(rules, state, kind, ALL)
        if most == 0:
            continue
        held = int(state.hand[seat, kind])
        worth = int(rules.trading_value[kind])
        cost = (second if kind == cheapest_kind else cheapest) * worth
        surplus = 0.0
        for cards in range(1, min(most, payable // worth - held) + 1):
            surplus = max(surplus, values[kind, held + cards] - values[kind, held] - cost * cards)
        if surplus > 0.0:
            found |= 1 << kind
            hoped += surplus
    return found if hoped >= least_gain else 0


@rule
def points(rules, state, seat):
    """Trading value of the hand."""
    total = 0
    for kind in range(KINDS):
        total += state.hand[seat, kind] * rules.trading_value[kind]
    return total


@rule
def plan_layers(rules, state, seat, values, start, low, high, may_give, takes):
    """values[LAYERS + k, balance]: the most gained with the first k treasures that can move, from low to high.

    The last column of a layer names its treasure. Gives the number of layers.
    """
    for at in range(low, high + 1):
        values[LAYERS, at] = NONE
    values[LAYERS, start] = 0.0
    layer = LAYERS
    for kind in range(KINDS):
        held = int(state.hand[seat, kind])
        gives = held if may_give else 0
        most = takes_allowed(rules, state, kind, takes)
        if gives + most == 0:
            continue
        layer += 1
        values[layer, WIDTH - 1] = kind
        add_layer(values, layer, kind, held, gives, most, int(rules.trading_value[kind]), low, high)
    return layer


@rule
def add_layer(values, layer, kind, held, gives, most, worth, low, high):
    """One treasure more: nothing moves, some cards are given, or some are taken."""
    # Unsigned numbers as indices: numba then leaves out the question whether they count from the end.
    here, below = np.uint64(layer), np.uint64(layer - 1)
    first, last = np.uint64(low), np.uint64(high + 1)
    for at in range(first, last):
        values[here, at] = values[below, at]
    for cards in range(1, gives + 1):
        change = values[kind, held - cards] - values[kind, held]
        shift = np.uint64(cards * worth)
        for at in range(first + shift, last):
            gained = values[below, at - shift] + change
            if gained > values[here, at]:
                values[here, at] = gained
    for cards in range(1, most + 1):
        change = values[kind, held + cards] - values[kind, held]
        shift = np.uint64(cards * worth)
        for at in range(first + shift, last):
            gained = values[below, at] + change
            if gained > values[here, at - shift]:
                values[here, at - shift] = gained


@rule
def next_step(rules, state, seat, values, layer, low, high, may_give, takes, at):
    """Walk the plan back: a card to give if there is one left to give, else a card to take, else nothing (-1)."""
    take = -1
    while layer > LAYERS:
        goal = values[layer, at]
        kind = int(values[layer, WIDTH - 1])
        layer -= 1
        if goal == values[layer, at]:
            continue
        held = int(state.hand[seat, kind])
        worth = int(rules.trading_value[kind])
        if may_give:
            for cards in range(1, held + 1):
                before = at - cards * worth
                change = values[kind, held - cards] - values[kind, held]
                if before >= low and values[layer, before] + change == goal:
                    return Action.OFFER * ACTION_STRIDE + kind
        for cards in range(1, takes_allowed(rules, state, kind, takes) + 1):
            before = at + cards * worth
            change = values[kind, held + cards] - values[kind, held]
            if before <= high and values[layer, before] + change == goal:
                take = Action.TAKE * ACTION_STRIDE + kind
                at = before
                break
    return take


@rule
def plan_trade(rules, state, seat, values, least_gain):
    """The next step of the best trade as an option, or -1 when there is none that gains enough (or nothing to add)."""
    opening = state.decision == Decision.ACT
    takes = ALL
    if opening:
        if state.sold or state.turn_trades >= rules.trade_per_turn:  # whoever has begun to sell has done with trading
            return -1
        # What only fills up the value of an offer is found when the trade is under way.
        takes = worthwhile_takes(rules, state, seat, values, least_gain)
        if takes == 0:
            return -1
    may_give = state.decision != Decision.TAKE
    givable = points(rules, state, seat) if may_give else 0
    start = REACH + min(int(state.offered_value) - int(state.taken_value), REACH)
    low = max(REACH - givable, 0)
    high = min(start + givable, ROOM - 1)
    layer = plan_layers(rules, state, seat, values, start, low, high, may_give, takes)
    best = REACH
    for at in range(REACH, high + 1):
        if values[layer, at] > values[layer, best]:
            best = at
    if opening and values[layer, best] < least_gain:
        return -1
    return next_step(rules, state, seat, values, layer, low, high, may_give, takes, best)


@rule
def index_of(options, n, option):
    """Where an option stands among those given; -1 if it is not there."""
    for index in range(n):
        if options[index] == option:
            return index
    return -1


@rule
def choose_in_trade(rules, state, seat, options, n, values):
    """Go on with a trade that is under way; the first option (done, or any card) when the plan has nothing more."""
    return max(index_of(options, n, plan_trade(rules, state, seat, values, 0.0)), 0)
