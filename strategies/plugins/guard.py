"""The guard around a plug-in: what it is handed is a copy, so that nothing it writes or reads touches the game."""

import dis
import inspect
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.game import Game
from digsite.simulator.kernel.jit.compile import WHOLE_OPTIONS, WHOLE_WEIGHTS, is_ours, kernel, rule
from digsite.simulator.kernel.jit.memory import copy_record, seen_as
from digsite.simulator.kernel.search.imagine import imagine
from digsite.strategies.minds import guard_of, minds_of, own_mind
from digsite.strategies.plugins.load import takes_mind
from digsite.strategies.registry import Strategy


def guarded(game: Game, plugin: Strategy) -> Any:
    """A plug-in's function as a strategy of the game, behind its guard.

    It and all of the user's own that it calls are compiled with checked indices; a division by zero is an error as in
    plain Python.
    """
    function = plugin.function
    assert function is not None
    remembers = takes_mind(plugin)
    kernels, mind = game.kernels, own_mind(plugin.mind)
    handed = [kernels.types.rules, kernels.types.state, types.int64, WHOLE_OPTIONS, types.int64, WHOLE_WEIGHTS]
    check_helpers(function)
    signature = (*handed, *[numba.from_dtype(mind)] * remembers)
    inner = kernel(signature, cache=False, error_model="python")(function)
    check_answer(plugin, inner)
    guard = np.zeros(0, guard_of(game, len(plugin.weights), mind))
    redeal, noise, imagined = kernels.redeal, int(game.records.streams["NOISE"]), _imagining(game)

    @kernel(None, cache=False)
    def prepare(rules, state, seat, options, n, weights, own):
        copy_record(own.rules, rules)
        imagined(rules, state, seat, noise + seat, own.state, redeal)
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


@cache
def _imagining(game: Game) -> Any:
    """`imagine` for a game's records, with `redeal` as a function of a type.

    With the game's own `redeal` for a type it would be kept under that name in the cache that games share, and whoever
    opened it would compile the other games.
    """
    kinds = game.kernels.types
    redeal = types.FunctionType(kinds.redeal)
    signature = types.void(kinds.rules, kinds.state, types.int64, types.int64, kinds.state, redeal)
    return rule(signature, cache=False)(getattr(imagine, "py_func", imagine))


def check_helpers(function: Callable[..., Any], known: set[int] | None = None) -> None:
    """Switch on index checks in every compiled function of the user's that a function calls, and in those they call."""
    known = set() if known is None else known
    for helper in _helpers(function):
        if id(helper) in known:
            continue
        known.add(id(helper))
        check_helpers(helper.py_func, known)
        helper.targetoptions["boundscheck"] = True
        helper._cache = NullCache()  # it may hold the function without checks
        if helper.signatures:
            helper.recompile()


def _helpers(function: Callable[..., Any]) -> list[Any]:
    """The compiled functions of the user's that a function names."""
    named = inspect.getclosurevars(function)
    found = [*named.globals.values(), *named.nonlocals.values()]
    for module in [it for it in found if isinstance(it, ModuleType)]:
        found += [getattr(module, name) for name in named.unbound if hasattr(module, name)]
    return [it for it in found if isinstance(it, Dispatcher) and not is_ours(it.py_func)]


def check_answer(plugin: Strategy, compiled: Any) -> None:
    """Refuse a function whose answer is no index: a decimal number would be cut off without a word."""
    if not isinstance(compiled, Dispatcher):  # the JIT is off
        return
    answer = compiled.nopython_signatures[0].return_type
    if isinstance(answer, types.Integer | types.Boolean):
        return
    plain = ((types.Float, "a decimal number"), (types.UnicodeType | types.StringLiteral, "a text"))
    given = next((words for kind, words in plain if isinstance(answer, kind)), f"a value of type {answer}")
    if isinstance(answer, types.NoneType | types.Optional):
        given = "nothing in some cases" if isinstance(answer, types.Optional) else "nothing"
    ends = _never_returns(plugin) or f"returns {given}"
    raise WrongUse(
        f"The strategy {plugin.name!r} of {plugin.origin} must return the index of an option, a whole number from 0 to "
        f"n - 1; it {ends}."
    )


def _never_returns(plugin: Strategy) -> str:
    """What a function does that has no way to return; nothing for one that has."""
    assert plugin.function is not None
    steps = {step.opname for step in dis.get_instructions(plugin.function)}
    if any(step.startswith("RETURN_") and step != "RETURN_GENERATOR" for step in steps):
        return ""
    ends = "RAISE_VARARGS" in steps, any("JUMP" in step and "BACKWARD" in step for step in steps)
    return {(True, False): "always raises an exception", (False, True): "never ends"}.get(ends, "never returns")
