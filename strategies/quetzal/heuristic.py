"""The heuristic players of Quetzal; their styles are weights.

Everything is measured in victory points. A card is worth what it adds to the collections in hand, by the chance that
it will be delivered; a place is worth what it yields, and the best that the remaining meeples and coins can yield
elsewhere in the round (`plans.py`). The places that look best are played out to the end of the round (`follow.py`).
"""

from digsite.simulator.games.quetzal.moves.delivery import delivery_limit
from digsite.simulator.games.quetzal.options import BUY_DISCOVERY, BUY_VP, DONE, REROLL_ALL, sent_of
from digsite.simulator.games.quetzal.rules import KINDS
from digsite.simulator.games.quetzal.state import Decision, Meeple
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.options import index_of
from digsite.strategies.quetzal.delivery import next_of_plan, plan_delivery
from digsite.strategies.quetzal.follow import best_followed
from digsite.strategies.quetzal.mind import CHOOSE
from digsite.strategies.quetzal.places import carried, copy_hand, expect_surroundings, weigh_places
from digsite.strategies.quetzal.plans import weigh_options
from digsite.strategies.quetzal.values import (
    AHEAD,
    beside_character,
    coin_worth,
    discovery_worth,
    reward_worth,
    weigh_upgrades,
    worth_from_pile,
)
from digsite.strategies.quetzal.weights import Weight as Weight  # the names of the weights belong to the player

FLEXIBLE_FACES = 0.36  # of rerolled meeples, roughly
CHARACTER_LAST = 1.3  # multiple of a flexible meeple's worth
RARER_COLOUR = 0.1  # preference for a meeple of the larger colour where any may go


# ------------------------------------------------------------------------------------------------ buying


@rule
def buys_discovery(rules, state, seat, options, n, coin, weights):
    """Buy discovery if the rewards of the next spaces are worth more than the coins for them; return -1 otherwise."""
    index = index_of(options, n, BUY_DISCOVERY)
    if index < 0:
        return -1
    price = 0
    for space in range(2):
        asked = int(rules.buy_discovery[state.owned[seat, space]])
        if asked > 0 and (price == 0 or asked < price):
            price = asked
    reward, upgrade = 0.0, worth_from_pile(rules, state, weights)
    for steps in range(1, min(int(state.coins[seat]) // price, AHEAD) + 1):
        reward += reward_worth(rules, int(state.discovery[seat]) + steps - 1, coin, upgrade)
        if reward > steps * price * coin:
            return index
    return -1


@rule
def best_purchase(rules, state, seat, options, n, coin, weights):
    """At the end: buy a victory point if coins earn less, discovery if its reward earns more, else nothing."""
    index = buys_discovery(rules, state, seat, options, n, coin, weights)
    if index >= 0:
        return index
    buy = index_of(options, n, BUY_VP)
    return buy if buy >= 0 else index_of(options, n, DONE)


# ------------------------------------------------------------------------------------------------ meeples


@rule
def larger_colour(state, seat):
    """Return the more frequent colour of the pool, as a meeple; -1 if there is none of either."""
    black, white = state.pool[seat, Meeple.ADVENTURER], state.pool[seat, Meeple.ARCHAEOLOGIST]
    if black == 0 and white == 0:
        return -1
    return Meeple.ADVENTURER.value if black >= white else Meeple.ARCHAEOLOGIST.value


@rule
def best_reroll(state, seat, options, n):
    """Reroll meeples of one colour, all of them if few are flexible."""
    every = index_of(options, n, REROLL_ALL)
    team = int(state.pool_size[seat]) - int(state.pool[seat, Meeple.CHARACTER])
    if every >= 0 and state.pool[seat, Meeple.EITHER] < FLEXIBLE_FACES * team:
        return every
    best, most = -1, 0
    for i in range(n):
        if options[i] <= Meeple.ARCHAEOLOGIST:
            left = int(state.pool[seat, options[i]]) - int(state.chosen[options[i]])
            if left > most:
                best, most = i, left
    return best if best >= 0 else index_of(options, n, DONE)


@rule
def best_at_camp(state, seat, options, n):
    """At the Camp reroll a meeple of the larger colour, or the character, who loses nothing."""
    meeple = larger_colour(state, seat)
    if meeple < 0 and state.pool[seat, Meeple.CHARACTER] > 0:
        meeple = Meeple.CHARACTER.value
    return index_of(options, n, meeple if meeple >= 0 else DONE)


@rule
def best_team(state, seat, options, n):
    """Send the least flexible meeples; where any may go, those of the larger colour."""
    black, white = state.pool[seat, Meeple.ADVENTURER], state.pool[seat, Meeple.ARCHAEOLOGIST]
    best, least = 0, 1e9
    for i in range(n):
        option = int(options[i])
        cost = sent_of(option, Meeple.EITHER) + CHARACTER_LAST * sent_of(option, Meeple.CHARACTER)
        sent_black, sent_white = sent_of(option, Meeple.ADVENTURER), sent_of(option, Meeple.ARCHAEOLOGIST)
        cost += RARER_COLOUR * abs((black - sent_black) - (white - sent_white))
        if cost < least:
            best, least = i, cost
    return best


# ------------------------------------------------------------------------------------------------ placing


@rule
def best_place(rules, state, seat, options, n, weights, notes):
    """Return the place with the best result after all others have answered, among the best in a plan for the round."""
    coin = weigh_places(rules, state, seat, weights, notes)
    index = buys_discovery(rules, state, seat, options, n, coin, weights)
    if index >= 0:
        return index
    weigh_options(rules, state, seat, options, n, weights, notes)
    return best_followed(rules, state, seat, options, n, coin, weights, notes)


# ------------------------------------------------------------------------------------------------ cards and upgrades


@rule
def hand_worth(rules, state, seat, coin, step, weights, notes):
    """Return the worth of the cards it counts on: the best delivery of this round, and later worth of the others."""
    return plan_delivery(rules, state, seat, carried(rules, state, seat), coin, step, weights, notes)


@rule
def worth_with(rules, state, seat, kind, more, coin, step, weights, notes):
    """Return the worth of the same hand with a card of this kind more, or less."""
    notes.hand[kind] += more
    notes.hand_size += more
    worth = hand_worth(rules, state, seat, coin, step, weights, notes)
    notes.hand[kind] -= more
    notes.hand_size -= more
    return worth


@rule
def count_sure_cards(state, seat, notes):
    """Count on the hand and on the surroundings that it holds."""
    copy_hand(state, seat, notes)
    expect_surroundings(state, seat, notes)


@rule
def best_card(rules, state, seat, options, n, sign, coin, step, weights, notes):
    """Return the card that adds most to what it counts on; with a sign of -1 the one that adds least."""
    count_sure_cards(state, seat, notes)
    best, most = -1, -1e9
    for i in range(n):
        if options[i] < KINDS:
            worth = sign * worth_with(rules, state, seat, int(options[i]), 1, coin, step, weights, notes)
            if worth > most:
                best, most = i, worth
    return best


@rule
def best_sale(rules, state, seat, options, n, coin, step, weights, notes):
    """Return the card whose loss costs least, if the coins are worth more."""
    count_sure_cards(state, seat, notes)
    best, most = index_of(options, n, DONE), hand_worth(rules, state, seat, coin, step, weights, notes)
    for i in range(n):
        if options[i] < KINDS:
            worth = worth_with(rules, state, seat, int(options[i]), -1, coin, step, weights, notes)
            worth += rules.black_market_coins * coin
            if worth > most:
                best, most = i, worth
    return best


@rule
def best_upgrade(rules, state, seat, options, n, coin, step, weights, notes):
    """Return the upgrade that is worth most."""
    count_sure_cards(state, seat, notes)
    weigh_upgrades(rules, state, seat, coin, step, weights, notes)
    best = 0
    for i in range(n):
        if options[i] < DONE and notes.upgrade[options[i]] > notes.upgrade[options[best]]:
            best = i
    return best


@rule
def least_upgrade(rules, state, seat, options, n, coin, step, weights, notes):
    """Return the upgrade with the least effect from now on."""
    copy_hand(state, seat, notes)
    best, least = 0, 1e9
    for i in range(n):
        if options[i] < DONE:
            worth = beside_character(rules, state, int(options[i]), coin, step, weights, notes)
            if worth < least:
                best, least = i, worth
    return best


@rule
def best_delivery(rules, state, seat, options, n, coin, step, weights, notes):
    """Return the next card of the best delivery, or no more."""
    copy_hand(state, seat, notes)
    room = delivery_limit(rules, state, seat) - state.delivery_size
    plan_delivery(rules, state, seat, room, coin, step, weights, notes)
    kind = next_of_plan(state, notes)
    return index_of(options, n, kind if kind >= 0 else DONE)


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """Return the option that is worth most to a player of this style."""
    notes, decision = mind.notes, state.decision
    if decision == Decision.PLACE:
        return best_place(rules, state, seat, options, n, weights, notes)
    if decision == Decision.MEEPLES:
        return best_team(state, seat, options, n)
    if decision == Decision.CAMP:
        return best_at_camp(state, seat, options, n)
    coin = coin_worth(rules, state, seat, weights)
    step = discovery_worth(rules, state, seat, coin, weights)
    if decision == Decision.FINAL:
        return best_purchase(rules, state, seat, options, n, coin, weights)
    index = buys_discovery(rules, state, seat, options, n, coin, weights)
    if index >= 0:
        return index
    if decision == Decision.REROLL:
        return best_reroll(state, seat, options, n)
    if decision == Decision.DELIVER:
        return best_delivery(rules, state, seat, options, n, coin, step, weights, notes)
    if decision == Decision.SELL:
        return best_sale(rules, state, seat, options, n, coin, step, weights, notes)
    if decision == Decision.VILLAGE:
        return best_upgrade(rules, state, seat, options, n, coin, step, weights, notes)
    if decision == Decision.GIVE_UP:
        return least_upgrade(rules, state, seat, options, n, coin, step, weights, notes)
    sign = 1.0 if decision == Decision.TEMPLE else -1.0
    return best_card(rules, state, seat, options, n, sign, coin, step, weights, notes)
