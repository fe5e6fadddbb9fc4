"""The tables that players look up: exact odds and the worth of cards, built once from the rules (no numba here)."""

from functools import cache
from typing import Any

import numpy as np

from simulator.games.chac.rules import CARD_KINDS, DECKS, KINDS, MAX_TURN_DICE
from simulator.games.chac.state import LOCK_DICE
from simulator.kernel.records import record

FACES = 6
LEVELS = FACES + 1  # load levels, 0 unused
MAX_LATE = 48  # actions still needed
MAX_ROOM = 48  # spaces between the boulder and a place
MAX_TURNS = 15  # turns looked ahead
MAX_ROLLS = 5  # at a lock
HANDS = 16  # cards carried that the river's table distinguishes
CASKET_WORTH = 3.5  # a die on average

Tables = np.dtype(
    [
        # by clock (twice the turn, 1 more before the roll) and level, actions needed, the boulder's distance
        ("in_time", np.float32, ((2 * MAX_TURN_DICE + 2) * LEVELS, MAX_LATE, MAX_ROOM)),
        ("leaves_river", np.float32, (LEVELS, HANDS, 2)),  # by level, cards, Swimming left
        ("opens", np.float64, (2, LOCK_DICE + 1, LOCK_DICE + 1, MAX_ROLLS + 1)),  # by Lock Picking left; see `opens`
        ("pace", np.float64, (LEVELS, LEVELS)),  # by present level and level; see `pace`
        ("worth", np.float32, (CARD_KINDS,)),  # mean value of a kind of card
        ("by_worth", np.int8, (CARD_KINDS,)),  # kinds, the best first
        ("deck_worth", np.float32, (DECKS,)),  # mean value of a deck's cards
    ],
    align=True,
)


def build_tables(rules: Any) -> np.recarray:
    """The tables (an array of one record) for a Rules record."""
    box = record(Tables)
    tables = box[0]
    boulder_dice = tuple(rules.boulder_dice_on_turn.tolist())
    tables.in_time[:] = in_time(int(rules.dice_actions), boulder_dice, int(rules.boulder_advances_on))
    tables.leaves_river[:] = _river_table(int(rules.river_cards_per_reroll))
    tables.opens[:] = opens(0), opens(1)
    tables.pace[:] = pace()
    tables.worth[:] = [CASKET_WORTH, *range(1, KINDS), rules.treasure_alcove, rules.treasure_vault]
    tables.by_worth[:] = np.argsort(-tables.worth, kind="stable")
    tables.deck_worth[:] = rules.treasure @ tables.worth[:KINDS] / np.maximum(rules.treasure.sum(axis=1), 1)
    return box


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
    chances: np.ndarray = np.einsum("lta,ctr->clar", taken, free, optimize=True)
    chances[:, :, 0] = 1.0
    return chances.reshape(-1, MAX_LATE, MAX_ROOM).astype(np.float32)


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


@cache
def _river_table(fatal_price: int) -> np.ndarray:
    table = np.zeros((LEVELS, HANDS, 2))
    for level, cards, swims in np.ndindex(LEVELS, HANDS, 2):
        if level > 0:
            table[level, cards, swims] = leaves_river(fatal_price, level, cards, swims)
    return table


@cache
def opens(spared: int) -> np.ndarray:
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
            hit = (missing - found) / FACES
            if found < missing:
                chances[found + 1] += chances[found] * hit
            chances[found] *= 1 - hit
    return chances


def pace() -> np.ndarray:
    """[present level, level]: actions at the present load level that take as long as one at another, if it is higher."""
    return np.array(
        [[max(1.0, (7.0 - one) / max(7.0 - other, 1.0)) for other in range(LEVELS)] for one in range(LEVELS)]
    )
