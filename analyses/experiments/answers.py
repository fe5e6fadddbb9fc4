"""What an experiment on disk shows, whatever its kind (imports nothing heavy before it is asked)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.analyses.experiments.kinds import kind_of
from digsite.analyses.sentences import counted_in
from digsite.analyses.unfinished import broken_off

if TYPE_CHECKING:
    from digsite.analyses.result import Result
    from digsite.simulator.runs.experiment import Experiment


def answer(experiment: Experiment) -> Result:
    """The findings, tables and charts of an experiment; whatever is wrong with it is said in one sentence."""
    kind = kind_of(experiment)
    experiment.check(by_clock=kind.by_clock)
    result = kind.read(experiment)
    graded = [replace(f, kind=kind.evidence) if f.kind == "tested" and not f.null else f for f in result.findings]
    result = _counted(replace(result, findings=graded), experiment.game.wording.points)
    notes = list(result.notes)
    if warning := broken_off(experiment.arms.values()):
        notes.append(warning)
    if not experiment.complete:
        there = f"{experiment.games:,} of {experiment.plan.games:,} games of each arm are there"
        notes.append(f"The experiment is not complete: {there}.")
    return replace(result, notes=notes, meaning=kind.meaning(result))


def _counted(result: Result, points: str) -> Result:
    """An answer in what the game's scores are counted in."""
    if points == "points":
        return result
    findings = [replace(found, sentence=counted_in(found.sentence, points)) for found in result.findings]
    charts = [
        replace(
            chart,
            caption=counted_in(chart.caption, points),
            alt=counted_in(chart.alt, points),
            y_label=points if chart.y_label == "points" else chart.y_label,
        )
        for chart in result.charts
    ]
    return replace(result, findings=findings, charts=charts)
