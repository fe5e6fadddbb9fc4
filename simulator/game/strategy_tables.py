"""A game's strategies.toml: its strategies as tables, checked for what they need."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.rules.rules_file import read_toml

FILE = "strategies.toml"
_ABOUT_WEIGHTS = ("shared", "bounds")  # tables by module, not strategies
_ENTRIES = ("about", "module", "weights", "style", "players")


def read_strategies(path: Path) -> dict[str, Any]:
    """Return the tables of a strategies.toml; raise `WrongUse` for a strategy that lacks something."""
    tables = read_toml(path, "The file")
    try:
        for name in tables:
            if name not in _ABOUT_WEIGHTS:
                _check(name, tables[name], tables.get("shared", {}))
    except WrongUse as problem:
        raise WrongUse(f"{path}: ", problem) from problem
    return tables


def _check(name: str, table: Any, shared: Mapping[str, Any]) -> None:
    if not isinstance(table, dict) or not isinstance(table.get("about"), str):
        raise WrongUse(f'The strategy {name} does not say what it does; write [{name}] and below it about = "...".')
    if extra := [entry for entry in table if entry not in _ENTRIES]:
        raise unknown(f"entry of the strategy {name}", extra[0], _ENTRIES)
    weights = table.get("weights", {})
    if table.get("module") in shared:
        _check_shared(name, weights, shared[table["module"]])
        return
    for key, weight in weights.items():
        if not isinstance(weight, dict) or not _is_number(weight.get("value")) or set(weight) - {"value", "about"}:
            raise WrongUse(
                f"The weight {key} of {name} needs a number and a meaning; write weights.{key} = "
                '{ value = 1.0, about = "..." }.'
            )


def _check_shared(name: str, weights: Mapping[str, Any], shared: Mapping[str, Any]) -> None:
    for key in shared:
        if not _is_number(weights.get(key)):
            raise WrongUse(f"The strategy {name} needs a number for the weight {key}, which its module shares.")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
