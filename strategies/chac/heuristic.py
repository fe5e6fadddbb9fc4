"""The heuristic player of the Temple of Chac: one method for all styles, which differ in their weights.

Every option is judged by the outlook after it. A style says which treasure and which ways it likes, how heavy it
will go, and how much of its chances it risks for another card.
"""

import numpy as np

from digsite.simulator.games.chac.options import Rescue
from digsite.simulator.games.chac.rules import SUN_A, SUN_B
from digsite.simulator.games.chac.state import Ability, Decision, Status
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.memory import copy_record, view_as
from digsite.simulator.kernel.play.options import index_of
from digsite.strategies.chac.actions import act
from digsite.strategies.chac.lava import map_lava
from digsite.strategies.chac.loads import declare_stamina, set_load
from digsite.strategies.chac.locks import work_lock
from digsite.strategies.chac.mind import CHOOSE, FAR, Player, Style, Weight
from digsite.strategies.chac.outlook import outlook
from digsite.strategies.chac.pack import carry, lowest_kind, weigh
from digsite.strategies.chac.sense import only_sensible, run_on, stamina_first
from digsite.strategies.chac.survey import prepare

__all__ = ["Weight", "choose"]

STYLE = np.zeros(0, Style)  # the type that the weights are read as
FIRST_CHOICE = 9
GETS_OUT = 0.5  # chance that a rival inside brings out what it holds, for a second adventurer
_HELPS = {Ability.SPRINT: 4, Ability.STAMINA: 3, Ability.LEAP: 2, Ability.LINGUISTICS: 1}
HELPS = tuple(_HELPS.get(ability, 0) for ability in Ability)  # rank of an ability by the runs it helps


@rule
def pick_first(state, seat, style):
    """Send the favourite ability first, else the one that helps most runs."""
    best = 0
    best_rank = -1
    for i in range(2):
        own = state.adventurer[seat, i] >> 1
        rank = FIRST_CHOICE if own == style.favourite else HELPS[own]
        if rank > best_rank:
            best = i
            best_rank = rank
    return best


@rule
def rescue(options, n):
    """Swim if possible, else pay, else fall."""
    swim = index_of(options, n, Rescue.SWIM)
    return swim if swim >= 0 else n - 1


@rule
def come_down(rules, state, seat, player, options, n):
    """Enter through the Sun with the better outlook; there is nothing to wait for."""
    notes = player.notes
    best = 1
    best_value = -2.0 * FAR
    notes.actions = 0
    notes.clock += 1  # the next event is the roll of a new turn's actions
    map_lava(state, seat, notes)
    carry(rules, player, 0, 0.0)
    for i in range(1, n):
        value = outlook(rules, state, player, SUN_A if options[i] == 1 else SUN_B)
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def unrivalled(rules, state, seat):
    """Return roughly the chance that no rival brings treasure out: then any escape wins, even with nothing."""
    chance = 1.0
    for rival in range(rules.seats):
        if rival == seat or state.cards[rival] == 0:
            continue
        if state.status[rival] == Status.ESCAPED:
            return 0.0
        if state.status[rival] == Status.INSIDE:
            chance *= 1.0 - GETS_OUT
    return chance


@rule
def beyond_the_walls(rules, state, seat, style, own):
    """Return the style of a second adventurer: it starts beyond the walls room, so it takes treasure on any way out.

    As much as the style would have brought from the walls room, where it would take less. No adventurer follows it, so
    it counts only on its own treasure if rivals bring some out.
    """
    copy_record(own, style)
    own.cards_lava = max(style.cards_lava, style.cards_walls)
    own.cards_river = max(style.cards_river, style.cards_walls)
    own.cards_alcoves = max(style.cards_alcoves, style.cards_walls)
    own.lava = max(style.lava, 1.0)
    own.river = max(style.river, 1.0)
    own.prospects = style.prospects * unrivalled(rules, state, seat)
    return own


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """Decide anything in the game, in the style of the weights."""
    style = view_as(weights, STYLE)
    decision = state.decision
    if decision == Decision.FIRST:
        return pick_first(state, seat, style)
    if decision == Decision.RIVER:
        return rescue(options, n)
    if decision == Decision.SACRIFICE:
        return index_of(options, n, lowest_kind(state, seat, mind.tables))
    if decision == Decision.ACT:
        only = run_on(rules, state, seat, options, n)
        if only < 0 and style.loiter == 0.0:  # a late-leaving style looks at the walls first
            only = only_sensible(rules, state, seat, options, n)
        if only >= 0:
            return stamina_first(rules, options, n, only)
    if state.second[seat] or decision == Decision.REPLACEMENT:
        style = beyond_the_walls(rules, state, seat, style, mind.notes.beyond)
    player = Player(mind.notes, mind.tables, style)
    prepare(rules, state, seat, player)
    if decision == Decision.REPLACEMENT:
        return come_down(rules, state, seat, player, options, n)
    if decision == Decision.LOAD:
        return set_load(rules, state, seat, player, options, n)
    if decision == Decision.STAMINA:
        return declare_stamina(rules, state, seat, player)
    weigh(state, seat, player)
    if decision == Decision.LOCK:
        return work_lock(rules, state, seat, player, options, n)
    return act(rules, state, seat, player, options, n)
