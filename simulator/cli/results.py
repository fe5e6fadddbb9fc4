"""Results on the terminal and as JSON: what `analyze` and the experiments print."""

from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.simulator.cli.console import coloured, print_note, print_sentence, print_table

if TYPE_CHECKING:
    from digsite.analyses.result import Result
    from digsite.analyses.scorecard import Scorecard
    from digsite.simulator.lab.experiments.result import ExperimentResult

_SIGNS = {"fine": "+", "watch": "?", "off": "!", "open": "-"}
_MEANINGS = {"fine": "good", "watch": "doubtful", "off": "bad", "open": "faint"}


def print_findings(result: "Result") -> None:
    """Print the findings with their grades, and the notes, on stdout."""
    from digsite.analyses.result import MARKS

    for finding in result.ranked:
        mark = coloured(MARKS[finding.kind], "strong" if finding.is_claim else "faint")
        print_sentence(f"{mark} {finding.sentence} [{finding.grade}]", indent="  ")
    for remark in result.notes:
        print_sentence(f"({remark})")


def print_scorecard(card: "Scorecard") -> None:
    """Print the scorecard on stdout, two rows for each line: the figure, and what to look at."""
    print_sentence(f"Scorecard, against {card.targets}")
    name, word = (max(len(getattr(line, column)) for line in card.lines) for column in ("name", "word"))
    for line in card.lines:
        span = f" ({line.interval})" if line.interval else ""
        sign, indent = coloured(_SIGNS[line.verdict], _MEANINGS[line.verdict]), " " * (name + 4)
        print_sentence(f"{sign} {line.name.capitalize():{name}}  {line.word:{word}}  {line.figure}{span}", indent)
        print_sentence(f"{indent}{line.sentence}", indent)
    print_sentence()


def print_answer(shown: "ExperimentResult", as_json: bool) -> None:
    """Print the answer in one bold line, unless JSON has it."""
    if not as_json:
        print_sentence(coloured(shown.result.headline, "strong"))


def print_experiment(shown: "ExperimentResult", as_json: bool, quiet: bool, full: bool = False) -> None:
    """Print an experiment's tables and findings, or one JSON object; `full` adds what does not fit on one screen."""
    from digsite.analyses.experiments.kinds import kind_of
    from digsite.simulator.lab.reporting.files import as_data
    from digsite.simulator.lab.reporting.files import as_json as as_text

    if as_json:
        print(as_text(as_data(shown.result, shown.about)))
    else:
        kind = kind_of(shown.experiment)
        for piece in [*kind.listing(shown), *(kind.details(shown) if full else ())]:
            print_sentence(piece) if isinstance(piece, str) else print_table(piece.headings, piece.rows)
        print_findings(replace(shown.result, findings=[]) if kind.in_full else shown.result)
    print_note(f"Games, charts, tables and findings.json are in {shown.folder}", quiet)
