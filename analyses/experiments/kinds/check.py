"""The kind of `check`: a contract's promises, each kept, broken or undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.check import ContractQuestion, overall, read, states_bounds
from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing, first_rows, rules_of
from digsite.simulator.game.wording import counted, listed, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.analyses.result import Result
    from digsite.simulator.runs.experiment import Experiment


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List each promise: the verdict, what is promised, and what was observed."""
    yield _table(answered, answered.result.tables["promises"].rows(named=True))


def _brief(answered: Answered) -> Iterator[Listing | str]:
    """List the promises, those that are not kept first."""
    rows = answered.result.tables["promises"].rows(named=True)
    yield from first_rows(_table(answered, sorted(rows, key=lambda row: row["verdict"] == "kept")))


def _table(answered: Answered, rows: list[dict[str, Any]]) -> Listing:
    asked = ContractQuestion.of(answered.experiment.question, answered.experiment.game)
    in_own_words = not all(map(states_bounds, asked.figures))
    heads = ("verdict", "promise", *(["promised"] if in_own_words else []), "seen", "games")
    return Listing(heads, [[row[head] for head in heads] for row in rows])


def _answer(_experiment: Experiment, result: Result) -> str:
    """Return whether the contract is kept, and how many promises are not."""
    verdicts = result.tables["promises"]["verdict"].to_list()
    said = [f"{number(n)} {verdict}" for verdict in ("broken", "undecided") if (n := verdicts.count(verdict))]
    of = f": of {counted(len(verdicts), 'promise')} {listed(said)}" if said else ""
    return f"The contract is {overall(result.tables['promises']['verdict'])}{of}."


def _about(experiment: Experiment, result: Result) -> dict[str, Any]:
    plan, promises = experiment.plan, result.tables["promises"]
    asked = {"line_up": plan.players, "seed": plan.seed, "games": promises["games"].max(), **rules_of(experiment)}
    return {**asked, "verdict": overall(promises["verdict"])}


KIND = ExperimentKind(
    "check", read, _listing, brief=_brief, answer=_answer, evidence="tested", about=_about, in_full=True
)
