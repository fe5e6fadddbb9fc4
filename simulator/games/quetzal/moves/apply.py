"""Carry out an option, by its decision."""

from digsite.simulator.games.quetzal.moves.delivery import deliver, finish_delivery
from digsite.simulator.games.quetzal.moves.placing import leave_camp, place, reroll_at_camp, send
from digsite.simulator.games.quetzal.moves.rolling import choose_for_reroll, end_rerolls, reroll_everything, roll_chosen
from digsite.simulator.games.quetzal.moves.rounds import proceed
from digsite.simulator.games.quetzal.moves.temple import choose_card, put_drawn_under
from digsite.simulator.games.quetzal.moves.types import TYPES
from digsite.simulator.games.quetzal.moves.upgrades import buy_discovery, buy_vp, give_up
from digsite.simulator.games.quetzal.moves.village import sell, sell_nothing, take_upgrade
from digsite.simulator.games.quetzal.options import (
    BUY_DISCOVERY,
    BUY_VP,
    DONE,
    REROLL_ALL,
    colour_of,
    count_of,
    space_of,
)
from digsite.simulator.games.quetzal.state import NO_DECISION, Decision
from digsite.simulator.kernel.jit.compile import inlined, rule


@rule
def decide_reroll(rules, state, option, events):
    """Choose a meeple to reroll, reroll all, roll those chosen, or reroll no more."""
    if option == REROLL_ALL:
        reroll_everything(rules, state, events)
    elif option != DONE:
        choose_for_reroll(rules, state, option, events)
    elif state.picked > 0:
        roll_chosen(rules, state, events)
    else:
        end_rerolls(state)


@rule
def decline(rules, state, events):
    """Decline a reroll at the Camp, a sale, more cards to deliver, or a further purchase."""
    decision = state.decision
    if decision == Decision.DELIVER:
        finish_delivery(rules, state, events)
    elif decision == Decision.CAMP:
        leave_camp(rules, state)
    elif decision == Decision.SELL:
        sell_nothing(state, events)
    else:
        state.at += 1
        state.decision = NO_DECISION


@rule
def buy(rules, state, option, events):
    """Buy with an upgrade; the decision repeats, after the discovery if that can be resolved at once."""
    if option == BUY_VP:
        buy_vp(rules, state, events)
    else:
        buy_discovery(rules, state, events)
    if state.decision != Decision.GIVE_UP:
        state.decision = NO_DECISION


@inlined
def act(rules, state, option, events):
    """Carry out an option that is neither a purchase nor DONE."""
    decision = state.decision
    if decision == Decision.PLACE:
        place(rules, state, space_of(option), colour_of(option), count_of(option), events)
    elif decision == Decision.MEEPLES:
        send(rules, state, option, events)
    elif decision == Decision.DELIVER:
        deliver(rules, state, option, events)
    elif decision == Decision.CAMP:
        reroll_at_camp(rules, state, option, events)
    elif decision == Decision.TEMPLE:
        choose_card(state, option, events)
    elif decision == Decision.SELL:
        sell(rules, state, option, events)
    elif decision == Decision.VILLAGE:
        take_upgrade(rules, state, option, events)
    elif decision == Decision.UNDER:
        put_drawn_under(state, option, events)
    else:
        give_up(state, option, events)


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Carry out one option and proceed to the next decision."""
    if option == BUY_VP or option == BUY_DISCOVERY:
        buy(rules, state, option, events)
    elif state.decision == Decision.REROLL:
        decide_reroll(rules, state, option, events)
    elif option == DONE and state.decision != Decision.MEEPLES:
        decline(rules, state, events)
    else:
        act(rules, state, option, events)
    if state.decision == NO_DECISION:
        proceed(rules, state, events)
