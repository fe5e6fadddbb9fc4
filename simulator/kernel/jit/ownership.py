"""Files that become code belong to the user or to the system, and no other user can write to them."""

import os
import stat
from contextlib import suppress
from pathlib import Path


def is_private(known: os.stat_result) -> bool:
    """Whether a file or folder is this user's or the system's, and no other user can write to it."""
    if not hasattr(os, "getuid"):  # Windows, where a user's folders are
        return True
    return known.st_uid in (os.getuid(), 0) and not known.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def is_private_folder(folder: Path) -> bool:
    """The same of a folder; one of the user's that others can write to is closed to them, but what is in it may be theirs."""
    with suppress(OSError):
        known = folder.stat()
        if not is_private(known) and known.st_uid == os.getuid():
            folder.chmod(stat.S_IMODE(known.st_mode) & ~(stat.S_IWGRP | stat.S_IWOTH))
            known = folder.stat()
        return is_private(known)
    return False


def read_private(file: Path) -> bytes:
    """The bytes of a file that no other user can have written; one that might be is refused with an OSError."""
    with file.open("rb") as opened:
        if not is_private(os.fstat(opened.fileno())):
            raise PermissionError(f"{file} could have been written by another user")
        return opened.read()
