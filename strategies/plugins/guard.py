"""The guard around a plug-in: it gets copies, so that it can neither change the game nor see what is hidden."""

import dis
from collections.abc import Callable
from functools import cache
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.game import Game
from digsite.simulator.kernel.jit.compile import is_ours, kernel, rule
from digsite.simulator.kernel.jit.memory import copy_record, view_as
from digsite.simulator.kernel.jit.signatures import WHOLE_OPTIONS, WHOLE_WEIGHTS
from digsite.simulator.kernel.search.imagine import imagine
from digsite.strategies.minds import guard_of, minds_of, own_mind
from digsite.strategies.plugins.load import takes_mind
from digsite.strategies.registry import Strategy


def guarded_strategy(game: Game, plugin: Strategy, blind: bool = True) -> Any:
    """Return a plug-in's function as a strategy of the game, behind its guard.

    If not `blind`, it is shown the state as it is, to find out whether it chooses by what is hidden. It and the user's
    functions that it calls are compiled with checked indices; a division by zero is an error as in plain Python.
    """
    function = plugin.function
    assert function is not None
    remembers = takes_mind(plugin)
    kernels, mind = game.kernels, own_mind(plugin.mind)
    handed = [kernels.types.rules, kernels.types.state, types.int64, WHOLE_OPTIONS, types.int64, WHOLE_WEIGHTS]
    signature = (*handed, *[numba.from_dtype(mind)] * remembers)
    inner = kernel(signature, cache=False, error_model="python")(with_checked_helpers(function))
    check_answer(plugin, inner)
    guard = np.zeros(0, guard_of(game, len(plugin.weights), mind))
    redeal, noise, imagined = kernels.redeal, int(game.records.streams["NOISE"]), _imagining(game)

    @kernel(None, cache=False)
    def prepare(rules, state, seat, options, n, weights, own):
        copy_record(own.rules, rules)
        if blind:
            imagined(rules, state, seat, noise + seat, own.state, redeal)
        else:
            copy_record(own.state, state)
        for i in range(n):
            own.options[i] = options[i]
        for i in range(len(own.weights)):
            own.weights[i] = weights[i]

    def with_mind(rules, state, seat, options, n, weights, mind):
        own = view_as(mind.notes, guard)
        prepare(rules, state, seat, options, n, weights, own)
        return inner(own.rules, own.state, seat, own.options[:n], n, own.weights[:], own.mind)

    def without_mind(rules, state, seat, options, n, weights, mind):
        own = view_as(mind.notes, guard)
        prepare(rules, state, seat, options, n, weights, own)
        return inner(own.rules, own.state, seat, own.options[:n], n, own.weights[:])

    return kernel(minds_of(game.id).choose, cache=False)(with_mind if remembers else without_mind)


@cache
def _imagining(game: Game) -> Any:
    """Return `imagine` for a game's records, with `redeal` as a function of a type.

    With the game's own `redeal` as a type, it would be stored under that name in the cache that games share, and
    opening the cache would compile the other games.
    """
    kinds = game.kernels.types
    redeal = types.FunctionType(kinds.redeal)
    signature = types.void(kinds.rules, kinds.state, types.int64, types.int64, kinds.state, redeal)
    return rule(signature, cache=False)(getattr(imagine, "py_func", imagine))


def with_checked_helpers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a copy of a function that calls copies of the user's compiled functions, which check every index.

    The user's functions themselves stay as they are, cache included: other code may call them.
    """
    copy: Callable[..., Any] = _copied(function)
    _call_checked(copy, {})
    return copy


def _copied(function: Callable[..., Any]) -> Any:
    """Return a copy of a function whose names can get other values without changing the original."""
    assert isinstance(function, FunctionType)
    cells = tuple(CellType(cell.cell_contents) for cell in function.__closure__ or ())
    copy = FunctionType(function.__code__, dict(function.__globals__), None, function.__defaults__, cells)
    copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, function.__qualname__, function.__doc__
    return copy


def _call_checked(copy: Any, known: dict[int, Any]) -> None:
    """Make a copy call the checked copies of compiled functions; `known` has the existing ones by their originals' ids."""
    names = _names(copy.__code__)
    for name in names & copy.__globals__.keys():
        copy.__globals__[name] = _checked(copy.__globals__[name], names, known)
    for cell in copy.__closure__:
        cell.cell_contents = _checked(cell.cell_contents, names, known)


def _names(code: CodeType) -> set[str]:
    """Return the names that a function looks up, as variables of its module or as attributes."""
    return set(code.co_names).union(*(_names(it) for it in code.co_consts if isinstance(it, CodeType)))


def _checked(value: Any, names: set[str], known: dict[int, Any]) -> Any:
    """Return a copy of a value for a checked function if it is a user's compiled function or module, else the value."""
    if isinstance(value, ModuleType):
        own = {name: vars(value)[name] for name in names if _is_users(vars(value).get(name))}
        if not own:
            return value
        module = ModuleType(value.__name__)
        vars(module).update(vars(value) | {name: _checked(it, names, known) for name, it in own.items()})
        return module
    if not _is_users(value):
        return value
    if id(value) not in known:
        copy = _copied(value.py_func)
        made = type(value)(copy, value.locals, value.targetoptions | {"boundscheck": True})
        known[id(value)] = made  # before looking at what it calls, which may be itself
        _call_checked(copy, known)
        if not value._can_compile:  # compiled for declared types only
            for signature in value.nopython_signatures:
                made.compile(signature)
            made.disable_compile()
    return known[id(value)]


def _is_users(value: Any) -> bool:
    return isinstance(value, Dispatcher) and not is_ours(value.py_func)


def check_answer(plugin: Strategy, compiled: Any) -> None:
    """Raise a WrongUse for a function whose answer is not an index: a decimal number would silently be cut off."""
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
    """Return what a function does that never returns; an empty text for any other."""
    assert plugin.function is not None
    steps = {step.opname for step in dis.get_instructions(plugin.function)}
    if any(step.startswith("RETURN_") and step != "RETURN_GENERATOR" for step in steps):
        return ""
    ends = "RAISE_VARARGS" in steps, any("JUMP" in step and "BACKWARD" in step for step in steps)
    return {(True, False): "always raises an exception", (False, True): "never ends"}.get(ends, "never returns")
