"""Plug-ins: files in which users write strategies of their own.

A plug-in is its text: it is read once, known by the hash of the text, and run and compiled once in a process. A run
keeps the text, so that it can be repeated without the file. A plug-in's function never meets the game itself: it is
handed copies of the rules and options and an imagined copy of the state, so that it can neither change the game nor
see what is hidden from its seat.
"""

import hashlib
import inspect
import linecache
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from simulator.errors import WrongUse, unknown
from simulator.games import find_game
from strategies.registry import Strategy, Weight

if TYPE_CHECKING:
    from simulator.game.game import Game

_ARGUMENTS = ("rules", "state", "seat", "options", "n", "weights", "mind")
_collected: list[Strategy] = []


@dataclass(frozen=True)
class Source:
    """The text of a plug-in file."""

    file: str
    text: str

    @property
    def hash(self) -> str:
        """A short hash of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    def to_dict(self) -> dict[str, str]:
        """Plain data, as a plan keeps it."""
        return asdict(self)


def strategy(
    game: str,
    *,
    name: str | None = None,
    about: str = "",
    weights: Mapping[str, float] | None = None,
    mind: Sequence[tuple[Any, ...]] | None = None,
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Make a function a strategy: `@strategy("lost-cities")` above `def my_player(rules, state, seat, options, n, weights)`.

    The function returns the index of the option it takes. `weights` names its tunable numbers; they arrive as an
    array in the order given. A function with a seventh argument `mind` has a record of its own to remember things
    during a game; `mind` lists its fields as for a NumPy dtype, e.g. `[("seen", "i4"), ("hopes", "f8", 5)]`.
    """

    def register(function: Callable[..., int]) -> Callable[..., int]:
        import numpy as np

        made = name or function.__name__.replace("_", "-")
        named = {key: Weight(float(value)) for key, value in (weights or {}).items()}
        remembered = np.dtype(list(mind), align=True) if mind else None
        _collected.append(
            Strategy(
                made, find_game(game).id, about or (function.__doc__ or ""), named, function=function,
                origin=function.__code__.co_filename, mind=remembered,
            )
        )  # fmt: skip
        return function

    return register


def read_sources(paths: Iterable[Path | str]) -> list[Source]:
    """The texts of plug-in files; a file that cannot be read, or declares no strategy, is answered with a sentence."""
    sources = []
    for path in map(Path, paths):
        if not path.is_file():
            raise WrongUse(f"There is no plug-in file {path}.")
        try:
            sources.append(Source(str(path), path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError) as problem:
            raise WrongUse(f"The plug-in {path} cannot be read: {problem}.") from problem
        strategies_in(sources[-1])
    return sources


def load_plugins(sources: Iterable[Source | Mapping[str, str]]) -> list[Strategy]:
    """The strategies that plug-ins declare, from their sources or from what a plan keeps of them."""
    known = [source if isinstance(source, Source) else Source(**source) for source in sources]
    return [made for source in known for made in strategies_in(source)]


@cache
def strategies_in(source: Source) -> tuple[Strategy, ...]:
    """What a plug-in declares; its text is run now, once in this process."""
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
        exec(compile(source.text, source.file, "exec"), module.__dict__)
    except WrongUse:
        raise
    except Exception as problem:
        raise WrongUse(f"The plug-in {source.file} cannot be loaded: {type(problem).__name__}: {problem}.") from problem


@cache
def compile_plugin(plugin: Strategy) -> Any:
    """A plug-in's function behind its guard, compiled with checked indices."""
    from numba.core.errors import NumbaError

    game = find_game(plugin.game)
    try:
        return _guarded(game, plugin)
    except KeyError as problem:  # how numba puts a field that a record does not have
        fields = [*(game.records.state.names or ()), *(game.records.rules.names or ())]
        raise WrongUse(
            f"The strategy {plugin.name!r} of {plugin.origin} cannot be compiled. "
            f"{unknown('field', problem.args[0], fields)}"
        ) from problem
    except (NumbaError, TypeError) as problem:
        reason = " ".join(str(problem).split())[:600]
        raise WrongUse(f"The strategy {plugin.name!r} of {plugin.origin} cannot be compiled: {reason}") from problem


def _guarded(game: "Game", plugin: Strategy) -> Any:
    import numba
    import numpy as np
    from numba import types

    from simulator.kernel.compile import OPTIONS, WEIGHTS, kernel
    from simulator.kernel.imagine import imagine
    from simulator.kernel.memory import copy_record, seen_as
    from strategies.minds import EMPTY, guard_of, minds_of

    function = plugin.function
    assert function is not None
    count = len(inspect.signature(function).parameters)
    if count not in (len(_ARGUMENTS) - 1, len(_ARGUMENTS)):
        raise WrongUse(
            f"The strategy {plugin.name!r} of {plugin.origin} takes {count} arguments; write "
            f"def {function.__name__}({', '.join(_ARGUMENTS[:-1])}), and {_ARGUMENTS[-1]} after them if it needs one."
        )
    remembers = count == len(_ARGUMENTS)
    kernels, mind = game.kernels, EMPTY if plugin.mind is None else plugin.mind
    handed = [kernels.types.rules, kernels.types.state, types.int64, OPTIONS, types.int64, WEIGHTS]
    signature = types.int64(*handed, *[numba.from_dtype(mind)] * remembers)
    inner = kernel(signature, cache=False, boundscheck=True)(function)
    guard = np.zeros(0, guard_of(game, len(plugin.weights), mind))
    redeal, noise = kernels.redeal, int(game.records.streams["NOISE"])

    @kernel(None, cache=False)
    def prepare(rules, state, seat, options, n, weights, own):
        copy_record(own.rules, rules)
        imagine(rules, state, seat, noise + seat, own.state, redeal)
        for i in range(n):
            own.options[i] = options[i]
        for i in range(len(own.weights)):
            own.weights[i] = weights[i]

    def with_mind(rules, state, seat, options, n, weights, mind):
        own = seen_as(mind.notes, guard)
        prepare(rules, state, seat, options, n, weights, own)
        return inner(own.rules, own.state, seat, own.options[:n], n, own.weights[:], own.mind)

    def without_mind(rules, state, seat, options, n, weights, mind):
        own = seen_as(mind.notes, guard)
        prepare(rules, state, seat, options, n, weights, own)
        return inner(own.rules, own.state, seat, own.options[:n], n, own.weights[:])

    return kernel(minds_of(game.id).choose, cache=False)(with_mind if remembers else without_mind)
