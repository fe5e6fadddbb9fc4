"""`digsite check`: a contract's promises, each kept, broken or undecided."""

from pathlib import Path
from typing import Annotated

import typer

from digsite.simulator.cli.options import Games, Json, PlayOptions, Quiet, Seed, given, verb
from digsite.simulator.cli.results import print_experiment


@verb()
def check(
    contract: Annotated[Path, typer.Argument(metavar="CONTRACT.toml", help="A contract; `new contract` writes one.")],
    how: PlayOptions,
    games: Annotated[int | None, Games("At most N games of each rule set, instead of the contract's limit.")] = None,
    seed: Seed = None,
    junit: Annotated[Path | None, given("junit")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check a contract: play until every promise is kept or broken (exit code 0 all kept, 1 broken, 3 undecided, 4 failed)."""
    from digsite.simulator.lab.experiments.check import EXIT_CODES
    from digsite.simulator.lab.experiments.check import check as play

    shown = play(contract, games, junit=junit, seed=seed, **how)
    print_experiment(shown, as_json, quiet)
    raise typer.Exit(EXIT_CODES[shown.about["verdict"]])
