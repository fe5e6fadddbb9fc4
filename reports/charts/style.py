"""The one chart style: colours that stay with their strategy, light and dark, and the sizes of a chart.

A colour is named by its token ("ink", "series-3", "seat-1"); a theme maps the token to its hue. Charts inside
the report refer to the tokens as CSS variables, so one drawing serves light and dark pages. Strategies have
the colours of Okabe and Ito, other things (parts of a score, causes of an end) the muted ones of Paul Tol;
both are distinguishable with all common kinds of colour blindness. Seats go from strong to weak. (No matplotlib is
imported here.)
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

WIDTH = 420  # px; small enough to be readable on a phone, where a chart is as wide as the screen
WIDE = 700  # px; heat maps of many columns
HEIGHT = 260
ROW = 27  # height of one row of a chart drawn sideways
PNG_SCALE = 2.5  # pixels of a PNG per px of the chart

FONTS = "'DejaVu Sans', Verdana, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
TEXT = 11.5
SMALL = 10.5
TITLE = 13.5

SERIES = 24  # colours for strategies, and the same number for other things
SEATS = 6
ORDER = 8  # steps for ordered values
HEAT = 9  # steps of a heat map's colour scale
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "<")


def _doubled(hues: Sequence[str], toward: int) -> tuple[str, ...]:
    """Return the hues, each followed by a shade towards black (0) or white (255): twice as many distinguishable ones."""
    parts = [[int(hue[at : at + 2], 16) for at in (1, 3, 5)] for hue in hues]
    mixed = ["#" + "".join(f"{round(part * 0.55 + toward * 0.45):02x}" for part in rgb) for rgb in parts]
    return (*hues, *mixed)


_LIGHT_SERIES = _doubled(
    (
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#a89a00", "#6b6b6b", "#7a3b12", "#5e3c99", "#b2182b",
        "#2f8f2f",
    ),
    0,
)  # fmt: skip
_DARK_SERIES = _doubled(
    (
        "#3f9be0", "#f0803c", "#1fc495", "#e39cc4", "#f5b942", "#9ad8fb", "#f0e442", "#b4b4b4", "#c98d5e", "#b39ddb", "#ff8a80",
        "#7fd07f",
    ),
    255,
)  # fmt: skip
_LIGHT_PARTS = _doubled(
    (
        "#44aa99", "#cc6677", "#332288", "#ddcc77", "#882255", "#88ccee", "#117733", "#aa4499", "#999933", "#661100", "#6699cc",
        "#888888",
    ),
    0,
)  # fmt: skip
_DARK_PARTS = _doubled(
    (
        "#5cc4b2", "#e0848f", "#8d7fe0", "#e6d88a", "#c65a8f", "#a5dcf5", "#4fae6c", "#c97bc0", "#c5c55c", "#c9805f", "#8fb8e8",
        "#a8a8a8",
    ),
    255,
)  # fmt: skip
_LIGHT_ORDER = ("#450457", "#472c7a", "#3b518b", "#2c718e", "#21908d", "#27ad81", "#5cb85c", "#9aa800")
_DARK_ORDER = ("#f5e62a", "#cae11f", "#9fda3a", "#7fd34e", "#4ac46d", "#2db27d", "#28a198", "#3d87ab")
_LIGHT_SEATS = ("#440154", "#463480", "#365c8d", "#277f8e", "#1fa187", "#4ac16d")
_DARK_SEATS = ("#fde725", "#b5de2b", "#6ece58", "#35b779", "#1f9e89", "#2b8ba0")
_LIGHT_HEAT = (
    "#eef4fa",
    "#d9e7f4",
    "#bfd7ec",
    "#9fc4e1",
    "#7aadd4",
    "#5593c5",
    "#3578b3",
    "#1b5c98",
    "#0a3f73",
)
_DARK_HEAT = (
    "#1b2630",
    "#1f3242",
    "#244057",
    "#2a506e",
    "#336488",
    "#4a83ac",
    "#68a2ca",
    "#8dc0e2",
    "#b9def6",
)
_LIGHT_SPLIT = (
    "#a84300",
    "#cf6a1d",
    "#e9a066",
    "#f6d2b0",
    "#f3f3f1",
    "#c3dbef",
    "#86b6dc",
    "#4287bd",
    "#0b5894",
)
_DARK_SPLIT = (
    "#ffb27a",
    "#e8914f",
    "#a3602f",
    "#5e3d25",
    "#282b2e",
    "#22405a",
    "#2b638f",
    "#5d9fd0",
    "#96ccf5",
)


def _tokens(**rows: Sequence[str]) -> dict[str, str]:
    return {f"{name}-{at}": hue for name, hues in rows.items() for at, hue in enumerate(hues)}


LIGHT: dict[str, str] = {
    "paper": "#ffffff",
    "ink": "#1d2126",
    "soft": "#5a626b",
    "faint": "#8d959e",
    "rule": "#dde1e5",
    "others": "#c0c7ce",
    "accent": "#24557f",
    "band": "#e8eef3",
    "allowed": "#e4f2ec",
    "bar": "#7c9cb8",
    "fine": "#1b7f5a",
    "watch": "#9a6200",
    "off": "#b3261e",
    "on-weak": "#1c2025",
    "on-strong": "#fdfdfd",
} | _tokens(
    series=_LIGHT_SERIES, part=_LIGHT_PARTS, seat=_LIGHT_SEATS, order=_LIGHT_ORDER, heat=_LIGHT_HEAT, split=_LIGHT_SPLIT
)

DARK: dict[str, str] = {
    "paper": "#15181c",
    "ink": "#e7eaed",
    "soft": "#a9b1b9",
    "faint": "#7d858d",
    "rule": "#32383e",
    "others": "#545c65",
    "accent": "#7fb2dd",
    "band": "#243240",
    "allowed": "#1c3029",
    "bar": "#52799d",
    "fine": "#4cc38f",
    "watch": "#e0a43c",
    "off": "#f28b82",
    "on-weak": "#e9ecef",
    "on-strong": "#0e1113",
} | _tokens(
    series=_DARK_SERIES, part=_DARK_PARTS, seat=_DARK_SEATS, order=_DARK_ORDER, heat=_DARK_HEAT, split=_DARK_SPLIT
)

THEMES: dict[str, dict[str, str]] = {"light": LIGHT, "dark": DARK}


def css_variables(theme: Mapping[str, str]) -> str:
    """Return the theme as CSS custom properties."""
    return "".join(f"--{token}:{hue};" for token, hue in theme.items())


@dataclass(frozen=True)
class Look:
    """How one series is drawn: its colour's token, the shape of its marks and its line."""

    token: str
    marker: str = "o"
    dash: str = "-"
    who: str = ""  # the mark of a strategy, by which a page highlights it in all charts


def _look(row: str, at: int) -> Look:
    lap = at // SERIES  # beyond these, colours repeat with other marks and lines
    who = f"s{at}" if row == "series" else ""
    return Look(f"{row}-{at % SERIES}", MARKERS[(at + lap) % len(MARKERS)], ("-", "--", "-.", ":")[lap % 4], who)


@dataclass(frozen=True)
class Colours:
    """The colours of strategies. `strategies` are in the order in which they take their colours."""

    strategies: tuple[str, ...] = ()
    _at: dict[str, int] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Give each strategy the colour of its place."""
        self._at.update({name: at for at, name in enumerate(dict.fromkeys(self.strategies))})

    def strategy(self, name: str) -> Look | None:
        """Return the look of a strategy, the same in all charts; None for any other name."""
        return _look("series", self._at[name]) if name in self._at else None

    def looks(self, column: str, values: Iterable[Any], ranks: Mapping[Any, float] | None = None) -> dict[Any, Look]:
        """Return a look for each value of a column: strategies and seats have theirs, ordered values go by rank."""
        distinct = list(dict.fromkeys(values))
        if all(str(value) in self._at for value in distinct):
            return {value: _look("series", self._at[str(value)]) for value in distinct}
        seats = [seat_number(column, value) for value in distinct]
        if all(seat is not None and seat <= SEATS for seat in seats):
            return {value: _seat_look(seat - 1) for value, seat in zip(distinct, seats, strict=True) if seat}
        if ranks and 1 < len(distinct) <= ORDER:
            order = in_order(distinct, ranks)
            return {value: _order_look(at, len(order)) for at, value in enumerate(order)}
        return {value: self.strategy(str(value)) or _look("part", at) for at, value in enumerate(distinct)}

    def known(self, column: str, values: Iterable[Any]) -> bool:
        """Return whether the values are all strategies or all seats: they keep their colours everywhere."""
        distinct = set(values)
        if not distinct:
            return False
        if all(str(value) in self._at for value in distinct):
            return True
        seats = [seat_number(column, value) for value in distinct]
        return all(seat is not None and seat <= SEATS for seat in seats)


_SEAT_NAMES = {f"seat {seat}": seat for seat in range(1, SEATS + 1)}


def in_order(values: Sequence[Any], ranks: Mapping[Any, float]) -> list[Any]:
    """Return the values by their ranks, or in the given order if they have none."""
    return sorted(values, key=lambda value: ranks[value]) if ranks else list(values)


def _order_look(at: int, many: int) -> Look:
    return Look(f"order-{round(at * (ORDER - 1) / (many - 1))}", MARKERS[at % len(MARKERS)])


def _seat_look(at: int) -> Look:
    return Look(f"seat-{at}", MARKERS[at % len(MARKERS)])


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def seat_number(column: str, value: Any) -> int | None:
    """Return the number of the seat that a value names ("seat 3", or 3 in a column of seats)."""
    if _is_number(value):
        fits = re.search(r"(^|_)seat$", column) and value == int(value) and value >= 1
        return int(value) if fits else None
    return _SEAT_NAMES.get(str(value).lower())


def colours_for(game: str, line_up: Iterable[str] = ()) -> Colours:
    """Return the colours of a game's strategies in the order of strategies.toml; others take the next ones."""
    from digsite.strategies.registry import strategies_of

    return Colours(tuple(dict.fromkeys([*strategies_of(game), *line_up])))
