"""Taking in games until every promise of a contract is decided."""

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
    """The mean's interval for any number of looks; `scale` is how far a single deal may lie off.

    What happens in few deals may not have been seen often enough, or at all: with a chance of alpha, n deals show nothing
    of what happens in -log(alpha) of them on average. As many deals are added to the spread.
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
    seen: Moments = field(default_factory=lambda: Moments(0, math.nan, 0.0))

    def look(self, tally: Tally) -> None:
        """Take in all deals so far."""
        self.seen, scale = self.figure.moments(tally), self.figure.scale(tally)
        if self.seen.n < self.figure.burn_in or math.isinf(scale):
            return
        found = interval(self.seen, scale, self.alpha, self.tuned_for)
        least, most = self.figure.limits
        now = max(found.low, least), min(found.high, most)
        low, high = max(self.low, now[0]), min(self.high, now[1])
        # Two looks that contradict each other are one of the alpha cases; trust the larger sample.
        self.low, self.high = (low, high) if low <= high else now

    @property
    def verdict(self) -> Verdict:
        """Whether the figure is within its bounds."""
        return self.figure.verdict(self.low, self.high)

    @property
    def estimate(self) -> Estimate:
        """The figure with its interval."""
        return Estimate(self.seen.mean, self.low, self.high, self.seen.games, 1 - self.alpha)


def decide(question: ContractQuestion, batches: Iterable[Sequence[Tally]], most: int) -> list[Track]:
    """Take in batches, a tally for each arm, until every promise is decided or there are no more.

    `most` deals are there to be played.
    """
    arms, figures = list(question.arms), question.figures
    alpha, tuned_for = question.error_rate / len(figures), max(most // 10, BURN_IN)
    tracks = [Track(figure, alpha, tuned_for) for figure in figures]
    totals: list[Tally] = []
    for batch in batches:
        totals = [known.merged(more) for known, more in zip(totals, batch, strict=True)] if totals else list(batch)
        for track in tracks:
            track.look(totals[arms.index(track.figure.promise.arm)])
        if all(verdict != "undecided" for verdict in verdicts(question, tracks)):
            break
    return tracks


def verdicts(question: ContractQuestion, tracks: Sequence[Track]) -> list[Verdict]:
    """The answer to each promise."""
    return [worst_of(tracks, promise).verdict for promise in question.promises]


def overall(found: Iterable[Verdict]) -> Verdict:
    """The answer to the contract: broken if one promise is, kept if all are."""
    return min(found, key=_WORST_FIRST.index)


def worst_of(tracks: Sequence[Track], promise: Promise) -> Track:
    """The figure that decides a promise: the one that breaks it, else that which is not known yet, else the closest."""
    own = [track for track in tracks if track.figure.promise is promise]
    return min(own, key=lambda track: (_WORST_FIRST.index(track.verdict), _room(track)))


def _room(track: Track) -> float:
    """How far the figure is from the nearest bound; negative beyond it."""
    least, most, value = track.figure.promise.at_least, track.figure.promise.at_most, track.seen.mean
    rooms = [value - least if least is not None else math.inf, most - value if most is not None else math.inf]
    return math.inf if math.isnan(value) else min(rooms)
