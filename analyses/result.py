"""What an analysis gives: tidy tables, findings in plain words, and charts described as data.

An analysis never draws; `reports.charts.draw` turns a `Chart` into a picture, so every chart looks alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import polars as pl

Certainty = Literal["certain", "likely", "unclear"]
Weight = Literal["large", "moderate", "small", "none"]
Kind = Literal["dots", "lines", "bars", "stacked", "histogram", "heatmap"]


@dataclass(frozen=True)
class Finding:
    """One sentence a designer can act on, graded by how big the effect is and how sure we are."""

    sentence: str
    effect: Weight
    certainty: Certainty
    figures: Mapping[str, Any] = field(default_factory=dict)  # the numbers behind it, for findings.json


@dataclass(frozen=True)
class Chart:
    """A picture as data: which columns of a tidy table go where.

    kind       dots: a mark with an interval per row; lines: y over x with a band, one line per series; bars: one bar
               per row with an interval; stacked: bars of parts (series) that add up; histogram: bars of shares over
               numeric bins; heatmap: colour over x and y with the value printed.
    table      the rows, already summarised.
    x, y       columns; `low` and `high` bound the interval or band of y (empty: no interval, only where the figure is
               exact, and the caption says so).
    series     column whose values get one colour each; a strategy keeps its colour in all charts.
    value      the heatmap's colour column.
    reference  a horizontal line (a vertical one when `across`) with a label, e.g. the fair share.
    across     draw dots and bars sideways, names on the left: right for long names.
    exact      rows that are mathematics, not simulation, are flagged by a true value in this column and drawn as
               hollow marks or dashed lines beside the simulated ones.
    """

    name: str
    kind: Kind
    title: str
    caption: str
    alt: str
    table: pl.DataFrame
    x: str
    y: str
    low: str = ""
    high: str = ""
    series: str = ""
    value: str = ""
    exact: str = ""
    x_label: str = ""
    y_label: str = ""
    percent: bool = False  # y (or the heatmap's value) is a share shown in per cent
    across: bool = False
    reference: tuple[float, str] | None = None


@dataclass(frozen=True)
class Result:
    """The answer to one question about one run."""

    question: str
    title: str
    tables: Mapping[str, pl.DataFrame]
    findings: Sequence[Finding]
    charts: Sequence[Chart]
    notes: Sequence[str] = ()  # what the reader must know: events sampled, seats not rotated, ...
