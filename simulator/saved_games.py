"""Users' games that runs keep: opened from their texts, whatever their folders hold today. Opening one runs none of its code."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from digsite.simulator import trust
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse
from digsite.simulator.game_copies import folder_of
from digsite.simulator.game_files import RULES_FILE, GameFiles
from digsite.simulator.home import (
    Home,
    call_it,
    id_of,
    is_folder_of_a_game,
    is_live,
    live_folder,
    opened,
    opened_files,
)

_described: dict[str, Mapping[str, Any]] = {}  # what runs say about the games that they keep, by the games' ids
_today: dict[str, GameFiles] = {}  # what their folders hold today, if that differs in words alone


def door(files: GameFiles) -> None:
    """Raise an error where the user has not allowed a game; every import of a user's code goes through here."""
    if not trust.is_allowed(files):
        home = opened(id_of(files))
        where, origin = (home.rules.folder, home.called) if home else ("", "")
        raise trust.trust_error([files], str(where), "" if origin == files.name else origin)


def open_saved(files: GameFiles, place: str = "", about: Any = None) -> Home:
    """Return the home of a game that a run keeps.

    place: the run's folder, by which users can name the game.
    about: what the run says about the game, which can be read without running it.
    """
    home = opened(id_of(files)) or opened_files(files, folder_of(files), door)
    if isinstance(about, dict) and home.id not in _described:
        _described[home.id] = about
        _look_today(home)
    if place and home.called == home.game:
        origin = _origin(home)
        call_it(home, str(origin) if origin and home.id not in _today and not _changes(files, origin) else place)
    return home


def described(home: Home) -> Mapping[str, Any]:
    """Return what a run says about a game that it keeps; nothing if it says nothing."""
    return _described.get(home.id, {})


def place_of(home: Home) -> str:
    """Return the folder of a user's game, or the one that a saved game came from; empty where that is not known."""
    return str(live_folder(home.game)) if is_live(home) else str(described(home).get("home", ""))


def changed_since(home: Home) -> tuple[Path, list[str]] | None:
    """Return the folder that a saved game came from and which of its rules differ today; None if none does."""
    files, origin = home.files, _origin(home)
    if files is None or origin is None or is_live(home):
        return None
    changed = _changes(files.deciding, origin, deciding=True)
    return (origin, changed) if changed else None


def _origin(home: Home) -> Path | None:
    """Return the folder that a saved game came from, if there is a game in it today."""
    named = described(home).get("home")
    return Path(named) if isinstance(named, str) and is_folder_of_a_game(Path(named)) else None


def _changes(files: GameFiles, folder: Path, deciding: bool = False) -> list[str]:
    with suppress(WrongUse):
        now = GameFiles.read(folder, files.name)
        return files.changed_to(now.deciding if deciding else now)
    return [RULES_FILE]  # what cannot be read is not the same


# ------------------------------------------------------------------------------------------------- other words


def _look_today(home: Home) -> None:
    """Note what the folder of a saved game holds today, if only its words and questions are others."""
    files, origin = home.files, _origin(home)
    if files is None or origin is None:
        return
    with suppress(WrongUse):
        now = GameFiles.read(origin, files.name)
        if now.key != files.key and now.deciding.key == files.deciding.key:
            _today[home.id] = now


def as_read(home: Home) -> Home:
    """Return the version of a game that a run is read with: today's words and questions, if the user has allowed them.

    They decide no row, so questions that are written after the games were played can be asked.
    """
    now = _today.get(home.id)
    if now is None or not trust.is_allowed(now):
        return home
    newer = open_saved(now)
    _described.setdefault(newer.id, described(home))
    return newer


def other_words(home: Home) -> str:
    """Return a sentence if the folder of a saved game has words or questions today that the user has not allowed."""
    now, origin = _today.get(home.id), _origin(home)
    if now is None or origin is None or trust.is_allowed(now):
        return ""
    changed = ", ".join((home.files or now).changed_to(now)[:3])
    return f"{origin} has other words or questions today ({changed}); `{Command('games', origin)}` allows them."
