"""Results of probes saved in the folder of a run: they count only for the plan they were made for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import DigsiteError
from digsite.simulator.runs import atomic_files, storage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from digsite.analyses.result import Result
    from digsite.simulator.runs.run import Run

Data = dict[str, Any]


def write(run: Run, name: str, data: Mapping[str, Any]) -> None:
    """Save the data of a probe with its run."""
    atomic_files.write_json(run.folder / name, {"plan": run.plan.fingerprint(), **data})


def read(run: Run, name: str, summarize: Callable[[Data], Result]) -> Result | None:
    """Return the result of the data saved with a run, or None if there is none or it is of another plan."""
    import polars as pl

    path = run.folder / name
    if not storage.is_file(path):
        return None
    try:
        data = atomic_files.read_json(path, str(path))
        return summarize(data) if data["plan"] == run.plan.fingerprint() else None
    except (DigsiteError, KeyError, TypeError, ValueError, pl.exceptions.PolarsError):
        return None
