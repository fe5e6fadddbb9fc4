"""Rule figures: every number of a game, with its source, and the ways to change it.

A game's `rules.toml` is a tree of tables; a table with a `value` is a figure, its dotted path is the key that
`--set` takes. Components (cards, tiles) are tables of named rows, and each field of each row is a figure, too.
Variants are named patches. A user's rules file has the same form and may be partial.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.rules.components import ComponentTable
from digsite.simulator.game.rules.figure import Figure, Variant
from digsite.simulator.game.rules.ops import Vocabulary
from digsite.simulator.game.rules.shapes import (
    ListOf,
    Number,
    Unfit,
    shorten_value,
    typed_toml,
)
from digsite.simulator.game.wording import typed


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
        from digsite.simulator.game.rules.user_file import read_changes

        return read_changes(self, path)

    def to_toml(self) -> str:
        """Return the figures as a rules file to edit and read back."""
        from digsite.simulator.game.rules.export import to_toml

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
        meant = next((name for name in single if name.endswith(f".{key}")), "")
        see = str(Command("rules", self.head["id"]))
        return unknown("rule figure", key, single + fields, see=see, meant=meant)

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
