"""What the page says about a run and about an experiment alike."""

from collections.abc import Sequence
from dataclasses import dataclass

from digsite.analyses.scorecard import Line
from digsite.reports.page.answers import Answer
from digsite.reports.page.line_up import SeatedStrategy


@dataclass(frozen=True, kw_only=True)
class Section:
    """What the page says about a run and about an experiment alike."""

    kind: str = ""  # of an experiment
    anchor: str
    name: str
    title: str
    players: int
    rules: str
    games: int
    seed: int
    seated: str = ""
    verdict: str
    answers: Sequence[Answer]
    line_up: Sequence[SeatedStrategy]
    command: str
    manifest: str

    @property
    def keys(self) -> Sequence[Line]:
        """Return the lines of the scorecard shown where runs stand side by side."""
        return ()


def first_sentence(answers: Sequence[Answer]) -> str:
    """Return the strongest finding, for a page without a scorecard."""
    leads = [answer.lead for answer in answers if answer.lead]
    return min(leads, key=lambda lead: lead.finding.rank).sentence if leads else "No findings."
