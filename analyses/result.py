"""What an analysis returns: tidy tables, findings in plain words, and charts described as data.

An analysis never draws; `reports.charts.draw` turns a `Chart` into a picture, so every chart looks alike.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from simulator.game.wording import readable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

Certainty = Literal["certain", "likely", "unclear"]
Weight = Literal["large", "moderate", "small", "none"]
Evidence = Literal["described", "tested", "caused"]
Kind = Literal["dots", "lines", "bars", "stacked", "histogram", "heatmap"]

_FEW_ROWS = 8  # whose figures can be read out


@dataclass(frozen=True)
class Finding:
    """One sentence a designer can act on, graded by how big the effect is and how sure we are."""

    sentence: str
    effect: Weight
    certainty: Certainty
    figures: Mapping[str, Any] = field(default_factory=dict)  # the numbers behind it, for findings.json
    _: KW_ONLY
    kind: Evidence = "tested"
    null: str = ""  # what would be true if there were nothing to find
    p_value: float | None = None


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
    value      the heatmap's colour column.
    exact      rows that are mathematics, not simulation, are flagged by a true value in this column and drawn as
               hollow marks or dashed lines beside the simulated ones.
    percent    y (or the heatmap's value) is a share shown in per cent.
    across     draw dots and bars sideways, names on the left: right for long names.
    reference  a horizontal line (a vertical one when `across`) with a label, e.g. the fair share.
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
    value: str = ""
    exact: str = ""
    x_label: str = ""
    y_label: str = ""
    percent: bool = False
    across: bool = False
    reference: tuple[float, str] | None = None

    @property
    def figure(self) -> str:
        """The column of the figures: y, or the heat map's value."""
        return self.value or self.y

    @property
    def interval(self) -> tuple[str, str] | None:
        """The columns that bound the figure; nothing where there are none."""
        if self.low and self.high:
            return self.low, self.high
        bounds = f"{self.figure}_low", f"{self.figure}_high"
        return bounds if self.kind != "stacked" and set(bounds) <= set(self.table.columns) else None

    @property
    def alt_text(self) -> str:
        """The picture in words: as given; of a few rows, their figures; else the title and the caption."""
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
