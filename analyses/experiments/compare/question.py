"""The question of a comparison: what the two sides are, what is measured, and how long they play."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.measures import Measure, Unit, measures
from digsite.simulator.game.measures import find_measures, headlines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.simulator.game.game import Game
    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.tallies import Tally

HEADLINES: dict[Unit, str] = {"share": "win rate of seat 1", "points": "mean score", "turns": "turns"}


@dataclass(frozen=True)
class Side:
    """One side of a comparison: a short name, its words in a sentence, and its line-up."""

    label: str
    phrase: str
    line_up: Sequence[str]


@dataclass(frozen=True)
class Comparison:
    """The two sides compared, the margin if the user named one, and what else is measured.

    `named` holds the measures that the user names; `extra` their meaning, or the game's measures by default.
    `points` is the unit of the game's scores.
    """

    against: Side
    changed: Side
    margin: tuple[Unit, float] | None = None
    extra: Sequence[Measurable] = ()
    named: Sequence[str] = ()
    points: str = "points"

    @classmethod
    def of(cls, data: Mapping[str, Any], game: Game) -> Comparison:
        """Return the question from the plain data that an experiment stores."""
        margin, named = data["margin"], data.get("measure", [])
        sides = Side(**data["against"]), Side(**data["changed"])
        extra = find_measures(game.columns, len(sides[0].line_up), named or headlines(game.columns))
        return cls(*sides, (margin[0], margin[1]) if margin else None, extra, named, game.wording.points)

    def as_data(self) -> dict[str, Any]:
        """Return the question as plain data for an experiment to store."""
        sides = {"against": asdict(self.against), "changed": asdict(self.changed)}
        return sides | {"margin": self.margin} | ({"measure": list(self.named)} if self.named else {})

    @property
    def seats(self) -> int:
        """Return the number of players on either side."""
        return len(self.against.line_up)

    @property
    def headline(self) -> str:
        """Return the measure that decides when to stop, and comes first."""
        if self.named:
            return self.extra[0].words
        unit: Unit = self.margin[0] if self.margin else "share" if self.seats > 1 else "points"
        return HEADLINES[unit]

    @property
    def columns(self) -> list[str]:
        """Return the game's columns to read."""
        return [measured.column for measured in self.extra]

    def measures(self, tally: Tally) -> list[Measure]:
        """Return all measures that are compared."""
        return measures(self.against.line_up, self.changed.line_up, tally, self.extra)


@dataclass(frozen=True)
class Tuning:
    """The settings from a pilot: where the test is to be tightest, and how far a deal may lie off."""

    deals: int
    scale: float = 1.0
