"""Exact odds that depend on the rule figures alone, tabled once when the rules are loaded (no numba here)."""

from functools import cache

import numpy as np

FACES = 6
LEVELS = FACES + 1  # load levels, 0 unused
MAX_LATE = 48  # actions still needed
MAX_ROOM = 48  # spaces between the boulder and a place
MAX_TURNS = 15  # turns looked ahead
HANDS = 16  # cards carried that the river's table tells apart
CASKET_WORTH = 3.5  # a die on average


def at_least(faces: int, dice: int, wanted: int) -> np.ndarray:
    """[dice, wanted]: chance that at least `wanted` of the dice show one of so many faces of the six."""
    table = np.zeros((dice + 1, wanted))
    exactly = np.zeros(dice + 2)
    exactly[0] = 1.0
    for thrown in range(dice + 1):
        tail = exactly[::-1].cumsum()[::-1]
        table[thrown, : len(tail)] = tail[:wanted]
        exactly[1:] = exactly[1:] * (1 - faces / FACES) + exactly[:-1] * (faces / FACES)
        exactly[0] *= 1 - faces / FACES
    table[:, 0] = 1.0
    return table


@cache
def in_time(action_dice: int, boulder_dice: tuple[int, ...], advances_on: int) -> np.ndarray:
    """[clock and level, late, room]: chance to take `late` more actions before the boulder has come `room` spaces.

    A clock is twice the turn, plus 1 while its actions are still to be rolled. The boulder rolls at the end of a turn;
    actions beyond those already rolled come with the turns that follow.
    """
    turns = len(boulder_dice)
    taken = np.zeros((LEVELS, MAX_TURNS, MAX_LATE))
    for level in range(1, LEVELS):
        done = at_least(FACES + 1 - level, action_dice * MAX_TURNS, MAX_LATE)[action_dice::action_dice]
        taken[level] = np.diff(done, axis=0, prepend=0.0)
    taken[:, :, 0] = 0.0
    taken[:, 0, 0] = 1.0
    thrown = at_least(min(max(FACES + 1 - advances_on, 0), FACES), MAX_TURNS * max(boulder_dice), MAX_ROOM)
    free = np.zeros((2 * turns, MAX_TURNS, MAX_ROOM))
    for turn in range(turns):
        coming = np.cumsum([boulder_dice[min(turn + later, turns - 1)] for later in range(MAX_TURNS)])
        free[2 * turn] = 1.0 - thrown[coming]
        free[2 * turn + 1] = 1.0 - thrown[np.concatenate([[0], coming[:-1]])]
    chances = np.einsum("lta,ctr->clar", taken, free, optimize=True)
    chances[:, :, 0] = 1.0
    return chances.reshape(-1, MAX_LATE, MAX_ROOM).astype(np.float32)


@cache
def leaves_river(fatal_price: int, level: int, cards: int, swims: int) -> float:
    """Chance to leave the river alive, times the share of the treasure that is kept on average."""
    total = 0.0
    ways = 1.0  # of choosing which dice are fatal
    for fatal in range(level + 1):
        chance = ways * (1 / FACES) ** fatal * (1 - 1 / FACES) ** (level - fatal)
        paid = max(fatal - swims, 0)
        if cards >= paid * fatal_price:
            saved = (1 - 1 / FACES) ** paid
            total += chance * saved * (cards - paid * fatal_price + 0.5) / (cards + 0.5)
        ways = ways * (level - fatal) / (fatal + 1)
    return total
