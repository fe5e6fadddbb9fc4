"""Shared parts of the kinds of charts: looks, slots side by side, keys and limits."""

from collections.abc import Callable, Hashable
from math import inf
from typing import Any

from digsite.reports.charts import style
from digsite.reports.charts.frame import Frame
from digsite.reports.charts.keys import Key
from digsite.reports.charts.rows import Row
from digsite.reports.charts.style import Look
from digsite.simulator.game.wording import name_in_words, readable

ACCENT = Look("accent")
BAR = Look("bar")  # paler, so that the interval is visible on it

Groups = dict[tuple[Any, bool], list[Row]]


def distinct(values: list[Any]) -> list[Any]:
    """Return the distinct values in order of appearance."""
    return list(dict.fromkeys(values))


def are_numbers(values: list[Any]) -> bool:
    """Return whether all values are numbers, and none is a bool."""
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def accent(_: Row) -> Look:
    """Return the default look."""
    return ACCENT


def _bar_look(_: Row) -> Look:
    return BAR


def row_looks(frame: Frame) -> Callable[[Row], Look]:
    """Return a function from rows to looks: by the row's series; without one, by its strategy or seat."""
    chart, rows = frame.chart, frame.rows
    if chart.series:
        looks = frame.colours.looks(chart.series, [row.series for row in rows], chart.ranks)
        return lambda row: looks[row.series]
    names = [row.x for row in rows]
    if frame.colours.known(chart.x, names):
        by_name = frame.colours.looks(chart.x, names)
        return lambda row: by_name[row.x]
    return _bar_look if chart.kind == "bars" else accent


def slots_of(rows: list[Row], whole: float = 0.8) -> tuple[dict[Hashable, float], float]:
    """Return where the rows of one name stand side by side: an offset for each series, and the room for each."""
    keys = distinct([(row.series, row.exact) for row in rows])
    if len(keys) > 1 and len({row.x for row in rows}) == len(rows):
        keys_at: dict[Hashable, float] = dict.fromkeys(keys, 0.0)  # no two rows share a name
        return keys_at, whole
    room = whole / max(len(keys), 1)
    return {key: (at - (len(keys) - 1) / 2) * room for at, key in enumerate(keys)}, room


def series_named(frame: Frame, value: Any) -> str:
    """Return a series in words; a bare number with what it counts."""
    return f"{name_in_words(frame.chart.series)} {readable(value)}" if are_numbers([value]) else readable(value)


def series_keys(frame: Frame, look_of: Callable[[Row], Look], shape: str) -> None:
    """Add a key for each series without a direct label."""
    rows = frame.rows
    if frame.chart.series and any(row.series != row.x for row in rows):
        for value in distinct([row.series for row in rows]):
            mine = [row for row in rows if row.series == value]
            hollow = all(row.exact for row in mine)
            frame.keys.append(Key(series_named(frame, value), look_of(mine[0]), shape, hollow))
    exact_keys(frame, shape, shape)


def exact_keys(frame: Frame, simulated: str, exact: str) -> None:
    """Add keys for simulated and exact marks, where a series has both."""
    kinds: dict[Any, set[bool]] = {}
    for row in frame.rows:
        kinds.setdefault(row.series, set()).add(row.exact)
    if any(len(both) > 1 for both in kinds.values()):
        look = Look("soft") if frame.chart.series else BAR if simulated == "bar" else ACCENT
        frame.keys += [Key("simulated", look, simulated), Key("exact", look, exact, hollow=True)]


def is_horizontal(frame: Frame, names: list[Any]) -> bool:
    """Return whether marks lie sideways, their names on the left."""
    return frame.chart.across or (not are_numbers(names) and not frame.names_fit(names))


def set_height(frame: Frame, names: list[Any], slots: int, across: bool) -> None:
    """Set the height of a sideways chart by the room that its marks and names take."""
    if across:
        tallest = max(name.count("\n") for name in frame.side_names(names)) + 1
        frame.height = 46 + len(names) * max(style.ROW, 15 * slots + 8, 14 * tallest + 8)


def limits(frame: Frame, bars: bool, across: bool) -> None:
    """Set the figures' axis to hold all marks, intervals and the reference; bars start at zero."""
    reference = frame.chart.reference
    figures = [row.y for row in frame.rows]
    # A line's wide band from a few games must not flatten the whole line; a usual band is fully visible.
    usual = sorted(row.half_width for row in frame.rows)[len(frame.rows) // 2]
    reach = max(max(figures) - min(figures), 1.6 * usual)
    widest = (min(figures) - reach, max(figures) + reach) if frame.chart.kind == "lines" and reach else (-inf, inf)
    bounds = [end for row in frame.rows for end in (row.low, row.high) if end is not None]
    ends = [*figures, *(min(max(end, widest[0]), widest[1]) for end in bounds)]
    if reference and not (frame.chart.kind == "histogram" and frame.chart.across):
        ends.append(reference[0])
    if frame.chart.band:
        ends += frame.chart.band[:2]
    if bars:
        ends.append(0.0)
    low, high = min(ends), max(ends)
    margin = (high - low) * 0.08 or abs(high) * 0.1 or 1.0
    single = frame.chart.kind in ("dots", "bars") and len(set(slots_of(frame.rows)[0].values())) == 1
    printed_below = single and any(label_is_below(frame, row, bars) for row in frame.rows)
    below = margin * (3.6 if across else 1.7) if printed_below else margin  # room for the figures there
    low, high = (
        (low if bars and low == 0 and not printed_below else low - below),
        (high if bars and high == 0 else high + margin),
    )
    (frame.axes.set_xlim if across else frame.axes.set_ylim)(low, high)


def label_is_below(frame: Frame, row: Row, bars: bool) -> bool:
    """Return whether a figure is printed below its mark: away from zero for bars, from the reference for dots."""
    if bars:
        return bool(row.y < 0) and frame.shown(row.y) != frame.shown(0.0)
    return frame.chart.reference is not None and row.y < frame.chart.reference[0]
