"""Results as plain data and as files: charts, tables and findings.json."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.errors import DigsiteError

if TYPE_CHECKING:
    from analyses.result import Finding, Result


def findings_of(result: "Result") -> list[dict[str, Any]]:
    """The findings as plain data."""
    return [_finding(finding) for finding in result.findings]


def _finding(finding: "Finding") -> dict[str, Any]:
    """A finding as plain data: a description has no grade, and only tests have a null."""
    data: dict[str, Any] = {"kind": finding.kind, "sentence": finding.sentence}
    if finding.certainty is not None:
        data |= {"effect": finding.effect} if finding.effect else {}
        data |= {"certainty": finding.certainty}
    if finding.null:
        data |= {"null": finding.null, "p_value": finding.p_value}
    return data | {"figures": dict(finding.figures)}


def as_data(result: "Result", about: Mapping[str, Any]) -> dict[str, Any]:
    """The result as plain data: what was asked, findings, tables and notes."""
    tables = {name: table.to_dicts() for name, table in result.tables.items()}
    asked = {"question": result.question, **about, "findings": findings_of(result)}
    return asked | tables | {"notes": list(result.notes)}


def write(
    results: Sequence["Result"], folder: Path, game: str, players: Sequence[str], findings: Any, subject: str = ""
) -> None:
    """Charts (SVG and PNG) and tables (CSV) of results into a folder, and the findings as findings.json.

    Each chart names its subject: the game, how many play, and how many games there are.
    """
    from reports.charts import draw as charts
    from reports.charts.style import colours_for

    colours = colours_for(game, list(players))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            for chart in result.charts:
                charts.write(chart, folder, colours, subject=subject)
            for name, table in result.tables.items():
                table.write_csv(folder / f"{result.question}-{name}.csv")
    except OSError as problem:
        raise DigsiteError(f"{folder} cannot be written: {problem.strerror or problem}.") from problem
    write_json(folder / "findings.json", findings)


def subject_of(title: str, players: int, games: int) -> str:
    """What a chart is about, for those who see it alone.

    >>> subject_of("Quetzal", 2, 4000)
    'Quetzal · 2 players · 4,000 games'
    """
    return f"{title} · {players} player{'' if players == 1 else 's'} · {games:,} games"


def write_json(path: Path, data: Any) -> None:
    """Plain data as a JSON file."""
    try:
        path.write_text(json.dumps(data, indent=2, default=float) + "\n", encoding="utf-8")
    except OSError as problem:
        raise DigsiteError(f"{path} cannot be written: {problem.strerror or problem}.") from problem
