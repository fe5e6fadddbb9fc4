"""Analysing: answering questions about a run or an experiment in sentences, charts and tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.analyses.companions import Companions
from digsite.analyses.registry import answer, answerable
from digsite.simulator.errors import unique_names
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.reporting import files as results

if TYPE_CHECKING:
    import polars as pl

    from digsite.analyses.result import Result
    from digsite.analyses.scorecard import Scorecard
    from digsite.simulator.lab.notebook import NotebookChart
    from digsite.simulator.runs.run import Run


@dataclass(frozen=True)
class Analysis:
    """The answers to questions about a run, and the folder of their charts, tables and findings.json.

    There is a scorecard if all questions were asked.
    """

    folder: Path
    results: "Sequence[Result]"
    findings: list[dict[str, Any]]
    scorecard: "Scorecard | None" = None
    answer: str = ""  # one plain sentence: the verdict of a report's first page, or the first finding on what was asked
    game: str = ""
    players: "Sequence[str]" = ()

    @property
    def charts(self) -> "list[NotebookChart]":
        """Return the charts of all answers, which draw themselves in a notebook."""
        from digsite.simulator.lab.notebook import NotebookChart

        return [NotebookChart(chart, self.game, self.players) for result in self.results for chart in result.charts]

    @property
    def tables(self) -> "dict[str, pl.DataFrame]":
        """Return the tables of all answers, by question and name."""
        return {f"{result.question}-{name}": table for result in self.results for name, table in result.tables.items()}

    def __repr__(self) -> str:
        """Return a one-line description."""
        return f"Analysis({', '.join(result.question for result in self.results)}: {len(self.findings)} findings)"

    def _repr_html_(self) -> str:
        """Return the findings and the first chart of each question."""
        from digsite.simulator.lab.notebook import NotebookChart, findings_html

        parts = []
        for result in self.results:
            drawn = [NotebookChart(chart, self.game, self.players)._repr_html_() for chart in result.charts[:1]]
            parts.append(f"<h4>{escape(result.title)}</h4>{findings_html(result.ranked)}{''.join(drawn)}")
        return "".join(parts)

    def as_data(self) -> dict[str, Any]:
        """Return the scorecard and the findings as plain data."""
        card = self.scorecard.as_data() if self.scorecard else None
        return {"answer": self.answer, "scorecard": card, "findings": self.findings}


def answer_questions(
    run: "Run", questions: Sequence[str] = (), folder: Path | None = None, progress: Progress | None = None
) -> Analysis:
    """Answer questions about a run, all that apply if none is named; write nothing."""
    from digsite.analyses.scorecard import scorecard

    names = unique_names("question", questions) or [question.name for question in answerable(run)]
    companions, known, found = Companions.of(run), progress or Progress(), []
    for done, name in enumerate(names):
        known.working("Answering questions", done, len(names))
        found.append(answer(run, name, companions))
    findings = [{"question": result.question, **finding} for result in found for finding in results.findings_of(result)]
    card = None if questions else scorecard(run, found)
    said = _verdict(run, found, card) if card else _first_finding(found)
    return Analysis(folder or run.folder, found, findings, card, said, run.plan.game_id, run.plan.players)


def _verdict(run: "Run", found: "Sequence[Result]", card: "Scorecard") -> str:
    """Return the verdict that leads a report of the run."""
    from digsite.analyses.first_page.seats import seat_wins
    from digsite.analyses.first_page.verdict import verdict

    return " ".join(filter(None, verdict({line.name: line for line in card.lines}, seat_wins(found, run.plan.seats))))


def _first_finding(found: "Sequence[Result]") -> str:
    return next((result.ranked[0].sentence for result in found if result.findings), "")


def analyze(
    run: "Run", questions: Sequence[str] = (), out: Path | None = None, progress: Progress | None = None
) -> Analysis:
    """Answer questions about a run and write charts, tables and findings to `out`, or to RUN/analysis."""
    folder = out or run.folder / "analysis"
    analysis = answer_questions(run, questions, folder, progress)
    subject = results.subject_of(run.game.title, run.plan.seats, run.rows)
    results.write(analysis.results, folder, run.plan.game_id, run.plan.players, analysis.findings, subject, progress)
    if analysis.scorecard:
        results.write_json(folder / "scorecard.json", results.json_data(analysis.scorecard.as_data()))
    return analysis
