"""The rows of a chart's table, in the chart's terms."""

import math
from dataclasses import dataclass
from typing import Any

from digsite.analyses.result import Chart


@dataclass(frozen=True)
class Row:
    """One row of the chart's table, in the chart's terms."""

    x: Any
    y: Any
    low: float | None
    high: float | None
    series: Any
    exact: bool
    value: float

    @property
    def half_width(self) -> float:
        """Return half the length of the interval; 0 without one."""
        return (self.high - self.low) / 2 if self.low is not None and self.high is not None else 0.0


def rows_of(chart: Chart) -> list[Row]:
    """Return the rows that have a figure."""
    rows = [_row(chart, cells) for cells in chart.table.iter_rows(named=True)]
    return [row for row in rows if math.isfinite(row.value)]


def _row(chart: Chart, cells: dict[str, Any]) -> Row:
    value = _finite(cells[chart.figure])
    low, high = (_finite(cells[name]) for name in chart.interval) if chart.interval else (None, None)
    return Row(
        x=cells[chart.x],
        y=cells[chart.y],
        low=low if high is not None else None,
        high=high if low is not None else None,
        series=cells[chart.series] if chart.series else None,
        exact=bool(cells[chart.exact]) if chart.exact else False,
        value=math.nan if value is None else value,
    )


def _finite(value: Any) -> float | None:
    return float(value) if value is not None and math.isfinite(value) else None
