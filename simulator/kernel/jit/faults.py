"""Why a user's function cannot be compiled, as a sentence; the compiler's own message goes into the details."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import types

from digsite.simulator.errors import Located, WrongUse, line_of, nearest
from digsite.simulator.home import home_of
from digsite.simulator.kernel.jit.messages import AT_LENGTH, DERIVED, first_statement, meaning, place_in, reason


def fault(function: Callable[..., Any], signature: Any, problem: Exception) -> WrongUse | None:
    """Return the error for a function of a user's game that cannot be compiled; None for one of ours."""
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    if not ((home := home_of(file)) and home.own):
        return None
    text = str(problem)
    if isinstance(problem, KeyError):  # numba's error for a field that a record does not have
        name = str(problem.args[0])
        why = f"no record has a field {name!r}.{nearest(name, _fields(signature))}"
    elif place := place_in(text, home.rules.folder, DERIVED) if Path(file).name == DERIVED else None:
        why = f"this cannot be compiled: {meaning(text) or first_statement(text)}; "
        return Located(*place, why, AT_LENGTH, ".", code=line_of(*place), details=text)
    else:
        why = f"{reason(text, file)}."
    return WrongUse(f"{file}: {function.__name__} (line {line}) cannot be compiled: {why}", details=text)


def _fields(signature: Any) -> list[str]:
    records = [kind for kind in signature.args if isinstance(kind, types.Record)]
    return list(dict.fromkeys(name for kind in records for name in kind.fields))
