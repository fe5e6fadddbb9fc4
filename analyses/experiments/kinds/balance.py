"""The kind of `balance`: the smallest changes of the rules that meet targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.balance import read
from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing, rules_of
from digsite.simulator.commands import Command
from digsite.simulator.play.repeat import rules_options, seating

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.analyses.result import Result
    from digsite.simulator.runs.experiment import Experiment


def _brief(answered: Answered) -> Iterator[Listing | str]:
    """List the proposals, the best first."""
    table = answered.result.tables["proposals"]
    if not table.height:
        return
    ahead = "looking_ahead" in table.columns
    rows = [
        [row["change"], row["verdict"], *([row["looking_ahead"]] if ahead else []), row["decided_by"], row["seen"]]
        for row in table.iter_rows(named=True)
    ]
    yield Listing(("change", "targets", *(["looking ahead"] if ahead else []), "decided by", "seen"), rows)
    first = table.row(0, named=True)
    yield f"({answered.folder / 'rules-1.toml'} plays the first, variants.toml has each to paste. Compare it with the rules as they are:)"
    yield str(compare_command(answered.experiment, first["arm"]))


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List the proposals, each target under each, what else each changes, and the candidates of the search."""
    yield from _brief(answered)
    for name, columns in _DETAILS.items():
        if name in answered.result.tables:
            table = answered.result.tables[name].select(columns)
            yield Listing([column.replace("_", " ") for column in columns], [_cells(row) for row in table.rows()])


def _cells(row: tuple[Any, ...]) -> list[Any]:
    return [f"{cell:.4g}" if isinstance(cell, float) else "" if cell is None else cell for cell in row]


_DETAILS = {
    "targets": ["proposal", "figure", "verdict", "value", "value_low", "value_high", "at_least", "at_most", "games"],
    "changes": ["proposal", "measure", "difference", "difference_low", "difference_high", "verdict"],
    "searched": ["change", "changes", "steps", "outside", "chance", "games"],
}


def compare_command(experiment: Experiment, arm: str) -> Command:
    """Return the command that compares a proposal with the rules as they are, on the same luck."""
    plan = experiment.plan
    settings = next(one["settings"] for one in experiment.question["proposals"] if one["arm"] == arm)
    options = {**seating(plan), **rules_options(plan), "against": plan.variants}
    return Command("compare", plan.called, **{**options, "settings": [*options["settings"], *settings]})


def _about(experiment: Experiment, result: Result) -> dict[str, Any]:
    """Return the targets and the verdict on the best proposal."""
    plan, asked, table = experiment.plan, experiment.question, result.tables["proposals"]
    found = {"line_up": plan.players, "seed": plan.seed, **rules_of(experiment)}
    found |= {"wanted": [target["text"] for target in asked["targets"]]}
    verdict = table["verdict"][0] if table.height else "none needed" if not asked["ended"] else "none found"
    best = {"compare": str(compare_command(experiment, table["arm"][0]))} if table.height else {}
    return found | {"verdict": verdict} | best


def _meaning(result: Result) -> str:
    return result.headline


def _answer(_experiment: Experiment, result: Result) -> str:
    return result.headline


KIND = ExperimentKind(
    "balance", read, _listing, brief=_brief, answer=_answer, evidence="tested", meaning=_meaning, about=_about
)
