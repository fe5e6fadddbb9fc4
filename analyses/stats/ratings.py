"""Ratings of several players, from who won at tables of two or more.

A penalised Plackett-Luce model of the wins: at every table a player wins with a chance in proportion to its strength.
Ratings are Elo points, 400 for each factor of ten; 0 is the mean of the players linked by wins. The prior is stated:
ratings are normal with a standard deviation of `PRIOR` points, worth a handful of games, so that a player who always
wins gets a finite rating.

Intervals are those of the profile likelihood, which widen as information runs out: a player who always wins has only a
lower end, and the upper one is open. They are stretched or shrunk by what games on the same luck have in common, as far
as the data show it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from digsite.analyses.stats.tests import UNSEEN, Test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.stats.moments import Floats

ELO = 400 / math.log(10)
PRIOR = 600.0  # Elo points
_FURTHEST = 40.0  # logarithms of strength, for the ends of intervals


@dataclass(frozen=True)
class RatedTables:
    """Which players sat at which table, and who won there.

    sitting  by table and player: how often the player sits there.
    wins     by block of deals, table and player: games won, ties shared; a block holds the same deals at every table.
    """

    sitting: Floats
    wins: Floats

    @cached_property
    def totals(self) -> Floats:
        """Return the games won, by table and player."""
        found: Floats = self.wins.sum(axis=0)
        return found

    @property
    def players(self) -> int:
        """Return the number of players."""
        return int(self.sitting.shape[1])

    def chances(self, strength: Floats) -> Floats:
        """Return the win probability by table and player; `strength` is logarithmic."""
        weights = self.sitting * np.exp(strength - strength.max())
        found: Floats = weights / weights.sum(axis=1, keepdims=True)
        return found

    def likelihood(self, strength: Floats) -> float:
        """Return the logarithm of the likelihood times the prior."""
        chances = np.log(self.chances(strength), where=self.totals > 0, out=np.zeros_like(self.totals))
        return float((self.totals * chances).sum()) - float(strength @ strength) / (2 * (PRIOR / ELO) ** 2)

    def slope(self, strength: Floats) -> Floats:
        """Return the gradient of the log-likelihood, the prior included."""
        expected = self.totals.sum(axis=1, keepdims=True) * self.chances(strength)
        found: Floats = (self.totals - expected).sum(axis=0) - strength / (PRIOR / ELO) ** 2
        return found

    def information(self, strength: Floats) -> Floats:
        """Return the curvature of the log-likelihood, the prior included."""
        chances, games = self.chances(strength), self.totals.sum(axis=1)
        bend: Floats = np.diag((games[:, None] * chances).sum(axis=0)) - chances.T @ (games[:, None] * chances)
        return bend + np.eye(self.players) / (PRIOR / ELO) ** 2

    def common(self, strength: Floats) -> Floats:
        """Return the covariance of the gradient between blocks: how much games on the same luck really vary."""
        games = self.wins.sum(axis=2, keepdims=True)
        off = (self.wins - games * self.chances(strength)).sum(axis=1)
        blocks = len(off)
        found: Floats = off.T @ off * (blocks / (blocks - 1) if blocks > 1 else 1.0)
        return found


def _climb(tables: RatedTables, start: Floats, free: Floats) -> Floats:
    """Return the most likely strengths within `start` plus any mix of the columns of `free` (damped Newton steps)."""
    at, best = start, tables.likelihood(start)
    for _ in range(200):
        slope = free.T @ tables.slope(at)
        step = free @ np.linalg.solve(free.T @ tables.information(at) @ free, slope)
        size = min(1.0, 4.0 / max(float(np.abs(step).max()), 1e-300))
        while (found := tables.likelihood(at + size * step)) < best - 1e-12 * abs(best) and size > 1e-9:
            size /= 2
        at, best = at + size * step, found
        if float(np.abs(step).max()) < 1e-7:
            break
    return at


class Ratings:
    """The ratings of players, with intervals and tests."""

    def __init__(self, tables: RatedTables):
        """Fit the model to the wins."""
        self._tables = tables
        self._strength = _climb(tables, np.zeros(tables.players), np.eye(tables.players))
        self._most = tables.likelihood(self._strength)
        self._covariance = np.linalg.inv(tables.information(self._strength))
        self._sandwich = self._covariance @ tables.common(self._strength) @ self._covariance

    @cached_property
    def linked(self) -> list[int]:
        """Return the players whose mean is 0: the largest group that wins link in both directions, or all if there is none.

        A player who always or never beats all of them must not move their mean to where there are no data.
        """
        beaten = self._beaten()
        groups = [_reached(beaten, player) & _reached(beaten.T, player) for player in range(len(beaten))]
        largest = max(groups, key=len)
        return sorted(largest) if len(largest) > 1 else list(range(len(beaten)))

    @property
    def elo(self) -> Floats:
        """Return the ratings in Elo points."""
        found: Floats = ELO * (self._strength - self._strength[self.linked].mean())
        return found

    def rating(self, player: int) -> Test:
        """Test a player's rating against 0, the mean of the linked; an end without data is infinite."""
        weights = np.zeros(self._tables.players)
        weights[self.linked] -= 1 / len(self.linked)
        weights[player] += 1
        found = self._test(weights)
        never_lost, never_won = self._open(player)
        low, high = (-math.inf if never_won else found.low), (math.inf if never_lost else found.high)
        return Test(0.0, found.estimate, low, high, found.p)

    def lead(self, player: int, rival: int) -> Test:
        """Test the difference of a player's rating and a rival's."""
        weights = np.zeros(self._tables.players)
        weights[player], weights[rival] = 1.0, -1.0
        return self._test(weights)

    def _test(self, weights: Floats) -> Test:
        """Test a mix of strengths against 0 by the profile likelihood; its level holds for few blocks, too (Student's t)."""
        from scipy.optimize import brentq
        from scipy.special import stdtr, stdtrit

        value, df = float(weights @ self._strength), len(self._tables.wins) - 1
        if df < 1:
            return Test(0.0, ELO * value, -math.inf, math.inf, 1.0)
        stretch = self._stretch(weights)

        def steps(at: float) -> float:
            return math.sqrt(max(2 * (self._most - self._highest(weights, at)), 0.0) / stretch)

        reach = float(stdtrit(df, 0.975))

        def end(far: float) -> float:
            """Return where the interval ends on one side; infinite if even the furthest rating is within reach."""
            if steps(value + far) <= reach:
                return math.copysign(math.inf, far)
            return float(brentq(lambda at: steps(at) - reach, *sorted((value, value + far)), xtol=1e-4))

        low, high = end(-_FURTHEST), end(_FURTHEST)
        p = 2 * float(stdtr(df, -steps(0.0)))
        return Test(0.0, ELO * value, ELO * low, ELO * high, min(max(p, math.ldexp(1.0, -df)), 1.0))

    def _highest(self, weights: Floats, at: float) -> float:
        """Return the greatest likelihood with the mix of strengths fixed at a value."""
        whole = np.linalg.svd(weights[None, :])[2]
        start = self._strength + (at - float(weights @ self._strength)) * weights / float(weights @ weights)
        return self._tables.likelihood(_climb(self._tables, start, whole[1:].T))

    def _stretch(self, weights: Floats) -> float:
        """Return how much wider or narrower than for independent games the spread is, as far as the data show it.

        Without data, twice as wide: for a player who won n of n games the likelihood then agrees with the binomial law.
        """
        plain = float(weights @ self._covariance @ weights)
        ratio = float(weights @ self._sandwich @ weights) / plain
        information = 1 / plain
        return (ratio * information + 2 * UNSEEN) / (information + UNSEEN)

    def _open(self, player: int) -> tuple[bool, bool]:
        """Return whether no chain of wins leads from the linked to a player, and whether none leads back."""
        beaten = self._beaten()
        others = set(self.linked) - {player}
        return not others & _reached(beaten.T, player), not others & _reached(beaten, player)

    def _beaten(self) -> Floats:
        """Return, by pair of players, the tables at which the first won a game against the second."""
        won, sat = (np.where(counts > 0, 1.0, 0.0) for counts in (self._tables.totals, self._tables.sitting))
        found: Floats = won.T @ sat
        return found


def _reached(edges: Floats, start: int) -> set[int]:
    """Return every player reachable along the edges."""
    found, waiting = {start}, [start]
    while waiting:
        for other in map(int, np.flatnonzero(edges[waiting.pop()])):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def cycle(beats: Sequence[Sequence[bool]]) -> list[int]:
    """Return a shortest ring in which each beats the next and the last the first; empty if there is none."""
    best: list[int] = []
    count = len(beats)
    for start in range(count):
        paths = [[start]]
        seen = {start}
        while paths:
            path = paths.pop(0)
            if best and len(path) >= len(best):
                break
            for other in range(count):
                if not beats[path[-1]][other]:
                    continue
                if other == start and len(path) > 2:
                    best, paths = path, []
                    break
                if other not in seen:
                    seen.add(other)
                    paths.append([*path, other])
    return best
