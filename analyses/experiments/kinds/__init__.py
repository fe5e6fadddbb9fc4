"""The kinds of experiment: how each is read, what it proves and means, and what a terminal shows of it.

A kind is a module here with a record `KIND`, and its name in the list; code that differs between kinds asks the record.
Nothing heavy is imported until a kind is requested.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol

from digsite.simulator.errors import unknown
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
MOST_BRIEF = 10  # rows of a table that a terminal shows unasked


@dataclass(frozen=True)
class Listing:
    """A table for a terminal."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Any]]
    brief: Sequence[int] = ()  # the columns that are shown unasked; all if none is named


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


def first_sentence(_experiment: Experiment, result: Result) -> str:
    """Return the sentence of the first finding; empty if there is none."""
    return result.ranked[0].sentence if result.findings else ""


@dataclass(frozen=True)
class ExperimentKind:
    """What differs between kinds of experiment.

    name:        that of its module.
    read:        the result of an experiment's games.
    listing:     the tables and sentences that a terminal shows before the findings, if it is asked for all.
    brief:       what it shows unasked, at most a screen: a small table; by default the listing.
    answer:      one plain sentence that answers what was asked; by default the sentence of the first finding.
    evidence:    the kind of graded findings that do not say so: a change of the rules on the same luck causes, a
                 tournament tests.
    meaning:     what it says to the designer.
    about:       what was asked and found, as plain data, in addition to the game and the number of players.
    in_full:     whether the listing says everything that the findings say.
    by_clock:    whether a time limit may end it, so that it records no number of games.
    recheckable: whether a report can repeat it with look-ahead players.
    measures:    what the report of a run by the same players takes from it: the worth of components, the players' strength,
                 or which figures matter.
    """

    name: str
    read: Callable[[Experiment], Result]
    listing: Callable[[Answered], Iterable[Listing | str]]
    brief: Callable[[Answered], Iterable[Listing | str]] | None = None
    answer: Callable[[Experiment, Result], str] = first_sentence
    evidence: Evidence = "caused"
    meaning: Callable[[Result], str] = lambda _: ""
    about: Callable[[Experiment, Result], dict[str, Any]] = _line_up
    in_full: bool = False
    by_clock: bool = False
    recheckable: bool = False
    measures: Literal["", "worth", "strength", "figures"] = ""


def brief(kind: ExperimentKind, answered: Answered) -> Iterator[Listing | str]:
    """Return what a terminal shows unasked: what the kind says, or the first rows of its first table."""
    if kind.brief:
        yield from kind.brief(answered)
        return
    tables = (piece for piece in kind.listing(answered) if isinstance(piece, Listing))
    if table := next(tables, None):
        yield from first_rows(table)


def first_rows(table: Listing) -> Iterator[Listing | str]:
    """Return the first rows of a table, its brief columns only, and how many rows there are in all."""
    at = table.brief or range(len(table.headings))
    rows = [[row[place] for place in at] for row in table.rows[:MOST_BRIEF]]
    yield Listing([table.headings[place] for place in at], rows)
    if len(table.rows) > len(rows):
        yield f"({len(rows)} of {len(table.rows)} rows; {OPTIONS['full'].typed} shows all.)"


def kind_of(experiment: Experiment) -> ExperimentKind:
    """Return the record of an experiment's kind; raise an error for a kind that this digsite does not know."""
    if experiment.kind not in KINDS:
        raise unknown("kind of experiment", experiment.kind, KINDS)
    found: ExperimentKind = import_module(f"{__name__}.{experiment.kind}").KIND
    return found
