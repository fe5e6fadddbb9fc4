"""The kinds of experiment: how each is read, what it proves and means, and what a terminal shows of it.

A kind is a module here with a record `KIND`, and its name in the list; code that differs between kinds asks the record.
Nothing heavy is imported until a kind is requested.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol

from digsite.simulator.errors import unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from digsite.analyses.result import Evidence, Result
    from digsite.simulator.runs.experiment import Experiment

KINDS = (
    "compare",
    "sweep",
    "unconfirmed",
    "levers",
    "balance",
    "tournament",
    "nudge",
    "check",
    "strength",
    "tune",
    "exploit",
)


@dataclass(frozen=True)
class Listing:
    """A table for a terminal."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Any]]


class Answered(Protocol):
    """An experiment, its result, what was asked in plain data, and the folder of its charts and tables."""

    @property
    def experiment(self) -> Experiment:
        """Return the experiment."""

    @property
    def result(self) -> Result:
        """Return its findings, tables and charts."""

    @property
    def about(self) -> Mapping[str, Any]:
        """Return the question, the game and the verdict as plain data."""

    @property
    def folder(self) -> Path:
        """Return the folder of charts and tables."""


def rules_of(experiment: Experiment) -> dict[str, Any]:
    """Return the rules that were asked about, as plain data."""
    return {"variants": experiment.plan.variants, "settings": experiment.plan.settings}


def _line_up(experiment: Experiment, _result: Result) -> dict[str, Any]:
    plan = experiment.plan
    return {"line_up": plan.players, "seed": plan.seed, "games": plan.games, **rules_of(experiment)}


@dataclass(frozen=True)
class ExperimentKind:
    """What differs between kinds of experiment.

    name:        that of its module.
    read:        the result of an experiment's games.
    listing:     the tables and sentences that a terminal shows before the findings.
    details:     those that it adds if everything is to be shown.
    evidence:    the kind of graded findings that do not say so: a change of the rules on the same luck causes, a
                 tournament tests.
    meaning:     what it says to the designer.
    about:       what was asked and found, as plain data, in addition to the game and the number of players.
    in_full:     whether the listing says everything that the findings say.
    by_clock:    whether a time limit may end it, so that it records no number of games.
    recheckable: whether a report can repeat it with look-ahead players.
    measures:       what the report of a run by the same players takes from it: the worth of components, or their strength.
    """

    name: str
    read: Callable[[Experiment], Result]
    listing: Callable[[Answered], Iterable[Listing | str]]
    evidence: Evidence = "caused"
    meaning: Callable[[Result], str] = lambda _: ""
    about: Callable[[Experiment, Result], dict[str, Any]] = _line_up
    in_full: bool = False
    by_clock: bool = False
    recheckable: bool = False
    measures: Literal["", "worth", "strength"] = ""
    details: Callable[[Answered], Iterable[Listing | str]] = lambda _: ()


def kind_of(experiment: Experiment) -> ExperimentKind:
    """Return the record of an experiment's kind; raise an error for a kind that this digsite does not know."""
    if experiment.kind not in KINDS:
        raise unknown("kind of experiment", experiment.kind, KINDS)
    found: ExperimentKind = import_module(f"{__name__}.{experiment.kind}").KIND
    return found
