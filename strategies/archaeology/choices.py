"""Choices that follow from a table of values, whatever the player's style."""

from simulator.engine.kernel import rule
from simulator.games.archaeology.rules import KINDS
from simulator.games.archaeology.state import (
    ACTION_STRIDE,
    DECLINE,
    NAME_STRIDE,
    SIZE_STRIDE,
    Action,
)
from strategies.archaeology.monuments import chance_in_chamber
from strategies.archaeology.trades import index_of
from strategies.archaeology.values import AHEAD, mean_gain


@rule
def best_sale(rules, state, seat, options, n, values, least):
    """The sale that leaves the player best off compared with holding on, if by at least so much; -1 if there is none."""
    best = -1
    most = least
    for index in range(n):
        if options[index] // ACTION_STRIDE != Action.SELL:
            continue
        what = options[index] - Action.SELL * ACTION_STRIDE
        kind = what // SIZE_STRIDE
        size = what - kind * SIZE_STRIDE
        held = state.hand[seat, kind]
        surplus = rules.price[kind, size] + values[kind, held - size] - values[kind, held]
        if surplus >= most:
            best, most = index, surplus
    return best


@rule
def full_sale(rules, options, n):
    """The dearest set of the largest size that may be sold; -1 if there is none."""
    best = -1
    most = 0
    for index in range(n):
        if options[index] // ACTION_STRIDE != Action.SELL:
            continue
        what = options[index] - Action.SELL * ACTION_STRIDE
        kind = what // SIZE_STRIDE
        size = what - kind * SIZE_STRIDE
        if size > 1 and size == rules.largest_set[kind] and rules.price[kind, size] > most:
            best, most = index, rules.price[kind, size]
    return best


@rule
def best_rate_sale(rules, options, n, least):
    """The sale with the most money per trading point, if at least so much; -1 if there is none."""
    best = -1
    most = least
    for index in range(n):
        if options[index] // ACTION_STRIDE != Action.SELL:
            continue
        what = options[index] - Action.SELL * ACTION_STRIDE
        kind = what // SIZE_STRIDE
        size = what - kind * SIZE_STRIDE
        rate = rules.price[kind, size] / (size * rules.trading_value[kind])
        if rate >= most:
            best, most = index, rate
    return best


@rule
def end_or_sell(rules, state, seat, options, n, values):
    """End the turn; where that is not allowed, the sale that costs least."""
    end = index_of(options, n, Action.END * ACTION_STRIDE)
    if end >= 0:
        return end
    return max(best_sale(rules, state, seat, options, n, values, -1e9), 0)


@rule
def cheapest_loss(state, seat, values, cards):
    """The treasure to give up first when so many cards must go: the least value lost per card."""
    best = -1
    least = 1e9
    for kind in range(KINDS):
        held = int(state.hand[seat, kind])
        for lost in range(1, min(held, cards) + 1):
            cost = (values[kind, held] - values[kind, held - lost]) / lost
            if cost < least:
                best, least = kind, cost
    return best


@rule
def storm_cost(rules, state, seat, values):
    """About what the storm would cost without the tent: the cheapest half of the hand, card by card."""
    cards = int(state.hand_size[seat]) // rules.sandstorms_divisor
    total = 0.0
    floor = -1.0
    while cards > 0:
        # the next cheapest average loss above those counted already
        best, least = -1, 1e9
        for kind in range(KINDS):
            held = int(state.hand[seat, kind])
            if held > 0:
                cost = (values[kind, held] - values[kind, 0]) / held
                if cost < least and (cost > floor):
                    best, least = kind, cost
        if best < 0:
            break
        lost = min(cards, int(state.hand[seat, best]))
        total += least * lost
        cards -= lost
        floor = least
    return total


@rule
def use_tent(rules, state, seat, values, threshold):
    """Use the tent for a loss above the threshold; it falls as storms run out, and a tent is never kept for nothing."""
    storms = int(state.storms_left)
    if storms < state.tent[seat]:
        return 1
    return int(storm_cost(rules, state, seat, values) >= threshold * storms / (storms + 2.0))


@rule
def choose_victim(rules, state, seat, options, n, values, spite):
    """The opponent whose hand is worth most to the thief by what is known of it, with some spite for the leader."""
    unknown = mean_gain(state, seat, values)
    best, most = 0, -1e9
    for index in range(n):
        rival = options[index]
        cards = int(state.hand_size[rival])
        gain = 0.0
        known = 0
        for kind in range(KINDS):
            seen = int(state.known[seat, rival, kind])
            known += seen
            held = state.hand[seat, kind]
            gain += seen * (values[kind, held + 1] - values[kind, held])
        gain = (gain + (cards - known) * unknown) / cards + spite * (state.money[rival] + 2 * cards)
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
        known = 0
        for kind in range(KINDS):
            known += int(state.chamber_known[seat, chamber, kind])
        if known == 0:
            return index
    return n - 1


@rule
def choose_keep(state, seat, options, n, values):
    """The treasure of the Tomb that adds most; two of a kind count together while two may be kept."""
    best, most = 0, -1e9
    for index in range(n):
        kind = options[index]
        held = state.hand[seat, kind]
        gain = values[kind, held + 1] - values[kind, held]
        if state.keep_left > 1 and state.chamber[state.exploring, kind] > 1:
            gain = max(gain, (values[kind, held + 2] - values[kind, held]) / 2)
        if gain > most:
            best, most = index, gain
    return best


@rule
def draw_on(rules, state, seat, values):
    """At the Mine: one more card if what it brings outweighs the danger to what is drawn."""
    at_stake = 0.0
    for kind in range(KINDS):
        if state.drawn[kind] > 0:
            held = state.hand[seat, kind]
            at_stake += values[kind, held + min(int(state.drawn[kind]), AHEAD)] - values[kind, held]
    balance = 0.0
    for kind in range(KINDS):
        chance = chance_in_chamber(state, seat, state.exploring, kind, values)
        if state.drawn_value + rules.trading_value[kind] > rules.mine_limit:
            balance -= chance * at_stake
        else:
            held = int(state.hand[seat, kind]) + min(int(state.drawn[kind]), AHEAD - 1)
            balance += chance * (values[kind, held + 1] - values[kind, held])
    return int(balance > 0)


@rule
def choose_names(rules, state, seat, options, n, values):
    """To the Sphinx: the two treasures of which the most value is to be expected."""
    best, most = 0, -1e9
    cards = min(int(rules.sphinx_reveal), int(state.chamber_size[state.exploring]))
    for index in range(n):
        lower = options[index] // NAME_STRIDE
        higher = options[index] - lower * NAME_STRIDE
        gain = cards * named_gain(rules, state, seat, lower, values)
        gain += cards * named_gain(rules, state, seat, higher, values)
        if gain > most:
            best, most = index, gain
    return best


@rule
def named_gain(rules, state, seat, kind, values):
    """Expected gain per revealed card of naming this treasure."""
    held = state.hand[seat, kind]
    worth = (values[kind, held + 2] - values[kind, held]) / 2
    if rules.largest_set[kind] < 2:
        worth = values[kind, held + 1] - values[kind, held]
    return worth * chance_in_chamber(state, seat, state.exploring, kind, values)
