"""The worth of the places to every seat, as the seat that decides sees it.

Nothing hidden is read: of a rival's hand only the publicly known cards and their number count.
"""

from digsite.simulator.games.quetzal.moves.placing import is_bid
from digsite.simulator.games.quetzal.nudges import Ban
from digsite.simulator.games.quetzal.rules import SURROUNDINGS
from digsite.simulator.games.quetzal.state import SPACES, Space
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.quetzal.delivery import ARTIFACTS
from digsite.strategies.quetzal.places import cards_of, coins_for
from digsite.strategies.quetzal.plans import ANY, NOW
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
def wish_list(seat, notes):
    """Sort the spaces by what they bring a seat at the least price, the best first."""
    wishes = 0
    for space in range(1, Space.HARBOUR):
        worth = notes.value[seat, space]
        if not is_bid(space):
            worth -= notes.coin[seat] * notes.cost[seat, space]
        if worth <= 0.0:
            continue
        at = wishes
        while at > 0 and notes.wished[seat, at - 1] < worth:
            notes.wish[seat, at], notes.wished[seat, at] = notes.wish[seat, at - 1], notes.wished[seat, at - 1]
            at -= 1
        notes.wish[seat, at], notes.wished[seat, at] = space, worth
        wishes += 1
    notes.wishes[seat] = wishes


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
        wish_list(player, notes)
