"""The loader of plug-ins: files in which users write strategies.

A plug-in is its text: it is read once, identified by the hash of the text, and run and compiled once per process. A run
saves the text, so that it can be repeated without the file. A plug-in's function never gets the game itself, only
copies of the rules and options and an imagined copy of the state: it can neither change the game nor see what is
hidden from its seat.
"""

import hashlib
import inspect
import linecache
import math
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard

from digsite.simulator import trust
from digsite.simulator.errors import DigsiteError, WrongUse, unknown
from digsite.simulator.game.texts import read_text
from digsite.simulator.game.wording import truncate
from digsite.simulator.games import find_game, known_name
from digsite.simulator.kernel.jit.messages import AT_LENGTH, reason
from digsite.strategies.bounds import bounds_of
from digsite.strategies.plugins.interpreter_state import restore_afterwards
from digsite.strategies.plugins.output import divert_output
from digsite.strategies.plugins.sandbox import skips_trials, try_in_child
from digsite.strategies.registry import Strategy, Weight

_ARGUMENTS = ("rules", "state", "seat", "options", "n", "weights", "mind")
_LONGEST = 600  # letters of an error sentence
_EXAMPLE = '@strategy("lost-cities")'
_collected: list[Strategy] = []


@dataclass(frozen=True)
class Source:
    """The text of a plug-in file."""

    file: str = field(compare=False)
    text: str

    @property
    def hash(self) -> str:
        """A short hash of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    @property
    def key(self) -> str:
        """The hash by which the plug-in is allowed."""
        return hashlib.sha256(self.text.encode(errors="surrogatepass")).hexdigest()

    @property
    def called(self) -> str:
        """The plug-in as a sentence names it."""
        return f"the plug-in {Path(self.file).name} (hash {self.hash})"

    def to_dict(self) -> dict[str, str]:
        """Return plain data, as saved in a plan."""
        return asdict(self)


def strategy(
    game: Path | str,
    *,
    name: str | None = None,
    about: str = "",
    weights: Mapping[str, float | Mapping[str, Any]] | None = None,
    mind: Any = None,
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Make a function a strategy: `@strategy("lost-cities")` above `def my_player(rules, state, seat, options, n, weights)`.

    The function returns the index of the option it takes. `weights` names its tunable numbers; they arrive as an
    array in the order given, and `{"tempo": {"value": 3, "bounds": [0, 9]}}` says how far `digsite tune` may go. A
    function with a seventh argument `mind` has a record of its own to remember things during a game; `mind` is its
    dtype or lists its fields, e.g. `[("seen", "i4"), ("hopes", "f8", 5)]`. Chance comes from the seat's own stream:
    `below(state, Stream.NOISE + seat, n)`.

    Example::

        @strategy("lost-cities", about="Takes the first or the last option.", weights={"first": 1})
        def stubborn(rules, state, seat, options, n, weights):
            return 0 if weights[0] else n - 1
    """
    if not isinstance(game, Path | str):
        raise WrongUse(f"A strategy names its game: write {_EXAMPLE} above the function.")
    if weights is not None and not isinstance(weights, Mapping):
        raise WrongUse(f"The weights of a strategy are names and numbers, as in {{'hope': 2.0}}; {weights!r} are not.")

    def register(function: Callable[..., int]) -> Callable[..., int]:
        if not inspect.isfunction(function):
            raise WrongUse(f"A strategy is a function; {getattr(function, '__name__', function)!r} is none.")
        made = _checked_name(name or function.__name__.replace("_", "-"))
        named = {key: _checked_weight(made, key, value) for key, value in (weights or {}).items()}
        remembered = _mind_of(made, mind)
        plugin = Strategy(
            made, known_name(str(game)), about or (function.__doc__ or ""), named, function=function,
            origin=function.__code__.co_filename, mind=remembered,
        )  # fmt: skip
        takes_mind(plugin)  # refuses a function that cannot be called
        _collected.append(plugin)
        return function

    return register


def _checked_name(name: Any) -> str:
    if not isinstance(name, str) or not re.fullmatch(r"[\w.-]+", name):
        raise WrongUse(f"A strategy's name is a word of letters, digits and dashes; {name!r} is not.")
    return name


def _checked_weight(name: str, key: str, given: Any) -> Weight:
    entries = dict(given) if isinstance(given, Mapping) else {"value": given}
    value, about, bounds = entries.pop("value", None), entries.pop("about", ""), entries.pop("bounds", None)
    if entries:
        raise unknown(f"entry of the weight {key} of {name}", next(iter(entries)), ("value", "bounds", "about"))
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise WrongUse(f"The weight {key} of {name} must be a number; {value!r} is not.")
    return Weight(number, str(about), None if bounds is None else bounds_of(bounds))


def _mind_of(name: str, declared: Any) -> Any:
    """Return the dtype of a declared mind."""
    import numpy as np

    if declared is None:
        return None
    try:
        made = declared if isinstance(declared, np.dtype) else np.dtype(list(declared), align=True)
    except (TypeError, ValueError) as problem:
        raise WrongUse(
            f"The mind of {name!r} must list fields as in [('seen', 'i4'), ('hopes', 'f8', 5)]: {problem}."
        ) from problem
    if not made.names or made.hasobject:
        raise WrongUse(f"The mind of {name!r} must have named fields of numbers, as in [('seen', 'i4')].")
    return made


def takes_mind(plugin: Strategy) -> bool:
    """Return whether a plug-in's function takes a mind; raise a WrongUse if it does not match what it declares."""
    assert plugin.function is not None
    count, whose = (
        len(inspect.signature(plugin.function).parameters),
        f"The strategy {plugin.name!r} of {plugin.origin}",
    )
    if count not in (len(_ARGUMENTS) - 1, len(_ARGUMENTS)):
        raise WrongUse(
            f"{whose} takes {count} arguments; write def {plugin.name.replace('-', '_')}"
            f"({', '.join(_ARGUMENTS[:-1])}), with {_ARGUMENTS[-1]} after them if it is to remember things."
        )
    remembers = count == len(_ARGUMENTS)
    if remembers and plugin.mind is None:
        raise WrongUse(f"{whose} takes a mind but declares none; write @strategy(..., mind=[('seen', 'i4')]).")
    if plugin.mind is not None and not remembers:
        raise WrongUse(f"{whose} declares a mind but does not take it; add mind as its seventh argument.")
    return remembers


def read_sources(paths: Iterable[Path | str]) -> list[Source]:
    """Return the texts of plug-in files that the user names, and thereby allows to run.

    Raise a WrongUse for a file that cannot be read or declares no strategy.
    """
    sources = []
    for path in paths:
        sources.append(read_source(path))
        trust.allow(sources[-1:])
        strategies_in(sources[-1])
    return sources


def read_source(file: Path | str) -> Source:
    """Return the text of a plug-in file without running it."""
    path = Path(file)
    if path.is_dir():
        raise WrongUse(f"{path} is a folder; name the file of a plug-in, such as {path / 'mine.py'}.")
    if not path.exists():
        raise WrongUse(f"There is no plug-in file {path}.")
    if path.suffix != ".py":
        raise WrongUse(f"{path} is not a Python file. Name a plug-in such as mine.py.")
    return Source(str(path), read_text(path, "The plug-in"))


def load_plugins(sources: Iterable[Source | Mapping[str, str]]) -> list[Strategy]:
    """Return the strategies that plug-ins declare, from their sources or from the saved form in a plan."""
    return [made for source in sources_of(sources) for made in strategies_in(source)]


def sources_of(sources: Iterable[Source | Mapping[str, str]]) -> list[Source]:
    """Return the sources of plug-ins from their saved form in a plan, without running any."""
    return [source if isinstance(source, Source) else _source_of(source) for source in sources]


def _source_of(kept: Any) -> Source:
    entries = kept if isinstance(kept, Mapping) else {}
    file, text = entries.get("file"), entries.get("text")
    if not _is_text(file) or not _is_text(text) or len(entries) > 2:
        raise DigsiteError(
            "The plan is damaged: one of its plug-ins is not a file name and a text. Play the games again."
        )
    return Source(file, text)


def _is_text(value: Any) -> TypeGuard[str]:
    """Return whether a value is a text that a file, and a file's name, can have."""
    return isinstance(value, str) and "\0" not in value and value.encode(errors="replace").decode() == value


@cache
def strategies_in(source: Source) -> tuple[Strategy, ...]:
    """Return the strategies of a plug-in; its text is run now, once in this process, after a trial in a child.

    Text that the user has not allowed is refused; in a worker of a cluster, the sender has already checked.
    """
    if not skips_trials() and (foreign := trust.untrusted([source])):
        raise trust.trust_error(foreign)
    if mishap := try_in_child(lambda _step: _run(source)):
        raise WrongUse(f"The plug-in {source.file} cannot be loaded: it {mishap.message}. {mishap.hint}")
    _collected.clear()
    _run(source)
    if not _collected:
        raise WrongUse(
            f'The plug-in {source.file} declares no strategy; write @strategy("lost-cities") above a function.'
        )
    return tuple(_collected)


def _run(source: Source) -> None:
    module = ModuleType(f"digsite_plugin_{source.hash}")
    module.__file__ = source.file
    sys.modules[module.__name__] = module
    # Tracebacks and numba's messages quote lines; the file may be gone when a run is repeated.
    linecache.cache[source.file] = (len(source.text), None, source.text.splitlines(keepends=True), source.file)
    try:
        with restore_afterwards(), divert_output():
            exec(compile(source.text, source.file, "exec"), module.__dict__)
    except WrongUse as problem:
        if source.file in str(problem):
            raise
        raise WrongUse(f"The plug-in {source.file} cannot be loaded. {problem}") from problem
    except SystemExit as problem:
        raise WrongUse(f"The plug-in {source.file} cannot be loaded: it ends the program with sys.exit.") from problem
    except Exception as problem:
        raise WrongUse(f"The plug-in {source.file} cannot be loaded: {type(problem).__name__}: {problem}.") from problem


@cache
def compile_plugin(plugin: Strategy) -> Any:
    """Return a plug-in's function behind its guard, compiled with checked indices."""
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    from digsite.strategies.plugins.errors import check_text, compile_error
    from digsite.strategies.plugins.guard import guarded_strategy
    from digsite.strategies.plugins.randomness import check_chance

    game = find_game(plugin.game)
    check_chance(game, plugin)
    check_text(game, plugin)
    try:
        return guarded_strategy(game, plugin)
    except WrongUse as problem:
        text = str(problem)
        raise problem if len(text) <= _LONGEST else WrongUse(truncate(text, _LONGEST), details=text) from problem
    except KeyError as problem:  # numba's error for a field that a record does not have
        fields = [*(game.records.state.names or ()), *(game.records.rules.names or ())]
        raise WrongUse(
            f"The strategy {plugin.name!r} of {plugin.origin} cannot be compiled. "
            f"{unknown('field', problem.args[0], fields)}"
        ) from problem
    except (NumbaError, UnsupportedBytecodeError, TypeError) as problem:
        why = reason(str(problem), plugin.origin)
        raise compile_error(plugin, f"{why}; ", AT_LENGTH, details=str(problem)) from problem
