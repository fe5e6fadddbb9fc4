"""The tables that players look up: exact odds and the worth of cards, built once from the rules (no numba here)."""

from functools import cache
from typing import Any

import numpy as np

from digsite.simulator.games.chac.rules import (
    CARD_KINDS,
    DECKS,
    KINDS,
    LAVA_SIDE,
    LAVA_SPACES,
    MAX_CARDS,
    MAX_CORRIDOR,
    MAX_RIVER,
    MAX_TURN_DICE,
    MAX_WALL_CARDS,
    ZONES,
)
from digsite.simulator.games.chac.state import LOCK_DICE
from digsite.simulator.kernel.play.records import record

FACES = 6
LEVELS = FACES + 1  # load levels, 0 unused
MAX_LATE = 48  # actions still needed
MAX_ROOM = 48  # spaces between the boulder and a place
MAX_TURNS = 15  # turns looked ahead
MAX_ROLLS = 5  # at a lock
HANDS = 16  # cards carried that the river's table distinguishes
RIVER_FINDS = 3  # treasures that a plan counts on in the river
MOST_HELD = 66  # cards; any more weigh the same
OUT, WALK, BY_BRIDGE, LEVEL = range(4)  # of a trip
MAX_PLANKS = 5
MOST_CLUES = 3 * ZONES  # traps known, and clues that a plan intends to read
LONGEST_WAIT = 12  # turns
CASKET_WORTH = 3.5  # a die on average

Tables = np.dtype(
    [
        # by clock (twice the turn, 1 more before the roll) and level, the boulder's distance, actions needed
        ("in_time", np.float32, ((2 * MAX_TURN_DICE + 2) * LEVELS, MAX_ROOM, MAX_LATE)),
        # by cards, spaces of the river to go, searches there: actions to leave it, from there home, home over the bridge,
        # all counted as actions at the current level, and the level by then
        ("trips", np.int16, (MOST_HELD + 1, MAX_RIVER + 1, RIVER_FINDS + 1, LEVEL + 1)),
        (
            "kept",
            np.float32,
            (MOST_HELD + 1, RIVER_FINDS + 1, 2),
        ),  # by cards, searches, Swimming left; see `leaves_river`
        ("opens", np.float64, (2, LOCK_DICE + 1, LOCK_DICE + 1, MAX_ROLLS + 1)),  # by Lock Picking left; see `opens`
        ("waits", np.int8, (MAX_TURN_DICE + 1, MAX_CORRIDOR + 1)),  # by turn, spaces; see `waits`
        ("rolled", np.float64, (LONGEST_WAIT + 1, LEVELS)),  # average actions of this many turns, by level
        ("falls", np.float64, (LEVELS + 1, MAX_PLANKS + 1)),  # chance that all planks snap, by load and planks
        ("safety", np.float64, (MOST_CLUES + 1,)),  # chance to cross the lava room unseen, by clues
        ("ways", np.float64, (MAX_WALL_CARDS + 1, MAX_WALL_CARDS + 1)),  # to pick some of this many wall cards
        ("light", np.int64),  # most cards at the lowest load level
        ("lighter", np.int8, (MAX_CARDS + 1,)),  # by cards: the most at a lower level, as many if there is none
        ("worth", np.float32, (CARD_KINDS,)),  # mean value of a kind of card
        ("by_worth", np.int8, (CARD_KINDS,)),  # kinds, the best first
        ("deck_worth", np.float32, (DECKS,)),  # mean value of a deck's cards
    ],
    align=True,
)


def build_tables(rules: Any) -> np.recarray:
    """Return the tables (an array of one record) for a Rules record."""
    box = record(Tables)
    tables = box[0]
    boulder_dice = tuple(rules.boulder_dice_on_turn.tolist())
    tables.in_time[:] = in_time(int(rules.dice_actions), boulder_dice, int(rules.boulder_advances_on))
    _fill_river(tables, rules)
    tables.opens[:] = opens(0), opens(1)
    tables.waits[:] = waits(boulder_dice, int(rules.boulder_advances_on))
    tables.rolled[:] = [
        [turns * int(rules.dice_actions) * (7.0 - level) / 6.0 for level in range(LEVELS)]
        for turns in range(LONGEST_WAIT + 1)
    ]
    tables.falls[:] = [[falls(load, planks) for planks in range(MAX_PLANKS + 1)] for load in range(LEVELS + 1)]
    tables.safety[:] = [safety(clues) for clues in range(MOST_CLUES + 1)]
    tables.ways[:] = ways()
    level = rules.level.tolist()
    tables.lighter[:] = [lighter(level, cards) for cards in range(MAX_CARDS + 1)]
    tables.light = next((cards for cards in range(MAX_CARDS) if level[cards + 1] != level[0]), MAX_CARDS)
    tables.worth[:] = [CASKET_WORTH, *range(1, KINDS), rules.treasure_alcove, rules.treasure_vault]
    tables.by_worth[:] = np.argsort(-tables.worth, kind="stable")
    tables.deck_worth[:] = rules.treasure @ tables.worth[:KINDS] / np.maximum(rules.treasure.sum(axis=1), 1)
    return box


def at_least(faces: int, dice: int, wanted: int) -> np.ndarray:
    """Return [dice, wanted]: the chance that at least `wanted` of the dice show one of this many faces of the six."""
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
    """Return [clock and level, room, late]: the chance to take `late` actions before the boulder moves `room` spaces.

    A clock is twice the turn, plus 1 while its actions have yet to be rolled. The boulder rolls at the end of a turn;
    actions beyond those already rolled come with the turns that follow. With 0 `late` the chance is 1, and where the
    boulder already lies it is 0 for any other.
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
    chances = chances.swapaxes(2, 3)  # a decision reads many `late` at few places
    return chances.reshape(-1, MAX_ROOM, MAX_LATE).astype(np.float32)


def leaves_river(fatal_price: int, level: int, cards: int, swims: int) -> float:
    """Return the chance to leave the river alive, times the share of the treasure that is kept on average."""
    total = 0.0
    ways = 1.0  # number of ways to choose the fatal dice
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


def _fill_river(tables: Any, rules: Any) -> None:
    """Fill in the ways down the river and home, and what remains of the cards."""
    left = _river_table(int(rules.river_cards_per_reroll))
    walk = int(rules.last_space) + 1 - int(rules.landing)
    by_bridge = walk - (int(rules.far_end) - int(rules.near_end) - 2)
    level = rules.level.tolist()
    for cards, found in np.ndindex(MOST_HELD + 1, RIVER_FINDS + 1):
        now, then = level[cards], level[cards + found]
        tables.kept[cards, found] = left[then, min(cards + found, HANDS - 1)]
        home = slower(now, then, walk), slower(now, then, by_bridge), then
        for spaces in range(MAX_RIVER + 1):
            tables.trips[cards, spaces, found] = (slower(now, then, spaces + found), *home)


@cache
def opens(spared: int) -> np.ndarray:
    """Return [numbers, missing, rolls]: the chance to open a lock within this many rolls when found numbers are kept.

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
    """Return the chances that this many dice show exactly 0, 1, ... of the missing numbers, counted once each."""
    chances = [1.0] + [0.0] * missing
    for _ in range(dice):
        for found in range(missing, -1, -1):
            hit = (missing - found) / FACES
            if found < missing:
                chances[found + 1] += chances[found] * hit
            chances[found] *= 1 - hit
    return chances


def slower(one: int, other: int, actions: int) -> int:
    """Return actions at the other load level, counted as actions at the first, if it is lower."""
    return int(actions * max(1.0, (7.0 - one) / max(7.0 - other, 1.0)) + 0.5)


@cache
def waits(boulder_dice: tuple[int, ...], advances_on: int) -> np.ndarray:
    """Return [turn, spaces]: the turns until the boulder has moved this many spaces, on average."""
    table = np.zeros((len(boulder_dice), MAX_CORRIDOR + 1), np.int8)
    for turn, spaces in np.ndindex(table.shape):
        left, turns = FACES * spaces, 0
        while left > 0 and turns < LONGEST_WAIT:
            left -= boulder_dice[min(turn + turns, len(boulder_dice) - 1)] * max(7 - advances_on, 0)
            turns += 1
        table[turn, spaces] = turns
    return table


def falls(load: int, planks: int) -> float:
    """Return the chance that every plank snaps under a load level."""
    chance = 1.0
    for _ in range(planks):
        chance *= min(max(load - 1, 0), FACES) / FACES
    return chance


def safety(clues: int) -> float:
    """Return the chance to cross four slabs unseen with this many traps known."""
    holds = 1.0 - (ZONES - clues) / (LAVA_SPACES - 2.0 - clues)
    return float(holds**LAVA_SIDE)


@cache
def ways() -> np.ndarray:
    """Return [items, picked]: the ways to pick this many of the items."""
    table = np.zeros((MAX_WALL_CARDS + 1, MAX_WALL_CARDS + 1))
    for items in range(MAX_WALL_CARDS + 1):
        found = 1.0
        for picked in range(items + 1):
            table[items, picked] = found
            found = found * (items - picked) / (picked + 1)
    return table


def lighter(level: list[int], cards: int) -> int:
    """Return the most cards at a lower load level than this many have; the same number if there is none."""
    keep = cards
    while keep > 0 and level[keep] == level[cards]:
        keep -= 1
    return keep if level[keep] < level[cards] else cards
