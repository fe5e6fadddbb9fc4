"""Figures into the Rules record that compiled code reads."""

from typing import Any

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.components import Program, compile_effects
from digsite.simulator.game.rules.figure import Figure
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.ops import Steps
from digsite.simulator.game.rules.shapes import (
    shorten_value,
)


def program_of(figures: Figures) -> Program:
    """Return the effects of all components as rows of numbers."""
    if figures.ops is None:
        raise ValueError("a game without ops has no effects")
    effects: dict[str, dict[str, Any]] = {}
    for figure in figures:
        if isinstance(figure.shape, Steps):
            effects.setdefault(figure.field_of or figure.key, {})[figure.key] = figure.value
    return compile_effects(figures.ops, effects)


def fill(rules: Any, figures: Figures, seats: int) -> None:
    """Copy every figure into the Rules field of the same name (dots become underscores), if there is one.

    Field `cost` of the table `items` goes into `items_cost`, one entry per component. A list shorter than its field leaves
    the rest unchanged, and `items_cost_size` gets its length. An effect is stored as its first row and its end.
    """
    rules.seats = seats
    program = None
    if "step_op" in rules.dtype.names:
        program = program_of(figures)
        program.write(rules)
    for figure in figures:
        name = field_name(figure.field_of or figure.key)
        if name not in rules.dtype.names:
            continue
        number = _row_of(figures, figure)
        target = (rules, name) if number is None else (rules[name], number)
        _store(target, figure, _numbers(figure, figures, seats, program))
        if (sizes := f"{name}_size") in rules.dtype.names:
            _store((rules, sizes) if number is None else (rules[sizes], number), figure, len(figure.value))


def field_name(key: str) -> str:
    """Return the name of a figure's field in the Rules record: cards.hand is cards_hand."""
    return key.replace(".", "_").replace("-", "_")


def _row_of(figures: Figures, figure: Figure) -> int | None:
    if not figure.field_of:
        return None
    table = figures.tables[figure.field_of.rpartition(".")[0]]
    return table.number(figure.key[len(table.name) + 1 :].partition(".")[0])


def _numbers(figure: Figure, figures: Figures, seats: int, program: Program | None) -> Any:
    if isinstance(figure.shape, Steps):
        if program is None:
            raise ValueError(f"the Rules record has {figure.key}, but no room for steps")
        return program.ranges[figure.key]
    numbers = figure.shape.numbers(figure.value)
    return numbers[seats - figures.lowest_seats] if figure.per_players else numbers


def _store(target: tuple[Any, Any], figure: Figure, numbers: Any) -> None:
    box, place = target
    try:
        if isinstance(numbers, list):
            box[place][: len(numbers)] = numbers
        else:
            box[place] = numbers
    except (OverflowError, ValueError) as problem:
        raise WrongUse(
            f"{figure.key} = {shorten_value(figure.value)} does not fit into the game's tables."
        ) from problem
