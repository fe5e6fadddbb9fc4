"""List all options of the current decision."""

import numpy as np

from digsite.simulator.games.quetzal.moves.placing import list_teams, temple_cost
from digsite.simulator.games.quetzal.moves.rolling import lowest_choice, unused_reroll
from digsite.simulator.games.quetzal.moves.types import TYPES
from digsite.simulator.games.quetzal.moves.upgrades import price_of_discovery, price_of_vp
from digsite.simulator.games.quetzal.nudges import Ban
from digsite.simulator.games.quetzal.options import BUY_DISCOVERY, BUY_VP, DONE, REROLL_ALL, place_of
from digsite.simulator.games.quetzal.rules import KINDS, SURROUNDINGS, TEMPLE_SPACES, UPGRADE_KINDS
from digsite.simulator.games.quetzal.state import FIRST_BID, MEEPLES, NOBODY, Colour, Decision, Meeple, Space
from digsite.simulator.kernel.jit.compile import inlined, rule


@inlined
def add(options, n, option):
    """Write one more option."""
    options[np.uint64(n)] = option
    return n + 1


@inlined
def add_discovery(rules, state, options, n):
    """Discovery may be bought, if the seat has the upgrade and the coins for it."""
    return add(options, n, BUY_DISCOVERY) if price_of_discovery(rules, state, state.seat) > 0 else n


@inlined
def add_vp(rules, state, options, n):
    """A victory point may be bought, if the seat has the upgrade and the coins for it."""
    return add(options, n, BUY_VP) if price_of_vp(rules, state, state.seat) > 0 else n


# ------------------------------------------------------------------------------------------------ rolling


@rule
def list_pool(state, options, n):
    """List every kind of meeple in the pool."""
    for meeple in range(MEEPLES):
        if state.pool[state.seat, meeple] > 0:
            n = add(options, n, meeple)
    return n


@rule
def list_rerolls(rules, state, options):
    """List meeples that an upgrade may reroll, all of them, or no more."""
    seat = state.seat
    n = 0
    if state.picked > 0:
        for meeple in range(lowest_choice(state), MEEPLES):
            if state.pool[seat, meeple] > state.chosen[meeple]:
                n = add(options, n, meeple)
        return add(options, n, DONE)
    if unused_reroll(state, seat, rules.reroll) >= 0:
        n = list_pool(state, options, n)
    if unused_reroll(state, seat, rules.reroll_all) >= 0:
        n = add(options, n, REROLL_ALL)
    return add(options, add_discovery(rules, state, options, n), DONE)


# ------------------------------------------------------------------------------------------------ placing


@inlined
def list_bids(state, space, both, options, n):
    """Bid more meeples than are there, of the same colour; the character alone leaves the colour to the next bidder."""
    seat, bid = state.seat, space - FIRST_BID
    if state.holder[space] == seat:
        return n
    flexible = np.int64(state.pool[seat, Meeple.EITHER])
    character = np.int64(state.pool[seat, Meeple.CHARACTER])
    least = np.int64(state.bid_size[bid]) + 1
    if least == 1 and character > 0:
        n = add(options, n, place_of(space, Colour.EITHER.value, 1))
    for colour in range(1 + both):
        if state.bid_colour[bid] != Colour.EITHER and state.bid_colour[bid] != colour:
            continue
        fitting = state.pool[seat, colour] + flexible
        first = place_of(space, colour, 0)
        if least == 1 and fitting > 0:
            n = add(options, n, first + 1)
        for count in range(max(least, 2), fitting + character + 1):
            n = add(options, n, first + count)
    return n


@inlined
def has_fitting(state, seat, colour):
    """Return whether a meeple of the pool may go to a place of this colour."""
    if colour == Colour.EITHER:
        return True
    others = state.pool[seat, Meeple.EITHER] + state.pool[seat, Meeple.CHARACTER]
    return state.pool[seat, colour] + others > 0


@inlined
def list_unique(rules, state, banned, options, n):
    """List free spaces of the Stela, the Temple and the Village that the player can pay for."""
    seat = state.seat
    coins = np.int64(state.coins[seat])
    stela_is_free = state.holder[Space.STELA] == NOBODY and state.marker != seat and not banned & Ban.STELA
    if stela_is_free and coins >= rules.stela_cost and has_fitting(state, seat, rules.stela_colour):
        n = add(options, n, place_of(Space.STELA.value, np.int64(rules.stela_colour), 1))
    if not banned & Ban.TEMPLE and has_fitting(state, seat, rules.temple_colour):
        for space in range(TEMPLE_SPACES):
            if state.holder[Space.TEMPLE + space] == NOBODY and coins >= temple_cost(rules, state, seat, space):
                n = add(options, n, place_of(Space.TEMPLE + space, np.int64(rules.temple_colour), 1))
    if not banned & Ban.VILLAGE and has_fitting(state, seat, rules.village_colour):
        for space in range(rules.village_first, rules.village_end):
            if state.holder[Space.VILLAGE + space] == NOBODY and coins >= rules.village_cost[space]:
                n = add(options, n, place_of(Space.VILLAGE + space, np.int64(rules.village_colour), 1))
    return n


@inlined
def list_free(rules, state, banned, options, n):
    """List the Camp, and the Harbour Master's Office for players who can pay."""
    seat = state.seat
    pool = np.int64(state.pool_size[seat])
    for count in range(1, min(pool, np.int64(rules.camp_per_turn)) + 1):
        n = add(options, n, place_of(Space.CAMP.value, Colour.EITHER.value, count))
    if not banned & Ban.HARBOUR:
        for count in range(1, pool + 1):
            if rules.harbour_cost * count > state.coins[seat]:
                break
            n = add(options, n, place_of(Space.HARBOUR.value, Colour.EITHER.value, count))
    return n


@inlined
def list_places(rules, state, options):
    """List every location, colour and number of meeples that the rules allow; the Camp is always allowed."""
    banned = state.banned[state.seat]
    n = list_free(rules, state, banned, options, 0)
    n = list_unique(rules, state, banned, options, n)
    if not banned & Ban.SURROUNDINGS:
        for place in range(len(SURROUNDINGS)):
            n = list_bids(state, Space.QUARRY + place, 1, options, n)
    if not banned & Ban.BLACK_MARKET:
        for place in range(rules.black_market_count):
            n = list_bids(state, Space.BLACK_MARKET + place, 0, options, n)
    if not banned & Ban.SHIPS:
        for place in range(rules.ships_count):
            n = list_bids(state, Space.SHIP + place, 1, options, n)
    return add_discovery(rules, state, options, n)


# ------------------------------------------------------------------------------------------------ cards and upgrades


@inlined
def list_temple(rules, state, options):
    """List every kind of card at the Temple."""
    n = 0
    for kind in range(KINDS):
        if state.temple[kind] > 0:
            n = add(options, n, kind)
    return add_discovery(rules, state, options, n) if state.picked == 0 else n


@rule
def list_drawn(state, options):
    """List every kind of card among those drawn."""
    n = 0
    for i in range(state.drawn_size):
        listed = False
        for before in range(i):
            listed = listed or state.drawn[before] == state.drawn[i]
        if not listed:
            n = add(options, n, state.drawn[i])
    return n


@inlined
def list_hand(state, lowest, options):
    """List every kind of card in the hand, starting from one kind."""
    n = 0
    for kind in range(lowest, KINDS):
        if state.hand[state.seat, kind] > 0:
            n = add(options, n, kind)
    return n


@inlined
def list_deliveries(rules, state, options):
    """List cards that may be added to the delivery, or none."""
    n = list_hand(state, state.lowest, options)
    if state.delivery_size == 0:
        n = add_discovery(rules, state, options, n)
    return add(options, n, DONE)


@rule
def list_village(rules, state, options):
    """List every upgrade that lies open."""
    n = 0
    for kind in range(UPGRADE_KINDS):
        if state.village[kind] > 0:
            n = add(options, n, kind)
    return add_discovery(rules, state, options, n)


@rule
def list_upgrades(rules, state, options):
    """List the upgrades next to the character tile, the new one, and what the old ones may still buy."""
    n = 0
    for space in range(rules.upgrade_spaces):
        n = add(options, n, state.owned[state.seat, space])
    n = add(options, n, state.offered)
    return add_discovery(rules, state, options, add_vp(rules, state, options, n))


@rule
def list_purchases(rules, state, options):
    """List what upgrades sell at the end, or no more."""
    return add(options, add_discovery(rules, state, options, add_vp(rules, state, options, 0)), DONE)


# ------------------------------------------------------------------------------------------------ the contract


@rule(TYPES.legal)
def legal(rules, state, options):
    """List all options of the current decision."""
    decision = state.decision
    if decision == Decision.PLACE:
        return list_places(rules, state, options)
    if decision == Decision.MEEPLES:
        return list_teams(state, options)
    if decision == Decision.DELIVER:
        return list_deliveries(rules, state, options)
    if decision == Decision.CAMP:
        return add(options, list_pool(state, options, 0), DONE)
    if decision == Decision.TEMPLE:
        return list_temple(rules, state, options)
    if decision == Decision.SELL:
        return add(options, list_hand(state, 0, options), DONE)
    if decision == Decision.VILLAGE:
        return list_village(rules, state, options)
    if decision == Decision.REROLL:
        return list_rerolls(rules, state, options)
    if decision == Decision.UNDER:
        return list_drawn(state, options)
    if decision == Decision.GIVE_UP:
        return list_upgrades(rules, state, options)
    return list_purchases(rules, state, options)
