"""A plan for the rest of the round: the yield of meeples and coins at all places together.

Meeples and coins that go to one place are missing at the others, so a place is worth what it yields now plus the
best yield of the rest elsewhere. Places not taken at once may be gone; free ones can wait. A ship and the
Harbour Master's Office share the cards available for delivery.
"""

from digsite.simulator.games.quetzal.moves.placing import is_bid
from digsite.simulator.games.quetzal.moves.upgrades import effect_of
from digsite.simulator.games.quetzal.nudges import Ban
from digsite.simulator.games.quetzal.options import DONE, colour_of, count_of, space_of
from digsite.simulator.games.quetzal.state import FIRST_BID, SPACES, Colour, Space
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.quetzal.mind import COINS
from digsite.strategies.quetzal.places import (
    carried,
    chance_to_hold,
    coins_for,
    part_delivered,
    payments_of,
    worth_of_room,
)
from digsite.strategies.quetzal.values import coin_at_end, purse_worth, rounds_left
from digsite.strategies.quetzal.weights import Weight

NOWHERE = -1
NEVER = -1e300
COLOURS = len(Colour)
NOW, AFTER = 0, 1  # what can be delivered: now, and after meeples have gone to the Harbour Master's Office
ANY, SHIPPED, NO_SHIP = 0, 1, 2  # what comes after: with a ship or without, in addition to a ship taken, without one


@rule
def is_ship(space):
    """Return whether a space is a ship."""
    return Space.SHIP <= space < Space.VILLAGE


@rule
def is_free(space):
    """Return whether a place is open to all players and can wait."""
    return space == Space.CAMP or space == Space.HARBOUR


@rule
def chance_to_wait(rules, state, seat, weights):
    """Return the chance that a place is still available on this seat's next turn."""
    chance = 1.0
    for rival in range(rules.seats):
        if rival != seat and state.pool_size[rival] > 0:
            chance *= 1.0 - weights[Weight.HASTE]
    return chance


@rule
def note_chances(rules, state, seat, weights, notes):
    """Note the chance that bids of each colour and size stand; it is the same on all spaces."""
    for colour in range(COLOURS):
        for count in range(1, int(state.pool_size[seat]) + 1):
            notes.hold[colour, count] = chance_to_hold(rules, state, seat, FIRST_BID, colour, count, weights)


@rule
def note_places(rules, state, seat, options, n, weights, notes):
    """Note what may still be taken in later turns: with the fewest meeples, and its worth by the chance to hold it."""
    note_chances(rules, state, seat, weights, notes)
    wait = chance_to_wait(rules, state, seat, weights)
    for space in range(SPACES):
        notes.asks[space], notes.later[space] = 0, 0.0
    notes.asks[Space.HARBOUR] = 0 if state.banned[seat] & Ban.HARBOUR else 1
    for i in range(n):
        option = int(options[i])
        if option >= DONE:
            continue
        space, count = space_of(option), count_of(option)
        if is_free(space) or (notes.asks[space] > 0 and notes.asks[space] < count):
            continue
        chance = wait * (notes.hold[colour_of(option), count] if is_bid(space) else 1.0)
        worth = chance if is_ship(space) else chance * notes.gross[space]
        if notes.asks[space] == 0 or worth > notes.later[space]:
            notes.asks[space], notes.later[space] = count, worth


@rule
def coins_told_apart(rules, state, seat):
    """Return the most coins that the seat has in its next turn, up to the limit of a plan."""
    return min(int(state.coins[seat]) + int(rules.camp_coins), COINS)


@rule
def fill_camp(rules, state, seat, weights, notes):
    """Fill in the worth of this many meeples and coins when all meeples go to the Camp."""
    pool, kept = int(state.pool_size[seat]), max(int(state.coins[seat]) - COINS, 0)
    left, at_end = rounds_left(rules, state), coin_at_end(rules, state, seat)
    camp, coins = int(rules.camp_coins), coins_told_apart(rules, state, seat)
    for each in range(coins + camp * pool + 1):
        worth = purse_worth(kept + each, left, at_end, weights)
        for meeples in range(pool + 1):
            have = each - camp * meeples
            if 0 <= have <= coins:
                notes.camp[meeples, have] = worth + weights[Weight.MEEPLE] * meeples


@rule
def fill_rest(rules, state, seat, notes):
    """Fill in the best worth of this many meeples and coins at the places noted; the rest goes to the Camp."""
    pool, coins = int(state.pool_size[seat]), coins_told_apart(rules, state, seat)
    for meeples in range(pool + 1):
        for have in range(coins + 1):
            notes.rest[meeples, have] = notes.camp[meeples, have]
    for space in range(Space.STELA, Space.HARBOUR):
        asks = int(notes.asks[space])
        if asks == 0 or is_ship(space):
            continue
        worth, price = notes.later[space], coins_for(rules, state, seat, space)
        for meeples in range(pool, asks - 1, -1):
            for have in range(price, coins + 1):
                with_it = worth + notes.rest[meeples - asks, have - price]
                if with_it > notes.rest[meeples, have]:
                    notes.rest[meeples, have] = with_it


# ------------------------------------------------------------------------------------------------ deliveries


@rule
def note_deliveries(rules, state, seat, weights, notes):
    """Note what the seat can already carry, in how many deliveries, and the ship that the fewest meeples would take."""
    notes.more = effect_of(state, seat, rules.deliver_more)
    notes.ship = NOWHERE
    for space in range(Space.SHIP, Space.VILLAGE):
        if notes.asks[space] > 0 and (notes.ship < 0 or notes.asks[space] < notes.asks[notes.ship]):
            notes.ship = space
    begun = 1 if state.harbour[seat] > 0 else 0
    made = begun
    for ship in range(rules.ships_count):
        made += state.holder[Space.SHIP + ship] == seat
    notes.now, notes.made, notes.begun = carried(rules, state, seat), made, begun
    note_harbour(rules, int(state.pool_size[seat]), NOW, int(notes.now), made, begun, weights, notes)


@rule
def worth_of_ship(rules, now, made, weights, notes):
    """Return what a ship delivers in addition to `now` cards in `made` deliveries."""
    return weights[Weight.SHIP] * (worth_of_room(now, room_of_ship(rules, notes), notes) + payments_of(made, notes))


@rule
def room_of_ship(rules, notes):
    """Return the cards that a ship carries."""
    return int(rules.ships_cards) + int(notes.more)


@rule
def worth_of_harbour(rules, now, made, begun, meeples, weights, notes):
    """Return what this many meeples deliver at the Harbour Master's Office; the first ones make a separate delivery."""
    worth = worth_of_room(now, room_of_harbour(rules, begun, meeples, notes), notes)
    if begun == 0:
        worth += payments_of(made, notes)
    return weights[Weight.HARBOUR] * worth


@rule
def room_of_harbour(rules, begun, meeples, notes):
    """Return the cards that this many more meeples deliver there; an upgrade's addition counts once."""
    return int(rules.harbour_cards) * meeples + (0 if begun > 0 else int(notes.more))


@rule
def note_harbour(rules, pool, when, now, made, begun, weights, notes):
    """Note what a ship delivers in addition to `now` cards, and meeples at the Office: without the ship and with it."""
    notes.by_ship[when] = worth_of_ship(rules, now, made, weights, notes)
    room = now + room_of_ship(rules, notes)
    for sent in range(1, pool + 1):
        notes.by_harbour[when, 0, sent] = worth_of_harbour(rules, now, made, begun, sent, weights, notes)
        notes.by_harbour[when, 1, sent] = worth_of_harbour(rules, room, made + 1, begun, sent, weights, notes)


@rule
def worth_with_harbour(rules, pool, coins, when, shipped, notes):
    """Return the best yield of this many meeples and coins, some of which may go to the Harbour Master's Office."""
    cost, best = int(rules.harbour_cost), notes.rest[pool, coins]
    if notes.asks[Space.HARBOUR] == 0:
        return best
    for sent in range(1, pool + 1):
        if cost * sent > coins:
            break
        worth = notes.rest[pool - sent, coins - cost * sent]
        best = max(best, worth + notes.by_harbour[when, shipped, sent])
    return best


@rule
def worth_of_rest(rules, pool, coins, when, notes):
    """Return the best yield of this many meeples and coins: with the ship or without."""
    best = worth_with_harbour(rules, pool, coins, when, 0, notes)
    meeples = pool - int(notes.asks[notes.ship]) if notes.ship >= 0 else NOWHERE
    if meeples < 0:
        return best
    worth = notes.later[notes.ship] * notes.by_ship[when]
    return max(best, worth + worth_with_harbour(rules, meeples, coins, when, 1, notes))


# ------------------------------------------------------------------------------------------------ options


@rule
def worth_of_waiting(rules, state, seat, space, count, weights, notes):
    """Return the worth of meeples at the Camp or the Harbour Master's Office, and the best that comes after."""
    pool, coins = int(state.pool_size[seat]) - count, min(int(state.coins[seat]), COINS)
    worth, when, begun = weights[Weight.PATIENCE], NOW, int(notes.begun)
    if space == Space.CAMP:
        coins = min(coins + int(rules.camp_coins), COINS)
    else:
        coins = max(coins - int(rules.harbour_cost) * count, 0)
        worth += notes.by_harbour[NOW, 0, count]
        now = int(notes.now) + room_of_harbour(rules, begun, count, notes)
        when = AFTER
        note_harbour(rules, pool, AFTER, now, int(notes.made) + 1 - begun, 1, weights, notes)
    return worth + worth_of_rest(rules, pool, coins, when, notes)


@rule
def note_rest(rules, state, seat, notes):
    """Note the yield of 0, 1, ... meeples with the coins available: in general, with a ship, and without any ship."""
    coins = min(int(state.coins[seat]), COINS)
    for meeples in range(int(state.pool_size[seat]) + 1):
        notes.after[ANY, meeples] = worth_of_rest(rules, meeples, coins, NOW, notes)
        notes.after[SHIPPED, meeples] = worth_with_harbour(rules, meeples, coins, NOW, 1, notes)
        notes.after[NO_SHIP, meeples] = worth_with_harbour(rules, meeples, coins, NOW, 0, notes)


@rule
def worth_of_taking(rules, state, seat, option, weights, notes):
    """Return the worth of a place and the best that comes after; an outbid player gets the meeples back."""
    space, colour, count = space_of(option), colour_of(option), count_of(option)
    pool, price = int(state.pool_size[seat]), coins_for(rules, state, seat, space)
    then, kicked = (SHIPPED, NO_SHIP) if is_ship(space) else (ANY, ANY)
    if is_ship(space):
        worth = notes.by_ship[NOW]
    else:
        worth = notes.gross[space] * part_delivered(rules, state, seat, space, count, price, notes)
    worth -= weights[Weight.FLEXIBLE] * flexible_used(state, seat, colour, count)
    if price > 0:
        coins = max(min(int(state.coins[seat]), COINS) - price, 0)
        return worth + worth_of_rest(rules, pool - count, coins, NOW, notes)
    worth += notes.after[then, pool - count]
    chance = notes.hold[colour, count] if is_bid(space) else 1.0
    if chance >= 1.0:
        return worth
    return chance * worth + (1.0 - chance) * notes.after[kicked, pool]


@rule
def flexible_used(state, seat, colour, count):
    """Return the flexible meeples that a team of this colour needs."""
    if colour == Colour.EITHER:
        return max(count - int(state.pool[seat, 0]) - int(state.pool[seat, 1]), 0)
    return max(count - int(state.pool[seat, colour]), 0)


@rule
def weigh_options(rules, state, seat, options, n, weights, notes):
    """Weigh each option by its yield and the best that comes after; a plan may count on the same space once more."""
    note_places(rules, state, seat, options, n, weights, notes)
    note_deliveries(rules, state, seat, weights, notes)
    fill_camp(rules, state, seat, weights, notes)
    fill_rest(rules, state, seat, notes)
    note_rest(rules, state, seat, notes)
    for i in range(n):
        option = int(options[i])
        space = space_of(option)
        if option >= DONE:
            notes.planned_worth[i] = NEVER
        elif is_free(space):
            notes.planned_worth[i] = worth_of_waiting(rules, state, seat, space, count_of(option), weights, notes)
        else:
            notes.planned_worth[i] = worth_of_taking(rules, state, seat, option, weights, notes)
