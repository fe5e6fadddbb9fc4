"""Errors of a plug-in in one sentence: common mistakes found before compiling, and compiler messages cut short."""

import dis
import inspect
import sys
from collections.abc import Callable, Iterator
from typing import Any

from digsite.simulator.errors import Worded, WrongUse
from digsite.simulator.game.chance_sources import SOURCES
from digsite.simulator.game.game import Game
from digsite.strategies.plugins.randomness import functions_of, named_objects, refuse_chance
from digsite.strategies.registry import Strategy


def check_text(game: Game, plugin: Strategy) -> None:
    """Raise a WrongUse for anything that cannot be compiled in a plug-in's function or its helpers."""
    assert plugin.function is not None
    for function in functions_of(plugin.function, set()):
        for module, line in _imports(function):
            if source := next((said for name, said in SOURCES.items() if f"{module}.".startswith(f"{name}.")), ""):
                refuse_chance(game, plugin, source)
            raise compile_error(
                plugin, f"it imports {module} within the function, on line {line}; put imports at the top of the file"
            )
        if ends := _ends_the_program(function):
            raise compile_error(
                plugin, f"it ends the program with {ends}; return the index of an option, or raise an exception"
            )
        if inspect.isgeneratorfunction(function):
            raise compile_error(plugin, "it yields; return the index of an option")
    for helper in helpers_of(plugin.function):
        if helper.targetoptions.get("parallel"):
            why = "games are played on all threads already; leave parallel=True out"
            raise compile_error(
                plugin, f"its helper {helper.py_func.__name__} is compiled with parallel=True, and {why}"
            )


def helpers_of(function: Callable[..., Any], known: set[int] | None = None) -> Iterator[Any]:
    """Yield the compiled functions that a function names, and those that they name."""
    known = set() if known is None else known
    for value in named_objects(function):
        if hasattr(value, "py_func") and hasattr(value, "targetoptions") and id(value) not in known:
            known.add(id(value))
            yield value
            yield from helpers_of(value.py_func, known)


def _imports(function: Callable[..., Any]) -> list[tuple[str, int]]:
    """Return the modules that a function imports when it is called, with their lines."""
    found, line = [], function.__code__.co_firstlineno
    for step in dis.get_instructions(function):
        line = step.starts_line or line
        if step.opname == "IMPORT_NAME":
            found.append((str(step.argval), int(line)))
    return found


def _ends_the_program(function: Callable[..., Any]) -> str:
    """Return how a function ends the program; an empty text if it does not."""
    loaded: Any = None  # the global named by the previous instruction
    for step in dis.get_instructions(function):
        if loaded is sys and step.argval == "exit":
            return "sys.exit"
        loaded = function.__globals__.get(step.argval) if step.opname == "LOAD_GLOBAL" else None
        if step.opname == "LOAD_GLOBAL" and step.argval not in function.__globals__ and step.argval in ("exit", "quit"):
            return str(step.argval)
    return ""


def compile_error(plugin: Strategy, *why: str | Worded, details: str = "") -> WrongUse:
    """Return the error for a plug-in that cannot be compiled, with the reason."""
    return WrongUse(f"The strategy {plugin.name!r} of {plugin.origin} cannot be compiled: ", *why, ".", details=details)
