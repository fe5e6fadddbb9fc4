"""A lock on a folder: whoever writes there is alone, and a process that ends in any way leaves the folder free."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simulator.errors import DigsiteError
from simulator.runs.places import is_elsewhere

LOCK = ".lock"
_HELD: set[tuple[int, Path]] = set()  # folders that threads of this process write to


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Be the only one who writes into a folder, which is made if need be; another writer is told in a sentence.

    The system keeps the lock, so that none is left behind by a process that was killed; where it cannot lock files,
    nobody is kept out. Whoever has the folder already may take it again. Folders that were made for this and are still
    empty in the end are removed.
    """
    if is_elsewhere(folder):  # no locks there
        yield
        return
    mine = threading.get_ident(), folder.resolve()
    if mine in _HELD:
        yield
        return
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    handle = _taken(folder / LOCK)
    _HELD.add(mine)
    try:
        yield
    finally:
        _HELD.discard(mine)
        with suppress(OSError):
            (folder / LOCK).unlink()  # before it is let go: whoever opens it later opens another file
        os.close(handle)
        with suppress(OSError):
            for path in made:
                path.rmdir()


def _taken(path: Path) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if not _lock(handle):
            owner = os.read(handle, 20).decode(errors="replace")
            os.close(handle)
            whose = f" (process {owner})" if owner.isdigit() else ""
            raise DigsiteError(
                f"Another digsite{whose} is writing to {path.parent}; wait for it, or choose another folder with --out."
            )
        if path.exists() and os.path.samestat(os.fstat(handle), path.stat()):
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
            return handle
        os.close(handle)  # its owner has just removed it


def _lock(handle: int) -> bool:
    """Lock an open file; false if somebody else has it."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
