"""Adding games until every promise of a contract is decided."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from digsite.analyses.experiments.check.question import BURN_IN, ContractQuestion, Promise, PromisedFigure, Verdict
from digsite.analyses.stats import Estimate, Moments, anytime_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from digsite.simulator.play.tallies import Tally

_WORST_FIRST: Sequence[Verdict] = ("broken", "undecided", "kept")


def interval(seen: Moments, scale: float, alpha: float, tuned_for: int) -> Estimate:
    """Return the mean's interval for any number of looks; `scale` is how far a single deal may lie off.

    Rare events may not have been seen often enough, or at all: with probability alpha, n deals miss every event that happens
    in -log(alpha) of them on average. The spread includes that number of deals.
    """
    return anytime_interval(seen, 1 - alpha, tuned_for, scale * math.sqrt(-math.log(alpha)))


@dataclass
class Track:
    """What is known of a figure after all looks together."""

    figure: PromisedFigure
    alpha: float
    tuned_for: int
    low: float = -math.inf
    high: float = math.inf
    observed: Moments = field(default_factory=lambda: Moments(0, math.nan, 0.0))

    def add(self, tally: Tally) -> None:
        """Add all deals so far."""
        self.observed, scale = self.figure.moments(tally), self.figure.scale(tally)
        if self.observed.n < self.figure.burn_in or math.isinf(scale):
            return
        found = interval(self.observed, scale, self.alpha, self.tuned_for)
        least, most = self.figure.limits
        now = max(found.low, least), min(found.high, most)
        low, high = max(self.low, now[0]), min(self.high, now[1])
        # Two looks that contradict each other are one of the alpha cases; trust the larger sample.
        self.low, self.high = (low, high) if low <= high else now

    @property
    def verdict(self) -> Verdict:
        """Return whether the figure is within its bounds."""
        return self.figure.verdict(self.low, self.high)

    @property
    def estimate(self) -> Estimate:
        """Return the figure with its interval."""
        return Estimate(self.observed.mean, self.low, self.high, self.observed.games, 1 - self.alpha)


def tracks_of(question: ContractQuestion, most: int) -> list[Track]:
    """Return a track for each figure, before any game; all intervals hold together in 1 - error rate of all contracts."""
    alpha, tuned_for = question.error_rate / len(question.figures), max(most // 10, BURN_IN)
    return [Track(figure, alpha, tuned_for) for figure in question.figures]


def decide(question: ContractQuestion, batches: Iterable[Sequence[Tally]], most: int) -> list[Track]:
    """Add batches, a tally for each arm, until every promise is decided or no batch is left.

    `most` is the largest number of deals that may be played.
    """
    arms, tracks = list(question.arms), tracks_of(question, most)
    totals: list[Tally] = []
    for batch in batches:
        totals = [known.merged(more) for known, more in zip(totals, batch, strict=True)] if totals else list(batch)
        for track in tracks:
            track.add(totals[arms.index(track.figure.promise.arm)])
        if all(verdict != "undecided" for verdict in verdicts(question, tracks)):
            break
    return tracks


def verdicts(question: ContractQuestion, tracks: Sequence[Track]) -> list[Verdict]:
    """Return the verdict on each promise."""
    return [worst_of(tracks, promise).verdict for promise in question.promises]


def overall(found: Iterable[Verdict]) -> Verdict:
    """Return the verdict on the contract: broken if one promise is, kept if all are."""
    return min(found, key=_WORST_FIRST.index)


def worst_of(tracks: Sequence[Track], promise: Promise) -> Track:
    """Return the figure that decides a promise: one that breaks it, else an undecided one, else the closest to a bound."""
    own = [track for track in tracks if track.figure.promise is promise]
    return min(own, key=lambda track: (_WORST_FIRST.index(track.verdict), _room(track)))


def _room(track: Track) -> float:
    """Return how far the figure is from the nearest bound; negative beyond it."""
    least, most, value = track.figure.promise.at_least, track.figure.promise.at_most, track.observed.mean
    rooms = [value - least if least is not None else math.inf, most - value if most is not None else math.inf]
    return math.inf if math.isnan(value) else min(rooms)
