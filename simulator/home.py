"""Find where each game lives: the packages and folders of its rules, players and questions.

A built-in game has a folder in each of three packages. A user's game is one folder anywhere, with its players in
`players` and its questions in `questions`. Code that imports part of a game or hashes its sources asks the game's home.
This module imports neither numba nor anything else that is slow to load.
"""

import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from digsite.simulator.errors import WrongUse

RULES_FILE = "rules.toml"
_ROOT = Path(__file__).resolve().parents[1]
_OWN_GAMES = "digsite_games"  # the package that users' games are imported into
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Room:
    """A package that holds one part of a game, with its folder."""

    package: str
    folder: Path

    @property
    def exists(self) -> bool:
        """Return whether the package exists."""
        return (self.folder / "__init__.py").is_file()

    def has(self, module: str) -> bool:
        """Return whether the package has this module; `moves.nudges` needs `moves` to be a folder."""
        path = self.folder.joinpath(*module.split("."))
        return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()

    def module(self, name: str = "") -> ModuleType:
        """Import and return a module of the package, or the package itself."""
        return import_module(f"{self.package}.{name}" if name else self.package)

    def get(self, module: str, name: str, default: Any = None) -> Any:
        """Return a module's attribute, or the default where the module or the attribute does not exist."""
        return getattr(self.module(module), name, default) if self.has(module) else default


@dataclass(frozen=True)
class Home:
    """The packages and folders of one game.

    name:    its folder's name, e.g. "lost_cities"; compiled code is cached under this name.
    own:     True for a user's game, False for a built-in one.
    """

    name: str
    rules: Room
    players: Room
    questions: Room
    own: bool = False

    @property
    def id(self) -> str:
        """Return the name that users type, e.g. "lost-cities"."""
        return self.name.replace("_", "-")

    @property
    def sources(self) -> dict[str, Path]:
        """Return the Python files that the game is compiled from, by their path within the home."""
        found: dict[str, Path] = {}
        for kind, room in (("players", self.players), ("rules", self.rules)):
            for path in sorted(room.folder.glob("**/*.py")):
                if path not in found.values() and not path.is_relative_to(self.questions.folder):
                    found[f"{kind}/{path.relative_to(room.folder).as_posix()}"] = path
        return found


@cache
def built_in() -> dict[str, Home]:
    """Return the homes of the built-in games by name: every folder of `simulator/games` with a rules.toml."""
    found = sorted(path.parent for path in (_ROOT / "simulator" / "games").glob(f"*/{RULES_FILE}"))
    return {folder.name: _built_in(folder) for folder in found}


def _built_in(rules: Path) -> Home:
    name = rules.name
    return Home(
        name,
        Room(f"digsite.simulator.games.{name}", rules),
        Room(f"digsite.strategies.{name}", _ROOT / "strategies" / name),
        Room(f"digsite.analyses.games.{name}", _ROOT / "analyses" / "games" / name),
    )


_moved_in: dict[str, Home] = {}


def homes() -> dict[str, Home]:
    """Return every home by name: built-in games first, then those opened from folders."""
    return built_in() | _moved_in


def find_home(name: str) -> Home:
    """Return the home with this name."""
    return homes()[name]


@cache
def home_of(file: str) -> Home | None:
    """Return the home that a source file belongs to, or None for shared code and plug-ins."""
    path = Path(file).resolve()
    for home in homes().values():
        if any(path.is_relative_to(room.folder) for room in (home.rules, home.players, home.questions)):
            return home
    return None


def is_folder(path: Path) -> bool:
    """Return whether the folder exists; an impossible name (too long, or with a zero byte) does not."""
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False


def is_folder_of_a_game(path: Path) -> bool:
    """Return whether a folder exists and holds a game."""
    with suppress(OSError, ValueError):
        return (path / RULES_FILE).is_file()
    return False


def open_home(folder: Path) -> Home:
    """Return the home of the user's game in a folder and make its modules importable, without running them."""
    folder = Path(os.path.expanduser(folder))
    if not is_folder_of_a_game(folder):
        raise WrongUse(f"{folder} holds no game: it has no {RULES_FILE}.")
    folder = folder.resolve()  # compiled functions name their files this way
    name = folder.name.lower().replace("-", "_").replace(" ", "_")
    if not _NAME.fullmatch(name):
        raise WrongUse(
            f"A game cannot be called {folder.name!r}: rename its folder to the letters a to z, digits and dashes, beginning with a letter."
        )
    if (known := homes().get(name)) is not None:
        if known.rules.folder.resolve() == folder:
            return known
        raise WrongUse(
            f"Two games are called {known.id}: {folder} and {known.rules.folder}. Rename one of the folders."
        )
    package = f"{_OWN_GAMES}.{name}"
    _make_importable(package, folder)
    players, questions = (Room(f"{package}.{part}", folder / part) for part in ("players", "questions"))
    _moved_in[name] = Home(name, Room(package, folder), players, questions, own=True)
    home_of.cache_clear()
    return _moved_in[name]


def _make_importable(package: str, folder: Path) -> None:
    """Let `import_module("digsite_games.pig.moves")` find the folder's modules; relative imports work in it."""
    if _OWN_GAMES not in sys.modules:
        parent = ModuleType(_OWN_GAMES, "Users' games, each opened from its folder.")
        parent.__path__ = []
        sys.modules[_OWN_GAMES] = parent
    made = ModuleType(package)
    made.__path__ = [str(folder)]
    made.__package__ = package
    sys.modules[package] = made
