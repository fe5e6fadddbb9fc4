"""How each kind of chart is drawn into its frame: one module for each family of kinds."""

from collections.abc import Callable

from digsite.analyses.result import Kind
from digsite.reports.charts import style
from digsite.reports.charts.frame import Frame
from digsite.reports.charts.kinds.dots_and_bars import bars, dots
from digsite.reports.charts.kinds.heatmap import heatmap
from digsite.reports.charts.kinds.histogram import histogram
from digsite.reports.charts.kinds.lines import lines
from digsite.reports.charts.kinds.stacked import stacked


def nothing(frame: Frame) -> None:
    """Write that the chart has no rows."""
    frame.height = 70.0
    frame.axes.set_axis_off()
    frame.axes.text(
        0.5, 0.5, "no figures to draw", ha="center", va="center", fontsize=style.TEXT, color=frame.hue("soft")
    )


KINDS: dict[Kind, Callable[[Frame], None]] = {
    "dots": dots,
    "lines": lines,
    "bars": bars,
    "stacked": stacked,
    "histogram": histogram,
    "heatmap": heatmap,
}
