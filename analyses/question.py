"""What a folder of questions declares: `QUESTIONS`, and `TERMS` for the columns of their tables (imports nothing heavy)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from digsite.simulator.game.columns import Unit


@dataclass(frozen=True)
class Question:
    """A question: its name, what it asks, from and up to how many seats it can be asked, and the folder that answers it.

    `tests` says whether its answer claims anything beyond the games played; such questions share the false claims that a
    report may make. `worth` names the nudges of the game that tell what is asked about is worth; where they were played
    for the run, what they cause stands first in the answer. `chances` says the same of the win chances along a sample of
    the run's games. `variant` names a variant of the game that the question is about: where the same deals were played
    with and without it, its answer holds both beside each other. `design` says which rule figures a designer would turn,
    each in backticks. `dial` is the figure that sets how hard a game for one is. `all_games` says whether every game of a run counts, however many; others are answered from its first.
    """

    name: str
    about: str
    least_seats: int = 1
    most_seats: int = 99
    tests: bool = False
    worth: tuple[str, ...] = ()
    chances: bool = False
    design: str = ""
    variant: str = ""
    dial: str = ""
    all_games: bool = False
    package: str = ""  # set by the registry, which finds the folder

    @property
    def module(self) -> str:
        """The module with the `answer` to it, named like the question."""
        return f"{self.package}.{self.name.replace('-', '_')}"


@dataclass(frozen=True)
class Term:
    """What a column of a table is called in a title and on an axis, and its unit."""

    words: str = ""  # the column's own name in words, unless given
    axis: str = ""  # the same as the words, unless given
    unit: Unit = "number"
