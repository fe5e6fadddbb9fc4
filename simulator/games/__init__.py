"""The games: digsite's, one folder each with the same files, and users' games, loaded from any folder."""

import os
from functools import cache
from pathlib import Path

from digsite.simulator.errors import unknown
from digsite.simulator.game.game import Game
from digsite.simulator.home import Home, built_in, homes, is_folder, open_home


def all_games() -> dict[str, Game]:
    """Return digsite's own games by id."""
    return {home.id: _game(home) for home in built_in().values()}


def find_game(name: str) -> Game:
    """Return the game with this id, or the one in this folder."""
    known = {home.id: home for home in homes().values()}
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted in known:
        return _game(known[wanted])
    folder = Path(os.path.expanduser(name))
    if name.strip() and is_folder(folder):
        return _game(open_home(folder))
    raise unknown("game", name, known)


@cache
def _game(home: Home) -> Game:
    return Game(home)
