"""The worth of an effect: its steps are walked through once, wherever it is printed.

Tokens are collected in `notes.bundle` and weighed together in the end; every other step has its own worth.
"""

import numpy as np

from digsite.simulator.games.arnak.moves.assistants import is_gold, is_ready, top_of_supply
from digsite.simulator.games.arnak.moves.holdings import hand_size
from digsite.simulator.games.arnak.moves.sites import (
    guardians_around,
    is_free,
    may_activate,
    occupies,
    others_at,
    placed,
)
from digsite.simulator.games.arnak.moves.travel import CARD, FIRST_ICON, can_pay_step, pays_for
from digsite.simulator.games.arnak.ops import ICONS, OPS, RESOURCES, Code
from digsite.simulator.games.arnak.rules import ASSISTANTS, LOST_TEMPLE, MAX_ROW, SITES, SLOTS, STACKS
from digsite.simulator.games.arnak.state import NO_CARD, NOBODY, SUPPLY_STACKS, Decision, Resource
from digsite.simulator.kernel.effects.steps import END, FIRST, TIMES, Flow
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.arnak.fortune import fortune, fortune_with, open_purse
from digsite.strategies.arnak.mind import FIND_1, NOTE, WORTH, WORTH_1, WORTH_2, WORTH_3, by_round, thought
from digsite.strategies.arnak.weights import Weight

_GAIN, _COST = OPS.at("gain", "amounts"), OPS.at("pay", "cost")
_PER, _PER_RESOURCE, _PER_MOST = OPS.at("gain_per", "per"), OPS.at("gain_per", "resource"), OPS.at("gain_per", "max")
_DISCOUNT, _COMPASS, _SEND_FREE = OPS.at("send", "discount"), OPS.at("send", "compass"), OPS.at("send", "travel_free")
_AGAIN = OPS.at("send", "activations")
_LEVELS, _WHO, _TO = OPS.at("activate", "levels"), OPS.at("activate", "who"), OPS.at("relocate", "to")
_TOP_LEVEL = OPS.at("activate_stack_top", "level")
_GUARDIAN_TO, _WHERE = OPS.at("move_guardian", "to"), OPS.at("overcome", "where")
_KINDS, _PRICE_OFF = OPS.at("buy", "kinds"), OPS.at("buy", "discount")
_KIND, _FROM = OPS.at("take_card", "kind"), OPS.at("take_card", "from")
_TOKEN, _FREE = OPS.at("research", "token"), OPS.at("research", "free")
_OFF, _OTHER = OPS.at("research", "discount"), OPS.at("research", "other")
_ICONS, _SIDE, _N = OPS.at("travel", "icons"), OPS.at("use_supply_assistant", "side"), OPS.at("draw", "n")
COIN, COMPASS = Resource.COIN.value, Resource.COMPASS.value
TABLET, ARROWHEAD = Resource.TABLET.value, Resource.ARROWHEAD.value
_LEAST = 0.05  # share of their price that tokens are always worth
ICON_WORTH = np.array([0.7, 0.9, 0.9, 1.5])  # a travel icon, in worths of a card drawn


# ------------------------------------------------------------------------------------------------ cards and assistants


@thought(WORTH_3)
def best_bargain(rules, state, seat, weights, notes, kinds, discount, free):
    """Return the most that a card of the row gains beyond its price less a discount, or for free."""
    best = 0.0
    for at in range(MAX_ROW):
        card = np.int64(state.row_items[at])
        if kinds & 1 and card != NO_CARD:
            price = 0 if free else max(np.int64(rules.card_cost[card]) - discount, 0)
            if price <= state.resources[seat, COIN]:
                best = max(best, notes.offer_item[at] - price * notes.price[COIN])
        card = np.int64(state.row_artifacts[at])
        if kinds & 2 and card != NO_CARD:
            price = 0 if free else max(np.int64(rules.card_cost[card]) - discount, 0)
            if price <= state.resources[seat, COMPASS]:
                best = max(best, notes.offer_artifact[at] - price * notes.price[COMPASS])
    return best


@thought(WORTH_1)
def best_supply(rules, state, seat, weights, notes, side):
    """Return the worth of one use of the best assistant on top of the supply board."""
    best = 0.0
    for stack in range(SUPPLY_STACKS):
        assistant = top_of_supply(state, stack)
        if assistant != NOBODY:
            best = max(best, notes.assistant[assistant, side])
    return best


@thought(WORTH)
def best_refresh(rules, state, seat, weights, notes):
    """Return the worth of one more use of the best exhausted assistant."""
    best = 0.0
    for assistant in range(ASSISTANTS):
        if state.employer[assistant] == seat and not is_ready(state, assistant):
            best = max(best, notes.assistant[assistant, is_gold(state, assistant)])
    return best


@thought(WORTH_1)
def promotion(rules, state, seat, weights, notes, assistant):
    """Return what upgrading an assistant adds: a use if it is exhausted, and the gold side in this and every later round.

    An assistant hired may lack what its effect asks for; one worth an upgrade is used whenever it is ready.
    """
    better = notes.assistant[assistant, 1] - notes.assistant[assistant, 0]
    again = 0.0 if is_ready(state, assistant) else notes.assistant[assistant, 0]
    return better * (notes.later + 1) + again


@thought(WORTH)
def best_promotion(rules, state, seat, weights, notes):
    """Return the worth of the best upgrade of an own assistant; an estimate while there is none yet."""
    best, silver = 0.0, 0
    for assistant in range(ASSISTANTS):
        if state.employer[assistant] == seat and not is_gold(state, assistant):
            silver = 1
            best = max(best, promotion(rules, state, seat, weights, notes, assistant))
    return best if silver else 0.0


@thought(WORTH)
def best_swap(rules, state, seat, weights, notes):
    """Return the gain of exchanging an own assistant for one of the supply board, which is ready."""
    best = 0.0
    for assistant in range(ASSISTANTS):
        if state.employer[assistant] != seat:
            continue
        side = is_gold(state, assistant)
        gain = best_supply(rules, state, seat, weights, notes, side)
        own = notes.assistant[assistant, side]
        best = max(best, (gain - own) * notes.uses + (0.0 if is_ready(state, assistant) else own))
    return best


# ------------------------------------------------------------------------------------------------ the island


@thought(WORTH_3)
def best_activation(rules, state, seat, weights, notes, levels, who, apart):
    """Return the best effect of a site of these levels, occupied as required, apart from one site."""
    best = 0.0
    for site in range(SITES):
        if site != apart and may_activate(rules, state, site, levels, who):
            best = max(best, notes.place[state.tile[site]])
    return best


@thought(WORTH_2)
def activations(rules, state, seat, weights, notes, row, times):
    """Return the worth of the best site that an "activate" step allows; nearly twice as much for two."""
    levels, who = np.int64(rules.step_args[row, _LEVELS]), np.int64(rules.step_args[row, _WHO])
    return times * best_activation(rules, state, seat, weights, notes, levels, who, -1)


@thought(WORTH_1)
def best_relocation(rules, state, seat, weights, notes, levels):
    """Return the worth of the best free site of these levels to move an archaeologist to."""
    if placed(state, seat) == 0:
        return 0.0
    best = 0.0
    for site in range(SITES):
        if may_activate(rules, state, site, levels, 0):
            if is_free(rules, state, site, 0) or is_free(rules, state, site, 1):
                best = max(best, notes.place[state.tile[site]])
    return best


@thought(WORTH_1)
def free_overcoming(rules, state, seat, weights, notes, anywhere):
    """Return the worth of overcoming a guardian without its cost, if that is possible."""
    for site in range(SITES):
        if state.guardian[site] == NOBODY:
            continue
        if occupies(state, seat, site):
            return notes.guardian + notes.fear
        if anywhere and not others_at(state, seat, site):
            return notes.guardian
    return 0.0


@thought(WORTH_1)
def guardian_away(rules, state, seat, weights, notes, row):
    """Return the worth of moving a guardian from an own site to another one, whose effect follows."""
    for site in range(SITES):
        if state.guardian[site] != NOBODY and occupies(state, seat, site):
            levels = np.int64(rules.step_args[row, _GUARDIAN_TO])
            return notes.fear + best_activation(rules, state, seat, weights, notes, levels, 1, -1)
    return 0.0


@thought(WORTH_1)
def sending(rules, state, seat, weights, notes, row):
    """Return what an effect that sends an archaeologist saves, and the worth of the site if required."""
    if notes.home <= 0:
        return 0.0
    total = 0.0
    if rules.step_args[row, _SEND_FREE]:
        total += notes.draw
    if rules.step_args[row, _AGAIN] > 1:
        total += best_activation(rules, state, seat, weights, notes, 1, 1, -1)
    for icon in range(len(ICONS)):
        total += rules.step_args[row, _DISCOUNT + icon] * ICON_WORTH[icon] * notes.draw
    return total + 0.5 * rules.step_args[row, _COMPASS] * notes.price[COMPASS]


@thought(WORTH_1)
def relief(rules, state, seat, weights, notes, row):
    """Return the worth of travel icons: the card they save for the intended dig, else nothing."""
    for icon in range(len(ICONS)):
        if rules.step_args[row, _ICONS + icon] > 0 and notes.relief > 0.0 and pays_for(icon, notes.relieved):
            return notes.relief
    return 0.0


# ------------------------------------------------------------------------------------------------ research


@thought(NOTE)
def open_purse_and_bundle(rules, state, seat, weights, notes):
    """Put all tokens of the seat and those collected into the purse."""
    open_purse(rules, state, seat, weights, notes)
    for resource in range(len(RESOURCES)):
        notes.purse[resource] += notes.bundle[resource]


@thought(WORTH_2)
def fortune_change(rules, state, seat, weights, notes, glass, notebook):
    """Return how much more the purse, with research tokens on these spaces, can gain than all tokens do now."""
    left = fortune(rules, state, seat, weights, notes, notes.home, glass, notebook)
    open_purse_and_bundle(rules, state, seat, weights, notes)
    return left - fortune_with(rules, state, seat, weights, notes, notes.home)


@rule
def reduced(rules, way, resource, cost):
    """Return a cost less a "research" step's discount, 0 if free; a way is twice the step, plus 1 for the other."""
    row, first = way // 2, _OTHER if way % 2 else _OFF
    return 0 if rules.step_args[row, _FREE] else max(np.int64(cost) - rules.step_args[row, first + resource], 0)


@thought(WORTH_3)
def take_from_purse(rules, state, seat, weights, notes, what, tile, way):
    """Take the cost of a space or temple tile, less the discount, from a full purse; return its price, -1 if too high."""
    cost = 0.0
    open_purse_and_bundle(rules, state, seat, weights, notes)
    for resource in range(len(RESOURCES)):
        printed = rules.stack_cost[what, resource] if tile else rules.space_cost[what, resource]
        price = reduced(rules, way, resource, printed)
        notes.purse[resource] -= price
        if price > max(state.resources[seat, resource] + notes.bundle[resource], 0.0):
            return -1.0
        cost += price * notes.price[resource]
    return cost


@thought(WORTH_3)
def step_gain(rules, state, seat, weights, notes, space, token, way):
    """Return the gain of a step beyond its cost less the discount of an effect; 0 if that cannot be paid."""
    cost = take_from_purse(rules, state, seat, weights, notes, space, 0, way)
    if cost < 0.0:
        return 0.0
    if not notes.leaving:
        return notes.step[space, token] - cost
    glass, notebook = np.int64(state.token[seat, 0]), np.int64(state.token[seat, 1])
    if token == 0:
        glass = space
    else:
        notebook = space
    return notes.step[space, token] + fortune_change(rules, state, seat, weights, notes, glass, notebook)


@thought(WORTH_2)
def tile_gain(rules, state, seat, weights, notes, stack, way):
    """Return the gain of a temple tile beyond its cost less the discount of an effect; 0 if that cannot be paid."""
    if state.stack_left[stack] == 0:
        return 0.0
    cost = take_from_purse(rules, state, seat, weights, notes, stack, 1, way)
    if cost < 0.0:
        return 0.0
    if not notes.leaving:
        return notes.stack[stack] - cost
    glass, notebook = np.int64(state.token[seat, 0]), np.int64(state.token[seat, 1])
    return notes.stack[stack] + fortune_change(rules, state, seat, weights, notes, glass, notebook)


@thought(WORTH_1)
def best_research_by(rules, state, seat, weights, notes, way):
    """Return the gain of the best step, or temple tile, that an effect allows with one of its discounts."""
    best = 0.0
    glass, notebook = np.int64(state.token[seat, 0]), np.int64(state.token[seat, 1])
    any_token = rules.step_args[way // 2, _TOKEN] == 0
    if any_token:
        for at in range(rules.space_nexts[glass]):
            space = np.int64(rules.space_next[glass, at])
            best = max(best, step_gain(rules, state, seat, weights, notes, space, 0, way))
    if rules.space_row[notebook] < rules.space_row[glass]:
        for at in range(rules.space_nexts[notebook]):
            space = np.int64(rules.space_next[notebook, at])
            if space != LOST_TEMPLE:
                best = max(best, step_gain(rules, state, seat, weights, notes, space, 1, way))
    if glass == LOST_TEMPLE and any_token:
        for stack in range(STACKS):
            best = max(best, tile_gain(rules, state, seat, weights, notes, stack, way))
    return best


@thought(WORTH_1)
def best_research(rules, state, seat, weights, notes, row):
    """Return the gain of the best step, or temple tile, that an effect allows; only one of two discounts counts."""
    best = best_research_by(rules, state, seat, weights, notes, 2 * row)
    for resource in range(len(RESOURCES)):
        if rules.step_args[row, _OTHER + resource] > 0:
            return max(best, best_research_by(rules, state, seat, weights, notes, 2 * row + 1))
    return best


# ------------------------------------------------------------------------------------------------ steps


@thought(WORTH)
def best_upgrade(rules, state, seat, weights, notes):
    """Return the better of a tablet upgraded to an arrowhead and an arrowhead upgraded to a jewel."""
    best = 0.0
    glass, notebook = np.int64(state.token[seat, 0]), np.int64(state.token[seat, 1])
    for resource in (TABLET, ARROWHEAD):
        if state.resources[seat, resource] + notes.bundle[resource] <= 0:
            continue
        gain = notes.price[resource + 1] - notes.price[resource]
        if notes.leaving:
            open_purse_and_bundle(rules, state, seat, weights, notes)
            notes.purse[resource] -= 1
            notes.purse[resource + 1] += 1
            gain = fortune_change(rules, state, seat, weights, notes, glass, notebook)
        best = max(best, gain)
    return best


@rule
def counted(rules, state, seat, row):
    """Return the tokens that a "gain per" step yields."""
    per = rules.step_args[row, _PER]
    if per == 0:
        number = np.int64(state.crates[seat]) + popcount(np.int64(state.slots[seat]))
    elif per == 1:
        number = guardians_around(state, seat)
    else:
        number = placed(state, seat)
    most = np.int64(rules.step_args[row, _PER_MOST])
    return min(number, most) if most > 0 else number


@thought(WORTH_1)
def rare_step(rules, state, seat, weights, notes, row):
    """Return the worth of a step that few effects have."""
    op = np.int64(rules.step_op[row])
    if op == Code.RELOCATE:
        return best_relocation(rules, state, seat, weights, notes, np.int64(rules.step_args[row, _TO]))
    if op == Code.MOVE_GUARDIAN:
        return guardian_away(rules, state, seat, weights, notes, row)
    if op == Code.RECALL:
        return notes.draw if placed(state, seat) > 0 else 0.0
    if op == Code.ALL_TRAVEL_PLANE:
        return 0.5 * notes.draw * notes.home
    if op == Code.NO_GUARDIAN_FEAR:
        frightened = 0
        for site in range(SITES):
            frightened += state.guardian[site] != NOBODY and occupies(state, seat, site)
        return notes.fear * frightened
    if op == Code.USE_SUPPLY_ASSISTANT:
        return best_supply(rules, state, seat, weights, notes, np.int64(rules.step_args[row, _SIDE]))
    if op == Code.SWAP_ASSISTANT:
        return best_swap(rules, state, seat, weights, notes)
    if op == Code.UNSLOT_IDOL:
        for slot in range(SLOTS - 1, -1, -1):
            if np.int64(state.slots[seat]) >> slot & 1:
                return by_round(weights, notes, Weight.SLOT) * rules.scoring_slots[slot]
        return 0.0
    if op == Code.RESCUE_ASSISTANT:
        return max(notes.uses - 1.0, 0.0) * 1.2
    return 0.0


@thought(WORTH_1)
def plain_step(rules, state, seat, weights, notes, row):
    """Return the worth of a step that neither gains tokens nor holds other steps."""
    op = np.int64(rules.step_op[row])
    if op == Code.FEAR:
        return -notes.fear * rules.step_args[row, _N]
    if op == Code.DRAW:
        return notes.draw * min(np.int64(rules.step_args[row, _N]), np.int64(state.deck_left[seat]))
    if op == Code.DRAW_KEEP:
        return 1.3 * notes.draw if state.deck_left[seat] > 0 else 0.0
    if op == Code.DISCARD:
        return -0.5 * notes.draw
    if op == Code.EXILE:
        return notes.exile
    if op == Code.UPGRADE:
        return best_upgrade(rules, state, seat, weights, notes)
    if op == Code.REFRESH:
        return best_refresh(rules, state, seat, weights, notes)
    if op == Code.TRAVEL:
        return relief(rules, state, seat, weights, notes, row)
    if op == Code.SEND:
        return sending(rules, state, seat, weights, notes, row)
    if op == Code.ACTIVATE:
        return activations(rules, state, seat, weights, notes, row, np.int64(rules.step_args[row, _N]))
    if op == Code.ACTIVATE_STACK_TOP:
        return notes.level[rules.step_args[row, _TOP_LEVEL]]
    if op == Code.OVERCOME:
        return free_overcoming(rules, state, seat, weights, notes, np.int64(rules.step_args[row, _WHERE]))
    if op == Code.BUY:
        kinds, off = np.int64(rules.step_args[row, _KINDS]), np.int64(rules.step_args[row, _PRICE_OFF])
        return best_bargain(rules, state, seat, weights, notes, kinds, off, 0)
    if op == Code.TAKE_CARD:
        kinds = 1 << np.int64(rules.step_args[row, _KIND])
        return best_bargain(rules, state, seat, weights, notes, kinds, 0, 1)
    if op == Code.RESEARCH:
        return best_research(rules, state, seat, weights, notes, row)
    if op == Code.RECRUIT_ASSISTANT:
        return best_supply(rules, state, seat, weights, notes, 0) * notes.uses
    if op == Code.UPGRADE_ASSISTANT:
        return best_promotion(rules, state, seat, weights, notes)
    return rare_step(rules, state, seat, weights, notes, row)


@thought(WORTH_2)
def plain_steps(rules, state, seat, weights, notes, first, end):
    """Return the worth of steps at the price of their tokens; those that hold others count for nothing."""
    total = 0.0
    for row in range(first, end):
        op = rules.step_op[row]
        if op == Code.GAIN:
            for resource in range(len(RESOURCES)):
                total += rules.step_args[row, _GAIN + resource] * notes.price[resource]
        elif op == Code.GAIN_PER:
            total += counted(rules, state, seat, row) * notes.price[rules.step_args[row, _PER_RESOURCE]]
        elif op >= Code.GAIN:
            total += plain_step(rules, state, seat, weights, notes, row)
    return total


@thought(FIND_1)
def best_choice(rules, state, seat, weights, notes, row):
    """Return the number of the best option of a "choose" step."""
    best, best_worth = 0, -1e9
    for option in range(rules.step_args[row, FIRST], rules.step_args[row, END]):
        first, end = np.int64(rules.step_args[option, FIRST]), np.int64(rules.step_args[option, END])
        worth = plain_steps(rules, state, seat, weights, notes, first, end)
        if worth > best_worth:
            best, best_worth = option, worth
    return best


@thought(FIND_1)
def can_pay_in_time(rules, state, seat, weights, notes, row):
    """Return whether a "pay" step can be paid with the tokens available then, and with cards to spare."""
    cards = rules.step_args[row, _COST + CARD] + notes.cards * (state.decision == Decision.ACT)
    if rules.step_args[row, _COST + CARD] > 0 and hand_size(state, seat) < cards:
        return 0
    for resource in range(len(RESOURCES)):
        if state.resources[seat, resource] + notes.bundle[resource] < rules.step_args[row, _COST + resource]:
            return 0
    return can_pay_step(rules, state, seat, row, _COST)


@thought(WORTH_2)
def walk(rules, state, seat, weights, notes, first, end):
    """Walk through steps: tokens go into the bundle, the worth of everything else is returned."""
    total = 0.0
    for row in range(first, end):
        op = np.int64(rules.step_op[row])
        inner, inner_end = np.int64(rules.step_args[row, FIRST]), np.int64(rules.step_args[row, END])
        if op == Code.GAIN:
            for resource in range(len(RESOURCES)):
                notes.bundle[resource] += rules.step_args[row, _GAIN + resource]
        elif op == Code.GAIN_PER:
            notes.bundle[rules.step_args[row, _PER_RESOURCE]] += counted(rules, state, seat, row)
        elif op == Flow.CHOOSE:
            option = best_choice(rules, state, seat, weights, notes, row)
            inner, inner_end = np.int64(rules.step_args[option, FIRST]), np.int64(rules.step_args[option, END])
            total += walk(rules, state, seat, weights, notes, inner, inner_end)
            if rules.step_args[row, TIMES] > 1:
                total += notes.price[COMPASS]  # the next best is about as good as a compass
        elif op == Flow.PAY:
            if not notes.hoping and not can_pay_in_time(rules, state, seat, weights, notes, row):
                continue
            total += walk(rules, state, seat, weights, notes, inner, inner_end)
            for resource in range(len(RESOURCES)):
                notes.bundle[resource] -= rules.step_args[row, _COST + resource]
            total -= 0.6 * notes.draw * rules.step_args[row, _COST + CARD]
            for icon in range(len(ICONS)):
                total -= 0.6 * notes.draw * rules.step_args[row, _COST + FIRST_ICON + icon]
        elif op < Code.GAIN:
            total += walk(rules, state, seat, weights, notes, inner, inner_end)
        else:
            total += plain_step(rules, state, seat, weights, notes, row)
    return total


@thought(NOTE)
def empty_bundle(rules, state, seat, weights, notes):
    """Empty the bundle."""
    for resource in range(len(RESOURCES)):
        notes.bundle[resource] = 0.0


@thought(WORTH_2)
def price_of(rules, state, seat, weights, notes, first, end):
    """Return the worth of an effect at the price of its tokens, at least 0: most are optional."""
    empty_bundle(rules, state, seat, weights, notes)
    total = walk(rules, state, seat, weights, notes, first, end)
    for resource in range(len(RESOURCES)):
        total += notes.bundle[resource] * notes.price[resource]
    return total


@thought(WORTH_3)
def rest_of_effect(rules, state, seat, weights, notes, first, end, home):
    """Return the worth of an effect by what its tokens add to the fortune, with this many archaeologists at home.

    Its payment is already in the bundle, as negative tokens.
    """
    notes.leaving = 1
    total = walk(rules, state, seat, weights, notes, first, end)
    notes.leaving = 0
    before, counted, other = notes.fortune, False, home != notes.home
    for resource in range(len(RESOURCES)):
        counted = counted or notes.own[resource] != 0.0
        other = other or notes.own[resource] != notes.bundle[resource]
    if counted:
        open_purse(rules, state, seat, weights, notes)
        before = fortune_with(rules, state, seat, weights, notes, notes.home)
    least = 0.0  # of tokens gained and none paid: what they buy is worked out the best first, which may mislead
    open_purse(rules, state, seat, weights, notes)
    for resource in range(len(RESOURCES)):
        notes.purse[resource] = max(notes.purse[resource] + notes.bundle[resource], 0.0)
        least += _LEAST * notes.price[resource] * notes.bundle[resource] if notes.bundle[resource] >= 0 else -1e9
    after = notes.fortune  # as it is if just those tokens come that were counted on
    if other:
        after = fortune_with(rules, state, seat, weights, notes, home)
    change = after - before
    return total + (max(change, least) if home == notes.home else change)


@thought(WORTH_3)
def effect_of(rules, state, seat, weights, notes, first, end, home):
    """Return the same for an effect without a payment."""
    empty_bundle(rules, state, seat, weights, notes)
    return rest_of_effect(rules, state, seat, weights, notes, first, end, home)
