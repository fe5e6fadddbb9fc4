"""Look ahead from a placement to the end of the round: who answers it, with how many meeples, and what each seat has.

All seats are assumed to place alternately by their own view of the places (`rivals.py`), a meeple at the price of its
worth elsewhere, and to bid no more than necessary. The seat that places next is expected to look ahead in the same way:
of its best answers it gives the one that leaves it most at the end of the round. Nothing is drawn.
"""

from digsite.simulator.games.quetzal.moves.placing import is_bid
from digsite.simulator.games.quetzal.moves.seating import seat_after
from digsite.simulator.games.quetzal.options import colour_of, count_of, space_of
from digsite.simulator.games.quetzal.state import BIDS, FIRST_BID, MEEPLES, NOBODY, SPACES, Colour, Meeple, Space
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.quetzal.mind import MOST_LOOKS
from digsite.strategies.quetzal.plans import NEVER, NOW
from digsite.strategies.quetzal.rivals import weigh_for_all
from digsite.strategies.quetzal.weights import Weight

THEIR_PART = 1.0  # of what others have by then, that the next seat is expected to take off
HIGHEST = 1e300
LONGEST = 40  # turns of placing that are looked ahead


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
def can_send(seat, colour, count, notes):
    """Return whether a seat has this many meeples of a colour; one for both colours is always there."""
    if colour == Colour.EITHER:
        return True
    flexible = int(notes.ahead_pool[seat, Meeple.EITHER]) + int(notes.ahead_pool[seat, Meeple.CHARACTER])
    return int(notes.ahead_pool[seat, colour]) + flexible >= count


@rule
def best_answer(rules, state, seat, me, camp, notes):
    """Return the space, colour and number of meeples that a seat takes next; the Camp if no other is worth it.

    Only answers worth less than the ceiling count; the worth of the one found is noted.
    """
    coins, ceiling = int(notes.ahead_coins[seat]), notes.ceiling
    best = camp + notes.coin[seat] * rules.camp_coins
    taken, as_colour, with_meeples = Space.CAMP.value, Colour.EITHER.value, 1
    for at in range(notes.wishes[seat]):
        worth = notes.wished[seat, at]
        if worth <= best:
            break
        space = int(notes.wish[seat, at])
        holder = int(notes.ahead_holder[space])
        if holder == seat:
            continue
        if is_bid(space):
            bid = space - FIRST_BID
            need, colour = int(notes.ahead_size[bid]) + 1, int(notes.ahead_colour[bid])
            if colour == Colour.EITHER:
                colour = 0 if Space.BLACK_MARKET <= space < Space.SHIP else larger_ahead(seat, notes)
            worth -= notes.price * (need - 1)
        else:
            if holder != NOBODY or notes.cost[seat, space] > coins or (space == Space.STELA and state.marker == seat):
                continue
            need, colour = 1, colour_asked(rules, space)
        if best < worth < ceiling and can_send(seat, colour, need, notes):
            best, taken, as_colour, with_meeples = worth, space, colour, need
    if rules.harbour_cost <= coins:
        sent = int(notes.ahead_harbour[seat])
        worth = at_harbour(rules, state, seat, me, sent + 1, notes) - at_harbour(rules, state, seat, me, sent, notes)
        worth -= notes.coin[seat] * rules.harbour_cost
        if best < worth < ceiling:
            best, taken, as_colour, with_meeples = worth, Space.HARBOUR.value, Colour.EITHER.value, 1
    notes.answered = best
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
def follow_on(rules, state, seat, player, weights, notes):
    """Let all seats place their other meeples, from the seat after `player`."""
    if player == NOBODY:
        return
    idle = 0
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


@rule
def note_standings(rules, state, me, notes):
    """Note what each seat has at the end of the round."""
    for seat in range(rules.seats):
        notes.stands[seat] = standing(rules, state, seat, me, notes)


@rule
def lead_of(rules, seat, part, notes):
    """Return what a seat has at the end of the round, less a part of what the others have."""
    rivals = 0.0
    for rival in range(rules.seats):
        if rival != seat:
            rivals += notes.stands[rival]
    return notes.stands[seat] - part * rivals / (rules.seats - 1)


@rule
def next_to_place(rules, player, notes):
    """Return the next seat with meeples; -1 if there is none."""
    for _ in range(rules.seats):
        player = int(seat_after(rules, player, 1))
        if notes.ahead_left[player] > 0:
            return player
    return NOBODY


@rule
def lead_after(rules, state, seat, option, weights, notes):
    """Return the result of a placement: what the seat has at the end of the round, less its part of rivals' results.

    The next seat gives its best answer below the ceiling; what that is worth, and where it leads that seat, is noted.
    """
    look_at_board(rules, state, notes)
    place_ahead(rules, seat, space_of(option), colour_of(option), count_of(option), notes)
    player, space = next_to_place(rules, seat, notes), Space.CAMP.value
    if player != NOBODY:
        space, colour, count = best_answer(rules, state, player, seat, weights[Weight.MEEPLE], notes)
        place_ahead(rules, player, space, colour, count, notes)
    below, notes.ceiling = notes.answered, HIGHEST
    follow_on(rules, state, seat, player, weights, notes)
    note_standings(rules, state, seat, notes)
    notes.next_lead = lead_of(rules, player, THEIR_PART, notes) if player != NOBODY else NEVER
    notes.below = below if space != Space.CAMP else NEVER  # no other answer brings anything
    return lead_of(rules, seat, weights[Weight.RIVAL], notes)


@rule
def lead_after_the_best_answer(rules, state, seat, option, weights, notes):
    """Return the result of a placement after that answer of the next seat which leads it furthest."""
    notes.ceiling = HIGHEST
    lead = lead_after(rules, state, seat, option, weights, notes)
    furthest = notes.next_lead
    for _ in range(1, min(int(weights[Weight.ANSWERS]), MOST_LOOKS)):
        if notes.below == NEVER:
            break
        notes.ceiling = notes.below
        other = lead_after(rules, state, seat, option, weights, notes)
        if notes.next_lead > furthest:
            furthest, lead = notes.next_lead, other
    return lead


@rule
def look_at(rules, state, seat, options, n, weights, notes):
    """Follow the placements that look best in the plan, each with one answer; return their number."""
    for look in range(min(int(weights[Weight.LOOKS]), MOST_LOOKS)):
        best = 0
        for i in range(1, n):
            if notes.planned_worth[i] > notes.planned_worth[best]:
                best = i
        if notes.planned_worth[best] == NEVER:
            return look
        notes.ceiling = HIGHEST
        lead = lead_after(rules, state, seat, int(options[best]), weights, notes)
        notes.looked[look], notes.promised[look] = best, notes.planned_worth[best]
        notes.followed[look] = notes.planned_worth[best] + weights[Weight.FOLLOW] * lead
        notes.planned_worth[best] = NEVER
    return min(int(weights[Weight.LOOKS]), MOST_LOOKS)


@rule
def best_look(looks, notes):
    """Return the best of the placements followed."""
    best = 0
    for look in range(1, looks):
        if notes.followed[look] > notes.followed[best]:
            best = look
    return best


@rule
def best_followed(rules, state, seat, options, n, coin, weights, notes):
    """Return the option with the best result; against a single rival finalists are followed with further answers, too."""
    weigh_for_all(rules, state, seat, coin, weights, notes)
    looks = look_at(rules, state, seat, options, n, weights, notes)
    if looks <= 0:
        return 0
    if weights[Weight.ANSWERS] < 2.0 or rules.seats > 2:
        return int(notes.looked[best_look(looks, notes)])
    chosen, most = 0, NEVER
    for _ in range(min(int(weights[Weight.FINALISTS]), looks)):
        look = best_look(looks, notes)
        index = int(notes.looked[look])
        lead = lead_after_the_best_answer(rules, state, seat, int(options[index]), weights, notes)
        worth = notes.promised[look] + weights[Weight.FOLLOW] * lead
        if worth > most:
            chosen, most = index, worth
        notes.followed[look] = NEVER
    return chosen
