"""Op-codes: the steps of effects, as a game declares them.

A step is written `{ op = "draw", n = 2 }`. A game lists its ops as data: arguments with shapes and defaults, and a
sentence for each op. The vocabulary checks steps, puts them into words, and lays out their arguments as numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from string import Formatter
from typing import Any

from digsite.simulator.errors import nearest
from digsite.simulator.game.rules.shapes import Amounts, Number, Shape, Unfit, shorten_value, suggestion, typed_toml
from digsite.simulator.game.wording import toml
from digsite.simulator.kernel.effects.steps import FIRST_OWN, MAX_OPTIONS, Flow, rules_fields, state_fields

Step = dict[str, Any]
_REQUIRED = object()
_DEEPEST = 20  # levels of nested steps; deeper ones are refused before Python's recursion limit


@dataclass(frozen=True)
class Argument:
    """An argument of an op: its shape, and its default."""

    shape: Shape
    default: Any = _REQUIRED

    @property
    def required(self) -> bool:
        """Return whether a step must include it."""
        return self.default is _REQUIRED


@dataclass(frozen=True)
class Op:
    """An op as data.

    words:   the step in words. `{n}` is an argument, `{n:card}` counts cards, `{cost}` lists amounts,
             `{from:bottom= from the bottom}` writes a text for a word, `{max:, at most *}` writes a text around a
             value that is not the default.
    args:    the arguments by name.
    amounts: names that the step counts, as in { op = "gain", coin = 2 }; `{amounts}` in words.
    inside:  "then" (one list of steps) or "options" (several lists), if the op holds steps.
    loops:   whether the steps inside may be pushed several times at once.
    starts:  the effects that the step may start at once, in order: for each, the component fields it may come from, as in
             "sites.effect".
    times:   the argument for the number of repeats, if there is one.
    """

    words: str
    args: Mapping[str, Argument] = field(default_factory=dict)
    amounts: tuple[str, ...] = ()
    inside: str = ""
    loops: bool = False
    starts: tuple[tuple[str, ...], ...] = ()
    times: str = ""

    def layout(self) -> dict[str, int]:
        """Return the index of each argument's first number in a row: the range inside, arguments, own amounts."""
        places, at = {}, 0
        if self.inside:
            places[self.inside], at = at, at + 2
        for name in ("n",) * ("n" in self.args) + tuple(name for name in self.args if name != "n"):
            places[name] = at
            at += _width(self.args[name].shape)
        if self.amounts:
            places["amounts"], at = at, at + len(self.amounts)
        return places | {"": at}


def _width(shape: Shape) -> int:
    return len(shape.names) if isinstance(shape, Amounts) else 1


_ONE = Argument(Number((1, MAX_OPTIONS)), 1)
_COMMON: dict[IntEnum, Op] = {
    Flow.CHOOSE: Op("choose {n} of ({options})", {"n": _ONE}, inside="options", times="n"),
    Flow.MAY: Op("you may {then}", inside="then"),
    Flow.REPEAT: Op("{n:time}: {then}", {"n": Argument(Number((1, 99)))}, inside="then", loops=True),
}


class Vocabulary:
    """The ops of a game.

    own:    the game's ops by code; codes start at FIRST_OWN. Their names are the codes' names in lower case.
    costs:  what a "pay" step can cost; no "pay" if empty.
    rows:   room for steps in the Rules record.
    depth:  room for ranges of steps in the State record.
    starts: effects that the game itself may start at once.
    nouns:  singular and plural of names, as in {"vp": ("victory point", "victory points")}, where the name and its regular
            plural are wrong.
    """

    def __init__(
        self,
        own: Mapping[Any, Op],
        costs: Sequence[str] = (),
        *,
        rows: int = 256,
        depth: int = 8,
        starts: int = 1,
        nouns: Mapping[str, tuple[str, str]] | None = None,
    ):
        """Check that the codes are unique, and lay out the arguments of each op."""
        ops: dict[IntEnum, Op] = {**_COMMON, **own}
        if costs:
            ops[Flow.PAY] = Op("pay {cost}: {then}", {"cost": Argument(Amounts(tuple(costs)))}, inside="then")
        self.codes: dict[str, int] = {code.name.lower(): int(code) for code in ops}
        self.ops: dict[str, Op] = {code.name.lower(): op for code, op in ops.items()}
        differ = len(self.codes) == len(set(self.codes.values())) == len(_COMMON) + len(own) + bool(costs)
        if not differ or any(int(code) < FIRST_OWN for code in own):
            raise ValueError(f"op-codes and names must differ, and a game's own codes must be {FIRST_OWN} or more")
        self.layouts = {name: op.layout() for name, op in self.ops.items()}
        self.width = max(layout[""] for layout in self.layouts.values())
        self.rows, self.depth, self.starts = rows, depth, starts
        self.nouns = dict(nouns or {})

    def at(self, op: str, argument: str) -> int:
        """Return the index of an argument's first number in a row of this op: a constant for the game's kernels."""
        return self.layouts[op][argument]

    def rules_fields(self) -> list[tuple[Any, ...]]:
        """Return the fields of the Rules record that hold the steps."""
        return rules_fields(self.rows, self.width)

    def state_fields(self) -> list[tuple[Any, ...]]:
        """Return the fields of the State record that hold pending steps."""
        return state_fields(self.depth)

    # ------------------------------------------------------------------------------------------------- checking

    def read(self, steps: Any, level: int = 0) -> list[Step]:
        """Return steps in canonical form: arguments in order, without defaults."""
        if not isinstance(steps, list):
            raise Unfit(f'an effect is a list of steps, such as [{{ op = "{next(iter(self.ops))}" }}].')
        if level > _DEEPEST:
            raise Unfit(f"steps are nested more than {_DEEPEST} levels deep.")
        return [self._read_step(step, level) for step in steps]

    def _read_step(self, step: Any, level: int) -> Step:
        if not isinstance(step, Mapping) or not isinstance(step.get("op"), str):
            raise Unfit(f'a step is written {{ op = "…", … }}; {shorten_value(step)} is not.')
        name = step["op"]
        if name not in self.ops:
            raise Unfit(f"there is no op {name!r}.{nearest(name, list(self.ops))} There are: {', '.join(self.ops)}.")
        op = self.ops[name]
        known = [*op.args, *op.amounts, *filter(None, [op.inside])]
        for given in step:
            if given != "op" and given not in known:
                has = f"it has {', '.join(known)}" if known else "it has none"
                raise Unfit(f"{name!r} has no argument {given!r}; {has}.{nearest(str(given), known)}")
        return {"op": name, **self._read_arguments(name, op, step), **self._read_inside(name, op, step, level)}

    def _read_arguments(self, name: str, op: Op, step: Mapping[str, Any]) -> Step:
        found: Step = {}
        for key, argument in op.args.items():
            if key not in step:
                if argument.required:
                    raise Unfit(f"{name!r} needs its argument {key!r}, {argument.shape.allowed()}.")
                continue
            value = _fitting(argument.shape, step[key], f"{key!r} of {name!r}")
            if argument.required or value != argument.default:
                found[key] = value
        if op.amounts:
            counts = {key: step[key] for key in op.amounts if key in step}
            amounts = _fitting(Amounts(op.amounts), counts, f"what {name!r} counts")
            if not amounts:
                raise Unfit(f"{name!r} counts nothing; it takes {', '.join(op.amounts)}.")
            found |= amounts
        return found

    def _read_inside(self, name: str, op: Op, step: Mapping[str, Any], level: int) -> Step:
        if not op.inside:
            return {}
        if op.inside not in step:
            raise Unfit(f"{name!r} needs {op.inside!r}, the steps inside it.")
        if op.inside == "then":
            if not step["then"]:
                raise Unfit(f"{name!r} has no steps in 'then'.")
            return {"then": self.read(step["then"], level + 1)}
        options = step["options"]
        needed = step.get("n", 1)
        if not isinstance(options, list) or not 1 <= needed <= len(options) <= MAX_OPTIONS:
            raise Unfit(f"{name!r} needs a list of {needed} to {MAX_OPTIONS} options, each a list of steps.")
        return {"options": [self.read(option, level + 1) for option in options]}

    # ---------------------------------------------------------------------------------------------- into words

    def describe(self, steps: Sequence[Step], between: str = "; ") -> str:
        """Return steps in words, as in "gain 2 coins; pay 1 compass: exile a card"."""
        return between.join(self.describe_step(step) for step in steps) or "nothing"

    def describe_step(self, step: Step) -> str:
        """Return one step in words."""
        parts = Formatter().parse(self.ops[step["op"]].words)
        return "".join(text + (_worded(self, step, name, spec or "") if name else "") for text, name, spec, _ in parts)

    def counted(self, number: int, noun: str) -> str:
        """Return a number of things, as in 2 coins."""
        one, several = self.nouns.get(noun, (noun, plural(noun)))
        return f"{number} {one if number == 1 else several}".replace("_", " ")

    def say_amounts(self, amounts: Mapping[str, int]) -> str:
        """Return amounts in words, as in 2 coins and 1 compass."""
        return _listed([self.counted(number, name) for name, number in amounts.items()])

    # ---------------------------------------------------------------------------------------------- into numbers

    def numbers(self, step: Step) -> list[int]:
        """Return a step's arguments as a row of numbers, without the range of the steps inside."""
        op, layout = self.ops[step["op"]], self.layouts[step["op"]]
        row = [0] * self.width
        for name, argument in op.args.items():
            value = argument.shape.numbers(step.get(name, argument.default))
            for offset, number in enumerate(value if isinstance(value, list) else [value]):
                row[layout[name] + offset] = int(number)
        for offset, name in enumerate(op.amounts):
            row[layout["amounts"] + offset] = step.get(name, 0)
        return row

    def lists_inside(self, step: Step) -> Iterator[list[Step]]:
        """Yield the lists of steps directly inside a step."""
        inside = self.ops[step["op"]].inside
        if inside == "then":
            yield step["then"]
        elif inside:
            yield from step["options"]


def _fitting(shape: Shape, value: Any, where: str) -> Any:
    try:
        return shape.read(value)
    except Unfit as problem:
        if str(problem):
            raise Unfit(f"in {where}, {problem}") from problem
        hint = suggestion(value, getattr(shape, "choices", ()))
        raise Unfit(f"{where} must be {shape.allowed()}; {shorten_value(value)} is not.{hint}") from problem


class _Unread(Vocabulary):
    """Stands for the ops of a game whose code may not run: effects stay as they are written."""

    def read(self, steps: Any, level: int = 0) -> list[Step]:  # noqa: ARG002
        """Return the steps as they are."""
        return list(steps)

    def describe(self, steps: Sequence[Step], between: str = "; ") -> str:
        """Return the steps as written."""
        return between.join(map(toml, steps)) or "nothing"


UNREAD = _Unread({})


@dataclass(frozen=True)
class Steps(Shape):
    """An effect: a list of steps."""

    ops: Vocabulary

    def allowed(self) -> str:
        """Return what fits, to follow "must be"."""
        return "a list of steps"

    def read(self, value: Any) -> Any:
        """Return the steps in canonical form."""
        return self.ops.read(value)

    def parse(self, text: str) -> Any:
        """Return what a user typed: steps as TOML."""
        return typed_toml(text)

    def say(self, value: Any) -> str:
        """Return the effect in words."""
        return self.ops.describe(value)


# -------------------------------------------------------------------------------------------------------- words


def plural(noun: str) -> str:
    """Return the plural of a regular noun."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else noun + "s"


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else "".join(parts) or "nothing"


def _worded(ops: Vocabulary, step: Step, name: str, spec: str) -> str:
    """Return an argument of a step in words."""
    op = ops.ops[step["op"]]
    if name == "amounts":
        return ops.say_amounts({key: step[key] for key in op.amounts if key in step})
    if name == "then":
        return ops.describe(step["then"], ", then ")
    if name == "options":
        return " / ".join(ops.describe(option, ", then ") for option in step["options"])
    argument = op.args[name]
    given = step.get(name, argument.default)
    if "*" in spec:
        return "" if given == argument.default else spec.replace("*", _said(ops, argument.shape, given))
    if "=" in spec:
        return dict(choice.split("=", 1) for choice in spec.split("|")).get(str(given), "")
    if isinstance(given, bool):
        return spec if given else ""
    return ops.counted(given, spec) if spec else _said(ops, argument.shape, given)


def _said(ops: Vocabulary, shape: Shape, value: Any) -> str:
    return ops.say_amounts(value) if isinstance(shape, Amounts) else shape.say(value)
