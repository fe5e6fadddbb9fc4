"""`digsite rules`: every figure of a game, where it comes from, and what variants change."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulator.cli.console import GameName, Json, Players, RulesFile, Settings, Variants, note, show
from simulator.errors import WrongUse
from simulator.game.ops import Steps
from simulator.game.shapes import Amounts, plain
from simulator.games import find_game

if TYPE_CHECKING:
    from simulator.game.components import Table
    from simulator.game.figures import Figure, Figures


def rules(
    game: GameName,
    variant: Variants = [],  # noqa: B006
    setting: Settings = [],  # noqa: B006
    rules_file: RulesFile = None,
    players: Players = None,
    diff: Annotated[bool, typer.Option("--diff", help="Only what differs from the printed rules.")] = False,
    unconfirmed: Annotated[bool, typer.Option("--unconfirmed", help="Only figures no source confirms.")] = False,
    export: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a rules file to correct and use.")] = None,
    as_json: Json = False,
) -> None:
    """Show a game's rule figures with their sources."""
    found = find_game(game)
    figures = found.figures.with_file(rules_file) if rules_file else found.figures
    figures = figures.with_variants(variant, players).with_settings(setting)
    seats = players or found.players[0]
    if seats not in found.players:
        raise WrongUse(f"{found.title} is for {found.players[0]} to {found.players[-1]} players, not for {seats}.")
    found.build_rules(figures, seats)
    if export:
        if export.exists():
            raise WrongUse(f"{export} is there already; choose another name for the rules file.")
        try:
            export.write_text(figures.to_toml(), encoding="utf-8")
        except OSError as problem:
            raise WrongUse(f"{export} cannot be written: {problem.strerror}.") from problem
        note(f"Wrote {export}; correct it and play with --rules {export}.")
        return
    shown = [figure for figure in figures if not (unconfirmed and figure.confirmed)]
    if diff:
        shown = [figure for figure in shown if figure.value != found.figures[figure.key]]
    apart = not (unconfirmed or diff or as_json)  # whole tables of components read better as tables
    rows = [_row(figure, as_json) for figure in shown if not (apart and figure.field_of)]
    show(("figure", "value", "confirmed", "what it is", "source", "alternatives"), rows, as_json)
    if not rows and not as_json:
        note("No figure differs." if diff else "Every figure is confirmed.")
    for table in figures.tables.values() if apart else ():
        show((table.name, *table.fields), _components(figures, table), title=f"{table.name}: {table.about}")


def _row(figure: "Figure", as_json: bool) -> tuple[Any, ...]:
    """A figure as the listing shows it: a reader gets effects and amounts in words."""
    worded = isinstance(figure.shape, Steps | Amounts) and not as_json
    return (
        figure.key,
        figure.text() if worded else figure.value,
        "calibrated" if figure.calibrated else figure.confirmed,
        figure.about,
        figure.source,
        " | ".join(figure.shape.say(other) if worded else plain(other) for other in figure.alternatives),
    )


def _components(figures: "Figures", table: "Table") -> list[tuple[str, ...]]:
    """The rows of a table of components; a star marks what no source confirms."""
    cells = {figure.key: figure.text() + "*" * (not figure.confirmed) for figure in figures if figure.field_of}
    return [(row, *(cells[table.key(row, name)] for name in table.fields)) for row in table.rows]
