"""The game.py of a game: loaded once, its declarations read, its functions compiled on demand."""

import inspect
import linecache
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from enum import EnumMeta
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from digsite.simulator.errors import DigsiteError, Located, WrongUse
from digsite.simulator.game.authoring.declarations import Packed, sentences_of
from digsite.simulator.game.authoring.faults import explain, fault_of, in_folder
from digsite.simulator.game.authoring.pieces import Piece, describing
from digsite.simulator.game.authoring.places import Lines, WrongEntry
from digsite.simulator.game.wording import truncate
from digsite.simulator.home import Home
from digsite.simulator.kernel.jit.messages import DERIVED

FILE = "game.py"
MODULE = "game"
# The functions that a game.py may have, with their arguments. The first three or four are needed.
FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "setup": ("rules", "state", "events"),
    "legal": ("rules", "state", "options"),
    "apply": ("rules", "state", "option", "events"),
    "resolve": ("rules", "state", "events"),
    "score": ("rules", "state", "seat"),
    "tiebreak": ("rules", "state", "seat"),
    "contends": ("rules", "state", "seat"),
    "side": ("rules", "seat"),
    "worth": ("rules", "state", "seat"),
    "milestone": ("rules", "state"),
    "measure": ("rules", "state", "outcome"),
    "redeal": ("rules", "state", "seat"),
    "own_turn": ("rules", "state"),
    "prepare": ("rules",),
    "conserved": ("rules", "state"),
    "option_words": ("decision", "option"),
    "choice_words": ("rules", "state", "option"),
}
IN_PYTHON = ("prepare", "conserved", "option_words", "choice_words")  # called by plain Python, never compiled
# The tables that a game.py may have.
TABLES = (
    "STATE", "HIDDEN", "COLUMNS", "STRATEGIES", "NUDGES", "DERIVED", "MIND", "MILESTONES", "LOOKAHEAD", "WORDING", "MAX_OPTIONS",
    "PUBLIC", "PRIVATE",
)  # fmt: skip
# What these tables are, with an example.
KINDS: Mapping[str, tuple[Any, str]] = {
    "HIDDEN": (list | tuple, '(pile("deck", "drawn"),), with a comma behind each entry'),
    "COLUMNS": (list | tuple, '(column("gems", "gems in the chest"),), with a comma behind each entry'),
    "STRATEGIES": (list | tuple, "(banker,), with a comma behind each entry"),
    "NUDGES": (list | tuple, '(gain("gems", "a gem"),), with a comma behind each entry'),
    "MILESTONES": (list | tuple, '("half", "end"), with a comma behind each entry'),
    "DERIVED": (Mapping, '{"total": "number"}'),
    "MIND": (Mapping, '{"seen": "number"}'),
    "MAX_OPTIONS": (int, "100"),
    "PUBLIC": (Mapping, '{"gems": "gems in the chest"}'),
    "PRIVATE": (Mapping, '{"DRAWS": "card"}'),
}
_NEAR = 0.75  # similarity from which a name is taken for a misspelt one
NAMES = ("Stream", "Action", "Decision", "Event", "EndReason", "Option")
STRATEGY_ARGUMENTS = ("rules", "state", "seat", "options", "n", "mind")


class Source:
    """The module of a game.py, with the modules next to it that it imports."""

    def __init__(self, home: Home):
        self.home = home
        self.file = home.rules.folder / FILE
        self._compiled = False
        self._copies: dict[int, Any] = {}  # functions of the kit that check every index

    @cached_property
    def module(self) -> ModuleType:
        """Return the module, loaded without the compiler."""
        with describing():
            try:
                made = import_module(f"{self.home.rules.package}.{MODULE}")
            except Located:
                raise
            except WrongUse as problem:
                raise self.located(problem) from problem
            except Exception as problem:
                raise self._cannot_load(problem) from problem
        _name_enums(vars(made))
        self._loaded = made
        self._check(made)
        return made

    @cached_property
    def lines(self) -> Lines:
        """Return the lines at which it gives names their values."""
        return Lines("".join(linecache.getlines(str(self.file))))

    def located(self, problem: DigsiteError) -> WrongUse:
        """Return an error of a declaration with the line that made it."""
        if isinstance(problem, WrongEntry):
            line = self.lines.of(problem.table, problem.entry)
        else:
            line = _line_in(problem, self.file)
        return Located(self.file, line, problem)

    def _cannot_load(self, problem: Exception) -> WrongUse:
        if isinstance(problem, SyntaxError) and problem.filename == str(self.file):
            return self.wrong(f"this is not valid Python: {problem.msg}", problem.lineno or 0)
        fault = fault_of(problem, self.file.parent)
        return fault.error() if fault else self.wrong(f"it cannot be loaded: {explain(problem).rstrip('.')}")

    def _check(self, made: ModuleType) -> None:
        space = vars(made)
        for name in FUNCTIONS:
            if name in space:
                self._check_function(name, space[name])
        both = "apply" in space and "resolve" in space
        if both or ("apply" not in space and "resolve" not in space):
            raise self.wrong(
                "a game has either apply(rules, state, option, events), where seats choose one after another, or "
                f"resolve(rules, state, events), where all choose in secret at once; this one has {'both' if both else 'neither'}."
                f"{'' if both else self._misspelt('apply', 'resolve')}",
                self.lines.of("resolve") if both else 0,
            )
        for name in ("setup", "score", *(() if "resolve" in space or "Action" in space else ("legal",))):
            if name not in space:
                raise self.wrong(
                    f"there is no {name}; write def {name}({', '.join(FUNCTIONS[name])}).{self._misspelt(name)}"
                )
        if not isinstance(space.get("STATE"), Mapping):
            raise self.wrong(
                'there is no STATE; write STATE = {"points": "seats"}, a length for each field', self.lines.of("STATE")
            )
        self._check_tables(space)

    def _check_function(self, name: str, function: Any) -> None:
        arguments = ", ".join(FUNCTIONS[name])
        if not isinstance(function, FunctionType):
            raise self.wrong(f"{name} must be a function: def {name}({arguments})", self.lines.of(name))
        found = ", ".join(inspect.signature(function).parameters)
        if found != arguments:
            line = function.__code__.co_firstlineno
            raise self.wrong(
                f"{name} takes ({found}); write def {name}({arguments}), which digsite calls, or rename it", line
            )

    def _check_tables(self, space: Mapping[str, Any]) -> None:
        """Refuse a table that is named nearly like one that digsite reads, and tables of the wrong kind."""
        missing, used = [name for name in TABLES if name not in space], _names_used(space)
        for name, value in space.items():
            own = name.isupper() and name not in TABLES and isinstance(value, Mapping | list | tuple)
            if own and name not in used and (near := get_close_matches(name, missing, n=1, cutoff=_NEAR)):
                raise self.wrong(
                    f"{name} is no table that digsite reads. Did you mean {near[0]!r}?", self.lines.of(name)
                )
        for name, (kind, example) in KINDS.items():
            value = space.get(name, ())
            if value and not isinstance(value, kind):
                raise self.wrong(f"{name} is {_shown(value)}; write {name} = {example}", self.lines.of(name))

    def _misspelt(self, *names: str) -> str:
        """Return a question about a function of the file that is named nearly like one that is missing."""
        written = [name for name, value in vars(self._loaded).items() if isinstance(value, FunctionType)]
        found = [near for name in names for near in get_close_matches(name, written, n=1, cutoff=_NEAR)]
        return f" Is {found[0]} meant to be it?" if found else ""

    def wrong(self, what: str, line: int = 0) -> WrongUse:
        """Return the error for something that game.py says or leaves out."""
        return Located(self.file, line, what if what.endswith((".", "?")) else f"{what}.")

    def line_of(self, table: str, entry: object = None) -> int:
        """Return the line of a table or of its entry, or 0."""
        return self.lines.of(table, entry)

    def files(self) -> list[str]:
        """Return the files of game.py and of the modules next to it that it imports."""
        return [str(module.__file__) for module in self.modules()]

    def has_written(self, function: FunctionType) -> bool:
        """Return whether a function is written in these files."""
        return in_folder(function.__code__.co_filename, self.file.parent)

    def table(self, name: str, default: Any) -> Any:
        """Return a table that game.py declares, or the default."""
        return getattr(self.module, name, default)

    def has(self, name: str) -> bool:
        """Return whether game.py has this name."""
        return hasattr(self.module, name)

    @property
    def simultaneous(self) -> bool:
        """Return whether seats choose in secret and all at once."""
        return self.has("resolve")

    # ------------------------------------------------------------------------------------------------ strategies

    @cached_property
    def strategies(self) -> dict[str, FunctionType]:
        """Return its strategies by name, as plain functions."""
        found: dict[str, FunctionType] = {}
        for function in self.table("STRATEGIES", ()):
            function = getattr(function, "py_func", function)
            if not isinstance(function, FunctionType):
                raise self.wrong(
                    f"STRATEGIES lists {function!r}, which is no function; list the functions themselves, without quotes",
                    self.lines.of("STRATEGIES"),
                )
            name, line = function.__name__.replace("_", "-"), function.__code__.co_firstlineno
            if name == "random":
                raise self.wrong("every game has a strategy random already; give this one another name", line)
            if name in found:
                raise self.wrong(f"STRATEGIES lists {name} twice; leave one out", self.lines.of("STRATEGIES"))
            for parameter in inspect.signature(function).parameters.values():
                if parameter.kind is parameter.KEYWORD_ONLY:
                    if isinstance(parameter.default, bool) or not isinstance(parameter.default, int | float):
                        raise self.wrong(
                            f"the weight {parameter.name} of {name} has no number; write {parameter.name}=1 behind the *",
                            line,
                        )
                elif parameter.name not in STRATEGY_ARGUMENTS:
                    raise self.wrong(
                        f"{name} takes {parameter.name}; a strategy takes any of {', '.join(STRATEGY_ARGUMENTS)}, then * and its "
                        f"weights, as in def {function.__name__}(rules, state, seat, *, {parameter.name}=1)", line
                    )  # fmt: skip
            found[name] = function
        return found

    def strategy_tables(self) -> dict[str, Any]:
        """Return its strategies as a strategies.toml would list them."""
        return {
            name: {
                "about": (inspect.getdoc(function) or "").strip() or name,
                "weights": {it.name: {"value": float(it.default)} for it in _weights_of(function)},
            }
            for name, function in self.strategies.items()
        }

    # --------------------------------------------------------------------------------------------------- compiled

    def modules(self) -> Iterator[ModuleType]:
        """Yield game.py and the modules of its folder that it has imported."""
        package = self.home.rules.package
        yield self.module
        for name, module in list(sys.modules.items()):
            if name.startswith(f"{package}.") and module is not self.module and isinstance(module, ModuleType):
                yield module

    def compile(self) -> dict[str, Any]:
        """Compile every function of the game in place, and return the names of game.py."""
        space = vars(self.module)
        if not self._compiled:
            made: dict[int, Any] = {}
            for module in self.modules():
                for name, value in list(vars(module).items()):
                    vars(module)[name] = self._compiled_value(name, value, made)
            self._compiled = True
        return space

    def _compiled_value(self, name: str, value: Any, made: dict[int, Any]) -> Any:
        from digsite.simulator.kernel.jit.compile import inlined, rule

        if isinstance(value, Piece):
            return self.of_kit(value.found())
        if isinstance(value, Packed):
            for part in (*value.sizes, "of"):
                function = vars(value)[part]
                vars(value)[part] = (
                    made.setdefault(id(function), rule(function)) if isinstance(function, FunctionType) else function
                )
            return value
        own = isinstance(value, FunctionType) and value.__module__.startswith(self.home.rules.package)
        if not own or name in IN_PYTHON:
            return value
        if id(value) not in made:
            once = name in ("legal", "apply", "resolve")  # called by what is derived, and hardly by anything else
            made[id(value)] = (inlined if once else rule)(_with_plain_arguments(value))
        return made[id(value)]

    def of_kit(self, function: Any) -> Any:
        """Return a function of the kit as rules call it: it checks every index if they do."""
        from digsite.simulator.kernel.jit.compile import checked_copy, checks_indices

        group = self.home.name
        return checked_copy(function, group, self._copies) if checks_indices(group) else function

    def add(self, text: str) -> dict[str, Any]:
        """Run a text that digsite derives, in the names of game.py, and return these."""
        space, file = vars(self.module), str(self.home.rules.folder / DERIVED)
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        exec(compile(text, file, "exec"), space)
        return space


def _weights_of(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return [it for it in inspect.signature(function).parameters.values() if it.kind is it.KEYWORD_ONLY]


def arguments_of(function: FunctionType) -> str:
    """Return what a strategy is called with: what it asks for by name, then its weights."""
    handed = [
        "mind.notes" if it.name == "mind" else it.name
        for it in inspect.signature(function).parameters.values()
        if it.kind is not it.KEYWORD_ONLY
    ]
    return ", ".join([*handed, *(f"weights[{at}]" for at in range(len(_weights_of(function))))])


def _with_plain_arguments(function: FunctionType) -> FunctionType:
    """Return a function whose keywords are plain arguments, which the compiler knows."""
    code = function.__code__
    if not code.co_kwonlyargcount:
        return function
    plain = code.replace(co_argcount=code.co_argcount + code.co_kwonlyargcount, co_kwonlyargcount=0)
    made = FunctionType(plain, function.__globals__, function.__name__)
    made.__module__, made.__qualname__, made.__doc__ = function.__module__, function.__qualname__, function.__doc__
    return made


def _names_used(space: Mapping[str, Any]) -> set[str]:
    """Return the names that functions and sentences of a file use."""
    used = {name for it in space.values() if isinstance(it, FunctionType) for name in it.__code__.co_names}
    kinds: Any = space.get("Event")
    for sentence in sentences_of(kinds).values():
        used.update(sentence.tables)
    return used


def _shown(value: Any) -> str:
    """Return a wrong value, cut for a sentence."""
    named = getattr(value, "__name__", "")
    return truncate(f"the {type(value).__name__} {named or repr(value)}", 60)


def _name_enums(space: dict[str, Any]) -> None:
    """Name the enums of a file as the file does: cached code finds them by their names."""
    for name, value in space.items():
        if isinstance(value, EnumMeta) and value.__module__ == space["__name__"]:
            value.__name__ = value.__qualname__ = name


def _line_in(problem: BaseException, file: Path) -> int:
    """Return the last line of a file that a traceback passes, or 0."""
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if Path(frame.filename) == file]
    return (lines[-1] or 0) if lines else 0
