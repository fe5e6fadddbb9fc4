"""The research track and the Lost Temple."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import begin_effect, pay_idols, spend
from digsite.simulator.games.arnak.moves.travel import IDOL
from digsite.simulator.games.arnak.moves.types import ASK_1, ASK_3, CHANGE_2, DO_1, DO_2, DO_3, DO_4, LIST_2, declared
from digsite.simulator.games.arnak.ops import OPS, RESOURCES
from digsite.simulator.games.arnak.options import Action, option_of, step_to, tile_of
from digsite.simulator.games.arnak.rules import LAST_ROW, LOST_TEMPLE, MAX_BONUS, STACKS
from digsite.simulator.games.arnak.state import Event, Token
from digsite.simulator.kernel.play.events import log

NO_STEP = -1  # research as a main action, without a discount
_TOKEN, _FREE = OPS.at("research", "token"), OPS.at("research", "free")
_DISCOUNTS = (OPS.at("research", "discount"), OPS.at("research", "other"))
_ONE = np.int64(1)


@declared(ASK_1)
def costs_nothing(rules, state, step):
    """Return whether the step of an effect moves a token for free."""
    return np.int64(step != NO_STEP and rules.step_args[step, _FREE] != 0)


@declared(ASK_3)
def discount_on(rules, state, step, which, resource):
    """Return the discount of an effect's step on a resource; free research costs nothing."""
    if step == NO_STEP:
        return 0
    if rules.step_args[step, _FREE]:
        return 99
    first = _DISCOUNTS[0] if which == 0 else _DISCOUNTS[1]
    return np.int64(rules.step_args[step, first + resource])


@declared(ASK_3)
def can_step(rules, state, space, step, which):
    """Return whether the current player can pay for a bridge."""
    seat = state.on_turn
    for resource in range(len(RESOURCES)):
        cost = rules.space_cost[space, resource] - discount_on(rules, state, step, which, resource)
        if state.resources[seat, resource] < cost:
            return 0
    return np.int64(costs_nothing(rules, state, step) or state.crates[seat] >= rules.space_cost[space, IDOL])


@declared(ASK_3)
def can_take_tile(rules, state, stack, step, which):
    """Return whether a stack has a temple tile left that the current player can pay for."""
    if state.stack_left[stack] == 0:
        return 0
    for resource in range(len(RESOURCES)):
        cost = rules.stack_cost[stack, resource] - discount_on(rules, state, step, which, resource)
        if state.resources[state.on_turn, resource] < cost:
            return 0
    return 1


@declared(LIST_2)
def list_research(rules, state, options, n, step, which):
    """List every step of a token and every temple tile that can be paid for with this discount of an effect."""
    seat = np.int64(state.on_turn)
    glass, notebook = np.int64(state.token[seat, Token.GLASS]), np.int64(state.token[seat, Token.NOTEBOOK])
    any_token = step == NO_STEP or rules.step_args[step, _TOKEN] == 0
    if any_token:
        for at in range(rules.space_nexts[glass]):
            space = np.int64(rules.space_next[glass, at])
            if can_step(rules, state, space, step, which):
                options[n] = option_of(Action.RESEARCH.value, step_to(Token.GLASS.value, space, which))
                n += 1
    if rules.space_row[notebook] < rules.space_row[glass]:
        for at in range(rules.space_nexts[notebook]):
            space = np.int64(rules.space_next[notebook, at])
            if space != LOST_TEMPLE and can_step(rules, state, space, step, which):
                options[n] = option_of(Action.RESEARCH.value, step_to(Token.NOTEBOOK.value, space, which))
                n += 1
    if any_token and glass == LOST_TEMPLE:
        for stack in range(STACKS):
            if can_take_tile(rules, state, stack, step, which):
                options[n] = option_of(Action.TEMPLE.value, tile_of(stack, which))
                n += 1
    return n


@declared(DO_2)
def arrive(rules, state, seat, _unused, events):
    """A magnifying glass takes the best remaining place in the Lost Temple."""
    state.arrivals += 1
    state.arrival[seat] = state.arrivals
    log(events, Event.ARRIVE, seat, state.arrivals, 0, 0)


@declared(DO_4)
def spend_discounted(rules, state, resource, cost, step, which, events):
    """Pay this amount of a resource, less the discount of an effect."""
    seat = np.int64(state.on_turn)
    less = min(discount_on(rules, state, step, which, resource), cost)
    if less > 0:
        log(events, Event.DISCOUNT, seat, resource, less, costs_nothing(rules, state, step))
    spend(rules, state, seat, resource, cost - less, events)


@declared(DO_2)
def pay_bridge_idols(rules, state, space, step, events):
    """Pay the idols of a bridge, unless the step of an effect is free."""
    seat, idols = np.int64(state.on_turn), np.int64(rules.space_cost[space, IDOL])
    if not costs_nothing(rules, state, step):
        pay_idols(rules, state, seat, idols, events)
    elif idols > 0:
        log(events, Event.DISCOUNT, seat, IDOL, idols, 1)


@declared(DO_4)
def research(rules, state, token, space, step, which, events):
    """Pay for a bridge, move the token, and take the reward of the research."""
    seat = np.int64(state.on_turn)
    for resource in range(len(RESOURCES)):
        spend_discounted(rules, state, resource, np.int64(rules.space_cost[space, resource]), step, which, events)
    pay_bridge_idols(rules, state, space, step, events)
    state.token[seat, token] = space
    log(events, Event.RESEARCH, seat, token, space, rules.space_row[space])
    if space == LOST_TEMPLE:
        state.bonus_seen |= _ONE << seat
        arrive(rules, state, seat, 0, events)
    begin_effect(state, rules.reward_step, rules.reward_step + 1)
    state.pending_progress[state.pending - 1] = 2 * space + token  # as that of an artifact taken


@declared(DO_3)
def take_tile(rules, state, stack, step, which, events):
    """Pay for a temple tile of a stack."""
    seat = np.int64(state.on_turn)
    for resource in range(len(RESOURCES)):
        spend_discounted(rules, state, resource, np.int64(rules.stack_cost[stack, resource]), step, which, events)
    state.stack_left[stack] -= 1
    state.temple_tiles[seat, stack] += 1
    log(events, Event.TEMPLE, seat, stack, rules.stack_points[stack], 0)


@declared(CHANGE_2)
def remove_bonus(state, space, at):
    """A bonus tile leaves its space; the others stay in order."""
    left = np.int64(state.bonus_left[space]) - 1
    for place in range(at, left):
        state.bonus[space, place] = state.bonus[space, place + 1]
    state.bonus[space, left] = 0
    state.bonus_left[space] = left


@declared(DO_1)
def begin_row_effect(rules, state, _unused, events):
    """Begin the effect of the row that a token has reached; the Lost Temple has none."""
    row = np.int64(rules.space_row[state.reward_space])
    if row < LAST_ROW:
        first, end = rules.row_effect[row, state.reward_token, 0], rules.row_effect[row, state.reward_token, 1]
        begin_effect(state, first, end)


@declared(DO_2)
def take_bonus(rules, state, face, first, events):
    """Take a bonus tile of the space, before or after the row's effect."""
    seat, space = np.int64(state.on_turn), np.int64(state.reward_space)
    for at in range(MAX_BONUS):
        if at < state.bonus_left[space] and state.bonus[space, at] == face:
            remove_bonus(state, space, at)
            break
    if space == LOST_TEMPLE:
        state.bonus_shown[face] += 1
    log(events, Event.BONUS, seat, face, space, 0)
    if first:
        begin_row_effect(rules, state, 0, events)
    begin_effect(state, rules.bonus_tiles_effect[face, 0], rules.bonus_tiles_effect[face, 1])
    if not first:
        begin_row_effect(rules, state, 0, events)
