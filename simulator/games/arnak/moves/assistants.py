"""Assistants: recruited, rescued, used, upgraded, refreshed, exchanged."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import begin_effect
from digsite.simulator.games.arnak.moves.types import CHANGE_1, DO_1, DO_2, DO_3, LOOK, LOOK_1, declared
from digsite.simulator.games.arnak.state import NOBODY, SUPPLY_STACKS, Event
from digsite.simulator.kernel.play.events import log

SILVER, GOLD = 0, 1
_ONE = np.int64(1)


@declared(LOOK_1)
def top_of_supply(state, stack):
    """Return the assistant on top of a stack of the supply board, or NOBODY."""
    left = np.int64(state.supply_left[stack])
    return np.int64(state.supply[stack, left - 1]) if left > 0 else NOBODY


@declared(LOOK)
def top_to_rescue(state):
    """Return the assistant on top of the rescue stack, or NOBODY."""
    left = np.int64(state.rescue_left)
    return np.int64(state.rescue[left - 1]) if left > 0 else NOBODY


@declared(LOOK_1)
def is_ready(state, assistant):
    """Return whether an assistant is not exhausted."""
    return 1 - (np.int64(state.exhausted) >> assistant & 1)


@declared(LOOK_1)
def is_gold(state, assistant):
    """Return whether an assistant shows its gold side."""
    return np.int64(state.gold) >> assistant & 1


@declared(DO_1)
def leave_supply(rules, state, stack, events):
    """The top assistant of a stack is taken; the next one, if any, becomes visible."""
    left = np.int64(state.supply_left[stack]) - 1
    state.supply[stack, left] = 0
    state.supply_left[stack] = left
    log(events, Event.SUPPLY, NOBODY, stack, top_of_supply(state, stack), 0)


@declared(DO_2)
def recruit(rules, state, seat, assistant, events):
    """An assistant of the supply board joins the player, silver and ready."""
    state.employer[assistant] = seat
    log(events, Event.RECRUIT, seat, assistant, 0, 0)
    for stack in range(SUPPLY_STACKS):
        if top_of_supply(state, stack) == assistant:
            leave_supply(rules, state, stack, events)
            return


@declared(DO_2)
def rescue(rules, state, seat, assistant, events):
    """An assistant of the rescue stack joins the player, exhausted; the others stay in order."""
    left = np.int64(state.rescue_left) - 1
    found, was_top = 0, state.rescue[left] == assistant
    for at in range(left):
        if state.rescue[at] == assistant:
            found = 1
        if found:
            state.rescue[at] = state.rescue[at + 1]
    state.rescue[left] = 0
    state.rescue_left = left
    state.employer[assistant] = seat
    state.exhausted |= _ONE << assistant
    log(events, Event.RESCUE, seat, assistant, 0, 0)
    if was_top:
        log(events, Event.SUPPLY, NOBODY, SUPPLY_STACKS, top_to_rescue(state), 0)


@declared(DO_2)
def promote(rules, state, seat, assistant, events):
    """An assistant is turned to its gold side, and is ready."""
    state.gold |= _ONE << assistant
    state.exhausted &= ~(_ONE << assistant)
    log(events, Event.PROMOTE, seat, assistant, 0, 0)


@declared(DO_2)
def refresh(rules, state, seat, assistant, events):
    """An exhausted assistant becomes ready."""
    state.exhausted &= ~(_ONE << assistant)
    log(events, Event.REFRESH, seat, assistant, 0, 0)


@declared(DO_3)
def use(rules, state, seat, assistant, side, events):
    """An assistant's effect comes next; the player's own assistant has been exhausted before."""
    state.assistant_uses[seat] += 1
    log(events, Event.USE, seat, assistant, side, state.employer[assistant] == NOBODY)
    begin_effect(state, rules.assistant_effect[assistant, side, 0], rules.assistant_effect[assistant, side, 1])


@declared(DO_3)
def swap(rules, state, seat, given, wanted, events):
    """An own assistant goes on top of a supply stack in exchange for the top one, which gets its level and is ready."""
    for stack in range(SUPPLY_STACKS):
        if top_of_supply(state, stack) == wanted:
            state.supply[stack, state.supply_left[stack] - 1] = given
            break
    state.employer[given] = NOBODY
    state.employer[wanted] = seat
    if is_gold(state, given):
        state.gold = (np.int64(state.gold) & ~(_ONE << given)) | (_ONE << wanted)
    state.exhausted &= ~(_ONE << given)
    log(events, Event.SWAP, seat, given, wanted, 0)


@declared(CHANGE_1)
def refresh_all(state, _unused):
    """All assistants become ready."""
    state.exhausted = 0
