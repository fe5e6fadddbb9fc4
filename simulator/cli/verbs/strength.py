"""`digsite strength`: how good the players are that findings rest on."""

from typing import Annotated

from digsite.simulator.cli.options import GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment


@verb(without=["seats"])
def strength(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    strategies: Annotated[str, given("strategies", help="Who is tried; by default all strategies but random.")] = "",
    think: Annotated[str, given("think")] = "32",
    games: Annotated[int | None, Games("Games of each strategy; 100, or as there is time.")] = None,
    minutes: Annotated[
        float | None,
        given("minutes", help="End within N minutes, --differences included; the first round is always played."),
    ] = None,
    differences: Annotated[bool, given("differences")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let strategies meet themselves, thinking: how much better could they be played?"""
    from digsite.simulator.lab.players.strength import strength as play

    shown = play(
        game, games, strategies=strategies, think=think, minutes=minutes, differences=differences, **plan, **how
    )
    print_experiment(shown, as_json, quiet)
