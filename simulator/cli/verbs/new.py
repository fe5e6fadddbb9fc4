"""`digsite new`: files to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from digsite.simulator.cli.console import Terminal, note
from digsite.simulator.cli.examples import epilog
from digsite.simulator.cli.options import Cluster, GameName, Games, PlanOptions, Quiet, Threads, closed, given, verb
from digsite.simulator.commands import Command

app = typer.Typer(
    name="new", no_args_is_help=True, help="Write a file to begin with: a contract.", epilog=epilog("new")
)


@app.callback()
def new() -> None:
    """Write a file to begin with: a contract."""


@app.command(epilog=epilog("contract"), short_help="Write a contract from the present balance.")
@verb()
def contract(
    game: GameName,
    plan: PlanOptions,
    out: Annotated[Path, given("out", metavar="FILE", help="The file; one that is there is left alone.")] = Path(
        "contract.toml"
    ),
    games: Annotated[int, Games("Games to know the balance from.")] = 20_000,
    threads: Threads = None,
    cluster: Cluster = "",
    quiet: Quiet = False,
) -> None:
    """Write a contract from the present balance, for `digsite check`: a few games are played."""
    from digsite.simulator.lab.experiments.new_contract import new_contract

    progress = None if quiet else Terminal()
    with closed(progress):
        path = new_contract(game, games, out=out, threads=threads, cluster=cluster, progress=progress, **plan)
    note(f"The contract is in {path}; check it with: {Command('check', path)}", quiet)
