"""Kernels: how functions are compiled and cached.

Every compiled function of the project goes through `@kernel`. It caches machine code in a folder keyed by a hash of
all sources the code can depend on (the kernel layer, the game, the game's strategies), so that a stale kernel can never
run: numba itself notices edits only in the cached function's file, not in the files it calls. A function declared with a
signature is loaded or compiled on first use. `NUMBA_DISABLE_JIT=1` runs everything as plain Python.
"""

import warnings
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from digsite.simulator.cache_place import cache_root
from digsite.simulator.home import find_home, home_of
from digsite.simulator.kernel.jit.code_cache import FolderCache
from digsite.simulator.kernel.jit.dispatcher import KernelDispatcher
from digsite.simulator.kernel.jit.passed import has_passed
from digsite.simulator.kernel.jit.source_hash import KERNEL, LAYER, ROOT, source_hash

# Strategies are function values, and numba warns about every tuple of them. A filter around our calls alone does not
# work: every playing thread would set and reset it, and Python's filters are shared by all threads.
warnings.filterwarnings("ignore", "First-class function type feature is experimental", NumbaExperimentalFeatureWarning)

_config: Any = numba.config
_PACKAGES = ("simulator", "strategies")


@cache
def cache_folder(group: str) -> Path:
    """Return the cache folder of a group of kernels ("kernel", or a game's name), named by its sources' hash.

    Kernels that check every index have a separate folder.
    """
    return cache_root() / f"{group}-{source_hash(group)}{'-checked' * checks_indices(group)}"


def checks_indices(group: str) -> bool:
    """Return whether kernels of a group check every index: a user's game until it has passed its checks.

    All do under NUMBA_BOUNDSCHECK=1.
    """
    return bool(_config.BOUNDSCHECK) or (group != KERNEL and _is_unchecked_game(group))


@cache
def _is_unchecked_game(group: str) -> bool:
    """Return whether a group is a user's game that has not passed its checks; the answer stays the same in a process."""
    return find_home(group).own and not has_passed(group)


def is_compiled(group: str) -> bool:
    """Return whether the game's kernels are already cached, so that compiling needs no announcement."""
    return bool(_config.DISABLE_JIT) or any(cache_folder(group).glob("*.nbc"))


def is_ours(function: Callable[..., Any]) -> bool:
    """Return whether a function belongs to the project, by the place of its file, and not to a user."""
    return _is_ours(function.__code__.co_filename)


@cache
def _is_ours(file: str) -> bool:
    path = Path(file).resolve()
    return any(path.is_relative_to(ROOT / package) for package in _PACKAGES)


def _group_of(function: Callable[..., Any]) -> str | None:
    """Return the cache group of a function, or None for a plug-in."""
    file = function.__code__.co_filename
    if Path(file).resolve().is_relative_to(LAYER):
        return KERNEL
    home = home_of(file)
    return home.name if home else None


def kernel(function_or_signature: Any, **options: Any) -> Any:
    """Compile a function: `@kernel` at first call, `@kernel(signature)` at once."""
    if not callable(function_or_signature) or isinstance(function_or_signature, types.Type):
        return lambda function: _compile(function, function_or_signature, **options)
    return _compile(function_or_signature, None, **options)


def _compile(function: Callable[..., Any], signature: Any, **options: Any) -> Any:
    group = _group_of(function)
    chosen: dict[str, Any] = {"error_model": "numpy", "nogil": True, "cache": group is not None} | options
    chosen.setdefault("boundscheck", checks_indices(group) if group else not is_ours(function))
    cached = chosen.pop("cache")
    if _config.DISABLE_JIT:
        return function
    made = KernelDispatcher(function, {}, chosen | {"nopython": True})
    if cached and group is not None:
        made.use_cache(FolderCache(function, group, cache_folder(group)))
    if signature is not None:
        made.declare(signature)
        if group is None:
            made.ready()  # a user should see errors at once
    return made


def compiled(function: Any) -> Any:
    """Return a function of one signature, compiled or loaded by now.

    Numba gives a tuple of functions another type before they are compiled than after. If two threads call the play loop
    while one of them compiles the strategies, the other may find the tuple's type changed halfway and no loop for it.
    """
    if isinstance(function, KernelDispatcher):
        function.ready()
    return function


def checked_copy(made: Any, group: str, known: dict[int, Any] | None = None) -> Any:
    """Return a copy of one of our functions, and of those it calls, that checks every index: for the rules of a user's game.

    group: the game, in whose folder the copy is cached; known: the copies by the originals' ids.
    """
    known = {} if known is None else known
    if not isinstance(made, KernelDispatcher) or made.is_declared:  # those with a signature take no rows of a game
        return made
    if id(made) not in known:
        function = made.py_func
        copy = FunctionType(function.__code__, dict(function.__globals__), function.__name__, function.__defaults__)
        copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, function.__qualname__, function.__doc__
        known[id(made)] = checked = KernelDispatcher(copy, {}, dict(made.targetoptions) | {"boundscheck": True})
        checked.use_cache(FolderCache(copy, group, cache_folder(group)))
        for name in set(function.__code__.co_names) & copy.__globals__.keys():
            copy.__globals__[name] = checked_copy(copy.__globals__[name], group, known)
    return known[id(made)]


# numba/numba#2345, #9393: numba counts references to every array that a function passes on, with atomic instructions that
# cost more than most rules. A rule makes no arrays, so it is compiled without them; with them a random game of Lost
# Cities takes 4.4 times as long.
rule = partial(kernel, _nrt=False)
# For rules so small that a call would cost more than their work; without this a random game of Lost Cities takes 1.5
# times as long.
inlined = partial(rule, forceinline=True)


def function_value(made: Any) -> tuple[Any]:
    """Return a compiled function as a named tuple can hand it to a kernel: in a tuple of one, and compiled already.

    Only then does numba know its type.
    """
    if isinstance(made, KernelDispatcher):
        made.ready()
    return (made,)
