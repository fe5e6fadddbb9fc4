"""Which strategies there are: the project's own from each game's strategies.toml, a user's from plug-in files.

Reading the list needs no numba; a strategy is compiled when it is first asked to play.
"""

import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from simulator.errors import WrongUse, unknown
from simulator.games import find_game

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Weight:
    """A named number that tunes a strategy without compiling anything."""

    value: float
    about: str = ""


@dataclass(frozen=True)
class Strategy:
    """One way to play one game."""

    name: str
    game: str
    about: str = ""
    weights: Mapping[str, Weight] = field(default_factory=dict)
    module: str = ""  # where its `choose` is, when several strategies share one and differ by weights
    function: Callable | None = None  # a plug-in's plain Python function
    origin: str = ""  # the plug-in's file

    def choose(self) -> Any:
        """The compiled function; a plug-in's is compiled now, with checked indices."""
        if self.function is None:
            package, module = self.game.replace("-", "_"), self.module or self.name.replace("-", "_")
            return import_module(f"strategies.{package}.{module}").choose
        return _compile_plugin(self.name, self.game, self.origin, self.function)


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


# ------------------------------------------------------------------------------------------------ plug-ins

_collected: list[Strategy] = []


def strategy(
    game: str, *, name: str | None = None, about: str = "", weights: Mapping[str, float] | None = None
) -> Callable[[Callable], Callable]:
    """Make a function a strategy: `@strategy("lost-cities")` above `def my_player(rules, state, seat, options, n, weights)`.

    The function returns the index of the option it takes. `weights` names its tunable numbers; they arrive as an
    array in the order given.
    """

    def register(function: Callable) -> Callable:
        made = name or function.__name__.replace("_", "-")
        named = {key: Weight(float(value)) for key, value in (weights or {}).items()}
        origin = function.__code__.co_filename
        _collected.append(
            Strategy(made, find_game(game).id, about or (function.__doc__ or ""), named, "", function, origin)
        )
        return function

    return register


def load_plugins(paths: Iterable[Path | str]) -> list[Strategy]:
    """The strategies that plug-in files declare; a file that fails is answered with a sentence."""
    found: list[Strategy] = []
    for path in map(Path, paths):
        if not path.is_file():
            raise WrongUse(f"There is no plug-in file {path}.")
        _collected.clear()
        _run_plugin(path)
        if not _collected:
            raise WrongUse(f'The plug-in {path} declares no strategy; write @strategy("lost-cities") above a function.')
        found += _collected
    return found


def _run_plugin(path: Path) -> None:
    spec = spec_from_file_location(f"digsite_plugin_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise WrongUse(f"The plug-in {path} is not a Python file; its name must end in .py.")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except WrongUse:
        raise
    except Exception as problem:
        raise WrongUse(f"The plug-in {path} cannot be loaded: {type(problem).__name__}: {problem}.") from problem


@cache
def _compile_plugin(name: str, game: str, origin: str, function: Callable) -> Any:
    from numba.core.errors import NumbaError

    from simulator.kernel.compile import kernel

    try:
        return kernel(find_game(game).kernels.types.choose, cache=False, boundscheck=True)(function)
    except KeyError as problem:  # how numba puts a field that a record does not have
        found = find_game(game)
        fields = [*(found.records.state.names or ()), *(found.records.rules.names or ())]
        raise WrongUse(
            f"The strategy {name!r} of {origin} cannot be compiled. {unknown('field', problem.args[0], fields)}"
        ) from problem
    except (NumbaError, TypeError) as problem:
        reason = " ".join(str(problem).split())[:600]
        raise WrongUse(f"The strategy {name!r} of {origin} cannot be compiled: {reason}") from problem


# ------------------------------------------------------------------------------------------------ line-ups


@dataclass(frozen=True)
class Player:
    """A strategy with the weights it plays with."""

    strategy: Strategy
    weights: tuple[float, ...]
    label: str


def line_up(game: str, texts: Iterable[str], plugins: Iterable[Strategy] = ()) -> list[Player]:
    """Players from texts such as `rusher` or `rusher:gap=2:boldness=0.5`."""
    known = strategies_of(game) | {made.name: made for made in plugins if made.game == game}
    return [_player(text.strip(), known) for text in texts]


def _player(text: str, known: Mapping[str, Strategy]) -> Player:
    name, *overrides = text.split(":")
    if name not in known:
        raise unknown("strategy", name, known)
    chosen = known[name]
    weights = {key: weight.value for key, weight in chosen.weights.items()}
    for override in overrides:
        key, equals, number = override.partition("=")
        if not equals:
            raise WrongUse(f"A weight is written {name}:weight=value; {override!r} has no '='.")
        if key not in weights:
            if not weights:
                raise WrongUse(f"The strategy {name!r} has no weights.")
            raise unknown(f"weight of {name}", key, weights)
        try:
            weights[key] = float(number)
        except ValueError:
            raise WrongUse(f"The weight {key} of {name} must be a number; {number!r} is not.") from None
    return Player(chosen, tuple(weights.values()), text)


def default_line_up(game: str, seats: int) -> list[str]:
    """A field of the game's heuristic strategies, one after the other; random ones only if there is nothing else."""
    names = [name for name in strategies_of(game) if name != "random"] or list(strategies_of(game))
    return [names[seat % len(names)] for seat in range(seats)]
