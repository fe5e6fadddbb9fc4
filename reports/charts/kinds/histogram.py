"""Bars over bins of numbers."""

from itertools import pairwise

from digsite.reports.charts.frame import Frame
from digsite.reports.charts.kinds.common import ACCENT, Groups, accent, exact_keys, limits, row_looks, series_keys
from digsite.reports.charts.rows import Row
from digsite.reports.charts.style import Look
from digsite.simulator.game.wording import readable


def histogram(frame: Frame) -> None:
    """Draw bars over bins of numbers, each where its numbers lie; several series are overlaid outlines."""
    rows, axes = frame.rows, frame.axes
    xs = sorted({float(row.x) for row in rows})
    step = min((b - a for a, b in pairwise(xs)), default=1.0)
    look_of = row_looks(frame) if frame.chart.series else accent
    groups: Groups = {}
    for row in rows:
        groups.setdefault((row.series, row.exact), []).append(row)
    for (_, exact), group in groups.items():
        group.sort(key=lambda row: row.x)
        if exact:
            _exact_bins(frame, group, step, look_of(group[0]))
        elif frame.chart.series:
            _outline(frame, group, step, look_of(group[0]))
        else:
            _bins(frame, group, step)
    frame.value_axis(across=False)
    frame.number_axis(xs)
    middles = [_middle(x, step) for x in xs]
    places = [*middles, frame.chart.reference[0]] if frame.chart.reference and frame.chart.across else middles
    axes.set_xlim(min(places) - step * 0.75, max(places) + step * 0.75)
    limits(frame, bars=True, across=False)
    frame.reference(across=frame.chart.across)
    if frame.chart.series:
        series_keys(frame, look_of, "bar")
    else:
        exact_keys(frame, "bar", "both")
    axes.axhline(0, color=frame.hue("soft"), linewidth=1)


def _bins(frame: Frame, group: list[Row], step: float) -> None:
    frame.axes.bar(
        [_middle(row.x, step) for row in group],
        [row.y for row in group],
        step * 0.92,
        facecolor=frame.hue("bar"),
        linewidth=0,
        zorder=2,
    )
    for row in group:
        at = _middle(row.x, step)
        frame.spot(row, ACCENT, (at - step / 2, at + step / 2), (0.0, row.y), _bin_named(frame, row, step))
    if len(group) > 45:
        return
    reaches = [
        (_middle(row.x, step), row.low, row.high) for row in group if row.low is not None and row.high is not None
    ]
    if reaches:
        frame.axes.vlines(*zip(*reaches, strict=True), color=frame.hue("ink"), linewidth=1.2, zorder=3)


def _last(lowest: float, step: float) -> float:
    """Return the last value of a bin that starts at `lowest`: for integers the one before the next bin."""
    return lowest + step - (1 if step >= 1 and float(lowest).is_integer() else 0)


def _middle(lowest: float, step: float) -> float:
    """Return where a bin is drawn: halfway between its first value and its last."""
    return (lowest + _last(lowest, step)) / 2


def _bin_named(frame: Frame, row: Row, step: float) -> str:
    """Return a bin's name, from its lowest value: 20 to 39 points."""
    last = _last(row.x, step)
    span = readable(row.x) if last <= row.x else f"{readable(row.x)} to {readable(last)}"
    return f"{frame.chart.x_label} {span}".strip()


def _outline(frame: Frame, group: list[Row], step: float, look: Look) -> None:
    hue = frame.hue(look.token)
    edges: list[float] = []
    heights: list[float] = []
    for at, row in enumerate(group):
        middle = _middle(row.x, step)
        left, right = middle - step / 2, middle + step / 2
        if at == 0 or left > edges[-1] + step * 0.01:
            edges += [left] if at == 0 else [edges[-1], left]
            heights += [0.0] if at == 0 else [0.0, 0.0]
        edges += [left, right]
        heights += [row.y, row.y]
    edges.append(edges[-1])
    heights.append(0.0)
    frame.axes.fill_between(edges, heights, facecolor=hue, alpha=0.13, linewidth=0)
    frame.axes.plot(edges, heights, color=hue, linewidth=1.8, linestyle=look.dash)


def _exact_bins(frame: Frame, group: list[Row], step: float, look: Look) -> None:
    frame.axes.plot(
        [_middle(row.x, step) for row in group],
        [row.y for row in group],
        color=frame.hue(look.token),
        linewidth=1.4,
        linestyle=(0, (4, 2.5)),
        marker="o",
        markersize=5,
        markerfacecolor=frame.hue("paper"),
        zorder=4,
    )
