"""A game's own rules files: `rules.toml` and `components.toml`.

A table with `value` is a figure. A table with `fields` holds components: each other table in it is one, with a value for
each field. A value may itself be a table with `value`, `source`, `confirmed` and `alternatives`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.rules.attributes import (
    OF_CELL,
    OF_FIELD,
    OF_FIGURE,
    OF_GAME,
    OF_HEAD,
    OF_TABLE,
    OF_VARIANT,
    PROVENANCE,
    Tree,
    as_table,
    attributes_of,
    dotted_key,
)
from digsite.simulator.game.rules.components import ComponentTable
from digsite.simulator.game.rules.figure import Figure, Variant
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.ops import UNREAD, Vocabulary
from digsite.simulator.game.rules.record import program_of
from digsite.simulator.game.rules.shapes import shorten_value
from digsite.simulator.game.rules.toml_places import WrongFigure, in_table, located
from digsite.simulator.game.texts import is_deep, read_text

AS_WRITTEN = "as-written"  # the word for a table's original values, next to its alternatives


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
                self._read(dotted_key(path, name), node, (*path, name))

    def _read(self, key: str, node: Any, path: tuple[str, ...]) -> None:
        table = as_table(key, node)
        if "fields" in table:
            self._table(key, table)
        elif "value" in table:
            self._add(Figure(key, **attributes_of(key, table, OF_FIGURE) | self._switch(key, table), ops=self.ops))
        elif attributes := [name for name in table if name in OF_FIGURE and not isinstance(table[name], dict)]:
            attributes_of(key, table, OF_FIGURE)  # a misspelt value
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
        fields = {name: as_table(f"{key}.fields.{name}", spec) for name, spec in _dict(key, node, "fields").items()}
        rows = {name: as_table(dotted_key((key,), name), row) for name, row in node.items() if name not in OF_TABLE}
        if not rows or not fields:
            raise WrongUse(f"{key} needs components and fields; one of them is missing.")
        whole = {name: node[name] for name in ("about", "source", "confirmed") if name in node}
        attributes_of(key, whole, PROVENANCE)
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
        dotted_key((table,), name)
        shared = attributes_of(f"{table}.fields.{name}", spec, OF_FIELD)
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
        node = {**whole, "value": AS_WRITTEN, "changes": changes, "alternatives": list(changes)}
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
    return attributes_of(key, given, OF_CELL) if isinstance(given, dict) and "value" in given else {"value": given}


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
    given = attributes_of("game", as_table("game", tree.get("game", {})), OF_HEAD)
    head: dict[str, Any] = {"id": name, "version": 1} | given
    if missing := [name for name in OF_GAME if name not in head]:
        raise WrongUse(f"[game] has no {missing[0]}; add it.")
    variants = {}
    for name, node in as_table("variants", tree.get("variants", {})).items():
        with in_table(f"variants.{name}"):
            variants[name] = _read_variant(name, node)
    return Figures({}, variants, {**head, "players": list(head["players"])})


def _read_variant(name: str, node: Any) -> Variant:
    if not isinstance(node, dict) or "about" not in node:
        raise WrongUse(f"The variant {name!r} must be a table with an about text.")
    return Variant(name, **attributes_of(f"the variant {name!r}", node, OF_VARIANT))


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
