"""A lock on a folder: one process writes there at a time, and however that process ends, the folder is free again.

On this machine the system holds the lock. In remote storage it is a file that its owner rewrites every few seconds: a
file that stays unchanged for long has no owner. Each process uses only its own clock, so clocks may differ.
"""

import json
import os
import platform
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from digsite.simulator.errors import DigsiteError
from digsite.simulator.options import OPTIONS
from digsite.simulator.runs import addresses, storage

LOCK = ".lock"
_WINDOWS = os.name == "nt"
_BEYOND = 1 << 20  # bytes
BEAT = 5.0  # seconds after which the owner of a remote lock rewrites it
PATIENCE = 30.0  # seconds after which an unchanged lock has no owner
_HELD: set[tuple[int, str]] = set()  # folders that threads of this process write to
_BEATING: "list[_Beat]" = []  # the remote locks that this process holds


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock on a folder, which is created if necessary; raise an error if another process holds it.

    A thread that holds the lock may take it again.
    """
    mine = threading.get_ident(), str(folder if addresses.is_remote(folder) else folder.resolve())
    if mine in _HELD:
        yield
        return
    with _locked_elsewhere(folder) if addresses.is_remote(folder) else _locked_here(folder):
        _HELD.add(mine)
        try:
            yield
        finally:
            _HELD.discard(mine)


@contextmanager
def _locked_here(folder: Path) -> Iterator[None]:
    """Hold a lock of the system, which ends with its process even if that is killed.

    Where files cannot be locked, no other process is kept out. Folders that were created for the lock and are still
    empty in the end are removed.
    """
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    handle = _taken(folder / LOCK)
    try:
        yield
    finally:
        _let_go(handle, folder / LOCK)
        with suppress(OSError):
            for path in made:
                path.rmdir()


def _taken(path: Path) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if not _lock(handle):
            owner = os.read(handle, 20).decode(errors="replace")
            os.close(handle)
            raise _busy(f"process {owner}" if owner.isdigit() else "", path.parent)
        if _has_name(handle, path):
            with suppress(OSError):  # no room for the owner's number, which only the error needs
                os.ftruncate(handle, 0)
                os.write(handle, str(os.getpid()).encode())
            return handle
        os.close(handle)  # its owner has just removed it


def _has_name(handle: int, path: Path) -> bool:
    """Return whether an open file still has its name; on Windows it cannot be removed."""
    return _WINDOWS or (path.exists() and os.path.samestat(os.fstat(handle), path.stat()))


def _let_go(handle: int, path: Path) -> None:
    """Remove the file of a lock before releasing it: a process that opens it later opens another file.

    Windows removes no open file: neither ours before the release nor another process's afterwards.
    """
    if not _WINDOWS:
        with suppress(OSError):
            path.unlink()
    os.close(handle)
    if _WINDOWS:
        with suppress(OSError):
            path.unlink()


def _busy(whose: str, folder: Path) -> DigsiteError:
    named = f" ({whose})" if whose else ""
    return DigsiteError(
        f"Another digsite{named} is writing to {folder}; wait for it, or choose another folder with ",
        OPTIONS["out"],
        ".",
    )


def _lock(handle: int) -> bool:
    """Lock an open file; return False if another process holds the lock."""
    try:
        import fcntl
    except ImportError:
        return _lock_on_windows(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _lock_on_windows(handle: int) -> bool:
    """Lock a byte far beyond the owner's number: Windows lets no other process read a locked byte."""
    try:
        import msvcrt
    except ImportError:  # no such locks on this system
        return True
    windows: Any = msvcrt
    os.lseek(handle, _BEYOND, os.SEEK_SET)
    try:
        windows.locking(handle, windows.LK_NBLCK, 1)
    except PermissionError:
        return False
    except OSError:  # a file system without locks
        return True
    finally:
        os.lseek(handle, 0, os.SEEK_SET)
    return True


@contextmanager
def create_locked(path: Path) -> Iterator[None]:
    """Create a file and hold a lock on it while it is written, where files can be locked."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system, where a file that is open cannot be removed
        yield
        return
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        if path.exists():
            break
        os.close(handle)  # it was removed before it was locked
    try:
        yield
    finally:
        os.close(handle)


def remove_unowned(path: Path) -> None:
    """Remove a file unless another process is writing it, or that cannot be determined."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
        try:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
        except ImportError:
            os.close(handle)
            handle = -1
            path.unlink()
        finally:
            if handle >= 0:
                os.close(handle)


# ----------------------------------------------------------------------------------------------------- remote storage


@contextmanager
def _locked_elsewhere(folder: Path) -> Iterator[None]:
    beat = _Beat(folder)
    beat.take()
    _BEATING.append(beat)
    try:
        yield
    except KeyboardInterrupt:
        _BEATING.remove(beat)
        with storage.short_timeouts():
            beat.let_go()
        raise
    except BaseException:
        _BEATING.remove(beat)
        beat.let_go()
        raise
    _BEATING.remove(beat)
    beat.let_go()


def check_lock() -> None:
    """Raise an error if this process has lost a remote lock because it did not renew it in time."""
    for beat in _BEATING:
        beat.look()
        if beat.lost:
            raise DigsiteError(
                f"Another digsite has taken over {beat.folder}, since nothing was heard of this one for {PATIENCE:g} s. What "
                "is written is whole."
            )


class _Beat:
    """The lock of a remote folder."""

    def __init__(self, folder: Path):
        self.folder, self.lost = folder, False
        self._path, self._token, self._count = folder / LOCK, secrets.token_hex(8), 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True, name="digsite-lock")

    def take(self) -> None:
        """Take the lock as soon as it is free."""
        while not storage.create(self._path, self._text()) and not self._is_mine():  # an answer may have been lost
            self._watch()
        self._thread.start()

    def _watch(self) -> None:
        """Check whether the owner of the lock is alive, and remove the lock of a dead one."""
        first, end = storage.content(self._path), time.monotonic() + PATIENCE
        while (now := storage.content(self._path)) is not None:
            if now != first:
                raise _busy(_owner(now), self.folder)
            if time.monotonic() > end or _is_dead(now):
                storage.remove(self._path)
                return
            time.sleep(min(BEAT / 5, 1.0))

    def _go_on(self) -> None:
        while not self._over.wait(BEAT):
            with suppress(*storage.failures()):  # out of reach for a while
                self.look()
                if self.lost:
                    return
                self._count += 1
                storage.write(self._path, self._text())

    def look(self) -> None:
        """Check whether this process still holds the lock; assume so while it cannot be reached."""
        with suppress(*storage.failures()):
            self.lost = self.lost or not self._is_mine()

    def _is_mine(self) -> bool:
        found = storage.content(self._path)
        return found is not None and _read(found).get("token") == self._token

    def let_go(self) -> None:
        """Release the lock; if it cannot be removed now, the next process finds that its owner is dead."""
        self._over.set()
        self._thread.join(2.0)
        if not self.lost:
            with suppress(*storage.failures()):
                storage.remove(self._path)

    def _text(self) -> bytes:
        own = {"process": os.getpid(), "host": platform.node(), "machine": _machine()}
        return json.dumps({**own, "token": self._token, "beat": self._count}).encode()


def _read(content: bytes) -> dict[str, object]:
    with suppress(ValueError, RecursionError):
        found = json.loads(content)
        return found if isinstance(found, dict) else {}
    return {}


def _owner(content: bytes) -> str:
    found = _read(content)
    return f"process {found.get('process')} on {found.get('host')}" if "process" in found else ""


def _is_dead(content: bytes) -> bool:
    """Return whether the owner is a process of this machine that has ended."""
    found = _read(content)
    process = found.get("process")
    if not _machine() or found.get("machine") != _machine() or not isinstance(process, int):
        return False
    return not Path(f"/proc/{process}").exists()


@cache
def _machine() -> str:
    """Return a name for this machine since its start and for its process namespace; empty if unknown."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip() + os.readlink("/proc/self/ns/pid")
    return ""
