"""Common luck: rules as they are and changed rules on the same deals, part by part."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.play.backends import On, OnTables, TableCache, batch_together, play_jobs
from digsite.simulator.play.plan import Plan, with_figures
from digsite.simulator.play.seating import whole_deals
from digsite.simulator.play.tallies import Floats, Tally, deals

if TYPE_CHECKING:
    from digsite.analyses.experiments.check import PromisedFigure
    from digsite.simulator.game.measures import Measurable

LEAST_DEALS, LEAST_LOOKAHEAD = 40, 4  # of a part


@dataclass(frozen=True)
class DealsJob(OnTables):
    """A job that plays games of a plan and returns a row of figures for each deal."""

    plan: Plan
    first: int
    count: int
    extra: "Sequence[Measurable]" = ()

    @property
    def plans(self) -> Sequence[Plan]:
        """Return the plan whose games it plays."""
        return (self.plan,)

    def do(self, tables: TableCache) -> Floats:
        """Play them."""
        return deals(
            tables.of(self.plan).play(self.first, self.count).rows, self.plan.seating_plan, self.first, self.extra
        )


class CommonLuck:
    """The deals of a search; those of the rules as they are stay in memory."""

    def __init__(self, plan: Plan, extra: "Sequence[Measurable]", on: On):
        """Play on the plan's luck."""
        self.plan, self._extra, self._on = plan, extra, on
        self.report: Callable[[int], None] | None = None  # is called with the games of each piece
        self._known: dict[int, Floats] = {}

    def part(self, games: int) -> int:
        """Return the games of a part: whole deals, and enough of them for a spread; few where players look ahead."""
        least = (LEAST_LOOKAHEAD if self.plan.thinking else LEAST_DEALS) * self.plan.rotations
        return whole_deals(max(games, least), self.plan.rotations)

    def reference(self, figures: "Sequence[PromisedFigure]", parts: range, size: int) -> list[list[float]]:
        """Return each figure of the rules as they are in new parts: [deals, mean, sum of squares]; nothing for no part."""
        if not len(parts):
            return []
        self._fill(parts, size)
        both = np.concatenate([self._known[part] for part in parts])
        tally = Tally.of(both, both, len(both) * self.plan.rotations)
        found = [figure.measure.side(tally, changed=False) for figure in figures]
        return [[m.n, m.mean, m.m2] for m in found]

    def changes(
        self,
        figures: "Sequence[PromisedFigure]",
        wanted: Sequence[Mapping[str, Any]],
        spans: Sequence[range],
        size: int,
    ) -> list[list[list[float]]]:
        """Return what each set of changed figures does in its parts, for each figure: [deals, mean, sum of squares]."""
        self._fill(sorted({part for span in spans for part in span}), size)
        plans = [with_figures(self.plan, changes) for changes in wanted]
        rows = iter(
            self._played([(plan, part) for plan, span in zip(plans, spans, strict=True) for part in span], size)
        )
        found = []
        for span in spans:
            mine = np.concatenate([next(rows) for _ in span])
            theirs = np.concatenate([self._known[part] for part in span])
            tally = Tally.of(theirs, mine, len(mine) * self.plan.rotations)
            pairs = [figure.measure.pair(tally).difference for figure in figures]
            found.append([[m.n, m.mean, m.m2] for m in pairs])
        return found

    def _fill(self, parts: Sequence[int], size: int) -> None:
        new = [part for part in parts if part not in self._known]
        self._known |= dict(zip(new, self._played([(self.plan, part) for part in new], size), strict=True))

    def _played(self, wanted: Sequence[tuple[Plan, int]], size: int) -> list[Floats]:
        """Return the deals of each plan's part, in order."""
        piece = min(batch_together([self.plan]), size)
        jobs = [
            DealsJob(plan, at, min(piece, (part + 1) * size - at), self._extra)
            for plan, part in wanted
            for at in range(part * size, (part + 1) * size, piece)
        ]
        each, found = -(-size // piece), list[Floats]()
        with closing(play_jobs(jobs, self._on)) as played:
            for rows in played:
                found.append(rows)
                if self.report:
                    self.report(len(rows) * self.plan.rotations)
        return [np.concatenate(found[at : at + each]) for at in range(0, len(found), each)]
