"""The proof: rules as they are and proposals on the same fresh deals, until every target is kept or broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from digsite.analyses.experiments.check.tracks import Track, overall, tracks_of, worst_of
from digsite.analyses.experiments.measures import measures
from digsite.analyses.experiments.paired import Change, Ruler, Scale, changes
from digsite.analyses.stats import family, tests

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from digsite.analyses.experiments.balance.question import BalanceQuestion, Proposal
    from digsite.analyses.experiments.check import Verdict
    from digsite.simulator.play.tallies import Tally

LEAST_PART = 10  # the part of all games that a proof of proposals takes at the least


@dataclass(frozen=True)
class Proof:
    """What the games say: the tracks of the rules as they are and of the proposals, and all tallies, the reference first.

    complete: whether all games were played that may be.
    """

    question: BalanceQuestion
    own: Sequence[Track]
    proposed: Sequence[Track]
    tallies: Sequence[Tally]
    tuned_for: int
    complete: bool = False

    @property
    def verdict(self) -> Verdict:
        """Return whether the rules as they are meet the targets."""
        return "broken" if self.broken_at_last else overall(track.verdict for track in self.own)

    @property
    def broken_at_last(self) -> bool:
        """Return whether a last look at all games calls a target broken that looking all the time leaves undecided.

        It shares the error rate with the intervals for all looks: rules that meet the targets are called broken in at most one
        of twenty searches.
        """
        open_yet = overall(track.verdict for track in self.own) == "undecided"
        return open_yet and self.complete and any(map(self._is_outside, self.own))

    def _is_outside(self, track: Track) -> bool:
        seen, promise = track.observed, track.figure.promise
        scale = track.figure.scale(self.tallies[0])
        bounds = [
            bound
            for bound, beyond in ((promise.at_least, -1), (promise.at_most, 1))
            if bound is not None and (seen.mean - bound) * beyond > 0
        ]
        one_sided = [tests.mean(seen, bound, scale).p / 2 for bound in bounds]
        return any(family.bonferroni(p, len(self.own)) < self.question.own.error_rate for p in one_sided)

    def tracks(self, proposal: Proposal) -> list[Track]:
        """Return the tracks of a proposal."""
        return [track for track in self.proposed if track.figure.promise.arm == proposal.arm]

    def verdict_on(self, proposal: Proposal) -> Verdict:
        """Return whether a proposal meets the targets."""
        return overall(track.verdict for track in self.tracks(proposal))

    def worst(self, proposal: Proposal) -> Track:
        """Return the figure of a proposal that decides its verdict."""
        mine = self.tracks(proposal)
        worst = [worst_of(mine, promise) for promise in dict.fromkeys(track.figure.promise for track in mine)]
        return min(worst, key=lambda track: ("broken", "undecided", "kept").index(track.verdict))

    @property
    def ranked(self) -> list[Proposal]:
        """Return the proposals: kept before undecided before broken, then those that change least."""
        order = ("kept", "undecided", "broken")
        return sorted(
            self.question.proposals,
            key=lambda one: (order.index(self.verdict_on(one)), self.outside(one) if self.verdict_on(one) == "broken"
                             else 0.0, len(one.changes), one.steps),
        )  # fmt: skip

    def outside(self, proposal: Proposal) -> float:
        """Return how far outside its bounds a proposal's worst figure lies, in parts of the bounds."""
        found = 0.0
        for track in self.tracks(proposal):
            promise, value = track.figure.promise, track.observed.mean
            for gap, bound in (
                (promise.at_least - value if promise.at_least is not None else 0.0, promise.at_least),
                (value - promise.at_most if promise.at_most is not None else 0.0, promise.at_most),
            ):
                found = max(found, gap / (abs(bound or 0.0) or 1.0))
        return found

    def other_changes(self, proposal: Proposal) -> list[Change]:
        """Return what a proposal changes in wins, scores, length and the game's headline columns; all are corrected together."""
        question = self.question
        at = 1 + list(question.proposals).index(proposal)
        tally, line_up = self.tallies[at], question.line_up
        every = [
            measure
            for measure in measures(line_up, line_up, tally, question.extra)
            if (measure.topic != "scores" or measure.about == "all")
            and not (question.seats == 2 and measure.topic == "seats" and measure.about == "seat 2")
        ]
        scale = Scale(tally, question.seats)
        more = len(every) * (len(question.proposals) - 1)
        return changes([(measure, tally) for measure in every], scale, Ruler(self.tuned_for), more)


def prove(question: BalanceQuestion, batches: Iterable[Sequence[Tally]], most: int) -> Proof:
    """Add batches, a tally for each arm, until every target is decided or no batch is left.

    With proposals it ends when theirs are decided, and with the games that decided those of the rules as they are before. It
    plays a tenth of the games at the least, to say how near a proposal comes.
    """
    own = tracks_of(question.own, most)
    proposed = tracks_of(question.proposed, most) if question.proposed else []
    arms = [question.reference, *(one.arm for one in question.proposals)]
    totals: list[Tally] = []
    for batch in batches:
        totals = [known.merged(more) for known, more in zip(totals, batch, strict=True)] if totals else list(batch)
        for track in (*own, *proposed):
            track.add(totals[arms.index(track.figure.promise.arm)])
        least = most // LEAST_PART
        enough = totals[0].deals >= least and totals[0].games >= question.own_games
        if is_decided(proposed or own) and (enough or not proposed):
            break
    return Proof(question, own, proposed, totals, max(most // LEAST_PART, 100), totals[0].deals >= most)


def is_decided(tracks: Sequence[Track]) -> bool:
    """Return whether every target is decided: broken as soon as one of its figures is."""
    return all(
        overall(track.verdict for track in tracks if track.figure.promise is promise) != "undecided"
        for promise in [track.figure.promise for track in tracks]
    )
