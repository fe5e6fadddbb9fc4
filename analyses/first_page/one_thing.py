"""If one thing is to be changed: the figure that moves a game most, from a levers experiment among a report's folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses.experiments.kinds import kind_of
from digsite.analyses.first_page.changes import MOST, Change
from digsite.simulator.commands import Command
from digsite.simulator.play.repeat import rules_options, seating
from digsite.simulator.runs.experiment import Experiment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.simulator.runs.run import Run

_SAME = ("game", "game_files", "rules", "seats")  # of a run and a levers experiment about it


def with_one_thing(found: Sequence[Change], run: Run, folders: Sequence[Run | Experiment]) -> list[Change]:
    """Return the proposals, the last of three replaced by the figure that moves most if an experiment says which that is."""
    thing = one_thing(run, folders)
    return [*found[: MOST - 1], thing] if thing else list(found)


def one_thing(run: Run, folders: Sequence[Run | Experiment]) -> Change | None:
    """Return the figure that moves who wins most, else anything, and the command that compares its step."""
    about = [
        other
        for other in folders
        if isinstance(other, Experiment)
        and kind_of(other).measures == "figures"
        and all(getattr(other.plan, name) == getattr(run.plan, name) for name in _SAME)
    ]
    return _step(run, about[0]) if about else None


def _step(run: Run, experiment: Experiment) -> Change | None:
    from digsite.analyses.experiments.answers import answer

    found = answer(experiment)
    movers = [movers for finding in found.findings if (movers := finding.figures.get("movers"))]
    if not movers:
        return None
    top, subject = movers[0][0], next(f.figures["subject"] for f in found.findings if f.figures.get("movers"))
    arm = next(
        step
        for figure in experiment.question["figures"]
        if figure["key"] == top["figure"]
        for step in figure["steps"]
        if step["label"] == top["at"]
    )
    options = {**seating(run.plan), **rules_options(run.plan), "against": run.plan.variants}
    options["settings"] = [*options["settings"], *arm["settings"]]
    command = str(Command("compare", run.plan.called, **options))
    return Change(
        f"Move `{top['figure']}` to {top['at']}.", f"Of all figures it is seen to move {subject} most.", command
    )
