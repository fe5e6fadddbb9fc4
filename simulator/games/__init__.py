"""The games: one folder each, all in the same shape. A folder with a rules.toml is a game."""

from functools import cache
from pathlib import Path

from simulator.errors import unknown
from simulator.game.game import Game

_HERE = Path(__file__).parent


@cache
def all_games() -> dict[str, Game]:
    """Every game by its id."""
    games = [Game(path.parent.name, path.parent) for path in sorted(_HERE.glob("*/rules.toml"))]
    return {game.id: game for game in games}


def find_game(name: str) -> Game:
    """The game of this id."""
    games = all_games()
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted not in games:
        raise unknown("game", name, games)
    return games[wanted]
