"""Bars of parts that add up."""

from typing import Any

from digsite.reports.charts.frame import Frame
from digsite.reports.charts.keys import Key
from digsite.reports.charts.kinds.common import distinct, is_horizontal, set_height
from digsite.reports.charts.rows import Row
from digsite.reports.charts.style import Look
from digsite.simulator.game.wording import readable


def stacked(frame: Frame) -> None:
    """Draw bars of parts that add up; parts below zero hang down and a mark shows the sum."""
    rows, axes = frame.rows, frame.axes
    names = distinct([row.x for row in rows])
    parts = distinct([row.series for row in rows])
    across = is_horizontal(frame, names)
    set_height(frame, names, 1, across)
    looks = frame.colours.looks(frame.chart.series, parts, frame.chart.ranks)
    tops, floors = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    ends: dict[Any, float] = {}
    for part in parts:
        for row in (row for row in rows if row.series == part):
            base = tops if row.y >= 0 else floors
            start = base[row.x]
            _part(frame, row, names.index(row.x), start, looks[part], across)
            base[row.x] += row.y
            if row.x == names[-1]:
                ends[part] = start + row.y / 2
    frame.value_axis(across)
    frame.name_axis(names, across)
    low, high = min(floors.values()), max(tops.values())
    (axes.set_xlim if across else axes.set_ylim)(low * 1.08, high * 1.08 or 1)
    frame.reference(across)
    (axes.axvline if across else axes.axhline)(0, color=frame.hue("soft"), linewidth=1)
    if low < 0:
        _sums(frame, names, {name: tops[name] + floors[name] for name in names}, across)
    _label_parts(frame, parts, looks, ends, across, len(names))


def _part(frame: Frame, row: Row, at: int, start: float, look: Look, across: bool) -> None:
    axes = frame.axes
    style_: dict[str, Any] = {
        "facecolor": frame.hue(look.token),
        "edgecolor": frame.hue("paper"),
        "linewidth": 0.8,
        "zorder": 2,
    }
    drawn = (
        axes.barh(at, row.y, 0.72, left=start, **style_)
        if across
        else axes.bar(at, row.y, 0.72, bottom=start, **style_)
    )
    frame.own(drawn, look)
    along, over = (start, start + row.y), (at - 0.36, at + 0.36)
    named = f"{readable(row.x)}, {readable(row.series)}"
    frame.spot(row, look, along if across else over, over if across else along, named)
    if row.low is not None and row.high is not None:
        lines = axes.hlines if across else axes.vlines
        lines(at, start + row.low, start + row.high, color=frame.hue("ink"), linewidth=1.4, zorder=3)


def _sums(frame: Frame, names: list[Any], sums: dict[Any, float], across: bool) -> None:
    places = list(range(len(names)))
    values = [sums[name] for name in names]
    look = Look("ink", "D")
    frame.axes.plot(
        *((values, places) if across else (places, values)),
        marker=look.marker,
        markersize=6,
        linestyle="none",
        color=frame.hue("ink"),
        markerfacecolor=frame.hue("paper"),
        markeredgewidth=1.5,
        zorder=4,
    )
    frame.keys.append(Key("sum", look, "mark", hollow=True))


def _label_parts(
    frame: Frame, parts: list[Any], looks: dict[Any, Look], ends: dict[Any, float], across: bool, count: int
) -> None:
    if across or len(parts) > 9:
        frame.keys = [Key(readable(part), looks[part], "bar") for part in parts] + frame.keys
        return
    for part in parts:
        frame.side(readable(part), ends.get(part, 0.0), looks[part].token, count - 1 + 0.38)
