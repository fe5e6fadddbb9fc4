"""How a player with a table of values decides: explore, then trade, then sell, then end the turn."""

from simulator.engine.kernel import rule
from simulator.games.archaeology.state import Card, Decision
from strategies.archaeology.choices import (
    best_sale,
    cheapest_loss,
    choose_keep,
    choose_names,
    choose_peek,
    choose_victim,
    draw_on,
    end_or_sell,
    use_tent,
)
from strategies.archaeology.monuments import best_exploration
from strategies.archaeology.trades import choose_in_trade, index_of, plan_trade

SPITE = 0.03  # what a rival's money adds to the wish to rob them, per unit


@rule
def improve(rules, state, seat, options, n, values, want, least_gain):
    """Explore if it is time, trade if it pays; -1 when neither."""
    if state.hand[seat, Card.MAP] > 0:
        exploration = best_exploration(rules, state, seat, options, n, values, want)
        if exploration >= 0:
            return exploration
    return index_of(options, n, plan_trade(rules, state, seat, values, least_gain))


@rule
def act(rules, state, seat, options, n, values, want, least_gain):
    """Explore, trade, then sell what is better sold than held."""
    step = improve(rules, state, seat, options, n, values, want, least_gain)
    if step < 0:
        step = best_sale(rules, state, seat, options, n, values, 0.0)
    return step if step >= 0 else end_or_sell(rules, state, seat, options, n, values)


@rule
def decide(rules, state, seat, options, n, values, want, least_gain, tent):
    """Whatever is to be decided, by the table of values.

    want: how good an exploration must be; least_gain: how much a trade must bring; tent: the loss worth a tent.
    """
    decision = state.decision
    if decision == Decision.ACT:
        return act(rules, state, seat, options, n, values, want, least_gain)
    if decision == Decision.OFFER or decision == Decision.TAKE:
        return choose_in_trade(rules, state, seat, options, n, values)
    if decision == Decision.VICTIM:
        return choose_victim(rules, state, seat, options, n, values, SPITE)
    if decision == Decision.TENT:
        return use_tent(rules, state, seat, values, tent)
    if decision == Decision.LOSE:
        return max(index_of(options, n, cheapest_loss(state, seat, values, state.lose_left)), 0)
    if decision == Decision.PEEK:
        return choose_peek(state, seat, options, n)
    if decision == Decision.KEEP:
        return choose_keep(state, seat, options, n, values)
    if decision == Decision.MINE:
        return draw_on(rules, state, seat, values)
    return choose_names(rules, state, seat, options, n, values)
