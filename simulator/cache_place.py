"""Where digsite keeps what it can make again: compiled kernels, and the games of runs as folders."""

import os
import stat
import tempfile
from pathlib import Path

from digsite.simulator.errors import DigsiteError, short_message

_NAME_ONE = "Set DIGSITE_CACHE to a folder that only you can write to."


def cache_root() -> Path:
    """Return the folder: $DIGSITE_CACHE, or digsite's in the user's cache folder.

    Anyone who can write there can run code, so the folder is the user's alone, even where there is no home folder. A
    relative $XDG_CACHE_HOME does not count, as its specification says.
    """
    if given := os.environ.get("DIGSITE_CACHE"):
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not Path(base).is_absolute():
        base = os.environ.get("LOCALAPPDATA", "") if os.name == "nt" else ""
    if base:
        return Path(base) / "digsite"
    try:
        return Path.home() / ".cache" / "digsite"
    except RuntimeError:  # neither HOME nor an account says where it is
        return _homeless()


def _homeless() -> Path:
    """Return a temporary folder, created for the user alone and checked to be still private."""
    if not hasattr(os, "getuid"):
        return Path(tempfile.gettempdir()) / "digsite"  # on Windows it is in the user's profile
    folder = Path(tempfile.gettempdir()) / f"digsite-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        above, found = folder.parent.stat(), folder.lstat()
    except OSError as problem:
        raise DigsiteError(
            f"There is no home folder, and {folder} cannot be used: {short_message(problem)}. {_NAME_ONE}"
        ) from None
    shared = above.st_mode & stat.S_IWOTH and not above.st_mode & stat.S_ISVTX  # others could replace the folder
    if shared or not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise DigsiteError(f"There is no home folder, and others can write to {folder}. {_NAME_ONE}")
    return folder
