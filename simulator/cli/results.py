"""Results on the terminal and as JSON: what `analyze` and the experiments print."""

from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.simulator.cli.console import coloured, print_note, print_sentence, print_table
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from digsite.analyses.result import Result
    from digsite.analyses.scorecard import Scorecard
    from digsite.simulator.lab.experiments.result import ExperimentResult

_SIGNS = {"fine": "+", "watch": "?", "off": "!", "open": "-"}
_MEANINGS = {"fine": "good", "watch": "doubtful", "off": "bad", "open": "faint"}


def print_findings(result: "Result", most: int | None = None) -> None:
    """Print the findings with their grades, and the notes, on stdout; only the first findings if `most` is given."""
    from digsite.analyses.result import MARKS

    for finding in result.ranked[:most]:
        mark = coloured(MARKS[finding.kind], "strong" if finding.is_claim else "faint")
        print_sentence(f"{mark} {finding.sentence} [{finding.grade}]", indent="  ")
    left = 0 if most is None else max(len(result.findings) - most, 0)
    if left:
        print_sentence(f"({left} more {'findings' if left > 1 else 'finding'}: {OPTIONS['full'].typed})")
    for remark in result.notes if most is None else ():
        print_sentence(f"({remark})")


def print_scorecard(card: "Scorecard", full: bool = False) -> None:
    """Print the scorecard on stdout: a row for each line with its figure; if `full`, another with what to look at."""
    print_sentence(f"Scorecard, against {card.targets}")
    name, word = (max(len(getattr(line, column)) for line in card.lines) for column in ("name", "word"))
    for line in card.lines:
        span = f" ({line.interval})" if line.interval else ""
        sign, indent = coloured(_SIGNS[line.verdict], _MEANINGS[line.verdict]), " " * (name + 4)
        print_sentence(f"{sign} {line.name.capitalize():{name}}  {line.word:{word}}  {line.figure}{span}", indent)
        if full:
            print_sentence(f"{indent}{line.sentence}", indent)
    print_sentence()


def print_experiment(shown: "ExperimentResult", as_json: bool, quiet: bool, full: bool = False) -> None:
    """Print an experiment's answer below a small table; every table and finding if `full`; or one JSON object."""
    from digsite.analyses.experiments.kinds import brief, kind_of
    from digsite.simulator.lab.reporting.files import as_data
    from digsite.simulator.lab.reporting.files import as_json as as_text

    if as_json:
        print(as_text(as_data(shown.result, shown.about)))
    else:
        kind = kind_of(shown.experiment)
        for piece in kind.listing(shown) if full else brief(kind, shown):
            print_sentence(piece) if isinstance(piece, str) else print_table(piece.headings, piece.rows)
        if full:
            print_findings(replace(shown.result, findings=[]) if kind.in_full else shown.result)
        print_answer(shown.result.answer)
    print_note(f"Games, charts, tables and findings.json are in {shown.folder}", quiet)


def print_answer(sentence: str) -> None:
    """Print the one sentence that answers what was asked, set off from the rest."""
    if sentence:
        print_sentence(coloured(sentence, "strong"))
