"""Check that files which become code belong to the user or the system, and are not writable by others."""

import os
import stat
from contextlib import suppress
from pathlib import Path


def is_private(known: os.stat_result) -> bool:
    """Return whether a file or folder is the user's or the system's and not writable by others."""
    if not hasattr(os, "getuid"):  # on Windows a user's folders are private
        return True
    return known.st_uid in (os.getuid(), 0) and not known.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def is_private_folder(folder: Path) -> bool:
    """Return whether a folder is private, after closing it to others if it is the user's; its files may still be theirs."""
    with suppress(OSError):
        known = folder.stat()
        if not is_private(known) and known.st_uid == os.getuid():
            folder.chmod(stat.S_IMODE(known.st_mode) & ~(stat.S_IWGRP | stat.S_IWOTH))
            known = folder.stat()
        return is_private(known)
    return False


def read_private(file: Path) -> bytes:
    """Return the bytes of a file that no other user can have written; otherwise raise an OSError."""
    with file.open("rb") as opened:
        if not is_private(os.fstat(opened.fileno())):
            raise PermissionError(f"{file} could have been written by another user")
        return opened.read()
