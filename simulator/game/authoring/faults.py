"""Faults in a game.py: what is wrong, where, and what to do, worked out from an exception of plain Python."""

import builtins
import re
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import EnumMeta
from pathlib import Path
from types import ModuleType
from typing import Any, Self

from digsite.simulator.errors import Located, WrongUse, line_of, nearest
from digsite.simulator.game.authoring.declarations import ADDED
from digsite.simulator.game.wording import listed
from digsite.simulator.kernel.jit.messages import DERIVED

_LONGEST = 300  # letters of a message of Python's


class RuleFault(Exception):
    """A mistake of a rule or a strategy, found while it runs; `function` has it, if no line of it does."""

    def __init__(self, what: str, function: Callable[..., Any] | None = None):
        super().__init__(what)
        self.function = function


class NoField(RuleFault, AttributeError):
    """A record has no field of this name."""


class NoEntry(RuleFault, IndexError):
    """A row has no entry at this index."""


@dataclass(frozen=True)
class Fault:
    """One mistake in a file.

    file: the file; line: its line, or 0; code: that line, if it is short.
    what: what is wrong and what to do, one or two sentences.
    """

    file: str
    line: int
    code: str
    what: str

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the fault from plain data."""
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the fault as a sentence."""
        return str(self.error())

    def error(self, details: str = "") -> Located:
        """Return the fault as an error."""
        return Located(self.file, self.line, self.what, code=self.code, details=details)


def fault_of(problem: BaseException, folder: Path, function: Callable[..., Any] | None = None) -> Fault | None:
    """Return the fault behind an exception: at the innermost line in the folder that it passed through.

    function: where the fault is if no line of the folder is in the traceback; without it there is none.
    """
    problem = first_cause(problem)
    frame = _innermost(problem, folder)
    function = getattr(problem, "function", None) or (function if frame is None else None)
    what = explain(problem, frame.tb_frame.f_globals if frame else {})
    if function is not None:
        code = function.__code__
        return Fault(code.co_filename, code.co_firstlineno, "", what)
    if frame is None:
        return None
    file, line = frame.tb_frame.f_code.co_filename, frame.tb_lineno
    return Fault(file, line, line_of(file, line), what)


def first_cause(problem: BaseException) -> BaseException:
    """Return the exception that caused this one."""
    while problem.__cause__ is not None:
        problem = problem.__cause__
    return problem


def _innermost(problem: BaseException, folder: Path) -> Any:
    """Return the innermost entry of a traceback that is in a file of the folder."""
    found = None
    entry = problem.__traceback__
    while entry is not None:
        if in_folder(entry.tb_frame.f_code.co_filename, folder):
            found = entry
        entry = entry.tb_next
    return found


def in_folder(file: str, folder: Path) -> bool:
    """Return whether code is the author's: in the folder of the game, and not derived."""
    path = Path(file)
    return path.is_relative_to(folder) and path.name != DERIVED


# -------------------------------------------------------------------------------------------------- in words


def explain(problem: BaseException, names: Mapping[str, Any] | None = None) -> str:
    """Return what an exception means and what to do, as one or two sentences; `names` are those of its file."""
    if isinstance(problem, RuleFault | WrongUse):
        return str(problem)
    for kind, explained in _EXPLAINED.items():
        if isinstance(problem, kind):
            return explained(problem, names or {})
    return _plainly(problem, names or {})


def _plainly(problem: BaseException, _names: Mapping[str, Any]) -> str:
    message = " ".join(str(problem).split())[:_LONGEST].rstrip(".")
    return f"{type(problem).__name__}: {message}." if message else f"{type(problem).__name__}."


def _no_attribute(problem: Any, names: Mapping[str, Any]) -> str:
    owner, name = getattr(problem, "obj", None), getattr(problem, "name", None)
    if not isinstance(name, str):
        return _plainly(problem, names)
    if isinstance(owner, EnumMeta):
        members = [it for it in owner.__members__ if it not in ADDED]
        return f"{owner.__name__} has no {name}.{nearest(name, members) or f' It has {listed(members)}.'}"
    if isinstance(owner, ModuleType):
        known = [it for it in dir(owner) if not it.startswith("_")]
        return f"{owner.__name__.rpartition('.')[2]} has no {name}.{nearest(name, known)}"
    return f"{_kind(owner)} has no {name}.{nearest(name, dir(owner))}"


def _kind(value: Any) -> str:
    """Return what a value is, in plain words."""
    kinds = ((bool, "a truth value"), (int, "a whole number"), (float, "a decimal number"), (str, "a text"))
    return next((words for kind, words in kinds if isinstance(value, kind)), f"a {type(value).__name__}").capitalize()


def _no_name(problem: Any, names: Mapping[str, Any]) -> str:
    from digsite.simulator.game.authoring.pieces import KIT

    name = problem.name or ""
    if name in KIT:
        return f"{name} is not imported. Write at the top of the file: from digsite.kit import {name}"
    known = [it for it in (*names, *dir(builtins)) if not it.startswith(("_", "derived_"))]
    return f"There is no {name} here.{nearest(name, known) or ' Give it a value first, or import it.'}"


def _no_value(problem: Any, _names: Mapping[str, Any]) -> str:
    name = problem.name or next(iter(re.findall(r"'(\w+)'", str(problem))), "A name")
    return f"{name} has no value yet. Give it one before this line, on every way that leads here."


def _wrong_type(problem: TypeError, names: Mapping[str, Any]) -> str:
    text = str(problem)
    if "'float' object cannot be interpreted as an integer" in text:
        return "A whole number is needed here, and this is a decimal number. Divide with // instead of /, or use int()."
    if "'NoneType'" in text:
        return f"A value is missing here ({text}). Does a function end without return?"
    return _plainly(problem, names).removeprefix("TypeError: ")


def _division(_problem: Exception, _names: Mapping[str, Any]) -> str:
    return "This divides by 0. Check first that the divisor is not 0."


def _endless_calls(problem: BaseException, _names: Mapping[str, Any]) -> str:
    calls = [frame.name for frame in traceback.extract_tb(problem.__traceback__)]
    return f"{calls[-1] if calls else 'A function'} calls itself without end. Use a loop, or add a case that ends it."


def _index(_problem: Exception, _names: Mapping[str, Any]) -> str:
    return "There is no entry at this index: the index is below 0 or beyond the last entry."


def _key(problem: KeyError, _names: Mapping[str, Any]) -> str:
    return f"There is no entry {problem}."


def _assertion(problem: AssertionError, _names: Mapping[str, Any]) -> str:
    return f"This assertion does not hold{f': {problem}' if str(problem) else ''}."


_EXPLAINED: dict[type[BaseException], Callable[[Any, Mapping[str, Any]], str]] = {
    UnboundLocalError: _no_value,
    NameError: _no_name,
    AttributeError: _no_attribute,
    ZeroDivisionError: _division,
    RecursionError: _endless_calls,
    IndexError: _index,
    KeyError: _key,
    TypeError: _wrong_type,
    AssertionError: _assertion,
}
