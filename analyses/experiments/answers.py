"""What an experiment on disk shows, whatever its kind (imports nothing heavy before it is asked)."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from digsite.analyses.sentences import counted_in
from digsite.analyses.unfinished import broken_off
from digsite.simulator.errors import unknown
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from digsite.analyses.result import Evidence, Result
    from digsite.simulator.runs.experiment import Experiment

# Where each kind is answered: a module of this package, and the function that reads the arms.
# What graded findings of an experiment rest on that do not say so: a change of the rules on the same luck causes, a
# tournament tests.
EVIDENCE: dict[str, Evidence] = {"tournament": "tested", "check": "tested", "strength": "tested", "exploit": "tested"}
KINDS = {
    "compare": ("compare", "read"),
    "sweep": ("sweep", "read"),
    "unconfirmed": ("sweep", "read_unconfirmed"),
    "tournament": ("tournament", "read"),
    "nudge": ("nudge", "read"),
    "check": ("check", "read"),
    "strength": ("strength", "read"),
    "tune": ("tune", "read"),
    "exploit": ("exploit", "read"),
}


def answer(experiment: Experiment) -> Result:
    """The findings, tables and charts of an experiment; whatever is wrong with it is said in one sentence."""
    if experiment.kind not in KINDS:
        raise unknown("kind of experiment", experiment.kind, KINDS)
    experiment.check()
    module, function = KINDS[experiment.kind]
    result: Result = getattr(import_module(f"digsite.analyses.experiments.{module}"), function)(experiment)
    kind = EVIDENCE.get(experiment.kind, "caused")
    graded = [replace(f, kind=kind) if f.kind == "tested" and not f.null else f for f in result.findings]
    result = _counted(replace(result, findings=graded), experiment.game.wording.points)
    notes = list(result.notes)
    if warning := broken_off(experiment.arms.values()):
        notes.append(warning)
    if not experiment.complete:
        there = f"{experiment.games:,} of {experiment.plan.games:,} games of each arm are there"
        notes.append(f"The experiment is not complete: {there}.")
    return replace(result, notes=notes, meaning=_meaning(experiment.kind, result))


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


def _meaning(kind: str, result: Result) -> str:
    """What an experiment says to the designer."""
    if kind == "nudge":
        from digsite.analyses.companions import worth_having

        return worth_having(result.tables)
    if kind in ("compare", "sweep"):
        felt = [
            found.figures["measure"]
            for found in result.findings
            if found.stands and found.effect in ("large", "moderate", "small") and "measure" in found.figures
        ]
        if not felt:
            return "Nothing that would be felt at the table changes, as far as these games tell."
        return f"This is felt at the table: {listed(felt)}. Keep the change only if that is wanted."
    replies = [found.figures for found in result.findings if {"of", "never"} & set(found.figures)]
    if kind != "tournament" or not replies:
        return ""
    never: list[str] = next((figures["never"] for figures in replies if "never" in figures), [])
    if never:
        return f"Against no field is it best to play {listed(never, 'or')}: what such a player tries needs help, or can go."
    return "None of the strategies can be ruled out: each may be the best reply to some field."
