"""Choices that follow from a table of values, for players of every style."""

import numpy as np

from digsite.simulator.games.archaeology.moves.monuments import may_be_named
from digsite.simulator.games.archaeology.moves.treasures import MEMBERS
from digsite.simulator.games.archaeology.options import (
    DECLINE,
    Action,
    action_of,
    names_of,
    option_of,
    set_of,
    size_of,
    treasure_of,
    what_of,
)
from digsite.simulator.games.archaeology.rules import KINDS
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.options import index_of
from digsite.strategies.archaeology.monuments import cards_known, chance_in_chamber
from digsite.strategies.archaeology.values import AHEAD, ONE_OF, gain_by


@rule
def best_sale(rules, state, seat, notes, options, n, least):
    """Return the sale with the largest gain over holding, if at least `least`; -1 if there is none."""
    best = -1
    most = least
    kinds = np.int64(state.held[seat])
    while kinds > 0:
        kind = np.int64(MEMBERS[kinds, 0])
        kinds &= kinds - 1
        held = np.int64(state.hand[seat, kind])
        for size in range(1, min(held, np.int64(rules.largest_set[kind])) + 1):
            surplus = rules.price[kind, size] + gain_by(notes, kind, held, -size)
            if surplus >= most:
                best, most = option_of(Action.SELL, set_of(kind, size)), surplus
    return index_of(options, n, best) if best >= 0 else -1


@rule
def full_sale(rules, options, n):
    """Return the dearest set of the largest size that may be sold; -1 if there is none."""
    best = -1
    most = 0
    for index in range(n):
        if action_of(options[index]) != Action.SELL:
            continue
        kind, size = treasure_of(what_of(options[index])), size_of(what_of(options[index]))
        if size > 1 and size == rules.largest_set[kind] and rules.price[kind, size] > most:
            best, most = index, rules.price[kind, size]
    return best


@rule
def best_rate_sale(rules, options, n, least):
    """Return the sale with the most money per trading point, if at least `least`; -1 if there is none."""
    best = -1
    most = least
    for index in range(n):
        if action_of(options[index]) != Action.SELL:
            continue
        kind, size = treasure_of(what_of(options[index])), size_of(what_of(options[index]))
        rate = rules.price[kind, size] / (size * rules.trading_value[kind])
        if rate >= most:
            best, most = index, rate
    return best


@rule
def end_or_sell(rules, state, seat, notes, options, n):
    """End the turn; if that is not allowed, return the sale that costs least."""
    end = index_of(options, n, option_of(Action.END, 0))
    if end >= 0:
        return end
    return max(best_sale(rules, state, seat, notes, options, n, -1e9), 0)


@rule
def cheapest_loss(state, seat, notes, cards):
    """Return the treasure to lose first when this many cards must go: the least value lost per card."""
    best = -1
    least = 1e9
    kinds = np.int64(state.held[seat])
    while kinds > 0:
        kind = np.int64(MEMBERS[kinds, 0])
        kinds &= kinds - 1
        held = np.int64(state.hand[seat, kind])
        for lost in range(1, min(held, cards) + 1):
            cost = -gain_by(notes, kind, held, -lost) * ONE_OF[lost]
            if cost < least:
                best, least = kind, cost
    return best


@rule
def storm_cost(rules, state, seat, notes):
    """Return roughly what the storm would cost without the tent: the cheapest half of the hand, card by card."""
    cards = np.int64(state.hand_size[seat]) // rules.sandstorms_divisor
    kept = np.int64(state.held[seat])
    total = 0.0
    while cards > 0 and kept > 0:
        cheapest, least = 0, 1e9
        kinds = kept
        while kinds > 0:
            kind = np.int64(MEMBERS[kinds, 0])
            kinds &= kinds - 1
            held = np.uint64(state.hand[seat, kind])
            cost = notes.values[kind, held] * ONE_OF[held]
            if cost < least:
                cheapest, least = kind, cost
        lost = min(cards, np.int64(state.hand[seat, cheapest]))
        total += least * lost
        cards -= lost
        kept &= ~(1 << cheapest)
    return total


@rule
def use_tent(rules, state, seat, notes, threshold):
    """Use the tent for a loss above the threshold, which falls as storms run out; a tent is never saved for nothing."""
    storms = int(state.storms_left)
    if storms < state.tent[seat]:
        return 1
    return int(storm_cost(rules, state, seat, notes) >= threshold * storms / (storms + 2.0))


@rule
def choose_victim(state, seat, notes, options, n, spite):
    """Return the opponent whose hand, as far as known, is worth most to the thief, with some spite for the leader."""
    best, most = 0, -1e9
    for index in range(n):
        rival = options[index]
        cards = int(state.hand_size[rival])
        gain = 0.0
        known = 0
        for kind in range(KINDS):
            seen = int(state.known[seat, rival, kind])
            if seen > 0:
                known += seen
                gain += seen * gain_by(notes, kind, state.hand[seat, kind], 1)
        gain = (gain + (cards - known) * notes.mean_gain) / cards + spite * (state.money[rival] + 2 * cards)
        if gain > most:
            best, most = index, gain
    return best


@rule
def choose_peek(state, seat, options, n):
    """Look into a chamber of the Temple not yet seen."""
    for index in range(n):
        chamber = options[index]
        if chamber == DECLINE:
            return index
        if cards_known(state, seat, chamber) == 0:
            return index
    return n - 1


@rule
def choose_keep(state, seat, notes, options, n):
    """Return the treasure of the Tomb that adds most; two of a kind count together while two may be kept."""
    best, most = 0, -1e9
    for index in range(n):
        kind = options[index]
        held = state.hand[seat, kind]
        gain = gain_by(notes, kind, held, 1)
        if state.keep_left > 1 and state.chamber[state.exploring, kind] > 1:
            gain = max(gain, gain_by(notes, kind, held, 2) / 2)
        if gain > most:
            best, most = index, gain
    return best


@rule
def draw_on(rules, state, seat, notes):
    """At the Mine: draw one more card if its gain outweighs the risk to the drawn cards."""
    at_stake = 0.0
    for kind in range(KINDS):
        if state.drawn[kind] > 0:
            held = state.hand[seat, kind]
            at_stake += gain_by(notes, kind, held, min(int(state.drawn[kind]), AHEAD))
    balance = 0.0
    known = cards_known(state, seat, state.exploring)
    for kind in range(KINDS):
        chance = chance_in_chamber(state, seat, notes, state.exploring, kind, known)
        if state.drawn_value + rules.trading_value[kind] > rules.mine_limit:
            balance -= chance * at_stake
        else:
            held = int(state.hand[seat, kind]) + min(int(state.drawn[kind]), AHEAD - 1)
            balance += chance * gain_by(notes, kind, held, 1)
    return int(balance > 0)


@rule
def choose_names(rules, state, seat, notes, options, n):
    """To the Sphinx: name the two treasures with the highest expected value."""
    best, second = -1, -1
    most = almost = -1e9
    known = cards_known(state, seat, state.exploring)
    for kind in range(KINDS):
        if may_be_named(rules, kind):
            gain = named_gain(rules, state, seat, notes, kind, known)
            if gain > most:
                best, most, second, almost = kind, gain, best, most
            elif gain > almost:
                second, almost = kind, gain
    return index_of(options, n, names_of(min(best, second), max(best, second)))


@rule
def named_gain(rules, state, seat, notes, kind, known):
    """Return the expected gain per revealed card of naming this treasure."""
    held = state.hand[seat, kind]
    worth = gain_by(notes, kind, held, 2) / 2
    if rules.largest_set[kind] < 2:
        worth = gain_by(notes, kind, held, 1)
    return worth * chance_in_chamber(state, seat, notes, state.exploring, kind, known)
