"""Carry out an option, by its decision."""

from digsite.simulator.games.archaeology.moves.market import finish_trade, offer, sell, take
from digsite.simulator.games.archaeology.moves.monuments import (
    ask_the_sphinx,
    draw_from_mine,
    explore,
    keep,
    peek,
    stop_drawing,
    temple_has_cards,
)
from digsite.simulator.games.archaeology.moves.storms import decide_tent, lose
from digsite.simulator.games.archaeology.moves.thieves import steal
from digsite.simulator.games.archaeology.moves.turn import all_sold, proceed
from digsite.simulator.games.archaeology.moves.types import TYPES
from digsite.simulator.games.archaeology.options import (
    Action,
    action_of,
    higher_of,
    lower_of,
    size_of,
    treasure_of,
    what_of,
)
from digsite.simulator.games.archaeology.state import NO_DECISION, Decision, Phase
from digsite.simulator.kernel.jit.compile import inlined, rule


@inlined
def act(rules, state, option, events):
    """Carry out one of the actions after the dig, or the next step of a trade."""
    action, what = action_of(option), what_of(option)
    if action == Action.END:
        state.phase = Phase.END
        state.decision = NO_DECISION
    elif action == Action.SELL:
        sell(rules, state, treasure_of(what), size_of(what), events)
        if temple_has_cards(state) and not all_sold(rules, state):
            state.decision = Decision.PEEK
    elif action == Action.OFFER:
        offer(rules, state, what, events)
    elif action == Action.EXPLORE:
        explore(rules, state, what, events)
    elif action == Action.TAKE:
        take(rules, state, what, events)
    else:
        finish_trade(rules, state, events)


@rule
def decide_at_mine(rules, state, draw_on, events):
    """Draw another card, or stop and keep what was drawn."""
    if draw_on:
        draw_from_mine(rules, state, events)
    else:
        stop_drawing(rules, state, events)


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Carry out one option and proceed to the next decision."""
    decision = state.decision
    if decision == Decision.ACT or decision == Decision.OFFER or decision == Decision.TAKE:
        act(rules, state, option, events)
    elif decision == Decision.VICTIM:
        steal(rules, state, option, events)
    elif decision == Decision.TENT:
        decide_tent(rules, state, option, events)
    elif decision == Decision.LOSE:
        lose(rules, state, option, events)
    elif decision == Decision.PEEK:
        peek(state, option, events)
    elif decision == Decision.KEEP:
        keep(rules, state, option, events)
    elif decision == Decision.MINE:
        decide_at_mine(rules, state, option, events)
    else:
        ask_the_sphinx(rules, state, lower_of(option), higher_of(option), events)
    if state.decision == NO_DECISION:
        if state.phase == Phase.ACT and state.hand_size[state.digger] > 0:
            state.seat = state.digger
            state.decision = Decision.ACT
        else:
            proceed(rules, state, events)
