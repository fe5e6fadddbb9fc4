"""The fortune of a player: what its tokens can still gain by purchases in reach, and a price for the rest.

To the tokens held come those that cards of the hand and assistants are sure to bring this round. A fortune is worth the points
of the research steps, temple tiles, guardians, discoveries and cards that it pays for, the best first, as far as they bring more
than the tokens are worth kept; plus the tokens kept. In early rounds that is close to a price for each token, in the last round
to the points that can really be had. An option is weighed by the fortune it leaves.
"""

import numpy as np

from digsite.simulator.games.arnak.moves.assistants import is_gold, is_ready
from digsite.simulator.games.arnak.moves.holdings import FEAR_BITS, bit_of, lowest
from digsite.simulator.games.arnak.moves.row import is_artifact
from digsite.simulator.games.arnak.moves.sites import at_home, occupies
from digsite.simulator.games.arnak.moves.travel import IDOL
from digsite.simulator.games.arnak.ops import OPS, RESOURCES, Code
from digsite.simulator.games.arnak.rules import ASSISTANTS, FIRST_FEAR, LOST_TEMPLE, MAX_ROW, SITES, STACKS, WORD, WORDS
from digsite.simulator.games.arnak.state import NO_CARD, NOBODY, Resource
from digsite.simulator.kernel.jit.bits import popcount
from digsite.strategies.arnak.mind import FIND_1, NOTE, WORTH, WORTH_1, WORTH_2, WORTH_3, thought
from digsite.strategies.arnak.weights import Weight

_GAIN = OPS.at("gain", "amounts")
COIN, COMPASS = Resource.COIN.value, Resource.COMPASS.value
_MANY = Weight.MANY_COINS.value  # of coins; the other kinds follow


# ------------------------------------------------------------------------------------------------ income


@thought(WORTH_3)
def add_gains(rules, state, seat, weights, notes, first, end, times):
    """Add what steps are sure to yield, `times` times, to the income; for times 0 to the part of it being weighed."""
    for row in range(first, end):
        if rules.step_op[row] == Code.GAIN:
            for resource in range(len(RESOURCES)):
                notes.income[resource] += times * rules.step_args[row, _GAIN + resource]
                notes.own[resource] += (times == 0) * rules.step_args[row, _GAIN + resource]
    return 0.0


@thought(WORTH_2)
def add_card(rules, state, seat, weights, notes, card, times):
    """Add the same for the effect of a card."""
    first, end = np.int64(rules.card_effect[card, 0]), np.int64(rules.card_effect[card, 1])
    return add_gains(rules, state, seat, weights, notes, first, end, times)


@thought(FIND_1)
def least_counted(rules, state, seat, weights, notes, _unused):
    """Return the card whose tokens in the income are worth least, -1 if there is none."""
    best, best_worth = -1, 1e9
    for word in range(WORDS):
        bits = notes.counted[word]
        while bits != 0:
            card = word * WORD + lowest(bits)
            bits &= bits - 1
            worth = 0.0
            for row in range(rules.card_effect[card, 0], rules.card_effect[card, 1]):
                if rules.step_op[row] == Code.GAIN:
                    for resource in range(len(RESOURCES)):
                        worth += rules.step_args[row, _GAIN + resource] * notes.price[resource]
            if worth < best_worth:
                best, best_worth = card, worth
    return best


@thought(NOTE)
def note_income(rules, state, seat, weights, notes):
    """Note tokens of ready assistants and of hand cards, except for the cards that those at home may travel with."""
    for resource in range(len(RESOURCES)):
        notes.income[resource] = notes.own[resource] = 0.0
    for word in range(WORDS):
        notes.counted[word] = 0
    for assistant in range(ASSISTANTS):
        if state.employer[assistant] == seat and is_ready(state, assistant):
            side = is_gold(state, assistant)
            first = np.int64(rules.assistant_effect[assistant, side, 0])
            end = np.int64(rules.assistant_effect[assistant, side, 1])
            add_gains(rules, state, seat, weights, notes, first, end, 1)
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            card = word * WORD + lowest(bits)
            bits &= bits - 1
            if card < FIRST_FEAR and not is_artifact(card) and not rules.card_exile[card]:
                add_card(rules, state, seat, weights, notes, card, 1)
                notes.counted[word] |= bit_of(card)
    travellers = at_home(rules, state, seat) - popcount(np.int64(state.hand[seat, WORDS - 1]) & FEAR_BITS)
    for _ in range(travellers):
        card = least_counted(rules, state, seat, weights, notes, 0)
        if card >= 0:
            add_card(rules, state, seat, weights, notes, card, -1)
            notes.counted[card // WORD] &= ~bit_of(card)


@thought(WORTH_1)
def leave_out_card(rules, state, seat, weights, notes, card):
    """Weigh a card against an income without it; -1 restores the full income."""
    for resource in range(len(RESOURCES)):
        notes.own[resource] = 0.0
    if card >= 0 and notes.counted[card // WORD] & bit_of(card):
        add_card(rules, state, seat, weights, notes, card, 0)
    return 0.0


@thought(NOTE)
def open_purse(rules, state, seat, weights, notes):
    """Put all tokens of the seat into the purse, and those that it is sure to get this round."""
    for resource in range(len(RESOURCES)):
        notes.purse[resource] = state.resources[seat, resource] + notes.income[resource] - notes.own[resource]


# ------------------------------------------------------------------------------------------------ purchases


@thought(FIND_1)
def covers_step(rules, state, seat, weights, notes, space):
    """Return whether the purse pays for a bridge."""
    for resource in range(len(RESOURCES)):
        if notes.purse[resource] < rules.space_cost[space, resource]:
            return 0
    return 1


@thought(FIND_1)
def covers_stack(rules, state, seat, weights, notes, stack):
    """Return whether the purse pays for a temple tile that is left."""
    if state.stack_left[stack] == 0:
        return 0
    for resource in range(len(RESOURCES)):
        if notes.purse[resource] < rules.stack_cost[stack, resource]:
            return 0
    return 1


@thought(WORTH_3)
def research_in_reach(rules, state, seat, weights, notes, glass, notebook, idols):
    """Return the gain of research steps and temple tiles that the purse pays for, the best first."""
    total = 0.0
    plan = notes.plan
    for _ in range(12):
        best, best_token, best_gain = -1, 0, 0.0
        for token in range(2):
            if token == 1 and rules.space_row[notebook] >= rules.space_row[glass]:
                continue
            here = notebook if token == 1 else glass
            for at in range(rules.space_nexts[here]):
                space = np.int64(rules.space_next[here, at])
                if (token == 1 and space == LOST_TEMPLE) or rules.space_cost[space, IDOL] > idols:
                    continue
                gain = plan * notes.step[space, token] - notes.step_cost[space]
                if gain > best_gain and covers_step(rules, state, seat, weights, notes, space):
                    best, best_token, best_gain = space, token, gain
        if glass == LOST_TEMPLE:
            for stack in range(STACKS):
                gain = plan * notes.stack[stack] - notes.stack_cost[stack]
                if gain > best_gain and covers_stack(rules, state, seat, weights, notes, stack):
                    best, best_token, best_gain = stack, 2, gain
        if best < 0:
            return total
        for resource in range(len(RESOURCES)):
            cost = rules.stack_cost[best, resource] if best_token == 2 else rules.space_cost[best, resource]
            notes.purse[resource] -= cost
        if best_token == 2:
            total += plan * notes.stack[best]
        else:
            total += plan * notes.step[best, best_token]
            idols -= rules.space_cost[best, IDOL]
            if best_token == 0:
                glass = best
            else:
                notebook = best
    return total


@thought(WORTH)
def guardians_in_reach(rules, state, seat, weights, notes):
    """Return the gain of guardians on own sites that the purse pays for."""
    total = 0.0
    for site in range(SITES):
        guardian = np.int64(state.guardian[site])
        if guardian == NOBODY or site + 1 == notes.apart or not occupies(state, seat, site):
            continue
        gain = notes.plan * (notes.guardian + notes.fear) - 0.5 * notes.draw
        cost, pays = 0.0, True
        for resource in range(len(RESOURCES)):
            pays = pays and notes.purse[resource] >= rules.guardians_cost[guardian, resource]
            cost += rules.guardians_cost[guardian, resource] * notes.price[resource]
        if pays and gain > cost:
            total += gain
            for resource in range(len(RESOURCES)):
                notes.purse[resource] -= rules.guardians_cost[guardian, resource]
    return total


@thought(WORTH_1)
def finds_in_reach(rules, state, seat, weights, notes, home):
    """Return the gain of sites that the archaeologists at home may discover with the compasses in the purse."""
    total = 0.0
    plan = notes.plan
    for _ in range(home):
        best, best_gain = -1, 0.0
        for level in range(2):
            price = rules.discover_compasses[level]
            gain = plan * notes.best_find[level] - price * notes.price[COMPASS]
            if notes.purse[COMPASS] >= price and gain > best_gain:
                best, best_gain = level, gain
        if best < 0:
            return total
        total += plan * notes.best_find[best]
        notes.purse[COMPASS] -= rules.discover_compasses[best]
    return total


@thought(WORTH)
def cards_in_reach(rules, state, seat, weights, notes):
    """Return the gain of cards of the row that the purse pays for."""
    total = 0.0
    plan = notes.plan
    for at in range(MAX_ROW):
        card = np.int64(state.row_items[at])
        if card != NO_CARD:
            price = rules.card_cost[card]
            if notes.purse[COIN] >= price and plan * notes.offer_item[at] > price * notes.price[COIN]:
                notes.purse[COIN] -= price
                total += plan * notes.offer_item[at]
        card = np.int64(state.row_artifacts[at])
        if card != NO_CARD:
            price = rules.card_cost[card]
            if notes.purse[COMPASS] >= price and plan * notes.offer_artifact[at] > price * notes.price[COMPASS]:
                notes.purse[COMPASS] -= price
                total += plan * notes.offer_artifact[at]
    return total


@thought(WORTH)
def kept(rules, state, seat, weights, notes):
    """Return the worth of tokens left in the purse, less for each of many; what is many depends on the kind."""
    total = 0.0
    for resource in range(len(RESOURCES)):
        held = notes.purse[resource]
        many = max(held - weights[_MANY + resource], 0.0)
        total += notes.price[resource] * (held - many + weights[Weight.PLENTY] * many)
    return total


@thought(WORTH_3)
def fortune(rules, state, seat, weights, notes, home, glass, notebook):
    """Return what the purse can gain with this many archaeologists at home and research tokens here; it is emptied."""
    total = guardians_in_reach(rules, state, seat, weights, notes)
    total += research_in_reach(rules, state, seat, weights, notes, glass, notebook, np.int64(state.crates[seat]))
    total += finds_in_reach(rules, state, seat, weights, notes, home)
    total += cards_in_reach(rules, state, seat, weights, notes)
    return total + kept(rules, state, seat, weights, notes)


@thought(WORTH_1)
def fortune_with(rules, state, seat, weights, notes, home):
    """Return what the purse can gain with the research tokens where they are."""
    glass, notebook = np.int64(state.token[seat, 0]), np.int64(state.token[seat, 1])
    return fortune(rules, state, seat, weights, notes, home, glass, notebook)


@thought(WORTH_2)
def change_of(rules, state, seat, weights, notes, resource, amount):
    """Return what the fortune gains by this many tokens of a kind, or loses if the amount is negative."""
    open_purse(rules, state, seat, weights, notes)
    notes.purse[resource] += amount
    return fortune_with(rules, state, seat, weights, notes, notes.home) - notes.fortune
