"""The space of a balance: the figures that may move, the values of each, and the changes of few figures at once."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.shapes import ListOf, Number, Truth, Unfit, Word
from digsite.simulator.game.wording import listed, typed
from digsite.simulator.lab.balancing.figure_values import DOWN, Lever, levers_of, step_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.simulator.game.rules.figures import Figures
    from digsite.simulator.game.rules.shapes import Shape

REACH = 4  # steps to either side of a figure without a range from the user
MOST_VALUES = 24  # of one figure; a wider range is thinned out
_DIGITS = 6  # of decimal numbers
_RANGE = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*\.\.\s*(-?\d+(?:\.\d+)?)\s*")

Candidate = tuple[int, ...]  # the number of each figure's value; 0 is the value that it has


@dataclass(frozen=True)
class Value:
    """A value of a figure: its name, the figures that it sets, its place on a line, and the steps that it is away."""

    label: str
    changes: dict[str, Any]
    place: float
    steps: int


@dataclass(frozen=True)
class VariedFigure:
    """A figure that may move; its first value is the one that it has. Values without an order differ alike."""

    key: str
    about: str
    confirmed: bool
    values: tuple[Value, ...]
    ordered: bool


@dataclass(frozen=True)
class Space:
    """All figures that may move, and how many of them at once."""

    figures: tuple[VariedFigure, ...]
    most_changes: int

    @property
    def present(self) -> Candidate:
        """Return the rules as they are."""
        return (0,) * len(self.figures)

    def values_of(self, candidate: Candidate) -> list[tuple[VariedFigure, Value]]:
        """Return the figures that a candidate changes, with their values."""
        return [(figure, figure.values[at]) for figure, at in zip(self.figures, candidate, strict=True) if at]

    def changes_of(self, candidate: Candidate) -> dict[str, Any]:
        """Return all figures that a candidate sets."""
        return {key: new for _, value in self.values_of(candidate) for key, new in value.changes.items()}

    def steps(self, candidate: Candidate) -> int:
        """Return how many steps a candidate is away from the rules as they are."""
        return sum(value.steps for _, value in self.values_of(candidate))

    def singles(self) -> list[Candidate]:
        """Return all changes of one figure, the nearest first."""
        return sorted(self._of(range(len(self.figures)), 1), key=self.steps)

    def pairs(self) -> list[Candidate]:
        """Return all changes of two figures, the nearest first."""
        return sorted(self._of(range(len(self.figures)), 2), key=self.steps)

    def extended(self, some: Sequence[Candidate]) -> list[Candidate]:
        """Return candidates that change one figure more than some others."""
        found: dict[Candidate, None] = {}
        for candidate, (at, figure) in product(some, enumerate(self.figures)):
            if not candidate[at]:
                found |= dict.fromkeys(
                    (*candidate[:at], new, *candidate[at + 1 :]) for new in range(1, len(figure.values))
                )
        return list(found)

    def _of(self, places: Sequence[int], count: int) -> Iterator[Candidate]:
        for chosen in combinations(places, count):
            for values in product(*(range(1, len(self.figures[at].values)) for at in chosen)):
                found = [0] * len(self.figures)
                for at, value in zip(chosen, values, strict=True):
                    found[at] = value
                yield tuple(found)


# ------------------------------------------------------------------------------------------------------ what may vary


def space_of(figures: Figures, seats: int, varied: Sequence[str], kept: Sequence[str], most_changes: int) -> Space:
    """Return the figures that a user lets vary, as in cards.hand=6..9; refuse those that must be kept."""
    for name in kept:
        check_key(figures, name)
    found: dict[str, VariedFigure] = {}
    for text in varied:
        key, equals, values = (part.strip() for part in text.partition("="))
        check_key(figures, key)
        if is_kept(key, kept):
            raise WrongUse(f"{key} is both to be kept and to be varied; leave it out of one of them.")
        for figure in _varied(figures, seats, key, values if equals else ""):
            if figure.key in found:
                raise WrongUse(f"{figure.key} is varied twice; leave one of them out.")
            found[figure.key] = figure
    return Space(tuple(found.values()), min(most_changes, len(found)))


def check_key(figures: Figures, key: str) -> None:
    """Refuse a name that is no figure, no entry of one, and no field of a table."""
    columns = {figure.field_of for figure in figures if figure.field_of}
    if key not in columns and key not in {column.rpartition(".")[0] for column in columns}:
        figures.find(key)


def is_kept(key: str, kept: Sequence[str]) -> bool:
    """Return whether a figure is among those to keep, by its own name or that of the list it is an entry of."""
    return any(key == name or key.startswith(f"{name}.") or name.startswith(f"{key}.") for name in kept)


def _varied(figures: Figures, seats: int, key: str, values: str) -> list[VariedFigure]:
    made = []
    for lever in levers_of(figures, seats, [key]) if not values else [_single(figures, seats, key)]:
        found = _values(figures, lever, values)
        if len(found) < 2:
            raise WrongUse(f"{lever.key} has no other value in {values or 'its bounds'}: it is {lever.value}.")
        made.append(VariedFigure(lever.key, lever.about, lever.confirmed, tuple(found), _is_ordered(figures, lever)))
    return made


def _single(figures: Figures, seats: int, key: str) -> Lever:
    """Return a figure that a user gives values for: a single number, switch or word, for this number of players."""
    if key not in figures.by_key and any(figure.field_of == key for figure in figures):
        raise WrongUse(f"{key} is a field of many components; name one of them to give it values.")
    figure, path = figures.find(key)
    if not path and figure.per_players and isinstance(figure.value, list):
        key = f"{key}.{seats}"
    value = figures.at(key)
    if not isinstance(value, int | float | str):
        raise WrongUse(f"{key} is {typed(value)}; name one entry of it, as in {key}.1, to give it values.")
    return Lever(key, figure.about, typed(value), figure.confirmed, ())


def _shape(figures: Figures, key: str) -> Shape:
    figure, path = figures.find(key)
    shape = figure.shape
    for _ in path:
        shape = shape.item if isinstance(shape, ListOf) else Number(figure.range)
    return shape


def _is_ordered(figures: Figures, lever: Lever) -> bool:
    keys = {key for step in lever.steps for key in step.changes}
    return keys != {lever.key} or not isinstance(_shape(figures, lever.key), Word)


def _values(figures: Figures, lever: Lever, given: str) -> list[Value]:
    """Return the values of a figure, its own first, then the others in their order."""
    own = Value(lever.value, {}, 0.0, 0)
    keys = {key for step in lever.steps for key in step.changes}
    shape = _shape(figures, lever.key) if given or keys == {lever.key} else None
    now = figures.at(lever.key) if shape else None
    if not isinstance(shape, Number) or isinstance(now, bool) or now is None:
        if given:
            assert shape is not None
            others = [new for new in _listed_values(shape, lever.key, given) if new != now]
            return [own, *(Value(typed(new), {lever.key: new}, float(at + 1), 1) for at, new in enumerate(others))]
        places = [-1.0 if step.way == DOWN else float(at + 1) for at, step in enumerate(lever.steps)]
        return [own, *(Value(s.label, s.changes, p, 1) for s, p in zip(lever.steps, places, strict=True))]
    if not given:
        named = [change for step in lever.steps for change in step.changes.values()]
        numbers = _nearby(shape, now, named)
    else:
        numbers = _range_values(shape, lever.key, now, given)
    line = sorted({*numbers, now})
    wide = max(line[-1] - now, now - line[0]) or 1
    at = line.index(now)
    return [own] + [
        Value(typed(new), {lever.key: new}, float((new - now) / wide), abs(line.index(new) - at))
        for new in line
        if new != now
    ]


def _nearby(shape: Number, now: float, named: Sequence[float]) -> list[float]:
    """Return the numbers some steps from the present one, within bounds, and those that the rules name."""
    found = dict.fromkeys(named)
    for way in (-1, 1):
        value = now
        for _ in range(REACH):
            value = _clean(shape, value + way * step_of(shape, now))
            if now >= 0 > value and shape.range is None:
                break
            try:
                found[shape.read(value)] = None
            except Unfit:
                break
    return list(found)


def _clean(shape: Number, value: float) -> float:
    """Return a decimal number with six digits: steps add up to 0.3, not to 0.30000000000000004."""
    if shape.whole or value == 0:
        return value
    return round(value, _DIGITS - 1 - math.floor(math.log10(abs(value))))


def _listed_values(shape: Shape, key: str, given: str) -> list[Any]:
    """Return values that a user lists, as in on|off."""
    found = []
    for text in given.split("|"):
        try:
            found.append(shape.read(shape.parse(text.strip())))
        except Unfit as problem:
            raise WrongUse(f"{key}={given} cannot be: it must be {shape.allowed()}.") from problem
    return list(dict.fromkeys(found)) if not isinstance(shape, Truth) else sorted(set(found))


def _range_values(shape: Number, key: str, now: float, given: str) -> list[float]:
    """Return the numbers of a range 6..9, thinned out if there are many, or those of a list 3|5|8."""
    found = _RANGE.fullmatch(given)
    if not found:
        return _listed_values(shape, key, given)
    ends = [_listed_values(shape, key, end)[0] for end in found.groups()]
    low, high = ends
    if low > high:
        raise WrongUse(f"{key}={given} is no range: write the lower end first, as in {key}={found[2]}..{found[1]}.")
    if shape.whole:
        count = min(int(high - low) + 1, MOST_VALUES)
        return sorted({round(value) for value in np.linspace(low, high, count).tolist()})
    count = min(max(int((high - low) / step_of(shape, now)) + 1, 5), MOST_VALUES)
    return [_clean(shape, value) for value in np.linspace(low, high, count).tolist()]


def names_of(space: Space) -> str:
    """Return the figures of a space in words."""
    return listed(figure.key for figure in space.figures)
