"""`digsite rules`: every figure of a game, where it comes from, and what variants change."""

from pathlib import Path
from typing import Annotated

import typer

from simulator.cli.console import GameName, Json, Players, RulesFile, Settings, Variants, note, show
from simulator.errors import WrongUse
from simulator.games import find_game


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


def _alternatives(values: list) -> str:
    return " | ".join(",".join(map(str, value)) if isinstance(value, list) else str(value) for value in values)
