"""The worth of the places of the board to a heuristic player of Quetzal, before paying for them."""

from digsite.simulator.games.quetzal.moves.placing import temple_cost
from digsite.simulator.games.quetzal.moves.upgrades import effect_of
from digsite.simulator.games.quetzal.nudges import Ban
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import KINDS, SURROUNDINGS, TEMPLE_SPACES, UPGRADE_KINDS
from digsite.simulator.games.quetzal.state import FIRST_BID, NOBODY, Colour, Meeple, Space
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.quetzal.delivery import fill_totals, most_cards, no_least, weigh_parts
from digsite.strategies.quetzal.mind import TEMPLE_CARDS
from digsite.strategies.quetzal.values import (
    BONUSES,
    coin_worth,
    discovery_worth,
    free_spaces,
    keep_of,
    mean_card,
    note_tiles,
    rounds_left,
    scored_alone,
    types_asked,
    weigh_cards,
    weigh_upgrades,
)
from digsite.strategies.quetzal.weights import Weight

UNLIKELY = 0.15  # a card of the last round for which no delivery is in sight
LIKELY = 0.95
MARKER_AT_THE_END = 0.35  # the chance to hold a marker taken before the last round to the end
SHIP_IN_SIGHT = 3  # cards that a ship not yet lost may still carry
SHIP_BY_LUCK = 1  # the same if coins are spent that the Harbour Master's Office would need


# ------------------------------------------------------------------------------------------------ cards to come


@rule
def copy_hand(state, seat, notes):
    """Count on the hand in the plan."""
    for kind in range(KINDS):
        notes.hand[kind] = state.hand[seat, kind]
    notes.hand_size = state.hand_size[seat]


@rule
def best_on_table(notes):
    """Return the kind of card on the table that is worth most; -1 if none is left."""
    best = -1
    for kind in range(KINDS):
        if notes.table[kind] > 0 and (best < 0 or notes.worth[kind] > notes.worth[best]):
            best = kind
    return best


@rule
def expect_best(notes):
    """Count on the card on the table that is worth most, if there is one."""
    kind = best_on_table(notes)
    if kind >= 0:
        notes.table[kind] -= 1
        notes.hand[kind] += 1
        notes.hand_size += 1


@rule
def expect_surroundings(state, seat, notes):
    """Count on the cards of surroundings that the seat holds, too."""
    for place in range(len(SURROUNDINGS)):
        if state.holder[Space.QUARRY + place] == seat:
            for card in range(state.surroundings_size[place]):
                notes.hand[state.surroundings[place, card]] += 1
                notes.hand_size += 1


@rule
def expect_cards(rules, state, seat, notes):
    """Count on cards of surroundings that the seat holds, and the best ones of the Temple for its spaces there."""
    expect_surroundings(state, seat, notes)
    for kind in range(KINDS):
        notes.table[kind] = state.temple[kind]
    for space in range(TEMPLE_SPACES):
        if state.holder[Space.TEMPLE + space] != seat:
            continue
        for _ in range(rules.temple_choose[space]):
            expect_best(notes)


# ------------------------------------------------------------------------------------------------ deliveries


@rule
def carried(rules, state, seat):
    """Return the cards that the seat's places let it deliver this round."""
    more = effect_of(state, seat, rules.deliver_more)
    cards = 0
    if state.harbour[seat] > 0:
        cards += rules.harbour_cards * state.harbour[seat] + more
    for ship in range(rules.ships_count):
        if state.holder[Space.SHIP + ship] == seat:
            cards += rules.ships_cards + more
    return cards


@rule
def carried_with(rules, state, seat, meeples, coins):
    """Return the cards it may deliver this round with this many meeples at the Harbour Master's Office."""
    if state.banned[seat] & Ban.HARBOUR:
        meeples = 0
    elif rules.harbour_cost > 0:
        meeples = min(meeples, coins // int(rules.harbour_cost))
    return carried(rules, state, seat) + rules.harbour_cards * max(meeples, 0)


@rule
def carried_at_most(rules, state, seat):
    """Return the cards it may deliver this round if it sends its other meeples to the Harbour Master's Office."""
    by_ship = 0 if state.banned[seat] & Ban.SHIPS else SHIP_IN_SIGHT
    return carried_with(rules, state, seat, int(state.pool_size[seat]) - 1, int(state.coins[seat])) + by_ship


@rule
def chance_of_delivery(rules, state, seat, cards, weights):
    """Return how much of a further card's worth it may count on."""
    if rounds_left(rules, state) > 0:
        return LIKELY if cards < carried(rules, state, seat) else keep_of(rules, state, cards + 1, weights)
    return LIKELY if cards < carried_at_most(rules, state, seat) else UNLIKELY


@rule
def worth_of_room(now, more, notes):
    """Return the worth of delivering `more` cards in addition to `now`, for the plan whose totals are in the notes."""
    most = most_cards(notes)
    now, then = min(now, most), min(now + more, most)
    return notes.total[len(TYPES), then] - notes.total[len(TYPES), now]


@rule
def cards_of(rules, state, space):
    """Return the number of cards that a space yields."""
    if Space.TEMPLE <= space < Space.TEMPLE + TEMPLE_SPACES:
        return int(rules.temple_choose[space - Space.TEMPLE]) + int(rules.temple_draw[space - Space.TEMPLE])
    if Space.QUARRY <= space < Space.QUARRY + len(SURROUNDINGS):
        return int(state.surroundings_size[space - Space.QUARRY])
    return 0


@rule
def part_delivered(rules, state, seat, space, count, price, notes):
    """In the last round: return the share of a space's cards that the coins and meeples left after it can deliver."""
    cards = cards_of(rules, state, space)
    if cards == 0 or rounds_left(rules, state) > 0:
        return 1.0
    room = carried_with(rules, state, seat, int(state.pool_size[seat]) - count, int(state.coins[seat]) - price)
    sure = min(max(room + SHIP_BY_LUCK - notes.sure_size, 0), cards) / cards
    return sure + (1.0 - sure) * UNLIKELY / LIKELY


# ------------------------------------------------------------------------------------------------ each kind of place


@rule
def rank_temple(state, notes):
    """Rank the cards of the Temple, the best first, as far as needed; return their number."""
    for kind in range(KINDS):
        notes.table[kind] = state.temple[kind]
    cards = min(int(state.temple_size), TEMPLE_CARDS)
    for place in range(cards):
        kind = best_on_table(notes)
        notes.table[kind] -= 1
        notes.ranked[place] = kind
    return cards


@rule
def weigh_temple(rules, state, seat, weights, notes):
    """Weigh spaces of the Temple: cards chosen after those above have chosen, and cards drawn."""
    unknown, cards = mean_card(rules, notes), rank_temple(state, notes)
    before = 0.0
    for space in range(TEMPLE_SPACES):
        first = max(int(min(weights[Weight.COMPETE] * before, float(state.temple_size))), 0)
        worth = rules.temple_draw[space] * unknown
        for place in range(first, min(first + int(rules.temple_choose[space]), cards)):
            worth += notes.worth[notes.ranked[place]]
        notes.gross[Space.TEMPLE + space] = worth * weights[Weight.TEMPLE]
        before += rules.temple_choose[space] * (1.0 if state.holder[Space.TEMPLE + space] != NOBODY else 0.5)


@rule
def weigh_surroundings(rules, state, coin, step, weights, notes):
    """Weigh Quarry, Small Temple and Ruins: their cards and their bonus."""
    for place in range(len(SURROUNDINGS)):
        bonus = rules.surroundings_bonus[place]
        worth = bonus[0] * coin + bonus[1] * step + bonus[2]
        for card in range(state.surroundings_size[place]):
            worth += notes.worth[state.surroundings[place, card]]
        notes.gross[Space.QUARRY + place] = worth * weights[Weight.SURROUNDINGS]


@rule
def weigh_village(rules, state, seat, coin, step, weights, notes):
    """Weigh spaces of the Village: the best upgrade that those above leave; without a free space, what it scores."""
    above, own = 0, 0
    for space in range(rules.village_first, rules.village_end):
        own += state.holder[Space.VILLAGE + space] == seat
    if own > 0 and own >= free_spaces(rules, state, seat):
        scored_alone(rules, coin, step, notes)
    for space in range(rules.village_first, rules.village_end):
        worth, better = 0.0, 1e9
        for _ in range(above + 1):
            worth = 0.0
            for kind in range(UPGRADE_KINDS):
                if state.village[kind] > 0 and worth < notes.upgrade[kind] < better:
                    worth = notes.upgrade[kind]
            better = worth
        notes.gross[Space.VILLAGE + space] = worth * weights[Weight.VILLAGE]
        above += state.holder[Space.VILLAGE + space] != NOBODY


@rule
def weigh_market(rules, state, coin, weights, notes):
    """Weigh the Black Market: coins for the card that is worth least."""
    least = 1e9
    for kind in range(KINDS):
        if notes.hand[kind] > 0:
            least = min(least, notes.worth[kind])
    worth = max(0.0, rules.black_market_coins * coin - least) if notes.hand_size > 0 else 0.0
    for market in range(rules.black_market_count):
        notes.gross[Space.BLACK_MARKET + market] = worth * weights[Weight.MARKET]


@rule
def weigh_stela(rules, state, step, weights, notes):
    """Weigh the Stela: going first in the rounds to come, the marker's points, discovery."""
    left = rounds_left(rules, state)
    marker = float(rules.end_marker)
    if left > 0:
        marker = marker * MARKER_AT_THE_END + weights[Weight.MARKER]
    notes.gross[Space.STELA] = (marker + rules.stela_discovery * step) * weights[Weight.STELA]


@rule
def hope_for_cards(state, seat, weights, notes):
    """Count the best cards of the Temple, which unplaced meeples may still win, among those that can be delivered."""
    for kind in range(KINDS):
        notes.table[kind] = state.temple[kind]
    for _ in range(int(min(weights[Weight.EXPECT] * state.pool_size[seat], float(state.temple_size)))):
        expect_best(notes)


@rule
def note_payments(rules, state, seat, coin, notes):
    """Note what an upgrade pays for each delivery of several types, and for how many deliveries there are cards."""
    notes.paid, notes.payments = 0.0, 0
    for space in range(2):
        tile = int(state.owned[seat, space])
        if types_asked(rules, tile) < 2:
            continue
        notes.paid = rules.delivery_gain[tile, 0] * coin + rules.delivery_gain[tile, 1]
        notes.payments = notes.hand_size
        for type_ in range(len(TYPES)):
            needs = int(rules.delivery_needs[tile, type_])
            if needs > 0:
                held = 0
                for bonus in range(BONUSES):
                    held += notes.hand[type_ * BONUSES + bonus]
                notes.payments = min(int(notes.payments), held // needs)


@rule
def payments_of(made, notes):
    """Return what an upgrade of several types pays for one delivery more than those made."""
    return notes.paid if made < notes.payments else 0.0


@rule
def weigh_deliveries(rules, state, seat, coin, step, weights, notes):
    """Weigh ships and one meeple at the Harbour Master's Office, by the best delivery of all cards to come."""
    weigh_parts(rules, state, seat, coin, step, weights, notes)
    no_least(notes)
    fill_totals(notes)
    note_payments(rules, state, seat, coin, notes)
    now, more = carried(rules, state, seat), effect_of(state, seat, rules.deliver_more)
    worth = worth_of_room(now, rules.ships_cards + more, notes)
    for ship in range(rules.ships_count):
        notes.gross[Space.SHIP + ship] = worth * weights[Weight.SHIP]


@rule
def weigh_places(rules, state, seat, weights, notes):
    """Weigh every place, for the seat that is to place meeples."""
    coin = coin_worth(rules, state, seat, weights)
    step = discovery_worth(rules, state, seat, coin, weights)
    copy_hand(state, seat, notes)
    note_tiles(rules, state, seat, coin, notes)
    weigh_cards(rules, state, coin, step, 1.0, weights, notes)
    expect_cards(rules, state, seat, notes)
    notes.sure_size = notes.hand_size
    chance = chance_of_delivery(rules, state, seat, notes.hand_size, weights)
    weigh_cards(rules, state, coin, step, chance, weights, notes)
    weigh_upgrades(rules, state, seat, coin, step, weights, notes)
    weigh_stela(rules, state, step, weights, notes)
    weigh_temple(rules, state, seat, weights, notes)
    weigh_surroundings(rules, state, coin, step, weights, notes)
    weigh_market(rules, state, coin, weights, notes)
    weigh_village(rules, state, seat, coin, step, weights, notes)
    hope_for_cards(state, seat, weights, notes)
    weigh_deliveries(rules, state, seat, coin, step, weights, notes)
    return coin


# ------------------------------------------------------------------------------------------------ rivals


@rule
def strength(state, seat, colour):
    """Return the meeples that a seat could bid in a colour."""
    flexible = int(state.pool[seat, Meeple.EITHER]) + int(state.pool[seat, Meeple.CHARACTER])
    if colour == Colour.EITHER:
        most = max(int(state.pool[seat, Meeple.ADVENTURER]), int(state.pool[seat, Meeple.ARCHAEOLOGIST]))
        return most + flexible
    return int(state.pool[seat, colour]) + flexible


@rule
def chance_to_hold(rules, state, seat, space, colour, count, weights):
    """Return the chance that no rival outbids this many meeples: every rival who could is a danger, by its strength."""
    chance = 1.0
    if space < FIRST_BID or space >= Space.VILLAGE:
        return chance
    for rival in range(rules.seats):
        most = strength(state, rival, colour)
        if rival != seat and most > count:
            chance *= 1.0 - weights[Weight.RIVALRY] * (most - count) / most
    return chance


# ------------------------------------------------------------------------------------------------ prices


@rule
def coins_for(rules, state, seat, space):
    """Return the coins to be paid for one meeple on a space."""
    if space == Space.STELA:
        return int(rules.stela_cost)
    if Space.TEMPLE <= space < Space.TEMPLE + TEMPLE_SPACES:
        return int(temple_cost(rules, state, seat, space - Space.TEMPLE))
    if Space.VILLAGE <= space < Space.HARBOUR:
        return int(rules.village_cost[space - Space.VILLAGE])
    return int(rules.harbour_cost) if space == Space.HARBOUR else 0
