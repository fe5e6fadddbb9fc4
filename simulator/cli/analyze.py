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
    from simulator.runs.run import Run

    opened = Run(run)
    if ask:
        show(("question", "what it asks"), [(q.name, q.about) for q in answerable(opened)], as_json)
        return
    names = question or [q.name for q in answerable(opened)]
    results = [answer(opened, name) for name in dict.fromkeys(names)]
    folder = out or opened.folder / "analysis"
    findings = _write(opened, results, folder)
    if as_json:
        print(json.dumps(findings, indent=2))
        return
    for result in results:
        print(f"{result.title}")
        for finding in result.findings:
            print(f"  - {finding.sentence} [{_grade(finding)}]")
        for remark in result.notes:
            print(f"  ({remark})")
        print()
    note(f"Charts, tables and findings.json are in {folder}", quiet)


def _write(run, results, folder: Path) -> list[dict]:
    from reports.charts import write
    from reports.style import colours_for
    from simulator.errors import DigsiteError

    colours = colours_for(run.plan.game, run.plan.players)
    findings = [
        {"question": result.question, "sentence": f.sentence, "effect": f.effect, "certainty": f.certainty}
        | {"figures": dict(f.figures)}
        for result in results
        for f in result.findings
    ]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            for chart in result.charts:
                write(chart, folder, colours)
            for name, table in result.tables.items():
                table.write_csv(folder / f"{result.question}-{name}.csv")
        text = json.dumps(findings, indent=2, default=float)
        (folder / "findings.json").write_text(text + "\n", encoding="utf-8")
    except OSError as problem:
        raise DigsiteError(f"{folder} cannot be written: {problem.strerror or problem}.") from problem
    return json.loads(text)


def _grade(finding) -> str:
    size = "neutral" if finding.effect == "none" else f"{finding.effect} effect"
    return f"{size}, {finding.certainty}"
