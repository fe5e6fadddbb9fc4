"""The meta-game: strategies as moves, their win shares as pay-offs, and the mixture that no strategy beats.

Pay-offs are an array with one axis for each seat: `shares[i, j, k]` is what one player of strategy i wins at a table with a j
and a k. At a table of two it is a zero-sum game, and a linear programme gives the mixture exactly. With more seats it is
solved again and again, the seats beyond the second being filled from the mixture so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from analyses.stats.moments import Floats

_ROUNDS = 200
_CLOSE = 1e-6
_SUPPORT = 1e-3  # of a mixture; less is what the rounds have not yet worn off


@dataclass(frozen=True)
class Mixture:
    """How often each strategy is played, and what the best of them would win more than its fair share against that."""

    parts: Floats
    beaten_by: float

    @property
    def support(self) -> list[int]:
        """The strategies that are played at all."""
        return [int(at) for at in np.flatnonzero(self.parts > _SUPPORT)]


def against(shares: Floats, mixture: Floats, axes: int = 1) -> Floats:
    """What is left of the pay-offs when all seats but the first `axes` are filled from a mixture."""
    left = shares
    while left.ndim > axes:
        left = left @ mixture
    return left


def nash(shares: Floats, start: Floats | None = None, rounds: int = _ROUNDS) -> Mixture:
    """A mixture against which no strategy wins more than its fair share, or as near to one as was found."""
    count, fair = shares.shape[0], 1 / shares.ndim
    if shares.ndim == 2:
        return _mixture(shares, _minimax(shares), fair)
    alone = min((_mixture(shares, only, fair) for only in np.eye(count)), key=lambda found: found.beaten_by)
    mixture = np.full(count, 1 / count) if start is None else start
    best = alone if alone.beaten_by < _CLOSE else _mixture(shares, mixture, fair)
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
    """The mixture of the second seat that leaves the best first seat as little as possible."""
    from scipy.optimize import linprog

    count = shares.shape[0]
    least = np.zeros(count + 1)
    least[-1] = 1.0
    found = linprog(
        least,
        A_ub=np.hstack([shares, -np.ones((count, 1))]),
        b_ub=np.zeros(count),
        A_eq=np.array([[1.0] * count + [0.0]]),
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * count + [(None, None)],
        method="highs",
    )
    parts: Floats = np.clip(found.x[:-1], 0.0, None)
    whole: Floats = parts / parts.sum()
    return whole


def spread(by_block: Floats, mixture: Mixture, draws: int, seed: int = 0) -> tuple[Floats, Floats]:
    """Between what ends each part of the mixture lies in 95 % of draws of the blocks (the first axis), as games vary."""
    rng, blocks = np.random.default_rng(seed), by_block.shape[0]
    drawn = []
    for _ in range(draws):
        counts = rng.multinomial(blocks, np.full(blocks, 1 / blocks)) / blocks
        drawn.append(nash(np.tensordot(counts, by_block, axes=1), mixture.parts, rounds=20).parts)
    low, high = np.quantile(np.array(drawn), [0.025, 0.975], axis=0)
    return np.minimum(low, mixture.parts), np.maximum(high, mixture.parts)
