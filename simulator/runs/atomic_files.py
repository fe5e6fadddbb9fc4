"""Atomic file writes (a temporary file, then a rename), checks of paths, and file hashes."""

import hashlib
import json
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from digsite.simulator.errors import DigsiteError, WrongUse, short_message, shorten_name
from digsite.simulator.game.texts import is_deep
from digsite.simulator.runs import addresses, storage
from digsite.simulator.runs.folder.lock import LOCK, create_locked, remove_unowned
from digsite.simulator.runs.plan_diff import difference

SHARED = ".shared"  # present in a folder while other processes write parts into it
_WAITS = (0.01, 0.05, 0.2, 0.5)  # seconds
_PASSING = (LOCK, SHARED)  # temporary files, which do not count as content of a folder


def temporary_path(path: Path) -> Path:
    """Return the temporary path that a file is written to before it is renamed."""
    return path.with_name(f".{path.name}.aside")


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield a temporary file to write to; rename it to `path` if the block succeeds, so no reader sees half a file.

    Two processes may write the same file at once: the last one to finish wins.
    """
    if addresses.is_remote(path):
        with storage.uploading(path) as here:
            yield here
        return
    aside = temporary_path(path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}"))
    try:
        with create_locked(aside):
            yield aside
            _take_name(aside, path)
    except BaseException:
        with suppress(OSError):  # Windows does not remove open files
            aside.unlink(missing_ok=True)
        raise


def _take_name(aside: Path, path: Path) -> None:
    """Rename a file; try for a moment, since Windows refuses while another process reads the old file."""
    for wait in _WAITS if os.name == "nt" else ():
        with suppress(PermissionError):
            os.replace(aside, path)
            return
        time.sleep(wait)
    os.replace(aside, path)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically: readers find the old content or the new."""
    with atomic_write(path) as aside:
        aside.write_bytes(content)


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    with atomic_write(path) as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")


def remove(path: Path) -> None:
    """Remove a file if it exists and can be removed."""
    with suppress(*storage.failures()):
        if addresses.is_remote(path):
            storage.remove(path)
        else:
            path.unlink(missing_ok=True)


def remove_temporary_files(folder: Path) -> None:
    """Remove the temporary files of killed processes from a folder; object stores have none.

    Files that any process is still writing stay: charts, for one, are drawn while a folder is not locked.
    """
    if not addresses.is_remote(folder):
        for aside in [*folder.glob(".*.aside"), *folder.glob("*/.*.aside")]:
            remove_unowned(aside)


def shared_folder(folder: str, name: str, token: str) -> Path | None:
    """Return the folder if this machine sees it too, as the token in its file `name` proves; else None."""
    with suppress(Exception):  # no such folder or file system, or no right to read it: not shared
        found = addresses.place(folder)
        if storage.read(found / name).decode() == token:
            return found
    return None


def write_json(path: Path, data: Any) -> None:
    """Write plain data as JSON, atomically."""
    write_text(path, json.dumps(data, indent=2) + "\n")


def read_json(path: Path, what: str) -> dict[str, Any]:
    """Return the JSON object in an existing file; `what` names the file in the error about a damaged one."""
    try:
        data = parse_json(storage.read(path).decode())
    except ValueError as problem:
        raise DigsiteError(
            f"{what} is damaged and cannot be read ({problem}). Put an old copy of it back, or delete the folder and play "
            "again."
        ) from problem
    return data if isinstance(data, dict) else {}


def parse_json(text: str) -> Any:
    """Return plain data from JSON; raise ValueError for invalid text, even if it is nested too deeply to parse."""
    try:
        if not is_deep(data := json.loads(text)):
            return data
    except RecursionError:
        pass
    raise ValueError("it is nested too deeply")


def sha256(path: Path) -> str:
    """Return the hash of a file."""
    found = hashlib.sha256()
    for some in storage.blocks(path):
        found.update(some)
    return found.hexdigest()


def check_kind(path: Path, *endings: str) -> None:
    """Refuse to overwrite a file of another kind: it is most often a slip, and its content would be lost."""
    if path.is_file() and path.suffix.lower() not in endings:
        raise WrongUse(f"{path} is there already and does not end in {endings[0]}; name another file.")


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before there is work to lose."""
    if addresses.is_mangled_url(path):
        raise WrongUse(f"{path} is not a file of this machine; write it here and copy it there.")
    if path.is_dir():
        raise WrongUse(f"{path} is a folder; name the HTML file that the report is to be written to.")
    check_folder(path.parent)
    aside, made = temporary_path(path), [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.touch()
        aside.unlink()
        for folder in made:  # they are created again when there is something to write
            folder.rmdir()
    except OSError as problem:
        raise DigsiteError(f"{path} cannot be written: {problem.strerror or problem}.") from problem


def whole_name(path: Path) -> str:
    """Return one canonical name for a file or folder, however the user spells it."""
    return str(path) if addresses.is_remote(path) else os.path.realpath(path)


@contextmanager
def _asked_about(folder: Path) -> Iterator[None]:
    """Refuse a name that is too long or has characters that no name can have."""
    try:
        yield
    except (OSError, ValueError) as problem:
        raise WrongUse(f"{shorten_name(folder)} cannot be a folder: {short_message(problem)}.") from problem


def check_folder(folder: Path) -> None:
    """Refuse a path that cannot be a folder, before any work starts."""
    if addresses.is_remote(folder):
        return
    with _asked_about(folder):
        there = next((path for path in (folder, *folder.parents) if path.exists() or path.is_symlink()), folder)
    if there.is_symlink() and not there.exists():
        raise WrongUse(f"{there} is a link that leads nowhere; name a folder.")
    if there.exists() and not there.is_dir():
        inside = "" if there == folder else f", and {folder} would lie in it"
        raise WrongUse(f"{there} is a file{inside}; name a folder.")


def _is_passing(path: Path) -> bool:
    return path.name in _PASSING or (path.name.startswith(".") and path.suffix == ".aside")


def is_empty(folder: Path) -> bool:
    """Return whether a folder is missing or holds no file; temporary files of a new run do not count."""
    if addresses.is_remote(folder):
        return not any(path.name not in _PASSING for path in storage.entries(folder))
    with _asked_about(folder):
        if not folder.is_dir():
            return not folder.exists()
    return not any(path.is_file() and not _is_passing(path) for path in folder.rglob("*"))


def check_same(what: str, found: dict[str, Any], wanted: dict[str, Any], known: dict[str, str]) -> None:
    """Refuse to resume work that was started differently; `known` names each entry that must agree."""
    for name, called in known.items():
        if found.get(name) != wanted.get(name):
            raise WrongUse(
                f"{what} cannot be resumed, {called} changed: {difference(found.get(name), wanted.get(name))}."
            )
