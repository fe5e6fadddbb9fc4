"""Changes of source code as trees: where a planted fault belongs, and small faults of any module.

A place is named by a function, a class or a module-level name after some of the folders and modules that it lies in,
in their order: `kernel.shuffle`, `quetzal.moves.legal.legal`. A fragment is compared as code, so that layout, comments
and whatever else the function does make no difference. `if cards > 7: ...` is the head of a statement whatever it holds.
A figure of a data file is named by its path: `arnak/components.toml::items.gold_pan.cost`.
"""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("digsite", "simulator", "strategies", "analyses", "reports")
_COMPARED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
_REVERSED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.And: ast.Or, ast.Or: ast.And}


class Stale(Exception):
    """Why a fault cannot be planted any more."""


@cache
def source(path: Path) -> str:
    """The text of a module as it is now."""
    return path.read_text(encoding="utf-8")


@cache
def modules() -> list[Path]:
    """All modules of the project, tests aside."""
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


@cache
def definitions(path: Path) -> dict[str, ast.AST]:
    """What a module defines, by qualified names."""
    return named(ast.parse(source(path)))


def named(tree: ast.Module) -> dict[str, ast.AST]:
    """Functions, classes and module-level names of a tree by their qualified names."""
    found: dict[str, ast.AST] = {}

    def collect(node: ast.AST, before: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                found[before + child.name] = child
                collect(child, f"{before}{child.name}.")
            elif isinstance(child, ast.Assign | ast.AnnAssign) and isinstance(node, ast.Module | ast.ClassDef):
                for target in child.targets if isinstance(child, ast.Assign) else [child.target]:
                    found.update({before + name.id: child for name in ast.walk(target) if isinstance(name, ast.Name)})
            elif isinstance(child, ast.stmt):
                collect(child, before)

    collect(tree, "")
    return found


@cache
def places(at: str) -> tuple[tuple[Path, str], ...]:
    """Every module and definition that a dotted name may mean."""
    *_, last = words = at.split(".")
    found = []
    for path in modules():
        if last not in source(path):
            continue
        steps = path.relative_to(ROOT).with_suffix("").parts
        for cut in range(len(words)):
            folders, name = iter(steps), ".".join(words[cut:])
            if all(word in folders for word in words[:cut]) and name in definitions(path):
                found.append((path, name))
    return tuple(found)


def _fits(pattern: object, node: object) -> bool:
    if isinstance(pattern, ast.AST):
        if type(pattern) is not type(node):
            return False
        names = [name for name in pattern._fields if name not in ("ctx", "kind", "type_comment")]
        if _is_head(pattern):
            names = [name for name in names if name not in ("body", "orelse")]
        return all(_fits(getattr(pattern, name), getattr(node, name)) for name in names)
    if isinstance(pattern, list):
        return isinstance(node, list) and len(pattern) == len(node) and all(map(_fits, pattern, node))
    return type(pattern) is type(node) and pattern == node


def _is_head(node: ast.AST) -> bool:
    """Whether a statement says `...` for what it holds."""
    return isinstance(body := getattr(node, "body", None), list) and [ast.dump(it) for it in body] == [
        ast.dump(ast.Expr(ast.Constant(...)))
    ]


Spot = tuple[ast.AST, str, int | None, int]  # a parent, its field, and where in a list the fragment begins and ends


def fragments(find: str, replace: str) -> tuple[list[ast.AST], list[ast.AST]]:
    """Both texts as expressions if they are such, otherwise as statements."""
    before, after = (list(ast.parse(text or "pass").body) for text in (find, replace))
    if all(len(part) == 1 and isinstance(part[0], ast.Expr) for part in (before, after)):
        return [before[0].value], [after[0].value]
    return before, after


def spots(pattern: list[ast.AST], top: ast.AST) -> Iterator[Spot]:
    """Everywhere that a fragment stands."""
    for parent in ast.walk(top):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, list):
                for at in range(len(value) - len(pattern) + 1):
                    if _fits(pattern, value[at : at + len(pattern)]):
                        yield parent, field, at, at + len(pattern)
            elif len(pattern) == 1 and _fits(pattern[0], value):
                yield parent, field, None, 0


def replaced(spot: Spot, new: list[ast.AST]) -> None:
    """Put new code where a fragment stands; a head keeps what its statement holds."""
    parent, field, first, end = spot
    old = getattr(parent, field)
    heads, holders = ([node for node in part if hasattr(node, "body")] for part in (new, old[first:end] if end else []))
    for head, holder in zip(heads, holders, strict=False):
        if _is_head(head):
            head.body, head.orelse = holder.body, getattr(holder, "orelse", [])
    if first is None:
        setattr(parent, field, new[0])
    else:
        old[first:end] = new


def where(at: str, find: str, replace: str) -> tuple[Path, str]:
    """The one module and definition that a fault belongs to."""
    if find == replace:
        raise Stale("it changes nothing")
    if "::" in at:
        return _data_file(at), at.partition("::")[2]
    if not (meant := places(at)):
        raise Stale(f"nothing is called {at}")
    pattern, _ = fragments(find, replace)
    found = [place for place in meant for _ in spots(pattern, definitions(place[0])[place[1]])]
    if len(found) != 1:
        raise Stale(f"its code stands {len(found)} times in {at}, not once")
    return found[0]


def planted(at: str, find: str, replace: str) -> tuple[Path, str]:
    """A file and its text with a fault in it."""
    path, name = where(at, find, replace)
    if "::" in at:
        return path, _data_with(path, name, find, replace)
    tree = ast.parse(source(path))
    pattern, new = fragments(find, replace)
    replaced(next(spots(pattern, named(tree)[name])), new)
    return path, ast.unparse(tree)


def _data_file(at: str) -> Path:
    end = "/" + at.partition("::")[0]
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*.toml") if path.as_posix().endswith(end)]
    if len(found) != 1:
        raise Stale(f"{len(found)} files are called {end[1:]}, not one")
    return found[0]


def _data_with(path: Path, name: str, find: str, replace: str) -> str:
    """A data file in which a figure has another value."""
    table, _, key = name.rpartition(".")
    head, begun, rest = source(path).partition(f"\n[{table}]\n")
    own, following, others = rest.partition("\n[")
    line = f"{key} = {find}"
    if not begun or own.splitlines().count(line) != 1:
        raise Stale(f"{name} is not {find} in {path.name}")
    own = "\n".join(f"{key} = {replace}" if it == line else it for it in own.split("\n"))
    return head + begun + own + following + others


def alternatives(tree: ast.Module) -> Iterator[tuple[Spot, ast.AST, ast.AST]]:
    """Small faults in the functions of a module: where each stands, what is there, what it becomes."""
    functions = [node for node in named(tree).values() if isinstance(node, ast.FunctionDef)]
    inner = {id(node) for outer in functions for node in ast.walk(outer) if node is not outer}
    for function in functions:
        if id(function) not in inner:
            for spot, node in _code_in(function):
                yield from ((spot, node, new) for new in _faults_of(node))


def _code_in(parent: ast.AST) -> Iterator[tuple[Spot, ast.AST]]:
    """Every piece of code below a node, annotations and decorators aside."""
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for at, node in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(node, ast.AST):
                yield (parent, field, at, at + 1) if isinstance(value, list) else (parent, field, None, 0), node
                yield from _code_in(node)


def _faults_of(node: ast.AST) -> Iterator[ast.AST]:
    """What a piece of code may become by a small mistake."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=compared) if type(op) in _COMPARED:
            yield ast.Compare(left, [_COMPARED[type(op)]()], compared)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _REVERSED:
            yield ast.BinOp(left, _REVERSED[type(op)](), right)
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in _REVERSED:
            yield ast.AugAssign(target, _REVERSED[type(op)](), value)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(_REVERSED[type(op)](), values)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.If(test=test) | ast.While(test=test):
            yield type(node)(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
        case ast.Call(func=func, args=[first, second, *rest], keywords=more) if ast.dump(first) != ast.dump(second):
            yield ast.Call(func, [second, first, *rest], more)
    match node:  # statements that may be missing; without a local name the next line would fail
        case ast.AugAssign() | ast.Continue() | ast.Break() | ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def altered(path: Path, number: int) -> tuple[str, str]:
    """One of a module's small faults in words, and the module's text with it."""
    tree = ast.parse(source(path))
    spot, old, new = next(islice(alternatives(tree), number, None))
    name = next(name for name, node in named(tree).items() if any(it is old for it in ast.walk(node)))
    was, becomes = (ast.unparse(node).partition("\n")[0] for node in (old, new))
    replaced(spot, [new])
    at = f"{path.relative_to(ROOT).as_posix()}:{getattr(old, 'lineno', 0)}"
    return f"{at} {name}: `{was}` becomes `{becomes}`", ast.unparse(ast.fix_missing_locations(tree))
