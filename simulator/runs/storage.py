"""Files of runs in local folders or in remote storage that fsspec reaches: read, write, list, remove, copy.

What must be a local file is copied: `uploading` and `local_copy`.
"""

import atexit
import hashlib
import inspect
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from digsite.simulator.errors import DigsiteError, short_message
from digsite.simulator.runs.addresses import OBJECT_STORES, is_remote

REQUEST = 120.0  # seconds for a remote request, including retries
TRANSFER = 3600.0  # seconds for a file that is sent or fetched
HURRY = 2.0  # seconds for either once the user has stopped the work
_BLOCK = 2**23  # bytes read at once


def make_folder(folder: Path) -> None:
    """Create a folder, where the storage has folders."""
    if not is_remote(folder):
        folder.mkdir(parents=True, exist_ok=True)
    elif _protocol(folder) not in OBJECT_STORES:
        _ask(folder, "makedirs", _inner(folder), exist_ok=True)


def entries(folder: Path) -> list[Path]:
    """Return the direct contents of a folder; an empty list if it does not exist."""
    if not is_remote(folder):
        return list(folder.iterdir()) if folder.is_dir() else []
    try:
        names = _ask(folder, "ls", _inner(folder), detail=False)
    except FileNotFoundError:
        return []
    own = _inner(folder).rstrip("/")
    return [folder / name.rstrip("/").rpartition("/")[2] for name in names if name.rstrip("/") != own]


def files_in(folder: Path) -> list[Path]:
    """Return all files of a folder and its subfolders; an empty list if it does not exist."""
    if not is_remote(folder):
        return [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    own = _inner(folder).rstrip("/")
    return [folder / name[len(own) :].lstrip("/") for name in _ask(folder, "find", own)]


def remove_folder(folder: Path) -> None:
    """Remove a folder with its contents, if it exists.

    Remote files are removed one by one: fsspec treats a folder's name as a pattern that other folders may match.
    """
    if not is_remote(folder):
        shutil.rmtree(folder, ignore_errors=True)
        return
    own = _inner(folder).rstrip("/")
    found = _ask(folder, "find", own, withdirs=_protocol(folder) not in OBJECT_STORES, detail=True)
    for name in sorted({*found, own}, key=len, reverse=True):
        if found.get(name, {"type": "directory"})["type"] != "directory":
            _ask(folder, "rm_file", name)
        elif _protocol(folder) not in OBJECT_STORES:
            with suppress(FileNotFoundError):
                _ask(folder, "rmdir", name)


def is_file(path: Path) -> bool:
    """Return whether a file exists; raise an error if the storage does not answer, since that is neither yes nor no."""
    if not is_remote(path):
        return path.is_file()
    with remote_errors(path):
        try:
            return bool(_ask(path, "info", _inner(path))["type"] == "file")
        except (FileNotFoundError, NotADirectoryError):
            return False


def read(path: Path) -> bytes:
    """Return the content of a file.

    A remote file is fetched in one request: it may be rewritten between opening and reading, and the store would then
    refuse to continue.
    """
    return bytes(_ask(path, "cat_file", _inner(path))) if is_remote(path) else path.read_bytes()


def blocks(path: Path) -> Iterator[bytes]:
    """Yield the content of a file in blocks that fit into memory."""
    if not is_remote(path):
        with path.open("rb") as file:
            while some := file.read(_BLOCK):
                yield some
        return
    size, name = int(_ask(path, "size", _inner(path))), _inner(path)
    for start in range(0, size, _BLOCK):
        yield bytes(_ask(path, "cat_file", name, start=start, end=min(start + _BLOCK, size)))


def content(path: Path) -> bytes | None:
    """Return the content of a file; None if it does not exist."""
    try:
        return read(path)
    except FileNotFoundError:
        return None


def write(path: Path, content: bytes) -> None:
    """Write a small remote file."""
    _ask(path, "pipe_file", _inner(path), content)


def create(path: Path, content: bytes) -> bool:
    """Write a small remote file unless it exists, atomically where the store can; return whether it was written."""
    name = _inner(path)
    make_folder(path.parent)
    try:
        _ask(path, "pipe_file", name, content, mode="create")
    except FileExistsError:
        return False
    except TimeoutError:  # no answer within the limit, so none to expect now
        raise
    except Exception:  # a store without that mode; any other problem comes up again below
        if _ask(path, "exists", name):
            return False
        _ask(path, "pipe_file", name, content)
    return True


def remove(path: Path) -> None:
    """Remove a remote file if it exists."""
    with suppress(FileNotFoundError):
        _ask(path, "rm_file", _inner(path))


@contextmanager
def uploading(target: Path) -> Iterator[Path]:
    """Yield a local file and upload it to its remote path if the block succeeds.

    An object appears when all of it has arrived; where there are folders, a temporary file is sent and renamed.
    """
    name = _inner(target)
    with tempfile.TemporaryDirectory(prefix="digsite-") as folder:
        here = Path(folder) / target.name
        yield here
        if _protocol(target) in OBJECT_STORES:
            _ask(target, "put_file", str(here), name, within=TRANSFER)
        else:
            aside = f"{name}.{os.getpid()}-{secrets.token_hex(4)}.aside"
            _ask(target, "put_file", str(here), aside, within=TRANSFER)
            _move(target, aside, name)
        if (arrived := _ask(target, "size", name)) != (sent := here.stat().st_size):
            raise OSError(f"only {arrived} of {sent} bytes of {target.name} arrived")


@contextmanager
def local_folder(folder: Path) -> Iterator[Path]:
    """Yield a local folder to write files to: the folder itself, or one whose files are uploaded in the end."""
    make_folder(folder)
    if not is_remote(folder):
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="digsite-") as here:
        yield Path(here)
        for file in files_in(Path(here)):
            with uploading(folder / file.name) as aside:
                shutil.copyfile(file, aside)


@cache
def _copies() -> Path:
    """Return this process's folder for copies, which is removed when the process ends."""
    folder = tempfile.mkdtemp(prefix="digsite-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def local_copy(path: Path, known: str) -> Path:
    """Return a local file: the path itself, or a copy of the remote file; `known` is its hash.

    A copy is made once, unless it turns out to be damaged.
    """
    if not is_remote(path):
        return path
    own = hashlib.sha256(str(path).encode()).hexdigest()[:16]
    copy = _copies() / f"{own}-{known}{path.suffix}"
    if copy.exists():
        return copy
    aside = copy.with_name(f"damaged-{copy.name}")
    _ask(path, "get_file", _inner(path), str(aside), within=TRANSFER)
    with aside.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != known:
            return aside
    os.replace(aside, copy)
    return copy


def failures() -> tuple[type[Exception], ...]:
    """Return the exceptions that the loaded libraries raise when a path cannot be reached."""
    found: list[type[Exception]] = [OSError]
    for module, name in (
        ("botocore.exceptions", "BotoCoreError"),
        ("botocore.exceptions", "ClientError"),
        ("aiohttp", "ClientError"),
        ("fsspec.exceptions", "FSTimeoutError"),
    ):
        if loaded := sys.modules.get(module):
            found.append(getattr(loaded, name))
    return tuple(found)


@contextmanager
def remote_errors(path: Path) -> Iterator[None]:
    """Turn a failure to reach a remote path into an error that says so."""
    if not is_remote(path):
        yield
        return
    try:
        yield
    except failures() as problem:
        raise DigsiteError(f"{path} cannot be reached: {_why(problem)}.") from problem


def _why(problem: Exception) -> str:
    """Return a library's message, or its meaning where the message is obscure."""
    if "libjvm" in str(problem):
        return "hdfs:// goes through Java, and none is found here; install it, and say in JAVA_HOME where it is"
    return short_message(problem)


def _move(target: Path, name: str, to: str) -> None:
    """Rename a remote file; where fsspec copies for that, it would treat the name as a pattern."""
    from fsspec import AbstractFileSystem

    if type(_fs(target)).mv is not AbstractFileSystem.mv:
        _ask(target, "mv", name, to)
        return
    _ask(target, "cp_file", name, to, within=TRANSFER)
    _ask(target, "rm_file", name)


_hurried: list[None] = []


@contextmanager
def short_timeouts() -> Iterator[None]:
    """Wait only moments for remote storage: the user has stopped the work."""
    _hurried.append(None)
    try:
        yield
    finally:
        _hurried.pop()


def _ask(path: Path, method: str, *given: Any, within: float | None = None, **options: Any) -> Any:
    """Return the answer of a path's file system; raise TimeoutError after `within` seconds where that is possible."""
    fs = _fs(path)
    task = getattr(fs, f"_{method}", None)
    if not (getattr(fs, "async_impl", False) and inspect.iscoroutinefunction(task)):
        return getattr(fs, method)(*given, **options)
    from fsspec.asyn import sync
    from fsspec.exceptions import FSTimeoutError

    limit = HURRY if _hurried else within or REQUEST
    try:
        return sync(fs.loop, task, *given, timeout=limit, **options)
    except FSTimeoutError as problem:
        raise TimeoutError(f"no answer within {limit:g} s") from problem


def _fs(path: Path) -> Any:
    return path.fs  # type: ignore[attr-defined]


def _inner(path: Path) -> str:
    return str(path.path)  # type: ignore[attr-defined]


def _protocol(path: Path) -> str:
    return str(path.protocol)  # type: ignore[attr-defined]
