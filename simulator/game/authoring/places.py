"""Where something is written in a game.py, so that a sentence about it can name the line."""

import ast
from typing import Any

from digsite.simulator.errors import Worded, WrongUse


class WrongEntry(WrongUse):
    """An error in one entry of a table of game.py.

    table: the table, such as STATE; "" if it is not known.
    entry: its entry: a key, or the name that a declaration gives first.
    """

    def __init__(self, table: str, entry: object, *sentence: str | Worded):
        super().__init__(*sentence)
        self.table, self.entry = table, entry


class Lines:
    """The lines of a file at which names get their values."""

    def __init__(self, text: str):
        try:
            self._tree: ast.Module | None = ast.parse(text)
        except (SyntaxError, ValueError):
            self._tree = None

    def of(self, table: str, entry: object = None) -> int:
        """Return the line of a table, function or name at the top of the file, or of an entry in it; 0 if there is none.

        >>> lines = Lines("A = 1\\nSTATE = {\\n    'gems': 'seats',\\n}\\nEvent = events(\\n    WINS='wins')")
        >>> lines.of("STATE"), lines.of("STATE", "gems"), lines.of("Event", "WINS"), lines.of("", "WINS"), lines.of("B")
        (2, 3, 6, 6, 0)
        """
        if self._tree is None:
            return 0
        written = [node for node in self._tree.body if not table or table in _names(node)]
        if not written:
            return 0
        found = [] if entry is None else [line for node in written for line in _entries(node, entry)]
        return min(found) if found else _first_line(written[-1]) if table else 0


def _names(node: ast.stmt) -> list[str]:
    """Return the names that a statement gives a value."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _first_line(node: Any) -> int:
    return int(node.lineno)


def _entries(statement: ast.stmt, entry: object) -> list[int]:
    """Return the lines on which a statement writes a key, a first argument or a keyword."""
    found = []
    for node in ast.walk(statement):
        keys = (
            [*node.keys] if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.Tuple | ast.List) else []
        )
        if isinstance(node, ast.Call):
            keys = node.args
            found += [it.value.lineno for it in node.keywords if it.arg == entry]
        found += [it.lineno for it in keys if isinstance(it, ast.Constant) and it.value == entry]
        found += [it.lineno for it in keys if isinstance(it, ast.Name) and it.id == entry]
    return found
