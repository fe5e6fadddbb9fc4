"""`digsite simulate`: play many games and record them."""

from typing import Annotated

import typer

from simulator.cli.console import note
from simulator.cli.options import GameName, Games, Json, PlanOptions, PlayOptions, Quiet, count, verb


@verb()
def simulate(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    games: Annotated[int, Games("How many games, e.g. 100k or 2.5M.")] = 100_000,
    rotate: Annotated[bool, typer.Option("--rotate", help="Play every seat rotation on the same luck.")] = False,
    events: Annotated[
        int, typer.Option(parser=count, metavar="K", help="Keep the events of the first K games.")
    ] = 20_000,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play many games and write one row per game to a run folder."""
    from simulator.cli.summary import print_summary
    from simulator.lab.simulate import simulate as play

    run = play(game, games, rotate=rotate, events=events, **plan, **how)
    print_summary(run, as_json)
    note(f"The run is in {run.folder}", quiet)
