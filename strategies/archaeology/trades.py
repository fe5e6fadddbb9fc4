"""The best trade with the marketplace, found exactly for a table of values.

Values add up over treasures, so the best trade is a small knapsack. Row by row of the plan one treasure more may move;
an entry is the most that the hand can gain for a balance of trading value (given less taken), in small coins above
`BASE`. All rows have the same width, and what is out of range stays 0, far below `BASE`: so nothing need be asked at
the ends, and a row is worked out in a few wide instructions.

A trade is built card by card. What is planned when it begins is kept in mind until its last card has moved.
"""

import numpy as np

from simulator.games.archaeology.moves.bits import MEMBERS
from simulator.games.archaeology.moves.inlining import inlined
from simulator.games.archaeology.moves.market import treasures_to_take
from simulator.games.archaeology.rules import KINDS, MAX_VALUE
from simulator.games.archaeology.state import ACTION_STRIDE, PLAN_MARGIN, PLAN_POINTS, Action, Decision
from simulator.kernel.compile import rule
from strategies.archaeology.values import ONE_OF, gain_by

COINS = 64.0  # to the dollar
BASE = 1 << 24  # coins of an entry that can be reached, before anything moves
FIRST, END = PLAN_MARGIN, PLAN_MARGIN + PLAN_POINTS  # entries of a row
EVEN = FIRST + PLAN_POINTS // 3  # the entry of balance 0; on the way a plan may owe something
MOST_PAID = PLAN_POINTS // 3  # trading value offered before the plan that it can count
MOST_CARDS = 7  # of a treasure in a plan
NOTE = 4  # bits for each treasure in the note of a plan: cards to take, or, below 0, to give
NOTED = (1 << NOTE) - 1


@inlined
def most_taken(rules, state, kind):
    """How many cards of a treasure are worth thinking of."""
    return min(np.int64(state.market[kind]), rules.of_use[kind])


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


# ------------------------------------------------------------------------------------------------ the plan


@inlined
def cards_to_move(rules, state, seat, kind, gives, takes):
    """How many cards of a treasure can be given and how many taken, if it is among these and those."""
    given = min(np.int64(state.hand[seat, kind]), MOST_CARDS) if gives >> kind & 1 == 1 else 0
    taken = min(most_taken(rules, state, kind), MOST_CARDS) if takes >> kind & 1 == 1 else 0
    return given, taken


@inlined
def may_move(cards, points):
    """Whether this is a move at all, and not too large for a plan."""
    return cards != 0 and abs(points) <= PLAN_MARGIN


@inlined
def entry_change(state, seat, kind, cards):
    """What taking so many cards of a treasure (or, below 0, giving them) adds to an entry of the plan.

    A coin less, so that no treasure moves for nothing.
    """
    return np.int32(gain_by(state, kind, np.int64(state.hand[seat, kind]), cards) * COINS - 1.0)


@inlined
def fill_plan_row(rules, state, seat, row, kind, gives, takes):
    """The row for one treasure more: nothing of it moves, or some cards are given, or some taken."""
    before, now = np.uint64(row - 1), np.uint64(row)
    worth = np.int64(rules.trading_value[kind])
    given, taken = cards_to_move(rules, state, seat, kind, gives, takes)
    for at in range(FIRST, END):
        state.plan[now, np.uint64(at)] = state.plan[before, np.uint64(at)]
    for cards in range(-given, taken + 1):
        points = cards * worth
        if may_move(cards, points):
            change = entry_change(state, seat, kind, cards)
            for at in range(FIRST, END):
                entry = np.int32(state.plan[before, np.uint64(at + points)] + change)
                state.plan[now, np.uint64(at)] = max(state.plan[now, np.uint64(at)], entry)


@inlined
def fill_plan(rules, state, seat, gives, takes):
    """Work the plan out for giving some of these treasures and taking some of those; gives its last row."""
    for at in range(FIRST, END):
        state.plan[0, np.uint64(at)] = 0
    paid = np.int64(state.offered_value) - state.taken_value
    state.plan[0, np.uint64(EVEN + min(paid, MOST_PAID))] = BASE
    row = 0
    kinds = gives | takes
    while kinds > 0:
        row += 1
        fill_plan_row(rules, state, seat, row, np.int64(MEMBERS[kinds, 0]), gives, takes)
        kinds &= kinds - 1
    return row


@inlined
def best_entry(state, row):
    """The best entry of a row that owes nothing."""
    best = np.int32(0)
    for at in range(EVEN, END):
        best = max(best, state.plan[np.uint64(row), np.uint64(at)])
    return best


@rule
def cards_moved(rules, state, seat, row, at, kind, gives, takes):
    """How many cards of the row's treasure an entry takes, or, below 0, gives: what made it of the row before."""
    before, entry = np.uint64(row - 1), state.plan[np.uint64(row), np.uint64(at)]
    if state.plan[before, np.uint64(at)] != entry:
        worth = np.int64(rules.trading_value[kind])
        given, taken = cards_to_move(rules, state, seat, kind, gives, takes)
        for cards in range(-given, taken + 1):
            points = cards * worth
            if may_move(cards, points):
                change = entry_change(state, seat, kind, cards)
                if state.plan[before, np.uint64(at + points)] + change == entry:
                    return cards
    return 0


@inlined
def note_plan(rules, state, seat, gives, takes, row, best):
    """Note the cards that move for the best entry of the last row."""
    at = EVEN
    while state.plan[np.uint64(row), np.uint64(at)] != best:
        at += 1
    notes = 0
    for kind in range(KINDS - 1, -1, -1):
        if (gives | takes) >> kind & 1 == 1:
            cards = cards_moved(rules, state, seat, row, at, kind, gives, takes)
            at += cards * rules.trading_value[kind]
            notes |= (cards & NOTED) << (NOTE * kind)
            row -= 1
    return notes


@rule
def plan_trade(rules, state, seat, gives, takes, least_gain):
    """The best trade that gives some of these treasures and takes some of those, as notes; 0 if it gains too little."""
    row = fill_plan(rules, state, seat, gives, takes)
    best = best_entry(state, row)
    if best - BASE < least_gain * COINS:
        return 0
    return note_plan(rules, state, seat, gives, takes, row, best)


# ------------------------------------------------------------------------------------------------ card by card


@inlined
def moment(state, offered_value, taken_value):
    """A number for this point of the game: which trade is under way, and what it has come to."""
    trade = np.int64(state.turns) << 8 | np.int64(state.turn_trades)
    return trade << 32 | offered_value << 16 | taken_value


@inlined
def next_step(rules, state, notes, room):
    """The option that moves the next card of a plan, -1 if there is none: all that is given comes first.

    The rest of the plan is kept in mind, in one of the two rooms there are for it, for the moment after the step.
    """
    option, moving, step = -1, 0, 0
    for kind in range(KINDS):
        note = notes >> (NOTE * kind) & NOTED
        if note > MOST_CARDS:
            option, moving, step = Action.OFFER * ACTION_STRIDE + kind, kind, 1
            break
        if note > 0:
            option, moving, step = Action.TAKE * ACTION_STRIDE + kind, kind, -1
    if option >= 0:
        note = notes >> (NOTE * moving) & NOTED
        state.intent[room] = notes + (((note + step & NOTED) - note) << (NOTE * moving))
        value = np.int64(rules.trading_value[moving])
        offered = np.int64(state.offered_value) + (value if step > 0 else 0)
        taken = np.int64(state.taken_value) + (value if step < 0 else 0)
        state.intent_moment[room] = moment(state, offered, taken)
    return option


@rule
def begin_trade(rules, state, seat, least_gain):
    """The first step of the best trade as an option, or -1 when there is none that gains enough."""
    value = np.int64(state.hand_value[seat])
    takes = np.int64(state.takeable) & rules.affordable[np.uint64(min(value, MAX_VALUE))]
    # What only fills up the value of an offer is found when the trade is under way.
    takes = worthwhile(rules, state, seat, takes, least_gain)
    if takes == 0:
        return -1
    return next_step(rules, state, plan_trade(rules, state, seat, np.int64(state.held[seat]), takes, least_gain), 0)


@inlined
def planned_step(rules, state):
    """The next step of the trade that the player has in mind as an option, -1 if there is none.

    What was in mind for this moment stays: asked again, the player gives the same answer.
    """
    now = moment(state, np.int64(state.offered_value), np.int64(state.taken_value))
    room = int(state.intent_moment[1] == now)
    if state.intent_moment[room] != now:
        return -1
    return next_step(rules, state, np.int64(state.intent[room]), 1 - room)


@rule
def added_step(rules, state, seat):
    """The best next step of a trade whose planned cards have all moved as an option, -1 when there is nothing to add."""
    gives = np.int64(state.held[seat])
    if state.decision == Decision.TAKE:
        gives = 0
        takes = treasures_to_take(rules, state)
    else:
        value = np.int64(state.offered_value) + state.hand_value[seat]
        takes = np.int64(state.takeable) & rules.affordable[np.uint64(min(value, MAX_VALUE))]
    return next_step(rules, state, plan_trade(rules, state, seat, gives, takes, 0.0), 0)
