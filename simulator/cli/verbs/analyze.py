"""`digsite analyze`: answers to questions about a run or an experiment, in sentences, charts and tables."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digsite.simulator.cli import completion
from digsite.simulator.cli.console import Terminal, coloured, print_note, print_sentence, print_table
from digsite.simulator.cli.options import Full, Json, Quiet, Trust, close_progress, given, typed_folder
from digsite.simulator.errors import WrongUse
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from digsite.simulator.lab.reporting.analyze import Analysis

_MOST = 5  # findings on the screen unasked


def analyze(
    run: Annotated[
        Any,
        typer.Argument(
            metavar="RUN",
            parser=typed_folder,
            help="A run folder, or that of an experiment; also s3://bucket/run.",
            autocompletion=completion.run_folders,
        ),
    ],
    question: Annotated[
        list[str],
        typer.Argument(
            metavar="[QUESTION]...",
            help="Questions about a run; by default all that apply.",
            autocompletion=completion.questions,
        ),
    ] = [],  # noqa: B006
    out: Annotated[Path | None, given("out", help="The folder to write to; by default RUN/analysis.")] = None,
    listing: Annotated[bool, given("listing", help="List the questions this run can answer.")] = False,
    trust: Trust = False,
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Answer questions about a run, or analyse an experiment again: findings, charts, tables (CSV), findings.json."""
    from digsite.analyses.registry import answerable, are_left_out
    from digsite.simulator.cli.results import print_experiment
    from digsite.simulator.lab.experiments.result import write_result
    from digsite.simulator.lab.reporting.analyze import analyze as answer
    from digsite.simulator.runs.atomic_files import check_folder
    from digsite.simulator.runs.experiment import Experiment
    from digsite.simulator.runs.opening import open_folder
    from digsite.simulator.saved_games import other_words
    from digsite.simulator.trust import allow, code_with_hashes

    if out is not None:
        check_folder(out)
    progress = None if quiet else Terminal()
    opened = open_folder(run)
    if trust:
        allow(opened.plan.code)
    if isinstance(opened, Experiment):
        if question or listing:
            raise WrongUse(f"{run} is an experiment, which has its own question; name no other.")
        with close_progress(progress):
            found = write_result(opened, out, progress)
        print_experiment(found, as_json, quiet, full)
    elif listing:
        print_table(("question", "what it asks"), [(q.name, q.about) for q in answerable(opened)], as_json)
    else:
        with close_progress(progress):
            analysis = answer(opened, question, out, progress)
        _print(analysis, as_json, quiet, full)
    if sentence := other_words(opened.plan.definition.home):
        print_note(sentence, quiet)
    if are_left_out(opened.game):
        print_note(
            f"{opened.game.title} has questions of its own, which are left out: they would run {code_with_hashes(opened.plan.code[:1])}, "
            f"which you have not allowed on this machine; {OPTIONS['trust'].typed} allows it.",
            quiet,
        )


def _print(analysis: "Analysis", as_json: bool, quiet: bool, full: bool) -> None:
    from digsite.simulator.cli.results import print_answer, print_findings, print_scorecard
    from digsite.simulator.lab.reporting.files import as_json as as_text

    if as_json:
        print(as_text(analysis.as_data()))
        return
    if analysis.scorecard:
        print_scorecard(analysis.scorecard, full)
    if full or not analysis.scorecard:
        for result in analysis.results:
            print_sentence(coloured(result.title, "strong"))
            print_findings(result, most=None if full else _MOST // len(analysis.results) or 1)
            print_sentence()
    print_answer(analysis.answer)
    print_note(f"Charts, tables and findings.json are in {analysis.folder}", quiet)
