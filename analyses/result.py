"""The result of an analysis: tidy tables, findings in plain words, and charts described as data.

An analysis never draws; `digsite.reports.charts.draw` turns a `Chart` into a picture, so every chart looks alike.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from digsite.simulator.game.wording import readable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

Certainty = Literal["certain", "likely", "unclear"]
Weight = Literal["large", "moderate", "small", "none", "absent", ""]
Evidence = Literal["described", "tested", "caused"]
Kind = Literal["dots", "lines", "bars", "stacked", "histogram", "heatmap"]

_FEW_ROWS = 8  # charts with few enough rows to list their figures in words
_CERTAINTIES: Sequence[Certainty] = ("unclear", "likely", "certain")


MARKS: Mapping[Evidence, str] = {"caused": "◆", "tested": "●", "described": "○"}
EFFECT_WORDS: Mapping[Weight, str] = {
    "large": "large effect",
    "moderate": "moderate effect",
    "small": "small effect",
    "none": "effect perhaps too small to feel",
    "absent": "no effect to speak of",  # shown by a test, not just undetected
    "": "",  # for what is no effect: a rating, a best response
}


@dataclass(frozen=True)
class Finding:
    """A sentence a designer can act on, and the data behind it. A sentence never says more than its kind allows.

    kind       described: how games went, without a grade; tested: against a stated null; caused: by a
               randomised intervention on the same luck. A grade stands for a test, so a graded finding is no description.
    effect     the least the effect may be: the near end of the interval, on the scale of `words`; empty for what is no
               effect, such as a rating.
    certainty  after correction over the whole report; unclear: the null may well be the truth.
    figures    the numbers behind it, for findings.json.
    null       what would hold if there were nothing to find, in words.
    p_value    how likely such data are if the null holds, corrected over the whole report.
    size       how large the effect looks, relative to its yardstick: it sets the order within a grade.
    """

    sentence: str
    effect: Weight = "none"
    certainty: Certainty | None = None
    figures: Mapping[str, Any] = field(default_factory=dict)
    _: KW_ONLY
    kind: Evidence = "described"
    null: str = ""
    p_value: float | None = None
    size: float = 0.0

    def __post_init__(self) -> None:
        """Mark a graded finding as tested, unless it is caused."""
        if self.kind == "described" and self.certainty is not None:
            object.__setattr__(self, "kind", "tested")

    @property
    def is_claim(self) -> bool:
        """Return whether the finding claims something beyond the games played."""
        return self.certainty in ("certain", "likely")

    @property
    def rank(self) -> tuple[float, ...]:
        """Return the sort key: caused before tested before described, large before small, unclear last.

        Within a grade the larger effect comes first.
        """
        if self.certainty == "unclear":
            return (len(MARKS),)
        sure = -_CERTAINTIES.index(self.certainty) if self.certainty else 0
        return list(MARKS).index(self.kind), list(EFFECT_WORDS).index(self.effect), sure, -self.size

    @property
    def grade(self) -> str:
        """Return the kind in words; with a grade, the size of the effect and the certainty too."""
        if self.certainty is None:
            return self.kind
        if self.certainty == "unclear":
            return f"{self.kind}, unclear"
        sized = f": {EFFECT_WORDS[self.effect]}" if self.effect else ""
        return f"{self.kind}{sized}, {self.certainty}"


def described(sentence: str, figures: Mapping[str, Any] | None = None) -> Finding:
    """Return a finding that says how games went, and claims nothing beyond them."""
    return Finding(sentence, figures=figures or {})


@dataclass(frozen=True)
class Chart:
    """A picture as data: which columns of a tidy table go where. `View.chart` makes one with labels from its columns.

    kind       dots: a mark with an interval per row; lines: y over x with a band, one line per series; bars: one bar
               per row with an interval; stacked: bars of parts (series) that add up; histogram: bars of shares over
               numeric bins; heatmap: colour over x and y with the value printed.
    table      the rows, already summarised.
    x, y       columns. `y_low` and `y_high` (of a heat map: of its value) bound the interval or band if the table has
               them, other columns if `low` and `high` name them; without either the figure is exact, and the caption
               says so. Parts that are stacked have intervals only if named.
    alt        the picture in words, for those who cannot see it; see `alt_text`.
    series     column whose values get one colour each; a strategy keeps its colour in all charts.
    order      column of numbers by which series go that are no numbers themselves: of the size behind "set of 3".
    value      the heatmap's colour column.
    exact      rows that are mathematics, not simulation, are flagged by a true value in this column and drawn as
               hollow marks or dashed lines beside the simulated ones.
    percent    y (or the heatmap's value) is a share shown in per cent.
    across     draw dots and bars sideways, names on the left: right for long names.
    band       a band across the figures' axis with a label: what a target allows.
    reference  a horizontal line (a vertical one when `across`) with a label, e.g. the fair share. The colours of a heat
               map go both ways from it, and cells whose interval holds it are left blank.
    present    the value of x (of a heat map also of y) that the rules have now, marked in the picture.
    """

    name: str
    kind: Kind
    title: str
    caption: str
    table: pl.DataFrame
    x: str
    y: str
    _: KW_ONLY
    alt: str = ""
    low: str = ""
    high: str = ""
    series: str = ""
    order: str = ""
    value: str = ""
    exact: str = ""
    x_label: str = ""
    y_label: str = ""
    percent: bool = False
    across: bool = False
    reference: tuple[float, str] | None = None
    band: tuple[float, float, str] | None = None
    present: tuple[Any, ...] = ()

    @property
    def figure(self) -> str:
        """Return the column of the figures: y, or the heat map's value."""
        return self.value or self.y

    @property
    def interval(self) -> tuple[str, str] | None:
        """Return the columns that bound the figure, or None."""
        if self.low and self.high:
            return self.low, self.high
        bounds = f"{self.figure}_low", f"{self.figure}_high"
        return bounds if self.kind != "stacked" and set(bounds) <= set(self.table.columns) else None

    @property
    def ranks(self) -> dict[Any, float]:
        """Return the rank of each series, or nothing where they have no order."""
        by = self.order or self.series
        ordered = by and self.table[by].dtype.is_numeric()
        return dict(self.table.select(self.series, by=by).iter_rows()) if ordered else {}

    @property
    def alt_text(self) -> str:
        """Return the picture in words: the given text; for a few rows, their figures; else the title and the caption."""
        if self.alt:
            return self.alt
        rows = self.table.select(self.x, self.figure).rows()
        if self.kind not in ("dots", "bars") or not 0 < len(rows) <= _FEW_ROWS or self.series not in ("", self.x):
            return f"{self.title}. {self.caption}"
        said = [f"{readable(name)} {readable(figure, 1, percent=self.percent)}" for name, figure in rows]
        return f"{self.title}: {', '.join(said)}."


@dataclass(frozen=True)
class Result:
    """The answer to one question about one run."""

    question: str
    title: str
    tables: Mapping[str, pl.DataFrame]
    findings: Sequence[Finding]
    charts: Sequence[Chart]
    notes: Sequence[str] = ()  # what the reader must know: events sampled, seats not rotated, ...
    meaning: str = ""  # a sentence on what the answer means for the design of the game
    headline: str = ""  # a sentence for page one, where the game is asked this first
    answer: str = ""  # one plain sentence that answers what was asked
    in_order: bool = False  # whether findings keep their order, as in a table of strengths: the strongest first

    @property
    def ranked(self) -> list[Finding]:
        """Return the findings in reading order: the strongest first, unless they have a fixed order."""
        return list(self.findings) if self.in_order else sorted(self.findings, key=lambda finding: finding.rank)
