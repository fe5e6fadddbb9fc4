"""The games: digsite's, one folder each with the same files, and users' games.

A user's game is found by its folder, by its name in a folder of $DIGSITE_GAMES, by the name under which its package is
installed, or by the folder of a run that keeps it. Finding a game runs none of its code.
"""

import json
import os
from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from digsite.simulator import game_places, trust
from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError, WrongUse, short_message, unknown
from digsite.simulator.game.description import DescribedGame
from digsite.simulator.game.game import Game
from digsite.simulator.game_files import GameFiles, are_game_files
from digsite.simulator.game_places import NamedGame, as_typed
from digsite.simulator.home import (
    Home,
    built_in,
    call_it,
    homes,
    is_folder,
    is_folder_of_a_game,
    is_live,
    live_folder,
    open_home,
    opened,
    two_games,
)
from digsite.simulator.saved_games import as_read, described, door, open_saved

_DESCRIPTIONS = ("manifest.json", "experiment.json")  # of a run and of an experiment


def all_games() -> dict[str, Game]:
    """Return digsite's own games by id."""
    return {home.id: _whole(home) for home in built_in().values()}


def find_game(name: str) -> Game:
    """Return the game with this name or id, the one in this folder, or the one that the run in this folder keeps."""
    if (home := opened(name)) is not None:
        return game_in(home)
    wanted = as_typed(name)
    if (home := built_in_game(wanted)) is not None:
        return _whole(home)
    if found := _named(wanted, game_places.in_folders()[0]):
        return found
    folder = Path(os.path.expanduser(name))
    if name.strip() and is_folder(folder):
        return _at(folder)
    if found := _named(wanted, game_places.installed()):
        return found
    raise unknown("game", name, names())


def names() -> list[str]:
    """Return the names of all games: digsite's own, then those of users that have one."""
    own = [game.name for game in (*game_places.in_folders()[0], *game_places.installed()) if not game.problem]
    return list(dict.fromkeys([*(home.game for home in built_in().values()), *own]))


def known_name(name: str) -> str:
    """Return the name of the game that code names, which may be one that this process has only from a run."""
    wanted = as_typed(name)
    return wanted if any(home.game == wanted for home in homes().values()) else find_game(name).name


def game_in(home: Home) -> Game:
    """Return the game of a home; one whose code the user has not allowed can only be read about."""
    if home.files is None or trust.is_allowed(home.files):
        return _whole(home)
    return _only_described(home)


def game_as_read(home: Home) -> Game:
    """Return the game of a home as a run of it is read: with today's words and questions, if the user has allowed them."""
    return game_in(as_read(home))


@cache
def _whole(home: Home) -> Game:
    if home.own and home.rules.has("game"):  # two files, from which the rest is derived
        from digsite.simulator.game.authoring.game import AuthoredGame

        return AuthoredGame(home)
    return Game(home)


@cache
def _only_described(home: Home) -> Game:
    return DescribedGame(home, partial(described, home))


def built_in_game(wanted: str) -> Home | None:
    """Return the home of digsite's game of this name, if there is one."""
    home = homes().get(wanted.replace("-", "_"))
    return None if home is None or home.own else home


def _named(wanted: str, named: Iterable[NamedGame]) -> Game | None:
    """Return the user's game of this name, if there is one; refuse a name that stands for two places."""
    others, live = [game for game in named if game.name == wanted], live_folder(wanted)
    here: dict[str, object] = {str(live): live} if live else {}
    here |= {str(game.folder or game.place): game.place for game in others}
    if len(here) > 1:
        raise two_games(wanted, *here.values())
    if others:
        return _open_named(others[0])
    return game_in(open_home(live, wanted, door)) if live else None


def _open_named(found: NamedGame) -> Game:
    """Return the game that has a name; having given it one is the user's permission to run it."""
    if found.problem or found.folder is None:
        raise WrongUse(found.problem)
    home = open_home(found.folder, found.name, door)
    assert home.files is not None
    if found.package:
        game_places.check_imports(found.package, dict(home.files.texts))
    trust.allow([home.files])
    call_it(home, found.name)
    return game_in(home)


def _at(folder: Path) -> Game:
    """Return the game in a folder, or the one that the run in it keeps."""
    if not is_folder_of_a_game(folder) and (description := _description_in(folder)):
        return _kept_in(folder, description)
    home = open_home(folder, door=door)
    place = live_folder(home.game)
    named = [*game_places.in_folders()[0], *game_places.installed()]
    if other := next((game for game in named if game.name == home.game and game.folder != place), None):
        raise two_games(home.game, place, other.place)
    call_it(home, str(place))
    return game_in(home)


# ---------------------------------------------------------------------------------------------------- saved games


def _description_in(folder: Path) -> dict[str, Any]:
    """Return the description of the run or experiment in a folder; nothing if it holds neither."""
    for path in (folder / name for name in _DESCRIPTIONS):
        if path.is_file():
            try:
                found = json.loads(path.read_text(encoding="utf-8"))
                return {"plan": found, **found}
            except (OSError, ValueError, TypeError, RecursionError) as problem:
                raise DigsiteError(f"{path} is damaged: {short_message(problem)}.") from problem
    return {}


def _kept_in(folder: Path, found: Mapping[str, Any]) -> Game:
    """Return the game that a run or an experiment keeps."""
    plan = found["plan"] if isinstance(found["plan"], dict) else {}
    name, texts = plan.get("game"), plan.get("game_files")
    if not texts:
        raise WrongUse(
            f"{folder} keeps no game: it was played with {name}, which comes with digsite. Name {name} itself."
        )
    if not are_game_files(name, texts):
        raise DigsiteError(f"The game that {folder} keeps is damaged: it is not what digsite writes there.")
    files = GameFiles(str(name), texts)
    trust.welcome(folder, [files])
    home = open_saved(files, str(folder), found.get("own_game"))
    call_it(home, str(folder))
    return game_in(home)


# ---------------------------------------------------------------------------------------------------- permission


def chosen_game(name: str, trusted: bool = False, to_read: bool = False) -> Game:
    """Return the game that a user names; refuse a name of two games.

    The arguments are those of `allowed_game`.
    """
    wanted = as_typed(name)
    here = [game for game in game_places.in_folders()[0] if game.name == wanted]
    if here and (ours := built_in_game(wanted)):
        raise two_games(wanted, ours.rules.folder, *(game.place for game in here))
    if here and opened(name) is None:
        _named(wanted, [*here, *game_places.installed()])
    return allowed_game(name, trusted, to_read)


def allowed_game(name: str, trusted: bool = False, to_read: bool = False) -> Game:
    """Return the game of this name; its code must be allowed, which naming its folder does, and `trusted`.

    to_read: the game need not be allowed.
    """
    home = find_game(name).home
    if home.files and (trusted or os.path.realpath(os.path.expanduser(name)) == str(live_folder(home.game))):
        trust.allow([home.files])
    if not to_read:
        check_game(home)
    return game_in(home)


def check_game(home: Home) -> None:
    """Raise an error for the code of a user's game, unless the user has named or allowed it before."""
    if home.files is None or trust.is_allowed(home.files):
        return
    if is_live(home):
        folder = live_folder(home.game)
        raise trust.Untrusted(
            f"This needs the game in {folder}, whose code you have not run on this machine. Read it first; "
            f"`{Command('games', folder)}` allows it from now on."
        )
    door(home.files)
