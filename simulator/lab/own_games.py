"""Users' games that have names, as a listing shows them: read from their files, without running or importing anything."""

from dataclasses import dataclass
from pathlib import Path

from digsite.simulator import game_places
from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.ops import UNREAD
from digsite.simulator.game.rules.rules_file import load
from digsite.simulator.game_files import RULES_FILE
from digsite.simulator.game_places import NamedGame
from digsite.simulator.home import built_in, two_games


@dataclass(frozen=True)
class ListedGame:
    """What a listing shows of a user's game."""

    name: str
    title: str
    players: range
    variants: list[str]
    place: str


def own_games() -> tuple[list[ListedGame], list[str]]:
    """Return the users' games that can be named, and a sentence about each that cannot."""
    named, problems = game_places.in_folders()
    places: dict[str, dict[Path | str, NamedGame | None]] = {
        home.game: {home.rules.folder: None} for home in built_in().values()
    }
    for game in (*named, *game_places.installed()):
        places.setdefault(game.name, {}).setdefault(game.folder or game.place, game)
    listed = []
    for name, found in places.items():
        if len(found) > 1:
            problems.append(str(two_games(name, *(game.place if game else place for place, game in found.items()))))
            continue
        try:
            listed += [_listed(game) for game in found.values() if game]
        except WrongUse as problem:
            problems.append(str(problem))
    return sorted(listed, key=lambda game: game.name), problems


def _listed(game: NamedGame) -> ListedGame:
    if game.problem or game.folder is None:
        raise WrongUse(game.problem)
    figures = load(Path(game.folder) / RULES_FILE, UNREAD)
    low, high = figures.head["players"]
    return ListedGame(game.name, str(figures.head["title"]), range(low, high + 1), list(figures.variants), game.place)
