"""Labels right of a chart's axes: moved apart, each with a line to what it names."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from matplotlib.lines import Line2D

from digsite.reports.charts import style
from digsite.reports.charts.lettering import spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation


class SideLabels:
    """The labels of one chart."""

    def __init__(self, hue: Callable[[str], str]):
        """Start without labels; `hue` returns the hue of a colour token."""
        self._hue = hue
        self._labels: list[tuple[Annotation, float, float, str]] = []

    def add(self, axes: "Axes", text: str, y: float, token: str, start: float | None) -> None:
        """Add a label at height y; with a `start`, a thin line leads there from (start, y)."""
        label = axes.annotate(
            text,
            (1, y),
            (12, 0),
            xycoords=("axes fraction", "data"),
            va="center",
            textcoords="offset points",
            fontsize=style.TEXT - 0.5 if token else style.SMALL,
            ha="left",
            color=self._hue("ink" if token else "soft"),
            annotation_clip=False,
            linespacing=1.05,
        )
        self._labels.append((label, y, math.nan if start is None else start, token))

    def place(self, axes: "Axes", figure: "Figure") -> None:
        """Move the labels apart, and draw a line to each."""
        box = axes.get_window_extent()
        wanted = [float(axes.transData.transform((0, y))[1]) for _, y, _, _ in self._labels]
        heights = [label.get_window_extent().height + 2.5 for label, *_ in self._labels]
        placed = spread(wanted, heights, box.y0 - 8, box.y1 + 8)
        for (label, y, start, token), from_y, to_y in zip(self._labels, wanted, placed, strict=True):
            label.set_position((12, to_y - from_y))
            if token:
                begin = box.x1 if math.isnan(start) else float(axes.transData.transform((start, y))[0])
                self._lead(figure, [(begin, from_y), (max(begin, box.x1 - 2), from_y), (box.x1 + 9, to_y)])

    def _lead(self, figure: "Figure", points: list[tuple[float, float]]) -> None:
        """Draw a leader: thin, grey and dotted, or it would read as a line of the chart."""
        to_figure = figure.transFigure.inverted()
        xs, ys = zip(*(to_figure.transform(point) for point in points), strict=True)
        leader = Line2D(xs, ys, linewidth=0.8, linestyle=":", color=self._hue("soft"), transform=figure.transFigure)
        leader.set_clip_on(False)
        figure.add_artist(leader)
