"""What is asked of a balance: the targets, the proposals with an arm each, and what the search has seen."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.check import ERROR_RATE, ContractQuestion, Promise
from digsite.analyses.experiments.levers.question import lever_measures
from digsite.simulator.game.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.simulator.game.game import Game
    from digsite.simulator.game.measures import Measurable

REFERENCE = "reference"
AS_THEY_ARE = "the rules as they are"


@dataclass(frozen=True)
class FigureChange:
    """A figure that a proposal changes, from one value to another."""

    figure: str
    now: str
    to: str
    steps: int
    confirmed: bool

    @property
    def words(self) -> str:
        """Return the change in words: cards.hand from 5 to 6."""
        return f"{self.figure}{'*' * (not self.confirmed)} from {self.now} to {self.to}"


@dataclass(frozen=True)
class Proposal:
    """A proposal: what it changes, the settings that do so, and the arm that plays it."""

    arm: str
    changes: Sequence[FigureChange]
    settings: Sequence[str]

    @property
    def steps(self) -> int:
        """Return how many steps it moves figures in all."""
        return sum(change.steps for change in self.changes)

    @property
    def words(self) -> str:
        """Return what it changes in words."""
        return listed(change.words for change in self.changes)

    @property
    def label(self) -> str:
        """Return what it changes as it is typed."""
        return ", ".join(f"{change.figure}={change.to}" for change in self.changes)


@dataclass(frozen=True)
class BalanceQuestion:
    """The targets, the proposals, and the candidates that the search played.

    searched: of each candidate its label, its changes and steps, its distance outside the targets in noticeable steps, and games.
    varied:   the figures that could move. most_changes: how many of them at once.
    ended:    why the search ended; empty if there was none, since the targets are met already, or may be.
    own_games: of the rules as they are, until their targets were decided.
    think:    the look-ahead of players that repeat the proof, and `checked` the folder of their games, inside the experiment's.
    """

    game: Game
    line_up: Sequence[str]
    targets: Sequence[Promise]
    proposals: Sequence[Proposal] = ()
    searched: Sequence[Mapping[str, Any]] = ()
    varied: Sequence[str] = ()
    most_changes: int = 0
    games: int = 0
    ended: str = ""
    notes: Sequence[str] = ()
    own_games: int = 0
    think: str = ""
    checked: str = ""
    reference: str = field(default=REFERENCE)

    @classmethod
    def of(cls, data: Mapping[str, Any], game: Game) -> BalanceQuestion:
        """Return the question from the plain data that an experiment stores."""
        known: dict[str, Any] = {name: data[name] for name in cls._plain()}
        known["targets"] = [Promise(**target) for target in data["targets"]]
        known["proposals"] = [
            Proposal(one["arm"], [FigureChange(**change) for change in one["changes"]], one["settings"])
            for one in data["proposals"]
        ]
        return cls(game, **known)

    @classmethod
    def _plain(cls) -> list[str]:
        return [
            "line_up", "searched", "varied", "most_changes", "games", "ended", "notes", "own_games", "think", "checked",
        ]  # fmt: skip

    def as_data(self) -> dict[str, Any]:
        """Return the question as plain data for an experiment to store."""
        found: dict[str, Any] = {name: getattr(self, name) for name in self._plain()}
        found |= {
            "targets": [asdict(one) for one in self.targets],
            "proposals": [asdict(one) for one in self.proposals],
        }
        return found

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.line_up)

    @cached_property
    def own(self) -> ContractQuestion:
        """Return the question whether the rules as they are meet the targets; a single look at the end has the other half."""
        targets = [replace(target, arm=REFERENCE) for target in self.targets]
        return ContractQuestion(self.game, self.line_up, targets, {REFERENCE: AS_THEY_ARE}, ERROR_RATE / 2)

    @cached_property
    def proposed(self) -> ContractQuestion | None:
        """Return the question whether the proposals meet the targets, all corrected together; None without a proposal."""
        if not self.proposals:
            return None
        targets = [replace(target, arm=one.arm) for one in self.proposals for target in self.targets]
        return ContractQuestion(self.game, self.line_up, targets, {one.arm: one.label for one in self.proposals})

    @cached_property
    def extra(self) -> list[Measurable]:
        """Return what is measured besides wins, scores and length: what the targets need, then the game's headlines."""
        every = [*self.own.extra, *lever_measures(self.game, self.seats, ())]
        return list({measured.name: measured for measured in every}.values())

    @property
    def columns(self) -> list[str]:
        """Return the columns to read."""
        return list(dict.fromkeys(measured.column for measured in self.extra))

    @property
    def promised(self) -> str:
        """Return the number of targets in words: the target, all three targets."""
        many = len(self.targets)
        return "the target" if many == 1 else f"all {counted(many, 'target')}"
