"""The heuristic player: explore, then trade, then sell, then end the turn. Styles differ only in their weights."""

from enum import IntEnum

import numpy as np

from digsite.simulator.games.archaeology.moves.market import treasures_to_take
from digsite.simulator.games.archaeology.rules import KINDS, MAP, MAX_VALUE
from digsite.simulator.games.archaeology.state import Decision, Monument
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.options import index_of
from digsite.strategies.archaeology.choices import (
    best_rate_sale,
    best_sale,
    cheapest_loss,
    choose_keep,
    choose_names,
    choose_peek,
    choose_victim,
    draw_on,
    end_or_sell,
    full_sale,
    use_tent,
)
from digsite.strategies.archaeology.mind import CHOOSE
from digsite.strategies.archaeology.monuments import best_exploration, fill_map_values
from digsite.strategies.archaeology.trades import added_step, begin_trade, planned_step
from digsite.strategies.archaeology.values import AHEAD, ONE_OF, digs_left, fill_values

SPITE = 0.03  # the extra reason to rob a rival, per unit of its money
ALL = (1 << KINDS) - 1


class Weight(IntEnum):
    """The weights of `strategies.toml`, where they are explained."""

    PATIENCE = 0
    BEND = 1
    CURRENCY = 2
    MARKET = 3
    KEEP = 4
    STORM = 5
    TENT_COVER = 6
    THIEF = 7
    MAPS = 8
    WANT = 9
    RIPE = 10
    LEAST_GAIN = 11
    TENT = 12
    PARTS = 13
    HAND = 14
    RATE = 15
    FLOOR = 16
    LEAVE = 17
    SURE = 18


# ------------------------------------------------------------------------------------------------ danger


@rule
def chance_within(bad, cards, draws):
    """Return the chance that at least one of the bad cards is among the next draws from this many cards."""
    none = 1.0
    for draw in range(draws):
        left = cards - draw
        if left <= bad:
            return 1.0 if bad > 0 else 0.0
        none *= 1.0 - bad / left
    return 1.0 - none


@inlined
def part_kept(rules, state, seat, weights):
    """Return the share of a prospect that survives the coming round, by the rest of the dig site and the tent."""
    keep = weights[Weight.KEEP]
    if weights[Weight.STORM] == 0.0 and weights[Weight.THIEF] == 0.0:
        return keep
    cards = np.int64(state.dig_left)
    draws = min(np.int64(rules.seats), cards)
    risk = weights[Weight.STORM] * chance_within(np.int64(state.storms_left), cards, draws)
    if state.tent[seat] > 0:
        risk *= 1.0 - weights[Weight.TENT_COVER]
    thief = chance_within(np.int64(state.thieves_left), cards, draws) * ONE_OF[state.hand_size[seat]]
    return keep * max(1.0 - risk - weights[Weight.THIEF] * thief, 0.0)


# ------------------------------------------------------------------------------------------------ values


@inlined
def treasures_that_matter(rules, state, seat):
    """Return the treasures, as bits, that the decision is about."""
    decision = state.decision
    if decision == Decision.TAKE:
        return treasures_to_take(rules, state)
    held = np.int64(state.held[seat])
    if decision == Decision.OFFER or (decision == Decision.ACT and may_trade(rules, state)):
        value = np.int64(state.offered_value) + state.hand_value[seat]
        return held | (np.int64(state.takeable) & rules.affordable[np.uint64(min(value, MAX_VALUE))])
    return held if Decision.TENT <= decision <= Decision.ACT else ALL


@inlined
def may_trade(rules, state):
    """One trade gains as much as trading can until an exploration adds new cards; sales come last."""
    return not state.sold and state.turn_trades < min(rules.trade_per_turn, 1 + state.turn_explorations)


@inlined
def value_cards(rules, state, seat, weights, mind):
    """Fill the table of values, as far as the decision needs it."""
    kinds = treasures_that_matter(rules, state, seat)
    ahead = 0
    with_maps = (kinds >> MAP) & 1 == 1
    if with_maps and state.chamber_size[0] + state.chamber_size[1] + state.chamber_size[2] > 0:
        kinds = ALL
    if kinds == ALL:
        several = state.monument == Monument.BURIED_RUINS or state.monument == Monument.TEMPLE
        ahead = AHEAD if several or state.decision == Decision.MINE else 2
    fill_values(
        rules, state, seat, mind, kinds, ahead,
        weights[Weight.PATIENCE], weights[Weight.BEND], weights[Weight.CURRENCY], weights[Weight.MARKET],
        part_kept(rules, state, seat, weights),
    )  # fmt: skip
    mind.notes.leave = weights[Weight.LEAVE]
    mind.notes.sure = weights[Weight.SURE]
    if kinds == ALL:
        fill_map_values(rules, state, seat, mind.notes, weights[Weight.MAPS])


# ------------------------------------------------------------------------------------------------ actions


@inlined
def improve(rules, state, seat, options, n, weights, mind):
    """Explore if it is time, trade if it pays; return -1 otherwise."""
    if state.hand[seat, MAP] > 0:
        want, ripe = weights[Weight.WANT], weights[Weight.RIPE]
        exploration = best_exploration(rules, state, seat, mind.notes, options, n, want, ripe)
        if exploration >= 0:
            return exploration
    if not may_trade(rules, state):
        return -1
    step = begin_trade(rules, state, seat, mind, weights[Weight.LEAST_GAIN])
    return index_of(options, n, step) if step >= 0 else -1


@inlined
def nothing_can_be_lost(state):
    """Return whether neither storm nor thief is left while players still dig: then holding cards is free."""
    return not state.end_phase and np.int64(state.storms_left) + state.thieves_left == 0


@inlined
def sale(rules, state, seat, options, n, weights, notes):
    """Sell what is worth more sold than held, or what the style sells at once; return -1 if there is nothing."""
    if digs_left(rules, state) >= weights[Weight.PARTS] or nothing_can_be_lost(state):
        return full_sale(rules, options, n)
    sold = best_sale(rules, state, seat, notes, options, n, 0.0)
    if sold >= 0 or weights[Weight.RATE] == 0.0:
        return sold
    crowded = state.hand_size[seat] > weights[Weight.HAND]
    return best_rate_sale(rules, options, n, weights[Weight.FLOOR] if crowded else weights[Weight.RATE])


@inlined
def act(rules, state, seat, options, n, weights, mind):
    """Explore, trade, sell, or end the turn."""
    step = improve(rules, state, seat, options, n, weights, mind)
    if step < 0:
        step = sale(rules, state, seat, options, n, weights, mind.notes)
    return step if step >= 0 else end_or_sell(rules, state, seat, mind.notes, options, n)


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """Follow the planned trade; else value the cards as far as the decision needs it, and decide by their values."""
    decision, notes = state.decision, mind.notes
    if decision == Decision.TAKE and n == 2:
        return 1  # there is only one treasure to take, and it is free
    if decision == Decision.PEEK:
        return choose_peek(state, seat, options, n)
    trading = decision == Decision.OFFER or decision == Decision.TAKE
    if trading:
        step = planned_step(rules, state, notes)
        if step >= 0:
            return max(index_of(options, n, step), 0)
    value_cards(rules, state, seat, weights, mind)
    if decision == Decision.ACT:
        return act(rules, state, seat, options, n, weights, mind)
    if trading:
        return max(index_of(options, n, added_step(rules, state, seat, mind)), 0)  # the first option: done, or any card
    if decision == Decision.VICTIM:
        return choose_victim(state, seat, notes, options, n, SPITE)
    if decision == Decision.TENT:
        return use_tent(rules, state, seat, notes, weights[Weight.TENT])
    if decision == Decision.LOSE:
        return max(index_of(options, n, cheapest_loss(state, seat, notes, state.lose_left)), 0)
    if decision == Decision.KEEP:
        return choose_keep(state, seat, notes, options, n)
    if decision == Decision.MINE:
        return draw_on(rules, state, seat, notes)
    return choose_names(rules, state, seat, notes, options, n)
