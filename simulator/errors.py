"""Errors on the user's side: one sentence that says what is wrong and what to do."""

import linecache
import os
import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar
from urllib.parse import quote, quote_plus

from digsite.simulator.options import Option, Phrase

_SECRETS = re.compile(
    r"(?i)secret|token|password|passwd|access_key|account_key|api_key|credential|connection_string|sas\b"
)
_SYSTEM = re.compile(r".*\[errno \d+\] (?=\S)", re.IGNORECASE)  # Arrow's prefix to the system's message
_LOGIN = re.compile(r"(?<=://)[^\s/]*@")  # user and password in an address


_CODE = 60  # letters quoted of a line of code
_LONGEST = 300  # letters quoted of a library's message
_Named = TypeVar("_Named")
_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")
_NEAR = 0.6  # similarity from which a wrong word suggests a choice
_NAME = 80  # letters quoted of a wrong word
_MANY = 24  # the most choices that a sentence lists


class Worded(Protocol):
    """A piece of a sentence with two wordings: an option, a phrase, or another error."""

    @property
    def typed(self) -> str:
        """Return the wording for a user at a terminal."""

    @property
    def called(self) -> str:
        """Return the wording for the author of a Python script."""


Sentence = tuple[str | Worded, ...]


def typed(sentence: Sentence) -> str:
    """Return a sentence for a user at a terminal."""
    return "".join(piece if isinstance(piece, str) else piece.typed for piece in sentence)


def called(sentence: Sentence) -> str:
    """Return a sentence for the author of a script."""
    return "".join(piece if isinstance(piece, str) else piece.called for piece in sentence)


class WordedError:
    """An exception whose sentence is stored in pieces: it names options, or arguments if `of_arguments` is set."""

    args: Sentence
    of_arguments = False

    @property
    def typed(self) -> str:
        """Return the sentence for a user at a terminal."""
        return typed(self.args)

    @property
    def called(self) -> str:
        """Return the sentence for the author of a script."""
        return called(self.args)

    @property
    def options(self) -> list[str]:
        """Return the options that the sentence mentions, by their Python names."""
        found: list[str] = []
        for piece in self.args:
            found += [piece.name] if isinstance(piece, Option) else ()
            found += piece.options if isinstance(piece, Phrase | WordedError) else ()
        return found

    def __str__(self) -> str:
        return self.called if self.of_arguments else self.typed

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class DigsiteError(WordedError, Exception):
    """A failure with a sentence for the user; the command line exits with 1.

    `details` is a longer message from elsewhere, such as the compiler's.
    """

    exit_code = 1

    def __init__(self, *sentence: str | Worded, details: str = ""):
        """Set the sentence, which is what most users see; options in it are rows of the table of options."""
        super().__init__(*sentence)
        self.details = details


class WrongUse(DigsiteError):
    """The user asked for something that does not exist or is not possible; the command line exits with 2."""

    exit_code = 2


class Located(WrongUse):
    """An error in a file of the user's that says where it is."""

    def __init__(self, file: Path | str, line: int, *sentence: str | Worded, code: str = "", details: str = ""):
        """Say where it is, with the line of code if it is short enough to quote."""
        super().__init__(f"{place(file, line)}{f' (`{code}`)' if code else ''}: ", *sentence, details=details)


def place(file: Path | str, line: int = 0) -> str:
    """Return a place in a file, for the beginning of a sentence.

    >>> place("game.py", 7), place("game.py")
    ('game.py, line 7', 'game.py')
    """
    return f"{file}, line {line}" if line else str(file)


def line_of(file: str, line: int) -> str:
    """Return a line of code if it is short enough to quote."""
    code = linecache.getline(file, line).strip()
    return code if len(code) <= _CODE and not code.startswith("def ") else ""


def is_interrupt(problem: BaseException | None) -> bool:
    """Return whether an exception is an interrupt or was caused by one.

    If Ctrl-C arrives while Python's modules take a lock, for example, they may release one they do not hold.

    >>> is_interrupt(KeyboardInterrupt()), is_interrupt(ValueError())
    (True, False)
    """
    seen: set[int] = set()
    while problem is not None and id(problem) not in seen:
        if isinstance(problem, KeyboardInterrupt):
            return True
        seen.add(id(problem))
        problem = problem.__cause__ or problem.__context__
    return False


def short_message(problem: BaseException) -> str:
    """Return a library's error message as one short line without secrets."""
    text = " ".join(str(getattr(problem, "strerror", None) or problem or type(problem).__name__).split()).rstrip(".")
    text = _SYSTEM.sub("", text)
    secrets = [value for name, value in os.environ.items() if len(value) > 3 and _SECRETS.search(name)]
    for value in sorted(secrets, key=len, reverse=True):  # one may be part of another
        for written in (value, quote(value), quote(value, safe=""), quote_plus(value)):
            text = text.replace(written, "***")
    text = mask_login(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def mask_login(text: str) -> str:
    """Return a text with the user and password of any address masked.

    >>> mask_login("No answer from http://me:secret@host:9000")
    'No answer from http://***@host:9000'
    """
    return _LOGIN.sub("***@", text)


def nearest(name: str, choices: Sequence[str]) -> str:
    """Return a question that suggests the choice nearest to a wrong one, or "" if none is near.

    >>> nearest("stroms", ["storms", "luck"]), nearest("nonsense", ["seats", "monuments"])
    (" Did you mean 'storms'?", '')
    """
    near = get_close_matches(name, choices, n=1, cutoff=_NEAR)
    return f" Did you mean {near[0]!r}?" if near else ""


def shorten_name(name: object) -> str:
    """Return a name short enough for a sentence; each name in a path is cut separately, so the last one stays.

    >>> shorten_name("runs/first"), len(shorten_name("a" * 300)), shorten_name("a" * 300 + "/mine.toml")[-10:]
    ('runs/first', 80, '/mine.toml')
    """
    return "/".join(part if len(part) <= _NAME else f"{part[: _NAME - 1]}…" for part in str(name).split("/"))


def unique_names(what: str, named: Iterable[_Named], key: Callable[[_Named], object] = str) -> list[_Named]:
    """Return the names as a list and raise `WrongUse` if one appears twice by its key: most often a typo.

    >>> unique_names("measure", ["score", "turns"])
    ['score', 'turns']
    """
    found: dict[object, _Named] = {}
    for name in named:
        if key(name) in found:
            raise WrongUse(f"{f'The {what} ' if what else ''}{name} is named twice; leave one of them out.")
        found[key(name)] = name
    return list(found.values())


def with_argument_names(function: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Wrap a function so that its errors name arguments, for callers from Python."""

    @wraps(function)
    def call(*given: _Given.args, **named: _Given.kwargs) -> _Made:
        try:
            return function(*given, **named)
        except BaseException as problem:
            if isinstance(problem, WordedError):
                problem.of_arguments = True
            raise

    return call


def unknown(what: str | Worded, name: str, known: Iterable[str], see: str = "", meant: str = "") -> WrongUse:
    """Return an error that suggests the right choice (`meant`, or the nearest) and lists all of them.

    see: the command that lists the choices if they are too many for a sentence.
    """
    choices, name = list(known), shorten_name(name)
    listed = f" There are: {', '.join(choices)}." if choices else ""
    if see and len(choices) > _MANY:
        listed = f" See: {see}"
    return WrongUse("There is no ", what, f" {name!r}.{nearest(meant or name, choices)}{listed}")
