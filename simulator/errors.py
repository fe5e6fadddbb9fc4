"""What can go wrong on the user's side, said in one sentence."""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar
from urllib.parse import quote, quote_plus

from digsite.simulator.options import Option, Phrase

_SECRETS = re.compile(
    r"(?i)secret|token|password|passwd|access_key|account_key|api_key|credential|connection_string|sas\b"
)
_SYSTEM = re.compile(r".*\[errno \d+\] (?=\S)", re.IGNORECASE)  # what Arrow puts before the words of the system
_LOGIN = re.compile(r"(?<=://)[^\s/]*@")  # the user and the password of an address


_LONGEST = 300  # letters of what somebody else says that a sentence can hold
_Named = TypeVar("_Named")
_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")
_NEAR = 0.6  # how like a choice a wrong word must be to be taken for it
_NAME = 80  # letters of a wrong word that a sentence repeats
_MANY = 24  # choices that a sentence can still list


class Worded(Protocol):
    """A piece of a sentence that is worded in two ways: an option, a phrase, or another error."""

    @property
    def typed(self) -> str:
        """As a user at a terminal reads it."""

    @property
    def called(self) -> str:
        """As the author of a script in Python reads it."""


Sentence = tuple[str | Worded, ...]


def typed(sentence: Sentence) -> str:
    """A sentence for a user at a terminal."""
    return "".join(piece if isinstance(piece, str) else piece.typed for piece in sentence)


def called(sentence: Sentence) -> str:
    """A sentence for the author of a script."""
    return "".join(piece if isinstance(piece, str) else piece.called for piece in sentence)


class Spoken:
    """An exception whose sentence is kept in pieces: it speaks of options, or of arguments once it is told to."""

    args: Sentence
    of_arguments = False

    @property
    def typed(self) -> str:
        """The sentence for a user at a terminal."""
        return typed(self.args)

    @property
    def called(self) -> str:
        """The sentence for the author of a script."""
        return called(self.args)

    @property
    def options(self) -> list[str]:
        """The options that the sentence speaks of, by their names in Python."""
        found: list[str] = []
        for piece in self.args:
            found += [piece.name] if isinstance(piece, Option) else ()
            found += piece.options if isinstance(piece, Phrase | Spoken) else ()
        return found

    def __str__(self) -> str:
        return self.called if self.of_arguments else self.typed

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class DigsiteError(Spoken, Exception):
    """A failure that has a sentence for the user; the command line exits with 1.

    `details` is what somebody else said about it at length, a compiler for one.
    """

    exit_code = 1

    def __init__(self, *sentence: str | Worded, details: str = ""):
        """The sentence is all that most users see; options stand in it as rows of the table of options."""
        super().__init__(*sentence)
        self.details = details


class WrongUse(DigsiteError):
    """The user asked for something that does not exist or cannot be; the command line exits with 2."""

    exit_code = 2


def of_an_interrupt(problem: BaseException | None) -> bool:
    """Whether an exception is an interrupt, or came of one: where Ctrl-C falls into the taking of a lock, for one,
    Python's own modules let go of a lock that they do not hold.

    >>> of_an_interrupt(KeyboardInterrupt()), of_an_interrupt(ValueError())
    (True, False)
    """
    seen: set[int] = set()
    while problem is not None and id(problem) not in seen:
        if isinstance(problem, KeyboardInterrupt):
            return True
        seen.add(id(problem))
        problem = problem.__cause__ or problem.__context__
    return False


def said(problem: BaseException) -> str:
    """What an exception of a library says, in a line, at no length, and without anything that is secret."""
    text = " ".join(str(getattr(problem, "strerror", None) or problem or type(problem).__name__).split()).rstrip(".")
    text = _SYSTEM.sub("", text)
    secrets = [value for name, value in os.environ.items() if len(value) > 3 and _SECRETS.search(name)]
    for value in sorted(secrets, key=len, reverse=True):  # one may be part of another
        for written in (value, quote(value), quote(value, safe=""), quote_plus(value)):
            text = text.replace(written, "***")
    text = without_login(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def without_login(text: str) -> str:
    """A text without the user and the password of an address in it.

    >>> without_login("No answer from http://me:secret@host:9000")
    'No answer from http://***@host:9000'
    """
    return _LOGIN.sub("***@", text)


def nearest(name: str, choices: Sequence[str]) -> str:
    """A question that names the right choice nearest to a wrong one, to follow a sentence; nothing if none is near.

    >>> nearest("stroms", ["storms", "luck"]), nearest("nonsense", ["seats", "monuments"])
    (" Did you mean 'storms'?", '')
    """
    near = get_close_matches(name, choices, n=1, cutoff=_NEAR)
    return f" Did you mean {near[0]!r}?" if near else ""


def shortened(name: object) -> str:
    """A name as a sentence can hold it: the beginning of a long one. Of a path each name counts, and so the last one stays.

    >>> shortened("runs/first"), len(shortened("a" * 300)), shortened("a" * 300 + "/mine.toml")[-10:]
    ('runs/first', 80, '/mine.toml')
    """
    return "/".join(part if len(part) <= _NAME else f"{part[: _NAME - 1]}…" for part in str(name).split("/"))


def once(what: str, named: Iterable[_Named], key: Callable[[_Named], object] = str) -> list[_Named]:
    """A list in which nothing is named twice, by its key; a double is most often a slip for something else.

    >>> once("measure", ["score", "turns"])
    ['score', 'turns']
    """
    found: dict[object, _Named] = {}
    for name in named:
        if key(name) in found:
            raise WrongUse(f"{f'The {what} ' if what else ''}{name} is named twice; leave one of them out.")
        found[key(name)] = name
    return list(found.values())


def speaking_of_arguments(function: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """A function whose errors speak of arguments, for those who call it from Python."""

    @wraps(function)
    def call(*given: _Given.args, **named: _Given.kwargs) -> _Made:
        try:
            return function(*given, **named)
        except BaseException as problem:
            if isinstance(problem, Spoken):
                problem.of_arguments = True
            raise

    return call


def unknown(what: str | Worded, name: str, known: Iterable[str], see: str = "", meant: str = "") -> WrongUse:
    """An error that names the right choice, `meant` or the nearest one, and lists them all.

    see: the command that lists too many.
    """
    choices, name = list(known), shortened(name)
    listed = f" There are: {', '.join(choices)}." if choices else ""
    if see and len(choices) > _MANY:
        listed = f" See: {see}"
    return WrongUse("There is no ", what, f" {name!r}.{nearest(meant or name, choices)}{listed}")
