"""Faults in the code of a user's game, as sentences: the file and the line, what is wrong there, and what to do."""

import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from digsite.simulator.errors import DigsiteError, WrongUse, is_interrupt, nearest, short_message

# What the parts of a game declare: by module, each name and how it is written.
_PARTS = {
    "rules": {"Rules": "Rules = np.dtype([...], align=True)", "build": "def build(figures, seats)"},
    "state": {
        "State": "State = np.dtype([*common_fields(...), ...], align=True)",
        "Stream": "class Stream(IntEnum)",
        "Decision": "class Decision(IntEnum)",
        "Event": "class Event(IntEnum)",
        "EndReason": "class EndReason(IntEnum)",
    },
    "options": {"MAX_OPTIONS": "MAX_OPTIONS = 10"},
    "columns": {"COLUMNS": "COLUMNS = (Column(...), ...)", "OUTCOME": "OUTCOME = outcome_of(COLUMNS, MAX_SEATS)"},
    "ops": {"OPS": "OPS = Vocabulary(...)"},
    "moves": {
        "TYPES": "TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)",
        "setup": "def setup(rules, state, events)",
        "legal": "def legal(rules, state, options)",
        "apply": "def apply(rules, state, option, events)",
        "score": "def score(rules, state, outcome)",
    },
    "moves.nudges": {
        "own_turn": "def own_turn(rules, state)",
        "held": "def held(rules, state, seat, which)",
        "nudge": "def nudge(rules, state, seat, which, amount, chance, events)",
    },
    "moves.open_table": {"shuffle_unseen": "def shuffle_unseen(rules, state, seat)"},
    "questions": {"QUESTIONS": 'QUESTIONS = (Question("name", "what it answers"),)'},
}
_OF_A_GAME = 2  # names in its package: digsite_games.pig
_OF_A_PLAYER = {"choose": "def choose(rules, state, seat, options, n, weights, mind)"}
_OF_A_QUESTION = {"answer": "def answer(view)"}


def import_part(module: str) -> ModuleType:
    """Import a module of a user's game; raise `WrongUse` for a fault in its code, or in the code that it imports."""
    package = ".".join(module.split(".")[:_OF_A_GAME])
    with as_sentences(Path(sys.modules[package].__path__[0]), package):
        return import_module(module)


def declared(module: ModuleType, name: str) -> Any:
    """Return what a module of a game declares; raise `WrongUse` if it does not."""
    try:
        return getattr(module, name)
    except AttributeError:
        raise undeclared(module, name) from None


def undeclared(module: ModuleType, name: str) -> WrongUse:
    """Return the error for a name that a module of a game lacks, with the nearest one it has, and how it is written."""
    return WrongUse(f"{module.__file__} does not declare {name}.{_near(name, module)} {_advice(module.__name__, name)}")


def _near(name: str, module: ModuleType) -> str:
    return nearest(name, [known for known in vars(module) if not known.startswith("_")])


def _advice(module: str, name: str) -> str:
    known = _names_of(".".join(module.split(".")[_OF_A_GAME:]))
    return f"Write {known[name]}." if name in known else f"Add {name}."


@contextmanager
def as_sentences(folder: Path, package: str = "", passing: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Turn an exception from the files in a game's folder into a `WrongUse` that says where it was and what to do.

    passing: exceptions that the caller explains better.
    """
    try:
        yield
    except DigsiteError as problem:
        at = _place(problem, folder) if package else ""  # a game that refuses figures means what it says
        if not at or at.partition(",")[0] in str(problem):
            raise
        raise WrongUse(f"{at}: ", problem) from problem
    except SystemExit as problem:
        raise WrongUse(
            f"{_place(problem, folder) or folder}, ends the program with sys.exit; leave that out."
        ) from problem
    except Exception as problem:
        if is_interrupt(problem) or isinstance(problem, passing) or not (package or _place(problem, folder)):
            raise
        raise _fault(problem, folder, package) from problem


class GameFault(WrongUse):
    """Code of a game that stops with an exception of Python's, where a refusal would be a sentence of its author's."""


def _fault(problem: Exception, folder: Path, package: str) -> WrongUse:
    at = _place(problem, folder) or str(folder)
    if isinstance(problem, SyntaxError):
        return WrongUse(f"{at}, is not Python: {problem.msg}. Correct that line.")
    if isinstance(problem, ModuleNotFoundError) and problem.name:
        return WrongUse(_no_module(problem.name, at, folder, package))
    if isinstance(problem, ImportError) and (found := re.match(r"cannot import name '(\w+)'", str(problem))):
        return WrongUse(_no_name(found[1], problem, at, package))
    said = f": {message}" if (message := short_message(problem)) else ""
    return GameFault(f"{at}, stops with {type(problem).__name__}{said}. Correct that line.")


def _no_module(name: str, at: str, folder: Path, package: str) -> str:
    if not package or not name.startswith(f"{package}."):
        return f"{at}, imports {name}, which is not installed. Correct the name, or install it."
    part = name[len(package) + 1 :]
    near = nearest(part, [known for known in _modules(folder) if known.count(".") == part.count(".")])
    if at == str(folder):  # digsite itself asked for it
        known = ", ".join(_names_of(part))
        return f"The game in {folder} has no {_file(part)}.{near} Write one that declares {known}."
    return f"{at}, imports {_file(part)}, which the game does not have.{near} Correct the name, or write the file."


def _no_name(name: str, problem: ImportError, at: str, package: str) -> str:
    module = str(problem.name)
    own = package and module.startswith(f"{package}.")
    where = _file(module[len(package) + 1 :]) if own else module
    if "partially initialized" in str(problem):
        return f"{at}, imports {name} from {where} while the two import each other. Move {name} to a file of its own."
    if own and not getattr(sys.modules.get(module), "__file__", None):
        return f"{at}, imports {name} from {where}, which the game does not have. Write the file."
    near = nearest(name, [known for known in dir(sys.modules.get(module)) if not known.startswith("_")])
    return f"{at}, imports {name} from {where}, which does not declare it.{near} Correct the name, or declare it there."


def _names_of(part: str) -> dict[str, str]:
    return _PARTS.get(part) or (_OF_A_QUESTION if part.startswith("questions.") else _OF_A_PLAYER)


def _file(part: str) -> str:
    return f"{part.replace('.', '/')}.py"


def _modules(folder: Path) -> list[str]:
    """Return the modules of a game, such as moves.legal."""
    found = [path.relative_to(folder).with_suffix("") for path in folder.glob("**/*.py")]
    return [".".join(path.parent.parts if path.name == "__init__" else path.parts) for path in found]


def _place(problem: BaseException, folder: Path) -> str:
    """Return the last line of the folder's files that an exception passed through: FILE, line N; empty if none."""
    if isinstance(problem, SyntaxError) and problem.filename and Path(problem.filename).is_relative_to(folder):
        return f"{problem.filename}, line {problem.lineno}"
    frames = [
        frame for frame in traceback.extract_tb(problem.__traceback__) if Path(frame.filename).is_relative_to(folder)
    ]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else ""
