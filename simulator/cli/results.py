"""Results on the terminal, as JSON and as files: what `analyze`, `compare`, `sweep` and `tournament` print and write."""

import json
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.cli.console import note
from simulator.errors import DigsiteError

if TYPE_CHECKING:
    from analyses.result import Result


def findings_of(result: "Result") -> list[dict[str, Any]]:
    """The findings as plain data."""
    return [
        {"sentence": f.sentence, "effect": f.effect, "certainty": f.certainty, "figures": dict(f.figures)}
        for f in result.findings
    ]


def as_data(result: "Result", about: Mapping[str, Any]) -> dict[str, Any]:
    """The result as plain data: what was asked, findings, tables and notes."""
    tables = {name: table.to_dicts() for name, table in result.tables.items()}
    told = {"question": result.question, **about, "findings": findings_of(result)}
    return told | tables | {"notes": list(result.notes)}


def tell(result: "Result") -> None:
    """The findings with their grades, and the notes, on stdout."""
    for finding in result.findings:
        size = "neutral" if finding.effect == "none" else f"{finding.effect} effect"
        print(f"- {finding.sentence} [{size}, {finding.certainty}]")
    for remark in result.notes:
        print(f"({remark})")


def deliver(
    result: "Result",
    about: Mapping[str, Any],
    players: Sequence[str],
    print_tables: Callable[["Result"], None],
    *,
    as_json: bool,
    out: Path | None,
    quiet: bool,
) -> None:
    """Print a result, and write its files if there is a folder for them; `about` says what was asked of which game."""
    if as_json:
        print(json.dumps(as_data(result, about), indent=2))
    else:
        print_tables(result)
        tell(result)
    if out:
        write(result, out, about["game"], players, about)
        note(f"Charts, tables and findings.json are in {out}", quiet)


def write(result: "Result", folder: Path, game: str, players: Sequence[str], about: Mapping[str, Any]) -> None:
    """Charts (SVG and PNG), tables (CSV) and findings.json of one result into a folder."""
    told = {"command": shlex.join(["digsite", *sys.argv[1:]]), **as_data(result, about)}
    write_all([result], folder, game, players, told)


def write_all(results: Sequence["Result"], folder: Path, game: str, players: Sequence[str], told: Any) -> None:
    """Charts (SVG and PNG) and tables (CSV) of several results into a folder, and `told` as findings.json."""
    from reports.charts import draw as charts
    from reports.charts.style import colours_for

    colours = colours_for(game, list(players))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            for chart in result.charts:
                charts.write(chart, folder, colours)
            for name, table in result.tables.items():
                table.write_csv(folder / f"{result.question}-{name}.csv")
        (folder / "findings.json").write_text(json.dumps(told, indent=2, default=float) + "\n", encoding="utf-8")
    except OSError as problem:
        raise DigsiteError(f"{folder} cannot be written: {problem.strerror or problem}.") from problem
