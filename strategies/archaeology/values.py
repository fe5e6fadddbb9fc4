"""What cards are worth to a player who still means to do something with them.

A strategy fills a table `values[treasure, cards]` once per decision, and every choice then reads from it: what to
sell, trade, give up to a storm, keep from the Tomb. The value of so many cards of one treasure is that of the full
sets among them plus the best use of the rest: selling it now, spending it as currency at the marketplace, or
completing the set, by how likely the missing cards are to come.
"""

import numpy as np

from simulator.engine.kernel import kernel, rule
from simulator.games.archaeology.rules import KINDS, MAX_COPIES
from simulator.games.archaeology.state import Card, Decision, Monument

AHEAD = 6  # cards beyond those in hand that the table goes where a known chamber may bring several at once
WIDTH = MAX_COPIES + AHEAD + 1
UNSEEN = KINDS  # row after the treasures: copies of each treasure out of sight, and after them their number
LAYERS = KINDS + 1  # the first of the rows in which trades are planned
ONE_OF = (0.0, *(1.0 / cards for cards in range(1, MAX_COPIES + 1)))  # multiplying is quicker than dividing
SAFER = 0.01  # money in the museum is a little better than the same in hand


@kernel
def new_table():
    """Room for the values and for planning a trade: the one allocation of a decision."""
    return np.empty((LAYERS + KINDS + 1, WIDTH), np.float64)


@rule
def count_unseen(rules, state, seat, values):
    """Copies of each treasure out of sight: in the dig site, in chambers, in rivals' hands.

    Cards that rivals took openly count too: a storm or a trade may bring them back.
    """
    ruins = state.monument == Monument.BURIED_RUINS
    total = 0
    for kind in range(KINDS):
        cards = int(rules.copies[kind]) - state.hand[seat, kind] - state.market[kind] - state.gone[kind]
        cards -= state.offered[kind] + state.drawn[kind]
        if ruins:
            cards -= state.chamber[0, kind] + state.chamber[1, kind] + state.chamber[2, kind]
        total += cards
        values[UNSEEN, kind] = cards
    values[UNSEEN, KINDS] = total


@rule
def digs_left(rules, state):
    """How often each player still digs, about."""
    return state.dig_left / rules.seats


@rule
def scope(state, seat):
    """Which rows the decision needs: 0 the hand's, 1 the marketplace's, 2 both, 3 all of them, several cards ahead."""
    decision = state.decision
    if decision == Decision.TENT or decision == Decision.LOSE:
        return 0
    if decision == Decision.VICTIM or decision > Decision.PEEK:
        return 3
    if state.hand[seat, Card.MAP] + state.market[Card.MAP] > 0:
        return 3  # the monument comes in
    return 1 if decision == Decision.TAKE else 2


@rule
def fill_values(rules, state, seat, values, patience, bend, currency, keep):
    """Fill the rows that matter; maps count as currency until `fill_map_values` knows better.

    patience: trust in completing sets; bend: 0 counts a part of a set by its share, 1 by the square of it;
    currency: money per trading point of loose cards; keep: the part of a hope that survives storms and thieves.
    """
    count_unseen(rules, state, seat, values)
    digs = digs_left(rules, state)
    hidden = values[UNSEEN, KINDS] + state.thieves_left + state.storms_left
    share = digs / max(hidden, 1.0)
    late = min(digs / 3.0, 1.0)  # in the last rounds there is less and less to wait for
    hope, spent = 0.0, 0.0
    if not state.end_phase:
        hope = keep * patience
        spent = keep * (1.0 + (currency - 1.0) * late)
    rows = scope(state, seat)
    for kind in range(KINDS):
        held = int(state.hand[seat, kind])
        market = int(state.market[kind])
        if (rows == 0 and held == 0) or (rows == 1 and market == 0) or (rows == 2 and held + market == 0):
            continue
        more = AHEAD if rows == 3 else max(min(market, int(rules.largest_set[kind])), 1)
        arrivals = share * values[UNSEEN, kind]
        fill_kind(rules, values, kind, held, market * late, more, arrivals, hope, bend, spent)


@rule
def fill_kind(rules, values, kind, held, market, more, arrivals, hope, bend, spent):
    """One treasure's row, up to the cards held and `more`.

    hope: trust in a full set; spent: money for a trading point; arrivals, market: cards that may come.
    """
    full = int(rules.largest_set[kind])
    hope *= rules.price[kind, full] * ONE_OF[full]
    spent *= rules.trading_value[kind]
    square = bend * ONE_OF[full]
    values[kind, 0] = 0.0
    rest = base = 0
    for cards in range(1, held + more + 1):
        rest += 1
        if rest == full:
            rest, base = 0, cards
        value = float(rules.worth[kind, cards])
        if rest > 0:
            missing = full - rest
            coming = arrivals + max(market + held - cards, 0.0)
            part = hope * rest * (1.0 - bend + square * rest)
            if coming < missing:
                part *= coming / missing
            value = max(value, rules.worth[kind, base] + max(part, spent * rest))
        elif full == 1:
            value = max(value, spent * cards)
        values[kind, cards] = value - SAFER * cards


@rule
def mean_gain(state, seat, values):
    """What an unknown treasure would add to the hand on average (never a map)."""
    gain = 0.0
    for kind in range(KINDS):
        if kind != Card.MAP:
            held = state.hand[seat, kind]
            gain += values[UNSEEN, kind] * (values[kind, held + 1] - values[kind, held])
    return gain / max(values[UNSEEN, KINDS] - values[UNSEEN, Card.MAP], 1.0)
