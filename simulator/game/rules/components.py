"""Components: named cards, tiles and upgrades in tables, and their effects as rows of numbers for the kernel.

Each field of each component is a rule figure, `items.rope.cost`; a table lists the names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.rules.ops import Step, Vocabulary
from digsite.simulator.kernel.effects.steps import END, FIRST, Flow


@dataclass(frozen=True)
class ComponentTable:
    """Components of one kind: their names in order, and their fields."""

    name: str
    rows: tuple[str, ...]
    fields: tuple[str, ...]
    about: str = ""

    def number(self, row: str) -> int:
        """Return the number of a component, from 0, as the kernel uses it."""
        if row not in self.rows:
            raise unknown(f"component of {self.name}", row, self.rows)
        return self.rows.index(row)

    def key(self, row: str, field: str) -> str:
        """Return the key of a component's field."""
        return f"{self.name}.{row}.{field}"


@dataclass
class Program:
    """All effects of a game as rows of numbers.

    steps:  the step of each row; None where the row is an option of a "choose".
    ranges: first row and end of each effect, by its figure's key.
    depth:  the most ranges that can be on the stack at once.
    """

    ops: Vocabulary
    codes: list[int] = field(default_factory=list)
    args: list[list[int]] = field(default_factory=list)
    steps: list[Step | None] = field(default_factory=list)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    depth: int = 0

    def describe(self, row: int) -> str:
        """Return the step of a row in words."""
        step = self.steps[row]
        return "" if step is None else self.ops.describe_step(step)

    def write(self, rules: Any) -> None:
        """Write the rows into a Rules record."""
        rules.step_op[: len(self.codes)] = self.codes
        for row, numbers in enumerate(self.args):
            rules.step_args[row] = numbers

    def add(self, steps: Sequence[Step]) -> tuple[int, int]:
        """Lay out a list of steps, then the steps inside them; return its first row and end."""
        first = self._room(steps, [self.ops.codes[step["op"]] for step in steps])
        for row, step in enumerate(steps, first):
            self.args[row] = self.ops.numbers(step)
            inside = list(self.ops.lists_inside(step))
            if self.ops.ops[step["op"]].inside == "options":
                place = self._room([None] * len(inside), [Flow.OPTION] * len(inside))
                self.args[row][FIRST], self.args[row][END] = place, place + len(inside)
                for option, steps_inside in enumerate(inside, place):
                    self.args[option][FIRST], self.args[option][END] = self.add(steps_inside)
            elif inside:
                self.args[row][FIRST], self.args[row][END] = self.add(inside[0])
        return first, first + len(steps)

    def _room(self, steps: Sequence[Step | None], codes: Sequence[int]) -> int:
        first = len(self.codes)
        self.codes += map(int, codes)
        self.steps += steps
        self.args += [[0] * self.ops.width for _ in steps]
        return first


Effects = Mapping[str, Mapping[str, Sequence[Step]]]  # by field ("items.effect"), then by key ("items.rope.effect")


def compile_effects(ops: Vocabulary, effects: Effects) -> Program:
    """Return effects as a program; raise `WrongUse` if it does not fit into the records."""
    program = Program(ops)
    for group in effects.values():
        for key, steps in group.items():
            program.ranges[key] = program.add(steps)
    if len(program.codes) > ops.rows:
        raise WrongUse(f"The effects have {len(program.codes)} steps; only {ops.rows} fit.")
    program.depth = deepest(ops, effects)
    if program.depth > ops.depth:
        raise WrongUse(f"The effects are nested {program.depth} levels deep; only {ops.depth} fit.")
    return program


@dataclass
class _List:
    """A list of steps with the lists it can start, and how many ranges lie below each."""

    key: str
    calls: list[tuple[int, "_List | str"]] = field(default_factory=list)
    depth: int = 1


def deepest(ops: Vocabulary, effects: Effects) -> int:
    """Return the most ranges of steps that can be pending at once, whatever the decisions.

    A finished range leaves the stack before the next one is pushed, so an effect's last step costs nothing. Effects that
    start one another in a circle raise `WrongUse` unless each does so in its last step.
    """
    lists: list[_List] = []
    roots = {
        name: [_collect(ops, key, steps, lists) for key, steps in group.items()] for name, group in effects.items()
    }
    most = len(lists) * (1 + max(len(op.starts) for op in ops.ops.values()))
    grown = True
    while grown:
        highest = {name: max((root.depth for root in group), default=0) for name, group in roots.items()}
        grown = False
        for listed in lists:
            depth = max((below + _depth_of(target, highest) for below, target in listed.calls), default=1)
            grown, listed.depth = grown or depth > listed.depth, max(depth, listed.depth)
            if listed.depth > most:
                raise WrongUse(f"The effects of {listed.key} and others start one another in an endless loop.")
    return max((root.depth for group in roots.values() for root in group), default=0) + ops.starts - 1


def _depth_of(target: "_List | str", highest: Mapping[str, int]) -> int:
    return target.depth if isinstance(target, _List) else highest.get(target, 0)


def _collect(ops: Vocabulary, key: str, steps: Sequence[Step], lists: list[_List], loops: bool = False) -> _List:
    found = _List(key)
    lists.append(found)
    for at, step in enumerate(steps):
        op = ops.ops[step["op"]]
        often = bool(op.times) and step.get(op.times, op.args[op.times].default) > 1
        below = int(loops or often or at + 1 < len(steps))
        for inside in ops.lists_inside(step):
            found.calls.append((below, _collect(ops, key, inside, lists, op.loops)))
        pushed = enumerate(reversed(op.starts))
        found.calls += [(below + under, target) for under, targets in pushed for target in targets]
    return found
