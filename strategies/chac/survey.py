"""The survey before a decision: what all trips judged for it share."""

import numpy as np

from digsite.simulator.games.chac.moves.fate import can_use
from digsite.simulator.games.chac.rules import BRIDGE, ENTRANCE, LAVA, MAX_TURN_DICE, RIVER, WALLS
from digsite.simulator.games.chac.state import RIVER_DECK, Ability, Decision, Status
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.chac.lava import clues_known, map_lava, wants_map
from digsite.strategies.chac.odds import foresee_walls
from digsite.strategies.chac.pack import gain_over

BRANCH = 3  # steps from a corridor space with a branch
USUAL_GAIN = 1.2  # what a search adds to a full light load before the player holds one


@rule
def look_round(rules, state, seat, player):
    """Note what the walls room holds: clues on the way out, better cards, walls that close in."""
    notes = player.notes
    foresee_walls(rules, state, player)
    notes.read = state.deciphered[seat]
    light = player.tables.light
    notes.gain = USUAL_GAIN
    if state.cards[seat] >= light:
        notes.gain = gain_over(rules, state, seat, player, light, 0, 0.0)


@rule
def near_walls_room(rules, space):
    """Return whether the adventurer is in the walls room or may be next move; a leap goes round its exits' corners."""
    if space < LAVA:
        return rules.first_exit - 1 <= space <= rules.first_exit + rules.walls_columns
    return WALLS <= space < RIVER or space == ENTRANCE


@rule
def share_of_river(rules, state, seat):
    """Return the treasures of the river to count on: rivals who still come that way take theirs."""
    left = np.int64(state.deck_left[RIVER_DECK])
    if RIVER <= state.space[seat] < BRIDGE:
        return left
    comers = 1
    for rival in range(rules.seats):
        passed = rules.first_dive + 2 < state.space[rival] < LAVA
        comers += rival != seat and state.status[rival] == Status.INSIDE and not passed
    return (left + comers - 1) // comers


@rule
def lava_leads_through(rules):
    """Return whether the lava room can be entered on its first side and left on its last."""
    return rules.steps[rules.opens_sun_a - 1] >= BRANCH and rules.steps[rules.opens_sun_b + 1] >= BRANCH


@rule
def prepare(rules, state, seat, player):
    """Note what all trips of this decision share."""
    notes = player.notes
    notes.crosses = player.style.lava > 0.0 and lava_leads_through(rules)
    notes.swims = can_use(state, seat, Ability.SWIMMING)
    notes.forces = can_use(state, seat, Ability.LOCK_PICKING)
    notes.known = clues_known(state, seat)
    notes.clues = notes.known
    notes.clock = 2 * min(np.int64(state.turn), MAX_TURN_DICE) + (state.decision == Decision.LOAD)
    notes.fresh = not state.searched_here[seat]
    notes.share = share_of_river(rules, state, seat)
    if near_walls_room(rules, np.int64(state.space[seat])):
        look_round(rules, state, seat, player)
    notes.mapped = 0
    if wants_map(rules, state, seat, notes.crosses):
        map_lava(state, seat, notes)
