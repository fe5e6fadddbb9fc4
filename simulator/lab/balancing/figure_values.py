"""Figures as levers: what one sensible step of each is, down and up, and the values that it may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.shapes import Amounts, ListOf, Number, Truth, Unfit, Word
from digsite.simulator.game.wording import typed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.simulator.game.rules.figure import Figure
    from digsite.simulator.game.rules.figures import Figures
    from digsite.simulator.game.rules.shapes import Shape

SMALL = 10  # whole numbers below move by one, larger ones by a tenth
MOST_WORDS = 4  # other words of a figure that are tried
DOWN, UP, OTHER = "down", "up", "other"


@dataclass(frozen=True)
class Step:
    """A step of a lever: which way, what its values are then, and the figures that it sets."""

    way: str
    label: str
    changes: dict[str, Any]


@dataclass(frozen=True)
class Lever:
    """A figure, an entry of one, or a field of all components of a table, and its steps."""

    key: str
    about: str
    value: str
    confirmed: bool
    steps: tuple[Step, ...]


def levers_of(figures: Figures, seats: int, named: Sequence[str] = ()) -> list[Lever]:
    """Return the levers of a game for a number of players: those named, or every figure with a step.

    A list that has an entry for each number of players is moved at its entry for this one, a list as long as a full
    table entry by entry, since it may be the seats', any other list as a whole; a field of a table of components is moved
    in all of them. Named are figures, entries, fields and tables.
    """
    if named:
        found = {lever.key: lever for name in named for lever in _named(figures, seats, name)}
        return list(found.values())
    keys = [key for figure in figures if not figure.field_of for key in _keys_of(figures, figure, seats)]
    single = (_of_key(figures, key) for key in keys)
    columns = (_of_column(figures, column) for column in _columns(figures))
    return [lever for lever in (*single, *columns) if lever.steps]


def _named(figures: Figures, seats: int, name: str) -> list[Lever]:
    columns = [column for column in _columns(figures) if name == column or name == column.rpartition(".")[0]]
    if columns:
        found = [lever for lever in (_of_column(figures, column) for column in columns) if lever.steps]
    else:
        key = _entry_of(figures.by_key[name], seats) if name in figures.by_key else name
        found = [lever for lever in [_of_key(figures, key)] if lever.steps]
    if not found:
        raise WrongUse(f"{name} has no step down or up: it is {_shown(figures, name)}, and names no alternatives.")
    return found


def _shown(figures: Figures, name: str) -> str:
    return typed(figures.at(name)) if name in figures.by_key else "no number or switch"


def _columns(figures: Figures) -> list[str]:
    return list(dict.fromkeys(figure.field_of for figure in figures if figure.field_of))


def _entry_of(figure: Figure, seats: int) -> str:
    """Return the key of the entry for a number of players where a figure has one for each, else the figure's own."""
    return f"{figure.key}.{seats}" if figure.per_players and isinstance(figure.value, list) else figure.key


def _keys_of(figures: Figures, figure: Figure, seats: int) -> list[str]:
    """Return the keys at which a figure is moved."""
    many = int(figures.head["players"][1])
    if figure.per_players or figure.alternatives or not isinstance(figure.value, list) or len(figure.value) != many:
        return [_entry_of(figure, seats)]
    return [f"{figure.key}.{number}" for number in range(figure.index_from, figure.index_from + many)]


def _of_key(figures: Figures, key: str) -> Lever:
    figure, path = figures.find(key)
    value, shape = figures.at(key), figure.shape
    for _ in path:
        shape = shape.item if isinstance(shape, ListOf) else Number(figure.range)
    named = () if path else tuple(figure.alternatives)
    steps = tuple(Step(way, typed(new), {key: new}) for way, new in _steps(shape, value, named))
    return Lever(key, figure.about, typed(value), figure.confirmed, steps)


def _of_column(figures: Figures, column: str) -> Lever:
    """Return the lever that moves a field of all components together; only numbers and amounts have one."""
    cells = [figure for figure in figures if figure.field_of == column]
    steps = []
    for way, words in ((DOWN, "each one step down"), (UP, "each one step up")):
        changes = {cell.key: new for cell in cells for new in _cell_step(cell, way)}
        steps += [Step(way, words, changes)] if changes else []
    confirmed = all(cell.confirmed for cell in cells)
    return Lever(column, f"{column} of all components", "as in the table", confirmed, tuple(steps))


def _cell_step(cell: Figure, way: str) -> list[Any]:
    shape = cell.shape.item if isinstance(cell.shape, ListOf) else cell.shape
    if not isinstance(shape, Number | Amounts):
        return []
    plain = () if isinstance(shape, Amounts) or isinstance(cell.shape, ListOf) else tuple(cell.alternatives)
    return [new for towards, new in _steps(cell.shape, cell.value, plain) if towards == way]


# ------------------------------------------------------------------------------------------------------ steps of values


def _steps(shape: Shape, value: Any, alternatives: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the values one step from a value, and which way each lies."""
    if isinstance(shape, Truth):
        yield OTHER, not value
    elif isinstance(shape, Number):
        yield from _number_steps(shape, value, alternatives)
    elif isinstance(shape, Word):
        others = [word for word in (alternatives or shape.choices) if word != value]
        yield from ((OTHER, word) for word in others[:MOST_WORDS])
    elif alternatives:
        yield from ((OTHER, other) for other in alternatives[:MOST_WORDS] if other != value)
    elif isinstance(shape, Amounts | ListOf):
        for way in (DOWN, UP):
            if (moved := _moved(shape, value, way)) != value:
                yield way, moved


def _number_steps(shape: Number, value: float, alternatives: Sequence[float]) -> Iterator[tuple[str, float]]:
    below, above = [a for a in alternatives if a < value], [a for a in alternatives if a > value]
    for way, named in ((DOWN, max(below, default=None)), (UP, min(above, default=None))):
        new = _moved(shape, value, way) if named is None else named
        if new != value:
            yield way, new


def _moved(shape: Shape, value: Any, way: str) -> Any:
    """Return a value moved one step, each part of it; a part at its bound stays."""
    if isinstance(shape, ListOf):
        return [_moved(shape.item, entry, way) for entry in value]
    if isinstance(shape, Amounts):
        counts = {name: _moved(Number(shape.range), amount, way) for name, amount in value.items()}
        return {name: amount for name, amount in counts.items() if amount}
    if not isinstance(shape, Number) or isinstance(value, bool):
        return value
    return within(shape, value + (step_of(shape, value) if way == UP else -step_of(shape, value)), value)


def step_of(shape: Number, value: float) -> float:
    """Return how far one step of a number is: one for small whole numbers, else a tenth.

    >>> step_of(Number(), 3), step_of(Number(), 42), step_of(Number(whole=False), 0.5), step_of(Number((0, 4), whole=False), 0.0)
    (1, 4, 0.05, 0.4)
    """
    if shape.whole:
        return 1 if abs(value) < SMALL else round(abs(value) / 10)
    wide = shape.range[1] - shape.range[0] if shape.range else 1.0
    return abs(value) / 10 or wide / 10


def within(shape: Number, value: float, else_value: float) -> float:
    """Return a number clipped to its bounds, or another one if it does not fit at all."""
    low, high = shape.range or (value, value)
    try:
        found: float = shape.read(min(max(value, low), high))
    except Unfit:
        return else_value
    return found
