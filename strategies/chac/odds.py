"""Odds that players reckon with: locks, the bridge, the walls. The rules record holds those of boulder and river."""

import numpy as np

from simulator.games.chac.state import LOCK_DICE, WallCard
from simulator.kernel.compile import rule
from strategies.chac.mind import CRUSHED, MIND, NOTHING, RULES, STATE, WALL_TURNS

MAX_ROLLS = 5


def _opens(spared: int) -> np.ndarray:
    """[numbers, missing, rolls]: chance to open a lock within so many rolls when the numbers found are kept.

    `numbers` open it in all and `missing` of them do not show; every other die is rolled each time. `spared` of them
    need not be found.
    """
    table = np.zeros((LOCK_DICE + 1, LOCK_DICE + 1, MAX_ROLLS + 1))
    table[:, : spared + 1, :] = 1.0
    for numbers in range(1, LOCK_DICE + 1):
        for missing in range(spared + 1, numbers + 1):
            found = _new_numbers(LOCK_DICE - numbers + missing, missing)
            for rolls in range(1, MAX_ROLLS + 1):
                for new, chance in enumerate(found):
                    table[numbers, missing, rolls] += chance * table[numbers, missing - new, rolls - 1]
    return table


def _new_numbers(dice: int, missing: int) -> list[float]:
    """Chances that so many dice show exactly 0, 1, ... of the missing numbers, counted once each."""
    chances = [1.0] + [0.0] * missing
    for _ in range(dice):
        for found in range(missing, -1, -1):
            hit = (missing - found) / 6
            if found < missing:
                chances[found + 1] += chances[found] * hit
            chances[found] *= 1 - hit
    return chances


OPENS = np.stack([_opens(0), _opens(1)])


@rule
def opens(numbers, missing, rolls, forces):
    """Chance to open a lock within so many rolls, keeping every number found; Lock Picking spares one."""
    return OPENS[forces, numbers, missing, min(max(rolls, 0), MAX_ROLLS)]


@rule
def falls(level, planks):
    """Chance that every plank snaps under a load level."""
    chance = 1.0
    for _ in range(planks):
        chance *= min(level - 1, 6) / 6.0
    return chance


@rule
def reach(gap, cards, both, arrows, left):
    """Chance that so many cards drawn from the rest of the wall deck hold at least `gap` steps."""
    total = 0.0
    all_draws = combinations(left, cards)
    for doubles in range(min(both, cards) + 1):
        for singles in range(min(arrows, cards - doubles) + 1):
            if 2 * doubles + singles >= gap:
                rest = cards - doubles - singles
                blanks = left - both - arrows
                total += combinations(both, doubles) * combinations(arrows, singles) * combinations(blanks, rest)
    return total / all_draws


@rule
def combinations(items, picked):
    """Ways to pick so many of the items."""
    if picked < 0 or picked > items:
        return 0.0
    ways = 1.0
    for i in range(picked):
        ways = ways * (items - i) / (i + 1)
    return ways


@rule(NOTHING(RULES, STATE, MIND))
def foresee_walls(rules, state, mind):
    """Fill in the chances that the walls meet this turn and within the next ones."""
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
        mind[CRUSHED + turn] = 0.0
        if cards > 0 and gap <= cards + min(both, cards):
            mind[CRUSHED + turn] = reach(gap, cards, both, arrows, left)
