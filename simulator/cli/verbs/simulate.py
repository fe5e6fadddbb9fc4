"""`digsite simulate`: play many games and record them."""

from typing import Annotated

import typer

from digsite.simulator.cli.console import note
from digsite.simulator.cli.options import GameName, Games, Json, PlanOptions, PlayOptions, Quiet, count, verb


@verb()
def simulate(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    games: Annotated[
        int | None, Games("How many games, e.g. 100k or 2.5M; 100k when absent, 4,294,967,296 at most.")
    ] = None,
    rotate: Annotated[bool, typer.Option("--rotate", help="Play every seat rotation on the same luck.")] = False,
    events: Annotated[
        int | None,
        typer.Option(parser=count, metavar="K", help="Keep the events of the first K games; 20k when absent."),
    ] = None,
    part_games: Annotated[
        int | None,
        typer.Option(
            "--part-games", parser=count, metavar="N", help="Games in a file; 10k when absent, more for large clusters."
        ),
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play many games and write one row per game to a run folder."""
    from digsite.simulator.cli.summary import print_summary
    from digsite.simulator.lab.experiments.simulate import simulate as play

    run = play(game, games, rotate=rotate, events=events, part_games=part_games, **plan, **how)
    print_summary(run, as_json)
    note(f"The run is in {run.folder}", quiet)
