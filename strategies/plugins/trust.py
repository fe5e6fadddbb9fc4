"""Trust in code: plug-ins run if the user names them, or has allowed them before.

A run folder carries the text of its plug-ins, and may come from anywhere. The text runs only if the user named the same
text with --plugin on this machine, or allowed it with --trust. Allowed texts are remembered by hash, in a file that
belongs to the user alone; if that file cannot be written, the next command asks again.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse
from digsite.simulator.kernel.jit.ownership import read_private
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from digsite.simulator.home import Home
    from digsite.strategies.plugins.load import Source

RECORD = "trusted-plugins.txt"
_CONFIG = "DIGSITE_CONFIG"
_allowed: set[str] = set()  # by this process


class Untrusted(WrongUse):
    """The error for a plug-in that the user has not allowed."""


def record_file() -> Path:
    """Return the file of allowed plug-ins, in $DIGSITE_CONFIG or the configuration folder; raise an OSError without one."""
    if given := os.environ.get(_CONFIG):
        return Path(given) / RECORD
    given = os.environ.get("APPDATA") if os.name == "nt" else os.environ.get("XDG_CONFIG_HOME")
    base = Path(given or os.path.join(os.path.expanduser("~"), ".config"))
    if not base.is_absolute():  # no home: any author of the current folder would decide what is allowed
        raise FileNotFoundError("There is no home folder")
    return base / "digsite" / RECORD


def allow(sources: "Iterable[Source]") -> None:
    """Allow these plug-ins to run, now and in later commands of this user."""
    for source in sources:
        key = _key(source)
        if key in _allowed:
            continue
        if key not in _remembered():
            _remember(key, source)
        _allowed.add(key)


def is_allowed(source: "Source") -> bool:
    """Return whether the user named this text on this machine, or allowed it."""
    return _key(source) in _allowed or _key(source) in _remembered()


def untrusted(sources: "Iterable[Source]") -> "list[Source]":
    """Return the plug-ins among these that the user has not allowed."""
    return [source for source in sources if not is_allowed(source)]


def refusal(foreign: "Sequence[Source]", where: str = "") -> Untrusted:
    """Return the error that names plug-ins the user has not allowed, where to read them, and how to allow them."""
    read = where or ", ".join(source.file for source in foreign)
    return Untrusted(
        f"This would run {in_a_list(foreign)}, which you have not allowed on this machine. Read {read}, then allow it with ",
        OPTIONS["trust"],
        ".",
    )


def allow_game(home: "Home", named: str) -> None:
    """Allow the code of a user's game if the user names its folder; named by id alone, it must be allowed already."""
    if home.own and os.path.realpath(os.path.expanduser(named)) == str(home.rules.folder):
        allow([_code_of(home)])
    check_game(home)


def check_game(home: "Home") -> None:
    """Raise an error for the code of a game that a file names, unless the user has named the same code before."""
    if home.own and not is_allowed(_code_of(home)):
        folder = home.rules.folder
        raise Untrusted(
            f"This needs the game in {folder}, whose code you have not run on this machine. Read it first; "
            f"`{Command('games', folder)}` allows it from now on."
        )


def _code_of(home: "Home") -> "Source":
    """Return all Python files of a user's game as one text."""
    from digsite.strategies.plugins.load import Source

    folder = home.rules.folder
    texts = [
        f"# {path.relative_to(folder).as_posix()}\n{path.read_text(encoding='utf-8', errors='surrogateescape')}"
        for path in sorted(folder.glob("**/*.py"))
    ]
    return Source(folder.name, "\n".join(texts))


def in_a_list(sources: "Iterable[Source]") -> str:
    """Return plug-ins with their hashes: the plug-in mine.py (hash 0123456789abcdef)."""
    return ", ".join(f"the plug-in {Path(source.file).name} (hash {source.hash})" for source in sources)


def _key(source: "Source") -> str:
    return hashlib.sha256(source.text.encode(errors="surrogatepass")).hexdigest()


def _remembered() -> set[str]:
    """Return the hashes in the user's list; a list that others could write is ignored."""
    with suppress(OSError, ValueError):
        lines = read_private(record_file()).decode().splitlines()
        return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}
    return set()


def _remember(key: str, source: "Source") -> None:
    name = "".join(letter if letter.isprintable() else "?" for letter in Path(source.file).name)
    with suppress(OSError, ValueError):
        path = record_file()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        listed = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(listed, f"{key}  {name}\n".encode(errors="replace"))
        finally:
            os.close(listed)
