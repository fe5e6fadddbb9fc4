"""`digsite strength`: how strong the players behind the findings are."""

from typing import Annotated

from digsite.simulator.cli.options import Full, GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment


@verb(without=["seats"])
def strength(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    strategies: Annotated[str, given("strategies", help="The strategies to test; by default all but random.")] = "",
    think: Annotated[str, given("think")] = "32",
    games: Annotated[int | None, Games("Games of each strategy; by default 100, or as time allows.")] = None,
    minutes: Annotated[
        float | None,
        given("minutes", help="End within N minutes, --differences included; the first round is always played."),
    ] = None,
    differences: Annotated[bool, given("differences")] = False,
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play each strategy against itself with look-ahead: how much better could it be played?"""
    from digsite.simulator.lab.players.strength import strength as play

    shown = play(
        game, games, strategies=strategies, think=think, minutes=minutes, differences=differences, **plan, **how
    )
    print_experiment(shown, as_json, quiet, full)
