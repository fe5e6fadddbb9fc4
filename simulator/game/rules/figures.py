"""Rule figures: every number of a game, with its source, and the ways to change it.

A game's `rules.toml` is a tree of tables; a table with a `value` is a figure, its dotted path is the key that
`--set` takes. Components (cards, tiles) are tables of named rows, and each field of each row is a figure, too.
Variants are named patches. A user's rules file has the same form and may be partial.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.rules.components import ComponentTable, Program, compile_effects
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
    typed_toml,
)
from digsite.simulator.game.wording import typed

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


_KIND_OF_TYPE = {bool: "truth", int: "whole", float: "decimal", str: "word", dict: "amounts"}


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


class Figures:
    """All figures of a game by key, with its variants and tables of components."""

    def __init__(
        self,
        figures: Mapping[str, Figure],
        variants: Mapping[str, Variant],
        head: Mapping[str, Any],
        tables: Mapping[str, ComponentTable] | None = None,
        ops: Vocabulary | None = None,
    ):
        """Store copies: changed figures are always new objects."""
        self.by_key = dict(figures)
        self.variants = dict(variants)
        self.head = dict(head)
        self.tables = dict(tables or {})
        self.ops = ops

    def __getitem__(self, key: str) -> Any:
        """Return the value of a figure."""
        return self.by_key[key].value

    def __iter__(self) -> Iterator[Figure]:
        """Iterate over the figures, in the order of the files."""
        return iter(self.by_key.values())

    def values(self) -> dict[str, Any]:
        """Return all values by key, as saved in a manifest."""
        return {figure.key: figure.value for figure in self}

    def provenance_beyond(self, printed: "Figures") -> dict[str, dict[str, Any]]:
        """Return the provenance of figures, by key, where it differs from the published rules."""
        return {f.key: f.provenance for f in self if f.provenance != printed.by_key[f.key].provenance}

    def with_provenance(self, given: Mapping[str, Mapping[str, Any]]) -> "Figures":
        """Return a copy with other provenance; unknown keys are ignored."""
        return self.with_figures({k: replace(self.by_key[k], **more) for k, more in given.items() if k in self.by_key})

    def unconfirmed(self) -> list[Figure]:
        """Return the figures that no source confirms; a switch stands for the figures it changes."""
        stood_for = {
            self.find(key)[0].key
            for switch in self
            if switch.changes and not switch.confirmed
            for key in [*switch.changes[switch.value], *(f.key for f in self._cells(switch.key))]
        }
        return [f for f in self if not f.confirmed and (f.alternatives or f.key not in stood_for)]

    def _cells(self, table: str) -> list[Figure]:
        return [figure for figure in self if figure.field_of.rpartition(".")[0] == table and figure.field_of]

    def column(self, table: str, name: str) -> list[Any]:
        """Return one field of all components of a table, in order."""
        known = self.tables[table]
        return [self[known.key(row, name)] for row in known.rows]

    # ------------------------------------------------------------------------------------------------- changing

    def with_figures(self, figures: Mapping[str, Figure]) -> "Figures":
        """Return a copy with some figures exchanged."""
        return Figures(self.by_key | dict(figures), self.variants, self.head, self.tables, self.ops)

    def replace(self, changes: Mapping[str, Any]) -> "Figures":
        """Return a copy with some figures, or entries of figures, replaced; each is checked.

        A figure that changes others is applied first, so that figures named explicitly win.
        """
        changed = self.with_figures({})
        for key, value in sorted(changes.items(), key=lambda change: not self._is_switch(change[0])):
            changed._put(key, value)
        return changed

    def _is_switch(self, key: str) -> bool:
        return key in self.by_key and bool(self.by_key[key].changes)

    def _put(self, key: str, value: Any) -> None:
        figure, path = self.find(key)
        checked = figure.check(_with_entry(figure.value, path, value) if path else value)
        if checked == figure.value:  # the current word does not reset what was set since
            return
        for other, its_value in figure.changes.get(checked, {}).items() if figure.changes else ():
            self._put(other, its_value)
        self.by_key[figure.key] = replace(figure, value=checked)

    def with_variants(self, names: Iterable[str], seats: int | None = None) -> "Figures":
        """Return the figures under these variants together; raise `WrongUse` if they cannot be combined."""
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
            raised = {key: _raised(key, figures.at(key), by) for key, by in variant.add.items()}
            figures = figures.replace(raised)
        return figures

    def with_settings(self, settings: Iterable[str]) -> "Figures":
        """Return the figures after `key=value` settings as typed; `key.3=value` sets one entry of a list."""
        figures = self
        for setting in settings:
            key, equals, text = setting.partition("=")
            key = key.strip()
            if not equals or not key:
                missing = "no '='" if not equals else "no key"
                raise WrongUse(f"A setting is written key=value; {setting!r} has {missing}.")
            figures = figures.replace(figures.parse(key, text))
        return figures

    def parse(self, key: str, text: str) -> dict[str, Any]:
        """Return what `key=text` changes, as key and whole new value."""
        figure, path = self.find(key)
        if not path:
            return {figure.key: figure.parse(text)}
        item = figure.shape.item if isinstance(figure.shape, ListOf) and len(path) == 1 else Number()
        try:
            entry = typed_toml(text) if text.strip()[:1] in ("[", "{") else item.parse(text)
        except Unfit as problem:
            raise WrongUse(f"{key}: {problem}") from problem
        return {figure.key: figure.check(_with_entry(figure.value, path, entry))}

    def with_file(self, path: Path) -> "Figures":
        """Return the figures after a user's rules file (as `digsite rules --export` writes it; may be partial)."""
        from digsite.simulator.game.rules.rules_file import read_changes

        return read_changes(self, path)

    def to_toml(self) -> str:
        """Return the figures as a rules file to edit and read back."""
        from digsite.simulator.game.rules.rules_file import to_toml

        return to_toml(self)

    # -------------------------------------------------------------------------------------------------- finding

    def at(self, key: str) -> Any:
        """Return the value of a figure or of an entry inside one, by the key that --set takes."""
        figure, path = self.find(key)
        value = figure.value
        for step in path:
            value = self._entry(value, step) if isinstance(value, dict) else value[step]
        return value

    def _entry(self, named: dict[str, Any], name: str) -> Any:
        """Return an amount, or an argument of a step, or its default if not written."""
        if name in named or "op" not in named or self.ops is None:
            return named.get(name, 0)
        argument = self.ops.ops[named["op"]].args.get(name)
        return 0 if argument is None or argument.required else argument.default

    def find(self, key: str) -> tuple[Figure, list[Any]]:
        """Return the figure that a key names, and the path to an entry inside it: indices from 0, and names."""
        names = key.split(".")
        for count in range(len(names), 0, -1):
            if (head := ".".join(names[:count])) in self.by_key:
                figure = self.by_key[head]
                return figure, self._way_into(figure, names[count:]) if count < len(names) else []
        raise self._unknown(key)

    def _way_into(self, figure: Figure, names: list[str]) -> list[Any]:
        way: list[Any] = []
        value = figure.value
        for level, name in enumerate(names):
            if isinstance(value, list) and re.fullmatch(r"[0-9]{1,9}", name):
                first = (self.lowest_seats if figure.per_players else figure.index_from) if level == 0 else 1
                if 0 <= int(name) - first < len(value):
                    way.append(int(name) - first)
                    value = value[way[-1]]
                    continue
            if isinstance(value, dict) and (name in value or level == len(names) - 1):
                way.append(name)
                value = value.get(name)
                continue
            if not way and (figure.key in self.tables or not name.isdecimal()):
                raise self._unknown(".".join([figure.key, *names]))
            here = ".".join([figure.key, *names[:level]])
            raise WrongUse(f"{here} has no entry {name}; it is {shorten_value(value)}.")
        return way

    def _unknown(self, key: str) -> WrongUse:
        """Return the error for a wrong key, with the nearest right one, from the same table if it names one."""
        for table in self.tables.values():
            if key == table.name or key.startswith(f"{table.name}."):
                row, _, name = key[len(table.name) + 1 :].partition(".")
                if row not in table.rows:
                    return unknown(f"component of {table.name}", row, table.rows)
                return unknown(f"field of {table.name}.{row}", name, table.fields)
        single = [figure.key for figure in self if not figure.field_of]
        fields = [f"{table.name}.{table.rows[0]}.{name}" for table in self.tables.values() for name in table.fields]
        return unknown("rule figure", key, single + fields, see=str(Command("rules", self.head["id"])))

    @property
    def lowest_seats(self) -> int:
        """Return the smallest player count, which the first entry of a list per player count is for."""
        return int(self.head["players"][0])


def _with_entry(value: Any, path: list[Any], entry: Any) -> Any:
    """Return a copy of a value with one entry deep inside replaced."""
    at, *rest = path
    copied = value.copy()
    copied[at] = _with_entry(copied[at], rest, entry) if rest else entry
    return copied


def _raised(key: str, value: Any, by: float) -> Any:
    if isinstance(value, list):
        return [_raised(key, entry, by) for entry in value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise WrongUse(f"{key} is {typed(value)}, not a number that can be raised by {by}.")
    return value + by


# ------------------------------------------------------------------------------------------------------ into records


def program_of(figures: Figures) -> Program:
    """Return the effects of all components as rows of numbers."""
    if figures.ops is None:
        raise ValueError("a game without ops has no effects")
    effects: dict[str, dict[str, Any]] = {}
    for figure in figures:
        if isinstance(figure.shape, Steps):
            effects.setdefault(figure.field_of or figure.key, {})[figure.key] = figure.value
    return compile_effects(figures.ops, effects)


def fill(rules: Any, figures: Figures, seats: int) -> None:
    """Copy every figure into the Rules field of the same name (dots become underscores), if there is one.

    Field `cost` of the table `items` goes into `items_cost`, one entry per component. A list shorter than its field leaves
    the rest unchanged, and `items_cost_size` gets its length. An effect is stored as its first row and its end.
    """
    rules.seats = seats
    program = None
    if "step_op" in rules.dtype.names:
        program = program_of(figures)
        program.write(rules)
    for figure in figures:
        name = field_name(figure.field_of or figure.key)
        if name not in rules.dtype.names:
            continue
        number = _row_of(figures, figure)
        target = (rules, name) if number is None else (rules[name], number)
        _store(target, figure, _numbers(figure, figures, seats, program))
        if (sizes := f"{name}_size") in rules.dtype.names:
            _store((rules, sizes) if number is None else (rules[sizes], number), figure, len(figure.value))


def field_name(key: str) -> str:
    """Return the name of a figure's field in the Rules record: cards.hand is cards_hand."""
    return key.replace(".", "_").replace("-", "_")


def _row_of(figures: Figures, figure: Figure) -> int | None:
    if not figure.field_of:
        return None
    table = figures.tables[figure.field_of.rpartition(".")[0]]
    return table.number(figure.key[len(table.name) + 1 :].partition(".")[0])


def _numbers(figure: Figure, figures: Figures, seats: int, program: Program | None) -> Any:
    if isinstance(figure.shape, Steps):
        if program is None:
            raise ValueError(f"the Rules record has {figure.key}, but no room for steps")
        return program.ranges[figure.key]
    numbers = figure.shape.numbers(figure.value)
    return numbers[seats - figures.lowest_seats] if figure.per_players else numbers


def _store(target: tuple[Any, Any], figure: Figure, numbers: Any) -> None:
    box, place = target
    try:
        if isinstance(numbers, list):
            box[place][: len(numbers)] = numbers
        else:
            box[place] = numbers
    except (OverflowError, ValueError) as problem:
        raise WrongUse(
            f"{figure.key} = {shorten_value(figure.value)} does not fit into the game's tables."
        ) from problem
