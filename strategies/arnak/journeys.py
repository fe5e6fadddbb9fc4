"""Travel: the cost of a journey in cards and coins, and the best destinations for the archaeologists at home."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import bit_of, lowest, with_one_fear
from digsite.simulator.games.arnak.moves.sites import is_free
from digsite.simulator.games.arnak.moves.travel import as_used, covers, icons_at_hand, packed_icon, pays_for
from digsite.simulator.games.arnak.ops import ICONS, OPS
from digsite.simulator.games.arnak.rules import SITES, WORD, WORDS
from digsite.simulator.games.arnak.state import UNDISCOVERED, Icon, Resource
from digsite.strategies.arnak.mind import FIND_1, NOTE, WORTH_1, WORTH_2, WORTH_3, thought

NO_STEP = -1
_DISCOUNT, _FREE = OPS.at("send", "discount"), OPS.at("send", "travel_free")
_COMPASS = OPS.at("send", "compass")
COIN, COMPASS = Resource.COIN.value, Resource.COMPASS.value
PLANE = Icon.PLANE.value


@thought(NOTE)
def pack(rules, state, seat, weights, notes):
    """Start with the icons of the pool and no card spent."""
    for icon in range(len(ICONS)):
        notes.icons[icon] = state.pool[icon]
    for word in range(WORDS):
        notes.spent[word] = 0
    notes.coins = state.resources[seat, COIN]


@thought(FIND_1)
def icon_ready(rules, state, seat, weights, notes, wanted):
    """Return the weakest available icon that pays for the wanted one, or -1."""
    for icon in range(len(ICONS)):
        if notes.icons[icon] > 0 and pays_for(icon, wanted):
            return icon
    return -1


@thought(FIND_1)
def fitting_icon(rules, state, seat, weights, notes, asked):
    """Return the icon of a card that pays for the wanted one, or -1; `asked` is the card times four and the icon."""
    card, wanted = asked // 4, asked % 4
    for icon in range(len(ICONS)):
        if rules.card_travel[card, icon] > 0 and pays_for(as_used(state, seat, icon), wanted):
            return as_used(state, seat, icon)
    return -1


@thought(FIND_1)
def cheapest_card(rules, state, seat, weights, notes, wanted):
    """Return the least useful unspent card of the hand that pays for an icon; -1 if there is none."""
    best, best_loss = -1, 1e9
    for word in range(WORDS):
        bits = with_one_fear(np.int64(state.hand[seat, word]) & ~notes.spent[word], word)
        while bits != 0:
            card = word * WORD + lowest(bits)
            bits &= bits - 1
            if notes.card[card] < best_loss:
                if fitting_icon(rules, state, seat, weights, notes, card * 4 + wanted) >= 0:
                    best, best_loss = card, notes.card[card]
    return best


@thought(WORTH_1)
def pay_for(rules, state, seat, weights, notes, wanted):
    """Return the cost of paying for one icon; a very high one if nothing pays for it."""
    ready = icon_ready(rules, state, seat, weights, notes, wanted)
    if ready >= 0:
        notes.icons[ready] -= 1
        return 0.0
    pilot = 1e6
    if notes.coins >= rules.pilot_coins:
        pilot = rules.pilot_coins * notes.price[COIN]
    card = cheapest_card(rules, state, seat, weights, notes, wanted)
    if card < 0 or notes.card[card] > pilot:
        notes.coins -= rules.pilot_coins
        return pilot
    notes.spent[card // WORD] |= bit_of(card)
    paying = fitting_icon(rules, state, seat, weights, notes, card * 4 + wanted)
    for icon in range(len(ICONS)):
        notes.icons[as_used(state, seat, icon)] += rules.card_travel[card, icon]
    notes.icons[paying] -= 1
    return notes.card[card]


@thought(WORTH_3)
def travel_cost(rules, state, seat, weights, notes, site, space, step):
    """Return the cost of travelling to a space, with the discount of an effect's step if any."""
    pack(rules, state, seat, weights, notes)
    if step != NO_STEP:
        if rules.step_args[step, _FREE]:
            return 0.0
        for icon in range(len(ICONS)):
            notes.icons[icon] += rules.step_args[step, _DISCOUNT + icon]
    total = 0.0
    for icon in range(len(ICONS) - 1, -1, -1):
        for _ in range(rules.site_cost[site, space, icon]):
            total += pay_for(rules, state, seat, weights, notes, icon)
    return total


@thought(FIND_1)
def hardest_icon(rules, state, seat, weights, notes, place):
    """Return the icon of a space's cost that is paid first."""
    for icon in range(len(ICONS) - 1, -1, -1):
        if rules.site_cost[place // 2, place % 2, icon] > 0:
            return icon
    return 0


# ------------------------------------------------------------------------------------------------ plans


@thought(FIND_1)
def packed_cost(rules, state, seat, weights, notes, place):
    """Return the travel cost of a space, packed."""
    cost = np.int64(0)
    for icon in range(len(ICONS)):
        cost += packed_icon(icon, rules.site_cost[place // 2, place % 2, icon])
    return cost


@thought(FIND_1)
def icons_without(rules, state, seat, weights, notes, card):
    """Return the icons of pool and hand without those of a card, packed; -1 for no card."""
    icons = icons_at_hand(rules, state, seat)
    if card >= 0:
        for icon in range(len(ICONS)):
            icons -= packed_icon(as_used(state, seat, icon), rules.card_travel[card, icon])
    return icons


@thought(WORTH_1)
def goal(rules, state, seat, weights, notes, site):
    """Return the gain of an archaeologist at a site: a dig, or a discovery if there are the compasses."""
    if state.tile[site] != UNDISCOVERED:
        return notes.site[site]
    price = rules.discover_compasses[rules.site_level[site] - 1]
    if state.resources[seat, COMPASS] + notes.income[COMPASS] < price:
        return 0.0
    return notes.find[site] - price * notes.price[COMPASS]


@thought(WORTH_2)
def best_goals(rules, state, seat, weights, notes, icons, people):
    """Return the gain of this many archaeologists with packed travel icons, the best goal first."""
    total, taken, spent = 0.0, np.int64(0), np.int64(0)
    for _ in range(min(people, 2)):
        best, best_worth, best_cost = -1, 0.0, np.int64(0)
        for site in range(SITES):
            if taken >> site & 1:
                continue
            for space in range(rules.site_spaces[site]):
                if not is_free(rules, state, site, space):
                    continue
                worth = goal(rules, state, seat, weights, notes, site)
                if worth <= best_worth:
                    continue
                cost = packed_cost(rules, state, seat, weights, notes, site * 2 + space)
                if covers(icons, spent + cost):
                    best, best_worth, best_cost = site, worth, cost
        if best < 0:
            return total
        total += best_worth
        spent += best_cost
        taken |= np.int64(1) << best
    return total


@thought(WORTH_1)
def saved_for_travel(rules, state, seat, weights, notes, card):
    """Return what the archaeologists at home would lose without a card to travel with."""
    if notes.home <= 0:
        return 0.0
    rest = icons_without(rules, state, seat, weights, notes, card)
    return notes.goals - best_goals(rules, state, seat, weights, notes, rest, notes.home)
