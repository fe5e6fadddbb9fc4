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
    meant,
    shortened,
    typed_toml,
)
from digsite.simulator.game.wording import typed

KINDS = ("whole", "decimal", "truth", "word", "text", "amounts", "steps")


@dataclass(frozen=True)
class Figure:
    """One rule figure: its value, where it comes from, and what it may be."""

    key: str
    value: Any
    about: str = ""
    source: str = ""
    confirmed: bool = True
    alternatives: list[Any] = field(default_factory=list)
    range: Bounds | None = None  # allowed numbers, both ends included
    choices: list[str] = field(default_factory=list)  # allowed words, or the names of amounts
    index_from: int = 1  # the number of a list's first entry, as in --set artifacts.long.0=-30
    per_players: bool = False  # a list with one entry per player count
    length: tuple[int, int] | None = None  # allowed lengths of a list; the present one when absent
    calibrated: bool = False  # fitted to reports of play rather than read anywhere
    kind: str = ""  # one of KINDS, where the value does not show it
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # figures that go with each word
    field_of: str = ""  # the component's table and field, as in items.cost
    ops: Vocabulary | None = None  # what the steps of an effect may be
    shape: Shape = None  # type: ignore[assignment]  # follows from the rest

    def __post_init__(self) -> None:
        """Settle what the figure may be, unless that is known."""
        if self.shape is None:
            object.__setattr__(self, "shape", _shape_of(self))

    @property
    def provenance(self) -> dict[str, Any]:
        """Where the value comes from, whether that confirms it, and what else it may be."""
        return {"source": self.source, "confirmed": self.confirmed, "alternatives": self.alternatives}

    def allowed(self) -> str:
        """What the figure may be, for an error message."""
        return self.shape.allowed()

    def check(self, value: Any) -> Any:
        """The value in its canonical form if it is allowed, else a sentence that says what is."""
        try:
            return self.shape.read(value)
        except Unfit as problem:
            raise self._wrong(value, problem) from problem

    def parse(self, text: str) -> Any:
        """The value a user typed."""
        try:
            return self.check(self.shape.parse(text))
        except Unfit as problem:
            raise self._wrong(text, problem) from problem

    def text(self) -> str:
        """The value for a reader: effects in words, all else as one types it."""
        return self.shape.say(self.value)

    def _wrong(self, value: Any, problem: Unfit) -> WrongUse:
        if str(problem):
            return WrongUse(f"{self.key}: {problem}")
        return WrongUse(f"{self.key} must be {self.allowed()}; {shortened(value)} is not.{meant(value, self.choices)}")


def _shape_of(figure: Figure) -> Shape:
    """What a figure may be, from its value and its attributes."""
    if figure.kind == "steps":
        if figure.ops is None:
            raise WrongUse(f"{figure.key} holds an effect, but the game declares no ops.")
        return Steps(figure.ops)
    if not isinstance(figure.value, list):
        return _item_shape(figure, [figure.value])
    return ListOf(_item_shape(figure, figure.value), figure.length or (len(figure.value), len(figure.value)))


def _item_shape(figure: Figure, values: list[Any]) -> Shape:
    kind = figure.kind or _kind_of(figure, values)
    if kind in ("word", "amounts") and not figure.choices:
        raise WrongUse(f'{figure.key} needs choices, a list of words; a text that is no rule has kind = "text".')
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
    """The kind that all these values have; numbers are decimal if one of them, or a bound, is."""
    kinds = {_KIND_OF_TYPE.get(type(value), "") for value in values}
    if kinds == {"whole"} and any(isinstance(bound, float) for bound in figure.range or ()):
        return "decimal"
    if kinds == {"whole", "decimal"}:
        return "decimal"
    if not kinds:
        return "word" if figure.choices else "whole"
    if len(kinds) > 1:
        raise WrongUse(f"{figure.key} mixes values of different kinds: {shortened(figure.value)}.")
    kind = kinds.pop()
    if not kind:
        raise WrongUse(
            f"{figure.key} must be a number, a word, true or false, amounts, or a list of one of these; "
            f"{shortened(figure.value)} is not."
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
    add: Mapping[str, float] = field(default_factory=dict)  # figures raised by so much (each entry of a list)
    players: tuple[int, ...] = ()  # player counts it is for; all when empty
    excludes: tuple[str, ...] = ()  # variants it cannot be combined with


class Figures:
    """All figures of a game, by key, with the variants and the tables of components that are known."""

    def __init__(
        self,
        figures: Mapping[str, Figure],
        variants: Mapping[str, Variant],
        head: Mapping[str, Any],
        tables: Mapping[str, ComponentTable] | None = None,
        ops: Vocabulary | None = None,
    ):
        """Keep copies: figures are changed by making others."""
        self.by_key = dict(figures)
        self.variants = dict(variants)
        self.head = dict(head)
        self.tables = dict(tables or {})
        self.ops = ops

    def __getitem__(self, key: str) -> Any:
        """The value of a figure."""
        return self.by_key[key].value

    def __iter__(self) -> Iterator[Figure]:
        """The figures, in the order of the files."""
        return iter(self.by_key.values())

    def values(self) -> dict[str, Any]:
        """Key to value, as the manifest of a run records them."""
        return {figure.key: figure.value for figure in self}

    def provenance_beyond(self, printed: "Figures") -> dict[str, dict[str, Any]]:
        """Where figures come from, by their keys, for those that have it otherwise than in the printed rules."""
        return {f.key: f.provenance for f in self if f.provenance != printed.by_key[f.key].provenance}

    def with_provenance(self, given: Mapping[str, Mapping[str, Any]]) -> "Figures":
        """A copy whose figures come from elsewhere; a key that is not known here is passed over."""
        return self.with_figures({k: replace(self.by_key[k], **more) for k, more in given.items() if k in self.by_key})

    def unconfirmed(self) -> list[Figure]:
        """The figures that no source confirms; those that only change together are stood for by what changes them."""
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
        """One field of all components of a table, in their order."""
        known = self.tables[table]
        return [self[known.key(row, name)] for row in known.rows]

    # ------------------------------------------------------------------------------------------------- changing

    def with_figures(self, figures: Mapping[str, Figure]) -> "Figures":
        """A copy with other figures."""
        return Figures(self.by_key | dict(figures), self.variants, self.head, self.tables, self.ops)

    def replace(self, changes: Mapping[str, Any]) -> "Figures":
        """A copy with some figures, or entries of figures, replaced, each checked.

        A figure that others go with comes first, so that those named beside it have the last word.
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
        if checked == figure.value:  # also the word in force: it leaves alone what was set since
            return
        for other, its_value in figure.changes.get(checked, {}).items() if figure.changes else ():
            self._put(other, its_value)
        self.by_key[figure.key] = replace(figure, value=checked)

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
            raised = {key: _raised(key, figures.at(key), by) for key, by in variant.add.items()}
            figures = figures.replace(raised)
        return figures

    def with_settings(self, settings: Iterable[str]) -> "Figures":
        """The figures after `key=value` settings as a user types them; `key.3=value` sets one entry of a list."""
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
        """What `key=text` changes, as key and whole new value."""
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
        """The figures after a user's rules file (the form `digsite rules --export` writes; it may be partial)."""
        from digsite.simulator.game.rules.rules_file import read_changes

        return read_changes(self, path)

    def to_toml(self) -> str:
        """The figures in the form of a rules file, ready to be corrected and read back."""
        from digsite.simulator.game.rules.rules_file import to_toml

        return to_toml(self)

    # -------------------------------------------------------------------------------------------------- finding

    def at(self, key: str) -> Any:
        """The value of a figure or of an entry inside one, by the key that --set takes."""
        figure, path = self.find(key)
        value = figure.value
        for step in path:
            value = self._entry(value, step) if isinstance(value, dict) else value[step]
        return value

    def _entry(self, named: dict[str, Any], name: str) -> Any:
        """An amount, or an argument of a step; what is not written has its default."""
        if name in named or "op" not in named or self.ops is None:
            return named.get(name, 0)
        argument = self.ops.ops[named["op"]].args.get(name)
        return 0 if argument is None or argument.required else argument.default

    def find(self, key: str) -> tuple[Figure, list[Any]]:
        """The figure that a key names, and the way to an entry inside it: numbers of entries from 0, and names."""
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
            raise WrongUse(f"{here} has no entry {name}; it is {shortened(value)}.")
        return way

    def _unknown(self, key: str) -> WrongUse:
        """What is wrong with a key: the nearest right one, out of those of the same table if it names a table."""
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
        """The smallest player count, that of the first entry of a list with one per player count."""
        return int(self.head["players"][0])


def _with_entry(value: Any, path: list[Any], entry: Any) -> Any:
    """A copy of a value with one entry deep inside replaced."""
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
    """The effects of all components as rows of numbers."""
    if figures.ops is None:
        raise ValueError("a game without ops has no effects")
    effects: dict[str, dict[str, Any]] = {}
    for figure in figures:
        if isinstance(figure.shape, Steps):
            effects.setdefault(figure.field_of or figure.key, {})[figure.key] = figure.value
    return compile_effects(figures.ops, effects)


def fill(rules: Any, figures: Figures, seats: int) -> None:
    """Copy every figure into the Rules record's field of the same name (dots become underscores), if it has one.

    Field `cost` of the table `items` goes into `items_cost`, one entry per component; a list that is shorter than
    its room leaves the rest as it is, and `items_cost_size` takes its length. An effect is its first row and its end.
    """
    rules.seats = seats
    program = None
    if "step_op" in rules.dtype.names:
        program = program_of(figures)
        program.write(rules)
    for figure in figures:
        name = _field_name(figure.field_of or figure.key)
        if name not in rules.dtype.names:
            continue
        number = _row_of(figures, figure)
        target = (rules, name) if number is None else (rules[name], number)
        _store(target, figure, _numbers(figure, figures, seats, program))
        if (sizes := f"{name}_size") in rules.dtype.names:
            _store((rules, sizes) if number is None else (rules[sizes], number), figure, len(figure.value))


def _field_name(key: str) -> str:
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
        raise WrongUse(f"{figure.key} = {shortened(figure.value)} does not fit into the game's tables.") from problem
