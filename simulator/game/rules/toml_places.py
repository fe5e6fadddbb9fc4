"""Errors in a game's TOML files with the line they are about; Python's reader of TOML does not keep the lines."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from digsite.simulator.errors import Located, WrongUse
from digsite.simulator.game.texts import read_text

_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_ENTRY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")


class WrongFigure(WrongUse):
    """An error in a table of a rules file; `key` is the table, or an entry in it."""

    def __init__(self, key: str, problem: WrongUse):
        super().__init__(problem)
        self.key = key


@contextmanager
def in_table(key: str) -> Iterator[None]:
    """Note the table that an error is about, the innermost one."""
    try:
        yield
    except WrongFigure:
        raise
    except WrongUse as problem:
        raise WrongFigure(key, problem) from problem


def located(path: Path, problem: WrongUse) -> WrongUse:
    """Return an error in a file with its line."""
    if isinstance(problem, Located):
        return problem
    key = getattr(problem, "key", "")
    return Located(path, line_of_key(read_text(path, "The file"), key) if key else 0, problem)


def line_of_key(text: str, key: str) -> int:
    """Return the line of a table or entry by its key, or of the table that it is in; 0 if neither is written.

    >>> text = "[game]\\ntitle = 'Pig'\\n\\n[cards.hand]\\nvalue = 6\\nrange = [9, 1]"
    >>> line_of_key(text, "game.title"), line_of_key(text, "cards.hand.range"), line_of_key(text, "cards.hand.about")
    (2, 6, 4)
    """
    known = _lines(text)
    names = key.split(".")
    return next((known[head] for count in range(len(names), 0, -1) if (head := ".".join(names[:count])) in known), 0)


def _lines(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _plain(header[1])
            found.setdefault(table, number)
        elif entry := _ENTRY.match(line):
            found.setdefault(f"{table}.{_plain(entry[1])}" if table else _plain(entry[1]), number)
    return found


def _plain(name: str) -> str:
    """Return a name without quotes and spaces."""
    return ".".join(part.strip().strip("\"'") for part in name.split("."))
