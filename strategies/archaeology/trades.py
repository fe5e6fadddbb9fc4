"""The best trade with the marketplace, found exactly for a table of values.

Values add up over treasures, so the best trade is a small knapsack: walk through the treasures and note, for every
balance of trading value (given less taken), the most that the hand can gain. A trade is built card by card; at each
step the rest of it is planned anew from what lies offered, which leads to the same trade.

An entry of the plan counts in small coins, and its last bits note how many cards of each treasure move in it.
"""

import numpy as np

from simulator.engine.kernel import rule
from simulator.games.archaeology.moves.bits import MEMBERS
from simulator.games.archaeology.moves.inlining import inlined
from simulator.games.archaeology.moves.market import treasures_to_take
from simulator.games.archaeology.rules import KINDS, MAX_VALUE
from simulator.games.archaeology.state import ACTION_STRIDE, PLAN_POINTS, Action, Decision
from strategies.archaeology.values import ONE_OF, gain_by

NOW, BEFORE = 0, 1  # rows of the plan
COINS = 64.0  # to the dollar
NOTE = 4  # bits of an entry that note how many cards of a treasure move; with the highest of them they are taken
NOTES = NOTE * KINDS
TAKEN = 1 << (NOTE - 1)
MOST_CARDS = TAKEN - 1
NEVER = -(1 << 60)
MOST_POINTS = PLAN_POINTS // 3  # of trading value in a plan: offered already, to give, and to owe for a while


@inlined
def most_taken(rules, state, kind):
    """How many cards of a treasure are worth thinking of."""
    return min(np.int64(state.market[kind]), np.int64(rules.largest_set[kind]))


@inlined
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
def entry_change(money, kind, note):
    """What a treasure adds to an entry of the plan: its money in small coins, and a note of the cards that move.

    A coin less, so that no treasure moves for nothing.
    """
    return (np.int64(money * COINS - 1.0) << NOTES) + (note << (NOTE * kind))


@inlined
def larger(this, other):
    """The larger of two entries, worked out without a branch."""
    more = other - this
    return this + (more & ~(more >> 63))


@rule
def add_treasure(state, kind, held, gives, takes, worth, top):
    """One treasure more: nothing moves, up to so many cards of it are given, or up to so many are taken."""
    before = np.uint64(NOW)
    if gives + takes > 1:
        before = np.uint64(BEFORE)
        for at in range(top + 1):
            state.plan[BEFORE, np.uint64(at)] = state.plan[NOW, np.uint64(at)]
    for cards in range(1, min(gives, MOST_CARDS) + 1):
        change = entry_change(gain_by(state, kind, held, -cards), kind, cards)
        moved = cards * worth
        for at in range(top, moved - 1, -1):
            gained = state.plan[before, np.uint64(at - moved)] + change
            state.plan[NOW, np.uint64(at)] = larger(state.plan[NOW, np.uint64(at)], gained)
    for cards in range(1, min(takes, MOST_CARDS) + 1):
        change = entry_change(gain_by(state, kind, held, cards), kind, TAKEN + cards)
        moved = cards * worth
        for at in range(top + 1 - moved):
            gained = state.plan[before, np.uint64(at + moved)] + change
            state.plan[NOW, np.uint64(at)] = larger(state.plan[NOW, np.uint64(at)], gained)


@inlined
def value_of_both(rules, state, seat, kinds):
    """Trading value of the hand's cards of some treasures, as far as a plan goes."""
    value = 0
    while kinds > 0:
        kind = np.int64(MEMBERS[kinds, 0])
        kinds &= kinds - 1
        value += state.hand[seat, kind] * rules.trading_value[kind]
    return min(value, MOST_POINTS)


@inlined
def best_plan(rules, state, seat, held, takes):
    """The best entry of the plan to give some of these treasures and take some of those."""
    both = held & takes
    debt = value_of_both(rules, state, seat, both)  # the balance may be this far below nothing on the way
    start = debt + min(np.int64(state.offered_value) - state.taken_value, MOST_POINTS)
    top = start
    if held != 0:
        top += min(np.int64(state.hand_value[seat]), MOST_POINTS)
    for at in range(top + 1):
        state.plan[NOW, np.uint64(at)] = NEVER
    state.plan[NOW, np.uint64(start)] = 0
    # Treasures that can only be given come first, those that can only be taken last: the balance stays above nothing.
    kinds, later, last = held & ~both, both, takes & ~both
    while kinds | later | last > 0:
        if kinds == 0:
            kinds, later, last = later, last, 0
            continue
        kind = np.int64(MEMBERS[kinds, 0])
        kinds &= kinds - 1
        cards = np.int64(state.hand[seat, kind])
        gives = cards if held >> kind & 1 == 1 else 0
        taken = most_taken(rules, state, kind) if takes >> kind & 1 == 1 else 0
        add_treasure(state, kind, cards, gives, taken, np.int64(rules.trading_value[kind]), top)
    best = NEVER
    for at in range(debt, top + 1):
        best = larger(best, state.plan[NOW, np.uint64(at)])
    return best


@inlined
def first_step(plan):
    """The option that begins a plan: a card to give if there is one, else one to take, else nothing (-1)."""
    take = -1
    notes = plan & ((1 << NOTES) - 1)
    for kind in range(KINDS):
        note = notes >> (NOTE * kind) & (2 * TAKEN - 1)
        if note > TAKEN:
            take = Action.TAKE * ACTION_STRIDE + kind
        elif note > 0:
            return Action.OFFER * ACTION_STRIDE + kind
    return take


@rule
def plan_trade(rules, state, seat, least_gain):
    """The next step of the best trade as an option, or -1 when there is none that gains enough (or nothing to add)."""
    held = np.int64(state.held[seat])
    if state.decision == Decision.TAKE:
        held = 0
        takes = treasures_to_take(rules, state)
    else:
        value = np.int64(state.offered_value) + state.hand_value[seat]
        takes = np.int64(state.takeable) & rules.affordable[np.uint64(min(value, MAX_VALUE))]
    if state.decision == Decision.ACT:
        # What only fills up the value of an offer is found when the trade is under way.
        takes = worthwhile(rules, state, seat, takes, least_gain)
        if takes == 0:
            return -1
    plan = best_plan(rules, state, seat, held, takes)
    if state.decision == Decision.ACT and (plan >> NOTES) < least_gain * COINS:
        return -1
    return first_step(plan)
