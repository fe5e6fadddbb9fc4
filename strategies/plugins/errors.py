"""Errors of a plug-in in one sentence: common mistakes found before compiling, and compiler messages cut short."""

import dis
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from digsite.simulator.errors import Worded, WrongUse
from digsite.simulator.game.game import Game
from digsite.simulator.game.wording import cut
from digsite.strategies.plugins.randomness import SOURCES, functions_of, named_in, refuse_chance
from digsite.strategies.registry import Strategy

_LONGEST = 240


def check_text(game: Game, plugin: Strategy) -> None:
    """Raise a WrongUse for anything that cannot be compiled in a plug-in's function or its helpers."""
    assert plugin.function is not None
    for function in functions_of(plugin.function, set()):
        for module, line in _imports(function):
            if source := next((said for name, said in SOURCES.items() if f"{module}.".startswith(f"{name}.")), ""):
                refuse_chance(game, plugin, source)
            raise cannot(
                plugin, f"it imports {module} within the function, on line {line}; put imports at the top of the file"
            )
        if ends := _ends_the_program(function):
            raise cannot(
                plugin, f"it ends the program with {ends}; return the index of an option, or raise an exception"
            )
        if inspect.isgeneratorfunction(function):
            raise cannot(plugin, "it yields; return the index of an option")
    for helper in helpers_of(plugin.function):
        if helper.targetoptions.get("parallel"):
            why = "games are played on all threads already; leave parallel=True out"
            raise cannot(plugin, f"its helper {helper.py_func.__name__} is compiled with parallel=True, and {why}")


def helpers_of(function: Callable[..., Any], known: set[int] | None = None) -> Iterator[Any]:
    """Yield the compiled functions that a function names, and those that they name."""
    known = set() if known is None else known
    for value in named_in(function):
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


def cannot(plugin: Strategy, *why: str | Worded, details: str = "") -> WrongUse:
    """Return the error for a plug-in that cannot be compiled, with the reason."""
    return WrongUse(f"The strategy {plugin.name!r} of {plugin.origin} cannot be compiled: ", *why, ".", details=details)


def in_a_sentence(text: str, file: str) -> str:
    """Return a compiler's long message as part of a sentence: its first statement, and the line it is about.

    >>> in_a_sentence("Failed in nopython mode pipeline (step: nopython frontend)\\nNo such thing.\\n\\nFile 'a.py', line 6:", "a.py")
    'on line 6, no such thing'
    """
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    line = re.search(r"line (\d+)", plain) or re.search(rf"{re.escape(file)} \((\d+)\)", plain)
    told = re.sub(r"^Failed in \w+ mode pipeline \(step: [^)]*\)", "", plain.strip())
    told = re.split(r"\n\s*\n|\n\s*File |\bDuring: |\bRaised from ", told.strip())[0]
    told = " ".join(told.split()).rstrip(". ")
    told = cut(told, _LONGEST)
    told = told[:1].lower() + told[1:] if told[1:2].islower() and not re.match(r"\w+Error", told) else told
    return f"on line {line[1]}, {told}" if line else told
