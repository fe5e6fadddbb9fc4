"""The question of a nudge experiment: which nudges were tried, and what was measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from digsite.analyses.stats import family
from digsite.simulator.game.wording import Wording, name_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.simulator.game.nudges import Manner
    from digsite.simulator.runs.experiment import Experiment

WIN, SCORE, RIVALS, TURNS = "win", "score", "rivals", "turns"
PAIRS = "pairs of games"


@dataclass(frozen=True)
class NudgeArm:
    """One arm: what was done, in words, and the component that the seat may hold."""

    arm: str
    label: str
    clause: str
    amount: int
    counted: str
    raises: bool  # the nudge raises what is counted by its amount
    column: str = ""  # the column that holds it at the end of a game
    manner: Manner = "gives"
    thing: str = ""  # the component given, taken or forbidden, as sentences and charts name it; its label unless given
    title: str = ""  # the nudged player, in a few words

    def __post_init__(self) -> None:
        """Use the label where no words are given."""
        object.__setattr__(self, "thing", self.thing or name_in_words(self.label))
        object.__setattr__(self, "title", self.title or self.thing)

    @property
    def units(self) -> int:
        """Return the extra units the player has: a ban takes a choice away, a burden what spared it, a swap none."""
        if self.manner == "forbids":
            return -1
        if self.manner == "burdens":
            return -self.amount
        return 0 if self.manner == "swaps" and self.amount > 0 else self.amount


@dataclass(frozen=True)
class NudgeQuestion:
    """The nudges tried, the number of turns they are drawn from, what else was measured, and the precision asked for."""

    doses: Sequence[NudgeArm]
    turns: int
    seats: int
    watched: Mapping[str, str]
    margin: tuple[str, float] | None = None
    tuned: int | None = None  # lucks at which intervals are tightest, where games were played until the worth is known
    wording: Wording = field(default_factory=Wording)
    sharing: int = 1  # families of tests that share the false claims a report may make

    @classmethod
    def of(cls, experiment: Experiment, sharing: int = 1) -> NudgeQuestion:
        """Return the question from the plain data that an experiment stores."""
        asked = experiment.question
        margin = asked["margin"]
        return cls(
            [NudgeArm(**dose) for dose in asked["doses"]],
            asked["turns"],
            experiment.plan.seats,
            asked["watched"],
            (margin[0], margin[1]) if margin else None,
            asked["tuned"],
            experiment.game.wording,
            sharing,
        )

    @property
    def measures(self) -> list[str]:
        """Return all measures of the nudged seat, the score of its rivals, and the turns of the game."""
        return [WIN, SCORE, *([RIVALS] if self.seats > 1 else []), TURNS, *self.watched]

    @property
    def tested_measures(self) -> list[str]:
        """Return the measures that claims are made of."""
        return [WIN, SCORE, *self.watched] if self.seats > 1 else [SCORE, *self.watched]

    @property
    def level(self) -> float:
        """Return the level of all intervals, which hold for all nudges and measures and the rest of the report."""
        return family.corrected_level(len(self.doses) * len(self.tested_measures) * self.sharing)

    @property
    def headline(self) -> str:
        """Return the measure that decides when to stop, and is drawn first."""
        return SCORE if self.seats == 1 or (self.margin and self.margin[0] == "points") else WIN

    def is_share(self, measure: str) -> bool:
        """Return whether a measure is a share, so that its changes are percentage points."""
        return measure == WIN or measure in self.watched


def words_of(question: NudgeQuestion, measure: str) -> tuple[str, str]:
    """Return a measure in words, and the label of its change on an axis."""
    if measure in question.watched:
        what = f"how often players {question.watched[measure]}"
        return what, f"change of {what}, percentage points"
    what = {WIN: "win rate", SCORE: "score"}.get(measure, name_in_words(measure))
    return what, f"change of {what} in {'percentage points' if question.is_share(measure) else question.wording.points}"
