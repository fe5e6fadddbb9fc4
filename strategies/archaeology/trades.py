"""The best trade with the marketplace, found exactly for a table of values.

Values add up over treasures, so the best trade is a small knapsack: walk through the treasures and note, for every
balance of trading value (given less taken), the most that the hand can gain. A trade is built card by card; at each
step the rest of it is planned anew from what lies offered, which leads to the same trade.

An entry of the plan counts in small coins; its last bits name a treasure to give and one to take that led there.
"""

import numpy as np

from simulator.engine.kernel import rule
from simulator.games.archaeology.moves.bits import MEMBERS
from simulator.games.archaeology.moves.inlining import inlined
from simulator.games.archaeology.moves.market import treasures_to_take
from simulator.games.archaeology.rules import MAX_VALUE
from simulator.games.archaeology.state import ACTION_STRIDE, PLAN_POINTS, Action, Decision
from strategies.archaeology.values import ONE_OF, gain_by

NOW, BEFORE = 0, 1  # rows of the plan
COINS = 64.0  # to the dollar
TO_GIVE, NAMES = 4, 8  # where in an entry the treasure to give is named, and where the names end
NONE = (1 << TO_GIVE) - 1  # the name of no treasure
NEVER = -(1 << 40)
STEP = 4
MOST_POINTS = 15  # of trading value in a plan: offered already, to give, and to owe for a while
FIRST = MOST_POINTS + STEP  # where the lowest balance stands: there is room on both sides for what cannot be


@inlined
def most_taken(rules, state, kind):
    """How many cards of a treasure are worth thinking of."""
    return min(np.int64(state.market[kind]), np.int64(rules.largest_set[kind]))


@rule
def worthwhile(rules, state, seat, kinds, least_gain):
    """Which of these treasures, as bits, bring more than the cheapest cards of the hand cost; none if it is too little.

    What they bring above that cost, all together, is more than any trade can gain.
    """
    cheapest = second = 1e9  # what a trading point costs with the cheapest treasure of the hand, and with any other
    cheapest_kind = -1
    hand = np.int64(state.held[seat])
    while hand > 0:
        kind = np.int64(MEMBERS[hand, 0])
        hand &= hand - 1
        held = np.int64(state.hand[seat, kind])
        cost = -max(gain_by(state, kind, held, -1), gain_by(state, kind, held, -held) * ONE_OF[held])
        cost *= ONE_OF[rules.trading_value[kind]]
        if cost < cheapest:
            cheapest, second, cheapest_kind = cost, cheapest, kind
        else:
            second = min(second, cost)
    found = 0
    hoped = 0.0
    while kinds > 0:
        kind = np.int64(MEMBERS[kinds, 0])
        kinds &= kinds - 1
        held = np.int64(state.hand[seat, kind])
        cost = (second if kind == cheapest_kind else cheapest) * rules.trading_value[kind]
        surplus = 0.0
        for cards in range(1, most_taken(rules, state, kind) + 1):
            surplus = max(surplus, gain_by(state, kind, held, cards) - cost * cards)
        if surplus > 0.0:
            found |= 1 << kind
            hoped += surplus
    return found if hoped >= least_gain else 0


@inlined
def coins(money):
    """Money as an entry of the plan that names no treasure to move, the names' bits being 0."""
    return np.int64(money * COINS) << NAMES


@inlined
def larger(this, other):
    """The larger of two entries, worked out without a branch."""
    more = other - this
    return this + (more & ~(more >> 63))


@rule
def add_treasure(state, kind, held, gives, takes, worth, top):
    """One treasure more: nothing moves, up to so many cards of it are given, or up to so many are taken.

    Balances are worked through in steps of a fixed size, which is quicker than to stop at the very last one.
    """
    before = np.uint64(NOW)
    if gives + takes > 1:
        before = np.uint64(BEFORE)
        for at in range(top, FIRST - 1, -STEP):
            for i in range(STEP):
                state.plan[BEFORE, np.uint64(at - i)] = state.plan[NOW, np.uint64(at - i)]
    for cards in range(1, gives + 1):
        change = coins(gain_by(state, kind, held, -cards)) + (kind << TO_GIVE)
        moved = cards * worth
        for at in range(top, FIRST + moved - 1, -STEP):
            for i in range(STEP):
                gained = (state.plan[before, np.uint64(at - i - moved)] & ~(NONE << TO_GIVE)) + change
                state.plan[NOW, np.uint64(at - i)] = larger(state.plan[NOW, np.uint64(at - i)], gained)
    for cards in range(1, takes + 1):
        change = coins(gain_by(state, kind, held, cards)) + kind
        moved = cards * worth
        for at in range(FIRST, top + 1 - moved, STEP):
            for i in range(STEP):
                gained = (state.plan[before, np.uint64(at + i + moved)] & ~NONE) + change
                state.plan[NOW, np.uint64(at + i)] = larger(state.plan[NOW, np.uint64(at + i)], gained)


@inlined
def add_treasures(rules, state, seat, kinds, may_give, may_take, top):
    """Walk through some treasures."""
    while kinds > 0:
        kind = np.int64(MEMBERS[kinds, 0])
        kinds &= kinds - 1
        held = np.int64(state.hand[seat, kind])
        gives = held if may_give else 0
        takes = most_taken(rules, state, kind) if may_take else 0
        add_treasure(state, kind, held, gives, takes, np.int64(rules.trading_value[kind]), top)


@inlined
def value_of_both(rules, state, seat, kinds):
    """Trading value of the hand's cards of some treasures, as far as a plan goes."""
    value = 0
    while kinds > 0:
        kind = np.int64(MEMBERS[kinds, 0])
        kinds &= kinds - 1
        value += state.hand[seat, kind] * rules.trading_value[kind]
    return min(value, MOST_POINTS)


@rule
def best_step(rules, state, seat, held, takes, least_gain):
    """The next step of the best trade of such treasures for such others, as an option; -1 when none gains enough."""
    both = held & takes
    debt = value_of_both(rules, state, seat, both)  # the balance may be this far below nothing on the way
    start = FIRST + debt + min(np.int64(state.offered_value) - state.taken_value, MOST_POINTS)
    top = start
    if held != 0:
        top += min(np.int64(state.hand_value[seat]), MOST_POINTS)
    for at in range(PLAN_POINTS):
        state.plan[NOW, at] = state.plan[BEFORE, at] = NEVER
    state.plan[NOW, np.uint64(start)] = NONE << TO_GIVE | NONE
    # Cards that can only be given come first, those that can only be taken last: the balance then stays above nothing.
    add_treasures(rules, state, seat, held & ~both, True, False, top)
    add_treasures(rules, state, seat, both, True, True, top)
    add_treasures(rules, state, seat, takes & ~both, False, True, top)
    best = NEVER
    for at in range(FIRST + debt, top + 1):
        best = max(best, state.plan[NOW, np.uint64(at)])
    if (best >> NAMES) < least_gain * COINS:
        return -1
    give, take = best >> TO_GIVE & NONE, best & NONE
    if give != NONE:
        return Action.OFFER * ACTION_STRIDE + give
    return Action.TAKE * ACTION_STRIDE + take if take != NONE else -1


@rule
def plan_trade(rules, state, seat, least_gain):
    """The next step of the best trade as an option, or -1 when there is none that gains enough (or nothing to add)."""
    if state.decision == Decision.TAKE:
        return best_step(rules, state, seat, 0, treasures_to_take(rules, state), NEVER)
    value = np.int64(state.offered_value) + state.hand_value[seat]
    takes = np.int64(state.takeable) & rules.affordable[np.uint64(min(value, MAX_VALUE))]
    if state.decision == Decision.OFFER:
        return best_step(rules, state, seat, np.int64(state.held[seat]), takes, NEVER)
    # What only fills up the value of an offer is found when the trade is under way.
    takes = worthwhile(rules, state, seat, takes, least_gain)
    return best_step(rules, state, seat, np.int64(state.held[seat]), takes, least_gain) if takes != 0 else -1


@inlined
def index_of(options, n, option):
    """Where an option stands among those given; -1 if it is not there."""
    for index in range(n):
        if options[index] == option:
            return index
    return -1
