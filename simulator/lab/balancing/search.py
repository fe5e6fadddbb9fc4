"""The search for the smallest change: candidates race on common luck, those that are close play more games.

Single changes are played first, a little. What each candidate does to the targets is then predicted from all that was
played (`response`), and the games go where they decide most: to the candidates that may meet the targets with the fewest
changes, then the fewest steps. The search depends only on what was played, which is logged round by round: replaying the log
restores its state.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr

from digsite.analyses.experiments.paired import Scale
from digsite.analyses.stats import Moments
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.balancing.luck import CommonLuck
from digsite.simulator.lab.balancing.outlook import LIKELY, Outlook, expected_excess, margin_of, mean_errors, rank
from digsite.simulator.lab.balancing.response import Floats, Response
from digsite.simulator.lab.balancing.targets import bounds_of
from digsite.simulator.lab.players.cma import Limits, Log
from digsite.simulator.play.plan import with_figures

if TYPE_CHECKING:
    from digsite.analyses.experiments.check import ContractQuestion
    from digsite.simulator.lab.balancing.space import Candidate, Space
    from digsite.simulator.play.tallies import Tally

PARTS = 300  # in which the games of a search are played
FIRST = 8  # parts that the rules as they are play at once, and
MOST = 48  # that a candidate plays at most
SURE, POSSIBLE = 0.95, 0.1  # chances that a candidate meets the targets
WIDE = 1.5, 2.5  # standard deviations by which a candidate is hoped to be better: in choosing, and in giving up
WORTHWHILE = 0.2  # noticeable steps that a candidate must be nearer to be worth its games
BEAM = 40  # candidates to which a third change is added


@dataclass(frozen=True)
class Round:
    """What one round of the search played.

    reference: for each target, the games of the rules as they are: [deals, mean, sum of squares].
    played:    candidates, each with the parts that it has now, and its changes in the new ones: [deals, mean, sum of squares].
    """

    reference: list[list[float]]
    played: list[list[Any]]
    games: int
    seconds: float = 0.0


@dataclass
class Known:
    """What is known of a candidate: the parts that it played, and its change of each target."""

    parts: int = 0
    changes: list[Moments] = field(default_factory=list)

    def add(self, parts: int, found: Sequence[Sequence[float]]) -> None:
        """Add what new parts have shown."""
        more = [Moments(int(n), mean, m2) for n, mean, m2 in found]
        self.changes = [was.merged(new) for was, new in zip(self.changes, more, strict=True)] if self.changes else more
        self.parts = parts


@dataclass(frozen=True)
class Searched:
    """Where a search ended: the proposals, what led there, and why it ended."""

    proposals: "list[Candidate]"
    course: list[Round]
    ended: str
    outlook: Outlook

    @property
    def games(self) -> int:
        """Return the games that the search took."""
        return sum(made.games for made in self.course)


class _TimeUp(Exception):
    """The time of a search is over."""


class BalanceSearch:
    """One search: the figures that may move, the targets, and what was played so far."""

    name = "balance"

    def __init__(self, space: "Space", question: "ContractQuestion", luck: CommonLuck, reference: "Tally", games: int):
        """Set up the search; `reference` is what other games showed of the rules as they are."""
        self.space, self.question, self._luck = space, question, luck
        self._part = luck.part(games // PARTS)
        self._figures = question.figures
        self._reference = [figure.measure.side(reference, changed=False) for figure in self._figures]
        scale = Scale(reference, question.seats)
        self.margins = np.array([margin_of(figure.measure, scale) for figure in self._figures])
        bounds = np.array([bounds_of(figure) for figure in self._figures])
        self._low, self._high = bounds[:, 0], bounds[:, 1]
        self._response = Response(space)
        self.known: dict[Candidate, Known] = {}
        self.impossible: dict[Candidate, str] = {}
        self.course: list[Round] = []
        self._reference_parts = 0
        self._singles, self._pairs = space.singles(), space.pairs() if space.most_changes > 1 else []

    # --------------------------------------------------------------------------------------------- playing

    def run(self, log: "Log[Round]", limits: Limits, report: Callable[["BalanceSearch"], None]) -> Searched:
        """Search to the end, from where the log stops."""
        for made in log.of(self.name):
            self._learn(made)
        while not (ended := self._ended(limits)):
            chosen = self._choose() if self.course else self._screening()
            if not chosen:
                ended = "nothing was left to learn"
                break
            try:
                made = self._timed(chosen, limits, report)
            except _TimeUp:
                ended = "the time was up"
                break
            log.add(self.name, made)
            self._learn(made)
            report(self)
        return Searched(self.proposals(), list(self.course), ended, self.outlook(list(self.known)))

    def _timed(
        self, chosen: "Mapping[Candidate, int]", limits: Limits, report: Callable[["BalanceSearch"], None]
    ) -> Round:
        """Play a round; one that is incomplete when the time is up is discarded. Without a limit no time is logged."""
        began = time.monotonic()
        left = None if limits.minutes is None else 60 * limits.minutes - sum(made.seconds for made in self.course)

        def played(_games: int) -> None:
            if left is not None and time.monotonic() - began > left:
                raise _TimeUp
            report(self)

        self._luck.report = played
        made = self._play(chosen)
        return made if left is None else replace(made, seconds=round(time.monotonic() - began, 3))

    def _ended(self, limits: Limits) -> str:
        """Return why the search ends now; empty if it continues."""
        if limits.generations is not None:
            return "generations" if len(self.course) >= limits.generations else ""
        if limits.games is not None and self.games >= limits.games:
            return "the games were spent"
        if limits.minutes is not None and sum(made.seconds for made in self.course) >= 60 * limits.minutes:
            return "the time was up"
        return ""

    @property
    def games(self) -> int:
        """Return the games played so far."""
        return sum(made.games for made in self.course)

    def games_of(self, candidate: "Candidate") -> int:
        """Return the games that a candidate played."""
        return self.known[candidate].parts * self._part

    def _play(self, chosen: "Mapping[Candidate, int]") -> Round:
        """Play candidates up to a number of parts each."""
        parts = max(FIRST, *chosen.values(), self._reference_parts)
        new = range(self._reference_parts, parts)
        reference = self._luck.reference(self._figures, new, self._part)
        wanted = [(c, range(self.known[c].parts if c in self.known else 0, until)) for c, until in chosen.items()]
        changes = [self.space.changes_of(candidate) for candidate, _ in wanted]
        found = self._luck.changes(self._figures, changes, [span for _, span in wanted], self._part)
        games = self._part * (len(new) + sum(len(span) for _, span in wanted))
        played = [[list(c), span.stop, rows] for (c, span), rows in zip(wanted, found, strict=True)]
        return Round(reference, played, games)

    def _learn(self, made: Round) -> None:
        if made.reference:
            more = [Moments(int(n), mean, m2) for n, mean, m2 in made.reference]
            self._reference = [was.merged(new) for was, new in zip(self._reference, more, strict=True)]
        for candidate, parts, found in made.played:
            self.known.setdefault(tuple(candidate), Known()).add(parts, found)
            self._reference_parts = max(self._reference_parts, parts)
        self._reference_parts = max(self._reference_parts, FIRST)
        self.course.append(made)

    # --------------------------------------------------------------------------------------------- choosing

    def _possible(self, candidate: "Candidate") -> bool:
        """Return whether the game can be played so; figures that cannot go together are left out."""
        if candidate not in self.impossible and candidate not in self.known:
            try:
                with_figures(self._luck.plan, self.space.changes_of(candidate))
            except WrongUse as problem:
                self.impossible[candidate] = str(problem)
        return candidate not in self.impossible

    def _screening(self) -> "dict[Candidate, int]":
        """Return the nearest and the farthest values of each figure, to play one part each."""
        found: dict[Candidate, int] = {}
        for at, figure in enumerate(self.space.figures):
            mine = [c for c in self._singles if c[at] and self._possible(c)]
            below = [c for c in mine if figure.values[c[at]].place < 0]
            above = [c for c in mine if figure.values[c[at]].place > 0]
            ends = [side[place] for side in (below, above) if side for place in (0, -1)] if figure.ordered else mine
            found |= dict.fromkeys(ends, 1)
        return found

    def levels(self) -> list[Outlook]:
        """Return what is expected of the candidates with one change, with two, and so on."""
        found = [self.outlook(self._singles)]
        for count in range(2, self.space.most_changes + 1):
            if count == 2:
                found.append(self.outlook(self._pairs))
                continue
            order = np.argsort(found[-1].outside, kind="stable")[:BEAM]
            measured = [c for c in self.known if sum(map(bool, c)) == count]
            more = self.space.extended([found[-1].candidates[at] for at in order])
            found.append(self.outlook(list(dict.fromkeys([*measured, *more]))))
        return found

    def outlook(self, candidates: "Sequence[Candidate]") -> Outlook:
        """Return what is expected of candidates."""
        asked = [c for c in candidates if c not in self.impossible]
        played = np.array(list(self.known), dtype=np.int64).reshape(-1, len(self.space.figures))
        rows = np.array(asked, dtype=np.int64).reshape(-1, len(self.space.figures))
        means, deviations = np.zeros((len(asked), len(self._figures))), np.zeros((len(asked), len(self._figures)))
        for at, reference in enumerate(self._reference if self.known and asked else ()):
            seen = [known.changes[at] for known in self.known.values()]
            errors = mean_errors(seen, self.margins[at])
            mean, deviation = self._response.predict(played, np.array([m.mean for m in seen]), errors, rows)
            own = reference.m2 / max(reference.n - 1, 1) / max(reference.n, 1)
            means[:, at], deviations[:, at] = reference.mean + mean, np.sqrt(np.square(deviation) + own)
        steps = np.array([self.space.steps(c) for c in asked], dtype=np.float64)
        measured = np.array([self.known[c].parts if c in self.known else 0 for c in asked], dtype=np.float64)
        outside, chance = self._outside(means, deviations)
        return Outlook(asked, means, deviations, outside, chance, steps, measured)

    def _outside(self, means: Floats, deviations: Floats) -> tuple[Floats, Floats]:
        """Return the expected distance outside the targets, in noticeable steps, and the chance to meet all of them."""
        spread = np.maximum(deviations, 1e-12)
        below, above = (self._low - means) / spread, (means - self._high) / spread
        beyond = sum(expected_excess(side) * spread for side in (below, above))
        inside = np.clip(ndtr(-below) - ndtr(above), 0.0, 1.0)
        return (beyond / self.margins).sum(axis=1), inside.prod(axis=1)

    def hopeful(self, seen: Outlook, wide: float) -> Floats:
        """Return how far outside candidates are at the least, if each is luckier than expected by some deviations."""
        reach = wide * seen.deviations
        gaps = np.maximum(self._low - seen.means, seen.means - self._high) - reach
        found: Floats = (np.maximum(gaps, 0.0) / self.margins).sum(axis=1)
        return found

    def leader(self, seen: Outlook) -> int | None:
        """Return the best candidate of those played: it likely meets the targets in the fewest steps, or is nearest."""
        played = np.flatnonzero(seen.measured)
        if not len(played):
            return None
        return int(min(played, key=lambda at: rank(seen, int(at))))

    def _choose(self) -> "dict[Candidate, int]":
        """Return the candidates to play on, with the parts that each is to have; none if all is known that matters."""
        found: dict[Candidate, int] = {}
        for seen in self.levels():
            if not len(seen.candidates):
                continue
            picks = self._picks(seen)
            for at in picks:
                candidate = seen.candidates[at]
                done = int(seen.measured[at])
                found[candidate] = min(max(2 * done, 1), MOST)
            best = self.leader(seen)
            if best is not None and seen.chance[best] >= SURE and not picks:
                break  # more changes are not needed
        return found

    def _picks(self, seen: Outlook) -> list[int]:
        """Return the places of the candidates with one number of changes that are worth more games."""
        best, found = self.leader(seen), dict[int, None]()
        open_ones = [at for at in range(len(seen.candidates)) if seen.measured[at] < MOST]
        if best is not None and POSSIBLE < seen.chance[best] < SURE and seen.measured[best] < MOST:
            found[best] = None
        if best is not None and seen.chance[best] >= LIKELY:
            cheaper = [at for at in open_ones if seen.steps[at] < seen.steps[best] and seen.chance[at] >= POSSIBLE]
            rivals = sorted(cheaper, key=lambda at: -seen.chance[at])
        else:
            near, far = self.hopeful(seen, WIDE[0]), self.hopeful(seen, WIDE[1])
            known = math.inf if best is None else float(seen.outside[best])
            rivals = [at for at in open_ones if far[at] < known - WORTHWHILE]
            rivals.sort(key=lambda at: (round(float(near[at]), 2), -seen.chance[at], seen.steps[at]))
        for at in rivals:
            if len(found) >= 3:
                break
            if self._possible(seen.candidates[at]):
                found[at] = None
        return list(found)

    # --------------------------------------------------------------------------------------------- proposing

    def proposals(self) -> "list[Candidate]":
        """Return a short list: the nearest with each number of changes, as far as more changes are needed, and others like it."""
        found: list[Candidate] = []
        nearest = math.inf
        for seen in self.levels():
            best = self.leader(seen)
            if best is None:
                continue
            likely = seen.chance[best] >= LIKELY
            if likely or seen.outside[best] < nearest - WORTHWHILE:
                found.append(seen.candidates[best])
                nearest = float(seen.outside[best])
            if likely:
                found += self._others(seen, best)
                break
        return found

    def _others(self, seen: Outlook, best: int) -> "list[Candidate]":
        """Return the same number of changes of other figures, and the candidate that lies safest within the targets."""
        played = [int(at) for at in np.flatnonzero(seen.measured) if seen.chance[at] >= LIKELY]
        which = [bool(value) for value in seen.candidates[best]]
        other = [at for at in played if [bool(value) for value in seen.candidates[at]] != which]
        safest = min(played, key=lambda at: (round(float(seen.outside[at]), 3), seen.steps[at]))
        chosen = [*([min(other, key=lambda at: rank(seen, at))] if other else []), safest]
        return [seen.candidates[at] for at in dict.fromkeys(chosen) if at != best]
