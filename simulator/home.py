"""Find where each game lives: the packages and folders of its rules, players and questions.

A built-in game has a folder in each of three packages. A user's game is one folder anywhere, with its players in
`players` and its questions in `questions`. Code that imports part of a game or hashes its sources asks the game's home.
This module imports neither numba nor anything else that is slow to load.

A process may hold several versions of a user's game: the present one, and those that runs were played with. Each has a
home, an id and a package of its own.
"""

import os
import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from digsite.simulator.errors import WrongUse
from digsite.simulator.game_faults import as_sentences, import_part
from digsite.simulator.game_files import RULES_FILE, GameFiles

_ROOT = Path(__file__).resolve().parents[1]
_OWN_GAMES = "digsite_games"  # the package that users' games are imported into
_NAME = re.compile(r"[a-z][a-z0-9_]{0,79}")
Door = Callable[[GameFiles], None]  # raises an error where the code of a game may not be imported


@dataclass(frozen=True)
class Room:
    """A package that holds one part of a game, with its folder.

    door: is called before a module of a user's game is imported, with False, and after it, with True; it raises an error
          where the module may not be imported, or has changed.
    """

    package: str
    folder: Path
    door: Callable[[bool], None] | None = field(default=None, compare=False, kw_only=True)

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
        full = f"{self.package}.{name}" if name else self.package
        own = self.package.startswith(f"{_OWN_GAMES}.")
        if self.door is None or full in sys.modules:
            return import_part(full) if own else import_module(full)
        self.door(False)
        made = import_part(full)
        self.door(True)
        return made

    def get(self, module: str, name: str, default: Any = None) -> Any:
        """Return a module's attribute, or the default where the module or the attribute does not exist."""
        return getattr(self.module(module), name, default) if self.has(module) else default


@dataclass(frozen=True)
class Home:
    """The packages and folders of one version of one game.

    name:  the name of its package, e.g. "lost_cities"; compiled code is cached under this name.
    files: the files of a user's game; None for a built-in one.
    """

    name: str
    rules: Room
    players: Room
    questions: Room
    files: GameFiles | None = None

    @property
    def own(self) -> bool:
        """Return whether it is a user's game."""
        return self.files is not None

    @property
    def game(self) -> str:
        """Return the name that users know the game by, e.g. "lost-cities"; every version has the same."""
        return self.files.name if self.files else self.name.replace("_", "-")

    @property
    def id(self) -> str:
        """Return the name that this process knows this version by: "lost-cities", and "pig:0123456789abcdef"."""
        return id_of(self.files) if self.files else self.game

    @property
    def called(self) -> str:
        """Return its name on a command line: a name that users have given it, a folder, or a run that has it."""
        return _called.get(self.id, self.game)

    def naming_faults(self, *passing: type[Exception]) -> AbstractContextManager[None]:
        """Return a context in which an exception of a user's game becomes a sentence with its file and line."""
        return as_sentences(self.rules.folder, passing=passing) if self.own else nullcontext()

    @property
    def sources(self) -> dict[str, Path]:
        """Return the files that compiled code of the game depends on, by their path within the home."""
        if self.files:
            return {place: self.rules.folder / path for path, place in _compiled(self.files)}
        found: dict[str, Path] = {}
        for kind, room in (("players", self.players), ("rules", self.rules)):
            for path in sorted(room.folder.glob("**/*.py")):
                found[f"{kind}/{path.relative_to(room.folder).as_posix()}"] = path
        return found


def id_of(files: GameFiles) -> str:
    """Return the id of a version of a user's game."""
    return f"{files.name}:{files.hash}"


def _compiled(files: GameFiles) -> list[tuple[str, str]]:
    """Return each file that compiled code of a user's game depends on, with its path within the home."""
    return [(path, path if path.startswith("players/") else f"rules/{path}") for path in files.compiled]


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


_opened: dict[str, Home] = {}  # users' games, every version by its id
_live: dict[str, tuple[Path, str]] = {}  # the folder of each, by its package name as it lies there, and its present id
_called: dict[str, str] = {}  # what users call each version, by its id


def homes() -> dict[str, Home]:
    """Return every home by the name of its package: built-in games first, then those of users."""
    return built_in() | {home.name: home for home in _opened.values()}


def name_in(game_id: str) -> str:
    """Return the name that users know a game by, from its id.

    >>> name_in("lost-cities"), name_in("pig:0123456789abcdef")
    ('lost-cities', 'pig')
    """
    return game_id.partition(":")[0]


def find_home(name: str) -> Home:
    """Return the home with this name."""
    return homes()[name]


@cache
def home_of(file: str) -> Home | None:
    """Return the home that a source file belongs to, or None for shared code and plug-ins."""
    path = Path(file).resolve()
    for home in reversed(homes().values()):  # the newest version of a game whose folder was edited comes last
        if any(path.is_relative_to(room.folder) for room in (home.rules, home.players, home.questions)):
            return home
    return None


def opened(game_id: str) -> Home | None:
    """Return the version of a user's game with this id, if this process holds it."""
    return _opened.get(game_id)


def live_folder(name: str) -> Path | None:
    """Return the folder in which this process has found the user's game of this name."""
    return _live.get(name.replace("-", "_"), (None, ""))[0]


def is_live(home: Home) -> bool:
    """Return whether a home is the version of a user's game that its folder held when it was last opened."""
    return any(home.id == live for _folder, live in _live.values())


def call_it(home: Home, name: str) -> None:
    """Note what users call a version of a game on a command line."""
    _called[home.id] = name


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


def is_name_of_a_game(name: str) -> bool:
    """Return whether a game's folder can have this name, written as users type it: no capitals, no spaces."""
    return _NAME.fullmatch(name.replace("-", "_")) is not None


def name_of(folder: Path) -> str:
    """Return the package name of the game in a folder, or a WrongUse where none can be made of the folder's name."""
    name = folder.name.lower().replace("-", "_").replace(" ", "_")
    if not _NAME.fullmatch(name):
        raise WrongUse(
            f"A game cannot be called {folder.name!r}: rename its folder to the letters a to z, digits and dashes, beginning with a letter."
        )
    return name


def two_games(name: str, *places: object) -> WrongUse:
    """Return the error for two games of one name, with the place of each."""
    return WrongUse(
        f"Two games are called {name.replace('_', '-')}: {' and '.join(map(str, places))}. Rename one of them."
    )


def open_home(folder: Path, name: str = "", door: Door | None = None) -> Home:
    """Return the home of the user's game in a folder as it is now; its modules become importable and are not run.

    name: what the game is called, by default as its folder.
    """
    folder = Path(os.path.expanduser(folder))
    if not is_folder_of_a_game(folder):
        raise WrongUse(f"{folder} holds no game: it has no {RULES_FILE}.")
    folder = folder.resolve()  # compiled functions name their files this way
    name = name.replace("-", "_") or name_of(folder)
    known = built_in()[name].rules.folder if name in built_in() else _live.get(name, (folder,))[0]
    if known.resolve() != folder:
        raise two_games(name, folder, known)
    files = GameFiles.read(folder, name.replace("_", "-"))
    home = opened_files(files, folder, door, live=True)
    _live[name] = folder, home.id
    _called.setdefault(home.id, str(folder))
    return home


def opened_files(files: GameFiles, folder: Path, door: Door | None = None, live: bool = False) -> Home:
    """Return the home of one version of a user's game, whose files lie in a folder.

    live: the folder is the user's, who may edit it.
    """
    if (known := _opened.get(id_of(files))) is not None:
        return known
    name = files.name.replace("-", "_")
    if f"{_OWN_GAMES}.{name}" in sys.modules:  # another version has it
        check_alone(f"The game {files.name}", name, *files.texts.values())
        name = f"{name}_{files.hash}"
    package, guarded = f"{_OWN_GAMES}.{name}", partial(_guard, files, folder if live else None, door)
    _make_importable(package, folder)
    players, questions = (Room(f"{package}.{part}", folder / part, door=guarded) for part in ("players", "questions"))
    home = _opened[id_of(files)] = Home(name, Room(package, folder, door=guarded), players, questions, files)
    home_of.cache_clear()
    return home


def check_alone(what: str, name: str, *texts: str) -> None:
    """Refuse code that names a game's package where this process holds another version of the game under that name."""
    if any(f"{_OWN_GAMES}.{name}" in text for text in texts):
        raise WrongUse(
            f"{what} imports {_OWN_GAMES}.{name}, and digsite has already read another version of that game here. Start "
            "again for this one alone."
        )


def _guard(files: GameFiles, folder: Path | None, door: Door | None, imported: bool) -> None:
    """Raise an error where code may not be imported, or where what was imported is not what was found at first."""
    if door and not imported:
        door(files)
    if folder and imported:
        check_unchanged(files, folder)


def check_unchanged(files: GameFiles, folder: Path) -> None:
    """Raise a WrongUse if a folder no longer holds these files."""
    if changed := files.changed_to(GameFiles.read(folder, files.name)):
        raise WrongUse(f"{folder / changed[0]} was changed while digsite was reading the game; start again.")


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
