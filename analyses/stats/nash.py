"""The meta-game: strategies as moves, their win rates as pay-offs, and the mixture that no strategy beats.

Pay-offs are an array with one axis for each seat: `shares[i, j, k]` is what one player of strategy i wins at a table
with a j and a k. At a table of two it is a zero-sum game, and a linear programme finds the mixture exactly. With more
seats it is solved repeatedly, with the seats beyond the second filled from the current mixture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from digsite.analyses.stats.moments import Floats

_ROUNDS = 200
_CLOSE = 1e-6
_SLACK = 1e-9  # of the pay-off, so that rounding leaves room for the most even mixture
_SUPPORT = 1e-3  # of a mixture; smaller parts are remnants of earlier rounds


@dataclass(frozen=True)
class Mixture:
    """How often each strategy is played, and how much the best response wins above its fair share."""

    parts: Floats
    beaten_by: float

    @property
    def support(self) -> list[int]:
        """Return the strategies that are played at all."""
        return [int(at) for at in np.flatnonzero(self.parts > _SUPPORT)]


def against(shares: Floats, mixture: Floats, axes: int = 1) -> Floats:
    """Return the pay-offs when all seats but the first `axes` are filled from a mixture."""
    left = shares
    while left.ndim > axes:
        left = left @ mixture
    return left


def nash(shares: Floats, start: Floats | None = None, rounds: int = _ROUNDS) -> Mixture:
    """Return a mixture against which no strategy wins more than its fair share, or the nearest one found."""
    count, fair = shares.shape[0], 1 / shares.ndim
    if shares.ndim == 2:
        return _mixture(shares, _minimax(shares), fair)
    mixture = np.full(count, 1 / count) if start is None else start
    simple = [_mixture(shares, parts, fair) for parts in (mixture, *np.eye(count))]
    best = next((found for found in simple if found.beaten_by < _CLOSE), simple[0])
    for turn in range(1, rounds + 1):
        if best.beaten_by < _CLOSE:
            break
        reply = _minimax(against(shares, mixture, axes=2))
        mixture = mixture + (reply - mixture) * 2 / (turn + 2)
        found = _mixture(shares, mixture, fair)
        best = found if found.beaten_by < best.beaten_by else best
    return best


def _mixture(shares: Floats, parts: Floats, fair: float) -> Mixture:
    return Mixture(parts, max(float(against(shares, parts).max()) - fair, 0.0))


def _minimax(shares: Floats) -> Floats:
    """Return the mixture of the second seat that minimises the best first seat's pay-off; of several the most even."""
    count = shares.shape[0]
    limits = np.hstack([shares, -np.ones((count, 1))])
    least = _smallest(limits, np.zeros(count))
    kept = np.hstack([shares, np.zeros((count, 1))])
    even = np.hstack([np.eye(count), -np.ones((count, 1))])
    enough = np.concatenate([np.full(count, least[-1] + _SLACK), np.zeros(count)])
    parts: Floats = np.clip(_smallest(np.vstack([kept, even]), enough)[:-1], 0.0, None)
    whole: Floats = parts / parts.sum()
    return whole


def _smallest(limits: Floats, most: Floats) -> Floats:
    """Return the mixture, followed by the smallest number, with which `limits` times both are at most `most`."""
    from scipy.optimize import linprog

    count = limits.shape[1] - 1
    goal = np.zeros(count + 1)
    goal[-1] = 1.0
    found = linprog(
        goal, A_ub=limits, b_ub=most, A_eq=np.array([[1.0] * count + [0.0]]), b_eq=[1.0],
        bounds=[(0.0, 1.0)] * count + [(None, None)], method="highs",
    )  # fmt: skip
    values: Floats = found.x
    return values


def spread(by_block: Floats, mixture: Mixture, draws: int, seed: int = 0) -> tuple[Floats, Floats]:
    """Return the 95 % interval of each part of the mixture over resampled blocks (the first axis)."""
    rng, blocks = np.random.default_rng(seed), by_block.shape[0]
    drawn = []
    for _ in range(draws):
        counts = rng.multinomial(blocks, np.full(blocks, 1 / blocks)) / blocks
        drawn.append(nash(np.tensordot(counts, by_block, axes=1), mixture.parts, rounds=20).parts)
    low, high = np.quantile(np.array(drawn), [0.025, 0.975], axis=0)
    return np.minimum(low, mixture.parts), np.maximum(high, mixture.parts)
