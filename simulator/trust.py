"""Trust in code: a user's game or plug-in runs if the user names it, or has allowed it before.

A run folder has the texts of its game and plug-ins, and may come from anywhere. They run only if the user has named the
same texts on this machine, has allowed them with --trust, or has named a folder above the run in $DIGSITE_TRUST. Allowed
texts are remembered by hash, in a file that belongs to the user alone; if that file cannot be written, the next command
asks again.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from digsite.simulator.errors import WrongUse
from digsite.simulator.kernel.jit.ownership import read_private
from digsite.simulator.options import OPTIONS

RECORD = "trusted-plugins.txt"
PLACES = "DIGSITE_TRUST"
_CONFIG = "DIGSITE_CONFIG"
_allowed: set[str] = set()  # by this process


class Code(Protocol):
    """Code that came with a file: a plug-in, or a user's game."""

    @property
    def key(self) -> str:
        """Return the hash of all that would run."""

    @property
    def file(self) -> str:
        """Return the name under which it is listed where it is allowed."""

    @property
    def called(self) -> str:
        """Return it as a sentence names it."""


class Untrusted(WrongUse):
    """The error for code that the user has not allowed."""


def record_file() -> Path:
    """Return the file of allowed code, in $DIGSITE_CONFIG or the configuration folder; raise an OSError without one."""
    if given := os.environ.get(_CONFIG):
        return Path(given) / RECORD
    given = os.environ.get("APPDATA" if os.name == "nt" else "XDG_CONFIG_HOME", "")
    base = Path(given if Path(given).is_absolute() else os.path.join(os.path.expanduser("~"), ".config"))
    if not base.is_absolute():  # no home: any author of the current folder would decide what is allowed
        raise FileNotFoundError("There is no home folder")
    return base / "digsite" / RECORD


def allow(code: Iterable[Code]) -> None:
    """Allow this code to run, now and in later commands of this user."""
    for one in code:
        if one.key in _allowed:
            continue
        if one.key not in _remembered():
            _remember(one)
        _allowed.add(one.key)


def allow_here(code: Iterable[Code]) -> None:
    """Allow this code to run in this process alone."""
    _allowed.update(one.key for one in code)


def is_allowed(code: Code) -> bool:
    """Return whether the user named this code on this machine, or allowed it."""
    return code.key in _allowed or code.key in _remembered()


def untrusted(code: Iterable[Code]) -> list[Code]:
    """Return the code among this that the user has not allowed."""
    return [one for one in code if not is_allowed(one)]


def welcome(place: Path, code: Iterable[Code]) -> None:
    """Allow the code of a folder or file in this process if it lies in a folder that the user trusts."""
    if is_trusted_place(place):
        allow_here(code)


def is_trusted_place(place: Path) -> bool:
    """Return whether a file or folder lies in one of $DIGSITE_TRUST; only whole paths count there."""
    trusted = [Path(os.path.expanduser(name)) for name in os.environ.get(PLACES, "").split(os.pathsep) if name]
    with suppress(OSError, ValueError, TypeError):  # it may lie in object storage
        here = Path(os.path.realpath(place))
        return any(here.is_relative_to(os.path.realpath(folder)) for folder in trusted if folder.is_absolute())
    return False


def trust_error(foreign: Sequence[Code], where: str = "", origin: object = "") -> Untrusted:
    """Return the error that names code the user has not allowed, where to read it, and how to allow it.

    origin: the folder or file that it came with.
    """
    read, came = where or ", ".join(one.file for one in foreign), f" of {origin}" if origin else ""
    return Untrusted(
        f"This would run {code_with_hashes(foreign)}{came}, which you have not allowed on this machine. Read {read}, then allow it "
        "with ",
        OPTIONS["trust"],
        ".",
    )


def code_with_hashes(code: Iterable[Code]) -> str:
    """Return code with its hashes: the plug-in mine.py (hash 0123456789abcdef)."""
    return ", ".join(one.called for one in code)


def _remembered() -> set[str]:
    """Return the hashes in the user's list; a list that others could write is ignored."""
    with suppress(OSError, ValueError):
        lines = read_private(record_file()).decode().splitlines()
        return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}
    return set()


def _remember(code: Code) -> None:
    name = "".join(letter if letter.isprintable() else "?" for letter in Path(code.file).name)
    with suppress(OSError, ValueError):
        path = record_file()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        listed = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(listed, f"{code.key}  {name}\n".encode(errors="replace"))
        finally:
            os.close(listed)
