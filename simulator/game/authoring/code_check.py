"""What the code of a game.py says, read without running it: names that do not exist, calls that do not fit, and what
compiled rules cannot do. So a mistake on a line that few games reach is found as well."""

import ast
import builtins
import inspect
import linecache
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import EnumMeta, IntEnum
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from digsite.simulator.errors import line_of
from digsite.simulator.game.authoring.declarations import Measure, Packed, sentences_of
from digsite.simulator.game.authoring.faults import Fault, explain
from digsite.simulator.game.authoring.pieces import Piece
from digsite.simulator.game.authoring.record_watch import missing_field
from digsite.simulator.game.authoring.source import FUNCTIONS, IN_PYTHON, STRATEGY_ARGUMENTS, Source
from digsite.simulator.game.chance_sources import chance_source

_ROWS = "Rules are compiled, and make no lists, dictionaries or texts. Use a row of STATE, or a tuple at the top of the file."
_CANNOT: Mapping[type[ast.AST], str] = {
    ast.List: f"This makes a list. {_ROWS}",
    ast.ListComp: f"This makes a list. {_ROWS}",
    ast.GeneratorExp: f"This makes a list. {_ROWS} Write a loop to add up or count.",
    ast.Dict: f"This makes a dictionary. {_ROWS}",
    ast.DictComp: f"This makes a dictionary. {_ROWS}",
    ast.Set: f"This makes a set. {_ROWS}",
    ast.SetComp: f"This makes a set. {_ROWS}",
    ast.JoinedStr: f"This makes a text. {_ROWS} Sentences belong to events(...).",
    ast.Try: "Rules are compiled, and cannot catch exceptions. Look with if before, so that none comes up.",
    ast.With: "Rules are compiled, and cannot use with.",
    ast.Yield: "A rule does its work and returns; it cannot yield.",
    ast.YieldFrom: "A rule does its work and returns; it cannot yield.",
    ast.Global: "A rule changes nothing but the state. Make this name a field of STATE.",
    ast.Nonlocal: "A rule changes nothing but the state. Make this name a field of STATE.",
    ast.Import: "Put this import at the top of the file.",
    ast.ImportFrom: "Put this import at the top of the file.",
    ast.ClassDef: f"This makes a class. {_ROWS}",
}
_MAKERS = {list: "a list", dict: "a dictionary", set: "a set", str: "a text", open: "a file", input: "a question"}
_OF_LISTS = {
    "append": "add_cards(row, size, card, 1) of digsite.kit puts one at the end, where `size` is a field with the number of entries in use",
    "pop": "remove_at(row, size, index) of digsite.kit takes one out, where `size` is a field with the number of entries in use",
    "index": "find_card(row, size, card) of digsite.kit finds one, where `size` is a field with the number of entries in use",
}  # fmt: skip
_OF_LISTS |= {"extend": _OF_LISTS["append"], "insert": _OF_LISTS["append"], "remove": _OF_LISTS["pop"]}
_NEAR = 0.85  # similarity from which a name is taken for a misspelt one
Fields = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class _Rule:
    """One function of the game: its code as a tree, and the names it can use."""

    function: FunctionType
    tree: ast.FunctionDef | ast.Lambda

    @property
    def file(self) -> str:
        """Return its file."""
        return self.function.__code__.co_filename

    @property
    def names(self) -> Mapping[str, Any]:
        """Return the names of its file."""
        return self.function.__globals__

    @cached_property
    def arguments(self) -> set[str]:
        """Return the names of its arguments."""
        return set(inspect.signature(self.function).parameters)

    def value(self, node: ast.AST) -> Any:
        """Return the object of the file that an expression names, or None."""
        if isinstance(node, ast.Name):
            return None if node.id in self.own else self.names.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value)
            return getattr(owner, node.attr, None) if isinstance(owner, ModuleType | EnumMeta) else None
        return None

    @cached_property
    def own(self) -> set[str]:
        """Return the names that it gives values itself, its arguments among them."""
        stored = {it.id for it in ast.walk(self.tree) if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store)}
        defined = {it.name for it in ast.walk(self.tree) if isinstance(it, ast.FunctionDef | ast.ClassDef)}
        return stored | defined | {it.arg for it in ast.walk(self.tree) if isinstance(it, ast.arg)}


def check_code(source: Source, fields: Fields) -> Fault | None:
    """Return the first mistake in the functions that are compiled, if there is one.

    fields: the names of the fields of `state`, `rules`, `outcome` and `mind`.
    """
    found: list[Fault] = []
    rules = list(_rules(source))
    for rule in rules:
        found += [
            Fault(rule.file, line, line_of(rule.file, line), what)
            for node in ast.walk(rule.tree)
            for line, what in _mistakes(rule, node, fields)
        ]
    found += [
        *_defined_twice(source),
        *_unchanged(source),
        *_unused(source, rules),
        *_endless(source, rules),
        *_undeclared(source, rules),
    ]
    return min(found, key=lambda it: (it.file != str(source.file), it.line), default=None)


def _rules(source: Source) -> Iterator[_Rule]:
    """Yield every function that is compiled, with its tree."""
    space = vars(source.module)
    waiting = [space[name] for name in FUNCTIONS if name in space and name not in IN_PYTHON]
    waiting += source.strategies.values()
    known: set[int] = set()
    files: dict[str, list[ast.FunctionDef | ast.Lambda]] = {}
    while waiting:
        function = _plain(waiting.pop())
        if function is None or id(function) in known or not source.has_written(function):
            continue
        known.add(id(function))
        file = function.__code__.co_filename
        if file not in files:
            files[file] = _functions_in(file)
        rule = _Rule(function, _tree_of(function, files[file]))
        waiting += [rule.value(it) for it in ast.walk(rule.tree) if isinstance(it, ast.Name | ast.Attribute)]
        yield rule


def _plain(value: Any) -> FunctionType | None:
    """Return a function as it is written, if the value is one."""
    value = getattr(value, "py_func", value)
    return value if isinstance(value, FunctionType) else None


def _functions_in(file: str) -> list[ast.FunctionDef | ast.Lambda]:
    """Return the trees of all functions in a file."""
    tree = ast.parse("".join(linecache.getlines(file)))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]


def _tree_of(function: FunctionType, functions: Sequence[ast.FunctionDef | ast.Lambda]) -> ast.FunctionDef | ast.Lambda:
    """Return the tree of a function."""
    code = function.__code__
    for node in functions:
        first = min([node.lineno, *(it.lineno for it in getattr(node, "decorator_list", ()))])
        if first == code.co_firstlineno and getattr(node, "name", "<lambda>") == function.__name__:
            return node
    return ast.parse(f"def {function.__name__}(): pass").body[0]  # type: ignore[return-value]  # its text is gone


# ------------------------------------------------------------------------------------------------- one node


def _mistakes(rule: _Rule, node: ast.AST, fields: Fields) -> Iterator[tuple[int, str]]:
    """Yield the line and the sentences of each mistake that shows at a node."""
    line = getattr(node, "lineno", 0)
    if type(node) in _CANNOT and not (isinstance(node, ast.List) and _is_compared(rule, node)):
        yield line, _CANNOT[type(node)]
    if isinstance(node, ast.Attribute):
        yield from ((line, what) for what in _attribute(rule, node, fields))
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield from ((line, what) for what in _name(rule, node))
    if isinstance(node, ast.Call):
        yield from ((line, what) for what in _call(rule, node))


def _is_compared(rule: _Rule, made: ast.List) -> bool:
    """Return whether a list is only what `in` looks through, or names to unpack into."""
    if isinstance(made.ctx, ast.Store):
        return True
    return any(isinstance(it, ast.Compare) and made in it.comparators for it in ast.walk(rule.tree))


def _attribute(rule: _Rule, node: ast.Attribute, fields: Fields) -> Iterator[str]:
    owner, name = node.value, node.attr
    if isinstance(owner, ast.Name) and owner.id in fields and owner.id in rule.arguments:
        if name not in fields[owner.id]:
            yield missing_field(owner.id, name, fields)
        elif owner.id == "rules" and isinstance(node.ctx, ast.Store):
            yield "The rules stay as they are during a game. Use a field of STATE."
        return
    if isinstance(owner, ast.Attribute) and isinstance(owner.value, ast.Name) and owner.value.id in ("state", "rules"):
        what, whole = owner.value.id, f"{owner.attr}_{name}"
        if owner.attr not in fields[what] and whole in fields[what]:
            yield f"{what} has no field {owner.attr}. Did you mean {what}.{whole}?"
        elif not hasattr(np.ndarray, name):
            yield f"{what}.{owner.attr} holds numbers and has no {name}." + _instead(name)
        return
    known = rule.value(owner)
    if isinstance(known, EnumMeta | ModuleType) and not hasattr(known, name):
        yield explain(AttributeError(name=name, obj=known))
    elif isinstance(known, EnumMeta | Packed) and isinstance(node.ctx, ast.Store):
        yield f"{name} cannot be given another value. Use a field of STATE."


def _instead(name: str) -> str:
    return f" A row has a fixed length; {_OF_LISTS[name]}." if name in _OF_LISTS else ""


def _name(rule: _Rule, node: ast.Name) -> Iterator[str]:
    name = node.id
    if name in rule.own:
        return
    if name not in rule.names and not hasattr(builtins, name):
        yield explain(NameError(name=name), rule.names)
    elif isinstance(rule.names.get(name), list | dict | set):
        yield (
            f"{name} is a {type(rule.names[name]).__name__}, which compiled rules cannot read. Make it a tuple, a figure of "
            "rules.toml or a row of STATE."
        )


def _call(rule: _Rule, node: ast.Call) -> Iterator[str]:
    called = rule.value(node.func)
    if called is None:
        return
    if source := chance_source(called):
        yield (
            f"{source} would play other games each time. Draw chance from a stream: below(state, Stream.NAME, n) is a number "
            "from 0 to n - 1."
        )
    if isinstance(called, type) or called in (open, input):
        yield from _makes(called)
    if called is print:
        yield "Rules are compiled, and print nothing. Log an event, which `digsite replay` tells: log(events, Event.NAME, seat)."
    if isinstance(called, Piece) and (wrong := _exchanged(called, node)):
        yield wrong
        return
    if isinstance(called, Piece) and called.name == "log":
        yield from _logged(rule, node)
    if called in rule.names.get("STRATEGIES", ()):
        yield (
            f"{called.__name__} is a strategy, and another function calls it. Put what they share into a function that takes the "
            "weights as arguments, and let both call that."
        )
        return
    yield from _wrong_arguments(called, node)


def _exchanged(called: Piece, node: ast.Call) -> str:
    """Return a sentence for a call of a function of the kit that is given another record than it takes, or ""."""
    function = _plain(called.found())
    takes = list(inspect.signature(function).parameters) if function else []
    for name, given in zip(takes, node.args, strict=False):
        another = given.id if isinstance(given, ast.Name) else "" if isinstance(given, ast.Attribute) else name
        if name in _RECORDS and another != name and (another in _RECORDS or not another):
            return f"{called.name}({', '.join(takes)}) is given {ast.unparse(given)} as {name}. Write {called.name}({', '.join(takes)})."
    return ""


_RECORDS = ("rules", "state", "events")  # arguments that rules and functions of the kit call alike


def _makes(called: Any) -> Iterator[str]:
    if called in _MAKERS:
        yield f"This makes {_MAKERS[called]}. {_ROWS}"
    elif not issubclass(called, int | float | np.generic | enumerate | range | zip | reversed | BaseException):
        yield f"This makes an object of the class {called.__name__}. {_ROWS}"


def _wrong_arguments(called: Any, node: ast.Call) -> Iterator[str]:
    """Yield a sentence for a call of a function of the game with too many or too few arguments."""
    function = _plain(called.found() if isinstance(called, Piece) else called)
    starred = any(isinstance(it, ast.Starred) for it in node.args) or any(it.arg is None for it in node.keywords)
    if function is None or starred:
        return
    takes = inspect.signature(function)
    try:
        takes.bind(*node.args, **{str(it.arg): it for it in node.keywords})
    except TypeError as problem:
        yield f"{function.__name__}{takes} is called with other arguments: {problem}."


def _logged(rule: _Rule, node: ast.Call) -> Iterator[str]:
    """Yield a sentence for an event that is logged with more or fewer numbers than its sentence has."""
    if len(node.args) < 2 or node.keywords or not isinstance(node.args[1], ast.Attribute):
        return
    kinds, name = rule.value(node.args[1].value), node.args[1].attr
    if not isinstance(kinds, EnumMeta) or name not in kinds.__members__:
        return
    sentence = sentences_of(cast("type[IntEnum]", kinds)).get(name)
    if sentence is None:
        yield f"log takes a kind of event, such as Event.{name}, and {kinds.__name__} is made with names. Use events(...)."
        return
    numbers, given = sentence.numbers, node.args[3:]
    if any(not (isinstance(it, ast.Constant) and it.value == 0) for it in given[len(numbers) :]):
        named = f"has {len(numbers)}: {', '.join(numbers)}" if numbers else "has none"
        count = "1 number" if len(given) == 1 else f"{len(given)} numbers"
        yield f"{name} is logged with {count}, and its sentence {named}. Write {{name}} in the sentence for each."
    elif missing := [it for it in sentence.needed if it in numbers[len(given) :]]:
        yield f"{name} is logged without the number {missing[0]} of its sentence. Give all: log(events, Event.{name}, seat, {', '.join(numbers)})."


# ---------------------------------------------------------------------------------------------- the whole file


def _defined_twice(source: Source) -> Iterator[Fault]:
    """Yield a fault for each function with the name of an earlier one, which it replaces."""
    for file in source.files():
        lines: dict[str, int] = {}
        for node in ast.parse("".join(linecache.getlines(file))).body:
            if isinstance(node, ast.FunctionDef) and node.name in lines:
                yield Fault(
                    str(file), node.lineno, "",
                    f"There is a function {node.name} already, on line {lines[node.name]}. Rename one of them, or delete it.",
                )  # fmt: skip
            lines |= {node.name: node.lineno} if isinstance(node, ast.FunctionDef) else {}


def _unchanged(source: Source) -> Iterator[Fault]:
    """Yield a fault for each column of a field that nothing changes."""
    texts = {path: ast.parse("".join(linecache.getlines(path))) for path in source.files()}
    changed = {name for tree in texts.values() for node in ast.walk(tree) for name in _changes(node)}
    for column in source.table("COLUMNS", ()):
        if isinstance(column, Measure) and column.name not in changed | _OF_ALL:
            line = source.line_of("COLUMNS", column.name)
            yield Fault(
                str(source.file), line, line_of(str(source.file), line),
                f"Nothing in game.py changes state.{column.name}, so this column would always be 0. Change it in apply, or take "
                "the column out.",
            )  # fmt: skip


_OF_ALL = {"turns", "end_reason"}  # fields that a game may leave to the kit


def _changes(node: ast.AST) -> Iterator[str]:
    """Yield the fields that a node changes, or hands to a function that may."""
    targets = [node.target] if isinstance(node, ast.AugAssign) else getattr(node, "targets", [])
    for target in targets:
        yield from (it.attr for it in ast.walk(target) if isinstance(it, ast.Attribute))
    if isinstance(node, ast.Call):
        for argument in node.args:
            yield from (it.attr for it in ast.walk(argument) if isinstance(it, ast.Attribute))


def _unused(source: Source, rules: Sequence[_Rule]) -> Iterator[Fault]:
    """Yield a fault for a function that digsite was meant to call: a strategy not listed, a rule under another name."""
    used = {rule.function.__name__ for rule in rules}
    for name, function in vars(source.module).items():
        if not isinstance(function, FunctionType) or not source.has_written(function) or name in (*FUNCTIONS, *used):
            continue
        takes = inspect.signature(function).parameters
        weights = [it for it in takes.values() if it.kind is it.KEYWORD_ONLY]
        missing = [rule for rule, wanted in FUNCTIONS.items() if not source.has(rule) and tuple(takes) == wanted]
        what = ""
        if weights and set(takes) - {it.name for it in weights} <= set(STRATEGY_ARGUMENTS):
            what = f"{name} looks like a strategy, and STRATEGIES does not list it. Add it there, or delete it."
        elif near := get_close_matches(name, missing, n=1, cutoff=_NEAR):
            what = f"Nothing calls {name}. Did you mean {near[0]!r}? Give it that name, or delete it."
        if what:
            yield Fault(function.__code__.co_filename, function.__code__.co_firstlineno, "", what)


def _endless(source: Source, rules: Sequence[_Rule]) -> Iterator[Fault]:
    """Yield a fault if no rule ends the game."""
    for node in (it for rule in rules for it in ast.walk(rule.tree)):
        ended = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr == "over"
        if ended or (isinstance(node, ast.Name) and node.id == "end_game"):
            return
    line = source.line_of("resolve" if source.simultaneous else "apply")
    yield Fault(str(source.file), line, "", "Nothing in game.py ends the game. Call end_game(state) when it is over.")


def _undeclared(source: Source, rules: Sequence[_Rule]) -> Iterator[Fault]:
    """Yield a fault for a row that is shuffled in a game that does not say what is hidden."""
    if source.has("HIDDEN") or source.has("redeal"):
        return
    for rule in rules:
        for node in ast.walk(rule.tree):
            if not isinstance(node, ast.Call) or len(node.args) < 3:
                continue
            called, row = rule.value(node.func), node.args[2]
            shuffles = isinstance(called, Piece) and called.name in ("shuffle", "shuffle_by_card")
            if shuffles and isinstance(row, ast.Attribute):
                yield Fault(
                    rule.file, node.lineno, line_of(rule.file, node.lineno),
                    f"{ast.unparse(row)} is shuffled, and game.py does not say who may see it. Write "
                    f'HIDDEN = (pile("{row.attr}"),) for cards that lie face down, HIDDEN = () if all may see them.',
                )  # fmt: skip
