"""The attributes of figures, fields, variants and games in rules files: their names, and what each may be."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.rules.figure import KINDS
from digsite.simulator.game.rules.shapes import shorten_value
from digsite.simulator.game.rules.toml_places import WrongFigure
from digsite.simulator.game.wording import toml

Tree = Mapping[str, Any]
OF_TABLE = ("about", "source", "confirmed", "alternatives", "fields", "value")


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
PROVENANCE: dict[str, _Check] = {
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
OF_FIGURE = {**_VALUE, **PROVENANCE, **_SHAPING, **_CHANGES}
OF_CELL = {**_VALUE, **PROVENANCE}
OF_FIELD = {**PROVENANCE, **_SHAPING, "default": (lambda v: v is not None, "a value")}
OF_GAME: dict[str, _Check] = {
    "id": _TEXT,
    "title": _TEXT,
    "players": (lambda v: _is_pair(v, int) and v[0] >= 1, "two whole numbers, the lower one first"),
    "version": (lambda v: type(v) is int, "a whole number"),
}
OF_HEAD: dict[str, _Check] = OF_GAME | {
    "groups": (
        lambda v: isinstance(v, dict) and all(_are_names(keys) for keys in v.values()),
        "a table of lists of names",
    )
}
OF_VARIANT: dict[str, _Check] = {
    "about": _TEXT,
    "source": _TEXT,
    "set": (lambda v: isinstance(v, dict), "a table of figures and values"),
    "add": (lambda v: isinstance(v, dict), "a table of figures and numbers"),
    "players": (lambda v: isinstance(v, list) and all(type(n) is int for n in v), "a list of player counts"),
    "excludes": (lambda v: isinstance(v, list), "a list of variants"),
}


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def attributes_of(key: str, node: Tree, checks: Mapping[str, _Check]) -> dict[str, Any]:
    """Return a table's attributes, each known and of the right kind; pairs become tuples."""
    for name, value in node.items():
        if name not in checks:
            raise WrongFigure(f"{key}.{name}", unknown(f"attribute of {key}", name, sorted(checks)))
        fits, allowed = checks[name]
        if not fits(value):
            problem = WrongUse(f"{name} of {key} must be {allowed}; {shorten_value(value)} is not.")
            raise WrongFigure(f"{key}.{name}", problem)
    return {k: tuple(v) if k in ("range", "length", "players", "excludes") else v for k, v in node.items()}


def dotted_key(path: tuple[str, ...], name: str) -> str:
    """Return the key of a name below a path; raise `WrongUse` for a name that a rules file cannot have."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise WrongUse(f"{name!r} cannot be a name in a rules file: only letters, digits, - and _ can.")
    return ".".join((*path, name))


def as_table(key: str, node: Any) -> Tree:
    """Return the node; raise `WrongUse` if it is not a table."""
    if not isinstance(node, dict):
        shown = toml(node) if isinstance(node, bool | int | float | str | list) else node
        raise WrongUse(
            f"{key} in a rules file must be a table with a value, as in: [{key}] value = {shorten_value(shown)}."
        )
    return node
