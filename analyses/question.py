"""Declarations of a folder of questions: `QUESTIONS`, and `TERMS` for the columns of their tables (imports nothing heavy)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from digsite.simulator.game.columns import Unit


@dataclass(frozen=True)
class Question:
    """A question: its name, what it asks, for how many seats (or sides, in a team game), and the folder that answers it.

    `tests` says whether its answer claims anything beyond the games played; such questions share the false claims that a
    report may make. `worth` names the nudges of the game that measure the worth of what is asked about; where they were
    played for the run, their effects come first in the answer. `chances` says the same of the win chances along a sample of
    the run's games, and `probe` names a probe of the run whose result is the answer, and `joined` one whose findings join it. `variant` names a variant of the game that the question is about: where the same deals were played
    with and without it, its answer compares both. `design` says which rule figures a designer would change, each in
    backticks. `dial` is the figure that sets the difficulty of a solo game. `all_games` says whether the answer reads every
    game of a run, however many; other answers read only the first games.
    """

    name: str
    about: str
    least_seats: int = 1
    most_seats: int = 99
    tests: bool = False
    worth: tuple[str, ...] = ()
    chances: bool = False
    probe: str = ""
    joined: str = ""
    design: str = ""
    variant: str = ""
    dial: str = ""
    all_games: bool = False
    package: str = ""  # set by the registry, which finds the folder

    @property
    def module(self) -> str:
        """Return the module that answers the question, named like it."""
        return f"{self.package}.{self.name.replace('-', '_')}"


@dataclass(frozen=True)
class Term:
    """A column's label in a title and on an axis, and its unit."""

    words: str = ""  # the column's name in words, unless given
    axis: str = ""  # the same as `words`, unless given
    unit: Unit = "number"
