"""Texts that users write: rules, contracts, weights and plug-ins."""

from pathlib import Path
from typing import Any

from digsite.simulator.errors import WrongUse, said, shortened

_DEEPEST = 50  # tables and lists that anything of ours has in each other, with much to spare


def read_text(path: Path, what: str) -> str:
    """The text of a file, without the mark that some editors put before its first letter.

    what: names the file in the sentence that answers one which cannot be read.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():  # it could keep us waiting for ever
            raise WrongUse(f"{what} {path} is a pipe or a device; save it as a file first.")
        return path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise WrongUse(f"{what} {shortened(path)} cannot be read: {said(problem)}.") from problem
    except UnicodeDecodeError as problem:
        raise WrongUse(f"{what} {path} is not a text in UTF-8; save it as one.") from problem


def is_deep(data: Any, deepest: int = _DEEPEST) -> bool:
    """Whether tables and lists of plain data lie deeper in each other than they need to.

    >>> is_deep({"a": [1, 2]}, 2), is_deep({"a": [1, 2]}, 3)
    (True, False)
    """
    layer = [data]
    for _ in range(deepest):
        within = [it.values() if isinstance(it, dict) else it for it in layer if isinstance(it, dict | list)]
        layer = [entry for entries in within for entry in entries]
    return bool(layer)
