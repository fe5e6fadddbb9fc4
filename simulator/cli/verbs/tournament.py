"""`digsite tournament`: every line-up of some strategies, in every seat, on the same luck."""

from typing import Annotated

from digsite.simulator.cli.options import Full, GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment


@verb(without=["seats"])
def tournament(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    strategies: Annotated[str, given("strategies")] = "",
    games: Annotated[int | None, Games("Games of each line-up; 10k by default.")] = None,
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a round robin of strategies: ratings, head to head, and the best response to each field."""
    from digsite.simulator.lab.experiments.tournament import tournament as play

    print_experiment(play(game, games, strategies=strategies, **plan, **how), as_json, quiet, full)
