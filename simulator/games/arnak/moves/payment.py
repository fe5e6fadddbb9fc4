"""Payments: tokens and idols at once, then travel icons one by one, then cards; then their purpose."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import begin_effect, pay_idols, spend
from digsite.simulator.games.arnak.moves.sites import begin_site, overcome
from digsite.simulator.games.arnak.moves.travel import CARD, FIRST_ICON, IDOL, wanted_icon
from digsite.simulator.games.arnak.moves.types import CHANGE, DO, DO_1, DO_3, declared
from digsite.simulator.games.arnak.ops import COSTS, ICONS, OPS, RESOURCES
from digsite.simulator.games.arnak.state import Decision, Event, Purpose, Resource
from digsite.simulator.kernel.effects.interpreter import enter
from digsite.simulator.kernel.play.events import log

NO_STEP = -1
_DISCOUNT, _COMPASS = OPS.at("send", "discount"), OPS.at("send", "compass")
_FREE, _ACTIVATIONS = OPS.at("send", "travel_free"), OPS.at("send", "activations")
_COST = OPS.at("pay", "cost")
AGAIN = 3  # the one of a site's steps that may activate it again


@declared(CHANGE)
def clear_payment(state):
    """End the payment."""
    state.purpose = Purpose.NOTHING
    for at in range(len(COSTS)):
        state.cost[at] = 0
    for icon in range(len(ICONS)):
        state.discount[icon] = 0


@declared(DO)
def complete(rules, state, events):
    """Carry out what has been paid for."""
    seat, site, purpose = np.int64(state.on_turn), np.int64(state.target), np.int64(state.purpose)
    clear_payment(state)
    if purpose == Purpose.STEP:
        enter(rules, state, 1)
    elif purpose == Purpose.OVERCOME:
        overcome(rules, state, seat, site, 0, events)
    elif purpose == Purpose.DIG:
        state.occupant[site, state.target_space] = seat
        state.digs[seat, rules.site_level[site]] += 1
        log(events, Event.DIG, seat, site, state.target_space, 0)
        if state.twice:
            begin_effect(state, rules.site_steps[site] + AGAIN, rules.site_steps[site] + AGAIN + 1)
        begin_site(rules, state, site, events)
    else:
        state.occupant[site, 0] = seat
        state.discoveries[seat, rules.site_level[site] - 1] += 1
        log(events, Event.DISCOVER, seat, site, 0, 0)
        begin_effect(state, rules.site_steps[site], rules.site_steps[site] + AGAIN)
    state.twice = False


@declared(DO)
def go_on_paying(rules, state, events):
    """Ask for the next travel icon or card of the cost; when everything is paid, carry out its purpose."""
    if wanted_icon(rules, state) >= 0:
        state.decision = Decision.TRAVEL
    elif state.cost[CARD] > 0:
        state.decision = Decision.USE_UP
    else:
        complete(rules, state, events)


@declared(DO_1)
def begin_paying(rules, state, purpose, events):
    """Tokens and idols of the cost are paid at once."""
    seat = np.int64(state.on_turn)
    state.purpose = purpose
    for resource in range(len(RESOURCES)):
        spend(rules, state, seat, resource, np.int64(state.cost[resource]), events)
        state.cost[resource] = 0
    pay_idols(rules, state, seat, np.int64(state.cost[IDOL]), events)
    state.cost[IDOL] = 0
    go_on_paying(rules, state, events)


@declared(DO_3)
def begin_sending(rules, state, site, space, step, events):
    """Pay for sending an archaeologist to a space, or to an undiscovered site (space -1), by an effect if any."""
    state.target, state.target_space = site, max(space, 0)
    free = False
    compass = 0
    if step != NO_STEP:
        for icon in range(len(ICONS)):
            state.discount[icon] = rules.step_args[step, _DISCOUNT + icon]
        free = rules.step_args[step, _FREE] != 0
        state.twice = rules.step_args[step, _ACTIVATIONS] > 1 and space >= 0
        compass = np.int64(rules.step_args[step, _COMPASS])
    if not free:
        for icon in range(len(ICONS)):
            state.cost[FIRST_ICON + icon] = rules.site_cost[site, state.target_space, icon]
    if space < 0:
        level = np.int64(rules.site_level[site])
        state.cost[Resource.COMPASS] = max(np.int64(rules.discover_compasses[level - 1]) - compass, 0)
        begin_paying(rules, state, Purpose.DISCOVER.value, events)
    else:
        begin_paying(rules, state, Purpose.DIG.value, events)


@declared(DO_1)
def begin_overcoming(rules, state, site, events):
    """Pay the cost of a guardian."""
    guardian = np.int64(state.guardian[site])
    state.target = site
    for at in range(len(COSTS)):
        state.cost[at] = rules.guardians_cost[guardian, at]
    begin_paying(rules, state, Purpose.OVERCOME.value, events)


@declared(DO)
def begin_paying_step(rules, state, events):
    """Pay the cost of the current "pay" step."""
    for at in range(len(COSTS)):
        state.cost[at] = rules.step_args[state.due, _COST + at]
    begin_paying(rules, state, Purpose.STEP.value, events)
