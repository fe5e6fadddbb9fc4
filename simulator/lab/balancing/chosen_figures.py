"""Which figures may move where the user names none: those that levers sees move the targets."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from digsite.analyses.experiments.check import SCORE
from digsite.analyses.experiments.levers.question import LeversQuestion
from digsite.analyses.stats import is_difference
from digsite.simulator.errors import WrongUse
from digsite.simulator.game.measures import Condition
from digsite.simulator.lab.balancing.figure_values import levers_of
from digsite.simulator.lab.balancing.levers import design_of, in_parts, play_levers
from digsite.simulator.lab.balancing.space import is_kept
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.plan import Plan
from digsite.simulator.runs import storage
from digsite.simulator.runs.folder.manifest import EXPERIMENT

if TYPE_CHECKING:
    from digsite.analyses.experiments.balance.question import BalanceQuestion
    from digsite.analyses.experiments.check import PromisedFigure
    from digsite.simulator.lab.common.running import Running

PART = 30  # of the search's games, that each step of a lever plays at most
MOST_FIGURES = 8


def figures_that_matter(
    question: "BalanceQuestion",
    plan: Plan,
    kept: Sequence[str],
    games: int,
    folder: Path,
    running: "Running",
    command: str,
) -> list[str]:
    """Return the figures that surely move the targets, then those that may move them most, without those to keep.

    The levers are saved in a folder of their own.
    """
    plan = in_parts(replace(plan, games=max(games // PART, plan.rotations)))
    named = [lever.key for lever in levers_of(plan.figures, plan.seats) if not is_kept(lever.key, kept)]
    if not named:
        raise WrongUse(OPTIONS["keep"], " leaves no figure that may change.")
    measured = [one.name for one in question.own.extra if not isinstance(one, Condition)]
    design = design_of(plan, named, measured)
    asked = LeversQuestion.of(design.question, question.game, plan.players)
    again = replace(running, out=folder, resume=storage.is_file(folder / EXPERIMENT))
    table = play_levers(design, asked, folder, again, command).tables["changes"]
    wanted = [_in_levers(figure, question.seats) for figure in question.own.figures]
    strength: dict[str, tuple[bool, float]] = {}
    for row in table.iter_rows(named=True):
        if row["change"] and (row["measure"] in wanted or None in wanted):
            sure = is_difference(row["verdict"])
            size = abs(row["change"]) / ((row["change_high"] - row["change_low"]) or 1.0)
            strength[row["figure"]] = max(strength.get(row["figure"], (False, 0.0)), (sure, size))
    if not strength:
        raise WrongUse(
            f"No figure is seen to move {question.promised} in {plan.games:,} games of each step; name some with ",
            OPTIONS["vary"], ", or play more ", OPTIONS["games"], ".",
        )  # fmt: skip
    if not any(sure for sure, _ in strength.values()):
        running.progress.starting("No figure surely moves the targets; those that may move them most are tried.")
    return sorted(strength, key=lambda key: strength[key], reverse=True)[:MOST_FIGURES]


def _in_levers(figure: "PromisedFigure", seats: int) -> str | None:
    """Return the measure of levers that stands for a target; None if any may."""
    if isinstance(figure.measurable, Condition):
        return None
    if figure.promise.measure == SCORE:
        return "mean score"
    whose = figure.about or figure.promise.of
    return "win rate of seat 1" if seats == 2 and whose == "seat 2" else figure.measure.name
