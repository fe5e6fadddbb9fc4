"""What each figure does: its changes, how much they matter, and which subjects it surely moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from digsite.analyses.experiments.levers.question import subject_of
from digsite.analyses.experiments.paired import Ruler, Scale, changes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.experiments.levers.question import LeversQuestion, MovedFigure, MovedStep
    from digsite.analyses.experiments.levers.stages import Played
    from digsite.analyses.experiments.paired import Change


@dataclass(frozen=True)
class Moved:
    """A change of one measure by one step of a figure; all of them are corrected together."""

    figure: MovedFigure
    step: MovedStep
    change: Change

    @property
    def subject(self) -> str:
        """Return what it changes, in the words of a sentence."""
        return subject_of(self.change.measure)

    @property
    def steps(self) -> float:
        """Return the change in noticeable steps: 1 is the least that is noticeable."""
        return self.change.difference.value / self.change.margin

    @property
    def least(self) -> float:
        """Return how large the change is at the least, in noticeable steps."""
        difference = self.change.difference
        return max(difference.low, -difference.high, 0.0) / self.change.margin

    @property
    def is_noticeable(self) -> bool:
        """Return whether the change is surely large enough to notice."""
        return self.change.differs and self.least >= 1


@dataclass(frozen=True)
class Effects:
    """All changes, and the figures that changed not one game."""

    question: LeversQuestion
    scale: Scale
    every: Sequence[Moved]
    untouched: Sequence[MovedFigure]
    games: Sequence[int]

    @property
    def subjects(self) -> list[str]:
        """Return what is measured, in the words of a sentence."""
        return list(dict.fromkeys(moved.subject for moved in self.every))

    def movers(self, subject: str) -> list[Moved]:
        """Return the strongest change of each figure that surely moves a subject, the strongest first."""
        best: dict[str, Moved] = {}
        for moved in sorted(self.every, key=lambda moved: (moved.least, abs(moved.steps))):
            if moved.subject == subject and moved.change.differs:
                best[moved.figure.key] = moved
        return sorted(best.values(), key=lambda moved: (-moved.least, -abs(moved.steps)))

    @property
    def strongest(self) -> Mapping[str, Moved]:
        """Return the strongest change that is beyond chance, by figure, the strongest first."""
        found = sorted((m for m in self.every if m.change.differs), key=lambda m: (m.least, abs(m.steps)))
        best = {moved.figure.key: moved for moved in found}
        return dict(sorted(best.items(), key=lambda item: (-item[1].least, -abs(item[1].steps))))

    @property
    def idle(self) -> list[MovedFigure]:
        """Return the figures without a measurable effect on anything."""
        moving = self.strongest
        return [figure for figure in self.question.figures if figure.key not in moving]


def effects_of(question: LeversQuestion, played: Played) -> Effects:
    """Return what each figure does, from all games."""
    scale = Scale(played.reference, question.seats)
    known = max((question.measures(tally) for tally in played.tallies.values()), key=len)
    asked = [
        (figure, step, measure) for figure in question.figures for step in figure.steps for measure in known
    ]  # fmt: skip
    pairs = [(measure, played.tallies[step.arm]) for _, step, measure in asked]
    found = changes(pairs, scale, Ruler(), more=len(pairs) * (len(played.games) - 1))
    every = [Moved(figure, step, change) for (figure, step, _), change in zip(asked, found, strict=True)]
    untouched = [figure for figure in question.figures if played.untouched(figure)]
    return Effects(question, scale, every, untouched, played.games)
