"""Values of rule figures within what their shapes allow, and sets of figures to play: none of it knows a game."""

import random
from collections.abc import Iterator
from typing import Any

from digsite.simulator.game.rules.figure import Figure
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.ops import Steps
from digsite.simulator.game.rules.shapes import Amounts, Flags, ListOf, Number, Shape, Text, Truth, Word

Changes = dict[str, Any]
_UNBOUNDED = (-(2**31), 2**31)
_TOGETHER = 10  # components of a table whose figures are changed at once


# ------------------------------------------------------------------------------------------------ values of a shape


def extremes(shape: Shape, others: list[Any]) -> list[Any]:
    """Return the values at the ends of what a shape allows; `others` are values that figures of its kind have."""
    if isinstance(shape, Number):
        low, high = shape.range or _UNBOUNDED
        return [low, high] if shape.whole else [float(low), float(high)]
    if isinstance(shape, Truth):
        return [False, True]
    if isinstance(shape, Word):
        return list(shape.choices)
    if isinstance(shape, Amounts):
        high = (shape.range or _UNBOUNDED)[1]
        return [{}, dict.fromkeys(shape.names, high)]
    if isinstance(shape, Flags):
        return [[], list(shape.choices)]
    if isinstance(shape, ListOf):
        return [[entry] * length for length in sorted(set(shape.length)) for entry in extremes(shape.item, [])]
    if isinstance(shape, Steps):
        return [[], *others]
    assert isinstance(shape, Text), f"the fuzz knows no {type(shape).__name__}"
    return ["", "x" * 200]


def anything(shape: Shape, others: list[Any], chance: random.Random) -> Any:
    """Return any value that a shape allows."""
    if isinstance(shape, Number):
        low, high = shape.range or _UNBOUNDED
        return chance.randint(int(low), int(high)) if shape.whole else chance.uniform(low, high)
    if isinstance(shape, Amounts):
        low, high = shape.range or _UNBOUNDED
        return {name: chance.randint(int(low), int(high)) for name in shape.names if chance.random() < 0.5}
    if isinstance(shape, Flags):
        return [word for word in shape.choices if chance.random() < 0.5]
    if isinstance(shape, ListOf):
        return [anything(shape.item, [], chance) for _ in range(chance.randint(*shape.length))]
    return chance.choice(extremes(shape, others))


def near(shape: Shape, value: Any, chance: random.Random) -> Any:
    """Return a value near another: a number a little more or less, a list in another order or with one such entry."""
    if isinstance(shape, Number) and shape.whole:
        low, high = shape.range or _UNBOUNDED
        return min(max(value + chance.choice((-2, -1, 1, 2)), int(low)), int(high))
    if isinstance(shape, ListOf) and value:
        changed = list(value)
        if chance.random() < 0.5:
            chance.shuffle(changed)
        else:
            at = chance.randrange(len(changed))
            changed[at] = near(shape.item, changed[at], chance)
        return changed
    return value


# ------------------------------------------------------------------------------------------------ sets of figures


def alike(figures: Figures, figure: Figure) -> list[Any]:
    """Return the values of all figures of the same kind, for what cannot be made up: effects."""
    if not isinstance(figure.shape, Steps):
        return []
    return [other.value for other in figures if isinstance(other.shape, Steps) and other.field_of == figure.field_of]


def alone(figures: Figures, *, every: bool = False) -> Iterator[Changes]:
    """Yield each figure at its extremes, all others as they are; components a few at a time, unless each is wanted alone."""
    for figure in figures:
        if figure.field_of and not every:
            continue
        for value in extremes(figure.shape, alike(figures, figure)):
            if value != figure.value:
                yield {figure.key: value}
    if not every:
        yield from in_groups(figures)


def in_groups(figures: Figures) -> Iterator[Changes]:
    """Yield neighbours in a table of components, a few at a time, one field of them at its extremes.

    An effect becomes none, or the next other one: a table has thousands of pairs of a component and another's effect.
    """
    for table in figures.tables.values():
        for name in table.fields:
            members = [figures.by_key[table.key(row, name)] for row in table.rows]
            values = [extremes(member.shape, _others(members, at)) for at, member in enumerate(members)]
            for turn in range(max(map(len, values))):
                changes = {
                    m.key: v[turn] for m, v in zip(members, values, strict=True) if turn < len(v) and v[turn] != m.value
                }
                keys = list(changes)
                for first in range(0, len(keys), _TOGETHER):
                    yield {key: changes[key] for key in keys[first : first + _TOGETHER]}


def _others(members: list[Figure], at: int) -> list[Any]:
    """Return the value of the next component that has another one, if there is one."""
    following = [member.value for member in members[at + 1 :] + members[:at] if member.value != members[at].value]
    return following[:1]


def combined(figures: Figures, chance: random.Random) -> Changes:
    """Return some figures changed at random: a few or many, near to what they are, to an extreme, or to anything."""
    every = list(figures)
    few = chance.randint(1, 4) if chance.random() < 0.7 else chance.randint(1, len(every))
    changes: Changes = {}
    for figure in chance.sample(every, min(few, len(every))):
        others = alike(figures, figure)
        way = chance.random()
        if way < 0.4:
            changes[figure.key] = near(figure.shape, figure.value, chance)
        elif way < 0.7:
            changes[figure.key] = chance.choice(extremes(figure.shape, others))
        else:
            changes[figure.key] = anything(figure.shape, others, chance)
    return changes
