"""`digsite analyze`: questions asked of a run, answered in sentences, charts and tables."""

import json
from pathlib import Path
from typing import Annotated

import typer

from simulator.cli.console import Json, Quiet, RunFolder, note


def analyze(
    run: RunFolder,
    question: Annotated[
        list[str], typer.Argument(metavar="[QUESTION]...", help="Questions; all that fit when absent.")
    ] = [],  # noqa: B006
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where to write; RUN/analysis when absent.")] = None,
    ask: Annotated[bool, typer.Option("--list", help="List the questions this run can answer.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Answer questions about a run: findings, charts (SVG and PNG), tables (CSV) and findings.json."""
    from analyses.registry import answer, answerable
    from simulator.cli.console import show
    from simulator.cli.results import findings_of, tell, write_all
    from simulator.runs.run import Run

    opened = Run(run)
    if ask:
        show(("question", "what it asks"), [(q.name, q.about) for q in answerable(opened)], as_json)
        return
    names = question or [q.name for q in answerable(opened)]
    results = [answer(opened, name) for name in dict.fromkeys(names)]
    folder = out or opened.folder / "analysis"
    findings = [{"question": result.question, **finding} for result in results for finding in findings_of(result)]
    write_all(results, folder, opened.plan.game, opened.plan.players, findings)
    if as_json:
        print(json.dumps(findings, indent=2, default=float))
        return
    for result in results:
        print(result.title)
        tell(result)
        print()
    note(f"Charts, tables and findings.json are in {folder}", quiet)
