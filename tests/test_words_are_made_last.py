"""Figures and names travel as data, and words are made last: no module reads its own texts back.

What is a text of ours is found from the code itself: the records' fields that hold words, what functions return that make
words, strings with figures in them, and what is handed to another function of these. None may be cut apart, searched or
turned into a number. Blanks may be trimmed, and a first letter may change its case.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from digsite.analyses.result import Chart, Finding, Result
from digsite.analyses.scorecard import Line
from digsite.analyses.stats.estimate import Written

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("analyses", "reports", "simulator/lab", "simulator/cli")
RECORDS = (Chart, Finding, Line, Result, Written)
COLUMNS = {
    "name",
    "kind",
    "x",
    "y",
    "low",
    "high",
    "series",
    "order",
    "value",
    "exact",
    "question",
    "effect",
}  # no words
TRIMS = {"strip", "lstrip", "rstrip"}
CUTS = TRIMS | {
    "partition", "rpartition", "split", "rsplit", "splitlines", "removeprefix", "removesuffix", "startswith", "endswith",
    "find", "rfind", "index", "rindex", "replace", "translate",
}  # fmt: skip
SEARCHES = {"search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}
WORDS = {"str", "tuple[str, str]", "Written"}


def trees() -> dict[str, ast.Module]:
    files = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    named = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in files}
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in named.items()}


def words_held() -> set[str]:
    """The fields and properties of the records that are texts."""
    held = {field.name for record in RECORDS for field in fields(record) if field.type == "str"}
    parts = [(name, part) for record in RECORDS for name, part in vars(record).items() if isinstance(part, property)]
    return (held | {name for name, part in parts if part.fget.__annotations__["return"] == "str"}) - COLUMNS


class Code:
    """What of some modules are texts of ours, and where they are read."""

    def __init__(self, modules: Mapping[str, ast.Module], held: Iterable[str]):
        self.held = set(held)
        self.module_of: dict[ast.FunctionDef, str] = {}
        self.plain: dict[str, ast.FunctionDef] = {}  # functions by module and name
        self.methods: dict[str, list[ast.FunctionDef]] = {}
        self.imports: dict[str, dict[str, str]] = {}
        for name, tree in modules.items():
            self._take_in(name, tree)
        told = (ast.Call, ast.Compare, ast.Assign, ast.AnnAssign, ast.NamedExpr)
        self.nodes = {one: [node for node in ast.walk(one) if isinstance(node, told)] for one in self.module_of}
        self.given: set[tuple[ast.FunctionDef, str]] = set()  # function and parameter that texts are handed to
        before = -1
        while len(self.given) > before:
            before = len(self.given)
            for function in self.module_of:
                self._hand_on(function)

    def _take_in(self, module: str, tree: ast.Module) -> None:
        imported = self.imports.setdefault(module, {})
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for part in (part for part in node.body if isinstance(part, ast.FunctionDef)):
                    self.methods.setdefault(part.name, []).append(part)
            elif isinstance(node, ast.FunctionDef):
                self.module_of[node] = module
                self.plain.setdefault(f"{module}.{node.name}", node)
            elif isinstance(node, ast.ImportFrom):
                imported |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}

    def _meant(self, call: ast.Call, module: str) -> list[ast.FunctionDef]:
        """The functions that a call may mean."""
        match call.func:
            case ast.Name(id=name):
                called = self.imports[module].get(name, f"{module}.{name}")
            case ast.Attribute(value=ast.Name(id=of), attr=name) if of in self.imports[module]:
                called = f"{self.imports[module][of]}.{name}"
            case ast.Attribute(attr=name):
                return self.methods.get(name, [])
            case _:
                return []
        parts = called.split(".")  # whatever package the rooms lie in
        found = (self.plain.get(".".join(parts[at:])) for at in range(len(parts) - 1))
        return [function for function in found if function][:1]

    def _hand_on(self, function: ast.FunctionDef) -> None:
        texts = self.texts_of(function)
        for call in (node for node in self.nodes[function] if isinstance(node, ast.Call)):
            for taker in self._meant(call, self.module_of[function]):
                names = [argument.arg for argument in taker.args.args if argument.arg not in ("self", "cls")]
                handed = [*zip(names, call.args, strict=False), *((word.arg, word.value) for word in call.keywords)]
                here = self.module_of[function]
                self.given |= {(taker, str(name)) for name, value in handed if self.is_text(value, texts, here)}

    def texts_of(self, function: ast.FunctionDef) -> set[str]:
        """The names that stand for texts in a function."""
        texts = {name for taker, name in self.given if taker is function}
        for node in self.nodes[function]:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and self.is_text(
                node.value, texts, self.module_of[function]
            ):
                texts |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
        return texts

    def is_text(self, node: ast.AST | None, texts: set[str], module: str) -> bool:
        """Whether an expression is a text that was made here."""
        match node:
            case ast.Name(id=name):
                return name in texts
            case ast.Attribute(attr=name):
                return name in self.held
            case ast.Call():
                returns = [ast.unparse(one.returns) for one in self._meant(node, module) if one.returns]
                return bool(returns) and set(returns) <= WORDS
            case ast.GeneratorExp(elt=each) | ast.ListComp(elt=each) | ast.Starred(value=each):
                return self.is_text(each, texts, module)
            case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other, op=ast.Add()):
                return self.is_text(one, texts, module) or self.is_text(other, texts, module)
            case ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
                return any(self.is_text(part, texts, module) for part in parts)
            case ast.JoinedStr(values=parts):
                return any(isinstance(part, ast.FormattedValue) for part in parts)
        return False

    def readings(self) -> Iterator[str]:
        """Where texts of ours are read, each with its module and function."""
        for function, module in self.module_of.items():
            texts = self.texts_of(function)
            for node in self.nodes[function]:
                if function.name not in SETS_LETTERS | COMPLETES and self._reads(node, texts, module):
                    yield f"{module}, {function.name}: {ast.unparse(node)}"

    def _reads(self, node: ast.AST, texts: set[str], module: str) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(value=of, attr=how), args=args) if how in CUTS and self.is_text(
                of, texts, module
            ):
                return bool(args) or how not in TRIMS
            case ast.Call(func=ast.Attribute(value=of, attr=how), args=args) if how in SEARCHES and _is_pattern(of):
                at = (how in ("sub", "subn")) + (ast.unparse(of) == "re")
                return any(self.is_text(text, texts, module) for text in args[at : at + 1])
            case ast.Call(func=ast.Name(id="float" | "int"), args=args):
                return any(self.is_text(text, texts, module) for text in args)
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[within]):
                return not isinstance(within, ast.Tuple) and self.is_text(within, texts, module)
        return False


def _is_pattern(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and (node.id == "re" or node.id.isupper())


# Where letters are set, not read: lines are broken, pictures and escapes are written.
SETS_LETTERS = {"names_fit", "_pieces", "_cut", "size", "inline", "_rounded", "visible", "wrapped"}
# What is no sentence yet is completed, as its docstring says: a chart's caption, an exception of a user's code.
COMPLETES = {"chart", "explained", "words_of"}


def test_no_text_of_ours_is_read_back():
    found = list(Code(trees(), words_held()).readings())
    assert not found, "\n".join(["Hand the figure or the name on instead of reading a text:", *found])


WRITERS = """
def told(share: Estimate) -> tuple[str, str]: ...
def text(share: Estimate) -> str: ...
"""


@pytest.mark.parametrize(
    "body",
    [
        "return text(share).partition(' (')[0]",
        "head, bracket = told(share)\n    return bracket.strip('()')",
        "low, high = (text(end) for end in share)\n    return low.removesuffix(' %')",
        "said = f'{share} more'\n    return said.replace(' more', '')",
        "return line.figure.rpartition(' ')[2]",
        "return re.sub('points', 'dollars', finding.sentence)",
        "return POINTS.sub('dollars', finding.sentence)",
        "return float(text(share))",
        "return 'worth' in finding.sentence",
        "return read(text(share))\ndef read(shown):\n    return shown.startswith('different')",
    ],
)
def test_a_text_that_is_read_back_is_found(body):
    tree = ast.parse(f"{WRITERS}\ndef reads(share, line, finding):\n    {body}")
    assert len(list(Code({"m": tree}, {"sentence", "figure"}).readings())) == 1


@pytest.mark.parametrize(
    "body",
    [
        "return f'{text(share)} {line.more}'.strip()",
        "return text(share).capitalize()",
        "return typed.partition('=')[0]",
        "return replace(finding, sentence=text(share))",
        "return finding.verdict in ('kept', text(share))",
    ],
)
def test_what_a_user_types_may_be_read_and_words_may_be_put_together(body):
    tree = ast.parse(f"{WRITERS}\ndef writes(share, line, finding, typed: str):\n    {body}")
    assert not list(Code({"m": tree}, {"sentence", "figure", "more"}).readings())
