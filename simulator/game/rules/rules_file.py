"""Rules files: a game's `rules.toml` and `components.toml`, a user's corrections, and their export.

A table with `value` is a figure. A table with `fields` holds components: each other table in it is one, with a value for
each field. A value may itself be a table with `value`, `source`, `confirmed` and `alternatives`.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.rules.components import ComponentTable
from digsite.simulator.game.rules.figures import KINDS, Figure, Figures, Variant, program_of
from digsite.simulator.game.rules.ops import UNREAD, Vocabulary
from digsite.simulator.game.rules.shapes import shorten_value
from digsite.simulator.game.rules.toml_places import WrongFigure, in_table, located
from digsite.simulator.game.texts import is_deep, read_text
from digsite.simulator.game.wording import toml

Tree = Mapping[str, Any]
_AS_WRITTEN = "as-written"  # the word for a table's original values, next to its alternatives
_OF_TABLE = ("about", "source", "confirmed", "alternatives", "fields", "value")


# ------------------------------------------------------------------------------------------------------- attributes


def _is_pair(value: Any, kinds: Any) -> bool:
    right = isinstance(value, list) and len(value) == 2 and all(isinstance(end, kinds) for end in value)
    return right and not any(isinstance(end, bool) for end in value) and value[0] <= value[1]


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(word, str) for word in value)


_Check = tuple[Callable[[Any], bool], str]
_TEXT: _Check = (lambda v: isinstance(v, str), "a text")
_TRUTH: _Check = (lambda v: isinstance(v, bool), "true or false")
_SHAPING: dict[str, _Check] = {
    "range": (lambda v: _is_pair(v, (int, float)), "two numbers, the lower one first"),
    "choices": (lambda v: _is_words(v) and len(set(v)) == len(v), "a list of different words"),
    "index_from": (lambda v: type(v) is int, "a whole number"),
    "per_players": _TRUTH,
    "length": (lambda v: _is_pair(v, int) and v[0] >= 0, "two whole numbers, the lower one first"),
    "kind": (lambda v: v in KINDS, "one of " + ", ".join(KINDS)),
}
_PROVENANCE: dict[str, _Check] = {
    "about": _TEXT,
    "source": _TEXT,
    "confirmed": _TRUTH,
    "calibrated": _TRUTH,
    "alternatives": (lambda v: isinstance(v, list), "a list of values"),
}
_VALUE: dict[str, _Check] = {"value": (lambda v: v is not None, "a value")}
_CHANGES: dict[str, _Check] = {
    "changes": (
        lambda v: isinstance(v, dict) and bool(v) and all(isinstance(keys, dict) for keys in v.values()),
        "a table of words, each with the figures it changes",
    ),
}
_OF_FIGURE = {**_VALUE, **_PROVENANCE, **_SHAPING, **_CHANGES}
_OF_CELL = {**_VALUE, **_PROVENANCE}
_OF_FIELD = {**_PROVENANCE, **_SHAPING, "default": (lambda v: v is not None, "a value")}
_OF_GAME: dict[str, _Check] = {
    "id": _TEXT,
    "title": _TEXT,
    "players": (lambda v: _is_pair(v, int) and v[0] >= 1, "two whole numbers, the lower one first"),
    "version": (lambda v: type(v) is int, "a whole number"),
}
_OF_VARIANT: dict[str, _Check] = {
    "about": _TEXT,
    "source": _TEXT,
    "set": (lambda v: isinstance(v, dict), "a table of figures and values"),
    "add": (lambda v: isinstance(v, dict), "a table of figures and numbers"),
    "players": (lambda v: isinstance(v, list) and all(type(n) is int for n in v), "a list of player counts"),
    "excludes": (lambda v: isinstance(v, list), "a list of variants"),
}


def _attributes(key: str, node: Tree, checks: Mapping[str, _Check]) -> dict[str, Any]:
    """Return a table's attributes, each known and of the right kind; pairs become tuples."""
    for name, value in node.items():
        if name not in checks:
            raise WrongFigure(f"{key}.{name}", unknown(f"attribute of {key}", name, sorted(checks)))
        fits, allowed = checks[name]
        if not fits(value):
            problem = WrongUse(f"{name} of {key} must be {allowed}; {shorten_value(value)} is not.")
            raise WrongFigure(f"{key}.{name}", problem)
    return {k: tuple(v) if k in ("range", "length", "players", "excludes") else v for k, v in node.items()}


def _name(path: tuple[str, ...], name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise WrongUse(f"{name!r} cannot be a name in a rules file: only letters, digits, - and _ can.")
    return ".".join((*path, name))


def _as_table(key: str, node: Any) -> Tree:
    if not isinstance(node, dict):
        shown = toml(node) if isinstance(node, bool | int | float | str | list) else node
        raise WrongUse(
            f"{key} in a rules file must be a table with a value, as in: [{key}] value = {shorten_value(shown)}."
        )
    return node


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """Return the contents of a TOML file; raise `WrongUse` if it cannot be read."""
    text = read_text(path, what)
    try:
        data = tomllib.loads(text)
    except ValueError as problem:  # TOML errors, and numbers with thousands of digits
        raise WrongUse(f"{what} {path} is not valid TOML: {problem}.") from problem
    except RecursionError:
        data = None
    if data is None or is_deep(data):
        raise WrongUse(f"{what} {path} cannot be read: its tables are nested too deeply.")
    return data


# ------------------------------------------------------------------------------------------------- a game's own files


@dataclass
class _Reader:
    """Reads a tree of figures and tables."""

    ops: Vocabulary | None
    seats: int  # the number of player counts
    figures: dict[str, Figure]
    tables: dict[str, ComponentTable]

    def read(self, tree: Tree, path: tuple[str, ...] = ()) -> None:
        """Read all figures below a table."""
        for name, node in tree.items():
            with in_table(".".join((*path, name))):
                self._read(_name(path, name), node, (*path, name))

    def _read(self, key: str, node: Any, path: tuple[str, ...]) -> None:
        table = _as_table(key, node)
        if "fields" in table:
            self._table(key, table)
        elif "value" in table:
            self._add(Figure(key, **_attributes(key, table, _OF_FIGURE) | self._switch(key, table), ops=self.ops))
        elif attributes := [name for name in table if name in _OF_FIGURE and not isinstance(table[name], dict)]:
            _attributes(key, table, _OF_FIGURE)  # a misspelt value
            raise WrongUse(f"{key} has {attributes[0]} and no value; add one, as in value = 3.")
        elif table:
            self.read(table, path)
        else:
            raise WrongUse(f"{key} is an empty table; a figure needs a value.")

    def _add(self, figure: Figure) -> None:
        if figure.key in self.figures:
            raise WrongUse(f"{figure.key} is defined twice.")
        if not figure.source and not figure.changes:
            raise WrongUse(
                f'{figure.key} has no source; say where the number comes from, as in source = "rulebook, page 3" or source = "my own idea".'
            )
        if figure.per_players and (not isinstance(figure.value, list) or len(figure.value) != self.seats):
            raise WrongUse(f"{figure.key} must have one entry for each of the {self.seats} player counts.")
        alternatives = [figure.check(other) for other in figure.alternatives]
        self.figures[figure.key] = replace(figure, value=figure.check(figure.value), alternatives=alternatives)

    def _switch(self, key: str, node: Tree) -> dict[str, Any]:
        """Return the attributes of a figure whose word changes others: the words are its choices."""
        if "changes" not in node:
            return {}
        words = [node["value"], *node["changes"]]
        if not isinstance(words[0], str) or words[0] in words[1:]:
            raise WrongUse(f"{key} must have as its value a word that none of its changes uses.")
        others = [] if node.get("confirmed", True) else words[1:]
        return {"choices": words, "kind": "word", "alternatives": node.get("alternatives", others)}

    def _table(self, key: str, node: Tree) -> None:
        """Read components: each field of each row becomes a figure."""
        fields = {name: _as_table(f"{key}.fields.{name}", spec) for name, spec in _dict(key, node, "fields").items()}
        rows = {name: _as_table(_name((key,), name), row) for name, row in node.items() if name not in _OF_TABLE}
        if not rows or not fields:
            raise WrongUse(f"{key} needs components and fields; one of them is missing.")
        whole = {name: node[name] for name in ("about", "source", "confirmed") if name in node}
        _attributes(key, whole, _PROVENANCE)
        columns = [self._column(key, name, whole, spec, rows) for name, spec in fields.items()]
        for at, (row, cells) in enumerate(rows.items()):
            if extra := [name for name in cells if name not in fields]:
                raise unknown(f"field of {key}.{row}", extra[0], fields)
            for column in columns:
                self._add(column[at])
        self.tables[key] = ComponentTable(key, tuple(rows), tuple(fields), node.get("about", ""))
        if "alternatives" in node:
            self._table_switch(key, whole, _dict(key, node, "alternatives"))

    def _column(self, table: str, name: str, whole: Tree, spec: Tree, rows: Mapping[str, Tree]) -> list[Figure]:
        """Return one field of all rows: they share its shape and bounds and, unless they name one, its source."""
        _name((table,), name)
        shared = _attributes(f"{table}.fields.{name}", spec, _OF_FIELD)
        default = shared.pop("default", None)
        cells = {row: _cell(f"{table}.{row}.{name}", cells.get(name, default)) for row, cells in rows.items()}
        sample = max((cell["value"] for cell in cells.values()), key=_shows)
        model = Figure(
            f"{table}.fields.{name}", sample, **{**whole, **shared}, field_of=f"{table}.{name}", ops=self.ops
        )
        return [
            replace(model, key=f"{table}.{row}.{name}", **{"alternatives": _others(model, cell)} | cell)
            for row, cell in cells.items()
        ]

    def _table_switch(self, key: str, whole: Tree, alternatives: Tree) -> None:
        """Add a figure whose word selects other values for a whole table."""
        changes = {
            word: {f"{key}.{row}.{name}": value for row, cells in rows.items() for name, value in cells.items()}
            for word, rows in alternatives.items()
            if _is_rows(key, word, rows)
        }
        touched = [self.figures[cell] for changed in changes.values() for cell in changed if cell in self.figures]
        node = {**whole, "value": _AS_WRITTEN, "changes": changes, "alternatives": list(changes)}
        node["confirmed"] = all(figure.confirmed for figure in touched)
        self._add(Figure(key, **node | self._switch(key, node)))


def _shows(value: Any) -> int:
    """Return how much a value reveals of its field's shape: an empty one nothing, a decimal number everything."""
    entries = value if isinstance(value, list) else [value]
    return 2 if any(isinstance(entry, float) for entry in entries) else int(value not in ([], {}))


def _others(model: Figure, cell: Tree) -> list[Any]:
    return [other for other in model.alternatives if other != cell["value"]]


def _is_rows(key: str, word: str, rows: Any) -> bool:
    if not isinstance(rows, dict) or not all(isinstance(cells, dict) for cells in rows.values()):
        raise WrongUse(f"The alternative {word!r} of {key} must be a table of components with their fields.")
    return True


def _dict(key: str, node: Tree, name: str) -> Tree:
    if not isinstance(node[name], dict) or not node[name]:
        raise WrongUse(f"{name} of {key} must be a table; {shorten_value(node[name])} is not.")
    return dict(node[name])


def _cell(key: str, given: Any) -> dict[str, Any]:
    """Return a component's value for a field, bare or with attributes."""
    if given is None:
        raise WrongFigure(key, WrongUse(f"{key} is missing, and the field has no default."))
    return _attributes(key, given, _OF_CELL) if isinstance(given, dict) and "value" in given else {"value": given}


def load(path: Path, ops: Vocabulary | None = None, name: str = "") -> Figures:
    """Read a game's rules.toml, and its components.toml if it has one.

    ops:  the ops that effects may use.
    name: what the game is called unless the file says so, by default as its folder.
    """
    components = path.with_name("components.toml")
    tree = read_toml(path, "The file")
    try:
        with in_table("game"):
            figures = _read_game(tree, name or path.parent.name.lower().replace("_", "-").replace(" ", "-"))
        reader = _Reader(ops, figures.head["players"][1] - figures.head["players"][0] + 1, {}, {})
        reader.read({name: node for name, node in tree.items() if name not in ("game", "variants")})
    except WrongUse as problem:
        raise located(path, problem) from problem
    if components.is_file():
        try:
            reader.read(read_toml(components, "The file"))
        except WrongUse as problem:
            raise located(components, problem) from problem
    figures = Figures(reader.figures, figures.variants, figures.head, reader.tables, ops)
    try:
        return _checked(_completed(figures))
    except WrongUse as problem:
        raise located(path, problem) from problem


def _read_game(tree: Tree, name: str) -> Figures:
    """Return the head and the variants; a game is called as its folder, and its first version is 1."""
    if "game" not in tree:
        raise WrongUse('There is no table [game]. Begin the file with it: [game] title = "My game" players = [2, 4].')
    given = _attributes("game", _as_table("game", tree.get("game", {})), _OF_GAME)
    head: dict[str, Any] = {"id": name, "version": 1} | given
    if missing := [name for name in _OF_GAME if name not in head]:
        raise WrongUse(f"[game] has no {missing[0]}; add it.")
    variants = {}
    for name, node in _as_table("variants", tree.get("variants", {})).items():
        with in_table(f"variants.{name}"):
            variants[name] = _read_variant(name, node)
    return Figures({}, variants, {**head, "players": list(head["players"])})


def _read_variant(name: str, node: Any) -> Variant:
    if not isinstance(node, dict) or "about" not in node:
        raise WrongUse(f"The variant {name!r} must be a table with an about text.")
    return Variant(name, **_attributes(f"the variant {name!r}", node, _OF_VARIANT))


def _completed(figures: Figures) -> Figures:
    """Give each word of a switch a value for all figures it changes, so that one can switch back and forth."""
    complete = {}
    for figure in figures:
        if not figure.changes:
            continue
        keys = {key for changed in figure.changes.values() for key in changed}
        for changed in figure.changes.values():
            if any(figures.find(key)[0].changes for key in changed):
                raise WrongUse(f"{figure.key} changes a figure that changes others itself.")
            figures.replace(changed)
        as_written = {key: figures.at(key) for key in sorted(keys)}
        words = {word: {**as_written, **changed} for word, changed in figure.changes.items()}
        complete[figure.key] = replace(figure, changes={figure.value: as_written, **words})
    return figures.with_figures(complete)


def _checked(figures: Figures) -> Figures:
    """Return the figures if their effects fit and every variant is possible."""
    if figures.ops not in (None, UNREAD):
        program_of(figures)
    for name, variant in figures.variants.items():
        with in_table(f"variants.{name}"):
            _check_variant(figures, name, variant)
    return figures


def _check_variant(figures: Figures, name: str, variant: Variant) -> None:
    for other in variant.excludes:
        if other not in figures.variants:
            raise unknown("variant", str(other), figures.variants)
    if not all(isinstance(by, int | float) for by in variant.add.values()):
        raise WrongUse(f"What the variant {name!r} adds must be numbers.")
    figures.with_variants([name])


# ---------------------------------------------------------------------------------------------- a user's rules file


def read_changes(figures: Figures, path: Path) -> Figures:
    """Return the figures after a user's rules file, which may be partial."""
    tree = read_toml(path, "The rules file")
    head = _as_table("game", tree.get("game", {}))
    meant = head.get("id", figures.head["id"])
    if meant != figures.head["id"]:
        raise WrongUse(f"The rules file {path} is for {meant}, not for {figures.head['id']}.")
    given = dict(_given(figures, {k: v for k, v in tree.items() if k not in ("game", "variants")}))
    if not given:
        raise WrongUse(
            f"The rules file {path} names no figure; `{Command('rules', meant, export='FILE')}` writes all of them."
        )
    changed = figures.replace({key: attributes["value"] for key, attributes in given.items()})
    noted = changed.with_figures({key: _noted(changed.by_key[key], more, path) for key, more in given.items()})
    return noted.with_figures({key: _of_its_cells(noted, key) for key in noted.tables if key in noted.by_key})


def _given(figures: Figures, tree: Tree, path: tuple[str, ...] = (), table: Tree | None = None) -> Iterator[Any]:
    """Yield each figure that a file names, with its attributes."""
    for name, node in tree.items():
        key = _name(path, name)
        if key in figures.tables:
            yield from _given_table(figures, key, _as_table(key, node))
        elif key in figures.by_key:
            yield key, _given_figure(key, node, table, bool(figures.by_key[key].field_of))
        elif isinstance(node, dict) and node and "value" not in node:
            yield from _given(figures, node, (*path, name), table)
        else:
            if table is None:
                _as_table(key, node)
            figures.find(key)
            raise WrongUse(f"{key} is an entry of a figure; write the whole figure in a rules file.")


def _given_table(figures: Figures, key: str, node: Tree) -> Iterator[Any]:
    shared = {name: node[name] for name in ("source", "confirmed") if name in node}
    _attributes(key, shared, _PROVENANCE)
    rows = {name: row for name, row in node.items() if name not in _OF_TABLE}
    if "value" in node:
        switch, _ = figures.find(key)
        own = {"source": switch.source, "confirmed": switch.confirmed} if rows else shared
        yield key, {**own, "value": switch.check(node["value"])}
        if not rows:  # the table's attributes apply to every value its word selects
            for cell, value in switch.changes[switch.check(node["value"])].items():
                yield cell, {**shared, "value": value}
    for row in rows:
        _as_table(f"{key}.{row}", rows[row])
    yield from _given(figures, rows, tuple(key.split(".")), shared)


def _given_figure(key: str, node: Any, table: Tree | None, is_cell: bool) -> dict[str, Any]:
    if is_cell and not (isinstance(node, dict) and "value" in node):
        return {**(table or {}), "value": node}
    if "value" not in _as_table(key, node):
        raise WrongUse(
            f"{key} in a rules file must be a table with a value; this one has {', '.join(node) or 'nothing'}."
        )
    return {**(table or {}), **_attributes(key, node, _OF_FIGURE)}


def _noted(figure: Figure, given: Tree, path: Path) -> Figure:
    """Return the figure with a user's attributes; it is confirmed unless the file says otherwise."""
    alternatives = [figure.check(other) for other in given.get("alternatives", figure.alternatives)]
    return replace(
        figure,
        confirmed=given.get("confirmed", True),
        source=given.get("source") or path.name,
        alternatives=alternatives,
        calibrated=figure.calibrated and not given.get("confirmed", True),
    )


def _of_its_cells(figures: Figures, table: str) -> Figure:
    """Return the switch of a table, confirmed if everything it changes is."""
    switch = figures.by_key[table]
    cells = [figures.find(key)[0] for key in switch.changes[switch.value]]
    if switch.confirmed or not all(cell.confirmed for cell in cells):
        return switch
    sources = [cell.source for cell in cells]
    return replace(switch, confirmed=True, source=max(sources, key=sources.count))


# ------------------------------------------------------------------------------------------------------------ export


def to_toml(figures: Figures) -> str:
    """Return the figures as a rules file to edit and read back."""
    lines = ["[game]", f"id = {toml(figures.head['id'])}"]
    for table, group in groupby(figures, key=lambda figure: figure.field_of.rpartition(".")[0]):
        if table:
            lines += _table_lines(figures, figures.tables[table])
            list(group)
            continue
        for figure in group:
            if figure.key not in figures.tables:
                lines += ["", f"[{figure.key}]{_comment(figure.about)}", *_figure_lines(figure)]
    return "\n".join(lines) + "\n"


def _comment(about: str) -> str:
    return f"  # {' '.join(about.split())}"


def _figure_lines(figure: Figure) -> list[str]:
    lines = [f"{name} = {toml(getattr(figure, name))}" for name in ("value", "source", "confirmed")]
    return lines + ([f"alternatives = {toml(figure.alternatives)}"] if figure.alternatives else [])


def _table_lines(figures: Figures, table: ComponentTable) -> list[str]:
    """Return the lines of a table of components: the most common source first, others with their values."""
    cells = [figures.by_key[table.key(row, name)] for row in table.rows for name in table.fields]
    notes = [(cell.source, cell.confirmed) for cell in cells if not cell.alternatives]
    source, confirmed = max(notes, key=notes.count, default=("", True))
    lines = ["", f"[{table.name}]{_comment(table.about)}"]
    if table.name in figures.by_key:
        lines.append(f"value = {toml(figures[table.name])}")
    lines += [f"source = {toml(source)}", f"confirmed = {toml(confirmed)}"]
    for row in table.rows:
        lines += ["", f"[{table.name}.{row}]"]
        for name in table.fields:
            cell = figures.by_key[table.key(row, name)]
            alike = (cell.source, cell.confirmed) == (source, confirmed) and not cell.alternatives
            lines.append(f"{name} = {toml(cell.value) if alike else _inline(cell)}")
    return lines


def _inline(figure: Figure) -> str:
    noted = {"value": figure.value, "source": figure.source, "confirmed": figure.confirmed}
    return toml(noted | ({"alternatives": figure.alternatives} if figure.alternatives else {}))
