"""`digsite tune`: better weights for a strategy."""

from typing import Annotated

import typer

from digsite.simulator.cli.options import Full, GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment

EACH = 600


@verb(without=["seats"])
def tune(
    game: GameName,
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="Whose weights: rusher, rusher:tempo=7.")],
    plan: PlanOptions,
    how: PlayOptions,
    against: Annotated[
        str, given("against", metavar="A,B,...", help="The rivals; by default all other strategies but random.")
    ] = "",
    free: Annotated[str, given("free")] = "",
    games: Annotated[int | None, Games("Start no new generation after N games.")] = None,
    minutes: Annotated[float | None, given("minutes")] = None,
    each: Annotated[int, given("each")] = EACH,
    validate: Annotated[
        int | None,
        given(
            "validate",
            help="Games on fresh seeds with the original and the tuned weights; 10,000, or 400 where rivals look ahead.",
        ),
    ] = None,
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find better weights for a strategy, and test them on fresh seeds.

    The search ends when it stops improving, or by --games or --minutes. tuned.toml in its folder has the weights.
    """
    from digsite.simulator.lab.players.tune import tune as play

    shown = play(
        game, strategy, games, against=against, free=free, minutes=minutes, each=each, validate=validate, **plan, **how
    )
    print_experiment(shown, as_json, quiet, full)
