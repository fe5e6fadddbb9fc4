"""Which figures of a game move what, and which move nothing: one step of each, on the same luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses.experiments.levers.charts import charts_of
from digsite.analyses.experiments.levers.effects import Effects, effects_of
from digsite.analyses.experiments.levers.findings import findings_of, notes_of
from digsite.analyses.experiments.levers.question import LeversQuestion
from digsite.analyses.experiments.levers.stages import play_stages
from digsite.analyses.experiments.levers.tables import changes_table, figures_table
from digsite.analyses.result import Result
from digsite.simulator.play.tallies import tallies
from digsite.simulator.runs.experiment import read_together

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.simulator.play.tallies import Tally
    from digsite.simulator.runs.experiment import Experiment


def read(experiment: Experiment) -> Result:
    """Return the result of an experiment: an arm for each step of each figure, compared with the rules as they are."""
    question = LeversQuestion.of(experiment.question, experiment.game, experiment.plan.players)

    def source(names: Sequence[str], parts: range) -> Iterator[list[Tally]]:
        runs = [experiment.arm(name) for name in names]
        there = range(parts.start, min(parts.stop, *(run.parts for run in runs)))
        first = experiment.plan.part_range(there.start).start
        return tallies(read_together(runs, there, question.columns), experiment.seating, question.extra, first)

    return answer(effects_of(question, play_stages(question, source)))


def answer(found: Effects) -> Result:
    """Return which figures move what, as sentences, tables and charts."""
    tables = {"figures": figures_table(found), "changes": changes_table(found)}
    title = "Which figures matter"
    return Result("levers", title, tables, findings_of(found), charts_of(found), notes_of(found), in_order=True)
