"""Games with fewer than two strategies of their own: who fills their seats by default, and in how many games."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from digsite.simulator.commands import Command
from digsite.simulator.game.wording import listed
from digsite.strategies.registry import has_field, own_strategies

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.common.progress import Progress

FEWER = 50  # general players take about so many times as long as strategies


def games_by_default(game: "Game", named: object, usual: int) -> int:
    """Return the default number of games: fewer where general players fill the seats, since nobody is `named`."""
    return usual if named or has_field(game.id) else usual // FEWER


def announce_players(
    game: "Game", named: object, players: Iterable[str], progress: "Progress", games: int | None = None
) -> None:
    """Say who plays a game without a field of its own where nobody is `named`; `games` is their default number."""
    if named or has_field(game.id):
        return
    own = own_strategies(game.id)
    lack = f"only one strategy of its own, {own[0]}" if own else "no strategies of its own"
    who = listed(dict.fromkeys(players))
    number = "" if games is None else f", {games:,} games by default"
    better = Command("learn", game.called)
    progress.starting(f"{game.title} has {lack}: {who} play it{number}. `{better}` trains a player.")
