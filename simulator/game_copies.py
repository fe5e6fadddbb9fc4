"""Folders of saved games: a run has the texts of its game, and Python imports them from a folder of the cache."""

import atexit
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from digsite.simulator.cache_place import cache_root
from digsite.simulator.errors import DigsiteError
from digsite.simulator.game_files import GameFiles
from digsite.simulator.kernel.jit.ownership import is_private_folder

_FOLDER = "games"


def folder_of(files: GameFiles) -> Path:
    """Return a folder with exactly these files, to which only the user can write; it is written where it is not there.

    Without a cache that can be written it is a temporary one, which ends with the process.
    """
    with suppress(OSError):
        above = cache_root() / _FOLDER
        above.mkdir(parents=True, exist_ok=True)
        if is_private_folder(above.parent) and is_private_folder(above):
            return _laid_out(files, above / f"{files.name}-{files.hash}").resolve()
    folder = Path(tempfile.mkdtemp(prefix="digsite-game-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _write(files, folder)
    return folder.resolve()


def _laid_out(files: GameFiles, folder: Path) -> Path:
    if _holds(folder, files):
        return folder
    aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))  # private, and so is all below it
    try:
        _write(files, aside)
        if folder.exists():  # damaged
            shutil.rmtree(folder)
        with suppress(OSError):  # another process was faster
            aside.rename(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    if not _holds(folder, files):
        raise OSError(f"{folder} cannot be written")
    return folder


def _write(files: GameFiles, folder: Path) -> None:
    for place, text in files.texts.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    if not _holds(folder, files):
        raise DigsiteError(
            f"The files of {files.called} cannot lie in one folder of this system: two of their names are the same here."
        )


def _holds(folder: Path, files: GameFiles) -> bool:
    """Return whether a folder is the user's alone and has exactly these texts."""
    if not is_private_folder(folder):
        return False
    with suppress(OSError):
        return all((folder / place).read_bytes() == text.encode() for place, text in files.texts.items())
    return False
