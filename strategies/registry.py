"""Which strategies there are: the project's own from each game's strategies.toml, a user's from plug-in files.

Reading the list needs no numba; a strategy is compiled when it is first asked to play.
"""

import math
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from simulator.errors import WrongUse, unknown
from simulator.games import find_game
from strategies.thinking import KNOBS, Thinking, split_name, thinking_of

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Weight:
    """A named number that tunes a strategy without compiling anything."""

    value: float
    about: str = ""


@dataclass(frozen=True, eq=False)
class Strategy:
    """One way to play one game."""

    name: str
    game: str
    about: str = ""
    weights: Mapping[str, Weight] = field(default_factory=dict)
    module: str = ""  # where its `choose` is, when several strategies share one and differ by weights
    function: Callable[..., int] | None = None  # a plug-in's plain Python function
    origin: str = ""  # the plug-in's file
    mind: Any = None  # the dtype of the record a plug-in remembers things in

    def choose(self) -> Any:
        """The compiled function; a plug-in's is compiled now, with checked indices."""
        if self.function is None:
            package, module = self.game.replace("-", "_"), self.module or self.name.replace("-", "_")
            return import_module(f"strategies.{package}.{module}").choose
        from strategies.plugins import compile_plugin

        return compile_plugin(self)

    def memory(self) -> int:
        """Bytes that a seat playing it needs for its mind."""
        from strategies.minds import guard_of, minds_of, own_mind

        if self.function is None:
            return int(minds_of(self.game).notes.itemsize)
        game = find_game(self.game)
        return int(guard_of(game, len(self.weights), own_mind(self.mind)).itemsize)


@cache
def strategies_of(game: str) -> dict[str, Strategy]:
    """The project's strategies for a game, by name."""
    path = _HERE / game.replace("-", "_") / "strategies.toml"
    if not path.exists():
        return {}
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    shared = tables.pop("shared", {})
    return {name: _from_toml(name, game, table, shared) for name, table in tables.items()}


def _from_toml(name: str, game: str, table: Mapping[str, Any], shared: Mapping[str, Mapping[str, str]]) -> Strategy:
    """A strategy's weights explain themselves, or are plain numbers that `[shared.MODULE]` explains and orders."""
    module, given = table.get("module", ""), table.get("weights", {})
    if module in shared:
        weights = {key: Weight(float(given[key]), about) for key, about in shared[module].items()}
    else:
        weights = {key: Weight(**weight) for key, weight in given.items()}
    return Strategy(name, game, table["about"], weights, module)


# ------------------------------------------------------------------------------------------------ line-ups


@dataclass(frozen=True)
class Player:
    """A strategy with the weights it plays with, and how it thinks if it does."""

    strategy: Strategy
    weights: tuple[float, ...]
    label: str
    thinking: Thinking | None = None


def line_up(game: str, texts: Iterable[str], plugins: Iterable[Strategy] = ()) -> list[Player]:
    """Players from texts such as `rusher`, `rusher:tempo=4`, `rusher+32:tempo=4:caution=1` or `rusher*1000`."""
    known = dict(strategies_of(game))
    for made in plugins:
        if made.game == game:
            if made.name in known:
                whose = known[made.name].origin or "digsite"
                raise WrongUse(
                    f"The strategy {made.name!r} of {made.origin} has the name of one of {whose}; rename it."
                )
            known[made.name] = made
    return [_player(text.strip(), known) for text in texts]


def _player(text: str, known: Mapping[str, Strategy]) -> Player:
    head, *overrides = text.split(":")
    name, how = split_name(head)
    if name not in known:
        raise unknown("strategy", name, known)
    chosen = known[name]
    given = dict(_override(name, override) for override in overrides)
    knobs = {key: given.pop(key) for key in KNOBS if key in given and how}
    if same := [key for key in knobs if key in chosen.weights]:
        raise WrongUse(f"{same[0]} is a weight of {name} and a knob of every player that thinks; rename the weight.")
    thinking = thinking_of(chosen.game, name, how, knobs) if how else None
    return Player(chosen, tuple(_weights(chosen, given, KNOBS if how else ()).values()), text, thinking)


def _override(name: str, text: str) -> tuple[str, str]:
    key, equals, number = text.partition("=")
    if not equals:
        raise WrongUse(f"A weight is written {name}:weight=value; {text!r} has no '='.")
    return key, number


def _weights(chosen: Strategy, given: Mapping[str, str], knobs: Iterable[str]) -> dict[str, float]:
    """A strategy's weights, some of them given as text; `knobs` could have been given as well."""
    weights = {key: weight.value for key, weight in chosen.weights.items()}
    for key, number in given.items():
        if key not in weights:
            if key in KNOBS:
                raise WrongUse(f"{key} is for players that think, such as {chosen.name}+32:{key}={number}.")
            if not weights and not knobs:
                raise WrongUse(f"The strategy {chosen.name!r} has no weights.")
            raise unknown(f"weight of {chosen.name}", key, [*knobs, *weights])
        try:
            weights[key] = float(number)
        except ValueError:
            weights[key] = math.nan
        if not math.isfinite(weights[key]):
            raise WrongUse(f"The weight {key} of {chosen.name} must be a number; {number!r} is not.")
    return weights


def default_line_up(game: str, seats: int) -> list[str]:
    """A field of the game's heuristic strategies, one after the other; random ones only if there is nothing else."""
    names = [name for name in strategies_of(game) if name != "random"] or list(strategies_of(game))
    return [names[seat % len(names)] for seat in range(seats)]
