"""The worth of cards to a player who still has plans for them.

For each decision the player fills the table `values[treasure, cards]` of its notes, and every choice then reads from
it: what to sell, trade, lose to a storm, keep from the Tomb. The value of some cards of one treasure is that of
the full sets among them plus the best use of the rest: selling it now, spending it as currency at the marketplace, or
completing the set, by how likely the missing cards are to come.
"""

import numpy as np

from digsite.simulator.games.archaeology.moves.treasures import MEMBERS
from digsite.simulator.games.archaeology.rules import KINDS, MAX_COPIES
from digsite.simulator.games.archaeology.state import Card, Monument
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.strategies.archaeology.mind import STEP, WIDTH

AHEAD = 6  # cards beyond those in hand that the table covers, as a known chamber may yield several at once
ONE_OF = np.array([0.0, *(1.0 / cards for cards in range(1, MAX_COPIES + 1))])  # multiplying is faster than dividing
COUNTED = np.arange(WIDTH, dtype=np.float32)
NONE, ONE = np.float32(0.0), np.float32(1.0)
SAFER = np.float32(0.01)  # money in the museum is a little better than the same in hand


@inlined
def copies_unseen(rules, state, seat, kind):
    """Return the copies of a treasure out of sight: in the dig site, in chambers, in rivals' hands.

    Cards that rivals took openly count too: they may return through a storm or a trade.
    """
    cards = np.int64(rules.copies[kind]) - state.hand[seat, kind] - state.market[kind] - state.gone[kind]
    cards -= np.int64(state.offered[kind]) + state.drawn[kind]
    if state.monument == Monument.BURIED_RUINS:
        cards -= np.int64(state.chamber[0, kind]) + state.chamber[1, kind] + state.chamber[2, kind]
    return cards


@inlined
def cards_unseen(rules, state, seat):
    """Return how many cards are out of sight, including thieves and storms."""
    cards = np.int64(state.dig_left) + state.pile_left - state.hand_size[seat]
    for holder in range(rules.seats):
        cards += state.hand_size[holder]
    if state.monument != Monument.BURIED_RUINS:
        cards += np.int64(state.chamber_size[0]) + state.chamber_size[1] + state.chamber_size[2]
    return cards


@inlined
def digs_left(rules, state):
    """Return roughly how often each player still digs."""
    return state.dig_left * ONE_OF[rules.seats]


@inlined
def fill_values(rules, state, seat, mind, kinds, ahead, patience, bend, currency, reach, keep):
    """Fill the rows of these treasures, for the cards in hand and in the marketplace, but at least `ahead` cards more.

    Maps count as currency until `fill_map_values` replaces it. patience: trust in completing sets; bend: 0 counts a
    part of a set by its share, 1 by its square; currency: money per trading point of loose cards; reach: the share
    of the marketplace that counts as within reach; keep: the share of a prospect that survives storms and thieves. The
    copies of these treasures that are out of sight are noted as well.
    """
    digs = digs_left(rules, state)
    share = digs / max(cards_unseen(rules, state, seat), 1)
    late = min(digs, 1.0)  # in the last round there is less and less to wait for
    reach *= late
    hope, spent = 0.0, 0.0
    if not state.end_phase:
        hope = keep * patience
        spent = keep * (1.0 + (currency - 1.0) * late)
    all_unseen = 0
    while kinds > 0:
        kind = np.int64(MEMBERS[kinds, 0])
        kinds &= kinds - 1
        held, market = np.int64(state.hand[seat, kind]), np.int64(state.market[kind])
        unseen = copies_unseen(rules, state, seat, kind)
        mind.notes.unseen[kind] = unseen
        all_unseen += unseen
        last = held + max(ahead, min(market, mind.tables.of_use[kind]))
        pool = held + market + state.offered[kind]  # a trade only moves cards within it, so it changes no value
        fill_row(rules, mind, kind, last, share * unseen, pool, reach, hope, bend, spent)
    mind.notes.all_unseen = all_unseen


@inlined
def fill_row(rules, mind, kind, last, arrivals, pool, reach, hope, bend, spent):
    """Fill one treasure's row, up to this many cards.

    arrivals: cards that may still come; pool: cards in hand and marketplace, of which those in the marketplace count by
    `reach`; hope: trust in a full set; spent: money for a trading point.

    Sixteen entries at a time in single precision: a few wide instructions, faster than stopping where the row ends.
    """
    notes, tables = mind.notes, mind.tables
    hoped, paid = np.float32(hope * tables.part_money[kind]), np.float32(spent * rules.trading_value[kind])
    straight, square = np.float32(1.0 - bend), np.float32(bend * ONE_OF[rules.largest_set[kind]])
    come, near, most = np.float32(arrivals), np.float32(reach), np.float32(pool)
    for first in range(0, last + 1, STEP):
        for cards in range(first, first + STEP):
            at = np.uint64(cards)
            loose = tables.loose[kind, at]
            coming = come + near * max(most - COUNTED[at], NONE)
            part = hoped * loose * (straight + square * loose) * min(coming * tables.per_missing[kind, at], ONE)
            value = tables.set_money[kind, at] + max(part, paid * loose)
            notes.values[kind, at] = max(tables.money[kind, at], value) - SAFER * COUNTED[at]


@inlined
def gain_by(notes, kind, held, cards):
    """Return the worth to the player of this many cards of a treasure more (or, below 0, less) than those held."""
    return notes.values[kind, np.uint64(held + cards)] - notes.values[kind, np.uint64(held)]


@rule
def mean_gain(state, seat, notes):
    """Return what an unknown treasure would add to the hand on average (never a map)."""
    gain = 0.0
    for kind in range(KINDS):
        if kind != Card.MAP:
            gain += notes.unseen[kind] * gain_by(notes, kind, state.hand[seat, kind], 1)
    return gain / max(notes.all_unseen - notes.unseen[Card.MAP], 1.0)
