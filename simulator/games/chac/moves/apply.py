"""Carrying out an option, whatever the decision is."""

from simulator.games.chac.moves.actions import act
from simulator.games.chac.moves.corridor import work_lock
from simulator.games.chac.moves.entering import bring_in, send_first
from simulator.games.chac.moves.loading import adjust, declare
from simulator.games.chac.moves.river import rescue, sacrifice
from simulator.games.chac.moves.turn import proceed
from simulator.games.chac.moves.types import TYPES
from simulator.games.chac.state import Decision
from simulator.kernel.compile import rule


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Carry out an option and play on to the next decision."""
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
