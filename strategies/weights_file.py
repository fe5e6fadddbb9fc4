"""Weights files: `opportunist@tuned.toml` plays with the weights that `digsite tune` saved (no numba)."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.rules.rules_file import read_toml
from digsite.simulator.home import name_in

if TYPE_CHECKING:
    from digsite.strategies.registry import Strategy


def read_weights(file: str, chosen: "Strategy") -> dict[str, float]:
    """Return the weights that a file has for a strategy; weights it does not name keep their values."""
    tables = _tables(Path(file))
    for what, known in (("game", name_in(chosen.game)), ("strategy", chosen.name)):
        if not isinstance(said := tables.get(what, known), str):
            raise WrongUse(f"{file} is not a weights file; `{Command('tune')}` writes one.")
        if said != known:
            hint = f"; play it as {said}@{file}" if what == "strategy" else ""
            raise WrongUse(f"{file} has weights for the {what} {said}, not for {known}{hint}.")
    given = tables.get("weights")
    if not isinstance(given, Mapping):
        raise WrongUse(f"{file} has no weights. List them under [weights], as in tempo = 2.5.")
    for name, value in given.items():
        if name not in chosen.weights:
            raise unknown(f"weight of {chosen.name}", name, chosen.weights)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise WrongUse(f"The weight {name} in {file} must be a number; {value!r} is not.")
    return {name: float(value) for name, value in given.items()}


def _tables(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise WrongUse(f"There is no weights file {path}; `{Command('tune')}` writes one.")
    return read_toml(path, "The weights file")


def weights_text(remark: str, about: Mapping[str, Any], **tables: Mapping[str, Any]) -> str:
    """Return the text of a weights file: a remark, what it is about, and tables of plain data, `weights` among them."""
    lines = [f"# {remark}", *_entries(about)]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *_entries(table)]
    return "\n".join(lines) + "\n"


def _entries(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items() if value is not None]


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else json.dumps(key)


def _value(value: Any) -> str:
    """Return a value as TOML; these values are written as in JSON."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_entries(value)) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return f"{value:g}" if isinstance(value, float) and value == float(f"{value:g}") else json.dumps(value)
