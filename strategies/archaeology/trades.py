"""The best trade with the marketplace, found exactly for a table of values.

Values add up over treasures, so the best trade is a small knapsack. Each row of the plan adds one treasure that may
move; an entry is the most that the hand can gain for a balance of trading value (paid less taken), in small coins above
`BASE`. All rows have the same width, and entries out of range stay 0, far below `BASE`: so the ends need no checks,
and a row is computed in a few wide instructions.

A trade is built card by card. The plan made at its start stays in the player's notes until its last card has moved.
"""

import numpy as np

from digsite.simulator.games.archaeology.moves.market import treasures_to_take
from digsite.simulator.games.archaeology.moves.treasures import MEMBERS
from digsite.simulator.games.archaeology.options import Action, option_of
from digsite.simulator.games.archaeology.rules import KINDS, MAX_VALUE
from digsite.simulator.games.archaeology.state import Decision
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.strategies.archaeology.mind import KNOWN_HOLDS, PLAN_MARGIN, PLAN_POINTS, PLAN_ROW
from digsite.strategies.archaeology.values import ONE_OF, gain_by

COINS = 64.0  # to the dollar
BASE = 1 << 24  # coins of an entry that can be reached, before anything moves
FIRST, END = PLAN_MARGIN, PLAN_MARGIN + PLAN_POINTS  # entries of a row
EVEN = FIRST + PLAN_POINTS // 3  # the entry of balance 0; a plan may be in debt before its end
MOST_PAID = PLAN_POINTS // 3  # trading value offered before the plan that it can count
MOST_CARDS = 7  # of a treasure in a plan
MOVE_BITS = 4  # for each treasure of a packed trade: cards to take, or, below 0, to pay with
PACKED_MOVE = (1 << MOVE_BITS) - 1


@inlined
def most_taken(state, tables, kind):
    """Return how many cards of a treasure are worth considering."""
    return min(np.int64(state.market[kind]), tables.of_use[kind])


@inlined
def market_gain(state, mind, kind, cards):
    """Return the worth of rivals not finding this many cards of a treasure (or, below 0, finding that many more)."""
    there = np.int64(state.market[kind]) + state.offered[kind]
    held, most = np.uint64(mind.notes.rival_holds[kind]), mind.notes.rival_buys[kind]
    gains = mind.tables.rival_gain
    found, left = np.uint64(min(there, most)), np.uint64(min(there - cards, most))
    return mind.notes.leave * (gains[held, kind, found] - gains[held, kind, left])


@inlined
def watch_rivals(rules, state, seat, mind):
    """Note how many cards of each treasure rivals are known to hold, and how many they could buy: a point a card."""
    holds, buys = mind.notes.rival_holds, mind.notes.rival_buys
    most = 0
    for kind in range(KINDS):
        holds[kind] = 0
    for rival in range(rules.seats):
        if rival != seat:
            most = max(most, np.int64(state.hand_size[rival]))
            for kind in range(KINDS):
                holds[kind] = max(holds[kind], state.known[seat, rival, kind])
    points = most + 1.5  # the next dig may add one; half a point, so that rounding misses no whole number
    for kind in range(KINDS):
        holds[kind] = min(holds[kind], np.int8(KNOWN_HOLDS))
        buys[kind] = np.int64(points * mind.tables.per_point[kind])


@inlined
def worthwhile(rules, state, seat, mind, kinds, least_gain):
    """Return which of these treasures, as bits, gain more than the cheapest hand cards cost; 0 if it is too little.

    The sum of these gains is an upper bound for any trade.
    """
    notes, tables = mind.notes, mind.tables
    cheapest = second = 1e9  # cost of a trading point with the cheapest treasure of the hand, and with any other
    cheapest_kind = -1
    hand = np.int64(state.held[seat])
    while hand > 0:
        kind = np.int64(MEMBERS[hand, 0])
        hand &= hand - 1
        held = np.int64(state.hand[seat, kind])
        cost = -max(gain_by(notes, kind, held, -1), gain_by(notes, kind, held, -held) * ONE_OF[held])
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
        for cards in range(1, most_taken(state, tables, kind) + 1):
            gain = gain_by(notes, kind, held, cards) + market_gain(state, mind, kind, cards)
            surplus = max(surplus, gain - cost * cards)
        if surplus > 0.0:
            found |= 1 << kind
            hoped += surplus
    return found if hoped >= least_gain else 0


# ------------------------------------------------------------------------------------------------ the plan


@inlined
def cards_to_move(state, seat, tables, kind, gives, takes):
    """Return how many cards of a treasure can be paid and how many taken, if it is in the respective set."""
    given = min(np.int64(state.hand[seat, kind]), MOST_CARDS) if gives >> kind & 1 == 1 else 0
    taken = min(most_taken(state, tables, kind), MOST_CARDS) if takes >> kind & 1 == 1 else 0
    return given, taken


@inlined
def may_move(cards, points):
    """Return whether this is a move at all, and not too large for a plan."""
    return cards != 0 and abs(points) <= PLAN_MARGIN


@inlined
def entry_change(state, seat, mind, kind, cards):
    """Return what taking this many cards of a treasure (or, below 0, paying with them) adds to an entry of the plan.

    One coin less, so that no treasure moves for nothing. A full set is sure money, not to be broken up for mere hope.
    """
    held = np.int64(state.hand[seat, kind])
    change = gain_by(mind.notes, kind, held, cards) + market_gain(state, mind, kind, cards)
    if cards < 0:
        sets = mind.tables.set_money
        change -= mind.notes.sure * (sets[kind, np.uint64(held)] - sets[kind, np.uint64(held + cards)])
    return np.int32(change * COINS - 1.0)


@inlined
def fill_plan_row(rules, state, seat, mind, row, kind, gives, takes):
    """Fill the row for one more treasure: none of it moves, or some cards are paid, or some taken."""
    notes = mind.notes
    before, now = (row - 1) * PLAN_ROW, row * PLAN_ROW
    worth = np.int64(rules.trading_value[kind])
    given, taken = cards_to_move(state, seat, mind.tables, kind, gives, takes)
    for at in range(FIRST, END):
        notes.plan[np.uint64(now + at)] = notes.plan[np.uint64(before + at)]
    for cards in range(-given, taken + 1):
        points = cards * worth
        if may_move(cards, points):
            change = entry_change(state, seat, mind, kind, cards)
            for at in range(FIRST, END):
                entry = np.int32(notes.plan[np.uint64(before + at + points)] + change)
                notes.plan[np.uint64(now + at)] = max(notes.plan[np.uint64(now + at)], entry)


@inlined
def fill_plan(rules, state, seat, mind, gives, takes):
    """Compute the plan for paying with some of these treasures and taking some of those; return its last row."""
    notes = mind.notes
    for at in range(FIRST, END):
        notes.plan[np.uint64(at)] = 0
    paid = np.int64(state.offered_value) - state.taken_value
    notes.plan[np.uint64(EVEN + min(paid, MOST_PAID))] = BASE
    row = 0
    kinds = gives | takes
    while kinds > 0:
        row += 1
        fill_plan_row(rules, state, seat, mind, row, np.int64(MEMBERS[kinds, 0]), gives, takes)
        kinds &= kinds - 1
    return row


@inlined
def best_entry(notes, row):
    """Return the best entry of a row without debt."""
    best = np.int32(0)
    for at in range(EVEN, END):
        best = max(best, notes.plan[np.uint64(row * PLAN_ROW + at)])
    return best


@rule
def cards_moved(rules, state, seat, mind, row, at, kind, gives, takes):
    """Return how many cards of the row's treasure an entry takes or, below 0, pays: its change of the previous row."""
    notes = mind.notes
    before, entry = (row - 1) * PLAN_ROW, notes.plan[np.uint64(row * PLAN_ROW + at)]
    if notes.plan[np.uint64(before + at)] != entry:
        worth = np.int64(rules.trading_value[kind])
        given, taken = cards_to_move(state, seat, mind.tables, kind, gives, takes)
        for cards in range(-given, taken + 1):
            points = cards * worth
            if may_move(cards, points):
                change = entry_change(state, seat, mind, kind, cards)
                if notes.plan[np.uint64(before + at + points)] + change == entry:
                    return cards
    return 0


@inlined
def best_moves(rules, state, seat, mind, gives, takes, row, best):
    """Return the cards that move for the best entry of the last row, packed."""
    at = EVEN
    while mind.notes.plan[np.uint64(row * PLAN_ROW + at)] != best:
        at += 1
    moves = 0
    for kind in range(KINDS - 1, -1, -1):
        if (gives | takes) >> kind & 1 == 1:
            cards = cards_moved(rules, state, seat, mind, row, at, kind, gives, takes)
            at += cards * rules.trading_value[kind]
            moves |= (cards & PACKED_MOVE) << (MOVE_BITS * kind)
            row -= 1
    return moves


@rule
def plan_trade(rules, state, seat, mind, gives, takes, least_gain):
    """Return the best trade that pays with some of these treasures and takes some of those, packed; else 0."""
    row = fill_plan(rules, state, seat, mind, gives, takes)
    best = best_entry(mind.notes, row)
    if best - BASE < least_gain * COINS:
        return 0
    return best_moves(rules, state, seat, mind, gives, takes, row, best)


# ------------------------------------------------------------------------------------------------ card by card


@inlined
def moment(state, offered_value, taken_value):
    """Return a number for this point of the game: the current trade and its balance."""
    trade = np.int64(state.turns) << 8 | np.int64(state.turn_trades)
    return trade << 32 | offered_value << 16 | taken_value


@inlined
def next_step(rules, state, notes, moves, room):
    """Return the option that moves the next card of a trade, -1 if there is none; payments come first.

    The rest of the trade is noted, in one of its two slots, for the moment after the step.
    """
    option, moving, step = -1, 0, 0
    for kind in range(KINDS):
        move = moves >> (MOVE_BITS * kind) & PACKED_MOVE
        if move > MOST_CARDS:
            option, moving, step = option_of(Action.OFFER, kind), kind, 1
            break
        if move > 0:
            option, moving, step = option_of(Action.TAKE, kind), kind, -1
    if option >= 0:
        move = moves >> (MOVE_BITS * moving) & PACKED_MOVE
        notes.trade[room] = moves + (((move + step & PACKED_MOVE) - move) << (MOVE_BITS * moving))
        value = np.int64(rules.trading_value[moving])
        offered = np.int64(state.offered_value) + (value if step > 0 else 0)
        taken = np.int64(state.taken_value) + (value if step < 0 else 0)
        notes.trade_moment[room] = moment(state, offered, taken)
    return option


@rule
def begin_trade(rules, state, seat, mind, least_gain):
    """Return the first step of the best trade as an option, or -1 if none gains enough."""
    value = np.int64(state.hand_value[seat])
    takes = np.int64(state.takeable) & rules.affordable[np.uint64(min(value, MAX_VALUE))]
    watch_rivals(rules, state, seat, mind)
    # Cards that only use up the value of an offer are found during the trade.
    takes = worthwhile(rules, state, seat, mind, takes, least_gain)
    if takes == 0:
        return -1
    moves = plan_trade(rules, state, seat, mind, np.int64(state.held[seat]), takes, least_gain)
    return next_step(rules, state, mind.notes, moves, 0)


@inlined
def planned_step(rules, state, notes):
    """Return the next step of the planned trade as an option, -1 if there is none.

    The plan for this moment stays noted: asked again, the player returns the same answer.
    """
    now = moment(state, np.int64(state.offered_value), np.int64(state.taken_value))
    room = int(notes.trade_moment[1] == now)
    if notes.trade_moment[room] != now:
        return -1
    return next_step(rules, state, notes, np.int64(notes.trade[room]), 1 - room)


@rule
def added_step(rules, state, seat, mind):
    """Return the best step to add to a trade whose planned cards have all moved, -1 if there is none."""
    gives = np.int64(state.held[seat])
    if state.decision == Decision.TAKE:
        gives = 0
        takes = treasures_to_take(rules, state)
    else:
        value = np.int64(state.offered_value) + state.hand_value[seat]
        takes = np.int64(state.takeable) & rules.affordable[np.uint64(min(value, MAX_VALUE))]
    watch_rivals(rules, state, seat, mind)
    return next_step(rules, state, mind.notes, plan_trade(rules, state, seat, mind, gives, takes, 0.0), 0)
