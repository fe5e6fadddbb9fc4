"""Results on the terminal and as JSON: what `analyze` and the experiments print."""

import json
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from simulator.cli.console import note

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyses.result import Result
    from analyses.scorecard import Scorecard
    from simulator.lab.experiments import Shown

# The module that prints the tables of each kind of experiment, and the function that does so.
_TABLES = {
    "compare": ("compare", "print_measures"),
    "sweep": ("sweep", "print_points"),
    "unconfirmed": ("sweep", "print_ranking"),
    "tournament": ("tournament", "print_ratings"),
    "nudge": ("nudge", "print_worth"),
    "check": ("check", "print_promises"),
    "strength": ("strength", "print_strength"),
    "tune": ("tune", "print_tuned"),
    "exploit": ("exploit", "print_exploits"),
}
_TOLD_IN_FULL = {"check"}  # kinds whose table says what the findings say

_SIGNS = {"fine": "+", "watch": "?", "off": "!", "open": "-"}


def print_findings(result: "Result") -> None:
    """The findings with their grades, and the notes, on stdout."""
    from analyses.result import MARKS

    for finding in sorted(result.findings, key=lambda found: found.rank):
        print(f"{MARKS[finding.kind]} {finding.sentence} [{finding.grade}]")
    for remark in result.notes:
        print(f"({remark})")


def print_scorecard(card: "Scorecard") -> None:
    """The scorecard on stdout, two rows for each line: the figure, and what to look at."""
    print(f"Scorecard, against {card.targets}")
    name, word = (max(len(getattr(line, column)) for line in card.lines) for column in ("name", "word"))
    for line in card.lines:
        span = f" ({line.interval})" if line.interval else ""
        print(f"{_SIGNS[line.verdict]} {line.name.capitalize():{name}}  {line.word:{word}}  {line.figure}{span}")
        print(f"  {'':{name}}  {line.sentence}")
    print()


def print_experiment(shown: "Shown", as_json: bool, quiet: bool) -> None:
    """What an experiment shows: its tables and findings, or one JSON object."""
    from simulator.lab.results import as_data

    if as_json:
        print(json.dumps(as_data(shown.result, shown.about), indent=2))
    else:
        module, function = _TABLES[shown.experiment.kind]
        print_tables: Callable[[Shown], Any] = getattr(import_module(f"simulator.cli.{module}"), function)
        print_tables(shown)
        print_findings(replace(shown.result, findings=[]) if shown.experiment.kind in _TOLD_IN_FULL else shown.result)
    note(f"Games, charts, tables and findings.json are in {shown.folder}", quiet)
