"""`digsite compare`: two rule sets or line-ups on the same luck, with a verdict."""

from typing import Annotated

import typer

from digsite.simulator.cli import completion
from digsite.simulator.cli.options import (
    Full,
    GameName,
    Games,
    Json,
    Measures,
    PlanOptions,
    PlayOptions,
    Quiet,
    count,
    given,
    verb,
)
from digsite.simulator.cli.results import print_experiment


@verb()
def compare(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    variant: Annotated[
        list[str],
        typer.Argument(
            metavar="[VARIANT]...",
            help="Rule variants, as with --variant.",
            show_default=False,
            autocompletion=completion.variants,
        ),
    ] = [],  # noqa: B006
    against: Annotated[str, given("against")] = "base",
    against_seats: Annotated[str, given("against_seats")] = "",
    line_ups: Annotated[str, given("line_ups")] = "",
    games: Annotated[int | None, Games("Games on each side; at most, with --margin.")] = None,
    margin: Annotated[
        str, given("margin", help="Play until decided: the least change that matters (0.5pp, 2points, 3turns).")
    ] = "",
    measure: Measures = "",
    relearn: Annotated[int | None, given("relearn", parser=count)] = None,
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play two rule sets or line-ups on the same luck and say what differs."""
    from digsite.simulator.lab.experiments.compare import compare as play

    plan["variants"] = [*variant, *plan["variants"]]
    sides = {"against": against, "against_seats": against_seats, "line_ups": line_ups}
    shown = play(game, games, relearn=relearn, **sides, margin=margin, measure=measure, **plan, **how)
    print_experiment(shown, as_json, quiet, full)
