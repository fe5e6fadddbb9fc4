"""How each kind of chart is drawn into its frame: a module for each family of kinds."""

from collections.abc import Callable

from reports.charts import style
from reports.charts.frame import Frame
from reports.charts.kinds.bins import histogram
from reports.charts.kinds.cells import heatmap
from reports.charts.kinds.curves import lines
from reports.charts.kinds.marks import bars, dots
from reports.charts.kinds.parts import stacked


def nothing(frame: Frame) -> None:
    """A chart of no rows says so."""
    frame.height = 70.0
    frame.axes.set_axis_off()
    frame.axes.text(
        0.5, 0.5, "no figures to draw", ha="center", va="center", fontsize=style.TEXT, color=frame.hue("soft")
    )


KINDS: dict[str, Callable[[Frame], None]] = {
    "dots": dots,
    "lines": lines,
    "bars": bars,
    "stacked": stacked,
    "histogram": histogram,
    "heatmap": heatmap,
}
