"""`digsite rules`: every figure of a game, where it comes from, and what variants change."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from digsite.simulator.cli.console import print_note, print_table
from digsite.simulator.cli.options import GameName, Json, PlanOptions, given, verb
from digsite.simulator.game.wording import typed
from digsite.simulator.games import find_game

if TYPE_CHECKING:
    from digsite.simulator.game.rules.components import ComponentTable
    from digsite.simulator.game.rules.figure import Figure
    from digsite.simulator.game.rules.figures import Figures


@verb(without=["seats", "plugins", "seed", "seating"])
def rules(
    game: GameName,
    plan: PlanOptions,
    diff: Annotated[bool, given("diff")] = False,
    unconfirmed: Annotated[bool, given("unconfirmed")] = False,
    export: Annotated[Path | None, given("export")] = None,
    as_json: Json = False,
) -> None:
    """Show a game's rule figures with their sources."""
    from digsite.simulator.lab.rules import chosen_rules, export_rules

    figures = chosen_rules(game, **plan)
    if export:
        export_rules(figures, export)
        print_note(f"Wrote {export}; correct it and play with --rules {export}.")
        return
    printed = find_game(game).figures
    shown = [f for f in figures if not (unconfirmed and f.confirmed) and not (diff and f.value == printed[f.key])]
    apart = not (unconfirmed or diff or as_json)  # component tables read better as tables
    rows = [_row(figure, as_json) for figure in shown if not (apart and figure.field_of)]
    print_table(("figure", "value", "confirmed", "what it is", "source", "alternatives"), rows, as_json)
    if not rows and not as_json:
        print_note("No figure differs." if diff else "Every figure is confirmed.")
    for table in figures.tables.values() if apart else ():
        print_table((table.name, *table.fields), _components(figures, table), title=f"{table.name}: {table.about}")


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
