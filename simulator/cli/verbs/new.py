"""`digsite new`: starter files."""

from pathlib import Path
from typing import Annotated

import typer

from digsite.simulator.cli.console import Terminal, print_note
from digsite.simulator.cli.examples import epilog
from digsite.simulator.cli.options import (
    Cluster,
    GameName,
    Games,
    PlanOptions,
    Quiet,
    Threads,
    close_progress,
    given,
    verb,
)
from digsite.simulator.commands import Command
from digsite.simulator.lab.tools.new_game import BASIC, examples, new_game

app = typer.Typer(name="new", no_args_is_help=True, help="Write starter files: game, contract.", epilog=epilog("new"))


@app.callback()
def new() -> None:
    """Write starter files: a game or a contract."""


@app.command(epilog=epilog("game"), short_help="Start a game of your own from an example.")
def game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the folder and the game are called, e.g. my-game.")],
    like: Annotated[
        str,
        given(
            "like",
            help=f"The example to start from: {', '.join(examples())}.",
            autocompletion=lambda: list(examples()),
            show_default=False,
        ),
    ] = BASIC,
    out: Annotated[
        Path, given("out", metavar="DIR", help="The folder to make it in; default: here.", show_default=False)
    ] = Path(),
    quiet: Quiet = False,
) -> None:
    """Make a folder with a game of your own that plays at once: rules.toml, game.py and a test.

    Start from the example that is nearest to your game, and replace it rule by rule. docs/your-game.md shows how.
    """
    folder = new_game(name, like=like, out=out)
    print_note(f"The game is in {folder}. Next:", quiet)
    run = Path("runs") / name
    for command in (
        Command("simulate", folder, games="10k", out=run),
        Command("replay", run, median=True),
        Command("report", run, out=f"{name}.html"),
    ):
        print_note(f"  {command}", quiet)


@app.command(epilog=epilog("contract"), short_help="Write a contract from the present balance.")
@verb()
def contract(
    game: GameName,
    plan: PlanOptions,
    out: Annotated[Path, given("out", metavar="FILE", help="The file; an existing one is never overwritten.")] = Path(
        "contract.toml"
    ),
    games: Annotated[int | None, Games("Games to measure the balance with; 20k by default.")] = None,
    threads: Threads = None,
    cluster: Cluster = "",
    quiet: Quiet = False,
) -> None:
    """Play some games and write a contract from the present balance, for `digsite check`."""
    from digsite.simulator.lab.contracts.draft import new_contract

    progress = None if quiet else Terminal()
    with close_progress(progress):
        path = new_contract(game, games, out=out, threads=threads, cluster=cluster, progress=progress, **plan)
    print_note(f"The contract is in {path}; check it with: {Command('check', path)}", quiet)
