"""How each kind of chart is drawn into its frame."""

from collections.abc import Callable, Hashable
from itertools import pairwise
from math import inf
from typing import Any

from matplotlib.ticker import MaxNLocator

from reports.charts import style
from reports.charts.frame import Frame, Key, Ramp, Row
from reports.charts.lettering import wrap
from reports.charts.style import Look
from simulator.game.wording import in_words, readable

_ACCENT = Look("accent")
_BAR = Look("bar")  # paler, so that the interval is seen on it
_MOST_TOGETHER = 4  # upright dots of one name that have room close to each other
_MOST_PRINTED = 30  # rows that still get their figure printed beside the mark


def _distinct(values: list[Any]) -> list[Any]:
    return list(dict.fromkeys(values))


def _are_numbers(values: list[Any]) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _accent(_: Row) -> Look:
    return _ACCENT


def _bar_look(_: Row) -> Look:
    return _BAR


def _row_looks(frame: Frame) -> Callable[[Row], Look]:
    """Each row's look: by its series; without one, by the strategy or seat it is about."""
    chart, rows = frame.chart, frame.rows
    if chart.series:
        looks = frame.colours.looks(chart.series, [row.series for row in rows])
        return lambda row: looks[row.series]
    names = [row.x for row in rows]
    if frame.colours.known(chart.x, names):
        by_name = frame.colours.looks(chart.x, names)
        return lambda row: by_name[row.x]
    return _bar_look if chart.kind == "bars" else _accent


def _slots(rows: list[Row], whole: float = 0.8) -> tuple[dict[Hashable, float], float]:
    """Where the rows of one name stand side by side: an offset for each series, and the room for each."""
    keys = _distinct([(row.series, row.exact) for row in rows])
    if len(keys) > 1 and len({row.x for row in rows}) == len(rows):
        keys_at: dict[Hashable, float] = dict.fromkeys(keys, 0.0)  # no two rows share a name
        return keys_at, whole
    room = whole / max(len(keys), 1)
    return {key: (at - (len(keys) - 1) / 2) * room for at, key in enumerate(keys)}, room


def _named(frame: Frame, value: Any) -> str:
    """A series in words; a bare number with what it counts."""
    return f"{in_words(frame.chart.series)} {readable(value)}" if _are_numbers([value]) else readable(value)


def _series_keys(frame: Frame, look_of: Callable[[Row], Look], shape: str) -> None:
    rows = frame.rows
    if frame.chart.series and any(row.series != row.x for row in rows):
        for value in _distinct([row.series for row in rows]):
            mine = [row for row in rows if row.series == value]
            hollow = all(row.exact for row in mine)
            frame.keys.append(Key(_named(frame, value), look_of(mine[0]), shape, hollow))
    _exact_keys(frame, shape, shape)


def _exact_keys(frame: Frame, simulated: str, exact: str) -> None:
    """Says which marks are mathematics, where a series has both kinds."""
    kinds: dict[Any, set[bool]] = {}
    for row in frame.rows:
        kinds.setdefault(row.series, set()).add(row.exact)
    if any(len(both) > 1 for both in kinds.values()):
        look = Look("soft") if frame.chart.series else _BAR if simulated == "bar" else _ACCENT
        frame.keys += [Key("simulated", look, simulated), Key("exact", look, exact, hollow=True)]


def _lies_across(frame: Frame, names: list[Any]) -> bool:
    return frame.chart.across or (not _are_numbers(names) and not frame.names_fit(names))


def _set_height(frame: Frame, names: list[Any], slots: int, across: bool) -> None:
    if across:
        tallest = max(name.count("\n") for name in frame.side_names(names)) + 1
        frame.height = 46 + len(names) * max(style.ROW, 15 * slots + 8, 14 * tallest + 8)


# ------------------------------------------------------------------------------------------- dots and bars


def dots(frame: Frame) -> None:
    """A mark with its interval per row."""
    _marks(frame, bars=False)


def bars(frame: Frame) -> None:
    """A bar with its interval per row."""
    _marks(frame, bars=True)


def _marks(frame: Frame, bars: bool) -> None:
    rows, axes = frame.rows, frame.axes
    names = _distinct([row.x for row in rows])
    across = _lies_across(frame, names)
    on_numbers = not bars and not across and _are_numbers(names)
    look_of = _row_looks(frame)
    few = len({(row.series, row.exact) for row in rows}) <= _MOST_TOGETHER
    offsets, room = _slots(rows, 0.56 if few and not bars and not across else 0.8)  # upright dots keep together
    slots = len(set(offsets.values()))
    _set_height(frame, names, slots, across)
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
    _limits(frame, bars, across)
    frame.reference(across)
    _series_keys(frame, look_of, "bar" if bars else "mark")
    if slots == 1 and _room_for_figures(frame, len(names), across):
        for row in rows:
            _print_figure(frame, row, places[row.x], across, bars)
    if bars:
        (axes.axvline if across else axes.axhline)(0, color=frame.hue("soft"), linewidth=1)


def _mark_spot(frame: Frame, row: Row, at: float, look: Look, across: bool, thick: float) -> None:
    """Where a bar or a dot with its interval tells its value."""
    start = 0.0 if thick else row.y
    ends = [end for end in (start, row.y, row.low, row.high) if end is not None]
    along, over = (min(ends), max(ends)), (at - thick / 2, at + thick / 2)
    named = readable(row.x)
    if frame.chart.series and row.series != row.x:
        named = f"{named}, {_named(frame, row.series)}"
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


def _limits(frame: Frame, bars: bool, across: bool) -> None:
    """The figures' axis holds all marks, intervals and the reference; bars start at zero."""
    reference = frame.chart.reference
    figures = [row.y for row in frame.rows]
    # A line's band of a few games shall not flatten the whole line; a usual one is seen whole.
    usual = sorted(row.half_width for row in frame.rows)[len(frame.rows) // 2]
    reach = max(max(figures) - min(figures), 1.6 * usual)
    widest = (min(figures) - reach, max(figures) + reach) if frame.chart.kind == "lines" and reach else (-inf, inf)
    bounds = [end for row in frame.rows for end in (row.low, row.high) if end is not None]
    ends = [*figures, *(min(max(end, widest[0]), widest[1]) for end in bounds)]
    if reference and not (frame.chart.kind == "histogram" and frame.chart.across):
        ends.append(reference[0])
    if bars:
        ends.append(0.0)
    low, high = min(ends), max(ends)
    margin = (high - low) * 0.08 or abs(high) * 0.1 or 1.0
    single = frame.chart.kind in ("dots", "bars") and len(set(_slots(frame.rows)[0].values())) == 1
    printed_below = single and any(_hangs(frame, row, bars) for row in frame.rows)
    below = margin * (3.6 if across else 1.7) if printed_below else margin  # room for the figures there
    low, high = (
        (low if bars and low == 0 and not printed_below else low - below),
        (high if bars and high == 0 else high + margin),
    )
    (frame.axes.set_xlim if across else frame.axes.set_ylim)(low, high)


def _hangs(frame: Frame, row: Row, bars: bool) -> bool:
    """Whether a figure is printed below its mark: away from zero for bars, from the reference for dots."""
    if bars:
        return bool(row.y < 0) and frame.shown(row.y) != frame.shown(0.0)
    return frame.chart.reference is not None and row.y < frame.chart.reference[0]


def _print_figure(frame: Frame, row: Row, at: float, across: bool, bars: bool) -> None:
    ends = [end for end in (row.y, row.low, row.high) if end is not None]
    down = _hangs(frame, row, bars)
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


# ------------------------------------------------------------------------------------------- lines


_MOST_MARKS = 16  # points of a line that are marked
_MOST_LINES = 6  # that one can follow in one picture
_MOST_OVER = 3  # lines with bands that can be told apart in one picture

Groups = dict[tuple[Any, bool], list[Row]]


def lines(frame: Frame) -> None:
    """The figure over x with its band, one line per series, each labelled at its end; many get a panel each."""
    rows = frame.rows
    names = _distinct([row.x for row in rows])
    on_numbers = _are_numbers(names)
    places = {name: name if on_numbers else at for at, name in enumerate(names)}
    look_of = _row_looks(frame) if frame.chart.series else _accent
    groups: Groups = {}
    every = _distinct([row.series for row in rows])
    order = style.in_order(every) or every
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
    _limits(frame, bars=False, across=False)


def _overlap(groups: Groups) -> bool:
    """Whether so many bands lie over each other that a panel for each says more."""
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
    """A panel for each series; the others are thin lines behind it."""
    every = _distinct([series for series, _ in groups])
    order = style.in_order(every) or every
    columns = 2 if len(order) <= 4 else 3
    names = _distinct([row.x for row in frame.rows])
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
        _line_axes(frame, names, _are_numbers(names))
        if frame.chart.reference:
            axes.axhline(frame.chart.reference[0], color=frame.hue("faint"), linewidth=1.1, dashes=(4, 3), zorder=1.5)
        axes.set_title(
            wrap(_named(frame, series), frame.width / columns - 22, style.SMALL, lines=1), loc="left", fontsize=style.SMALL,
            color=frame.hue("ink"), pad=3,
        )  # fmt: skip
        axes.xaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))
        axes.set_xlabel("")
        axes.tick_params(labelleft=at % columns == 0, labelbottom=at + columns >= len(order))
    frame.below = frame.figure.supxlabel(frame.chart.x_label, fontsize=style.TEXT, color=frame.hue("soft"))
    if frame.chart.reference and frame.chart.reference[1]:
        frame.keys.append(Key(frame.chart.reference[1], Look("faint", "", "--"), "line"))
    frame.keys.append(Key("the others", Look("others"), "line"))
    _exact_keys(frame, "mark", "line")


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
    """Whether lines have marks: all of them or none."""
    return max((len(group) for (_, exact), group in groups.items() if not exact), default=0) <= _MOST_MARKS


def _line(frame: Frame, group: list[Row], xs: list[float], look: Look, marks_only: bool, marked: bool) -> None:
    """A line with its band; exact ones are dashed, and what was simulated beside them are only marks."""
    hue, axes = frame.hue(look.token), frame.axes
    exact = group[0].exact
    band = [
        (x, row.low, row.high) for x, row in zip(xs, group, strict=True) if row.low is not None and row.high is not None
    ]
    if band and not exact:
        at, low, high = zip(*band, strict=True)
        frame.own(axes.fill_between(at, low, high, facecolor=hue, alpha=0.2, linewidth=0), look)
        if len(band) == 1:  # a band needs two points to be seen
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
        named = f"{_named(frame, row.series)}, {along}" if frame.chart.series else along
        frame.spot(row, look, (x, x), (row.y, row.y), named)


def _label_lines(
    frame: Frame,
    groups: Groups,
    places: dict[Any, float],
    look_of: Callable[[Row], Look],
) -> None:
    beside = any((series, True) in groups and (series, False) in groups for series, _ in groups)
    _exact_keys(frame, "mark" if beside else "line", "line")
    if not frame.chart.series:
        return
    if _ends_crowd(frame, groups):
        _line_keys(frame, groups, look_of)
        return
    for series in _distinct([series for series, _ in groups]):
        ends = [group[-1] for (name, _), group in groups.items() if name == series]
        last = max(ends, key=lambda row: places[row.x])  # the label stands where the series goes furthest
        frame.side(_named(frame, series), last.y, look_of(last).token, places[last.x])


def _ends_crowd(frame: Frame, groups: Groups) -> bool:
    """Whether so many lines end at the same height that labels there could not be told apart."""
    ends = sorted(
        group[-1].y for (series, exact), group in groups.items() if not exact or (series, False) not in groups
    )
    low, high = frame.axes.get_ylim()
    tight = sum(above - below < 0.03 * (high - low) for below, above in pairwise(ends))
    return len(ends) > 10 or tight * 3 > len(ends) - 1


def _line_keys(frame: Frame, groups: Groups, look_of: Callable[[Row], Look]) -> None:
    for series in _distinct([series for series, _ in groups]):
        first = next(group[0] for (name, _), group in groups.items() if name == series)
        frame.keys.append(Key(_named(frame, series), look_of(first), "both"))


# ------------------------------------------------------------------------------------------- stacked


def stacked(frame: Frame) -> None:
    """Bars of parts that add up; parts below zero hang down and a mark shows the sum."""
    rows, axes = frame.rows, frame.axes
    names = _distinct([row.x for row in rows])
    parts = _distinct([row.series for row in rows])
    across = _lies_across(frame, names)
    _set_height(frame, names, 1, across)
    looks = frame.colours.looks(frame.chart.series, parts)
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


# ------------------------------------------------------------------------------------------- histogram


def histogram(frame: Frame) -> None:
    """Bars over bins of numbers, each where its numbers lie; several series are outlines over each other."""
    rows, axes = frame.rows, frame.axes
    xs = sorted({float(row.x) for row in rows})
    step = min((b - a for a, b in pairwise(xs)), default=1.0)
    look_of = _row_looks(frame) if frame.chart.series else _accent
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
    _limits(frame, bars=True, across=False)
    frame.reference(across=frame.chart.across)
    if frame.chart.series:
        _series_keys(frame, look_of, "bar")
    else:
        _exact_keys(frame, "bar", "both")
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
        frame.spot(row, _ACCENT, (at - step / 2, at + step / 2), (0.0, row.y), _bin_named(frame, row, step))
    if len(group) > 45:
        return
    reaches = [
        (_middle(row.x, step), row.low, row.high) for row in group if row.low is not None and row.high is not None
    ]
    if reaches:
        frame.axes.vlines(*zip(*reaches, strict=True), color=frame.hue("ink"), linewidth=1.2, zorder=3)


def _last(lowest: float, step: float) -> float:
    """The last value of a bin that begins here: of whole numbers the one before the next bin."""
    return lowest + step - (1 if step >= 1 and float(lowest).is_integer() else 0)


def _middle(lowest: float, step: float) -> float:
    """Where a bin is drawn: half way between its first value and its last."""
    return (lowest + _last(lowest, step)) / 2


def _bin_named(frame: Frame, row: Row, step: float) -> str:
    """20 to 39 points: a bin is named by its lowest value."""
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


# ------------------------------------------------------------------------------------------- heat map


def heatmap(frame: Frame) -> None:
    """Colour over x and y with the figure printed in each cell; the scale is fixed, and its key stands above."""
    chart, rows, axes = frame.chart, frame.rows, frame.axes
    columns, lines_ = _distinct([row.x for row in rows]), _distinct([row.y for row in rows])
    if set(columns) == set(lines_):
        columns = lines_
    if _are_numbers(columns):
        columns = sorted(columns)
    if _are_numbers(lines_):
        lines_ = sorted(lines_)
    frame.width = float(style.WIDE if len(columns) > 7 else style.WIDTH)
    name_room = 104 if not _are_numbers(lines_) else 40
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
    """From and to of the colours: half the reference to either side of it; of other figures what they span."""
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
    decimals = None if chart.percent else frame.decimals()  # of a fair share of a third 16.7 %, not all that follow
    low, high = (readable(round(end, 3) if chart.percent else end, decimals, percent=chart.percent) for end in scale)
    if chart.percent and chart.reference:  # what lies beyond has the colour of the end
        low, high = f"{low} or less", f"{high} or more"
    fixed = chart.percent  # the scale of other figures is made for them
    frame.ramp = Ramp(tokens, low, high, _taken(frame, scale) if fixed else None, _here(frame) if fixed else "")
    if chart.reference and chart.reference[1]:
        frame.keys.append(Key(f"middle: {chart.reference[1]}"))
    if chart.reference and any(_undecided(frame, row) for row in frame.rows):
        frame.keys.append(Key(f"cannot be told from {chart.reference[1] or 'it'}", Look("faint"), "bar", hollow=True))


def _taken(frame: Frame, scale: tuple[float, float]) -> tuple[float, float]:
    """Which part of the scale the chart's figures take; what lies beyond is at its end."""
    values = [row.value for row in frame.rows]
    parts = [_part_of(value, scale) for value in (min(values), max(values))]
    least = 0.5 / style.HEAT  # so that the line is seen where all figures are alike
    return max(min(parts[0], 1 - least), 0.0), min(max(parts[1], parts[0] + least), 1.0)


def _here(frame: Frame) -> str:
    """From which figure to which the chart goes."""
    values = [row.value for row in frame.rows]
    low, high = (frame.shown(value) for value in (min(values), max(values)))
    return f"here {low}" if low == high else f"here {low.removesuffix(' %')} to {high}"


def _part_of(value: float, scale: tuple[float, float]) -> float:
    """Where a figure lies on the scale, from 0 to 1; what lies beyond is at its end."""
    low, high = scale
    return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 0.25


def _undecided(frame: Frame, row: Row) -> bool:
    """Whether the interval of a figure holds the reference."""
    at = frame.chart.reference
    return at is not None and row.low is not None and row.high is not None and row.low <= at[0] <= row.high


def _column_names(frame: Frame, columns: list[Any], cell: float) -> float:
    """Write the columns' names below, upright where they are too long; returns the height they take."""
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
    frame.spot(row, _ACCENT, (column - 0.48, column + 0.48), (line - 0.47, line + 0.47), where)
    text, size, percent = frame.shown(row.value), style.TEXT - 0.5, frame.chart.percent
    if cell < 44:
        text, size = (
            readable(row.value, 0 if percent else frame.decimals(), percent=percent).replace(" %", ""),
            style.SMALL,
        )
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
    """± half the interval's length; both ends where a share would so leave 0 to 100 %."""
    if row.low is None or row.high is None or not row.half_width:
        return ""
    percent = frame.chart.percent
    half, low, high = (
        readable(value, frame.decimals(), percent=percent).replace(" %", "")
        for value in (row.half_width, row.low, row.high)
    )
    beyond = percent and not row.half_width <= row.value <= 1 - row.half_width
    return f"{low} to {high}" if beyond else f"± {half}"


def _heat(frame: Frame, value: float, scale: tuple[float, float]) -> tuple[str, bool]:
    """The colour step of a figure, and whether it is so strong that text on it changes colour."""
    middle = style.HEAT // 2
    step = round(_part_of(value, scale) * (style.HEAT - 1))
    return (f"split-{step}", abs(step - middle) > 2) if frame.chart.reference else (f"heat-{step}", step > middle)


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
