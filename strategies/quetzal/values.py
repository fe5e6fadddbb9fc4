"""The worth of things to the heuristic players of Quetzal, in victory points."""

from digsite.simulator.games.quetzal.moves.upgrades import owns
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import KINDS, NO_UPGRADE, SET, UPGRADE_KINDS
from digsite.simulator.games.quetzal.state import Bonus
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.quetzal.weights import Weight

BONUSES = 4
AHEAD = 4  # spaces of the Discovery track that it looks ahead
DELIVERED_A_ROUND = 3.0  # cards that a player delivers in a round, roughly
COINS_AT_THE_END = 5.0
# Uses of tiles in a round: temple spaces taken, rerolls that help, deliveries that meet a condition
TEMPLES_A_ROUND, REROLL_WORTH, DRAW_WORTH, MORE_CARDS_WORTH = 0.8, 0.15, 0.1, 0.4
PAID_LATER = 0.8  # share of what an upgrade pays for a card that it counts on before the card is delivered
PAID_FOR_HAND = 0.5  # share of what a new upgrade would pay for the cards in hand that it counts on
ONE_TYPE = 0.67  # deliveries that fulfil an upgrade of a single type, per one that fulfils an upgrade of several types


@rule
def rounds_left(rules, state):
    """Return the rounds to come after this one."""
    return rules.rounds - 1 - state.rounds_done


@rule
def coin_at_end(rules, state, seat):
    """Return the victory points of a coin at the end."""
    at_end = 1.0 / rules.end_coins if rules.end_coins > 0 else 0.0
    for space in range(2):
        price = rules.buy_vp[state.owned[seat, space]]
        if price > 0:
            at_end = max(at_end, 1.0 / price)
    return at_end


@rule
def coin_worth(rules, state, seat, weights):
    """Return the worth of a coin: what it buys while there is something to buy; else its victory points at the end."""
    at_end = coin_at_end(rules, state, seat)
    in_play = max(weights[Weight.COIN], at_end)
    left = rounds_left(rules, state)
    if left <= 0:
        return at_end
    plenty = max(weights[Weight.PURSE] * (left + 1), 1.0)
    spare = max(0.0, min(1.0, 2.0 - state.coins[seat] / plenty))
    return at_end + spare * (in_play - at_end)


@rule
def purse_worth(coins, left, at_end, weights):
    """Return the worth of coins held for this many rounds: the first ones buy things, further ones less and less."""
    plenty = weights[Weight.PURSE] * left
    spent = min(float(coins), plenty)
    beyond = min(coins - spent, plenty)
    if beyond > 0.0:
        spent += beyond - beyond * beyond / (2.0 * plenty)
    return at_end * coins + max(weights[Weight.COIN] - at_end, 0.0) * spent


@rule
def worth_from_pile(rules, state, weights):
    """Return the worth of an upgrade from the pile: in the last round the points printed on one, on average."""
    if rounds_left(rules, state) > 0:
        return weights[Weight.UPGRADE]
    points, tiles = 0.0, 0
    for kind in range(UPGRADE_KINDS):
        points += rules.upgrades_copies[kind] * rules.upgrades_points[kind]
        tiles += rules.upgrades_copies[kind]
    return points / max(tiles, 1)


@rule
def reward_worth(rules, place, coin, upgrade):
    """Return the worth of a space of the Discovery track; 0 beyond its end."""
    if place < 0 or place >= rules.discovery_track_size:
        return 0.0
    track = rules.discovery_track[place]
    return track[0] * coin + track[1] + track[2] * upgrade


@rule
def discovery_worth(rules, state, seat, coin, weights):
    """Return the worth of a discovery point: half the next reward, half the mean of the following ones."""
    here, upgrade = int(state.discovery[seat]), worth_from_pile(rules, state, weights)
    ahead = 0.0
    for step in range(AHEAD):
        ahead += reward_worth(rules, here + step, coin, upgrade)
    return weights[Weight.DISCOVERY] * 0.5 * (reward_worth(rules, here, coin, upgrade) + ahead / AHEAD)


@rule
def set_worth(rules, type_, cards, hope):
    """Return the worth of cards of a type: complete collections, and the rest between price now and part of one."""
    rest = cards % SET
    now, part = rules.set_points[type_, rest], rules.set_points[type_, SET] * rest / SET
    return (cards // SET) * rules.set_points[type_, SET] + (1.0 - hope) * now + hope * part


@rule
def bonus_worth(bonus, coin, step):
    """Return the worth of the bonus on a card."""
    if bonus == Bonus.COIN:
        return coin
    if bonus == Bonus.DISCOVERY:
        return step
    return 1.0 if bonus == Bonus.VP else 0.0


@rule
def hope_of(rules, state, weights):
    """Return how far it counts on completing a collection later."""
    return weights[Weight.HOPE] if rounds_left(rules, state) > 0 else 0.0


@rule
def keep_of(rules, state, cards, weights):
    """Return the share of its worth that an undelivered card keeps: none in the last round, less in a full hand."""
    left = rounds_left(rules, state)
    if left <= 0:
        return 0.0
    kept = 1.0 - (1.0 - weights[Weight.KEEP]) / left
    room = weights[Weight.ROOM] * left
    return kept if cards <= room else kept * room / cards


@rule
def note_tiles(rules, state, seat, coin, notes):
    """Note what the seat's upgrades pay for each card of a type, and for enough of that type alone."""
    for type_ in range(len(TYPES)):
        each, extra_at, extra = 0.0, 0, 0.0
        for space in range(2):
            tile = int(state.owned[seat, space])
            each += rules.each_delivered[tile, type_, 0] * coin + rules.each_delivered[tile, type_, 1]
            if rules.delivery_needs[tile, type_] > 0 and types_asked(rules, tile) == 1:
                extra_at = int(rules.delivery_needs[tile, type_])
                extra += rules.delivery_gain[tile, 0] * coin + rules.delivery_gain[tile, 1]
        notes.each_paid[type_], notes.extra_at[type_], notes.extra[type_] = each, extra_at, extra


@rule
def types_asked(rules, tile):
    """Return how many types of artifacts an upgrade requires in one delivery."""
    asked = 0
    for type_ in range(len(TYPES)):
        asked += rules.delivery_needs[tile, type_] > 0
    return asked


@rule
def own_set_worth(rules, type_, cards, hope, notes):
    """Return the worth of cards of a type, with what the seat's own upgrades will pay for them."""
    paid, need = notes.each_paid[type_] * cards, int(notes.extra_at[type_])
    if need > 0:
        paid += notes.extra[type_] * min(cards, need) / need
    return set_worth(rules, type_, cards, hope) + PAID_LATER * paid


@rule
def weigh_cards(rules, state, coin, step, chance, weights, notes):
    """Weigh one more card of each kind, added to the planned hand; `chance` is that of delivering it."""
    hope = hope_of(rules, state, weights)
    for type_ in range(len(TYPES)):
        held = 0
        for bonus in range(BONUSES):
            held += notes.hand[type_ * BONUSES + bonus]
        more = own_set_worth(rules, type_, held + 1, hope, notes)
        more -= own_set_worth(rules, type_, held, hope, notes)
        for bonus in range(BONUSES):
            notes.worth[type_ * BONUSES + bonus] = chance * (more + bonus_worth(bonus, coin, step))


@rule
def mean_card(rules, notes):
    """Return the worth of a card from the deck, on average."""
    worth, cards = 0.0, 0
    for kind in range(KINDS):
        worth += rules.copies[kind] * notes.worth[kind]
        cards += rules.copies[kind]
    return worth / cards if cards > 0 else 0.0


@rule
def share_of_cards(rules, type_):
    """Return the share of a type among all artifact cards."""
    total, copies = 0, 0
    for kind in range(KINDS):
        total += rules.copies[kind]
    for bonus in range(BONUSES):
        copies += rules.copies[type_ * BONUSES + bonus]
    return copies / max(total, 1)


@rule
def lasting_worth(rules, kind, rounds, coin, step, weights):
    """Return the worth of a permanent upgrade over this many rounds."""
    worth = REROLL_WORTH * min(int(rules.reroll[kind]), 3) + 2.0 * REROLL_WORTH * rules.reroll_all[kind]
    worth += TEMPLES_A_ROUND * coin * min(int(rules.temple_discount[kind]), 3)
    worth += MORE_CARDS_WORTH * min(int(rules.deliver_more[kind]), 3) + DRAW_WORTH * min(int(rules.draw_more[kind]), 2)
    if rules.buy_discovery[kind] > 0:
        worth += max(0.0, step - rules.buy_discovery[kind] * coin)
    asked = 0
    for type_ in range(len(TYPES)):
        each = rules.each_delivered[kind, type_, 0] * coin + rules.each_delivered[kind, type_, 1]
        if each != 0.0:
            worth += each * DELIVERED_A_ROUND * share_of_cards(rules, type_)
        asked += rules.delivery_needs[kind, type_] > 0
    if asked > 0:
        fits = weights[Weight.FITS] * (ONE_TYPE if asked == 1 else 1.0)
        worth += fits * (rules.delivery_gain[kind, 0] * coin + rules.delivery_gain[kind, 1])
    return worth * rounds


@rule
def upgrade_worth(rules, state, seat, kind, coin, step, weights, notes):
    """Return the worth of an upgrade: its printed points, its immediate effect, and that in the rounds to come."""
    worth = rules.upgrades_points[kind] + rules.gain[kind, 0] * coin + rules.gain[kind, 1] * step + rules.gain[kind, 2]
    if rules.upgrades_immediate[kind] or owns(state, seat, kind):
        return worth
    return worth + beside_character(rules, state, kind, coin, step, weights, notes)


@rule
def paid_for_hand(rules, kind, coin, notes):
    """Return what an upgrade would pay for the cards it counts on, as far as they fulfil what it asks for."""
    need, have, paid = 0, 0, 0.0
    for type_ in range(len(TYPES)):
        held = 0
        for bonus in range(BONUSES):
            held += notes.hand[type_ * BONUSES + bonus]
        asked = int(rules.delivery_needs[kind, type_])
        need += asked
        have += min(asked, held)
        paid += held * (rules.each_delivered[kind, type_, 0] * coin + rules.each_delivered[kind, type_, 1])
    if need > 0:
        paid += (rules.delivery_gain[kind, 0] * coin + rules.delivery_gain[kind, 1]) * have / need
    return paid


@rule
def beside_character(rules, state, kind, coin, step, weights, notes):
    """Return the worth of a tile next to the character tile from now on."""
    if kind == NO_UPGRADE:
        return 0.0
    rounds = rounds_left(rules, state) + 0.3
    worth = lasting_worth(rules, kind, rounds, coin, step, weights)
    worth += PAID_FOR_HAND * paid_for_hand(rules, kind, coin, notes)
    price = rules.buy_vp[kind]
    if price > 0:
        at_end = 1.0 / rules.end_coins if rules.end_coins > 0 else 0.0
        worth += COINS_AT_THE_END * max(0.0, 1.0 / price - at_end)
    return worth


@rule
def weigh_upgrades(rules, state, seat, coin, step, weights, notes):
    """Weigh the upgrades of the Village; a third permanent one counts for what it adds to the two."""
    spare = beside_character(rules, state, int(state.owned[seat, 0]), coin, step, weights, notes)
    spare = min(spare, beside_character(rules, state, int(state.owned[seat, 1]), coin, step, weights, notes))
    for kind in range(UPGRADE_KINDS):
        if state.village[kind] == 0:
            continue
        worth = upgrade_worth(rules, state, seat, kind, coin, step, weights, notes)
        if spare > 0.0 and not rules.upgrades_immediate[kind] and not owns(state, seat, kind):
            lasting = beside_character(rules, state, kind, coin, step, weights, notes)
            worth -= min(spare, lasting)
        notes.upgrade[kind] = worth


@rule
def free_spaces(rules, state, seat):
    """Return the number of spaces next to the character tile without an upgrade."""
    free = 0
    for space in range(rules.upgrade_spaces):
        free += state.owned[seat, space] == NO_UPGRADE
    return free


@rule
def scored_alone(rules, coin, step, notes):
    """Weigh upgrades that will have to be given up by what they score and yield at once."""
    for kind in range(UPGRADE_KINDS):
        at_once = rules.gain[kind, 0] * coin + rules.gain[kind, 1] * step + rules.gain[kind, 2]
        notes.upgrade[kind] = rules.upgrades_points[kind] + at_once
