"""The kind of `sweep --unconfirmed`: how much each unconfirmed figure matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing
from digsite.analyses.experiments.unconfirmed import read_unconfirmed
from digsite.analyses.stats import Estimate

if TYPE_CHECKING:
    from collections.abc import Iterator


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List the unconfirmed figures, those that matter most first."""
    tables = answered.result.tables
    if "unconfirmed" not in tables:
        return
    rows = [
        [
            row["figure"],
            row["value"],
            row["matters"],
            _change(row, "seat_1_change", percent=True, unit="pp"),
            _change(row, "score_change", unit="points"),
        ]
        + [row["order"]]
        for row in tables["unconfirmed"].iter_rows(named=True)
    ]
    heads = ("unconfirmed figure", "value", "matters", "seat 1's win rate", "mean score", "strategies' order")
    yield Listing(heads, rows, brief=range(3))


def _change(row: dict[str, Any], column: str, **said: Any) -> str:
    """Return the largest change, its interval, and its alternative."""
    if row.get(column) is None:
        return "–"
    estimate = Estimate(row[column], row[f"{column}_low"], row[f"{column}_high"], row["games"])
    return f"{estimate.written(signed=True, **said).with_ends} at {row[f'{column}_at']}"


KIND = ExperimentKind("unconfirmed", read_unconfirmed, _listing)
