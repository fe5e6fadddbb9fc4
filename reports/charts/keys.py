"""The keys above a chart: what its marks, lines and colours stand for."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from digsite.reports.charts import style
from digsite.reports.charts.lettering import width
from digsite.reports.charts.style import Look

_KEY = 17.0  # px from a key's mark to its text


@dataclass(frozen=True)
class Ramp:
    """The key of a heat map: its colours in order, the values at their ends, and the range that the figures take."""

    tokens: Sequence[str]
    low: str
    high: str
    taken: tuple[float, float] | None  # from 0, the low end, to 1; None where the scale is fitted to the figures
    note: str = ""


@dataclass(frozen=True)
class Key:
    """An entry of the row of keys above the chart."""

    text: str
    look: Look | None = None
    shape: str = "mark"  # mark, bar, line, or both: a line with a mark
    hollow: bool = False


class KeyPainter:
    """Draws keys into the top of a figure of this width, in px. `hues` maps each colour token to its hue."""

    def __init__(self, figure: Figure, width_: float, hues: dict[str, str]):
        self.figure, self.width, self.hues = figure, width_, hues

    def hue(self, token: str) -> str:
        """Return the hue of a colour token in this theme."""
        return self.hues[token]

    def lines(self, keys: Sequence[Key]) -> list[list[tuple[float, Key]]]:
        """Return the keys in lines that fit, each with its position from the left."""
        lines: list[list[tuple[float, Key]]] = []
        x = math.inf
        for key in keys:
            indent = _KEY if key.look else 0.0
            wide = indent + width(key.text, style.TEXT - 0.5) + 14
            if x + wide > self.width - 2:
                lines.append([])
                x = 6.0
            lines[-1].append((x, key))
            x += wide
        return lines

    def draw_ramp(self, ramp: Ramp, y: float, total: float) -> None:
        """Draw the colours side by side between the values at their ends."""
        size, step, middle = style.TEXT - 0.5, 14.0, (y - style.TEXT * 0.75) / total
        x = 6.0
        for text in (ramp.low, ramp.high):
            self.figure.text(
                x / self.width, middle, text, fontsize=size, color=self.hue("ink"), va="center_baseline", ha="left"
            )
            x += width(text, size) + 6
            if text is ramp.low:
                if ramp.taken:
                    self._underline(ramp.taken, x, step * len(ramp.tokens), middle, total)
                for token in ramp.tokens:
                    self._swatch(token, x, middle, total, step)
                    x += step
                x += 6
        if ramp.note:
            self.figure.text(
                (x + 6) / self.width, middle, ramp.note, fontsize=style.SMALL, color=self.hue("soft"),
                va="center_baseline", ha="left",
            )  # fmt: skip

    def _underline(self, taken: tuple[float, float], x: float, wide: float, middle: float, total: float) -> None:
        """Draw a line below the colours that the figures of the chart take."""
        xs = [(x + part * wide) / self.width for part in taken]
        y = middle - 7.5 / total
        line = Line2D(xs, [y, y], linewidth=2, color=self.hue("ink"), transform=self.figure.transFigure)
        self.figure.add_artist(line)

    def _swatch(self, token: str, x: float, middle: float, total: float, wide: float) -> None:
        box = Rectangle(
            (x / self.width, middle - 5 / total), wide / self.width, 10 / total, facecolor=self.hue(token), linewidth=0,
            transform=self.figure.transFigure,
        )  # fmt: skip
        self.figure.add_artist(box)

    def draw_line(self, line: list[tuple[float, Key]], y: float, total: float) -> None:
        """Draw one line of keys, each with its text."""
        middle = (y - style.TEXT * 0.75) / total
        for x, key in line:
            indent = 0.0
            if key.look:
                self._draw_key(key, key.look, x, middle, total)
                indent = _KEY
            self.figure.text(
                (x + indent) / self.width,
                middle,
                key.text,
                fontsize=style.TEXT - 0.5,
                color=self.hue("ink"),
                va="center_baseline",
                ha="left",
            )

    def _draw_key(self, key: Key, look: Look, x: float, y: float, total: float) -> None:
        figure, hue = self.figure, self.hue(look.token)
        if key.shape == "bar":
            face = "none" if key.hollow else hue
            figure.add_artist(
                Rectangle(
                    (x / self.width, y - 5 / total),
                    11 / self.width,
                    10 / total,
                    facecolor=face,
                    edgecolor=hue,
                    linewidth=1.3,
                    transform=figure.transFigure,
                )
            )
            return
        dash: Any = (0, (2, 1)) if key.hollow else look.dash
        xs = [x / self.width, (x + 6) / self.width, (x + 12) / self.width]
        line = Line2D(
            xs if key.shape != "mark" else xs[1:2],
            [y] * (3 if key.shape != "mark" else 1),
            color=hue,
            linewidth=2,
            linestyle=dash,
            transform=figure.transFigure,
            marker="" if key.shape == "line" else look.marker,
            markersize=6.5 if key.shape == "mark" else 5,
            markeredgewidth=1.5,
            markerfacecolor=self.hue("paper") if key.hollow else hue,
            markevery=(1, 3),
        )
        if key.shape == "mark":
            line.set_markevery(None)
        figure.add_artist(line)
