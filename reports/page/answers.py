"""Answers to questions as the page shows them: graded findings, drawn charts, tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from digsite.analyses.labels import Terms
from digsite.analyses.result import MARKS, Chart, Finding, Result
from digsite.reports.charts import draw as charts
from digsite.reports.charts import style, svg
from digsite.reports.charts.style import Colours
from digsite.reports.page.tables import PageTable, table_of

_EFFECTS = {"large": 3, "moderate": 2, "small": 1, "none": 0, "absent": 0}
_MAIN_CHARTS = 2  # charts of an answer shown at once; the others are folded
_TALLEST = 680  # px of charts shown at once: with titles and captions about a phone's screen
_MAIN_FINDINGS = 1  # below the one that answers


@dataclass(frozen=True)
class GradedFinding:
    """A finding as the page shows it, and the question it answers."""

    finding: Finding
    anchor: str
    question: str
    known: bool = False  # what it was tested against; empty if the answer above it says so

    @property
    def sentence(self) -> str:
        """Return what was found."""
        return self.finding.sentence

    @property
    def mark(self) -> str:
        """Return the kind of finding as a mark."""
        return MARKS[self.finding.kind]

    @property
    def dots(self) -> str:
        """Return the size of the effect as three dots, filled or empty; no dots for an observation or a non-effect."""
        if self.finding.certainty is None or not self.finding.effect:
            return ""
        filled = 0 if self.finding.certainty == "unclear" else _EFFECTS[self.finding.effect]
        return "●" * filled + "○" * (3 - filled)

    @property
    def against(self) -> str:
        """Return what it was tested against, and how likely such data are by chance."""
        if not self.finding.null:
            return ""
        p = self.finding.p_value
        chance = [] if p is None else ["p < 0.001" if p < 0.001 else f"p = {p:.3f}"]
        return ", ".join(chance if self.known else [f"tested against: {self.finding.null}", *chance])

    @property
    def styles(self) -> str:
        """Return the CSS classes of its line."""
        return f"{self.finding.kind} effect-{self.finding.effect} {self.finding.certainty or ''}".strip()


@dataclass(frozen=True)
class DrawnChart:
    """A drawn chart. `alone`: it has no neighbour in its row, so its caption stands next to it."""

    title: str
    caption: str
    svg: Any
    is_wide: bool
    alone: bool = False
    height: float = 0.0  # px


@dataclass(frozen=True)
class Answer:
    """The answer to a question as the page shows it: the first finding answers, the rest explains."""

    anchor: str
    title: str
    findings: Sequence[GradedFinding]
    figures: Sequence[DrawnChart]
    more_figures: Sequence[DrawnChart]
    tables: Sequence[PageTable]
    notes: Sequence[str]
    meaning: str = ""

    @property
    def lead(self) -> GradedFinding | None:
        """Return the finding that answers the question."""
        return self.findings[0] if self.findings else None

    @property
    def open_notes(self) -> Sequence[str]:
        """Return the notes shown at once: all of them if there is no finding."""
        return () if self.findings else self.notes

    @property
    def folded_notes(self) -> Sequence[str]:
        """Return the notes shown with the tables."""
        return self.notes if self.findings else ()

    @property
    def main(self) -> Sequence[GradedFinding]:
        """Return the next findings, shown at once; unclear ones are not among them."""
        return [shown for shown in self.findings[1 : 1 + _MAIN_FINDINGS] if shown.finding.certainty != "unclear"]

    @property
    def rest(self) -> Sequence[GradedFinding]:
        """Return the folded findings."""
        return self.findings[1 + len(self.main) :]


def draw_answer(anchor: str, result: Result, colours: Colours, terms: Terms) -> Answer:
    """Return an answer with its charts drawn and its findings graded."""
    drawn = [draw_chart(f"{anchor}-{at}", chart, colours) for at, chart in enumerate(result.charts, 1)]
    ranked = result.ranked
    null = ranked[0].null if ranked else ""
    at_once = unfolded_charts(drawn, caused="worth" in result.tables and bool(ranked) and ranked[0].kind == "caused")
    return Answer(
        anchor,
        result.title,
        [GradedFinding(f, anchor, result.title, known=at > 0 and f.null == null) for at, f in enumerate(ranked)],
        chart_rows(drawn[:at_once]),
        chart_rows(drawn[at_once:]),
        [table_of(name, frame, terms) for name, frame in result.tables.items() if frame.height],
        result.notes,
        result.meaning,
    )


def unfolded_charts(figures: Sequence[DrawnChart], caused: bool = False) -> int:
    """Return how many charts are not folded: two, unless they are so tall that they hide the answer between them.

    Where the answer is what nudges caused, the first chart shows all of it.
    """
    if caused:
        return 1
    tall = sum(figure.height for figure in figures[:_MAIN_CHARTS])
    return _MAIN_CHARTS if tall <= _TALLEST else 1


def chart_rows(figures: Sequence[DrawnChart]) -> list[DrawnChart]:
    """Return charts two in a row; one without a neighbour is marked, so that its row is not left half empty."""
    placed: list[DrawnChart] = []
    waits = False  # for a neighbour
    for figure in figures:
        if figure.is_wide and waits:
            placed[-1] = replace(placed[-1], alone=True)
        placed.append(figure)
        waits = not figure.is_wide and not waits
    if waits:
        placed[-1] = replace(placed[-1], alone=True)
    return placed


def draw_chart(name: str, chart: Chart, colours: Colours) -> DrawnChart:
    """Return a chart drawn for the page; `name` makes its identifiers unique."""
    from markupsafe import Markup

    drawn = charts.draw(chart, colours, name=name)
    width, height = svg.size(drawn)
    inline = Markup(svg.inline(drawn))  # its text is already escaped
    return DrawnChart(chart.title, chart.caption, inline, width == style.WIDE, height=height)
