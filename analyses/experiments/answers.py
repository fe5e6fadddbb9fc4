"""The result of an experiment on disk, whatever its kind (imports nothing heavy until asked)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.analyses.experiments.kinds import kind_of
from digsite.analyses.unfinished import unfinished_warning

if TYPE_CHECKING:
    from digsite.analyses.result import Result
    from digsite.simulator.play.seating import Seating
    from digsite.simulator.runs.experiment import Experiment


def _seated(seating: Seating) -> list[str]:
    """Return a note on who sat where in all arms."""
    return (
        [f"On the same luck: {seating.described}; the games of a deal count as one value."] if seating.described else []
    )


def answer(experiment: Experiment) -> Result:
    """Return the findings, tables and charts of an experiment; raise a one-sentence error if it is unusable."""
    kind = kind_of(experiment)
    experiment.check(by_clock=kind.by_clock)
    result = kind.read(experiment)
    graded = [replace(f, kind=kind.evidence) if f.kind == "tested" and not f.null else f for f in result.findings]
    result = replace(result, findings=graded)
    notes = [*result.notes, *_seated(experiment.seating)]
    if warning := unfinished_warning(experiment.arms.values()):
        notes.append(warning)
    if not experiment.complete:
        there = f"{experiment.games:,} of {experiment.plan.games:,} games of each arm are there"
        notes.append(f"The experiment is not complete: {there}.")
    return replace(result, notes=notes, meaning=kind.meaning(result), answer=kind.answer(experiment, result))
