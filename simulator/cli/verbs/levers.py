"""`digsite levers`: which figures of a game move what, and which move nothing."""

from typing import Annotated

from digsite.simulator.cli.options import (
    Full,
    GameName,
    Games,
    Json,
    Measures,
    PlanOptions,
    PlayOptions,
    Quiet,
    given,
    verb,
)
from digsite.simulator.cli.results import print_experiment


@verb()
def levers(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    figures: Annotated[str, given("figures")] = "",
    measure: Measures = "",
    games: Annotated[
        int | None, Games("Games of a step that matters; 40k by default. Most steps need a tenth.")
    ] = None,
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Move every figure of a game one step down and up, and find which matter: who wins, how long, how close.

    All steps play the same luck. All figures play a little, those that may matter more.
    """
    from digsite.simulator.lab.balancing.levers import levers as play

    print_experiment(play(game, games, figures=figures, measure=measure, **plan, **how), as_json, quiet, full)
