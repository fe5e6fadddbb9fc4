"""What is asked of levers: the figures, their steps with an arm each, and what is measured."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.measures import Measure, measures
from digsite.simulator.game.measures import WINNING_MARGIN, find_measures, headlines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.simulator.game.game import Game
    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.tallies import Tally

REFERENCE = "reference"
WHO_WINS, STRATEGIES = "who wins", "how strategies do"
_SUBJECTS = {
    "seats": WHO_WINS,
    "strategies": STRATEGIES,
    "scores": "the scores",
    "length": "the length of a game",
    "wins": "whether somebody wins",
}


@dataclass(frozen=True)
class MovedStep:
    """A step of a figure: which way, the value, its settings, and the arm that plays it."""

    way: str
    label: str
    settings: Sequence[str]
    arm: str


@dataclass(frozen=True)
class MovedFigure:
    """A figure that is moved, with its value in the rules."""

    key: str
    value: str
    about: str
    confirmed: bool
    steps: Sequence[MovedStep]

    @property
    def called(self) -> str:
        """Return its name; a star marks a figure that no source confirms."""
        return self.key + "*" * (not self.confirmed)


@dataclass(frozen=True)
class LeversQuestion:
    """The figures that are moved, the line-up, and what is measured besides wins, scores and length."""

    line_up: Sequence[str]
    figures: Sequence[MovedFigure]
    extra: Sequence[Measurable]
    notes: Sequence[str] = ()
    named: Sequence[str] = ()
    points: str = "points"
    reference: str = REFERENCE

    @classmethod
    def of(cls, data: Mapping[str, Any], game: Game, line_up: Sequence[str]) -> LeversQuestion:
        """Return the question from the plain data that an experiment stores."""
        figures = [
            MovedFigure(**{**figure, "steps": [MovedStep(**step) for step in figure["steps"]]})
            for figure in data["figures"]
        ]
        named = data.get("measure", [])
        extra = lever_measures(game, len(line_up), named)
        return cls(line_up, figures, extra, data["notes"], named, game.wording.points)

    def as_data(self) -> dict[str, Any]:
        """Return the question as plain data for an experiment to store."""
        found: dict[str, Any] = {"figures": [asdict(figure) for figure in self.figures], "notes": list(self.notes)}
        return found | ({"measure": list(self.named)} if self.named else {})

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.line_up)

    @property
    def columns(self) -> list[str]:
        """Return the columns that are read in addition to wins, scores and length."""
        return [measured.column for measured in self.extra]

    def measures(self, tally: Tally) -> list[Measure]:
        """Return what is compared: wins by seat and strategy, the mean score, length and columns.

        With two seats one says it all.
        """
        found = measures(self.line_up, self.line_up, tally, self.extra)
        return [
            measure
            for measure in found
            if (measure.topic != "scores" or measure.about == "all")
            and not (self.seats == 2 and measure.topic == "seats" and measure.about == "seat 2")
        ]

    def by_subject(self, tally: Tally) -> dict[str, list[Measure]]:
        """Return the measures by what they are about, in the words of a sentence."""
        found: dict[str, list[Measure]] = {}
        for measure in self.measures(tally):
            found.setdefault(subject_of(measure), []).append(measure)
        return found


def subject_of(measure: Measure) -> str:
    """Return what a measure is about, in the words of a sentence."""
    if measure.topic != "columns":
        return _SUBJECTS[measure.topic]
    return f"the {measure.name}" if measure.column == WINNING_MARGIN.column else measure.name


def lever_measures(game: Game, seats: int, named: Sequence[str]) -> list[Measurable]:
    """Return what is measured in addition to wins, scores and length: the user's choice, or the game's, and the margin."""
    found = find_measures(game.columns, seats, named or headlines(game.columns))
    return [*found, *([WINNING_MARGIN] if seats > 1 else [])]
