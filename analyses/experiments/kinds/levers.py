"""The kind of `levers`: which figures move what, and which move nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing
from digsite.analyses.experiments.levers import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.analyses.result import Result

_MOST_ROWS = 20


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List the figures that move something, the strongest first."""
    table = answered.result.tables["figures"]
    moving = [row for row in table.iter_rows(named=True) if row["matters"] != "none"]
    rows = [
        [
            row["figure"] + "*" * (not row["confirmed"]),
            row["value"],
            row["at"],
            row["moves"],
            row["matters"],
            row["games"],
        ]
        for row in moving[:_MOST_ROWS]
    ]
    if rows:
        yield Listing(("figure", "now", "moved to", "moves most", "matters", "games"), rows)
    if len(moving) > _MOST_ROWS:
        yield f"({len(moving) - _MOST_ROWS} more figures move something; figures.csv has them all.)"
    if any(not row["confirmed"] for row in moving):
        yield "(* no source confirms the figure)"


def _meaning(result: Result) -> str:
    """Return what to change if only one thing may be."""
    table = result.tables["figures"]
    top = table.row(0, named=True)
    if top["matters"] == "none":
        return "No single figure decides how this game plays, as far as these games show."
    return f"If you change one thing, look at {top['figure']} first: at {top['at']} it moves the {top['moves']}."


KIND = ExperimentKind("levers", read, _listing, meaning=_meaning, measures="figures")
