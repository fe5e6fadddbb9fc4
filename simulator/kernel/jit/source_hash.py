"""The hash of all sources that compiled code depends on, which names its cache folder."""

import ast
import hashlib
import json
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import numba
import numpy as np

from digsite.simulator.cache_place import cache_root
from digsite.simulator.home import find_home

ROOT = Path(__file__).resolve().parents[3]
KERNEL = "kernel"  # the group of what all games share
LAYER = ROOT / "simulator" / "kernel"
_DERIVING = ROOT / "simulator" / "game" / "authoring"  # what writes functions for games
_WORDS = ("rules/narrate.py", "rules/columns.py", "rules/facts.py")  # of a built-in game; never compiled


@cache
def source_hash(group: str) -> str:
    """Return a hash of everything a kernel of the group depends on: its sources' meaning and the compiler's version.

    Comments, docstrings and the files that only describe a game in words do not count. A built-in game's columns reach
    the kernels as the type of its outcome record, which numba checks; a user's may declare anything.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    with _Meanings() as meanings:
        for place, path in sorted(_sources(group).items()):
            digest.update(place.encode())
            digest.update(meanings.of(path.read_bytes()).encode())
    return digest.hexdigest()[:16]


def _sources(group: str) -> dict[str, Path]:
    """Return the files that a group's kernels can depend on, by relative path, which does not change when they move."""
    shared = [*LAYER.glob("**/*.py")]
    if group == KERNEL:
        return {path.relative_to(ROOT).as_posix(): path for path in shared}
    shared += (ROOT / "strategies" / "plugins").glob("guard.py")
    home = find_home(group)
    own = {place: path for place, path in home.sources.items() if home.own or place not in _WORDS}
    shared += _DERIVING.glob("*.py" if home.own else "copying.py")
    return {path.relative_to(ROOT).as_posix(): path for path in shared} | own


class _Meanings:
    """Hashes of what sources mean, cached by the hash of their text: parsing all of them is slow."""

    def __init__(self) -> None:
        self._file = cache_root() / "meanings.json"
        self._version = sys.version
        try:
            known = json.loads(self._file.read_text(encoding="utf-8"))
            texts = known["texts"] if known["version"] == self._version else {}
            self._known: dict[str, str] = {key: str(meaning) for key, meaning in texts.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):  # damaged: computed again
            self._known = {}
        self._learnt = False

    def of(self, text: bytes) -> str:
        """Return a hash that comments and docstrings do not change."""
        key = hashlib.sha256(text).hexdigest()
        if key not in self._known:
            self._known[key] = hashlib.sha256(_meaning(text)).hexdigest()
            self._learnt = True
        return self._known[key]

    def __enter__(self) -> "_Meanings":
        return self

    def __exit__(self, *_problem: object) -> None:
        if not self._learnt:
            return
        aside = self._file.with_name(f".meanings.{os.getpid()}.aside")
        with suppress(OSError):  # not writable: computed again next time
            self._file.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"version": self._version, "texts": self._known})
            aside.write_text(text, encoding="utf-8", newline="\n")
            os.replace(aside, self._file)


def _meaning(text: bytes) -> bytes:
    try:
        return ast.dump(_without_docstrings(text)).encode()
    except (SyntaxError, ValueError):  # importing a user's file says what is wrong with it
        return text


def _without_docstrings(text: bytes) -> ast.Module:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
    return tree
