"""The ways out past the lava room, or round it: the river, the bridge, the long way."""

import numpy as np

from digsite.simulator.games.chac.rules import RIVER
from digsite.simulator.games.chac.state import RIVER_DECK
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.strategies.chac.mind import FAR, PLAYER, REAL, RULES, STATE, WHOLE
from digsite.strategies.chac.odds import falls
from digsite.strategies.chac.pack import utility
from digsite.strategies.chac.race import exposed, may_follow, run, waiting
from digsite.strategies.chac.tables import BY_BRIDGE, LEVEL, MOST_HELD, OUT, RIVER_FINDS, WALK

STEP_COST = 0.005  # of two equally good ways the shorter one is better
DIVE_STEPS = 3  # a corridor space between the lava room and the bridge with this many neighbours is a place to dive
TIME_ENOUGH = 0.9  # with this share of the chance to get there, a full search of the river needs no alternatives
A_CHASE = 0.98  # below this chance the boulder is near enough to check the way in between
DREAM = 12.0  # no plan finds more on its way
SOUND_PLANKS = 3  # with this many the long way is not worth considering


@inlined
def swim_with(rules, state, player, spaces, steps, found, chance):
    """Return the outlook with this many river spaces left, reached with the `steps`-th action, for some searches there.

    Also return the chance to land and leave before the boulder.
    """
    notes, style, tables = player.notes, player.style, player.tables
    cards = min(notes.cards, MOST_HELD)
    last, landing = np.int64(rules.last_space), np.int64(rules.landing)
    out = steps + tables.trips[cards, spaces, found, OUT]
    home = out + tables.trips[cards, spaces, found, WALK]
    kept = tables.kept[cards, found, notes.swims] * style.river
    if landing <= rules.near_end and style.bridge > 0.0 and state.planks > 0:  # swimmers land on the near bank
        home = out + tables.trips[cards, spaces, found, BY_BRIDGE]
        kept *= 1.0 - falls(player, tables.trips[cards, spaces, found, LEVEL], state.planks)
    dry = min(run(state, player, landing, out + 1), run(state, player, last, home))
    half = (last - landing) // 2  # of the way to the exit
    between = run(state, player, landing + half, out + half + 1)
    dry = min(dry, between) if dry < A_CHASE else dry
    stake = notes.stake + found * np.float64(tables.deck_worth[RIVER_DECK])
    return min(chance, dry) * kept * utility(stake, style) - STEP_COST * home, dry


@rule(REAL(RULES, STATE, PLAYER, WHOLE, WHOLE, WHOLE, REAL))
def swim(rules, state, player, space, steps, fresh, chance):
    """Return the best outlook from a river space: search as often as possible, not at all, or something between."""
    notes, style = player.notes, player.style
    spaces = rules.last_river_space - space + 1
    spots = min(spaces - 2 + fresh, notes.share, RIVER_FINDS)
    spots = max(min(spots, np.int64(style.cards_river - notes.cards)), 0)
    most, dry = swim_with(rules, state, player, spaces, steps, spots, chance)
    if spots == 0 or dry > min(chance, 1.0) * TIME_ENOUGH:
        return most
    none, _ = swim_with(rules, state, player, spaces, steps, 0, chance)
    if spots == 1:
        return max(most, none)
    some, _ = swim_with(rules, state, player, spaces, steps, spots - 1 if most > none else 1, chance)
    return max(most, none, some)


@inlined
def by_bridge(rules, state, player, at, steps, sheltered):
    """Return the outlook over the bridge: ahead of the boulder, or behind it to overtake it on the far side."""
    notes = player.notes
    near = np.int64(rules.near_end)
    last = np.int64(rules.last_space)
    ahead = state.boulder < at
    crossed = steps + last + 1 - at - (rules.far_end - near) + 2
    prize = notes.prize * (1.0 - falls(player, notes.level, state.planks))
    best = -FAR
    if ahead:
        chance = exposed(state, player, at, steps, near)
        best = min(chance, run(state, player, last, crossed)) * prize - STEP_COST * crossed
    lasts = rules.smashes_bridge_at != near  # else the bridge is gone for followers of the boulder
    if lasts and (not ahead or (sheltered and may_follow(state, at) and notes.trust * prize > best)):
        walk = steps + near - at
        lost = waiting(state, player, near, walk)
        chance = min(notes.cap, run(state, player, np.int64(rules.far_end), walk + lost + 3))
        chance = min(chance, run(state, player, last, crossed + lost))
        best = max(best, chance * prize * notes.trust - STEP_COST * crossed)
    return best


@inlined
def by_river(rules, state, player, at, steps, dive, sheltered):
    """Return the outlook down the river from a place to dive: ahead of the boulder, or behind it to land before it."""
    notes, style = player.notes, player.style
    ahead = state.boulder < at
    space = RIVER + dive - np.int64(rules.first_dive)
    dived = steps + dive - at + 1
    best = -FAR
    if ahead:
        chance = exposed(state, player, at, steps, dive)
        best = swim(rules, state, player, space, dived, 1, chance)
    if not ahead or (sheltered and may_follow(state, at) and notes.trust * utility(notes.stake + DREAM, style) > best):
        lost = waiting(state, player, dive, dived - 1)
        value = swim(rules, state, player, space, dived + lost, 1, notes.cap) + STEP_COST * lost
        best = max(best, value * notes.trust if value > 0.0 else value)
    return best


@rule(REAL(RULES, STATE, PLAYER, WHOLE, WHOLE, WHOLE))
def from_corridor(rules, state, player, at, steps, sheltered):
    """Return the best outlook from corridor space `at`, reached after `steps` actions, without the lava room.

    A sheltered adventurer may let the boulder pass and follow it; only a bridge or a river overtakes it then.
    """
    notes, style = player.notes, player.style
    last = np.int64(rules.last_space)
    whole = steps + last + 1 - at
    best = -STEP_COST * whole
    dive = max(at, np.int64(rules.first_dive))
    if style.river > 0.0 and dive < rules.near_end and rules.steps[dive] == DIVE_STEPS and rules.landing > at:
        best = max(best, by_river(rules, state, player, at, steps, dive, sheltered))
    if best >= notes.cap * notes.prize:  # no way without finds can be better
        return best
    bridge = style.bridge > 0.0 and at <= rules.near_end and state.planks > 0
    if bridge:
        best = max(best, by_bridge(rules, state, player, at, steps, sheltered))
    if state.boulder < at and (not bridge or state.planks < SOUND_PLANKS):
        best = max(best, exposed(state, player, at, steps, last) * notes.prize - STEP_COST * whole)
    return best
