"""The users' games that have names: those in the folders of $DIGSITE_GAMES, and those installed as packages.

Nothing here runs or imports a game. Naming such a folder, or installing a package, is the user's permission to run it.
"""

import os
import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from digsite.simulator.errors import WrongUse, short_message
from digsite.simulator.game_files import RULES_FILE
from digsite.simulator.home import is_folder, is_folder_of_a_game, name_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

FOLDERS = "DIGSITE_GAMES"
GROUP = "digsite.games"


@dataclass(frozen=True)
class NamedGame:
    """A user's game that has a name.

    name:    the name that users type.
    folder:  where it lies; None if that cannot be said.
    package: the package that it was installed as, if any.
    problem: why it cannot be played, as a sentence; empty if nothing is known against it.
    """

    name: str
    folder: Path | None
    package: str = ""
    problem: str = ""

    @property
    def place(self) -> str:
        """Return where it lies, for a reader."""
        where = str(self.folder) if self.folder else self.package
        return f"{where} (package {self.package})" if self.folder and self.package else where


def as_typed(name: str) -> str:
    """Return the name of a game as all ways to type it are read.

    >>> as_typed(" Lost Cities"), as_typed("lost_cities")
    ('lost-cities', 'lost-cities')
    """
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def in_folders() -> tuple[list[NamedGame], list[str]]:
    """Return the games in the folders of $DIGSITE_GAMES, and a sentence about each folder that cannot be used."""
    found: list[NamedGame] = []
    problems: list[str] = []
    for named in dict.fromkeys(os.environ.get(FOLDERS, "").split(os.pathsep)):
        if not named:
            continue
        folder = Path(os.path.expanduser(named))
        if problem := _problem_of(folder, named):
            problems.append(problem)
            continue
        try:
            inside = sorted(path for path in folder.iterdir() if is_folder_of_a_game(path))
        except OSError as failed:
            problems.append(f"{FOLDERS} names {named}, which cannot be read: {short_message(failed)}.")
            continue
        found += [_in_folder(path) for path in inside]
    return found, problems


def _problem_of(folder: Path, named: str) -> str:
    if not folder.is_absolute():
        return f"{FOLDERS} names {named}, which is not a whole path; write {folder.absolute()}."
    if not is_folder(folder):
        return f"{FOLDERS} names {named}, which is not a folder."
    if is_folder_of_a_game(folder):
        return f"{FOLDERS} names {named}, which is a game itself; name the folder that holds it, {folder.parent}."
    return ""


def _in_folder(path: Path) -> NamedGame:
    path = path.resolve()
    try:
        return NamedGame(name_of(path).replace("_", "-"), path)
    except WrongUse as problem:
        return NamedGame(as_typed(path.name), path, problem=str(problem))


def installed() -> list[NamedGame]:
    """Return the games that installed packages offer as entry points of the group `digsite.games`."""
    from importlib.metadata import entry_points

    return [_of_package(entry) for entry in sorted(entry_points(group=GROUP))]


def _of_package(entry: "EntryPoint") -> NamedGame:
    """Return the game of an entry point; its value is the package whose folder holds the rules."""
    name, package = as_typed(entry.name), entry.value.strip()
    try:
        name_of(Path(name))
    except WrongUse:
        problem = f"The package {package} calls its game {entry.name!r}: a game's name has the letters a to z, digits and dashes."
        return NamedGame(name, None, package, problem)
    top, *rest = package.split(".")
    try:
        spec = find_spec(top)  # imports nothing
    except (ImportError, ValueError):
        spec = None
    inside = [Path(place, *rest) for place in (spec.submodule_search_locations or ())] if spec else []
    if folder := next((path for path in inside if is_folder_of_a_game(path)), None):
        return NamedGame(name, folder.resolve(), package)
    problem = f"The game {name} is installed as {package}, which is no package whose folder holds a {RULES_FILE}."
    return NamedGame(name, None, package, problem)


def check_imports(package: str, texts: dict[str, str]) -> None:
    """Refuse a game that imports itself as the package it was installed as: a run keeps its files, not the package."""
    own = re.compile(rf"^\s*(?:from|import)\s+{re.escape(package.partition('.')[0])}(?:[.\s,]|$)", re.MULTILINE)
    if wrong := next((place for place, text in texts.items() if place.endswith(".py") and own.search(text)), ""):
        raise WrongUse(
            f"{wrong} of the package {package} imports the package by its name; import what lies in the game's folder with a "
            "dot, as in `from .state import State`."
        )
