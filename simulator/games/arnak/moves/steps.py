"""The steps of effects: automatic ones, and those that ask for a decision."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import gain, gain_fear
from digsite.simulator.games.arnak.moves.research import begin_row_effect
from digsite.simulator.games.arnak.moves.row import exile_rightmost_item, look_at_top
from digsite.simulator.games.arnak.moves.sites import (
    activate_stack_top,
    awaken_guardian,
    begin_site,
    guardians_around,
    placed,
    reveal_site,
    take_idol,
)
from digsite.simulator.games.arnak.moves.types import ASK, DO_1, declared
from digsite.simulator.games.arnak.ops import ICONS, OPS, RESOURCES, Code, Internal
from digsite.simulator.games.arnak.rules import ASSISTANTS
from digsite.simulator.games.arnak.state import SUPPLY_STACKS, Decision, Event, Icon
from digsite.simulator.kernel.effects.steps import Flow
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.play.events import log

_GAIN, _ICONS = OPS.at("gain", "amounts"), OPS.at("travel", "icons")
_PER, _PER_RESOURCE, _PER_MOST = OPS.at("gain_per", "per"), OPS.at("gain_per", "resource"), OPS.at("gain_per", "max")
_KINDS, _DECK_TOP, _LEVEL = OPS.at("buy", "kinds"), OPS.at("buy", "deck_top"), OPS.at("activate_stack_top", "level")
_FEAR = OPS.at("fear", "n")
_ONE = np.int64(1)
_NOTHING = -1  # no decision: the step is over
_IDOL, _GUARDIAN = 0, 1  # ops.PER


@declared(ASK)
def has_silver(rules, state):
    """Return whether the current player has an assistant that can be upgraded."""
    for assistant in range(ASSISTANTS):
        if state.employer[assistant] == state.on_turn and not np.int64(state.gold) >> assistant & 1:
            return 1
    return 0


@declared(ASK)
def has_supply(rules, state):
    """Return whether any assistant is left on the supply board."""
    for stack in range(SUPPLY_STACKS):
        if state.supply_left[stack] > 0:
            return 1
    return 0


@declared(DO_1)
def gain_per(rules, state, row, events):
    """Gain tokens for each idol, guardian or archaeologist."""
    seat, per = np.int64(state.on_turn), rules.step_args[row, _PER]
    if per == _IDOL:
        number = np.int64(state.crates[seat]) + popcount(np.int64(state.slots[seat]))
    elif per == _GUARDIAN:
        number = guardians_around(state, seat)
    else:
        number = placed(state, seat)
    most = np.int64(rules.step_args[row, _PER_MOST])
    if most > 0:
        number = min(number, most)
    if number == 0:
        log(events, Event.SKIP, seat, Code.GAIN_PER, 0, 0)
    gain(rules, state, seat, np.int64(rules.step_args[row, _PER_RESOURCE]), number, events)


@declared(DO_1)
def produce_travel(rules, state, row, events):
    """Produce travel icons for the rest of the turn."""
    seat = np.int64(state.on_turn)
    for icon in range(len(ICONS)):
        amount = np.int64(rules.step_args[row, _ICONS + icon])
        if amount > 0:
            kind = Icon.PLANE.value if np.int64(state.planes) >> seat & 1 else icon
            state.pool[kind] += amount
            log(events, Event.PRODUCE, seat, kind, amount, 0)


@declared(DO_1)
def make_planes(rules, state, _unused, events):
    """All travel icons of the seat are planes this round, including those already produced."""
    seat = np.int64(state.on_turn)
    state.planes |= _ONE << seat
    for icon in range(len(ICONS) - 1):
        state.pool[Icon.PLANE] += state.pool[icon]
        state.pool[icon] = 0
    log(events, Event.PLANES, seat, 0, 0, 0)


@declared(DO_1)
def begin_reward(rules, state, _unused, events):
    """Begin the reward of research: choose a bonus tile if there is one, else take the row's effect."""
    moved = np.int64(state.pending_progress[state.pending - 1])
    state.reward_space, state.reward_token = moved // 2, moved % 2
    if state.bonus_left[state.reward_space] > 0:
        state.decision = Decision.REWARD
    else:
        begin_row_effect(rules, state, 0, events)


@declared(DO_1)
def begin_own_step(rules, state, row, events):
    """Begin a step of a main action: an idol, a site, a guardian, an artifact's effect, the reward of research."""
    op, seat = np.int64(rules.step_op[row]), np.int64(state.on_turn)
    site = np.int64(rules.step_args[row, 0])
    if op == Internal.TAKE_IDOL:
        take_idol(rules, state, seat, site, events)
    elif op == Internal.REVEAL_SITE:
        reveal_site(rules, state, seat, site, events)
        begin_site(rules, state, site, events)
    elif op == Internal.AWAKEN_GUARDIAN:
        state.met[seat] += state.guardians_left > 0
        awaken_guardian(rules, state, seat, site, events)
    elif op == Internal.ACTIVATE_AGAIN:
        state.decision = Decision.AGAIN
    elif op == Internal.RESOLVE:
        state.taken = state.pending_progress[state.pending - 1]
        state.decision = Decision.RESOLVE
    else:
        begin_reward(rules, state, 0, events)


@declared(DO_1)
def begin_simple_step(rules, state, row, events):
    """Carry out an automatic step."""
    op, seat = np.int64(rules.step_op[row]), np.int64(state.on_turn)
    if op == Code.GAIN:
        for resource in range(len(RESOURCES)):
            gain(rules, state, seat, resource, np.int64(rules.step_args[row, _GAIN + resource]), events)
    elif op == Code.GAIN_PER:
        gain_per(rules, state, row, events)
    elif op == Code.FEAR:
        for _ in range(rules.step_args[row, _FEAR]):
            gain_fear(rules, state, seat, events)
    elif op == Code.TRAVEL:
        produce_travel(rules, state, row, events)
    elif op == Code.ACTIVATE_STACK_TOP:
        activate_stack_top(rules, state, seat, np.int64(rules.step_args[row, _LEVEL]), events)
    elif op == Code.EXILE_ROW_CARD:
        exile_rightmost_item(rules, state, seat, 0, events)
    elif op == Code.ALL_TRAVEL_PLANE:
        make_planes(rules, state, 0, events)
    elif op == Code.NO_GUARDIAN_FEAR:
        state.masked |= _ONE << seat
        log(events, Event.MASK, seat, 0, 0, 0)
    else:  # a decision without anything to choose from
        log(events, Event.SKIP, seat, op, 0, 0)


@declared(ASK)
def asked_by_flow(rules, state):
    """Return the decision that a step common to all games asks for."""
    op = np.int64(rules.step_op[state.due])
    if op == Flow.CHOOSE:
        return Decision.CHOOSE.value
    return Decision.PAY.value if op == Flow.PAY else Decision.MAY.value


@declared(ASK)
def asked_by_step(rules, state):
    """Return the decision that the current step asks for; _NOTHING if there is none."""
    op = np.int64(rules.step_op[state.due])
    if op == Code.DRAW:
        return Decision.DRAW.value
    if op == Code.DRAW_KEEP:
        return Decision.HOW_MANY.value
    if op == Code.DISCARD:
        return Decision.USE_UP.value
    if op == Code.EXILE:
        return Decision.EXILE.value
    if op == Code.UPGRADE:
        return Decision.UPGRADE.value
    if op == Code.REFRESH:
        return Decision.REFRESH.value
    if op == Code.SEND:
        return Decision.SEND.value
    if op == Code.RELOCATE:
        return Decision.RELOCATE.value
    if op == Code.ACTIVATE:
        return Decision.ACTIVATE.value
    if op == Code.OVERCOME:
        return Decision.OVERCOME.value
    if op == Code.MOVE_GUARDIAN:
        return Decision.MOVE_GUARDIAN.value
    if op == Code.BUY:
        return Decision.BUY.value
    if op == Code.TAKE_CARD:
        return Decision.TAKE.value
    if op == Code.RESEARCH:
        return Decision.RESEARCH.value
    if op == Code.USE_SUPPLY_ASSISTANT:
        return Decision.USE_SUPPLY.value
    if op == Code.SWAP_ASSISTANT:
        return Decision.SWAP.value
    if op == Code.UNSLOT_IDOL:
        return Decision.UNSLOT.value
    if op == Code.RECALL and placed(state, np.int64(state.on_turn)) > 0:
        return Decision.RECALL.value
    if op == Code.RECRUIT_ASSISTANT and has_supply(rules, state):
        return Decision.RECRUIT.value
    if op == Code.UPGRADE_ASSISTANT and has_silver(rules, state):
        return Decision.PROMOTE.value
    if op == Code.RESCUE_ASSISTANT and state.rescue_left > 0:
        return Decision.RESCUE.value
    return _NOTHING


@declared(DO_1)
def begin_step(rules, state, row, events):
    """Carry out the current step, or ask for its decision."""
    op = np.int64(rules.step_op[row])
    if op >= Internal.TAKE_IDOL:
        begin_own_step(rules, state, row, events)
        return
    if op < Code.GAIN:
        state.decision = asked_by_flow(rules, state)
        return
    decision = asked_by_step(rules, state)
    if decision == _NOTHING:
        begin_simple_step(rules, state, row, events)
        return
    state.decision = decision
    if decision == Decision.BUY and rules.step_args[row, _DECK_TOP]:
        look_at_top(rules, state, np.int64(rules.step_args[row, _KINDS]), 0, events)
    elif decision == Decision.RESCUE:
        state.rescue_seen |= _ONE << np.int64(state.on_turn)
