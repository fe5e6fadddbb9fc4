"""Dots and bars: a mark with its interval for each row."""

from digsite.reports.charts import style
from digsite.reports.charts.frame import Frame
from digsite.reports.charts.kinds.common import (
    are_numbers,
    distinct,
    is_horizontal,
    label_is_below,
    limits,
    row_looks,
    series_keys,
    series_named,
    set_height,
    slots_of,
)
from digsite.reports.charts.rows import Row
from digsite.reports.charts.style import Look
from digsite.simulator.game.wording import readable

_MOST_TOGETHER = 4  # upright dots of one name that have room close to each other
_MOST_PRINTED = 30  # most rows that get their figure printed next to the mark


def dots(frame: Frame) -> None:
    """Draw a mark with its interval for each row."""
    _marks(frame, bars=False)


def bars(frame: Frame) -> None:
    """Draw a bar with its interval for each row."""
    _marks(frame, bars=True)


def _marks(frame: Frame, bars: bool) -> None:
    rows, axes = frame.rows, frame.axes
    names = distinct([row.x for row in rows])
    across = is_horizontal(frame, names)
    on_numbers = not bars and not across and are_numbers(names)
    look_of = row_looks(frame)
    few = len({(row.series, row.exact) for row in rows}) <= _MOST_TOGETHER
    offsets, room = slots_of(rows, 0.56 if few and not bars and not across else 0.8)  # upright dots keep together
    slots = len(set(offsets.values()))
    set_height(frame, names, slots, across)
    unit = min((b - a for a, b in zip(sorted(names), sorted(names)[1:], strict=False)), default=1) if on_numbers else 1
    places = {name: name if on_numbers else at for at, name in enumerate(names)}
    for row in rows:
        at = places[row.x] + offsets[row.series, row.exact] * unit
        (_bar if bars else _dot)(frame, row, at, look_of(row), across, room)
        _mark_spot(frame, row, at, look_of(row), across, room * unit if bars else 0.0)
    frame.value_axis(across)
    if on_numbers:
        frame.number_axis(names)
    else:
        frame.name_axis(names, across)
    limits(frame, bars, across)
    frame.band(across)
    frame.reference(across)
    series_keys(frame, look_of, "bar" if bars else "mark")
    if slots == 1 and _room_for_figures(frame, len(names), across):
        for row in rows:
            _print_figure(frame, row, places[row.x], across, bars)
    if bars:
        (axes.axvline if across else axes.axhline)(0, color=frame.hue("soft"), linewidth=1)


def _mark_spot(frame: Frame, row: Row, at: float, look: Look, across: bool, thick: float) -> None:
    """Add the area where a bar or a dot with its interval shows its value."""
    start = 0.0 if thick else row.y
    ends = [end for end in (start, row.y, row.low, row.high) if end is not None]
    along, over = (min(ends), max(ends)), (at - thick / 2, at + thick / 2)
    named = readable(row.x)
    if frame.chart.series and row.series != row.x:
        named = f"{named}, {series_named(frame, row.series)}"
    frame.spot(row, look, along if across else over, over if across else along, named)


def _room_for_figures(frame: Frame, count: int, across: bool) -> bool:
    return count <= _MOST_PRINTED if across else frame.inner_width / count >= 42


def _dot(frame: Frame, row: Row, at: float, look: Look, across: bool, room: float) -> None:
    hue = frame.hue(look.token)
    if row.low is not None and row.high is not None:
        reach = (frame.axes.hlines if across else frame.axes.vlines)(
            at, row.low, row.high, color=hue, linewidth=2.2, alpha=0.75
        )
        frame.own(reach, look)
    mark = frame.axes.plot(
        *((row.y, at) if across else (at, row.y)),
        marker=look.marker,
        markersize=7 if room > 0.2 else 5.5,
        color=hue,
        markerfacecolor=frame.hue("paper") if row.exact else hue,
        markeredgewidth=1.6,
        zorder=3,
        linestyle="none",
    )
    frame.own(mark, look)


def _bar(frame: Frame, row: Row, at: float, look: Look, across: bool, room: float) -> None:
    hue = frame.hue(look.token)
    draw = frame.axes.barh if across else frame.axes.bar
    drawn = draw(
        at,
        row.y,
        0.82 * room / 0.8 * 0.88,
        facecolor="none" if row.exact else hue,
        edgecolor=hue if row.exact else "none",
        linewidth=1.6 if row.exact else 0,
        zorder=2,
    )
    frame.own(drawn, look)
    if row.low is not None and row.high is not None:
        lines = frame.axes.hlines if across else frame.axes.vlines
        frame.own(lines(at, row.low, row.high, color=frame.hue("ink"), linewidth=1.5, zorder=3), look)


def _print_figure(frame: Frame, row: Row, at: float, across: bool, bars: bool) -> None:
    ends = [end for end in (row.y, row.low, row.high) if end is not None]
    down = label_is_below(frame, row, bars)
    end = min(ends) if down else max(ends)
    gap = (-1 if down else 1) * ((4 if bars else 7) if across else (3 if bars else 6))
    frame.axes.annotate(
        frame.shown(row.y),
        (end, at) if across else (at, end),
        (gap, 0) if across else (0, gap),
        textcoords="offset points",
        ha=("right" if down else "left") if across else "center",
        va="center" if across else "top" if down else "bottom",
        fontsize=style.SMALL,
        color=frame.hue("ink"),
        annotation_clip=False,
    )
