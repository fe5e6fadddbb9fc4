"""A user's rules file, which may be partial: the figures it names, each with its source."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.attributes import (
    OF_FIGURE,
    OF_TABLE,
    PROVENANCE,
    Tree,
    as_table,
    attributes_of,
    dotted_key,
)
from digsite.simulator.game.rules.figure import Figure
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.rules_file import read_toml


def read_changes(figures: Figures, path: Path) -> Figures:
    """Return the figures after a user's rules file, which may be partial."""
    tree = read_toml(path, "The rules file")
    head = as_table("game", tree.get("game", {}))
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
        key = dotted_key(path, name)
        if key in figures.tables:
            yield from _given_table(figures, key, as_table(key, node))
        elif key in figures.by_key:
            yield key, _given_figure(key, node, table, bool(figures.by_key[key].field_of))
        elif isinstance(node, dict) and node and "value" not in node:
            yield from _given(figures, node, (*path, name), table)
        else:
            if table is None:
                as_table(key, node)
            figures.find(key)
            raise WrongUse(f"{key} is an entry of a figure; write the whole figure in a rules file.")


def _given_table(figures: Figures, key: str, node: Tree) -> Iterator[Any]:
    shared = {name: node[name] for name in ("source", "confirmed") if name in node}
    attributes_of(key, shared, PROVENANCE)
    rows = {name: row for name, row in node.items() if name not in OF_TABLE}
    if "value" in node:
        switch, _ = figures.find(key)
        own = {"source": switch.source, "confirmed": switch.confirmed} if rows else shared
        yield key, {**own, "value": switch.check(node["value"])}
        if not rows:  # the table's attributes apply to every value its word selects
            for cell, value in switch.changes[switch.check(node["value"])].items():
                yield cell, {**shared, "value": value}
    for row in rows:
        as_table(f"{key}.{row}", rows[row])
    yield from _given(figures, rows, tuple(key.split(".")), shared)


def _given_figure(key: str, node: Any, table: Tree | None, is_cell: bool) -> dict[str, Any]:
    if is_cell and not (isinstance(node, dict) and "value" in node):
        return {**(table or {}), "value": node}
    if "value" not in as_table(key, node):
        raise WrongUse(
            f"{key} in a rules file must be a table with a value; this one has {', '.join(node) or 'nothing'}."
        )
    return {**(table or {}), **attributes_of(key, node, OF_FIGURE)}


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
