"""Carry out an option of any decision."""

from digsite.simulator.games.chac.moves.actions import act
from digsite.simulator.games.chac.moves.corridor import work_lock
from digsite.simulator.games.chac.moves.entering import bring_in, send_first
from digsite.simulator.games.chac.moves.loading import adjust, declare
from digsite.simulator.games.chac.moves.river import rescue, sacrifice
from digsite.simulator.games.chac.moves.turn import proceed
from digsite.simulator.games.chac.moves.types import TYPES
from digsite.simulator.games.chac.state import Decision
from digsite.simulator.kernel.jit.compile import rule


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Carry out an option and play to the next decision."""
    decision = state.decision
    if decision == Decision.ACT:
        state.done += act(rules, state, option, events)
    elif decision == Decision.LOAD:
        state.done += adjust(rules, state, option, events)
    elif decision == Decision.LOCK:
        work_lock(rules, state, option, events)
    elif decision == Decision.RIVER:
        rescue(rules, state, option, events)
    elif decision == Decision.SACRIFICE:
        sacrifice(rules, state, option, events)
    elif decision == Decision.REPLACEMENT:
        bring_in(state, option, events)
        state.done += 1
    elif decision == Decision.STAMINA:
        declare(rules, state, option, events)
        state.done += 1
    else:
        send_first(state, option, events)
        state.done += 1
    decision = state.decision
    if decision != Decision.LOCK and decision != Decision.RIVER and decision != Decision.SACRIFICE:
        proceed(rules, state, events)
