"""The smallest change of the rules that meets targets: proposals, each proved on fresh seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses.experiments.balance.charts import charts_of
from digsite.analyses.experiments.balance.findings import answer_of, findings_of, notes_of
from digsite.analyses.experiments.balance.proof import Proof, prove
from digsite.analyses.experiments.balance.question import BalanceQuestion
from digsite.analyses.experiments.balance.tables import (
    changes_table,
    proposals_table,
    searched_table,
    targets_table,
)
from digsite.analyses.result import Result
from digsite.simulator.play.tallies import tallies
from digsite.simulator.runs import storage
from digsite.simulator.runs.folder.manifest import EXPERIMENT

if TYPE_CHECKING:
    from digsite.simulator.runs.experiment import Experiment


def read(experiment: Experiment) -> Result:
    """Return the result of an experiment: the rules as they are, and an arm for each proposal."""
    from digsite.simulator.runs.experiment import Experiment as Opened

    question = BalanceQuestion.of(experiment.question, experiment.game)
    checked = None
    folder = experiment.folder / question.checked
    if question.checked and storage.is_file(folder / EXPERIMENT):
        checked = proof_of(Opened(folder))
    return answer(proof_of(experiment), checked)


def proof_of(experiment: Experiment) -> Proof:
    """Return the proof that an experiment holds."""
    question = BalanceQuestion.of(experiment.question, experiment.game)
    batches = tallies(experiment.together(columns=question.columns), experiment.seating, question.extra)
    return prove(question, batches, experiment.plan.deals)


def answer(proof: Proof, checked: Proof | None = None) -> Result:
    """Return the proposals in order, and what else they change; `checked` is the same proof with look-ahead players."""
    tables = {"proposals": proposals_table(proof, checked), "targets": targets_table(proof)}
    if checked:
        tables["checked"] = targets_table(checked)
    if proof.question.proposals:
        tables["changes"] = changes_table(proof)
    if proof.question.searched:
        tables["searched"] = searched_table(proof.question)
    findings = findings_of(proof, checked)
    return Result(
        "balance", "The smallest change", tables, findings, charts_of(proof), notes_of(proof, checked),
        headline=answer_of(proof), in_order=True,
    )  # fmt: skip
