"""The compiler's long messages in a sentence, for what users write: strategies and games."""

import os
import re
from collections.abc import Callable
from pathlib import Path

from digsite.simulator.options import OPTIONS, Phrase

DERIVED = "derived.py"  # the file that functions are said to come from which digsite writes for a game
_LONGEST = 240
AT_LENGTH = Phrase(
    f"{OPTIONS['verbose'].typed} prints the compiler's full message",
    "the error's details have the compiler's full message",
)
_NO_ROWS = (
    "this makes a list, a row or a text, which rules and strategies cannot; use a tuple, a loop, or a row of the state"
)
_OPERATORS = {
    "contains": "in", "iadd": "+=", "isub": "-=", "imul": "*=", "add": "+", "sub": "-", "mul": "*", "truediv": "/",
    "floordiv": "//", "mod": "%", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "getitem": "[...]",
    "setitem": "[...] =", "neg": "-", "not_": "not", "and_": "&", "or_": "|", "pow": "**",
}  # fmt: skip
# What numba says, and what it means to the author of a rule or a strategy.
_MEANINGS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"NRT required but not enabled", lambda _found: _NO_ROWS),
    (r"Only accept returning of array passed into the function", lambda _found: _NO_ROWS),
    (
        r"Cannot unify (.+) and (.+) for '([^'.]+)(?:\.\d+)*'",
        lambda found: f"{_plain(found[3])} is {_kind(found[1])} on one way to this line and {_kind(found[2])} on another; give it one kind of value",
    ),
    (
        r"Can't unify return type from the following types: (.+)",
        lambda found: f"the function returns {' and '.join(dict.fromkeys(map(_kind, _split(found[1]))))}; let every return give one kind of value",
    ),
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class '(\w+)'>",
        lambda found: f"{found[1]} is a {found[2]}, which compiled code cannot use; make it a number or a tuple",
    ),
    (
        r"The use of a (?:reflected )?(list|set|dict)\S*.* type, assigned to variable '(\w+)' in globals",
        lambda found: f"{found[2]} is a {found[1]}, which compiled code cannot use; make it a tuple",
    ),
    (r"NameError: name '(\w+)' is not defined", lambda found: f"there is no {found[1]} here"),
    (r"Unknown attribute '(\w+)' of type (.+)", lambda found: f"{_kind(found[2])} has no {found[1]}"),
    (r"unsupported opcode \(STORE_GLOBAL\)", lambda _found: "this changes a name of the file; only the state may change"),
    (
        r"No implementation of function Function\(<(?:built-in function|class) '?(\w+)'?>\) found for signature:\s*>>> \w+\((.*)\)",
        lambda found: f"`{_OPERATORS.get(found[1], found[1])}` cannot be compiled for {_listed(_split(found[2]))}",
    ),
    (
        r"Invalid use of type\(\w+\(<function (\w+) at \w+>\)\) with parameters \((.*)\)",
        lambda found: f"{found[1]} cannot be called with {_listed(_split(found[2]))}",
    ),
    (r"Cannot bind 'args=", lambda _found: "a function is called here with too few or too many values"),
)  # fmt: skip


def meaning(text: str) -> str:
    """Return what a message of the compiler means, as part of a sentence; an empty text if that is not known.

    >>> meaning("Cannot unify Literal[str](a) and Literal[int](2) for 'kind.2', defined at game.py (72)")
    'kind is a text on one way to this line and a whole number on another; give it one kind of value'
    >>> meaning("Unknown attribute 'append' of type nestedarray(int32, (4, 8))"), meaning("Something new.")
    ('a row has no append', '')
    """
    plain = without_colours(text)
    found = [(match, words) for pattern, words in _MEANINGS if (match := re.search(pattern, plain))]
    first = min(found, key=lambda it: it[0].start(), default=None)
    return first[1](first[0]) if first else ""


def _plain(name: str) -> str:
    """Return a name of the author's; names of the compiler's begin with $."""
    return "a value" if name.startswith("$") else name


def _split(types: str) -> list[str]:
    """Return a list of types, in which types may have commas of their own."""
    found, depth = [""], 0
    for letter in types:
        depth += (letter in "([<{") - (letter in ")]>}")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [it.strip() for it in found]


def _listed(types: list[str]) -> str:
    return " and ".join(map(_kind, types)) if types != [""] else "no arguments"


_KINDS = {
    r"(Literal\[)?u?int\d*\b": "a whole number",
    r"(Literal\[)?float\d*": "a decimal number",
    r"(Literal\[)?bool": "a truth value",
    r"Literal\[str\]|unicode": "a text",
    r"[Nn]one": "nothing",
    r"(Uni|Named)?Tuple": "a tuple",
    r"(unaligned )?(nested)?array|bare": "a row",
    r"(reflected )?[Ll]ist": "a list",
    r"IntEnum class": "the list of names",
    r"IntEnum": "a name of a list",
    r"Record": "a record",
    r"Dict": "a dictionary",
    r"Optional|OptionalType": "a value that may be missing",
}


def _kind(numbas: str) -> str:
    """Return a type of the compiler's in plain words."""
    return next((words for begins, words in _KINDS.items() if re.match(begins, numbas)), numbas)


def place_in(text: str, folder: Path, aside: str = "") -> tuple[str, int] | None:
    """Return the innermost file and line of a folder that a message of the compiler is about, if it names one.

    aside: the name of a file that does not count.

    >>> place_in('During: typing of call at /home/pig/game.py (7)\\nFile "pig/game.py", line 5:', Path("/home/pig"))
    ('/home/pig/game.py', 7)
    """
    for found in re.finditer(r'(\S+\.py) \((\d+)\)|File "([^"]+\.py)", line (\d+)', without_colours(text)):
        path = Path(found[1]) if found[1] else _whole(found[3], folder)
        if path.is_relative_to(folder) and path.name != aside:
            return str(path), int(found[2] or found[4])
    return None


def _whole(shown: str, folder: Path) -> Path:
    """Return the file that the compiler shows by its path from the current folder."""
    path = Path(os.path.abspath(shown))
    within = folder / Path(shown).name
    return path if path.is_relative_to(folder) or not within.is_file() else within


def without_colours(text: str) -> str:
    """Return a text without the codes that colour it in a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def reason(text: str, file: str) -> str:
    """Return a compiler's long message as part of a sentence: its first statement, and the line it is about.

    >>> reason("Failed in nopython mode pipeline (step: nopython frontend)\\nNo such thing.\\n\\nFile 'a.py', line 6:", "a.py")
    'on line 6, no such thing'
    """
    plain = without_colours(text)
    line = re.search(r"line (\d+)", plain) or re.search(rf"{re.escape(file)} \((\d+)\)", plain)
    message = meaning(plain) or first_statement(plain)
    return f"on line {line[1]}, {message}" if line else message


def first_statement(text: str) -> str:
    """Return the first statement of a compiler's message, as part of a sentence."""
    message = re.sub(r"^(Failed in \w+ mode pipeline \(step: [^)]*\)\s*)+", "", text.strip())
    message = re.split(r"\n\s*\n|\n\s*File |\bDuring: |\bRaised from ", message.strip())[0]
    message = " ".join(message.split()).rstrip(". ")
    message = message if len(message) <= _LONGEST else message[: _LONGEST - 1].rstrip(" .,;") + "…"
    return (
        message[:1].lower() + message[1:] if message[1:2].islower() and not re.match(r"\w+Error", message) else message
    )
