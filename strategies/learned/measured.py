"""Which fields of a State are only counted for reports: rules change them and copy them, and decide nothing by them.

They are no part of a position, and may rest on cards that a seat cannot see. They are found in the game's rules; a game can
name more, or others, as `MEASURED` in `columns.py` or `game.py`.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from digsite.simulator.errors import unknown

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game

_WORDS = ("narrate.py", "columns.py")  # never compiled
_Statement = tuple[frozenset[str], frozenset[str]]  # the fields that a statement sets, and those that it reads


@cache
def measured_fields(game: "Game") -> frozenset[str]:
    """Return the fields that are not part of a position."""
    fields = frozenset(game.records.state.names or ())
    if game.measured is not None:
        if unknown_names := [name for name in game.measured if name not in fields]:
            raise unknown("field of MEASURED", unknown_names[0], sorted(fields))
        return frozenset(game.measured)
    texts = [
        path.read_text(encoding="utf-8")
        for path in sorted(game.home.rules.folder.rglob("*.py"))
        if path.name not in _WORDS
    ]
    statements = [it for text in texts for it in _statements(ast.parse(text), fields)]
    columns = {column.name for column in game.own_columns if not column.part_of_score}
    return _never_read(fields & columns, statements)


def _never_read(fields: frozenset[str], statements: Iterable[_Statement]) -> frozenset[str]:
    """Return the fields that are read only where other such fields are set."""
    known, found, before = list(statements), fields, frozenset[str]()
    while found != before:
        before = found
        read = {name for targets, reads in known if not targets or targets - found for name in reads}
        found = found - read
    return found


def _statements(tree: ast.AST, fields: frozenset[str]) -> Iterator[_Statement]:
    """Yield what each statement sets and reads of the fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            bases = [base for target in targets for base in _bases(target)]
            named = frozenset(base.attr for base in bases if base.attr in fields)
            whole = frozenset() if len(bases) < len(targets) else named
            inside = {id(base) for base in bases}
            yield whole, _read(node, fields, inside)
        elif isinstance(node, ast.stmt) and not hasattr(node, "body"):
            yield frozenset(), _read(node, fields, set())
        elif isinstance(node, ast.If | ast.While):
            yield frozenset(), _read(node.test, fields, set())
        elif isinstance(node, ast.For):
            yield frozenset(), _read(node.iter, fields, set())


def _bases(target: ast.expr) -> Iterator[ast.Attribute]:
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _bases(part)
        return
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Attribute):
        yield target


def _read(node: ast.AST, fields: frozenset[str], left_out: set[int]) -> frozenset[str]:
    found = (it for it in ast.walk(node) if isinstance(it, ast.Attribute) and id(it) not in left_out)
    return frozenset(it.attr for it in found if it.attr in fields)
