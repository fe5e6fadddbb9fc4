"""The frame of a chart: axes, keys, side labels, title and caption, laid out without overlap."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import Formatter, FuncFormatter, MaxNLocator

from digsite.analyses.result import Chart
from digsite.reports.charts import style
from digsite.reports.charts.keys import Key, KeyPainter, Ramp
from digsite.reports.charts.lettering import decimals_for, wrap
from digsite.reports.charts.rows import Row, rows_of
from digsite.reports.charts.side_labels import SideLabels
from digsite.reports.charts.style import Colours, Look
from digsite.reports.charts.svg import WHO, Hit
from digsite.simulator.game.wording import readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

_LINE = 1.35  # line height over text size


@dataclass(frozen=True)
class Spot:
    """An area of the axes that shows a value: from and to on both of them."""

    axes: Any
    x: tuple[float, float]
    y: tuple[float, float]
    text: str
    who: str


class _Figures(Formatter):
    """Ticks with the decimals they need, the same for all."""

    def __init__(self, percent: bool):
        self.percent = percent

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        scaled = [value * (100 if self.percent else 1) for value in values]
        fits = (d for d in range(6) if all(abs(value - round(value, d)) < 1e-7 for value in scaled))
        decimals = next(fits, 6)
        return [readable(float(value), decimals, percent=self.percent) for value in values]


class Frame:
    """A chart under construction. `hues` maps each colour token to its hue."""

    def __init__(self, chart: Chart, colours: Colours, hues: dict[str, str], *, titled: bool, subject: str = ""):
        """Set up a blank figure with plain axes; `titled` puts title, subject and caption into the picture."""
        self.chart, self.colours, self.hues, self.titled = chart, colours, hues, titled
        self.subject = subject
        self.rows = rows_of(chart)
        self.keys: list[Key] = []
        self.ramp: Ramp | None = None
        self._spots: list[Spot] = []
        self.above = ""  # the axis label in the row above the chart
        self.below: Text | None = None  # the axis label that panels share
        self.width, self.height = float(style.WIDTH), float(style.HEIGHT)
        self.labels = SideLabels(self.hue)
        self.figure = Figure(dpi=72, facecolor=hues["paper"] if titled else "none")
        FigureCanvasAgg(self.figure)
        self.axes: Axes = self.figure.add_subplot()
        self._plain_axes()

    def panels(self, count: int, columns: int) -> list["Axes"]:
        """Replace the large axes with `count` small ones on one scale, and return them."""
        self.axes.remove()
        rows = -(-count // columns)
        grid = self.figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        every = [axes for row in grid for axes in row]
        for axes in every[count:]:
            axes.remove()
        for axes in every[:count]:
            self.axes = axes
            self._plain_axes()
        return every[:count]

    def _plain_axes(self) -> None:
        axes = self.axes
        axes.set_facecolor("none")
        for side in ("top", "right", "left", "bottom"):
            axes.spines[side].set_visible(False)
        axes.tick_params(length=0, labelsize=style.TEXT - 0.5, labelcolor=self.hue("soft"), pad=5)
        axes.set_axisbelow(True)

    def hue(self, token: str) -> str:
        """Return the hue of a colour token in this theme."""
        return self.hues[token]

    # ------------------------------------------------------------------------------------------- values

    def own(self, drawn: Any, look: Look) -> None:
        """Mark a drawn artist as a strategy's, so that a page can highlight it."""
        if look.who:
            for artist in drawn if isinstance(drawn, Iterable) else (drawn,):
                artist.set_gid(f"{WHO}{look.who}")

    def spot(self, row: Row, look: Look, x: tuple[float, float], y: tuple[float, float], named: str = "") -> None:
        """Add the area that shows a row's value, from and to in the units of the axes."""
        self._spots.append(Spot(self.axes, x, y, self.value_text(row, named), look.who))

    def value_text(self, row: Row, named: str = "") -> str:
        """Return the text of a row's value: cautious: 26.5 % (25.9 to 27.1 %)."""
        value = self.shown(row.value)
        if row.exact:
            span = " (exact)"
        elif row.low is not None and row.high is not None:
            span = f" ({self.bare(row.low)} to {self.shown(row.high)})"
        else:
            span = ""
        return f"{named or readable(row.x)}: {value}{span}"

    def hits(self) -> list[Hit]:
        """Return the areas that show values, in the picture's px, large enough to point at. Call it after layout."""
        tall = self.figure.get_size_inches()[1] * 72
        found = []
        for spot in self._spots:
            corners = [(x, y) for x in spot.x for y in spot.y]
            xs, ys = zip(*(spot.axes.transData.transform(corner) for corner in corners), strict=True)
            left, width_ = _at_least(min(xs), max(xs))
            low, height = _at_least(min(ys), max(ys))
            found.append(Hit(left, tall - low - height, width_, height, spot.text, spot.who))
        return found

    # ------------------------------------------------------------------------------------------- axes

    def value_axis(self, across: bool) -> None:
        """Draw the axis of the figures: few ticks, faint lines across."""
        axes, chart = self.axes, self.chart
        axis = axes.xaxis if across else axes.yaxis
        axis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]))
        axis.set_major_formatter(_Figures(chart.percent))
        axes.grid(visible=True, axis="x" if across else "y", color=self.hue("rule"), linewidth=0.9)
        if across:
            self._label_below(chart.y_label, 0.62)  # the names at the side leave it less room
            self.above = chart.x_label
        else:
            self._label_below(chart.x_label)
            self.above = chart.y_label

    def _label_below(self, text: str, part: float = 0.85) -> None:
        """Set the label of the lower axis, wrapped to a fraction of the chart's width."""
        self.axes.set_xlabel(
            wrap(text, self.width * part, style.TEXT), fontsize=style.TEXT, color=self.hue("soft"), labelpad=6
        )

    def number_axis(self, values: list[float]) -> None:
        """Draw a horizontal axis of numbers."""
        whole = all(value == round(value) for value in values)
        if whole and len(set(values)) <= 12 and max(values) - min(values) <= 15:
            self.axes.set_xticks(sorted(set(values)))
        else:
            self.axes.xaxis.set_major_locator(MaxNLocator(nbins=7, integer=whole))
        self.axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: readable(value)))
        gap = min((b - a for a, b in zip(sorted(values), sorted(values)[1:], strict=False) if b > a), default=1)
        pad = gap * 0.6 if self.chart.kind == "dots" else (max(values) - min(values)) * 0.02 or 0.5
        self.axes.set_xlim(min(values) - pad, max(values) + pad)

    @property
    def inner_width(self) -> float:
        """Return the approximate width of the axes."""
        ends_labelled = bool(self.chart.series) and self.chart.kind in ("lines", "stacked")
        return self.width - (155 if self.chart.reference is not None or ends_labelled else 60)

    def names_fit(self, names: list[Any]) -> bool:
        """Return whether names fit side by side below the axis, in up to three lines."""
        room = self.inner_width / max(len(names), 1) - 6
        return all("…" not in wrap(readable(name), room, style.TEXT - 0.5) for name in names)

    def side_names(self, names: list[Any]) -> list[str]:
        """Return the names left of a sideways chart, wrapped; long ones get more room to keep the chart low."""
        wrapped: list[str] = []
        for room in (135, 175):
            wrapped = [wrap(readable(name), room, style.TEXT - 0.5, lines=3) for name in names]
            if max(name.count("\n") for name in wrapped) < 2:
                break
        return wrapped

    def name_axis(self, names: list[Any], across: bool) -> None:
        """Draw the axis of the names, at 0, 1, 2, …; the first is on top when the chart is drawn sideways."""
        axes = self.axes
        size = style.TEXT - 0.5
        if across:
            axes.set_yticks(range(len(names)), self.side_names(names))
            axes.set_ylim(len(names) - 0.5, -0.5)
            axes.tick_params(axis="y", labelcolor=self.hue("ink"))
            return
        room = self.inner_width / max(len(names), 1) - 6
        step = 1 if self.names_fit(names) else max(math.ceil(len(names) / 8), 1)
        at = range(0, len(names), step)
        axes.set_xticks(at, [wrap(readable(names[i]), room * step, size) for i in at])
        axes.set_xlim(-0.6, len(names) - 0.4)
        axes.tick_params(axis="x", labelcolor=self.hue("ink"))

    def band(self, across: bool) -> None:
        """Draw what a target allows as a band, with its label in its corner."""
        if self.chart.band is None:
            return
        low, high, text = self.chart.band
        (self.axes.axvspan if across else self.axes.axhspan)(
            low, high, color=self.hue("allowed"), linewidth=0, zorder=0.5
        )
        label = f"{text}: {self.bare(low)} to {self.shown(high)}"
        if across:
            return
        self.side(label, high, token="", start=None)

    def reference(self, across: bool) -> None:
        """Draw the reference line, with its label at its end."""
        if self.chart.reference is None:
            return
        at, text = self.chart.reference
        line = self.axes.axvline if across else self.axes.axhline
        over_bars = self.chart.kind == "histogram"
        line(
            at,
            color=self.hue("ink" if over_bars else "faint"),
            linewidth=1.3,
            dashes=(4, 3),
            zorder=4 if over_bars else 1.5,
        )
        if not text:
            return
        if not across:
            self.side(text, at, token="", start=None)
            return
        low, high = self.axes.get_xlim()
        where = (at - low) / (high - low) if high > low else 0.5
        self.axes.annotate(
            wrap(text, self.width * 0.4, style.SMALL),
            (at, 1),
            (0, 3),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="left" if where < 0.2 else "right" if where > 0.8 else "center",
            va="bottom",
            fontsize=style.SMALL,
            color=self.hue("soft"),
            annotation_clip=False,
        )

    # ------------------------------------------------------------------------------------------- labels

    def decimals(self) -> int:
        """Return the decimals of the figures printed on this chart."""
        return decimals_for([row.value for row in self.rows], [row.half_width for row in self.rows], self.chart.percent)

    def shown(self, value: float) -> str:
        """Return a figure as printed on this chart."""
        return readable(value, self.decimals(), percent=self.chart.percent)

    def bare(self, value: float, decimals: int | None = None) -> str:
        """Return a figure without a % sign, where another figure or the chart has it."""
        places = self.decimals() if decimals is None else decimals
        return readable(value * 100 if self.chart.percent else value, places)

    def side(self, text: str, y: float, token: str, start: float | None) -> None:
        """Add a label right of the axes at height y; with a `start`, a thin line leads there from (start, y)."""
        self.labels.add(self.axes, wrap(text, 112, style.TEXT - 0.5), y, token, start)

    # ------------------------------------------------------------------------------------------- layout

    def finish(self) -> Figure:
        """Lay everything out: title, axis label and keys on top, caption at the bottom."""
        title = wrap(self.chart.title, self.width - 12, style.TITLE, lines=4, bold=True) if self.titled else ""
        subject = wrap(self.subject, self.width - 12, style.SMALL, lines=3) if self.titled else ""
        caption = wrap(self.chart.caption, self.width - 12, style.SMALL, lines=8) if self.titled else ""
        painter = KeyPainter(self.figure, self.width, self.hues)
        key_lines = painter.lines(self.keys)
        tall = {
            "title": _height(title, style.TITLE) + 5 if title else 2.0,
            "subject": _height(subject, style.SMALL) + 3 if subject else 0.0,
            "above": _height(self.above, style.TEXT) + 1 if self.above else 0.0,
            "keys": (len(key_lines) + bool(self.ramp)) * style.TEXT * 1.6,
            "caption": _height(caption, style.SMALL) + 6 if caption else 0.0,
        }
        total = self.height + sum(tall.values())
        figure = self.figure
        figure.set_size_inches(self.width / 72, total / 72)
        y = total - 4
        y -= self._strip(title, y, style.TITLE, "ink", tall["title"], bold=True)
        y -= self._strip(subject, y, style.SMALL, "soft", tall["subject"])
        y -= self._strip(wrap(self.above, self.width - 12, style.TEXT), y, style.TEXT, "soft", tall["above"])
        if self.ramp:
            painter.draw_ramp(self.ramp, y, total)
            y -= style.TEXT * 1.6
        for line in key_lines:
            painter.draw_line(line, y, total)
            y -= style.TEXT * 1.6
        self._strip(caption, tall["caption"] - 2, style.SMALL, "soft", 0)
        bottom = tall["caption"] / total
        room = (0, bottom, 1, y / total - bottom)
        ConstrainedLayoutEngine(rect=room, w_pad=4 / 72, h_pad=3 / 72).execute(figure)
        if self.below:
            self.below.set_y((tall["caption"] + 3) / total)  # the engine would put it at the very bottom
        self.labels.place(self.axes, figure)
        return figure

    def _strip(self, text: str, y: float, size: float, token: str, height: float, bold: bool = False) -> float:
        if text:
            total = self.figure.get_size_inches()[1] * 72
            self.figure.text(
                6 / self.width,
                y / total,
                text,
                fontsize=size,
                color=self.hue(token),
                va="top",
                ha="left",
                fontweight="bold" if bold else "normal",
                linespacing=1.2,
            )
        return height


_LEAST_HIT = 13.0  # px


def _at_least(start: float, end: float) -> tuple[float, float]:
    """Return a range as start and length, widened around its middle if it is too short to point at."""
    length = max(end - start, _LEAST_HIT)
    return (start + end - length) / 2, length


def _height(text: str, size: float) -> float:
    return (text.count("\n") + 1) * size * _LINE
