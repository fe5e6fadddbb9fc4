"""Read texts that users write: rules, contracts, weights and plug-ins."""

from pathlib import Path
from typing import Any

from digsite.simulator.errors import WrongUse, short_message, shorten_name

_DEEPEST = 50  # levels of nested tables and lists; far more than any of our files needs


def read_text(path: Path, what: str) -> str:
    """Return the text of a file, without the byte-order mark that some editors add.

    what: the file's name in an error message.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():  # reading it could wait for ever
            raise WrongUse(f"{what} {path} is a pipe or a device; save it as a file first.")
        return path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise WrongUse(f"{what} {shorten_name(path)} cannot be read: {short_message(problem)}.") from problem
    except UnicodeDecodeError as problem:
        raise WrongUse(f"{what} {path} is not a text in UTF-8; save it as one.") from problem


def is_deep(data: Any, deepest: int = _DEEPEST) -> bool:
    """Return whether tables and lists of plain data are nested deeper than any need to be.

    >>> is_deep({"a": [1, 2]}, 2), is_deep({"a": [1, 2]}, 3)
    (True, False)
    """
    layer = [data]
    for _ in range(deepest):
        within = [it.values() if isinstance(it, dict) else it for it in layer if isinstance(it, dict | list)]
        layer = [entry for entries in within for entry in entries]
    return bool(layer)
