"""How often the lead by win chances changes hands, whatever the number of rollouts that the chances come from.

Chances from a few rollouts jump to and fro, and a count of their leaders counts the noise. So the chances are taken for what
they are, noisy looks at a path that moves by chance: how far it moves in each part of a game is estimated from all games
together, without what the rollouts add, and paths are drawn that agree with the chances seen and with the result (forward
filtering and backward sampling: Carter and Kohn 1994). The mean count over such paths is the count over the true ones, as
far as normal steps describe them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.stats.moments import Floats

AHEAD = 0.1  # another seat takes the lead when its chance is this far above that of the seat that has it
_PARTS = 20  # of a game, in each of which steps have one size
_DRAWS = 20  # paths for each game
_LEAST = 1e-3  # chance, where a spread is taken from it


def lead_changes(games: Sequence[Floats], worlds: int) -> Floats:
    """Return for each game how often another seat takes the lead on average.

    games:  chances by point and seat, the last of which is the result.
    worlds: rollouts behind each chance.
    """
    sizes, rng = _step_sizes(games, worlds), np.random.default_rng(0)
    return np.array([
        np.mean([changes(path) for path in _paths(chances, worlds, sizes[_parts(chances)], rng)]) for chances in games
    ])  # fmt: skip


def changes(path: Floats) -> int:
    """Return how often another seat takes the lead along known chances."""
    leader, found = int(path[0].argmax()), 0
    for now in path[1:]:
        best = int(now.argmax())
        if now[best] - now[leader] >= AHEAD:
            leader, found = best, found + 1
    return found


def _parts(chances: Floats) -> np.ndarray:
    """Return the part of the game that each step lies in."""
    steps = len(chances) - 1
    return np.arange(steps) * _PARTS // max(steps, 1)


def _step_sizes(games: Sequence[Floats], worlds: int) -> Floats:
    """Return the variance of steps in each part of a game, as a part of the variance of who wins at their start.

    The variance that rollouts add is known and taken off: sizes from any number of rollouts are alike on average.
    """
    moved, open_ = np.zeros(_PARTS), np.zeros(_PARTS)
    for chances in games:
        left = (chances * (1 - chances)).sum(axis=1) * worlds / max(worlds - 1, 1)
        noise = left / worlds
        left[-1] = noise[-1] = 0.0  # the result is known
        steps, parts = np.square(np.diff(chances, axis=0)).sum(axis=1), _parts(chances)
        np.add.at(moved, parts, steps - noise[:-1] - noise[1:])
        np.add.at(open_, parts, left[:-1])
    return np.maximum(moved, 0.0) / np.maximum(open_, _LEAST)


def _paths(chances: Floats, worlds: int, sizes: Floats, rng: np.random.Generator) -> Floats:
    """Return paths that agree with noisy chances and the result, drawn backwards from it.

    Steps and noise share the covariance of who wins, so that the filter's variances are multiples of it.
    """
    last = len(chances) - 1
    means, spreads = chances.copy(), np.zeros(last + 1)
    means[0] = (chances[0] * worlds + 1 / chances.shape[1]) / (worlds + 1)
    spreads[0] = 1 / (worlds + 1)
    for at in range(1, last):
        before = spreads[at - 1] + sizes[at - 1]
        gain = before / (before + 1 / worlds)
        means[at] = means[at - 1] + gain * (chances[at] - means[at - 1])
        spreads[at] = before * (1 - gain)
    found = np.empty((_DRAWS, *chances.shape))
    found[:, last] = chances[last]
    for at in range(last - 1, -1, -1):
        pull = spreads[at] / (spreads[at] + sizes[at])
        mean = means[at] + pull * (found[:, at + 1] - means[at])
        found[:, at] = np.clip(mean + np.sqrt(spreads[at] * (1 - pull)) * _noise(mean, rng), 0.0, 1.0)
    return found


def _noise(mean: Floats, rng: np.random.Generator) -> Floats:
    """Return normal noise with the covariance of who wins, if seats win with these chances."""
    share = np.clip(mean, _LEAST, None)
    share /= share.sum(axis=1, keepdims=True)
    drawn = np.sqrt(share) * rng.standard_normal(mean.shape)
    found: Floats = drawn - share * drawn.sum(axis=1, keepdims=True)
    return found
