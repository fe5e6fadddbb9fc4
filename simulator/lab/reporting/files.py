"""Results as plain data and as files: charts, tables and findings.json."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import DigsiteError, short_message
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.runs import addresses, atomic_files, storage

if TYPE_CHECKING:
    from digsite.analyses.result import Finding, Result


def key(name: str) -> str:
    """Return a name as a JSON key.

    >>> key("games/s"), key("line-up"), key("cards.hand")
    ('games_per_s', 'line_up', 'cards_hand')
    """
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("/", " per ")).strip("_")


_FORMER_KEYS = {  # what former versions called a key; it keeps working for one version
    "win_rate": "win_share",
    "samples_per_s": "worlds_per_s",
    "ms_per_search": "ms_per_thought",
}


def json_data(data: Any) -> Any:
    """Return data as JSON has it: keys in the form of `key`, and null for infinite numbers."""
    if isinstance(data, Mapping):
        keys = {key(str(name)): json_data(value) for name, value in data.items()}
        return keys | {former: keys[now] for now, former in _FORMER_KEYS.items() if now in keys}
    if isinstance(data, list | tuple):
        return [json_data(entry) for entry in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def as_json(data: Any) -> str:
    """Return plain data as JSON text."""
    return json.dumps(json_data(data), indent=2, default=_number)


def _number(value: Any) -> Any:
    """Return a NumPy number as a plain one, and any other type that JSON lacks as text."""
    return value.item() if hasattr(value, "item") else str(value)


def findings_of(result: "Result") -> list[dict[str, Any]]:
    """Return the findings as plain data."""
    return [_finding(finding) for finding in result.findings]


def _finding(finding: "Finding") -> dict[str, Any]:
    """Return a finding as plain data: a description has no grade, and only tests have a null."""
    data: dict[str, Any] = {"kind": finding.kind, "sentence": finding.sentence}
    if finding.certainty is not None:
        data |= {"effect": finding.effect} if finding.effect else {}
        data |= {"certainty": finding.certainty}
    if finding.null:
        data |= {"null": finding.null, "p_value": finding.p_value}
    return data | {"figures": dict(finding.figures)}


def as_data(result: "Result", about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result as plain data: the question, findings, tables and notes."""
    tables = {name: table.to_dicts() for name, table in result.tables.items()}
    asked = {"question": result.question, **about, "answer": result.answer, "findings": findings_of(result)}
    return asked | tables | {"notes": list(result.notes)}


def write(
    results: Sequence["Result"],
    folder: Path,
    game: str,
    players: Sequence[str],
    findings: Any,
    subject: str = "",
    progress: Progress | None = None,
) -> None:
    """Write charts (SVG and PNG) and tables (CSV) of results to a folder, and the findings as findings.json.

    Each chart names its subject: the game, the number of players and the number of games.
    """
    known, drawn, charted = progress or Progress(), 0, sum(len(result.charts) for result in results)
    if charted:
        known.working("Drawing charts", 0, charted)
    from digsite.reports.charts import draw as charts
    from digsite.reports.charts.style import colours_for

    colours = colours_for(game, list(players))
    try:
        atomic_files.remove_temporary_files(folder)
        with storage.local_folder(folder) as here:
            for result in results:
                for chart in result.charts:
                    charts.write(chart, here, colours, subject=subject)
                    drawn += 1
                    known.working("Drawing charts", drawn, charted)
                for name, table in result.tables.items():
                    atomic_files.write_text(here / f"{result.question}-{name}.csv", table.write_csv())
    except storage.failures() as problem:
        if not addresses.is_remote(folder):
            with suppress(OSError):  # an empty folder is removed
                folder.rmdir()
        raise DigsiteError(f"{folder} cannot be written: {short_message(problem)}.") from problem
    write_json(folder / "findings.json", json_data(findings))
    known.close()


def subject_of(title: str, players: int, games: int) -> str:
    """Return a chart's subject, for readers who see the chart alone.

    >>> subject_of("Quetzal", 2, 4000)
    'Quetzal · 2 players · 4,000 games'
    """
    return f"{title} · {players} player{'' if players == 1 else 's'} · {games:,} games"


def write_json(path: Path, data: Any) -> None:
    """Write plain data as a JSON file."""
    try:
        atomic_files.write_text(path, json.dumps(data, indent=2, default=_number) + "\n")
    except storage.failures() as problem:
        raise DigsiteError(f"{path} cannot be written: {short_message(problem)}.") from problem
