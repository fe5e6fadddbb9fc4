"""`digsite rules`: every figure of a game, where it comes from, and what variants change."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digsite.simulator.cli.console import print_note, print_sentence, print_table
from digsite.simulator.cli.options import Full, GameName, Json, PlanOptions, given, verb
from digsite.simulator.commands import Command
from digsite.simulator.errors import unknown
from digsite.simulator.game.wording import counted, typed
from digsite.simulator.games import find_game
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from digsite.simulator.game.rules.components import ComponentTable
    from digsite.simulator.game.rules.figure import Figure
    from digsite.simulator.game.rules.figures import Figures


@verb(without=["seats", "plugins", "seed", "seating"])
def rules(
    game: GameName,
    plan: PlanOptions,
    pattern: Annotated[
        str, typer.Argument(metavar="[PATTERN]", help="Only figures whose name or description has this text.")
    ] = "",
    diff: Annotated[bool, given("diff")] = False,
    unconfirmed: Annotated[bool, given("unconfirmed")] = False,
    export: Annotated[Path | None, given("export")] = None,
    full: Full = False,
    as_json: Json = False,
) -> None:
    """Show a game's rule figures: an overview, or with a pattern the figures themselves."""
    from digsite.simulator.lab.rules import chosen_rules, export_rules

    figures = chosen_rules(game, **plan)
    if export:
        export_rules(figures, export)
        print_note(f"Wrote {export}; correct it and play with --rules {export}.")
        return
    published = find_game(game).figures
    if not (pattern or diff or unconfirmed or full or as_json):
        _overview(game, figures)
        return
    shown = [f for f in figures if not (unconfirmed and f.confirmed) and not (diff and f.value == published[f.key])]
    if pattern:
        group = [f for f in shown if f.key.partition(".")[0] == pattern]
        shown = group or [f for f in shown if pattern.lower() in f"{f.key} {f.about}".lower()]
    if pattern and not shown:
        raise unknown("figure", pattern, [figure.key for figure in figures])
    apart = not (unconfirmed or diff or as_json or pattern)  # component tables read better as tables
    rows = [_row(figure, as_json) for figure in shown if not (apart and figure.field_of)]
    heads = ("figure", "value", "confirmed", "what it is", "source", "alternatives")
    brief = not (full or as_json)
    print_table(heads[:4] if brief else heads, [row[:4] if brief else row for row in rows], as_json)
    if not rows and not as_json:
        print_note("No figure differs." if diff else "Every figure is confirmed.")
    for table in figures.tables.values() if apart else ():
        print_table((table.name, *table.fields), _components(figures, table), title=f"{table.name}: {table.about}")


def _overview(game: str, figures: "Figures") -> None:
    """Print the groups of figures: how many each has, and how many of them no source confirms."""
    groups: dict[str, list[Figure]] = {}
    for figure in figures:
        groups.setdefault(figure.key.partition(".")[0], []).append(figure)
    print_sentence(f"{counted(len(list(figures)), 'figure')}: {', '.join(_group(*it) for it in groups.items())}.")
    command = Command("rules", find_game(game).called)
    first = next(iter(groups))
    print_sentence(f"{command} {first} shows a group's figures, {command} {OPTIONS['full'].typed} all with sources.")


def _group(name: str, group: "list[Figure]") -> str:
    """Return a group's name and size: walls 5 (3 unconfirmed)."""
    open_ = sum(not figure.confirmed for figure in group)
    return f"{name} {len(group)}" + (f" ({open_} unconfirmed)" if open_ else "")


def _row(figure: "Figure", as_json: bool) -> tuple[Any, ...]:
    """Return a figure as the listing shows it, with effects and amounts in words unless `as_json`."""
    from digsite.simulator.game.rules.ops import Steps
    from digsite.simulator.game.rules.shapes import Amounts, ListOf

    shape = figure.shape.item if isinstance(figure.shape, ListOf) else figure.shape
    worded = isinstance(shape, Steps | Amounts) and not as_json
    return (
        figure.key,
        figure.text() if worded else figure.value,
        "calibrated" if figure.calibrated else figure.confirmed,
        figure.about,
        figure.source,
        list(figure.alternatives)
        if as_json
        else " | ".join(
            figure.shape.say(other) if worded else typed(other) or "nothing" for other in figure.alternatives
        ),
    )


def _components(figures: "Figures", table: "ComponentTable") -> list[tuple[str, ...]]:
    """Return the rows of a component table; a star marks unconfirmed figures."""
    cells = {figure.key: figure.text() + "*" * (not figure.confirmed) for figure in figures if figure.field_of}
    return [(row, *(cells[table.key(row, name)] for name in table.fields)) for row in table.rows]
