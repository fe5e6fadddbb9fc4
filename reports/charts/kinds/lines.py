"""Lines with their bands, overlaid or in panels."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from matplotlib.ticker import MaxNLocator

from digsite.reports.charts import style
from digsite.reports.charts.frame import Frame
from digsite.reports.charts.keys import Key
from digsite.reports.charts.kinds.common import (
    Groups,
    accent,
    are_numbers,
    distinct,
    exact_keys,
    limits,
    row_looks,
    series_named,
)
from digsite.reports.charts.lettering import wrap
from digsite.reports.charts.rows import Row
from digsite.reports.charts.style import Look
from digsite.simulator.game.wording import readable

_MOST_MARKS = 16  # most points of a line that are marked
_MOST_LINES = 6  # lines that a reader can follow in one picture
_MOST_OVER = 3  # lines with bands that a reader can distinguish in one picture


def lines(frame: Frame) -> None:
    """Draw the figure over x with its band, one line per series, each labelled at its end; many get a panel each."""
    rows = frame.rows
    names = distinct([row.x for row in rows])
    on_numbers = are_numbers(names)
    places = {name: name if on_numbers else at for at, name in enumerate(names)}
    look_of = row_looks(frame) if frame.chart.series else accent
    groups: Groups = {}
    order = style.in_order(distinct([row.series for row in rows]), frame.chart.ranks)
    for row in sorted(rows, key=lambda row: order.index(row.series)):
        groups.setdefault((row.series, row.exact), []).append(row)
    for group in groups.values():
        group.sort(key=lambda row: places[row.x])
    if _overlap(groups):
        _multiples(frame, groups, places, look_of)
        return
    for (series, exact), group in groups.items():
        beside = not exact and (series, True) in groups
        xs = [places[row.x] for row in group]
        _line(frame, group, xs, look_of(group[0]), marks_only=beside, marked=_marked(groups))
    _line_axes(frame, names, on_numbers)
    frame.reference(across=False)
    _present(frame, places)
    _label_lines(frame, groups, places, look_of)


def _line_axes(frame: Frame, names: list[Any], on_numbers: bool) -> None:
    frame.value_axis(across=False)
    if on_numbers:
        frame.number_axis(names)
    else:
        frame.name_axis(names, across=False)
    limits(frame, bars=False, across=False)


def _overlap(groups: Groups) -> bool:
    """Return whether too many bands overlap, so that a panel for each says more."""
    banded = [group for group in groups.values() if any(row.half_width for row in group) and not group[0].exact]
    if len(banded) <= _MOST_OVER or len(banded) > 12:
        return False
    if len(banded) > _MOST_LINES:
        return True
    at: dict[Any, list[Row]] = {}
    for group in banded:
        for row in group:
            at.setdefault(row.x, []).append(row)
    over = 0
    for rows in at.values():
        ends = sorted((row.low, row.high) for row in rows if row.low is not None and row.high is not None)
        over += any(above[0] < below[1] for below, above in pairwise(ends))
    return over >= len(at) / 3


def _multiples(frame: Frame, groups: Groups, places: dict[Any, float], look_of: Callable[[Row], Look]) -> None:
    """Draw a panel for each series; the others are thin lines behind it."""
    order = style.in_order(distinct([series for series, _ in groups]), frame.chart.ranks)
    columns = 2 if len(order) <= 4 else 3
    names = distinct([row.x for row in frame.rows])
    panels = frame.panels(len(order), columns)
    frame.height = 48 + 108.0 * -(-len(order) // columns)
    for at, (axes, series) in enumerate(zip(panels, order, strict=True)):
        frame.axes = axes
        for (other, exact), group in groups.items():
            xs = [places[row.x] for row in group]
            if other != series and not exact:
                axes.plot(xs, [row.y for row in group], color=frame.hue("others"), linewidth=1.2, zorder=1)
            elif other == series:
                beside = not exact and (series, True) in groups
                _line(frame, group, xs, look_of(group[0]), marks_only=beside, marked=_marked(groups))
        _line_axes(frame, names, are_numbers(names))
        if frame.chart.reference:
            axes.axhline(frame.chart.reference[0], color=frame.hue("faint"), linewidth=1.1, dashes=(4, 3), zorder=1.5)
        axes.set_title(
            wrap(series_named(frame, series), frame.width / columns - 22, style.SMALL, lines=1), loc="left", fontsize=style.SMALL,
            color=frame.hue("ink"), pad=3,
        )  # fmt: skip
        axes.xaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))
        axes.set_xlabel("")
        axes.tick_params(labelleft=at % columns == 0, labelbottom=at + columns >= len(order))
    frame.below = frame.figure.supxlabel(frame.chart.x_label, fontsize=style.TEXT, color=frame.hue("soft"))
    if frame.chart.reference and frame.chart.reference[1]:
        frame.keys.append(Key(frame.chart.reference[1], Look("faint", "", "--"), "line"))
    frame.keys.append(Key("the others", Look("others"), "line"))
    exact_keys(frame, "mark", "line")


def _present(frame: Frame, places: dict[Any, float]) -> None:
    """Mark the value that the rules have now."""
    now = frame.chart.present
    if not now or now[0] not in places:
        return
    at = places[now[0]]
    frame.axes.axvline(at, color=frame.hue("ink"), linewidth=1.1, dashes=(1.5, 2.5), zorder=1.6)
    low, high = frame.axes.get_xlim()
    part = (at - low) / (high - low)
    frame.axes.annotate(
        "now in the rules", (at, 1), (0, 3), xycoords=("data", "axes fraction"), textcoords="offset points",
        ha="left" if part < 0.2 else "right" if part > 0.8 else "center", va="bottom", fontsize=style.SMALL,
        color=frame.hue("ink"), annotation_clip=False,
    )  # fmt: skip


def _marked(groups: Groups) -> bool:
    """Return whether lines have marks: all of them or none."""
    return max((len(group) for (_, exact), group in groups.items() if not exact), default=0) <= _MOST_MARKS


def _line(frame: Frame, group: list[Row], xs: list[float], look: Look, marks_only: bool, marked: bool) -> None:
    """Draw a line with its band; exact ones are dashed, and their simulated counterparts are only marks."""
    hue, axes = frame.hue(look.token), frame.axes
    exact = group[0].exact
    band = [
        (x, row.low, row.high) for x, row in zip(xs, group, strict=True) if row.low is not None and row.high is not None
    ]
    if band and not exact:
        at, low, high = zip(*band, strict=True)
        frame.own(axes.fill_between(at, low, high, facecolor=hue, alpha=0.2, linewidth=0), look)
        if len(band) == 1:  # a band needs two points to be visible
            frame.own(axes.vlines(at, low, high, color=hue, linewidth=2.2, alpha=0.75), look)
    dash: Any = "none" if marks_only else (0, (4, 2)) if exact else look.dash
    drawn = axes.plot(
        xs,
        [row.y for row in group],
        color=hue,
        linewidth=1.6 if exact else 2,
        linestyle=dash,
        zorder=3,
        marker=look.marker if marks_only or (marked and not exact) else "",
        markersize=5,
    )
    frame.own(drawn, look)
    for x, row in zip(xs, group, strict=True):
        along = f"{frame.chart.x_label or ''} {readable(row.x)}".strip()
        named = f"{series_named(frame, row.series)}, {along}" if frame.chart.series else along
        frame.spot(row, look, (x, x), (row.y, row.y), named)


def _label_lines(
    frame: Frame,
    groups: Groups,
    places: dict[Any, float],
    look_of: Callable[[Row], Look],
) -> None:
    beside = any((series, True) in groups and (series, False) in groups for series, _ in groups)
    exact_keys(frame, "mark" if beside else "line", "line")
    if not frame.chart.series:
        return
    if _ends_crowd(frame, groups):
        _line_keys(frame, groups, look_of)
        return
    for series in distinct([series for series, _ in groups]):
        ends = [group[-1] for (name, _), group in groups.items() if name == series]
        last = max(ends, key=lambda row: places[row.x])  # the label stands where the series goes furthest
        frame.side(series_named(frame, series), last.y, look_of(last).token, places[last.x])


def _ends_crowd(frame: Frame, groups: Groups) -> bool:
    """Return whether too many lines end at the same height for labels there."""
    ends = sorted(
        group[-1].y for (series, exact), group in groups.items() if not exact or (series, False) not in groups
    )
    low, high = frame.axes.get_ylim()
    tight = sum(above - below < 0.03 * (high - low) for below, above in pairwise(ends))
    return len(ends) > 10 or tight * 3 > len(ends) - 1


def _line_keys(frame: Frame, groups: Groups, look_of: Callable[[Row], Look]) -> None:
    for series in distinct([series for series, _ in groups]):
        first = next(group[0] for (name, _), group in groups.items() if name == series)
        frame.keys.append(Key(series_named(frame, series), look_of(first), "both"))
