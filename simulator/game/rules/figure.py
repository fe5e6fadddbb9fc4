"""One rule figure, its allowed values, and one variant."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.ops import Steps, Vocabulary
from digsite.simulator.game.rules.shapes import (
    Amounts,
    Bounds,
    ListOf,
    Number,
    Shape,
    Text,
    Truth,
    Unfit,
    Word,
    shorten_value,
    suggestion,
)

KINDS = ("whole", "decimal", "truth", "word", "text", "amounts", "steps")


@dataclass(frozen=True)
class Figure:
    """One rule figure: its value, its source, and its allowed values."""

    key: str
    value: Any
    about: str = ""
    source: str = ""
    confirmed: bool = True
    alternatives: list[Any] = field(default_factory=list)
    range: Bounds | None = None  # allowed numbers, inclusive
    choices: list[str] = field(default_factory=list)  # allowed words, or the names of amounts
    index_from: int = 1  # the number of a list's first entry, as in --set artifacts.long.0=-30
    per_players: bool = False  # a list with one entry per player count
    length: tuple[int, int] | None = None  # allowed lengths of a list; the present one when absent
    calibrated: bool = False  # fitted to reports of play, not published
    kind: str = ""  # one of KINDS, if the value does not show it
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # figures that go with each word
    field_of: str = ""  # the component's table and field, as in items.cost
    ops: Vocabulary | None = None  # the ops that effects may use
    shape: Shape = None  # type: ignore[assignment]  # derived from the rest

    def __post_init__(self) -> None:
        """Derive the shape unless it is given."""
        if self.shape is None:
            object.__setattr__(self, "shape", _shape_of(self))

    @property
    def provenance(self) -> dict[str, Any]:
        """Return its source, whether that confirms it, and its alternatives."""
        return {"source": self.source, "confirmed": self.confirmed, "alternatives": self.alternatives}

    def allowed(self) -> str:
        """Return the allowed values, for an error message."""
        return self.shape.allowed()

    def check(self, value: Any) -> Any:
        """Return the value in canonical form; raise `WrongUse` if it is not allowed."""
        try:
            return self.shape.read(value)
        except Unfit as problem:
            raise self._wrong(value, problem) from problem

    def parse(self, text: str) -> Any:
        """Return the value that a user typed."""
        try:
            return self.check(self.shape.parse(text))
        except Unfit as problem:
            raise self._wrong(text, problem) from problem

    def text(self) -> str:
        """Return the value for a reader: effects in words, anything else as typed."""
        return self.shape.say(self.value)

    def _wrong(self, value: Any, problem: Unfit) -> WrongUse:
        if str(problem):
            return WrongUse(f"{self.key}: {problem}")
        return WrongUse(
            f"{self.key} must be {self.allowed()}; {shorten_value(value)} is not.{suggestion(value, self.choices)}"
        )


def _shape_of(figure: Figure) -> Shape:
    """Return the shape of a figure, from its value and attributes."""
    if figure.kind == "steps":
        if figure.ops is None:
            raise WrongUse(f"{figure.key} holds an effect, but the game declares no ops.")
        return Steps(figure.ops)
    if not isinstance(figure.value, list):
        return _item_shape(figure, [figure.value])
    return ListOf(_item_shape(figure, figure.value), figure.length or (len(figure.value), len(figure.value)))


def _is_number(value: Any) -> bool:
    """Return whether a text is a number that someone put in quotes."""
    return isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]+(\.[0-9]*)?\s*", value) is not None


def _item_shape(figure: Figure, values: list[Any]) -> Shape:
    kind = figure.kind or _kind_of(figure, values)
    if kind == "word" and not figure.choices and (number := next(filter(_is_number, values), "")):
        raise WrongUse(f"{figure.key} is the text {number!r}; write the number without quotes.")
    if kind in ("word", "amounts") and not figure.choices:
        raise WrongUse(f'{figure.key} needs choices, a list of words; for free text set kind = "text".')
    names = tuple(figure.choices)
    shapes: dict[str, Shape] = {
        "whole": Number(figure.range),
        "decimal": Number(figure.range, whole=False),
        "truth": Truth(),
        "word": Word(names),
        "text": Text(),
        "amounts": Amounts(names, figure.range or (0, 99)),
    }
    return shapes[kind]


_KIND_OF_TYPE = {bool: "truth", int: "whole", float: "decimal", str: "word", dict: "amounts"}


def _kind_of(figure: Figure, values: list[Any]) -> str:
    """Return the kind that all values have; numbers are decimal if any of them, or a bound, is."""
    kinds = {_KIND_OF_TYPE.get(type(value), "") for value in values}
    if kinds == {"whole"} and any(isinstance(bound, float) for bound in figure.range or ()):
        return "decimal"
    if kinds == {"whole", "decimal"}:
        return "decimal"
    if not kinds:
        return "word" if figure.choices else "whole"
    if len(kinds) > 1:
        raise WrongUse(f"{figure.key} mixes values of different kinds: {shorten_value(figure.value)}.")
    kind = kinds.pop()
    if not kind:
        raise WrongUse(
            f"{figure.key} must be a number, a word, true or false, amounts, or a list of one of these; "
            f"{shorten_value(figure.value)} is not."
        )
    return kind


@dataclass(frozen=True)
class Variant:
    """A named patch of the rules."""

    name: str
    about: str
    source: str = ""
    set: Mapping[str, Any] = field(default_factory=dict)  # figures replaced
    add: Mapping[str, float] = field(default_factory=dict)  # amounts to add to figures (to each entry of a list)
    players: tuple[int, ...] = ()  # its player counts; all if empty
    excludes: tuple[str, ...] = ()  # variants it cannot be combined with
