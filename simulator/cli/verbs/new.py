"""`digsite new`: starter files."""

from pathlib import Path
from typing import Annotated

import typer

from digsite.simulator.cli.console import Terminal, note
from digsite.simulator.cli.examples import epilog
from digsite.simulator.cli.options import Cluster, GameName, Games, PlanOptions, Quiet, Threads, closed, given, verb
from digsite.simulator.commands import Command

app = typer.Typer(name="new", no_args_is_help=True, help="Write a starter file: a contract.", epilog=epilog("new"))


@app.callback()
def new() -> None:
    """Write a starter file: a contract."""


@app.command(epilog=epilog("contract"), short_help="Write a contract from the present balance.")
@verb()
def contract(
    game: GameName,
    plan: PlanOptions,
    out: Annotated[Path, given("out", metavar="FILE", help="The file; an existing one is never overwritten.")] = Path(
        "contract.toml"
    ),
    games: Annotated[int, Games("Games to measure the balance with.")] = 20_000,
    threads: Threads = None,
    cluster: Cluster = "",
    quiet: Quiet = False,
) -> None:
    """Play some games and write a contract from the present balance, for `digsite check`."""
    from digsite.simulator.lab.experiments.new_contract import new_contract

    progress = None if quiet else Terminal()
    with closed(progress):
        path = new_contract(game, games, out=out, threads=threads, cluster=cluster, progress=progress, **plan)
    note(f"The contract is in {path}; check it with: {Command('check', path)}", quiet)
