"""Nudging a seat by hand, with the real kernel function."""

from typing import Any

import numpy as np

from digsite.simulator.game.nudges import doses
from digsite.simulator.games import find_game
from digsite.simulator.kernel.play.events import SILENT

SEVENTH = 2**64 // 7  # chance comes as 64 random bits


def nudge(game: str, rules: Any, state: Any, text: str, chance: int = 0) -> bool:
    """Nudge the seat whose decision is due as a user would name it; False where that is not possible."""
    found = find_game(game)
    (dose,) = doses(found.nudges, [text])
    given = (dose.nudge.code, dose.amount, np.uint64(chance), SILENT)
    return bool(found.nudge_kernels.nudge(rules, state, int(state.seat), *given))


def chances(count: int) -> list[int]:
    """So many chances that lie evenly apart."""
    return [number * 2**64 // count + 2**64 // (2 * count) for number in range(count)]
