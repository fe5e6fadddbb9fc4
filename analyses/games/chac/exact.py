"""The Temple of Chac's dice, exactly: the boulder's path and the bridge's planks, from the rule figures alone."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Mapping

Floats = npt.NDArray[np.float64]

LAVA_SIDE = 4
FACES = 6


def last_space(rules: Mapping[str, Any]) -> int:
    """Return the corridor's last space, counted from the boulder's start: where it seals the exit."""
    rooms = rules["boulder.head_start"] + 1 + rules["walls.columns"] + rules["corridor.walls_to_lava"]
    lava = 3 * LAVA_SIDE + 2  # three sides and two corners
    river = rules["corridor.lava_to_river"] + rules["river.entries"] + rules["corridor.river_to_bridge"]
    return int(rooms + lava + river + rules["bridge.detour"] + rules["corridor.bridge_to_exit"])


def binomial(n: int, p: float) -> Floats:
    """Return the probabilities of 0, 1, ... n successes."""
    return np.array([comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)])


def boulder_dice(rules: Mapping[str, Any], turn: int) -> int:
    """Return the dice for the boulder on a turn (from 1)."""
    listed = rules["boulder.dice"]
    return int(listed[min(turn, len(listed)) - 1])


def advance_chance(rules: Mapping[str, Any]) -> float:
    """Return the chance that one die moves the boulder."""
    return float(min(max((FACES + 1 - rules["boulder.advances_on"]) / FACES, 0.0), 1.0))


def advance(rules: Mapping[str, Any], turn: int) -> Floats:
    """Return the probabilities that the boulder moves 0, 1, ... spaces on a turn, ignoring the corridor's end."""
    return binomial(boulder_dice(rules, turn), advance_chance(rules))


def boulder_positions(rules: Mapping[str, Any], turns: int) -> Floats:
    """Return the probabilities of each corridor space after each turn: row 0 is the start, row t after turn t."""
    last = last_space(rules)
    after = np.zeros((turns + 1, last + 1))
    after[0, 0] = 1.0
    for turn in range(1, turns + 1):
        for spaces, chance in enumerate(advance(rules, turn)):
            moved = np.zeros(last + 1)
            moved[min(spaces, last) :] = after[turn - 1][: last + 1 - min(spaces, last)]
            moved[last] += after[turn - 1][last + 1 - min(spaces, last) :].sum()
            after[turn] += chance * moved
    return after


def sealed_by(rules: Mapping[str, Any], turns: int) -> Floats:
    """Return the probability that the exit is sealed by the end of turn 0, 1, ... `turns`."""
    return boulder_positions(rules, turns)[:, -1]


def mean_position_while_open(rules: Mapping[str, Any], turns: int) -> Floats:
    """Return the boulder's mean space after each turn, given that the exit was open when the turn began."""
    last = last_space(rules)
    after = boulder_positions(rules, turns)
    means = [0.0]
    for turn in range(1, turns + 1):
        was_open = 1 - after[turn - 1, last]
        newly = after[turn, last] - after[turn - 1, last]
        going = float(after[turn, :last] @ np.arange(last)) + newly * last
        means.append(going / was_open if was_open > 1e-12 else float(last))
    return np.array(means)


def outruns(rules: Mapping[str, Any], dice: int, ahead: int) -> float:
    """Return the chance that an adventurer `ahead` spaces off survives a roll of `dice` dice."""
    return float(binomial(dice, advance_chance(rules))[:ahead].sum())


def plank_chance(load: int) -> float:
    """Return the chance that one die breaks a plank: it shows less than the load."""
    return min(max((load - 1) / FACES, 0.0), 1.0)


def planks_broken(planks: int, load: int) -> float:
    """Return the mean number of planks that a test breaks."""
    return planks * plank_chance(load)


def collapse(planks: int, load: int) -> float:
    """Return the chance that a test breaks every remaining plank."""
    return plank_chance(load) ** planks
