"""The notes of the players of Archaeology, the tables they share, and the signature of their choices."""

from typing import Any

import numpy as np

from digsite.simulator.games.archaeology.moves import TYPES
from digsite.simulator.games.archaeology.rules import KINDS, MAP, best_split
from digsite.simulator.kernel.jit.signatures import choose_type
from digsite.simulator.kernel.play.records import record

STEP = 16  # entries of a row of values that are computed at once
WIDTH = 3 * STEP  # entries of a row: all copies of a treasure, and the few cards ahead that players consider
PLAN_POINTS = 48  # balances of a trade that a plan distinguishes
PLAN_MARGIN = 32  # margin on both sides of them, for the trading value that one treasure moves
PLAN_ROW = PLAN_MARGIN + PLAN_POINTS  # two rows share the margin between them
PLAN_ROWS = KINDS + 1
RIVAL_HOLDS = 3  # a rival is assumed to hold fewer cards than this of a treasure, any number equally likely
KNOWN_HOLDS = 5  # cards of a treasure known in a rival's hand, above which more make no difference
POINT = 2.0  # money that a trading point is worth to a rival, roughly

Notes = np.dtype(
    [
        # the rest of the planned trade, packed, and the moment it is for: this one and the next
        ("trade", np.int64, (2,)),
        ("trade_moment", np.int64, (2,)),
        # computed for each decision; nothing of it outlasts the decision
        ("values", np.float32, (KINDS, WIDTH)),  # money that this many cards of a treasure are worth to the player
        ("mean_gain", np.float64),  # by an unknown treasure
        ("best_per_map", np.float64),  # the most that one map can earn at the monument
        ("unseen", np.float32, (KINDS,)),  # copies of each treasure out of sight
        ("all_unseen", np.float32),  # their number
        ("leave", np.float32),  # share of what cards in the marketplace are worth to rivals that counts as a loss
        ("sure", np.float32),  # share of a full set's price that a trade must add to break it up
        ("rival_holds", np.int8, (KINDS,)),  # cards of a treasure that a rival is known to hold
        ("rival_buys", np.int64, (KINDS,)),  # cards of it that the rival with the largest hand can pay for, roughly
        ("plan", np.int32, (PLAN_ROWS * PLAN_ROW + PLAN_MARGIN,)),  # row after row, with a margin around each
    ],
    align=True,
)

Tables = np.dtype(
    [
        # by number of cards of a treasure
        ("money", np.float32, (KINDS, WIDTH)),  # the most they earn, split into sets at will
        ("set_money", np.float32, (KINDS, WIDTH)),  # the most that the full sets among them earn
        ("loose", np.float32, (KINDS, WIDTH)),  # the cards beyond these; all of them where a set is one card
        ("per_missing", np.float32, (KINDS, WIDTH)),  # 1 / cards missing to the next full set
        ("rival_gain", np.float32, (KNOWN_HOLDS + 1, KINDS, WIDTH)),  # their money for rivals who hold this many
        # for a treasure
        ("of_use", np.int64, (KINDS,)),  # cards that are useful at once: a full set, or the maps for a chamber
        ("per_point", np.float64, (KINDS,)),  # cards that a trading point buys
        ("part_money", np.float64, (KINDS,)),  # of a full set, per card of it; 0 where a set is one card
    ],
    align=True,
)
CHOOSE = choose_type(TYPES, Notes, Tables)


def build_tables(rules: Any) -> np.recarray:
    """Return the worth of full sets and of the cards beyond them, for any number of cards of each treasure."""
    box = record(Tables)
    tables = box[0]
    cards = np.arange(WIDTH)
    for kind in range(KINDS):
        full = int(rules.largest_set[kind])
        worth = np.array(best_split(rules.price[kind, 1 : full + 1].tolist(), WIDTH - 1))
        loose = cards % full if full > 1 else cards
        tables.money[kind] = worth
        tables.set_money[kind] = worth[cards - loose]
        tables.loose[kind] = loose
        tables.per_missing[kind] = 1.0 / np.maximum(full - loose, 1)
        tables.rival_gain[:, kind] = _rival_gain(worth, int(rules.trading_value[kind]))
        tables.part_money[kind] = rules.price[kind, full] / full if full > 1 else 0.0
    tables.of_use[:] = rules.largest_set
    tables.per_point[:] = 1.0 / rules.trading_value
    tables.of_use[MAP] = max(rules.chamber_maps.max(), 1)
    return box


def _rival_gain(worth: np.ndarray, trading_value: int) -> np.ndarray:
    """Return the worth of 0, 1, ... cards in the marketplace to a rival, by the cards it holds of the same treasure.

    The rival takes as many of them as pay, at about `POINT` for each trading point. The first row is for a rival
    known to hold none: there may be up to two.
    """
    gains = np.zeros((KNOWN_HOLDS + 1, WIDTH))
    for held in range(KNOWN_HOLDS + 1):
        surplus = worth[held:] - worth[held] - POINT * trading_value * np.arange(WIDTH - held)
        gains[held] = np.pad(np.maximum.accumulate(np.maximum(surplus, 0.0)), (0, held), mode="edge")
    gains[0] = gains[:RIVAL_HOLDS].mean(axis=0)
    return gains
