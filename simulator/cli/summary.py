"""A balance summary of a run: who wins from which seat, with which strategy, and how games end."""

import json
from typing import Any

import polars as pl

from simulator.cli.console import show
from simulator.runs.run import Run


def print_summary(run: Run, as_json: bool = False) -> None:
    """Print the summary, or one JSON object of it."""
    from analyses.summary import by_seat, by_strategy, endings

    tables = {"seats": by_seat(run), "strategies": by_strategy(run), "endings": endings(run)}
    if as_json:
        told: dict[str, Any] = {name: table.to_dicts() for name, table in tables.items()}
        print(json.dumps({"run": str(run.folder), "games": run.rows, "seed": run.plan.seed} | told, indent=2))
        return
    for table in tables.values():
        show(table.columns, [_text(table, row) for row in table.iter_rows(named=True)])


def _text(table: pl.DataFrame, row: dict[str, Any]) -> list[str]:
    """Shares in per cent, means to a tenth."""
    return [
        f"{100 * row[name]:.2f} %"
        if "share" in name
        else f"{row[name]:,.1f}"
        if table[name].dtype.is_float()
        else row[name]
        for name in table.columns
    ]
