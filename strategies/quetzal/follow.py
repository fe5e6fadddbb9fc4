"""Look ahead from a placement to the end of the round: who answers it, with how many meeples, and what each seat has.

All seats are assumed to place alternately by their own view of the places, a meeple at the price of its worth
elsewhere, and to bid no more than necessary. Nothing is drawn and nothing hidden is read: of a rival's hand only the
publicly known cards and their number count.
"""

from digsite.simulator.games.quetzal.moves.placing import is_bid
from digsite.simulator.games.quetzal.moves.seating import seat_after
from digsite.simulator.games.quetzal.nudges import Ban
from digsite.simulator.games.quetzal.options import colour_of, count_of, space_of
from digsite.simulator.games.quetzal.rules import SURROUNDINGS
from digsite.simulator.games.quetzal.state import BIDS, FIRST_BID, MEEPLES, NOBODY, SPACES, Colour, Meeple, Space
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.quetzal.delivery import ARTIFACTS
from digsite.strategies.quetzal.places import cards_of, coins_for
from digsite.strategies.quetzal.plans import ANY, NEVER, NOW
from digsite.strategies.quetzal.values import (
    BONUSES,
    bonus_worth,
    coin_worth,
    discovery_worth,
    hope_of,
    keep_of,
    set_worth,
)
from digsite.strategies.quetzal.weights import Weight

CARD_DELIVERED = 2.8  # points of a card that a rival delivers, roughly
CARD_SOLD = 2.0  # points that a rival loses with a card sold, roughly
LEAST_KEPT = 0.5  # share of a card's worth to a rival, whatever it can deliver
LONGEST = 40  # turns of placing that are looked ahead


# ------------------------------------------------------------------------------------------------ what rivals see


@rule
def weigh_rival_cards(rules, state, rival, coin, step, weights, notes):
    """Weigh one more card of each kind for a rival, with the cards that all players know it to have."""
    hope = hope_of(rules, state, weights)
    part = max(keep_of(rules, state, int(state.hand_size[rival]) + 1, weights), LEAST_KEPT)
    for type_ in range(ARTIFACTS):
        held = 0
        for bonus in range(BONUSES):
            held += state.shown[rival, type_ * BONUSES + bonus]
        more = set_worth(rules, type_, held + 1, hope) - set_worth(rules, type_, held, hope)
        for bonus in range(BONUSES):
            notes.theirs[type_ * BONUSES + bonus] = part * (more + bonus_worth(bonus, coin, step))


@rule
def cards_in_sight(rules, state, rival):
    """Return the cards that a rival has or is about to get."""
    cards = int(state.hand_size[rival])
    for space in range(Space.TEMPLE, Space.BLACK_MARKET):
        if state.holder[space] == rival:
            cards += cards_of(rules, state, space)
    return cards


@rule
def weigh_for_rival(rules, state, rival, weights, notes):
    """Weigh the places for a rival; whatever does not depend on its cards counts as for the seat itself."""
    coin = coin_worth(rules, state, rival, weights)
    step = discovery_worth(rules, state, rival, coin, weights)
    weigh_rival_cards(rules, state, rival, coin, step, weights, notes)
    for place in range(len(SURROUNDINGS)):
        bonus = rules.surroundings_bonus[place]
        worth = bonus[0] * coin + bonus[1] * step + bonus[2]
        for card in range(state.surroundings_size[place]):
            worth += notes.theirs[state.surroundings[place, card]]
        notes.value[rival, Space.QUARRY + place] = worth * weights[Weight.SURROUNDINGS]
    cards = cards_in_sight(rules, state, rival)
    each = CARD_DELIVERED * (1.0 - keep_of(rules, state, cards, weights))
    for ship in range(rules.ships_count):
        notes.value[rival, Space.SHIP + ship] = weights[Weight.SHIP] * each * min(cards + 1, int(rules.ships_cards))
    sale = rules.black_market_coins * coin - CARD_SOLD if cards > 0 else 0.0
    for place in range(rules.black_market_count):
        notes.value[rival, Space.BLACK_MARKET + place] = max(sale, 0.0) * weights[Weight.MARKET]
    notes.cargo[rival] = cards
    notes.each[rival] = each * weights[Weight.HARBOUR]
    notes.coin[rival] = coin


@rule
def is_there(rules, space):
    """Return whether a space is on the board with this many players, and not a free place."""
    if space >= Space.VILLAGE:
        return rules.village_first <= space - Space.VILLAGE < rules.village_end
    if space >= Space.SHIP:
        return space - Space.SHIP < rules.ships_count
    if space >= Space.BLACK_MARKET:
        return space - Space.BLACK_MARKET < rules.black_market_count
    return space != Space.CAMP


@rule
def forget_banned(state, player, notes):
    """Give places that a nudge has forbidden a seat no worth for it."""
    banned = state.banned[player]
    if banned & Ban.HARBOUR:
        notes.each[player] = 0.0
    for space in range(1, Space.HARBOUR):
        ban = Ban.STELA.value
        if space >= Space.VILLAGE:
            ban = Ban.VILLAGE.value
        elif space >= Space.SHIP:
            ban = Ban.SHIPS.value
        elif space >= Space.BLACK_MARKET:
            ban = Ban.BLACK_MARKET.value
        elif space >= Space.QUARRY:
            ban = Ban.SURROUNDINGS.value
        elif space >= Space.TEMPLE:
            ban = Ban.TEMPLE.value
        if banned & ban:
            notes.value[player, space] = 0.0


@rule
def note_costs(rules, state, player, notes):
    """Note the coins that a seat would pay for each space."""
    for space in range(1, Space.HARBOUR):
        notes.cost[player, space] = 0 if is_bid(space) else coins_for(rules, state, player, space)


@rule
def weigh_for_all(rules, state, seat, coin, weights, notes):
    """Note the worth of each place, of a meeple and of a coin to each seat; a meeple counts as in the plan."""
    pool = int(state.pool_size[seat])
    notes.price = weights[Weight.PRICE] * (notes.after[ANY, pool] - notes.after[ANY, 0]) / pool
    for player in range(rules.seats):
        for space in range(SPACES):
            notes.value[player, space] = notes.gross[space] if is_there(rules, space) else 0.0
        if player != seat:
            weigh_for_rival(rules, state, player, weights, notes)
        else:
            notes.coin[seat] = coin
            for ship in range(rules.ships_count):
                notes.value[seat, Space.SHIP + ship] = notes.by_ship[NOW]
        if state.banned[player]:
            forget_banned(state, player, notes)
        note_costs(rules, state, player, notes)


# ------------------------------------------------------------------------------------------------ the board ahead


@rule
def look_at_board(rules, state, notes):
    """Copy the board as it is, to play on."""
    for space in range(SPACES):
        notes.ahead_holder[space] = state.holder[space]
    for bid in range(BIDS):
        notes.ahead_size[bid] = state.bid_size[bid]
        notes.ahead_colour[bid] = state.bid_colour[bid]
        for meeple in range(MEEPLES):
            notes.ahead_bid[bid, meeple] = state.bid[bid, meeple]
    for seat in range(rules.seats):
        notes.ahead_coins[seat] = state.coins[seat]
        notes.ahead_left[seat] = state.pool_size[seat]
        notes.ahead_harbour[seat] = 0
        for meeple in range(MEEPLES):
            notes.ahead_pool[seat, meeple] = state.pool[seat, meeple]


@rule
def send_ahead(seat, meeple, wanted, bid, notes):
    """Send as many of a kind as are wanted and available; return how many are still wanted."""
    sent = min(wanted, int(notes.ahead_pool[seat, meeple]))
    notes.ahead_pool[seat, meeple] -= sent
    if bid >= 0:
        notes.ahead_bid[bid, meeple] = sent
    return wanted - sent


@rule
def send_team(seat, colour, count, bid, notes):
    """Send the least flexible meeples; where any may go, first those of the larger colour."""
    first = larger_ahead(seat, notes) if colour == Colour.EITHER else colour
    notes.ahead_left[seat] -= count
    if bid < 0 or colour != Colour.EITHER:  # an open bid is the character alone
        count = send_ahead(seat, first, count, bid, notes)
        if colour == Colour.EITHER:
            count = send_ahead(seat, 1 - first, count, bid, notes)
        count = send_ahead(seat, Meeple.EITHER.value, count, bid, notes)
    send_ahead(seat, Meeple.CHARACTER.value, count, bid, notes)


@rule
def larger_ahead(seat, notes):
    """Return the more frequent colour of the pool."""
    return 0 if notes.ahead_pool[seat, Meeple.ADVENTURER] >= notes.ahead_pool[seat, Meeple.ARCHAEOLOGIST] else 1


@rule
def bid_ahead(rules, space, colour, count, notes):
    """A bid replaces another, whose player gets the meeples back."""
    bid, kicked = space - FIRST_BID, int(notes.ahead_holder[space])
    for meeple in range(MEEPLES):
        if NOBODY < kicked < rules.seats:
            notes.ahead_pool[kicked, meeple] += notes.ahead_bid[bid, meeple]
        notes.ahead_bid[bid, meeple] = 0
    if NOBODY < kicked < rules.seats:
        notes.ahead_left[kicked] += notes.ahead_size[bid]
    notes.ahead_size[bid], notes.ahead_colour[bid] = count, colour


@rule
def place_ahead(rules, seat, space, colour, count, notes):
    """Meeples go to a space, and coins are paid or gained."""
    if space == Space.CAMP or space == Space.HARBOUR:
        send_team(seat, colour, count, NOBODY, notes)
        if space == Space.CAMP:
            notes.ahead_coins[seat] += int(rules.camp_coins) * count
        else:
            notes.ahead_coins[seat] -= int(rules.harbour_cost) * count
            notes.ahead_harbour[seat] += count
        return
    if is_bid(space):
        bid_ahead(rules, space, colour, count, notes)
        send_team(seat, colour, count, space - FIRST_BID, notes)
    else:
        send_team(seat, colour, count, NOBODY, notes)
        notes.ahead_coins[seat] -= notes.cost[seat, space]
    notes.ahead_holder[space] = seat


# ------------------------------------------------------------------------------------------------ answers


@rule
def shipped_ahead(rules, state, seat, notes):
    """Return 1 if the seat has a ship by then that it does not have now."""
    for ship in range(Space.SHIP, Space.SHIP + rules.ships_count):
        if notes.ahead_holder[ship] == seat and state.holder[ship] != seat:
            return 1
    return 0


@rule
def at_harbour(rules, state, seat, me, sent, notes):
    """Return what this many more meeples deliver at the Harbour Master's Office; for the seat itself by its plan."""
    if sent == 0:
        return 0.0
    if seat == me:
        sent = min(sent, int(state.pool_size[me]))  # the limit of the plan
        return notes.by_harbour[NOW, shipped_ahead(rules, state, me, notes), sent] if notes.asks[Space.HARBOUR] else 0.0
    room = int(rules.harbour_cards) * int(state.harbour[seat])
    cards = min(int(notes.cargo[seat]) - room, int(rules.harbour_cards) * sent)
    return notes.each[seat] * max(cards, 0)


@rule
def colour_asked(rules, space):
    """Return the colour that a place without bids asks for."""
    if space == Space.STELA:
        return int(rules.stela_colour)
    return int(rules.village_colour) if space >= Space.VILLAGE else int(rules.temple_colour)


@rule
def best_answer(rules, state, seat, me, camp, notes):
    """Return the space, colour and number of meeples that a seat takes next; the Camp if no other is worth it."""
    coin, coins = notes.coin[seat], int(notes.ahead_coins[seat])
    flexible = int(notes.ahead_pool[seat, Meeple.EITHER]) + int(notes.ahead_pool[seat, Meeple.CHARACTER])
    black = int(notes.ahead_pool[seat, Meeple.ADVENTURER]) + flexible
    white = int(notes.ahead_pool[seat, Meeple.ARCHAEOLOGIST]) + flexible
    larger = larger_ahead(seat, notes)
    best = camp + coin * rules.camp_coins
    taken, as_colour, with_meeples = Space.CAMP.value, Colour.EITHER.value, 1
    for space in range(1, Space.HARBOUR):
        worth, holder = notes.value[seat, space], int(notes.ahead_holder[space])
        if worth <= best or holder == seat:
            continue
        if is_bid(space):
            bid = space - FIRST_BID
            need, colour = int(notes.ahead_size[bid]) + 1, int(notes.ahead_colour[bid])
            if colour == Colour.EITHER:
                colour = 0 if Space.BLACK_MARKET <= space < Space.SHIP else larger
            worth -= notes.price * (need - 1)
        else:
            if holder != NOBODY or (space == Space.STELA and state.marker == seat):
                continue
            need, colour, cost = 1, colour_asked(rules, space), int(notes.cost[seat, space])
            if cost > coins:
                continue
            worth -= coin * cost
        if worth > best and (colour == Colour.EITHER or (black if colour == 0 else white) >= need):
            best, taken, as_colour, with_meeples = worth, space, colour, need
    if rules.harbour_cost <= coins:
        sent = int(notes.ahead_harbour[seat])
        worth = at_harbour(rules, state, seat, me, sent + 1, notes) - at_harbour(rules, state, seat, me, sent, notes)
        if worth - coin * rules.harbour_cost > best:
            return Space.HARBOUR.value, Colour.EITHER.value, 1
    return taken, as_colour, with_meeples


# ------------------------------------------------------------------------------------------------ where it leads


@rule
def standing(rules, state, seat, me, notes):
    """Return what a seat has at the end of the round."""
    worth = notes.coin[seat] * notes.ahead_coins[seat]
    for space in range(1, Space.HARBOUR):
        if notes.ahead_holder[space] == seat:
            worth += notes.value[seat, space]
    return worth + at_harbour(rules, state, seat, me, int(notes.ahead_harbour[seat]), notes)


@rule
def lead_after(rules, state, seat, option, weights, notes):
    """Return the result of a placement: what the seat has at the end of the round, less its part of rivals' results."""
    look_at_board(rules, state, notes)
    place_ahead(rules, seat, space_of(option), colour_of(option), count_of(option), notes)
    player, idle = seat, 0
    for _ in range(LONGEST):
        player = int(seat_after(rules, player, 1))
        if notes.ahead_left[player] > 0:
            idle = 0
            space, colour, count = best_answer(rules, state, player, seat, weights[Weight.MEEPLE], notes)
            place_ahead(rules, player, space, colour, count, notes)
        else:
            idle += 1
            if idle == rules.seats:
                break
    rivals = 0.0
    for rival in range(rules.seats):
        if rival != seat:
            rivals += standing(rules, state, rival, seat, notes)
    return standing(rules, state, seat, seat, notes) - weights[Weight.RIVAL] * rivals / (rules.seats - 1)


@rule
def best_followed(rules, state, seat, options, n, coin, weights, notes):
    """Return the option with the best result among those that look best in the plan."""
    weigh_for_all(rules, state, seat, coin, weights, notes)
    chosen, most = 0, NEVER
    for _ in range(int(weights[Weight.LOOKS])):
        best = 0
        for i in range(1, n):
            if notes.planned_worth[i] > notes.planned_worth[best]:
                best = i
        if notes.planned_worth[best] == NEVER:
            break
        worth = notes.planned_worth[best]
        worth += weights[Weight.FOLLOW] * lead_after(rules, state, seat, int(options[best]), weights, notes)
        notes.planned_worth[best] = NEVER
        if worth > most:
            chosen, most = best, worth
    return chosen
