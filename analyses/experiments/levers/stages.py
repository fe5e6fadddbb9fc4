"""The stages in which levers are played: all a little, those that may matter more, the strongest most.

After a stage a figure goes on if, on some subject, it is among those that surely move it most; figures that change not one
game never do. Every interval counts all looks, so it holds whichever figures went on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from digsite.analyses.experiments.paired import Scale
from digsite.analyses.experiments.unconfirmed import same_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from digsite.analyses.experiments.levers.question import LeversQuestion, MovedFigure
    from digsite.analyses.experiments.measures import Measure
    from digsite.simulator.play.tallies import Tally

    Source = Callable[[Sequence[str], range], Iterator[list[Tally]]]

PARTS = 20  # in which the games of a step are played
STAGES = ((1, 1.0), (5, 1 / 5), (PARTS, 1 / 20))  # how many parts a stage ends with, and the share of figures it plays
LEAST_FIGURES = 3  # that go on, however few there are
_REACH = 1.96  # standard errors that a change is taken off when figures are ranked


@dataclass(frozen=True)
class Played:
    """What was played: each arm's tally with the reference, the reference's own last tally, and the games of each stage."""

    tallies: Mapping[str, Tally]
    reference: Tally
    games: Sequence[int]

    def untouched(self, figure: MovedFigure) -> bool:
        """Return whether no step of a figure changed any game."""
        return all(same_games(self.tallies[step.arm]) for step in figure.steps)


def play_stages(question: LeversQuestion, source: Source) -> Played:
    """Play all stages; `source` gives the tallies of arms, the reference first, from a range of parts."""
    going, done, known, games = list(question.figures), 0, dict[str, "Tally"](), list[int]()
    for until, share in STAGES:
        if done:
            going = _going_on(question, known, max(math.ceil(len(question.figures) * share), LEAST_FIGURES), going)
        names = [question.reference, *(step.arm for figure in going for step in figure.steps)]
        for batch in source(names, range(done, until)):
            for name, tally in zip(names, batch, strict=True):
                known[name] = known[name].merged(tally) if name in known else tally
        done = until
        games.append(known[question.reference].games)
    return Played(known, known[question.reference], games)


def _going_on(
    question: LeversQuestion, known: Mapping[str, Tally], count: int, going: Sequence[MovedFigure]
) -> list[MovedFigure]:
    """Return the figures of the next stage: the first on each subject, then the second on each, and so on."""
    scale = Scale(known[question.reference], question.seats)
    left = [figure for figure in going if not all(same_games(known[step.arm]) for step in figure.steps)]
    orders = []
    for mine in question.by_subject(known[question.reference]).values():
        strength = {figure.key: _strength(figure, mine, known, scale) for figure in left}
        orders.append(sorted(left, key=lambda figure: -strength[figure.key]))
    chosen = dict.fromkeys(figure.key for rank in zip(*orders, strict=True) for figure in rank)
    first = set(list(chosen)[:count])
    return [figure for figure in left if figure.key in first]


def _strength(figure: MovedFigure, mine: Sequence[Measure], known: Mapping[str, Tally], scale: Scale) -> float:
    """Return how much a figure surely moves a subject: the near end of its largest change, in noticeable steps."""
    found = []
    for step in figure.steps:
        for measure in mine:
            change = measure.pair(known[step.arm]).difference
            error = change.sd / math.sqrt(change.n) if change.n > 1 else math.inf
            found.append((abs(change.mean) - _REACH * error) / scale.margin(measure))
    return max(found)
