"""What a component is worth, by experiment: one random seat of each luck is nudged at a random turn of that seat.

The arm `without` plays the same luck and leaves the seat alone. Until the nudge both games are the same, so whether it
comes at all, whether it can be carried out, and what the seat held then, are the same on both sides: leaving out the
games without a nudge is fair. Figures are means over all pairs of games in which the nudge was carried out; a luck, with all
of its games, is one independent value. Next to the caused effect stands what one would see without an experiment: how players fared who held
one more of it at the same turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses.experiments.nudge.charts import charts_of, part_charts
from digsite.analyses.experiments.nudge.findings import bias_findings, finding_of, nudge_notes
from digsite.analyses.experiments.nudge.question import NudgeArm, NudgeQuestion
from digsite.analyses.experiments.nudge.tables import all_precise, by_table, ended_table, observed_table, worth_table
from digsite.analyses.experiments.nudge.worth import Worth, observed_step, pairs
from digsite.analyses.result import Result

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from digsite.simulator.runs.experiment import Experiment

__all__ = [
    "FAMILIES",
    "WITHOUT",
    "NudgeArm",
    "NudgeQuestion",
    "Worth",
    "all_precise",
    "answer",
    "observed_step",
    "pairs",
    "part",
    "read",
]

WITHOUT = "without"
FAMILIES = 2  # families of tests: what nudges change, and whether that agrees with what is observed


def read(experiment: Experiment, sharing: int = 1) -> Result:
    """Return the result of an experiment; `sharing` counts the families that share a report's false claims."""
    question = NudgeQuestion.of(experiment, sharing)
    without = experiment.arm(WITHOUT)
    parts = range(min(run.parts for run in experiment.arms.values()))
    found = [
        Worth.of(
            question, dose, (pairs(question, without, experiment.arm(dose.arm), part, dose.column) for part in parts)
        )
        for dose in question.doses
    ]
    return answer(question, found)


def answer(question: NudgeQuestion, found: Sequence[Worth]) -> Result:
    """Return the worth of each nudge, by moment, by holding and by strategy, and what one would observe without it."""
    tables = {"worth": worth_table(question, found)}
    for name, key, column in (("moments", "third", "moment"), ("holdings", "held", "held"), ("strategies", "strategy", "strategy")):  # fmt: skip
        tables[name] = by_table(question, found, key, column)
    tables["observed"], tables["ended"] = observed_table(question, found), ended_table(question, found)
    findings = [finding_of(question, worth, tables["worth"]) for worth in found]
    findings += bias_findings(question, tables["observed"])
    charts, notes = charts_of(question, tables), nudge_notes(question, found)
    tables = {name: table for name, table in tables.items() if table.height}
    return Result("nudge", "What components are worth", tables, findings, charts, notes)


def part(question: NudgeQuestion, whole: Result, labels: Collection[str]) -> Result:
    """Return the result of some nudges of an experiment: findings, tables, and charts that compare observed with caused.

    A nudge that was never possible shows nothing.
    """
    possible = set(whole.tables["worth"].filter(pl.col("pairs") > 0)["nudge"])
    labels = [label for label in labels if label in possible]
    kept = {name: table.filter(pl.col("nudge").is_in(labels)) for name, table in whole.tables.items()}
    tables = {name: table for name, table in kept.items() if table.height}
    findings = [finding for finding in whole.findings if finding.figures["nudge"] in labels]
    return Result(whole.question, whole.title, tables, findings, part_charts(question, tables) if tables else [])
