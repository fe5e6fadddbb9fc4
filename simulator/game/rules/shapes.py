"""Shapes of values: what a rule figure, a component's field or a step's argument may be.

A shape reads a value (into canonical form, or raises `Unfit`), parses what a user typed, writes a value as typed, and
turns it into the numbers of a record.
"""

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from digsite.simulator.errors import nearest
from digsite.simulator.game.wording import truncate, typed

Bounds = tuple[float, float]
_LONGEST = 80  # characters quoted of a wrong value


class Unfit(Exception):
    """A value does not have the shape; the text is the full reason, or empty if `allowed` is enough."""


def shorten_value(value: Any) -> str:
    """Return a wrong value, cut for a sentence."""
    return truncate(typed(value), _LONGEST) or "nothing"


def suggestion(value: Any, choices: Sequence[str]) -> str:
    """Return a question that suggests the choice nearest to the first wrong word of a value, or "" if none is near."""
    words = re.split(r"\s*,\s*", value.strip()) if isinstance(value, str) else value
    wrong = [word for word in words if word not in choices] if isinstance(words, list) else []
    return nearest(wrong[0], choices) if wrong and isinstance(wrong[0], str) else ""


def _scalar(text: str) -> Any:
    """Return a text as a number, a truth value or a word."""
    word = text.strip()
    if word.lower() in ("true", "yes", "on"):
        return True
    if word.lower() in ("false", "no", "off"):
        return False
    if re.fullmatch(r"[+-]?[0-9]{1,18}", word):
        return int(word)
    if re.fullmatch(r"[+-]?([0-9]{1,18}\.[0-9]*|\.[0-9]+|[0-9]{1,18}(?=[eE]))([eE][+-]?[0-9]{1,3})?", word):
        return float(word)
    return word


def _bounds(bounds: Bounds | None) -> str:
    low, high = (f"{end:g}" if isinstance(end, float) else str(end) for end in bounds or (0, 0))
    return f" from {low} to {high}" if bounds else ""


class Shape:
    """The shape of a value."""

    def allowed(self) -> str:
        """Return what fits, to follow "must be"."""
        raise NotImplementedError

    def several(self) -> str:
        """Return what fits, for a list of such values."""
        return self.allowed()

    def read(self, value: Any) -> Any:
        """Return the value in canonical form; raise `Unfit` if it has another shape."""
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        """Return what a user typed, ready for `read`."""
        return _scalar(text)

    def say(self, value: Any) -> str:
        """Return a value in words."""
        return typed(value)

    def numbers(self, value: Any) -> Any:
        """Return a value as a record holds it."""
        return value


@dataclass(frozen=True)
class Number(Shape):
    """A whole number, or any number, within inclusive bounds."""

    range: Bounds | None = None
    whole: bool = True

    def allowed(self) -> str:
        """Return what fits, to follow "must be"."""
        return f"a {'whole ' * self.whole}number{_bounds(self.range)}"

    def several(self) -> str:
        """Return what fits, for a list of such values."""
        return f"{'whole ' * self.whole}numbers{_bounds(self.range)}"

    def read(self, value: Any) -> Any:
        """Return the number if it is within bounds."""
        kinds = int if self.whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds) or abs(value) >= 2**63 or not math.isfinite(value):
            raise Unfit
        if self.range is not None and not self.range[0] <= value <= self.range[1]:
            raise Unfit
        return value if self.whole else float(value)


@dataclass(frozen=True)
class Truth(Shape):
    """True or false."""

    def allowed(self) -> str:
        """Return what fits, to follow "must be"."""
        return "true or false"

    def several(self) -> str:
        """Return what fits, for a list of such values."""
        return "times true or false"

    def read(self, value: Any) -> Any:
        """Return the truth value."""
        if not isinstance(value, bool):
            raise Unfit
        return value

    def say(self, value: Any) -> str:
        """Return a value in words."""
        return str(value).lower()


@dataclass(frozen=True)
class Word(Shape):
    """One word of a list; a record holds its number, from 0."""

    choices: tuple[str, ...]

    def allowed(self) -> str:
        """Return what fits, to follow "must be"."""
        return "one of " + ", ".join(self.choices)

    def several(self) -> str:
        """Return what fits, for a list of such values."""
        return "of the words " + ", ".join(self.choices)

    def read(self, value: Any) -> Any:
        """Return the word if it is one of the choices."""
        if not isinstance(value, str) or value not in self.choices:
            raise Unfit
        return value

    def parse(self, text: str) -> Any:
        """Return what a user typed, ready for `read`."""
        return text.strip()

    def numbers(self, value: Any) -> Any:
        """Return a value as a record holds it."""
        return self.choices.index(value)


@dataclass(frozen=True)
class Text(Shape):
    """Any text, such as a name: for readers, not for records."""

    def allowed(self) -> str:
        """Return what fits, to follow "must be"."""
        return "a text"

    def several(self) -> str:
        """Return what fits, for a list of such values."""
        return "texts"

    def read(self, value: Any) -> Any:
        """Return the text."""
        if not isinstance(value, str):
            raise Unfit
        return value

    def parse(self, text: str) -> Any:
        """Return what a user typed, ready for `read`."""
        return text.strip()

    def numbers(self, value: Any) -> Any:
        """Raise TypeError: records hold no texts."""
        raise TypeError(f"a record holds no text such as {value!r}")


@dataclass(frozen=True)
class Amounts(Shape):
    """Counts of named things, as in { coin = 1, compass = 2 }; a record holds one number for each name."""

    names: tuple[str, ...]
    range: Bounds | None = (0, 99)

    def allowed(self) -> str:
        """Return what fits, to follow "must be"."""
        each = f" (each{_bounds(self.range)})" if self.range else ""
        return f"amounts such as 1 {self.names[0]} + 2 {self.names[-1]}, of {', '.join(self.names)}{each}"

    def read(self, value: Any) -> Any:
        """Return the amounts in the order of the names, without zeros."""
        if not isinstance(value, Mapping):
            raise Unfit
        for name in value:
            if name not in self.names:
                hint = nearest(str(name), self.names)
                raise Unfit(f"there is no {name!r} among {', '.join(self.names)}.{hint}")
        count = Number(self.range)
        return {name: number for name in self.names if (number := count.read(value.get(name, 0)))}

    def parse(self, text: str) -> Any:
        """Return what a user typed, as in 1 coin + 2 tablet."""
        if text.strip().lower() in ("", "nothing"):
            return {}
        found: dict[str, Any] = {}
        for part in text.split("+"):
            number, _, name = part.strip().rpartition(" ")
            if name in found:
                raise Unfit(f"{name} is named twice.")
            found[name] = _scalar(number) if number else 1
        return found

    def numbers(self, value: Any) -> Any:
        """Return one number for each name."""
        return [value.get(name, 0) for name in self.names]


@dataclass(frozen=True)
class Flags(Shape):
    """A set of words from a list; a record holds one bit for each."""

    choices: tuple[str, ...]

    def allowed(self) -> str:
        """Return what fits, to follow "must be"."""
        return f"a list of some of {', '.join(self.choices)}"

    def several(self) -> str:
        """Return what fits, for a list of such values."""
        return "lists of some of " + ", ".join(self.choices)

    def read(self, value: Any) -> Any:
        """Return the words in the order of the choices."""
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise Unfit
        if not set(value) <= set(self.choices) or len(set(value)) < len(value):
            raise Unfit
        return [word for word in self.choices if word in value]

    def parse(self, text: str) -> Any:
        """Return what a user typed, ready for `read`."""
        return [word.strip() for word in text.split(",") if word.strip()]

    def say(self, value: Any) -> str:
        """Return a value in words."""
        return " or ".join(value)

    def numbers(self, value: Any) -> Any:
        """Return the words as bits of one number."""
        return sum(1 << self.choices.index(word) for word in value)


@dataclass(frozen=True)
class ListOf(Shape):
    """A list of values of one shape."""

    item: Shape
    length: tuple[int, int]

    def allowed(self) -> str:
        """Return what fits, to follow "must be"."""
        low, high = self.length
        return f"{low if low == high else f'{low} to {high}'} {self.item.several()}, separated by commas"

    def read(self, value: Any) -> Any:
        """Return the list with each entry read."""
        if not isinstance(value, list) or not self.length[0] <= len(value) <= self.length[1]:
            raise Unfit
        return [self.item.read(entry) for entry in value]

    def parse(self, text: str) -> Any:
        """Return what a user typed, with commas between the entries."""
        return [self.item.parse(entry) for entry in text.split(",")] if text.strip() else []

    def say(self, value: Any) -> str:
        """Return a value in words."""
        return ", ".join(map(self.item.say, value))

    def numbers(self, value: Any) -> Any:
        """Return a value as a record holds it."""
        return [self.item.numbers(entry) for entry in value]


def typed_toml(text: str) -> Any:
    """Return what a user typed as TOML; raise `Unfit` if it is not TOML."""
    try:
        read = tomllib.loads(f"value = {text.strip()}")
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise Unfit(f'{shorten_value(text)} is not TOML such as [{{ op = "gain", coin = 2 }}].') from problem
    if set(read) != {"value"}:
        raise Unfit(f"{shorten_value(text)} is more than one value.")
    return read["value"]
