"""`digsite rules`: every figure of a game, where it comes from, and what variants change."""

from pathlib import Path
from typing import Annotated, Any

import typer

from simulator.cli.console import note, show
from simulator.cli.options import GameName, Json, PlanOptions, verb
from simulator.games import find_game


@verb(without=["seats", "plugins", "seed"])
def rules(
    game: GameName,
    plan: PlanOptions,
    diff: Annotated[bool, typer.Option("--diff", help="Only what differs from the printed rules.")] = False,
    unconfirmed: Annotated[bool, typer.Option("--unconfirmed", help="Only figures no source confirms.")] = False,
    export: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a rules file to correct and use.")] = None,
    as_json: Json = False,
) -> None:
    """Show a game's rule figures with their sources."""
    from simulator.lab.rules import chosen_rules, export_rules

    figures = chosen_rules(game, **plan)
    if export:
        export_rules(figures, export)
        note(f"Wrote {export}; correct it and play with --rules {export}.")
        return
    printed = find_game(game).figures
    shown = [f for f in figures if not (unconfirmed and f.confirmed) and not (diff and f.value == printed[f.key])]
    rows = [
        (
            f.key,
            f.value,
            "calibrated" if f.calibrated else f.confirmed,
            f.about,
            f.source,
            _alternatives(f.alternatives),
        )
        for f in shown
    ]
    show(("figure", "value", "confirmed", "what it is", "source", "alternatives"), rows, as_json)
    if not rows and not as_json:
        note("No figure differs." if diff else "Every figure is confirmed.")


def _alternatives(values: list[Any]) -> str:
    return " | ".join(",".join(map(str, value)) if isinstance(value, list) else str(value) for value in values)
