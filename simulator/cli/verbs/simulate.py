"""`digsite simulate`: play many games and record them."""

from typing import Annotated

from digsite.simulator.cli.console import print_note
from digsite.simulator.cli.options import GameName, Games, Json, PlanOptions, PlayOptions, Quiet, count, given, verb


@verb()
def simulate(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    games: Annotated[
        int | None, Games("The number of games, e.g. 2.5M; 100k by default, 4,294,967,296 at most.")
    ] = None,
    rotate: Annotated[bool, given("rotate")] = False,
    events: Annotated[int | None, given("events", parser=count)] = None,
    part_games: Annotated[int | None, given("part_games", parser=count)] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play many games and write one row per game to a run folder."""
    from digsite.simulator.cli.summary import print_summary
    from digsite.simulator.lab.experiments.simulate import simulate as play

    run = play(game, games, rotate=rotate, events=events, part_games=part_games, **plan, **how)
    print_summary(run, as_json)
    print_note(f"The run is in {run.folder}", quiet)
