"""Results of experiments: findings, tables and charts, read from the arms and written next to them (no numba)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.answers import answer
from digsite.analyses.experiments.kinds import kind_of
from digsite.simulator.commands import Command, verb_of
from digsite.simulator.lab.common.progress import Interrupted, Progress, message_on_stop, resume_hint
from digsite.simulator.lab.reporting import files
from digsite.simulator.runs.experiment import Experiment

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from digsite.analyses.result import Result
    from digsite.simulator.errors import Sentence
    from digsite.simulator.lab.notebook import NotebookChart


@dataclass(frozen=True)
class ExperimentResult:
    """An experiment, its result, its question as plain data, and the folder of its charts and tables."""

    experiment: Experiment
    result: "Result"
    about: dict[str, Any]
    folder: Path

    @property
    def charts(self) -> "list[NotebookChart]":
        """Return the charts, which draw themselves in a notebook."""
        from digsite.simulator.lab.notebook import NotebookChart

        everybody = dict.fromkeys(player for run in self.experiment.arms.values() for player in run.plan.players)
        return [NotebookChart(chart, self.experiment.plan.game_id, list(everybody)) for chart in self.result.charts]

    @property
    def tables(self) -> "Mapping[str, pl.DataFrame]":
        """Return the tables by their names."""
        return self.result.tables

    def __repr__(self) -> str:
        """Return a one-line description."""
        return f"ExperimentResult({self.experiment!r})"

    def _repr_html_(self) -> str:
        """Return the findings, a chart, and the first table."""
        from digsite.simulator.lab.notebook import answer_html, findings_html

        table = next(iter(self.result.tables.values()), None)
        parts = [f"<p><code>{escape(repr(self.experiment))}</code></p>", findings_html(self.result.ranked)]
        parts += [chart._repr_html_() for chart in self.charts[:1]]
        return "".join([*parts, *([answer_html(table, self.experiment.game)] if table is not None else [])])


@contextmanager
def resumable_after_play(experiment: Experiment) -> Iterator[None]:
    """Answer an interrupt after play with the command that repeats the rest: the games are saved."""
    verb = verb_of(experiment.manifest["command"])
    resume_text = resume_hint(Command(verb, resume=experiment.folder))
    sentence: Sentence = (f"All games are saved in {experiment.folder}; ", resume_text)
    try:
        with message_on_stop(lambda: sentence):
            yield
    except Interrupted:
        raise
    except KeyboardInterrupt as stop:
        raise Interrupted(*sentence) from stop


def write_result(experiment: Experiment, out: Path | None = None, progress: Progress | None = None) -> ExperimentResult:
    """Return the result of an experiment; write charts, tables and findings.json to `out`, or to its folder."""
    if out:
        return _shown(experiment, out, progress)
    with resumable_after_play(experiment):
        return _shown(experiment, experiment.folder, progress)


def _shown(experiment: Experiment, folder: Path, progress: Progress | None = None) -> ExperimentResult:
    if progress:
        progress.working("Reading the games back")
    result = answer(experiment)
    about = game_and_question(experiment, result)
    findings = {"command": experiment.manifest["command"], **files.as_data(result, about)}
    everybody = dict.fromkeys(player for run in experiment.arms.values() for player in run.plan.players)
    subject = files.subject_of(experiment.game.title, experiment.plan.seats, experiment.rows)
    files.write([result], folder, experiment.plan.game_id, list(everybody), findings, subject, progress)
    return ExperimentResult(experiment, result, about, folder)


def game_and_question(experiment: Experiment, result: "Result") -> dict[str, Any]:
    """Return the game and the question, as plain data."""
    asked = {"game": experiment.plan.game, "players": experiment.plan.seats}
    return asked | kind_of(experiment).about(experiment, result)
