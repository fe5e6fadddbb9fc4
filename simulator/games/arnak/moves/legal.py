"""List the options of the current decision."""

import numpy as np

from digsite.simulator.games.arnak.moves.assistants import is_gold, is_ready, top_of_supply
from digsite.simulator.games.arnak.moves.holdings import can_afford, hand_size, lowest, with_one_fear
from digsite.simulator.games.arnak.moves.research import NO_STEP, list_research
from digsite.simulator.games.arnak.moves.row import price
from digsite.simulator.games.arnak.moves.sites import at_home, is_free, may_activate, occupies, others_at
from digsite.simulator.games.arnak.moves.travel import (
    can_pay_guardian,
    can_pay_step,
    can_travel,
    icons_at_hand,
    list_travel,
    packed_icon,
)
from digsite.simulator.games.arnak.moves.types import ASK, ASK_1, LIST, LIST_1, LIST_2, TYPES, declared
from digsite.simulator.games.arnak.nudges import Ban
from digsite.simulator.games.arnak.ops import ICONS, OPS, RESOURCES
from digsite.simulator.games.arnak.options import FEAR_TILE, Action, option_of, pair_of, space_at
from digsite.simulator.games.arnak.rules import (
    ASSISTANTS,
    BONUS_FACES,
    GUARDIANS,
    LAST_ROW,
    MAX_BONUS,
    MAX_ROW,
    SITES,
    SLOT_CHOICES,
    SLOTS,
    WORD,
    WORDS,
)
from digsite.simulator.games.arnak.state import (
    LIMBO,
    NO_CARD,
    NOBODY,
    SUPPLY_STACKS,
    UNDISCOVERED,
    Decision,
    Purpose,
    Resource,
)
from digsite.simulator.kernel.effects.interpreter import list_options
from digsite.simulator.kernel.jit.compile import inlined, rule

_PAY = OPS.at("pay", "cost")
_SEND_LEVELS, _SEND_DISCOUNT = OPS.at("send", "levels"), OPS.at("send", "discount")
_SEND_COMPASS, _SEND_FREE = OPS.at("send", "compass"), OPS.at("send", "travel_free")
_RELOCATE_TO, _GUARDIAN_TO = OPS.at("relocate", "to"), OPS.at("move_guardian", "to")
_LEVELS, _WHO, _LEVEL_2 = OPS.at("activate", "levels"), OPS.at("activate", "who"), OPS.at("activate", "level2_cost")
_WHERE = OPS.at("overcome", "where")
_KINDS, _DISCOUNT, _DECK_TOP = OPS.at("buy", "kinds"), OPS.at("buy", "discount"), OPS.at("buy", "deck_top")
_KIND, _FROM = OPS.at("take_card", "kind"), OPS.at("take_card", "from")
_OTHER = OPS.at("research", "other")
_MAX = OPS.at("draw_keep", "max")
DEPTH = OPS.depth
FREE, MAIN = 0, 1  # words of a card's or an assistant's action
ALL_LEVELS = 7
ITEM, ARTIFACT = 0, 1  # ops.KINDS
_DECLINE = option_of(Action.DECLINE.value, 0)


@inlined
def add(options, n, action, what):
    """Add one option."""
    options[n] = option_of(action, what)
    return n + 1


# ------------------------------------------------------------------------------------------------ the turn


@declared(LIST_1)
def list_plays(rules, state, options, n, main):
    """List cards of the hand that can be played: the free ones, and the others if the main action is left."""
    seat = np.int64(state.on_turn)
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            card = word * WORD + lowest(bits)
            bits &= bits - 1
            action = rules.card_action[card]
            if action == FREE or (action == MAIN and main and can_afford(rules, state, card)):
                n = add(options, n, Action.PLAY.value, card)
            if main and rules.card_pass[card, 0] < rules.card_pass[card, 1] and can_afford(rules, state, card):
                n = add(options, n, Action.PLAY_AND_PASS.value, card)
    return n


@declared(LIST_1)
def list_free_actions(rules, state, options, n, main):
    """List cards, assistants, boons and idols that can be used now; main actions only if the main action is left."""
    seat = np.int64(state.on_turn)
    n = list_plays(rules, state, options, n, main)
    for assistant in range(ASSISTANTS):
        if state.employer[assistant] == seat and is_ready(state, assistant):
            if main or rules.assistants_action[assistant] == FREE:
                n = add(options, n, Action.ASSISTANT.value, assistant)
    if state.boons[seat] != 0:
        for guardian in range(GUARDIANS):
            if np.int64(state.boons[seat]) >> guardian & 1:
                n = add(options, n, Action.BOON.value, guardian)
    if state.crates[seat] > 0 and state.slots[seat] != (1 << SLOTS) - 1:
        for choice in range(SLOT_CHOICES):
            n = add(options, n, Action.IDOL.value, choice)
    return n


@declared(LIST_2)
def list_sends(rules, state, options, n, step, icons):
    """List sites that an archaeologist can be sent to, as the main action or by the step of an effect."""
    seat = np.int64(state.on_turn)
    if at_home(rules, state, seat) <= 0:
        return n
    levels, compass, free = ALL_LEVELS, 0, False
    if step != NO_STEP:
        levels, compass = np.int64(rules.step_args[step, _SEND_LEVELS]), np.int64(rules.step_args[step, _SEND_COMPASS])
        free = rules.step_args[step, _SEND_FREE] != 0
        for icon in range(len(ICONS)):
            icons += packed_icon(icon, rules.step_args[step, _SEND_DISCOUNT + icon])
    coins = np.int64(state.resources[seat, Resource.COIN])
    may_discover = not np.int64(state.banned[seat]) & Ban.DISCOVER.value
    for site in range(SITES):
        level = np.int64(rules.site_level[site])
        if not levels >> level & 1:
            continue
        for space in range(rules.site_spaces[site]):
            if not is_free(rules, state, site, space):
                continue
            cost = np.int64(0)
            for icon in range(len(ICONS)):
                cost += packed_icon(icon, rules.site_cost[site, space, icon])
            if not free and not can_travel(rules, state, seat, icons, cost, coins):
                continue
            if state.tile[site] != UNDISCOVERED:
                n = add(options, n, Action.DIG.value, space_at(site, space))
            elif may_discover:
                price_of_it = np.int64(rules.discover_compasses[level - 1]) - compass
                if state.resources[seat, Resource.COMPASS] >= price_of_it:
                    n = add(options, n, Action.DISCOVER.value, site)
    return n


@declared(LIST_2)
def list_purchases(rules, state, options, n, kinds, discount):
    """List cards of the row, of these kinds (bits), that can be paid for."""
    seat = np.int64(state.on_turn)
    if np.int64(state.banned[seat]) & Ban.BUY.value:
        return n
    for at in range(MAX_ROW):
        card = np.int64(state.row_items[at])
        if kinds >> ITEM & 1 and card != NO_CARD:
            if price(rules, state, card, discount) <= state.resources[seat, Resource.COIN]:
                n = add(options, n, Action.BUY.value, card)
        card = np.int64(state.row_artifacts[at])
        if kinds >> ARTIFACT & 1 and card != NO_CARD:
            if price(rules, state, card, discount) <= state.resources[seat, Resource.COMPASS]:
                n = add(options, n, Action.BUY.value, card)
    return n


@declared(LIST)
def list_acts(rules, state, options, n):
    """List what can be done in the turn now: free actions, and a main action or the end of the turn."""
    seat = np.int64(state.on_turn)
    if state.main_done:
        n = add(options, n, Action.END.value, 0)
        return list_free_actions(rules, state, options, n, 0)
    n = add(options, n, Action.PASS.value, 0)
    n = list_free_actions(rules, state, options, n, 1)
    icons = icons_at_hand(rules, state, seat)
    n = list_sends(rules, state, options, n, NO_STEP, icons)
    banned = np.int64(state.banned[seat])
    if not banned & Ban.OVERCOME.value:
        for site in range(SITES):
            guardian = np.int64(state.guardian[site])
            if guardian != NOBODY and occupies(state, seat, site):
                if can_pay_guardian(rules, state, seat, guardian, icons):
                    n = add(options, n, Action.OVERCOME.value, site)
    n = list_purchases(rules, state, options, n, 3, 0)
    if not banned & Ban.RESEARCH.value:
        n = list_research(rules, state, options, n, NO_STEP, 0)
    return n


# ------------------------------------------------------------------------------------------------ cards


@declared(LIST_1)
def list_hand(rules, state, options, n, action):
    """List every card of the seat's hand, only one Fear card."""
    for word in range(WORDS):
        bits = with_one_fear(np.int64(state.hand[state.seat, word]), word)
        while bits != 0:
            n = add(options, n, action, word * WORD + lowest(bits))
            bits &= bits - 1
    return n


@declared(LIST)
def list_exiles(rules, state, options, n):
    """List every card of hand and play area, one Fear card from each, and a fear tile."""
    seat = np.int64(state.on_turn)
    n = list_hand(rules, state, options, n, Action.EXILE.value)
    for word in range(WORDS):
        bits = with_one_fear(np.int64(state.play[seat, word]), word)
        while bits != 0:
            n = add(options, n, Action.EXILE.value, word * WORD + lowest(bits))
            bits &= bits - 1
    if state.fear_tiles[seat] > 0:
        n = add(options, n, Action.EXILE.value, FEAR_TILE)
    return n


@declared(LIST)
def list_bargains(rules, state, options, n):
    """List cards that the current "buy" step offers: of the row, and the top of the deck if revealed."""
    row, seat = np.int64(state.due), np.int64(state.on_turn)
    kinds, discount = np.int64(rules.step_args[row, _KINDS]), np.int64(rules.step_args[row, _DISCOUNT])
    n = list_purchases(rules, state, options, n, kinds, discount)
    if not rules.step_args[row, _DECK_TOP] or np.int64(state.banned[seat]) & Ban.BUY.value:
        return n
    if kinds >> ITEM & 1 and state.items_left > 0:
        card = np.int64(state.item_deck[state.items_left - 1])
        if price(rules, state, card, discount) <= state.resources[seat, Resource.COIN]:
            n = add(options, n, Action.BUY.value, card)
    if kinds >> ARTIFACT & 1 and state.artifacts_left > 0:
        card = np.int64(state.artifact_deck[state.artifacts_left - 1])
        if price(rules, state, card, discount) <= state.resources[seat, Resource.COMPASS]:
            n = add(options, n, Action.BUY.value, card)
    return n


@declared(LIST)
def list_gifts(rules, state, options, n):
    """List cards that the current "take_card" step offers: of the row, or exiled ones."""
    kind = np.int64(rules.step_args[state.due, _KIND])
    if rules.step_args[state.due, _FROM] == 0:
        for at in range(MAX_ROW):
            card = np.int64(state.row_artifacts[at]) if kind == ARTIFACT else np.int64(state.row_items[at])
            if card != NO_CARD:
                n = add(options, n, Action.TAKE.value, card)
        return n
    bits = np.int64(state.exile[kind])
    while bits != 0:
        n = add(options, n, Action.TAKE.value, kind * WORD + lowest(bits))
        bits &= bits - 1
    return n


@declared(ASK)
def has_room(rules, state):
    """Return whether another effect can begin: the stack must have room for it and for a free action.

    Only artifacts that buy one another could exhaust it, and the printed ones cannot.
    """
    return np.int64(state.pending + 2 * rules.depth <= DEPTH)


@declared(LIST)
def list_resolutions(rules, state, options, n):
    """List the effect of the artifact just taken, and the one for passing if the player has not passed yet."""
    card = np.int64(state.taken)
    if not has_room(rules, state):
        return n
    n = add(options, n, Action.ACCEPT.value, 0)
    has_pass = rules.card_pass[card, 0] < rules.card_pass[card, 1]
    if has_pass and not np.int64(state.passed) >> np.int64(state.on_turn) & 1:
        n = add(options, n, Action.ACCEPT.value, 1)
    return n


@declared(LIST_1)
def list_limbo(rules, state, options, n, action):
    """List the drawn cards of which one may be kept or, later, returned; the one kept is the first."""
    for at in range(1 if action == Action.RETURN else 0, LIMBO):
        if state.limbo[at] != NO_CARD:
            n = add(options, n, action, np.int64(state.limbo[at]))
    return n


# ------------------------------------------------------------------------------------------------ the island


@declared(LIST)
def list_relocations(rules, state, options, n):
    """List the moves of every own archaeologist to every free space of another discovered site of the levels."""
    seat, levels = np.int64(state.on_turn), np.int64(rules.step_args[state.due, _RELOCATE_TO])
    for left in range(2 * SITES):
        if state.occupant[left // 2, left % 2] != seat:
            continue
        for site in range(SITES):
            if site == left // 2 or not may_activate(rules, state, site, levels, 0):
                continue
            for space in range(2):
                if is_free(rules, state, site, space):
                    n = add(options, n, Action.RELOCATE.value, pair_of(left, space_at(site, space)))
    return n


@declared(ASK_1)
def can_pay_level_2(rules, state, site):
    """Return whether the seat can pay what the current "activate" step costs for a site of level 2."""
    if rules.site_level[site] < 2:
        return 1
    for resource in range(len(RESOURCES)):
        if state.resources[state.on_turn, resource] < rules.step_args[state.due, _LEVEL_2 + resource]:
            return 0
    return 1


@declared(LIST)
def list_activations(rules, state, options, n):
    """List sites that the current "activate" step allows, without those already activated."""
    levels, who = np.int64(rules.step_args[state.due, _LEVELS]), np.int64(rules.step_args[state.due, _WHO])
    done = np.int64(state.pending_progress[state.pending - 1])
    for site in range(SITES):
        if done >> site & 1 or not may_activate(rules, state, site, levels, who):
            continue
        if can_pay_level_2(rules, state, site):
            n = add(options, n, Action.ACTIVATE.value, site)
    return n


@declared(LIST)
def list_overcomes(rules, state, options, n):
    """List guardians that the current "overcome" step allows."""
    seat, anywhere = np.int64(state.on_turn), rules.step_args[state.due, _WHERE] != 0
    if np.int64(state.banned[seat]) & Ban.OVERCOME.value:
        return n
    for site in range(SITES):
        if state.guardian[site] == NOBODY:
            continue
        if not others_at(state, seat, site) if anywhere else occupies(state, seat, site):
            n = add(options, n, Action.OVERCOME.value, site)
    return n


@declared(LIST)
def list_guardian_moves(rules, state, options, n):
    """List moves of guardians from occupied sites to every unoccupied site of the levels without one."""
    seat, levels = np.int64(state.on_turn), np.int64(rules.step_args[state.due, _GUARDIAN_TO])
    for left in range(SITES):
        if state.guardian[left] == NOBODY or not occupies(state, seat, left):
            continue
        for site in range(SITES):
            if state.guardian[site] == NOBODY and may_activate(rules, state, site, levels, 1):
                n = add(options, n, Action.MOVE_GUARDIAN.value, pair_of(left, site))
    return n


@declared(LIST)
def list_recalls(rules, state, options, n):
    """List every own archaeologist on the island."""
    for place in range(2 * SITES):
        if state.occupant[place // 2, place % 2] == state.on_turn:
            n = add(options, n, Action.RECALL.value, place)
    return n


# ------------------------------------------------------------------------------------------------ assistants and research


@declared(LIST_1)
def list_assistants(rules, state, options, n, decision):
    """List assistants of the supply board or the rescue stack, or own ones to refresh or upgrade, by the decision."""
    if decision == Decision.RESCUE:
        for at in range(state.rescue_left):
            n = add(options, n, Action.RECRUIT.value, np.int64(state.rescue[at]))
        return n
    if decision == Decision.RECRUIT or decision == Decision.USE_SUPPLY:
        action = Action.RECRUIT.value if decision == Decision.RECRUIT else Action.USE_SUPPLY.value
        for stack in range(SUPPLY_STACKS):
            if state.supply_left[stack] > 0:
                n = add(options, n, action, top_of_supply(state, stack))
        return n
    for assistant in range(ASSISTANTS):
        if state.employer[assistant] != state.on_turn:
            continue
        if decision == Decision.REFRESH and not is_ready(state, assistant):
            n = add(options, n, Action.REFRESH.value, assistant)
        elif decision == Decision.PROMOTE and not is_gold(state, assistant):
            n = add(options, n, Action.PROMOTE.value, assistant)
        elif decision == Decision.SWAP:
            for stack in range(SUPPLY_STACKS):
                if state.supply_left[stack] > 0:
                    n = add(options, n, Action.SWAP.value, pair_of(assistant, top_of_supply(state, stack)))
    return n


@declared(LIST)
def list_cheaper_research(rules, state, options, n):
    """List research by the current step, with each of its discounts."""
    if np.int64(state.banned[state.on_turn]) & Ban.RESEARCH.value:
        return n
    row = np.int64(state.due)
    n = list_research(rules, state, options, n, row, 0)
    for resource in range(len(RESOURCES)):
        if rules.step_args[row, _OTHER + resource] > 0:
            return list_research(rules, state, options, n, row, 1)
    return n


@declared(LIST)
def list_rewards(rules, state, options, n):
    """List each face among the bonus tiles of the space, before the row's effect or after it."""
    space = np.int64(state.reward_space)
    row, token = np.int64(rules.space_row[space]), np.int64(state.reward_token)
    has_effect = row < LAST_ROW and rules.row_effect[row, token, 0] < rules.row_effect[row, token, 1]
    for face in range(BONUS_FACES):
        there = False
        for at in range(MAX_BONUS):
            there = there or (at < state.bonus_left[space] and state.bonus[space, at] == face)
        if there:
            n = add(options, n, Action.BONUS_FIRST.value, face)
            if has_effect:
                n = add(options, n, Action.BONUS_LAST.value, face)
    return n


# ------------------------------------------------------------------------------------------------ the contract


@declared(LIST)
def list_rest(rules, state, options, n):
    """List options of the rarer decisions."""
    decision, seat = np.int64(state.decision), np.int64(state.on_turn)
    if decision == Decision.RELOCATE:
        return list_relocations(rules, state, options, n)
    if decision == Decision.MOVE_GUARDIAN:
        return list_guardian_moves(rules, state, options, n)
    if decision == Decision.RECALL:
        return list_recalls(rules, state, options, n)
    if decision == Decision.UNSLOT:
        for slot in range(SLOTS):
            if np.int64(state.slots[seat]) >> slot & 1:
                n = add(options, n, Action.UNSLOT.value, slot)
        return n
    if decision == Decision.HOW_MANY:
        most = min(np.int64(rules.step_args[state.due, _MAX]), np.int64(state.deck_left[seat]))
        for cards in range(1, most + 1):
            n = add(options, n, Action.DRAW.value, cards)
        return n if n > 0 else add(options, n, Action.DECLINE.value, 0)
    if decision == Decision.KEEP:
        return list_limbo(rules, state, options, n, Action.KEEP.value)
    if decision == Decision.RETURN:
        return list_limbo(rules, state, options, n, Action.RETURN.value)
    return list_assistants(rules, state, options, n, decision)


@declared(LIST)
def list_step(rules, state, options, n):
    """List options of a decision asked by a step of an effect, except declining."""
    decision, seat = np.int64(state.decision), np.int64(state.on_turn)
    if decision == Decision.PAY:
        if can_pay_step(rules, state, seat, np.int64(state.due), _PAY):
            n = add(options, n, Action.ACCEPT.value, 0)
        return n
    if decision == Decision.DRAW:
        return add(options, n, Action.ACCEPT.value, 0) if state.deck_left[seat] > 0 else n
    if decision == Decision.MAY or decision == Decision.AGAIN:
        return add(options, n, Action.ACCEPT.value, 0)
    if decision == Decision.CHOOSE:
        found = list_options(rules, state, options)
        for at in range(found):
            options[at] = option_of(Action.CHOOSE.value, options[at])
        return found
    if decision == Decision.EXILE:
        return list_exiles(rules, state, options, n)
    if decision == Decision.UPGRADE:
        for resource in (Resource.TABLET.value, Resource.ARROWHEAD.value):
            if state.resources[seat, resource] > 0:
                n = add(options, n, Action.UPGRADE.value, resource)
        return n
    if decision == Decision.USE_UP:
        return list_hand(rules, state, options, n, Action.USE_UP.value)
    if decision == Decision.SEND:
        return list_sends(rules, state, options, n, np.int64(state.due), icons_at_hand(rules, state, seat))
    if decision == Decision.ACTIVATE:
        return list_activations(rules, state, options, n)
    if decision == Decision.OVERCOME:
        return list_overcomes(rules, state, options, n)
    if decision == Decision.BUY:
        return list_bargains(rules, state, options, n)
    if decision == Decision.TAKE:
        return list_gifts(rules, state, options, n)
    if decision == Decision.RESOLVE:
        return list_resolutions(rules, state, options, n)
    if decision == Decision.RESEARCH:
        return list_cheaper_research(rules, state, options, n)
    if decision == Decision.REWARD:
        return list_rewards(rules, state, options, n)
    return list_rest(rules, state, options, n)


@inlined
def can_decline(decision):
    """Return whether declining is an option of a decision."""
    return not (
        decision == Decision.CHOOSE
        or decision == Decision.USE_UP
        or decision == Decision.REWARD
        or decision == Decision.HOW_MANY
        or decision == Decision.KEEP
        or decision == Decision.RECALL
        or decision == Decision.RECRUIT
        or decision == Decision.PROMOTE
        or decision == Decision.RESCUE
    )


@declared(ASK)
def may_act_freely(rules, state):
    """Free actions can interrupt any step of the main action, but not a payment."""
    decision = state.decision
    if state.free_at >= 0 or decision == Decision.KEEP or decision == Decision.RETURN:
        return 0
    return np.int64(state.purpose == Purpose.NOTHING)


@rule(TYPES.legal)
def legal(rules, state, options):
    """List all options of the current decision."""
    decision = np.int64(state.decision)
    if decision == Decision.ACT:
        return list_acts(rules, state, options, 0)
    if decision == Decision.TRAVEL:
        return list_travel(rules, state, options, 0)
    if decision == Decision.LEFT_OVER:
        options[0] = _DECLINE
        return list_hand(rules, state, options, 1, Action.DISCARD.value)
    n = 0
    if decision == Decision.USE_UP and hand_size(state, np.int64(state.on_turn)) == 0:
        options[0] = _DECLINE  # nothing to use up
        n = 1
    elif can_decline(decision):
        options[0] = _DECLINE
        n = 1
    n = list_step(rules, state, options, n)
    if may_act_freely(rules, state):
        n = list_free_actions(rules, state, options, n, 0)
    return n
