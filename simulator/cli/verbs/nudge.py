"""`digsite nudge`: what a component is worth, measured by giving it to or taking it from a random seat."""

from typing import TYPE_CHECKING, Annotated

from digsite.simulator.cli.console import print_sentence, print_table
from digsite.simulator.cli.options import Full, GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment
from digsite.simulator.cli.verbs.games import NUDGE_HEADS, nudge_rows, nudges_as_data
from digsite.simulator.games import chosen_game
from digsite.simulator.lab.reporting import files

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game


@verb()
def nudge(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    nudges: Annotated[str, given("nudges")] = "",
    listing: Annotated[bool, given("listing", help="List the game's nudges, and play nothing.")] = False,
    games: Annotated[int | None, Games("Games of each nudge; at most, with --margin.")] = None,
    margin: Annotated[str, given("margin", help="Play until each worth is this precise (0.5pp, 2points).")] = "",
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Give a component to, or take it from, a random player at a random turn, and measure the effect."""
    if listing:
        _list(chosen_game(game, to_read=True), as_json)
        return
    from digsite.simulator.lab.experiments.nudge import nudge as play

    print_experiment(play(game, games, nudges=nudges, margin=margin, **plan, **how), as_json, quiet, full)


def _list(game: "Game", as_json: bool) -> None:
    if as_json:
        print(files.as_json(nudges_as_data(game)))
    elif game.own_nudges:
        print_table(NUDGE_HEADS, nudge_rows(game))
    else:
        print_sentence(f"{game.title} declares no nudges.")
