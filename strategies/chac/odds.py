"""Exact odds of the dice: actions against the boulder, locks, the river's exit, the bridge, the walls."""

import numba
import numpy as np
from numba import types

from simulator.engine.kernel import rule
from simulator.games.chac.rules import MAX_TURN_DICE, Rules
from simulator.games.chac.state import LOCK_DICE, State, WallCard

RULES, STATE = numba.from_dtype(Rules), numba.from_dtype(State)
WHOLE, REAL = types.int64, types.float64

MAX_DICE = 75
MAX_TURNS = 15
MAX_ROLLS = 5


def _at_least() -> np.ndarray:
    """[faces, dice, wanted]: chance that at least `wanted` of the dice show one of so many faces of the six."""
    table = np.zeros((7, MAX_DICE + 1, MAX_DICE + 2))
    for faces in range(7):
        row = np.zeros(MAX_DICE + 2)
        row[0] = 1.0
        for dice in range(MAX_DICE + 1):
            table[faces, dice] = row[::-1].cumsum()[::-1]
            row[1:] = row[1:] * (1 - faces / 6) + row[:-1] * (faces / 6)
            row[0] *= 1 - faces / 6
    return table.astype(np.float32)


def _opens() -> np.ndarray:
    """[numbers, missing, rolls]: chance to open a lock within so many rolls when the numbers found are kept.

    `numbers` open it in all and `missing` of them do not show; every other die is rolled each time.
    """
    table = np.zeros((LOCK_DICE + 1, LOCK_DICE + 1, MAX_ROLLS + 1))
    table[:, 0, :] = 1.0
    for numbers in range(1, LOCK_DICE + 1):
        for missing in range(1, numbers + 1):
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


AT_LEAST = _at_least()
OPENS = _opens()


@rule(REAL(WHOLE, WHOLE, WHOLE))
def at_least(faces, dice, wanted):
    """Chance that at least `wanted` of `dice` dice show one of `faces` faces."""
    if wanted <= 0:
        return 1.0
    if wanted > dice:
        return 0.0
    return np.float64(AT_LEAST[faces, min(dice, MAX_DICE), min(wanted, MAX_DICE + 1)])


@rule(REAL(RULES, *[WHOLE] * 5))
def in_time(rules, turn, level, actions, room, before_roll):
    """Chance to take so many more actions before the boulder has advanced `room` spaces.

    The actions are those needed beyond the ones already rolled. The boulder rolls at the end of this turn, before any of
    them can be taken; `before_roll` is 1 while this turn's actions are still to be rolled.
    """
    if actions <= 0:
        return 1.0
    if room <= 0:
        return 0.0
    faces = 7 - level
    boulder_faces = max(7 - rules.boulder_advances_on, 0)
    chance = 0.0
    done_before = 0.0
    boulder_dice = 0
    for turns in range(1, MAX_TURNS + 1):
        roll = turn + turns - 1 - before_roll
        if turns > before_roll:
            boulder_dice += rules.boulder_dice_on_turn[min(roll, MAX_TURN_DICE)]
        done = at_least(faces, rules.dice_actions * turns, actions)
        if done > 0.0:
            caught = at_least(boulder_faces, boulder_dice, room)
            chance += (done - done_before) * (1.0 - caught)
            if done > 0.999 or caught > 0.999:
                break
        done_before = done
    return chance


@rule
def opens(numbers, missing, rolls):
    """Chance to open a lock within so many rolls, keeping every number found."""
    return OPENS[numbers, missing, min(max(rolls, 0), MAX_ROLLS)]


@rule
def falls(level, planks):
    """Chance that every plank snaps under a load level."""
    if planks <= 0:
        return 1.0
    return (min(level - 1, 6) / 6.0) ** planks


@rule(REAL(RULES, WHOLE, WHOLE, WHOLE))
def survives_river(rules, level, cards, can_swim):
    """Chance to leave the river alive, times the share of the treasure that is kept on average."""
    price = np.int64(rules.river_cards_per_reroll)
    total = 0.0
    ways = 1.0  # of choosing which dice are fatal
    for ones in range(level + 1):
        chance = ways * (1 / 6.0) ** ones * (5 / 6.0) ** (level - ones)
        paid = max(ones - 1, 0) if can_swim else ones
        if paid == 0:
            total += chance
        elif cards >= paid * price:
            saved = (5 / 6.0) ** paid
            total += chance * saved * (cards - paid * price + 0.5) / (cards + 0.5)
        ways = ways * (level - ones) / (ones + 1)
    return total


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


@rule(REAL(RULES, STATE))
def walls_meet_now(rules, state):
    """Chance that the wall cards of this turn bring the walls together."""
    if state.walls_closed:
        return 0.0
    gap = rules.walls_columns - state.left_wall - state.right_wall
    left = rules.walls_deck - state.walls_turned
    cards = min(np.int64(rules.walls_drawn), np.int64(left))
    both = np.int64(rules.walls_cards[WallCard.BOTH])
    arrows = np.int64(rules.walls_cards[WallCard.LEFT]) + rules.walls_cards[WallCard.RIGHT]
    for turned in range(state.walls_turned):
        card = state.wall_card[turned]
        both -= card == WallCard.BOTH
        arrows -= card == WallCard.LEFT or card == WallCard.RIGHT
    if cards <= 0 or gap > cards + min(both, cards):
        return 0.0
    return reach(gap, cards, both, arrows, left)
