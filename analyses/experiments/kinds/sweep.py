"""The kind of `sweep`: the response to values of one or two rule figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.compare.texts import figure_parts
from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing, first_rows
from digsite.analyses.experiments.kinds.changes import meaning, noticed
from digsite.analyses.experiments.sweep import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.analyses.result import Result
    from digsite.simulator.runs.experiment import Experiment

_STARRED = "(* differs from the rules without the sweep, beyond chance)"


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List each measure with a column for each point: a sweep has more measures than points."""
    yield _table(answered)
    yield _STARRED


def _brief(answered: Answered) -> Iterator[Listing | str]:
    """List the measures that change first."""
    table = _table(answered)
    rows = sorted(table.rows, key=lambda cells: not any(cell.endswith("*") for cell in cells))
    yield from first_rows(Listing(table.headings, rows))
    yield _STARRED


def _table(answered: Answered) -> Listing:
    from digsite.analyses.stats import is_difference

    table = answered.result.tables["points"]
    figures = table.columns[: table.columns.index("measure")]
    points: dict[str, None] = {}
    lines: dict[str, list[str]] = {}
    for row in table.iter_rows(named=True):
        mark = "*" if is_difference(row["verdict"]) else ""
        points[", ".join(str(row[figure]) for figure in figures)] = None
        lines.setdefault(row["measure"], []).append(_figure(row) + mark)
    return Listing([", ".join(figures), *points], [[measure, *cells] for measure, cells in lines.items()])


def _figure(row: dict[str, Any]) -> str:
    """Return the value and half its interval's length, with the digits that this supports.

    A share whose interval would leave 0 to 100 % has both ends instead.
    """
    low, high, unit = row["value_low"], row["value_high"], row["unit"]
    suffix = " %" if unit == "share" else ""
    if low is None or high is None or low == high:
        return f"{figure_parts(row['value'], unit).number}{suffix}"
    reach = (high - low) / 2
    value, half, *ends = (figure_parts(v, unit, reach).number for v in (row["value"], reach, low, high))
    if unit == "share" and not reach <= row["value"] <= 1 - reach:
        return f"{value} ({' to '.join(ends)}){suffix}"
    return f"{value} ±{half}{suffix}"


def _answer(_experiment: Experiment, result: Result) -> str:
    return f"{result.title}: {noticed(result)}."


KIND = ExperimentKind("sweep", read, _listing, brief=_brief, answer=_answer, meaning=meaning)
