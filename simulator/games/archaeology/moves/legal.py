"""List all options of the current decision."""

import numpy as np

from digsite.simulator.games.archaeology.moves.market import treasures_to_offer, treasures_to_take
from digsite.simulator.games.archaeology.moves.monuments import may_be_named
from digsite.simulator.games.archaeology.moves.treasures import list_treasures
from digsite.simulator.games.archaeology.moves.types import TYPES
from digsite.simulator.games.archaeology.nudges import Ban
from digsite.simulator.games.archaeology.options import DECLINE, Action, names_of, option_of, set_of
from digsite.simulator.games.archaeology.rules import KINDS, MAX_CHAMBERS, MAX_SET
from digsite.simulator.games.archaeology.state import Card, Decision
from digsite.simulator.kernel.jit.compile import inlined, rule

# ------------------------------------------------------------------------------------------------ perils


@rule
def list_victims(rules, state, options):
    """List every opponent with cards in hand."""
    n = 0
    for rival in range(rules.seats):
        if rival != state.seat and state.hand_size[rival] > 0:
            options[n] = rival
            n += 1
    return n


@rule
def list_hand(state, options):
    """List every treasure of the hand."""
    return list_treasures(options, 0, state.held[state.seat], 0)


@rule
def list_two_ways(options):
    """List no and yes."""
    options[0], options[1] = 0, 1
    return 2


# ------------------------------------------------------------------------------------------------ actions


@rule
def list_explorations(rules, state, options, n):
    """List every chamber with cards in it, if the hand has the maps to explore it."""
    maps = state.hand[state.seat, Card.MAP]
    if maps == 0:
        return n
    for chamber in range(MAX_CHAMBERS):
        if state.chamber_size[chamber] > 0 and maps >= rules.chamber_maps[state.monument, chamber]:
            options[n] = option_of(Action.EXPLORE, chamber)
            n += 1
    return n


@inlined
def list_sales(rules, state, options, n):
    """List the sets that may be sold: any size up to the largest with a price.

    All sizes are written for every treasure, and the next treasure overwrites those that the hand does not have: faster
    than checking each.
    """
    seat = state.seat
    for kind in range(KINDS):
        for size in range(1, MAX_SET + 1):
            options[np.uint64(n + size - 1)] = option_of(Action.SELL, set_of(kind, size))
        n += int(min(state.hand[seat, kind], rules.largest_set[kind]))
    return n


@inlined
def list_offers(rules, state, options, n):
    """List every treasure that may be offered."""
    return list_treasures(options, n, treasures_to_offer(rules, state), option_of(Action.OFFER, 0))


@inlined
def list_takes(rules, state, options, n):
    """List every treasure that may be taken."""
    return list_treasures(options, n, treasures_to_take(rules, state), option_of(Action.TAKE, 0))


@inlined
def list_acts(rules, state, options):
    """List the actions: end the turn (unless a sale is due), sell, explore once, trade."""
    n = 0
    if state.sold or not state.must_sell:
        options[0] = option_of(Action.END, 0)
        n = 1
    banned = state.banned[state.seat]
    if state.turn_explorations < rules.explore_per_turn and not banned & Ban.EXPLORE:
        n = list_explorations(rules, state, options, n)
    n = list_sales(rules, state, options, n)
    if state.turn_trades < rules.trade_per_turn and not banned & Ban.TRADE:
        n = list_offers(rules, state, options, n)
    return n


# ------------------------------------------------------------------------------------------------ monuments


@rule
def list_peeks(state, options):
    """List the chambers of the Temple: after a sale the seller may look into one."""
    n = 0
    for chamber in range(MAX_CHAMBERS):
        if state.chamber_size[chamber] > 0:
            options[n] = chamber
            n += 1
    options[n] = DECLINE
    return n + 1


@rule
def list_keeps(state, options):
    """List every treasure of the chamber that the explorer has picked up."""
    n = 0
    for kind in range(KINDS):
        if state.chamber[state.exploring, kind] > 0:
            options[n] = kind
            n += 1
    return n


@rule
def list_names(rules, options):
    """List every pair of different treasures."""
    n = 0
    for lower in range(KINDS):
        if not may_be_named(rules, lower):
            continue
        for higher in range(lower + 1, KINDS):
            if may_be_named(rules, higher):
                options[n] = names_of(lower, higher)
                n += 1
    return n


# ------------------------------------------------------------------------------------------------ the contract


@rule(TYPES.legal)
def legal(rules, state, options):
    """List all options of the current decision."""
    decision = state.decision
    if decision == Decision.ACT:
        return list_acts(rules, state, options)
    if decision == Decision.OFFER:
        return list_takes(rules, state, options, list_offers(rules, state, options, 0))
    if decision == Decision.TAKE:
        options[0] = option_of(Action.DONE, 0)
        return list_takes(rules, state, options, 1)
    if decision == Decision.VICTIM:
        return list_victims(rules, state, options)
    if decision == Decision.LOSE:
        return list_hand(state, options)
    if decision == Decision.PEEK:
        return list_peeks(state, options)
    if decision == Decision.KEEP:
        return list_keeps(state, options)
    if decision == Decision.NAME:
        return list_names(rules, options)
    return list_two_ways(options)  # TENT, MINE
