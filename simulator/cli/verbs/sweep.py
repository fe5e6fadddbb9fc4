"""`digsite sweep`: how the balance responds to one or two rule figures, or to all unconfirmed ones."""

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


@verb(
    helps={
        "settings": {
            "metavar": "KEY=A,B,C",
            "help": "A rule figure's values; two figures at most; one value fixes it.",
        }
    }
)
def sweep(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    unconfirmed: Annotated[bool, given("unconfirmed", help="Sweep each unconfirmed figure and rank them.")] = False,
    measure: Measures = "",
    games: Annotated[int | None, Games("Games at each point; 20k by default.")] = None,
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Vary a game's rule figures on the same luck: a curve, a heat map, or a ranking of unconfirmed figures."""
    from digsite.simulator.lab.experiments.sweep import sweep as play

    print_experiment(play(game, games, unconfirmed=unconfirmed, measure=measure, **plan, **how), as_json, quiet, full)
