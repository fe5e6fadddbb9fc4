"""Trades with the marketplace and sales to the museum."""

from simulator.engine.events import log
from simulator.engine.kernel import rule
from simulator.games.archaeology.moves.holdings import gain_openly, hand_worth, part_openly
from simulator.games.archaeology.rules import KINDS
from simulator.games.archaeology.state import ACTION_STRIDE, NO_DECISION, SIZE_STRIDE, Action, Decision, Event

# ------------------------------------------------------------------------------------------------ trading


@rule
def treasures_in_reach(rules, state):
    """The treasures, as bits, of the marketplace that the hand can pay for: with cards of other treasures only."""
    seat = state.seat
    value = int(state.offered_value)
    for kind in range(KINDS):
        value += state.hand[seat, kind] * rules.trading_value[kind]
    in_reach = 0
    for kind in range(KINDS):
        affordable = rules.trading_value[kind] * (state.hand[seat, kind] + 1) <= value
        in_reach |= int((state.market[kind] > 0) & (state.offered[kind] == 0) & affordable) << kind
    return in_reach


@rule
def list_offers(rules, state, options, n):
    """Any treasure of the hand may be offered as long as the trade can still be finished with a card taken."""
    in_reach = treasures_in_reach(rules, state)
    for kind in range(KINDS):
        if state.hand[state.seat, kind] > 0 and in_reach & ~(1 << kind) != 0:
            options[n] = Action.OFFER * ACTION_STRIDE + kind
            n += 1
    return n


@rule
def may_take(rules, state, kind):
    """A card of the marketplace, not of a treasure just offered, within the value that is left of the offer."""
    affordable = rules.trading_value[kind] <= state.offered_value - state.taken_value
    return (state.market[kind] > 0) & (state.offered[kind] == 0) & affordable


@rule
def list_takes(rules, state, options, n):
    """Every treasure of the marketplace that the offer pays for."""
    for kind in range(KINDS):
        options[n] = Action.TAKE * ACTION_STRIDE + kind
        n += int(may_take(rules, state, kind))
    return n


@rule
def offer(rules, state, kind, events):
    """An offered card is laid aside until the trade is done."""
    seat = state.seat
    if state.decision == Decision.ACT:
        state.worth_before = hand_worth(rules, state, seat)
    part_openly(rules, state, seat, kind, 1)
    state.offered[kind] += 1
    state.offered_value += rules.trading_value[kind]
    state.decision = Decision.OFFER
    log(events, Event.OFFER, seat, kind, 0, 0)


@rule
def finish_trade(rules, state, events):
    """The offered cards join the marketplace; the value that was not used is lost."""
    seat = state.seat
    gain = hand_worth(rules, state, seat) - state.worth_before
    log(events, Event.TRADE, seat, state.offered_value, state.taken_value, gain)
    for kind in range(KINDS):
        state.market[kind] += state.offered[kind]
        state.offered[kind] = 0
    state.trades[seat] += 1
    state.trade_worth[seat] += gain
    state.trade_value_lost[seat] += state.offered_value - state.taken_value
    state.offered_value = state.taken_value = 0
    state.turn_trades += 1
    if state.turn_trades == rules.trade_per_turn:
        state.limited_turns += 1
    state.acted = True
    state.decision = NO_DECISION


@rule
def take(rules, state, kind, events):
    """A taken card comes to the hand; when nothing more can be taken the trade is done."""
    state.market[kind] -= 1
    state.taken_value += rules.trading_value[kind]
    gain_openly(rules, state, state.seat, kind, 1)
    log(events, Event.TAKE, state.seat, kind, 0, 0)
    for other in range(KINDS):
        if may_take(rules, state, other):
            state.decision = Decision.TAKE
            return
    finish_trade(rules, state, events)


# ------------------------------------------------------------------------------------------------ the museum


@rule
def list_sales_and_offers(rules, state, options, n):
    """A set of any size up to the largest with a price may be sold; any card offered if a trade can be finished.

    One walk over the hand serves both: this is where a game spends most of its time.
    """
    seat = state.seat
    in_reach = 0
    if state.turn_trades < rules.trade_per_turn:
        in_reach = treasures_in_reach(rules, state)
    for kind in range(KINDS):
        cards = state.hand[seat, kind]
        if cards == 0:
            continue
        for size in range(1, min(cards, rules.largest_set[kind]) + 1):
            options[n] = Action.SELL * ACTION_STRIDE + kind * SIZE_STRIDE + size
            n += 1
        if in_reach & ~(1 << kind) != 0:
            options[n] = Action.OFFER * ACTION_STRIDE + kind
            n += 1
    return n


@rule
def sell(rules, state, kind, size, events):
    """A set leaves the hand for good and is worth its price."""
    seat = state.seat
    price = rules.price[kind, size]
    part_openly(rules, state, seat, kind, size)
    state.gone[kind] += size
    state.money[seat] += price
    state.treasure_money[seat, kind] += price
    state.sets[seat, kind, size - 1] += 1
    state.cards_sold[seat] += size
    state.acted = state.sold = True
    state.decision = NO_DECISION
    log(events, Event.SELL, seat, kind, size, price)
