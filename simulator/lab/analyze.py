"""Analysing: questions asked of a run, or an experiment read again, answered in sentences, charts and tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.beside import Beside
from analyses.registry import answer, answerable
from simulator.lab import results

if TYPE_CHECKING:
    from analyses.result import Result
    from analyses.scorecard import Scorecard
    from simulator.runs.run import Run


@dataclass(frozen=True)
class Analysis:
    """The answers to questions about a run, and where their charts, tables and findings.json lie.

    The scorecard is there if all questions were asked.
    """

    folder: Path
    results: "Sequence[Result]"
    findings: list[dict[str, Any]]
    scorecard: "Scorecard | None" = None

    def as_data(self) -> dict[str, Any]:
        """The scorecard and the findings as plain data."""
        return {"scorecard": self.scorecard.as_data() if self.scorecard else None, "findings": self.findings}


def analyze(run: "Run", questions: Sequence[str] = (), out: Path | None = None) -> Analysis:
    """Answer questions about a run, all that fit when none is named; the files go to `out`, or to RUN/analysis."""
    names = questions or [question.name for question in answerable(run)]
    beside = Beside.of(run)
    found = [answer(run, name, beside) for name in dict.fromkeys(names)]
    folder = out or run.folder / "analysis"
    findings = [{"question": result.question, **finding} for result in found for finding in results.findings_of(result)]
    subject = results.subject_of(run.game.title, run.plan.seats, run.rows)
    results.write(found, folder, run.plan.game, run.plan.players, findings, subject)
    return Analysis(folder, found, findings, None if questions else _scored(run, found, folder))


def _scored(run: "Run", found: "Sequence[Result]", folder: Path) -> "Scorecard":
    """The scorecard, written as scorecard.json too."""
    from analyses.scorecard import scorecard

    card = scorecard(run, found)
    results.write_json(folder / "scorecard.json", card.as_data())
    return card
