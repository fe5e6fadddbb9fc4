"""The kind of `nudge`: what a component is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing
from digsite.analyses.experiments.nudge import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.analyses.result import Result


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List each nudge: what it changes for the nudged player."""
    table = answered.result.tables["worth"]
    measures = [name.removesuffix("_change") for name in table.columns if name.endswith("_change")]
    shares = {"win", *answered.experiment.question["watched"]}
    heads = [word for name in measures for word in (f"{name} {'pp' if name in shares else 'points'}", "from", "to")]
    rows = [
        [row["nudge"], _percent(row["possible"]), f"{row['pairs']:,}"]
        + [_figure(row[f"{name}_change{end}"], name in shares) for name in measures for end in ("", "_low", "_high")]
        for row in table.iter_rows(named=True)
    ]
    yield Listing(("nudge", "possible", "pairs", *heads), rows, brief=(0, *range(3, 9)) if len(heads) > 3 else ())


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.0f} %"


def _figure(value: Any, share: bool) -> str:
    return "-" if value is None else f"{value * (100 if share else 1):+.2f}"


def _meaning(result: Result) -> str:
    from digsite.analyses.companions import components_worth_having

    return components_worth_having(result.tables)


KIND = ExperimentKind("nudge", read, _listing, meaning=_meaning, measures="worth")
