"""Cross the lava room: ahead of the boulder, or after it has rolled past."""

import numpy as np

from digsite.simulator.games.chac.rules import LAVA_SIDE
from digsite.simulator.games.chac.state import LAVA_DECK
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.strategies.chac.lava import best_column
from digsite.strategies.chac.mind import NOTHING, PLAYER, REAL, RULES, STATE, WHOLE
from digsite.strategies.chac.pack import carry, utility
from digsite.strategies.chac.race import exposed, may_follow, waiting
from digsite.strategies.chac.ways import DREAM, STEP_COST, from_corridor

MASKED_WALK = 6  # actions that a crossing takes before the slabs have been seen
MASKED_FINDS = 2  # treasures on such a crossing
LAVA_FINDS = 2  # treasures that a plan counts on in the lava room
TRUST_IN_WAITING = 0.65  # weight of a plan to wait in the walls room until the boulder is past
TRUST_IN_LEAVING = 0.97  # and of one to follow when it is already past
TRUST_IN_IDLING = 0.9  # share of the average finds of idle actions that a plan counts on
FADING = 0.75  # the gain of each further card for a full load, relative to the one before
MOST_IDLE = 16  # idle actions that a plan counts on


@rule
def crossing(rules, state, player, at):
    """Return a way over the slabs: corridor spaces where it begins and ends, actions, treasures, chance to survive it.

    While the room is masked only the number of clues shows how dangerous it is. Without a map of the slabs there is no
    way over them.
    """
    notes = player.notes
    after = np.int64(rules.opens_sun_b) + 1
    if not state.unmasked:
        entry = max(at, np.int64(rules.opens_sun_a) - LAVA_SIDE)
        return entry, after + LAVA_SIDE - 1, MASKED_WALK, MASKED_FINDS, player.tables.safety[notes.clues]
    column = best_column(rules, at, notes) if notes.mapped else -1
    if column < 0:
        return at, after, 0, 0, 0.0
    entry = np.int64(rules.opens_sun_a) - 1 - column
    walk, finds = 1 + notes.walk[column], notes.finds[column]
    safe = notes.holds[column] * notes.safe[column]
    if notes.clues > notes.known:
        safe = min(1.0, safe * player.tables.safety[notes.clues] / player.tables.safety[notes.known])
    return entry, after + notes.exit[column], walk, finds, safe


@rule(REAL(RULES, STATE, PLAYER, WHOLE, WHOLE, WHOLE))
def out_of_lava(rules, state, player, end, steps, finds):
    """Return the best outlook over the slabs to the corridor, with this many treasures to pick up on the way."""
    notes, style = player.notes, player.style
    cards, stake = notes.cards, notes.stake
    finds = min(finds, LAVA_FINDS, np.int64(state.deck_left[LAVA_DECK]), np.int64(style.cards_lava) - cards)
    best = from_corridor(rules, state, player, end, steps, 1)
    if finds > 0:
        carry(rules, player, cards + finds, stake + finds * np.float64(player.tables.deck_worth[LAVA_DECK]))
        best = max(best, from_corridor(rules, state, player, end, steps + finds, 1))
        carry(rules, player, cards, stake)
    return best


@rule(NOTHING(RULES, PLAYER, WHOLE))
def hope(rules, player, idle):
    """Count on the finds of this many idle actions in the walls room: up to a full light load, then better cards."""
    notes, style = player.notes, player.style
    cards, stake = notes.cards, notes.stake
    gain = notes.gain
    for _ in range(min(idle, MOST_IDLE)):
        if cards >= style.cards_walls:
            break
        if rules.level[cards + 1] == rules.level[0]:
            cards += 1
            stake += np.float64(player.tables.deck_worth[0]) * TRUST_IN_IDLING
        else:
            stake += gain * TRUST_IN_IDLING
            gain *= FADING
    carry(rules, player, cards, stake)


@inlined
def follow_across(rules, state, player, entry, end, entered, walk, finds, safe):
    """Return the outlook over the slabs once the boulder is past; an adventurer waiting searches and deciphers."""
    notes, style = player.notes, player.style
    cards, stake, trust = notes.cards, notes.stake, notes.trust
    stay = trust / max(style.patience, 0.01)
    if notes.in_walls > 0:
        stay *= TRUST_IN_WAITING if state.boulder < notes.in_walls else TRUST_IN_LEAVING
    lost = waiting(state, player, entry, entered)
    if lost > 0 and notes.in_walls > 0:
        read = min(lost, notes.unread)
        clues = notes.clues
        if read > 0:
            safe = min(1.0, safe * player.tables.safety[clues + read] / player.tables.safety[clues])
        hope(rules, player, lost - max(read, 0))
    notes.trust = style.patience
    value = out_of_lava(rules, state, player, end, entered + lost + walk - 1, finds) + STEP_COST * lost
    notes.trust = trust
    if notes.stake != stake:
        carry(rules, player, cards, stake)
    return value * stay * safe if value > 0.0 else value


@inlined
def across_lava(rules, state, player, at, steps, sheltered, best):
    """Return the best outlook from a corridor space before the lava room across its slabs, if better than `best`."""
    notes, style = player.notes, player.style
    entry, end, walk, finds, safe = crossing(rules, state, player, at)
    if safe <= 0.0:
        return best
    boulder = np.int64(state.boulder)
    entered = steps + entry - at + 1
    dream = utility(notes.stake + DREAM, style)
    cap = notes.cap
    if (boulder >= entry or boulder < at) and safe * dream > best:
        if boulder < at:
            notes.cap = exposed(state, player, at, steps, entry)
        value = out_of_lava(rules, state, player, end, entered + walk - 1, finds)
        best = max(best, value * safe if value > 0.0 else value)
        notes.cap = cap
    if boulder < entry and (boulder >= at or (sheltered and may_follow(state, at))) and notes.trust * dream > best:
        best = max(best, follow_across(rules, state, player, entry, end, entered, walk, finds, safe))
    return best
