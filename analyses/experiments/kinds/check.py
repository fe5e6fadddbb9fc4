"""The kind of `check`: a contract's promises, each kept, broken or undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.check import ContractQuestion, overall, read, states_bounds
from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.analyses.result import Result
    from digsite.simulator.runs.experiment import Experiment


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List each promise: the verdict, what is promised, and what was observed."""
    rows = answered.result.tables["promises"].rows(named=True)
    asked = ContractQuestion.of(answered.experiment.question, answered.experiment.game)
    in_own_words = not all(map(states_bounds, asked.figures))
    heads = ("verdict", "promise", *(["promised"] if in_own_words else []), "seen", "games")
    yield Listing(heads, [[row[head] for head in heads] for row in rows])
    yield f"The contract is {answered.about['verdict']}."


def _about(experiment: Experiment, result: Result) -> dict[str, Any]:
    plan, promises = experiment.plan, result.tables["promises"]
    asked = {"line_up": plan.players, "seed": plan.seed, "games": promises["games"].max(), **rules_of(experiment)}
    return {**asked, "verdict": overall(promises["verdict"])}


KIND = ExperimentKind("check", read, _listing, evidence="tested", about=_about, in_full=True)
