"""The heuristic players of Lost Ruins of Arnak; their styles are weights.

Everything is measured in points. At each decision the worth of everything on the table is noted (`survey`), every option is
weighed by what it brings and by the fortune it leaves (`fortune`), and the best is taken. Effects are weighed by walking
through their steps (`effects`), journeys by the cards that they cost (`journeys`).
"""

import numpy as np

from digsite.simulator.games.arnak.moves.assistants import is_gold
from digsite.simulator.games.arnak.moves.row import currency, is_artifact
from digsite.simulator.games.arnak.moves.sites import occupies
from digsite.simulator.games.arnak.moves.travel import CARD, FIRST_ICON
from digsite.simulator.games.arnak.ops import ICONS, OPS, RESOURCES, Code
from digsite.simulator.games.arnak.options import (
    FEAR_TILE,
    Action,
    action_of,
    card_of,
    discount_of,
    first_of,
    second_of,
    site_of,
    space_of,
    stack_of,
    token_of,
    track_space_of,
    what_of,
)
from digsite.simulator.games.arnak.rules import FIRST_BASIC, FIRST_FEAR, MAX_ROW, SLOTS, WORD, WORDS
from digsite.simulator.games.arnak.state import NOBODY, Decision, Resource
from digsite.simulator.kernel.effects.steps import END, FIRST
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.arnak.effects import empty_bundle, price_of, promotion, rest_of_effect
from digsite.strategies.arnak.fortune import add_gains, change_of, fortune, fortune_with, leave_out_card, open_purse
from digsite.strategies.arnak.journeys import NO_STEP, hardest_icon, pack, pay_for, saved_for_travel, travel_cost
from digsite.strategies.arnak.mind import BEST, CHOOSE, FIND_2, WORTH_1, WORTH_2, WORTH_3, WORTH_AND, by_round, thought
from digsite.strategies.arnak.survey import FEAR_CARD, arrival_at, note_fortune, owning, pay_for_playing, survey
from digsite.strategies.arnak.weights import Weight

NEVER = -1e6
_COMPASS_OFF, _PRICE_OFF = OPS.at("send", "compass"), OPS.at("buy", "discount")
_FREE, _OFF, _OTHER = OPS.at("research", "free"), OPS.at("research", "discount"), OPS.at("research", "other")
_LEVEL_2, _SIDE = OPS.at("activate", "level2_cost"), OPS.at("use_supply_assistant", "side")
COMPASS = Resource.COMPASS.value
RANGE = 1024  # more than there are rows of steps
JOURNEYS, HELPERS, ALL = range(3)  # the options to consider
_WORTHWHILE = 0.3  # points that a travel icon must save
PASSING = 0.01  # what an effect for those who pass counts, per point: more than nothing, less than anything else


# ------------------------------------------------------------------------------------------------ effects of options


@rule
def packed_range(first, end):
    """Return a range of rows as one number; 0 if it is empty."""
    return np.int64(first) * RANGE + end if first < end else 0


@thought(FIND_2)
def effect_row(rules, state, seat, weights, notes, action, what):
    """Return the steps of an option's effect: the first row and the one after the last, packed; 0 for none."""
    if action == Action.ASSISTANT or action == Action.USE_SUPPLY:
        side = is_gold(state, what) if action == Action.ASSISTANT else np.int64(rules.step_args[state.due, _SIDE])
        return packed_range(rules.assistant_effect[what, side, 0], rules.assistant_effect[what, side, 1])
    if action == Action.BOON:
        return packed_range(rules.guardians_boon[what, 0], rules.guardians_boon[what, 1])
    if action == Action.IDOL:
        return packed_range(rules.slots_effect[what, 0], rules.slots_effect[what, 1])
    if action == Action.PLAY_AND_PASS:
        return packed_range(rules.card_pass[what, 0], rules.card_pass[what, 1])
    if action == Action.KEEP or action == Action.RETURN:
        return packed_range(rules.card_effect[what, 0], rules.card_effect[what, 1])
    if action == Action.CHOOSE:
        row = rules.step_args[state.due, FIRST] + what
        return packed_range(rules.step_args[row, FIRST], rules.step_args[row, END])
    if action == Action.ACCEPT and state.decision == Decision.RESOLVE:
        if what == 1:
            return packed_range(rules.card_pass[state.taken, 0], rules.card_pass[state.taken, 1])
        return packed_range(rules.card_effect[state.taken, 0], rules.card_effect[state.taken, 1])
    if action == Action.ACCEPT and (state.decision == Decision.PAY or state.decision == Decision.MAY):
        return packed_range(state.due, state.due + 1)
    return 0


@thought(WORTH_1)
def slot_cost(rules, state, seat, weights, notes, _unused):
    """Return the points of the slot that an idol would fill; the last idol before a bridge that needs it is not spent."""
    slot = 0
    while slot < SLOTS - 1 and np.int64(state.slots[seat]) >> slot & 1:
        slot += 1
    cost = by_round(weights, notes, Weight.SLOT) * rules.scoring_slots[slot] + weights[Weight.LEAST]
    bridge = np.int64(rules.rescue_space)
    if bridge >= 0 and state.crates[seat] < 2 and rules.space_row[state.token[seat, 0]] < rules.space_row[bridge]:
        return -NEVER if notes.later > 0 else cost + rules.scoring_idol + weights[Weight.BRIDGE]
    return cost


@thought(WORTH_2)
def value_of_effect(rules, state, seat, weights, notes, action, what):
    """Return the gain of an option's effect now, less the cost of the option."""
    rows = effect_row(rules, state, seat, weights, notes, action, what)
    worth = 0.0
    if rows > 0:
        empty_bundle(rules, state, seat, weights, notes)
        if action == Action.PLAY_AND_PASS:
            pay_for_playing(rules, state, seat, weights, notes, what)
            leave_out_card(rules, state, seat, weights, notes, what)
        elif action == Action.ASSISTANT:
            add_gains(rules, state, seat, weights, notes, rows // RANGE, rows % RANGE, 0)
        worth = rest_of_effect(rules, state, seat, weights, notes, rows // RANGE, rows % RANGE, notes.home)
        leave_out_card(rules, state, seat, weights, notes, -1)
    if action == Action.IDOL:
        return worth - slot_cost(rules, state, seat, weights, notes, 0)
    if action == Action.RETURN:
        return worth - 0.5 * notes.draw
    if action == Action.PLAY_AND_PASS or (action == Action.ACCEPT and what == 1):
        return PASSING * max(worth, 0.0)
    return worth


@thought(WORTH_1)
def value_of_playing(rules, state, seat, weights, notes, card):
    """Return the gain of a card's effect, less its worth for travel; an effect for passing waits for that."""
    if rules.card_pass[card, 0] < rules.card_pass[card, 1] and not state.main_done:
        passing = value_of_effect(rules, state, seat, weights, notes, Action.PLAY_AND_PASS.value, card)
        if passing > PASSING * notes.card[card]:
            return -1.0
    worth = notes.card[card]
    for row in range(rules.card_effect[card, 0], rules.card_effect[card, 1]):
        if rules.step_op[row] == Code.SEND and notes.home > 0:
            worth += max(notes.dig, 0.0)
    return worth - weights[Weight.SAVE] * saved_for_travel(rules, state, seat, weights, notes, card)


# ------------------------------------------------------------------------------------------------ the island


@thought(WORTH_2)
def value_of_dig(rules, state, seat, weights, notes, site, space):
    """Return the gain of a site's effect, less the journey; if that takes several cards, the effect with the rest."""
    step = np.int64(state.due) if state.decision == Decision.SEND else NO_STEP
    journey = travel_cost(rules, state, seat, weights, notes, site, space, step)
    cards = 0
    for word in range(WORDS):
        cards += popcount(notes.spent[word])
    if cards < 2:
        return notes.site[site] - journey
    notes.cards = cards
    worth = arrival_at(rules, state, seat, weights, notes, site)
    notes.cards = 1
    return worth - journey


@thought(WORTH_1)
def value_of_discovery(rules, state, seat, weights, notes, site):
    """Return the worth of idols, a site and a guardian, less compasses and the journey."""
    step = np.int64(state.due) if state.decision == Decision.SEND else NO_STEP
    price = np.int64(rules.discover_compasses[rules.site_level[site] - 1])
    if step != NO_STEP:
        price = max(price - np.int64(rules.step_args[step, _COMPASS_OFF]), 0)
    journey = travel_cost(rules, state, seat, weights, notes, site, 0, step)
    open_purse(rules, state, seat, weights, notes)
    notes.purse[COMPASS] -= price
    left = fortune_with(rules, state, seat, weights, notes, max(notes.home - 1, 0)) - notes.fortune
    return notes.find[site] - journey + left


@thought(WORTH_1)
def value_of_overcoming(rules, state, seat, weights, notes, site):
    """Return the points of a guardian and its boon, no Fear, less its cost."""
    worth = notes.guardian + (notes.fear if occupies(state, seat, site) else 0.0)
    if state.decision == Decision.OVERCOME:
        return worth
    guardian = np.int64(state.guardian[site])
    pack(rules, state, seat, weights, notes)
    for icon in range(len(ICONS) - 1, -1, -1):
        for _ in range(rules.guardians_cost[guardian, FIRST_ICON + icon]):
            worth -= pay_for(rules, state, seat, weights, notes, icon)
    worth -= 0.5 * notes.draw * rules.guardians_cost[guardian, CARD]
    open_purse(rules, state, seat, weights, notes)
    for resource in range(len(RESOURCES)):
        notes.purse[resource] -= rules.guardians_cost[guardian, resource]
    notes.apart = site + 1
    left = fortune_with(rules, state, seat, weights, notes, notes.home) - notes.fortune
    notes.apart = 0
    return worth + left


@thought(WORTH_1)
def value_of_activation(rules, state, seat, weights, notes, site):
    """Return the gain of a site's effect, less the cost for level 2; 0 for an undiscovered site."""
    if state.tile[site] < 0:
        return 0.0
    worth = notes.place[state.tile[site]]
    if state.decision == Decision.ACTIVATE and rules.site_level[site] == 2:
        for resource in range(len(RESOURCES)):
            worth -= rules.step_args[state.due, _LEVEL_2 + resource] * notes.price[resource]
    return worth


# ------------------------------------------------------------------------------------------------ research and cards


@thought(WORTH_3)
def price_with(rules, state, seat, weights, notes, resource, cost, which):
    """Return a cost less the discount of the current "research" step."""
    if state.decision != Decision.RESEARCH:
        return np.float64(cost)
    if rules.step_args[state.due, _FREE]:
        return 0.0
    off = rules.step_args[state.due, (_OFF if which == 0 else _OTHER) + resource]
    return np.float64(max(cost - off, 0))


@thought(WORTH_1)
def value_of_research(rules, state, seat, weights, notes, step):
    """Return the points and rewards of a step, and what the tokens left can gain from there."""
    token, space, which = token_of(step), track_space_of(step), discount_of(step)
    open_purse(rules, state, seat, weights, notes)
    for resource in range(len(RESOURCES)):
        cost = np.int64(rules.space_cost[space, resource])
        notes.purse[resource] -= price_with(rules, state, seat, weights, notes, resource, cost, which)
    glass, notebook = np.int64(state.token[seat, 0]), np.int64(state.token[seat, 1])
    if token == 0:
        glass = space
    else:
        notebook = space
    left = fortune(rules, state, seat, weights, notes, notes.home, glass, notebook)
    return notes.step[space, token] + left - notes.fortune


@thought(WORTH_1)
def value_of_tile(rules, state, seat, weights, notes, tile):
    """Return the worth of a temple tile, and what the tokens left can gain."""
    stack, which = stack_of(tile), discount_of(tile)
    open_purse(rules, state, seat, weights, notes)
    for resource in range(len(RESOURCES)):
        cost = np.int64(rules.stack_cost[stack, resource])
        notes.purse[resource] -= price_with(rules, state, seat, weights, notes, resource, cost, which)
    return notes.stack[stack] + fortune_with(rules, state, seat, weights, notes, notes.home) - notes.fortune


@thought(WORTH_1)
def worth_of_card(rules, state, seat, weights, notes, card):
    """Return the worth of owning a card, as noted for those of the row."""
    for at in range(MAX_ROW):
        if state.row_items[at] == card:
            return notes.offer_item[at]
        if state.row_artifacts[at] == card:
            return notes.offer_artifact[at]
    return owning(rules, state, seat, weights, notes, card)


@thought(WORTH_AND)
def artifact_at_once(rules, state, seat, weights, notes, card, price, unused):
    """The change of the fortune by an artifact's price and by what its effect brings now, in place of what is noted for it.

    `unused` is the change by the price alone: the effect is optional.
    """
    first, end = np.int64(rules.card_effect[card, 0]), np.int64(rules.card_effect[card, 1])
    notes.hoping = 1
    noted = max(price_of(rules, state, seat, weights, notes, first, end), 0.0)
    notes.hoping = 0
    empty_bundle(rules, state, seat, weights, notes)
    notes.bundle[COMPASS] -= price
    used = rest_of_effect(rules, state, seat, weights, notes, first, end, notes.home)
    return max(used, unused) - noted


@thought(WORTH_2)
def without_offer(rules, state, seat, weights, notes, card, price):
    """Return the change of the fortune when this much is paid and the card is no longer on offer."""
    at, items = -1, 0
    for place in range(MAX_ROW):
        if state.row_items[place] == card:
            at, items = place, 1
        elif state.row_artifacts[place] == card:
            at = place
    worth = 0.0
    if at >= 0:
        worth = notes.offer_item[at] if items else notes.offer_artifact[at]
        if items:
            notes.offer_item[at] = 0.0
        else:
            notes.offer_artifact[at] = 0.0
    open_purse(rules, state, seat, weights, notes)
    notes.purse[currency(card)] -= price
    left = fortune_with(rules, state, seat, weights, notes, notes.home) - notes.fortune
    if is_artifact(card):
        left = artifact_at_once(rules, state, seat, weights, notes, card, price, left)
    if at >= 0 and items:
        notes.offer_item[at] = worth
    elif at >= 0:
        notes.offer_artifact[at] = worth
    return left


@thought(WORTH_1)
def value_of_buying(rules, state, seat, weights, notes, card):
    """Return the worth of a card less its price; the fortune already counts on it if it was in reach."""
    off = np.int64(rules.step_args[state.due, _PRICE_OFF]) if state.decision == Decision.BUY else 0
    price = max(np.int64(rules.card_cost[card]) - off, 0)
    worth = worth_of_card(rules, state, seat, weights, notes, card)
    return worth + without_offer(rules, state, seat, weights, notes, card, price)


# ------------------------------------------------------------------------------------------------ parts of effects


@thought(WORTH_1)
def value_of_exiling(rules, state, seat, weights, notes, card):
    """Fear first, those already played before those that can still travel; then what is played and basic."""
    if card == FEAR_TILE:
        return -1.0 * rules.scoring_fear_tile
    held = np.int64(state.hand[seat, card // WORD]) >> (card % WORD) & 1
    lost = 0.6 * notes.draw + notes.card[card] if held else 0.0
    if card >= FIRST_FEAR:
        return notes.fear - FEAR_CARD * notes.thin - (0.3 * notes.draw if held and notes.home > 0 else 0.0)
    if card >= FIRST_BASIC:
        return weights[Weight.EXILE] * max(notes.later - 1, 0) - notes.thin - lost - 0.05
    return -1.0 - rules.card_points[card] - notes.thin - lost


@thought(WORTH_1)
def value_of_losing(rules, state, seat, weights, notes, card):
    """Return the worth of losing a hand card unused: the least useful goes first."""
    return -notes.card[card] - (0.1 if card < FIRST_FEAR else 0.0) - (0.3 if card < FIRST_BASIC else 0.0)


@thought(WORTH_1)
def value_of_discarding(rules, state, seat, weights, notes, card):
    """A remaining card makes way for a new one unless it is better than most."""
    if card >= FIRST_FEAR:
        return 1.0
    if card >= FIRST_BASIC:
        return 0.3
    return notes.draw - notes.card[card]


@thought(WORTH_2)
def value_of_people(rules, state, seat, weights, notes, action, what):
    """Return the worth of an option with assistants."""
    if action == Action.RECRUIT:
        return notes.assistant[what, 0]
    if action == Action.PROMOTE:
        return promotion(rules, state, seat, weights, notes, what)
    if action == Action.REFRESH:
        return notes.assistant[what, is_gold(state, what)]
    own, other = first_of(what), second_of(what)
    side = is_gold(state, own)
    gain = (notes.assistant[other, side] - notes.assistant[own, side]) * notes.uses
    return gain + (notes.assistant[own, side] if np.int64(state.exhausted) >> own & 1 else 0.0)


@thought(WORTH_2)
def value_of_payment(rules, state, seat, weights, notes, action, what):
    """What pays for a travel icon: what would be lost anyway, then the card or the coins that are missed least."""
    if action == Action.PAY_DISCOUNT:
        return 0.1 - 0.01 * what
    if action == Action.PAY_ICON:
        return 0.05 - 0.01 * what
    if action == Action.HIRE_PILOT:
        return change_of(rules, state, seat, weights, notes, 0, -np.int64(rules.pilot_coins))
    card = card_of(what)
    strength = 0
    for icon in range(len(ICONS)):
        strength += rules.card_travel[card, icon] * (icon + 1)
    return value_of_losing(rules, state, seat, weights, notes, card) - 0.02 * strength


@thought(WORTH_2)
def value_of_rare(rules, state, seat, weights, notes, action, what):
    """Return the worth of an option that few effects offer."""
    if action == Action.RELOCATE:
        left, reached = site_of(first_of(what)), site_of(second_of(what))
        worth = value_of_activation(rules, state, seat, weights, notes, reached)
        worth += notes.fear * ((state.guardian[left] != NOBODY) - 1.0 * (state.guardian[reached] != NOBODY))
        return worth
    if action == Action.MOVE_GUARDIAN:
        return value_of_activation(rules, state, seat, weights, notes, second_of(what)) + notes.fear
    if action == Action.RECALL:
        site = site_of(what)
        return notes.place[state.tile[site]] + notes.fear * (state.guardian[site] != NOBODY)
    if action == Action.UNSLOT:
        return 1.0 * rules.scoring_slots[what]
    if action == Action.DRAW:
        return 1.0 * what
    if action == Action.UPGRADE:
        open_purse(rules, state, seat, weights, notes)
        notes.purse[what] -= 1
        notes.purse[what + 1] += 1
        return fortune_with(rules, state, seat, weights, notes, notes.home) - notes.fortune
    if action == Action.BONUS_FIRST:
        return notes.bonus[what] + 0.01
    if action == Action.BONUS_LAST:
        return notes.bonus[what]
    return NEVER


@thought(WORTH_2)
def value_of_step_option(rules, state, seat, weights, notes, action, what):
    """Return the worth of an option that a step of an effect, a payment or the end of a round offers."""
    if action == Action.ACCEPT and state.decision == Decision.DRAW:
        return notes.draw
    if action == Action.ACCEPT and state.decision == Decision.AGAIN:
        return value_of_activation(rules, state, seat, weights, notes, np.int64(rules.step_args[state.due, 0]))
    if action == Action.EXILE:
        return value_of_exiling(rules, state, seat, weights, notes, what)
    if action == Action.USE_UP:
        return value_of_losing(rules, state, seat, weights, notes, what)
    if action == Action.DISCARD:
        return value_of_discarding(rules, state, seat, weights, notes, what)
    if action == Action.TAKE:
        worth = worth_of_card(rules, state, seat, weights, notes, what)
        if is_artifact(what):
            worth += artifact_at_once(rules, state, seat, weights, notes, what, 0, 0.0)
        return worth
    if action == Action.ACTIVATE:
        return value_of_activation(rules, state, seat, weights, notes, what)
    if Action.REFRESH <= action <= Action.SWAP:
        return value_of_people(rules, state, seat, weights, notes, action, what)
    if Action.PAY_ICON <= action <= Action.HIRE_PILOT:
        return value_of_payment(rules, state, seat, weights, notes, action, what)
    return value_of_rare(rules, state, seat, weights, notes, action, what)


@thought(WORTH_1)
def value_of(rules, state, seat, weights, notes, option):
    """Return the worth of an option; ending the turn, passing and declining are worth nothing."""
    action, what = action_of(option), what_of(option)
    if action <= Action.PASS or action == Action.DECLINE:
        return 0.0
    is_effect = Action.PLAY_AND_PASS <= action <= Action.IDOL  # which may be an empty one
    if is_effect or effect_row(rules, state, seat, weights, notes, action, what) > 0:
        return value_of_effect(rules, state, seat, weights, notes, action, what)
    if action == Action.PLAY:
        return value_of_playing(rules, state, seat, weights, notes, what)
    if action == Action.DIG:
        return value_of_dig(rules, state, seat, weights, notes, site_of(what), space_of(what))
    if action == Action.DISCOVER:
        return value_of_discovery(rules, state, seat, weights, notes, what)
    if action == Action.OVERCOME:
        return value_of_overcoming(rules, state, seat, weights, notes, what)
    if action == Action.BUY:
        return value_of_buying(rules, state, seat, weights, notes, what)
    if action == Action.RESEARCH:
        return value_of_research(rules, state, seat, weights, notes, what)
    if action <= Action.TEMPLE:
        return value_of_tile(rules, state, seat, weights, notes, what)
    return value_of_step_option(rules, state, seat, weights, notes, action, what)


# ------------------------------------------------------------------------------------------------ decisions


@rule
def is_journey(option):
    """Return whether an option sends an archaeologist."""
    return action_of(option) == Action.DIG or action_of(option) == Action.DISCOVER


@rule
def is_looked_at(state, option, which):
    """Return whether to consider an option; free actions have their time before and after a main action.

    After it a card stays in hand until the player has passed: the next turn may need it to travel or to pay a guardian.
    """
    action = action_of(option)
    if which == JOURNEYS:
        return is_journey(option)
    if which == HELPERS:
        return action == Action.ASSISTANT or action == Action.BOON
    if state.decision == Decision.ACT:
        return action != Action.PLAY or not state.main_done or np.int64(state.passed) >> np.int64(state.on_turn) & 1
    return not Action.PLAY <= action <= Action.IDOL


@rule
def is_idle(option):
    """Return whether an option ends something, with or without an effect for passing; others must gain something."""
    action = action_of(option)
    return action <= Action.PASS or action == Action.DECLINE or action == Action.PLAY_AND_PASS


@rule
def haste(weights, notes, option):
    """What is worth doing at all, and tells what else can be paid for, comes the sooner: cards, helpers, guardians."""
    action = action_of(option)
    if action == Action.PLAY:
        return by_round(weights, notes, Weight.CARDS_FIRST)
    if action == Action.ASSISTANT or action == Action.BOON:
        return by_round(weights, notes, Weight.HELPERS_FIRST)
    if action == Action.OVERCOME:
        return by_round(weights, notes, Weight.GUARDIANS_FIRST)
    return 0.0


@thought(BEST)
def best_of(rules, state, seat, options, n, weights, notes, which):
    """Return the best of the options considered, -1 if none is worth anything; note its worth."""
    least = weights[Weight.LEAST] if state.decision == Decision.ACT else 0.0
    best, notes.best = -1, -1e9
    for index in range(n):
        option = np.int64(options[index])
        if not is_looked_at(state, option, which):
            continue
        value = value_of(rules, state, seat, weights, notes, option)
        if not is_idle(option):
            value -= least
            if value > 0.0 and which == ALL and state.decision == Decision.ACT:
                value += haste(weights, notes, option)
        if value > notes.best:
            best, notes.best = index, value
    return best


@thought(BEST)
def decide(rules, state, seat, options, n, weights, notes, _unused):
    """Return the option with the highest worth; before a journey, a free action that makes a travel icon for it."""
    if state.decision == Decision.ACT or notes.surveyed != state.turns + 1:
        survey(rules, state, seat, weights, notes)
    else:
        note_fortune(rules, state, seat, weights, notes)
    travels = state.decision == Decision.ACT and not state.main_done
    if travels:
        best_of(rules, state, seat, options, n, weights, notes, JOURNEYS)
        notes.dig = max(notes.best, 0.0)
    chosen = max(best_of(rules, state, seat, options, n, weights, notes, ALL), 0)
    option = np.int64(options[chosen])
    if not travels or not is_journey(option):
        return chosen
    place = what_of(option) if action_of(option) == Action.DIG else what_of(option) * 2
    saved = travel_cost(rules, state, seat, weights, notes, place // 2, place % 2, NO_STEP)
    best_of(rules, state, seat, options, n, weights, notes, HELPERS)
    plain = notes.best
    notes.relief, notes.relieved = saved, hardest_icon(rules, state, seat, weights, notes, place)
    helper = best_of(rules, state, seat, options, n, weights, notes, HELPERS)
    if helper >= 0 and notes.best > max(plain, 0.0) + _WORTHWHILE:
        return helper
    notes.relief = 0.0
    return chosen


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """Decide; before passing in the last round, look once more for what the tokens still buy."""
    notes = mind.notes
    chosen = decide(rules, state, seat, options, n, weights, notes, 0)
    acts = state.decision == Decision.ACT and not state.main_done
    if notes.closing or notes.later > 0 or not acts or not is_idle(np.int64(options[chosen])):
        return chosen
    notes.closing, notes.surveyed = 1, 0
    return decide(rules, state, seat, options, n, weights, notes, 0)
