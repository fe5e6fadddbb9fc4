"""The question of a comparison: what the two sides are, what is measured, and how long they play."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.measures import Measure, Topic, Unit, measures
from digsite.simulator.game.measures import find_measures, headlines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.simulator.game.game import Game
    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.tallies import Tally

HEADLINES: dict[Unit, str] = {"share": "win rate of seat 1", "points": "mean score", "turns": "turns"}
MIRRORED = "win rate of seat 2"


ARMS = ("against", "changed")


def arms_of(line_up: int) -> tuple[str, str]:
    """Return the arms of a further line-up, counted from 1.

    >>> arms_of(2)
    ('against-2', 'changed-2')
    """
    return f"{ARMS[0]}-{line_up}", f"{ARMS[1]}-{line_up}"


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
    `points` is the unit of the game's scores. `line_ups` are others that play the same comparison on deals of their own.
    """

    against: Side
    changed: Side
    margin: tuple[Unit, float] | None = None
    extra: Sequence[Measurable] = ()
    named: Sequence[str] = ()
    points: str = "points"
    line_ups: Sequence[Sequence[str]] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any], game: Game) -> Comparison:
        """Return the question from the plain data that an experiment stores."""
        margin, named = data["margin"], data.get("measure", [])
        sides = Side(**data["against"]), Side(**data["changed"])
        extra = find_measures(game.columns, len(sides[0].line_up), named or headlines(game.columns))
        least, line_ups = (margin[0], margin[1]) if margin else None, data.get("line_ups", [])
        return cls(*sides, least, extra, named, game.wording.points, line_ups)

    def as_data(self) -> dict[str, Any]:
        """Return the question as plain data for an experiment to store."""
        sides = {"against": asdict(self.against), "changed": asdict(self.changed)}
        more: dict[str, Any] = {"measure": list(self.named)} if self.named else {}
        if self.line_ups:
            more["line_ups"] = [list(players) for players in self.line_ups]
        return sides | {"margin": self.margin} | more

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

    def measures(self, tally: Tally | None) -> list[Measure]:
        """Return all measures that are compared; without a tally as if every game had a winner."""
        return measures(self.against.line_up, self.changed.line_up, tally, self.extra)

    def tested(self, tally: Tally | None) -> list[Measure]:
        """Return the measures that are tested, the headline first; with two seats the first says it all."""
        every = sorted(self.measures(tally), key=lambda measure: measure.name != self.headline)
        return [measure for measure in every if self.seats != 2 or measure.name != MIRRORED]

    def groups(self, tally: Tally | None) -> list[list[Measure]]:
        """Return the groups whose spread is tested: the seats, and the strategies where both sides have the same."""
        topics: list[Topic] = ["seats"]
        if list(self.against.line_up) == list(self.changed.line_up):
            topics.append("strategies")
        found = [[measure for measure in self.measures(tally) if measure.topic == topic] for topic in topics]
        return [group for group in found if len(group) > 1]

    def tests(self, tally: Tally | None) -> int:
        """Return how many tests are corrected together where the number of games is set in advance."""
        return len(self.tested(tally)) + len(self.groups(tally))


@dataclass(frozen=True)
class Tuning:
    """The settings from a pilot: where the test is to be tightest, and how far a deal may lie off.

    expected: deals until it is decided that nothing changes; 0 if no pilot says so.
    """

    deals: int
    scale: float = 1.0
    expected: int = 0

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Tuning:
        """Return the settings that an experiment stores; older ones store no forecast."""
        deals = int(kept["tuned"])
        return cls(deals, float(kept.get("scale", 1.0)), int(kept.get("expected", deals)))

    def as_data(self) -> dict[str, Any]:
        """Return the settings as plain data for an experiment to store."""
        return {"tuned": self.deals, "scale": self.scale, "expected": self.expected}
