"""Rule figures: every number of a game, with its source, and the ways to change it.

A game's `rules.toml` is a tree of tables; a table with a `value` is a figure, its dotted path is the key that
`--set` takes. Variants are named patches. A user's rules file has the same form and may be partial.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simulator.errors import WrongUse, nearest, unknown

_ATTRIBUTES = {
    "value", "source", "confirmed", "alternatives", "about", "range", "choices", "index_from", "per_players",
    "length", "calibrated",
}  # fmt: skip


@dataclass
class Figure:
    """One rule figure: its value, where it comes from, and what it may be."""

    key: str
    value: Any
    about: str = ""
    source: str = ""
    confirmed: bool = True
    alternatives: list[Any] = field(default_factory=list)
    range: tuple[int, int] | None = None  # allowed numbers, both ends included
    choices: list[str] = field(default_factory=list)  # allowed words
    index_from: int = 1  # the number of a list's first entry, as in --set artifacts.long.0=-30
    per_players: bool = False  # a list with one entry per player count
    length: tuple[int, int] | None = None  # allowed lengths of a list; the present one when absent
    calibrated: bool = False  # fitted to reports of play rather than read anywhere

    def allowed(self) -> str:
        """What the figure may be, for an error message."""
        if isinstance(self.value, bool):
            return "true or false"
        if self.choices:
            return "one of " + ", ".join(self.choices)
        bounds = f" from {self.range[0]} to {self.range[1]}" if self.range else ""
        if isinstance(self.value, list):
            low, high = self.length or (len(self.value), len(self.value))
            count = str(low) if low == high else f"{low} to {high}"
            return f"{count} whole numbers{bounds}, separated by commas"
        return f"a whole number{bounds}"

    def check(self, value: Any) -> Any:
        """The value if it is allowed, else a sentence that says what is."""
        fine = {
            bool: lambda: isinstance(value, bool),
            int: lambda: self._fits(value),
            str: lambda: value in self.choices,
            list: lambda: isinstance(value, list) and self._length_fits(value) and all(map(self._fits, value)),
        }[type(self.value)]()
        if not fine:
            hint = nearest(_plain(value), self.choices)
            raise WrongUse(f"{self.key} must be {self.allowed()}; {_plain(value)} is not.{hint}")
        return value

    def parse(self, text: str) -> Any:
        """The value a user typed."""
        words = [word.strip() for word in text.split(",")] if isinstance(self.value, list) else [text.strip()]
        values = [_parse_word(word) for word in words]
        if isinstance(self.value, str):
            values = words
        return self.check(values if isinstance(self.value, list) else values[0])

    def _fits(self, number: Any) -> bool:
        if not isinstance(number, int) or isinstance(number, bool):
            return False
        return self.range is None or self.range[0] <= number <= self.range[1]

    def _length_fits(self, value: list) -> bool:
        low, high = self.length or (len(self.value), len(self.value))
        return low <= len(value) <= high


def _parse_word(word: str) -> Any:
    if word.lower() in ("true", "yes", "on"):
        return True
    if word.lower() in ("false", "no", "off"):
        return False
    return int(word) if re.fullmatch(r"[+-]?\d+", word) else word


def _plain(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


@dataclass(frozen=True)
class Variant:
    """A named patch of the rules."""

    name: str
    about: str
    source: str = ""
    set: Mapping[str, Any] = field(default_factory=dict)  # figures replaced
    add: Mapping[str, int] = field(default_factory=dict)  # figures raised by so much (each entry of a list)
    players: tuple[int, ...] = ()  # player counts it is for; all when empty
    excludes: tuple[str, ...] = ()  # variants it cannot be combined with


class Figures:
    """All figures of a game, by key, with the variants that are known."""

    def __init__(self, figures: Mapping[str, Figure], variants: Mapping[str, Variant], head: Mapping[str, Any]):
        self.by_key = dict(figures)
        self.variants = dict(variants)
        self.head = dict(head)

    def __getitem__(self, key: str) -> Any:
        return self.by_key[key].value

    def __iter__(self):
        return iter(self.by_key.values())

    def values(self) -> dict[str, Any]:
        """Key to value, as the manifest of a run records them."""
        return {figure.key: figure.value for figure in self}

    def unconfirmed(self) -> list[Figure]:
        """The figures that no source confirms."""
        return [figure for figure in self if not figure.confirmed]

    def replace(self, changes: Mapping[str, Any]) -> "Figures":
        """A copy with some figures replaced, each checked."""
        changed = dict(self.by_key)
        for key, value in changes.items():
            figure = copy(self._figure(key))
            figure.value = figure.check(value)
            changed[key] = figure
        return Figures(changed, self.variants, self.head)

    def with_variants(self, names: Iterable[str], seats: int | None = None) -> "Figures":
        """The figures under these variants together; impossible combinations are refused with the reason."""
        names = list(dict.fromkeys(names))
        figures = self
        for name in names:
            if name not in self.variants:
                raise unknown("variant", name, self.variants)
            variant = self.variants[name]
            if seats is not None and variant.players and seats not in variant.players:
                counts = " or ".join(map(str, variant.players))
                raise WrongUse(f"The variant {name!r} is for {counts} players, not for {seats}.")
            if clash := [other for other in names if other in variant.excludes]:
                raise WrongUse(f"The variants {name!r} and {clash[0]!r} cannot be combined.")
            figures = figures.replace(variant.set)
            raised = {key: _raised(figures[key], by) for key, by in variant.add.items()}
            figures = figures.replace(raised)
        return figures

    def with_settings(self, settings: Iterable[str]) -> "Figures":
        """The figures after `key=value` settings as a user types them; `key.3=value` sets one entry of a list."""
        figures = self
        for setting in settings:
            key, equals, text = setting.partition("=")
            key = key.strip()
            if not equals:
                raise WrongUse(f"A setting is written key=value; {setting!r} has no '='.")
            figures = figures.replace(figures.parse(key, text))
        return figures

    def parse(self, key: str, text: str) -> dict[str, Any]:
        """What `key=text` changes, as key and whole new value."""
        head, _, last = key.rpartition(".")
        if key not in self.by_key and head in self.by_key and re.fullmatch(r"\d+", last):
            figure = self.by_key[head]
            at = int(last) - (int(self.head["players"][0]) if figure.per_players else figure.index_from)
            if not isinstance(figure.value, list) or not 0 <= at < len(figure.value):
                raise WrongUse(f"{head} has no entry {last}; it is {_plain(figure.value)}.")
            entry = _parse_word(text.strip())
            return {head: figure.check([*figure.value[:at], entry, *figure.value[at + 1 :]])}
        return {key: self._figure(key).parse(text)}

    def with_file(self, path: Path) -> "Figures":
        """The figures after a user's rules file (the form `digsite rules --export` writes; it may be partial)."""
        try:
            tree = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as problem:
            raise WrongUse(f"The rules file {path} cannot be read: {problem.strerror}.") from problem
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise WrongUse(f"The rules file {path} is not valid TOML: {problem}.") from problem
        meant = tree.get("game", {}).get("id", self.head["id"])
        if meant != self.head["id"]:
            raise WrongUse(f"The rules file {path} is for {meant}, not for {self.head['id']}.")
        given = _read_figures({k: v for k, v in tree.items() if k not in ("game", "variants")})
        figures = self.replace({key: figure.value for key, figure in given.items()})
        for key, figure in given.items():
            known = copy(figures.by_key[key])
            known.confirmed, known.source = figure.confirmed, figure.source or str(path.name)
            figures.by_key[key] = known
        return figures

    def to_toml(self) -> str:
        """The figures in the form of a rules file, ready to be corrected and read back."""
        lines = ["[game]", f'id = "{self.head["id"]}"']
        for figure in self:
            lines += ["", f"[{figure.key}]  # {figure.about}", f"value = {_toml(figure.value)}"]
            lines.append(f"source = {_toml(figure.source)}")
            lines.append(f"confirmed = {_toml(figure.confirmed)}")
            if figure.alternatives:
                lines.append(f"alternatives = {_toml(figure.alternatives)}")
        return "\n".join(lines) + "\n"

    def _figure(self, key: str) -> Figure:
        if key not in self.by_key:
            raise unknown("rule figure", key, self.by_key)
        return self.by_key[key]


def _raised(value: Any, by: int) -> Any:
    return [entry + by for entry in value] if isinstance(value, list) else value + by


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def _read_figures(tree: Mapping[str, Any], path: tuple[str, ...] = ()) -> dict[str, Figure]:
    found: dict[str, Figure] = {}
    for name, node in tree.items():
        here = (*path, name)
        key = ".".join(here)
        if not isinstance(node, dict):
            raise WrongUse(f"{key} in a rules file must be a table with a value, as in: [{key}] value = {node}.")
        if "value" not in node:
            found |= _read_figures(node, here)
            continue
        if extra := set(node) - _ATTRIBUTES:
            raise unknown(f"attribute of {key}", extra.pop(), sorted(_ATTRIBUTES))
        attributes: dict[str, Any] = {k: tuple(v) if k in ("range", "length") else v for k, v in node.items()}
        found[key] = Figure(key, **attributes)
    return found


def load(path: Path) -> Figures:
    """Read a game's rules.toml."""
    tree = tomllib.loads(path.read_text(encoding="utf-8"))
    head, variants = tree.pop("game"), tree.pop("variants", {})
    return Figures(_read_figures(tree), {name: _read_variant(name, table) for name, table in variants.items()}, head)


def _read_variant(name: str, table: dict[str, Any]) -> Variant:
    attributes: dict[str, Any] = {k: tuple(v) if k in ("players", "excludes") else v for k, v in table.items()}
    return Variant(name, **attributes)


def fill(rules: Any, figures: Figures, seats: int) -> None:
    """Copy every figure into the Rules record's field of the same name (dots become underscores), if it has one."""
    lowest = int(figures.head["players"][0])
    rules.seats = seats
    for figure in figures:
        name = figure.key.replace(".", "_").replace("-", "_")
        if name not in rules.dtype.names:
            continue
        value = figure.value[seats - lowest] if figure.per_players else figure.value
        if isinstance(value, str):
            value = figure.choices.index(value)
        if isinstance(value, list):
            rules[name][: len(value)] = value
        else:
            rules[name] = value
