"""Heat maps: colour over two dimensions, with the figure in each cell."""

from typing import Any

from digsite.reports.charts import style
from digsite.reports.charts.frame import Frame
from digsite.reports.charts.keys import Key, Ramp
from digsite.reports.charts.kinds.common import ACCENT, are_numbers, distinct
from digsite.reports.charts.lettering import wrap
from digsite.reports.charts.rows import Row
from digsite.reports.charts.style import Look
from digsite.simulator.game.wording import readable


def heatmap(frame: Frame) -> None:
    """Draw colour over x and y with the figure printed in each cell; the scale is fixed, and its key is on top."""
    chart, rows, axes = frame.chart, frame.rows, frame.axes
    columns, lines_ = distinct([row.x for row in rows]), distinct([row.y for row in rows])
    if set(columns) == set(lines_):
        columns = lines_
    if are_numbers(columns):
        columns = sorted(columns)
    if are_numbers(lines_):
        lines_ = sorted(lines_)
    frame.width = float(style.WIDE if len(columns) > 7 else style.WIDTH)
    name_room = 104 if not are_numbers(lines_) else 40
    cell = (frame.width - name_room - 12) / len(columns)
    wide_names = _column_names(frame, columns, cell)
    frame.height = 30 * len(lines_) + 34 + wide_names
    scale = _scale(frame)
    for row in rows:
        _cell(frame, row, columns.index(row.x), lines_.index(row.y), cell, scale)
    if chart.present and chart.present[0] in columns and chart.present[1] in lines_:
        at, on = columns.index(chart.present[0]), lines_.index(chart.present[1])
        axes.plot(
            [at - 0.485, at + 0.485, at + 0.485, at - 0.485, at - 0.485], [on - 0.475, on - 0.475, on + 0.475, on + 0.475, on - 0.475],
            color=frame.hue("ink"), linewidth=2.2,
        )  # fmt: skip
        frame.keys.append(Key("now in the rules", Look("ink"), "bar", hollow=True))
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(lines_) - 0.5, -0.5)
    axes.set_yticks(
        range(len(lines_)), [wrap(readable(name), name_room - 6, style.TEXT - 0.5, lines=2) for name in lines_]
    )
    axes.tick_params(labelcolor=frame.hue("ink"))
    axes.set_xlabel(chart.x_label, fontsize=style.TEXT, color=frame.hue("soft"), labelpad=6)
    frame.above = chart.y_label
    _ramp(frame, scale)


def _scale(frame: Frame) -> tuple[float, float]:
    """Return the ends of the colour scale: half the reference to either side of it; for other figures their range."""
    chart = frame.chart
    if chart.percent and chart.reference:
        reach = min(chart.reference[0], 1 - chart.reference[0]) / 2
        return chart.reference[0] - reach, chart.reference[0] + reach
    if chart.percent:
        return 0.0, 1.0
    values = [row.value for row in frame.rows]
    if chart.reference:
        reach = max(abs(value - chart.reference[0]) for value in values) or 1.0
        return chart.reference[0] - reach, chart.reference[0] + reach
    return min(values), max(values)


def _ramp(frame: Frame, scale: tuple[float, float]) -> None:
    chart = frame.chart
    kind = "split" if chart.reference else "heat"
    tokens = [f"{kind}-{step}" for step in range(style.HEAT)]
    decimals = None if chart.percent else frame.decimals()  # for a fair share of a third 16.7 %, not all digits
    low, high = (readable(round(end, 3) if chart.percent else end, decimals, percent=chart.percent) for end in scale)
    if chart.percent and chart.reference:  # figures beyond have the colour of the end
        low, high = f"{low} or less", f"{high} or more"
    fixed = chart.percent  # the scale of other figures is fitted to them
    frame.ramp = Ramp(tokens, low, high, _taken(frame, scale) if fixed else None, _here(frame) if fixed else "")
    if chart.reference and chart.reference[1]:
        frame.keys.append(Key(f"middle: {chart.reference[1]}"))
    if chart.reference and any(_undecided(frame, row) for row in frame.rows):
        frame.keys.append(Key(f"cannot be told from {chart.reference[1] or 'it'}", Look("faint"), "bar", hollow=True))


def _taken(frame: Frame, scale: tuple[float, float]) -> tuple[float, float]:
    """Return which range of the scale the chart's figures take; figures beyond count at its end."""
    values = [row.value for row in frame.rows]
    parts = [_part_of(value, scale) for value in (min(values), max(values))]
    least = 0.5 / style.HEAT  # keeps the line visible where all figures are equal
    return max(min(parts[0], 1 - least), 0.0), min(max(parts[1], parts[0] + least), 1.0)


def _here(frame: Frame) -> str:
    """Return the range of the chart's figures."""
    values = [row.value for row in frame.rows]
    low, high = (frame.shown(value) for value in (min(values), max(values)))
    return f"here {low}" if low == high else f"here {frame.bare(min(values))} to {high}"


def _part_of(value: float, scale: tuple[float, float]) -> float:
    """Return where a figure lies on the scale, from 0 to 1; figures beyond count at its end."""
    low, high = scale
    return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 0.25


def _undecided(frame: Frame, row: Row) -> bool:
    """Return whether the interval of a figure contains the reference."""
    at = frame.chart.reference
    return at is not None and row.low is not None and row.high is not None and row.low <= at[0] <= row.high


def _column_names(frame: Frame, columns: list[Any], cell: float) -> float:
    """Write the columns' names below, upright where they are too long; return the height they take."""
    axes = frame.axes
    for size in (style.TEXT - 0.5, 10.0, 9.0):
        names = [wrap(readable(name), cell - 4, size) for name in columns]
        if not any("…" in name for name in names):
            break
    axes.tick_params(axis="x", labelsize=size)
    if any("…" in name for name in names):
        names = [wrap(readable(name), 110, size, lines=2) for name in columns]
        axes.set_xticks(range(len(columns)), names, rotation=90)
        return 100.0
    axes.set_xticks(range(len(columns)), names)
    return max(name.count("\n") for name in names) * size * 1.2


def _cell(frame: Frame, row: Row, column: int, line: int, cell: float, scale: tuple[float, float]) -> None:
    open_ = _undecided(frame, row)
    token, strong = ("paper", False) if open_ else _heat(frame, row.value, scale)
    frame.axes.fill_between(
        [column - 0.485, column + 0.485], line - 0.475, line + 0.475,
        facecolor="none" if open_ else frame.hue(token), edgecolor=frame.hue("faint") if open_ else "none",
        linewidth=0.9 if open_ else 0,
    )  # fmt: skip
    where = f"{frame.chart.x_label} {readable(row.x)}, {frame.chart.y_label} {readable(row.y)}"
    frame.spot(row, ACCENT, (column - 0.48, column + 0.48), (line - 0.47, line + 0.47), where)
    text, size, percent = frame.shown(row.value), style.TEXT - 0.5, frame.chart.percent
    if cell < 44:
        text, size = frame.bare(row.value, 0 if percent else None), style.SMALL
    interval = _cell_interval(frame, row)
    ink = frame.hue("on-strong" if strong else "on-weak")
    both = bool(interval) and cell >= 44
    frame.axes.annotate(
        text,
        (column, line),
        (0, 5 if both else 0),
        textcoords="offset points",
        ha="center",
        va="center_baseline",
        fontsize=size,
        color=ink,
    )
    if both:
        frame.axes.annotate(
            interval,
            (column, line),
            (0, -7),
            textcoords="offset points",
            ha="center",
            va="center_baseline",
            fontsize=8,
            color=ink,
        )


def _cell_interval(frame: Frame, row: Row) -> str:
    """Return ± half the interval's length; both ends where a share would leave 0 to 100 %."""
    if row.low is None or row.high is None or not row.half_width:
        return ""
    half, low, high = (frame.bare(value) for value in (row.half_width, row.low, row.high))
    beyond = frame.chart.percent and not row.half_width <= row.value <= 1 - row.half_width
    return f"{low} to {high}" if beyond else f"± {half}"


def _heat(frame: Frame, value: float, scale: tuple[float, float]) -> tuple[str, bool]:
    """Return the colour step of a figure, and whether it is strong enough to change the colour of text on it."""
    middle = style.HEAT // 2
    step = round(_part_of(value, scale) * (style.HEAT - 1))
    return (f"split-{step}", abs(step - middle) > 2) if frame.chart.reference else (f"heat-{step}", step > middle)
