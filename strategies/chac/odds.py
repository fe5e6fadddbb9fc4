"""The odds of locks, the bridge and the walls."""

import numpy as np

from digsite.simulator.games.chac.state import WallCard
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.chac.mind import NOTHING, PLAYER, RULES, STATE, WALL_TURNS
from digsite.strategies.chac.tables import LEVELS, MAX_ROLLS


@rule
def opens(player, numbers, missing, rolls):
    """Return the chance to open a lock within this many rolls, keeping every number found; Lock Picking spares one."""
    return player.tables.opens[player.notes.forces, numbers, missing, min(max(rolls, 0), MAX_ROLLS)]


@rule
def falls(player, load, planks):
    """Return the chance that every plank snaps under a load level."""
    return player.tables.falls[min(load, LEVELS), planks]


@rule
def reach(ways, gap, cards, both, arrows, left):
    """Return the chance that this many cards drawn from the rest of the wall deck have at least `gap` steps."""
    total = 0.0
    blanks = left - both - arrows
    for doubles in range(min(both, cards) + 1):
        for singles in range(min(arrows, cards - doubles) + 1):
            if 2 * doubles + singles >= gap:
                total += ways[both, doubles] * ways[arrows, singles] * ways[blanks, cards - doubles - singles]
    return total / ways[left, cards]


@rule(NOTHING(RULES, STATE, PLAYER))
def foresee_walls(rules, state, player):
    """Note the chances that the walls meet this turn and within the next ones, unless no wall card was turned since."""
    notes = player.notes
    if notes.foreseen == 1 + state.walls_turned:
        return
    notes.foreseen = 1 + state.walls_turned
    gap = np.int64(rules.walls_columns - state.left_wall - state.right_wall)
    left = np.int64(rules.walls_deck - state.walls_turned)
    both = np.int64(rules.walls_cards[WallCard.BOTH])
    arrows = np.int64(rules.walls_cards[WallCard.LEFT]) + rules.walls_cards[WallCard.RIGHT]
    for turned in range(state.walls_turned):
        card = state.wall_card[turned]
        both -= card == WallCard.BOTH
        arrows -= card == WallCard.LEFT or card == WallCard.RIGHT
    for turn in range(WALL_TURNS):
        cards = min(rules.walls_drawn * (turn + 1), left)
        notes.crushed[turn] = 0.0
        if cards > 0 and gap <= cards + min(both, cards):
            notes.crushed[turn] = reach(player.tables.ways, gap, cards, both, arrows, left)
