"""Addresses of run folders and files: local paths, and remote ones that fsspec reaches, such as s3://bucket/run.

A remote path is a `UPath`, which is used like a `Path`; the libraries behind it are loaded only when such a path is
named. Keys and passwords come from the user's environment; they are never part of a path, so none can end up in a
manifest or a message.
"""

import os
import re
from pathlib import Path
from typing import Any, cast

from digsite.simulator.errors import WrongUse, short_message

EXTRA = "pip install digsite[cluster]"
_URL = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+):/+(.*)", re.DOTALL)  # a drive of Windows has one letter
_FOR_READING = (
    "http",
    "https",
    "zip",
    "tar",
    "libarchive",
    "git",
    "github",
    "gist",
    "data",
    "reference",
    "jupyter",
    "jlab",
)
_SIGNED = re.compile(r"(?i)[?&][^=/]*(sig|token|key|secret|password|credential)[^=/]*=")
_CHAIN = re.compile(r"[a-z0-9]+::[a-z0-9]+:/")  # of fsspec
OBJECT_STORES = ("s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "oss", "oci", "r2")  # objects need no folders


def place(path: Path | str) -> Path:
    """Return the path of a folder or file as a user names it: a local path, or one that fsspec knows."""
    if _of_fsspec(path):
        return cast("Path", path)
    if not isinstance(path, str | os.PathLike):
        raise WrongUse(f"A folder is named by its path; {path!r} is none.")
    found = _URL.fullmatch(str(path))
    if found is None:
        return _here(path)
    scheme, rest = found[1].lower(), found[2]
    if scheme == "file":
        return Path(rest if Path(rest).drive else f"/{rest}")  # file:///C:/runs has a drive on Windows
    if ":" in rest.partition("@")[0] and "@" in rest:
        raise WrongUse(f"A password must not stand in {scheme}://...; leave it to the environment.")
    if _SIGNED.search(rest):
        raise WrongUse(f"A key or a signature must not stand in {scheme}://...; leave it to the environment.")
    if scheme in _FOR_READING:
        raise WrongUse(
            f"Nothing can be written to {scheme}://...; runs lie in folders or in object storage, s3://bucket/run."
        )
    if scheme in OBJECT_STORES and not rest.strip("/"):
        raise WrongUse(f"{scheme}:// names no bucket; say {scheme}://bucket/run.")
    if scheme in OBJECT_STORES and {".", ".."} & set(
        rest.split("/")
    ):  # objects have names, and no folder is above another
        raise WrongUse(
            f"{scheme}://{rest} leads through . or .., which a bucket does not have; name the folder itself."
        )
    return _elsewhere(scheme, rest)


def _here(path: Path | str) -> Path:
    """Return a local path; refuse one that looks like a mistyped remote path."""
    if _CHAIN.match(str(path)):
        raise WrongUse(f"{path} is a chain of file systems; name one, such as s3://bucket/run.")
    scheme, colon, rest = str(path).partition(":")
    if colon and scheme.lower() in OBJECT_STORES:
        raise WrongUse(f"{path} is no address. Did you mean {scheme}://{rest}?")
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise WrongUse(f"There is no home folder {Path(path).parts[0]}; name another folder.") from None


def _elsewhere(scheme: str, rest: str) -> Path:
    try:
        from fsspec import get_filesystem_class
        from fsspec.registry import known_implementations
        from upath import UPath
    except ImportError:
        raise WrongUse(f"{scheme}:// needs more than digsite itself; install it: {EXTRA}") from None
    if scheme not in known_implementations:
        raise WrongUse(f"{scheme}://{rest} is no path that can be read: fsspec knows no {scheme}://.")
    # Listings are not cached: another process may write at any time.
    options: dict[str, Any] = {"use_listings_cache": False} if scheme in ("s3", "s3a", "gs", "gcs") else {}
    if scheme in ("s3", "s3a"):  # seconds without an answer; s3fs itself tries five times
        options["config_kwargs"] = {"connect_timeout": 5, "read_timeout": 15, "retries": {"total_max_attempts": 2}}
    try:
        found = UPath(f"{scheme}://{rest}", **options)
    except (ImportError, ValueError) as problem:
        raise WrongUse(f"{scheme}://{rest} cannot be used: {short_message(problem)}.") from problem
    if "host" in found.storage_options:
        _say_host(type(found))
    if lost := sorted(set(found.storage_options) - {*options, "host", "port", "username"}):
        raise WrongUse(f"{scheme}://{rest} says {', '.join(lost)}, which cannot be kept; leave it to the environment.")
    try:
        get_filesystem_class(scheme)
    except ImportError as problem:  # it needs its own package
        raise WrongUse(f"{scheme}://{rest} cannot be used: {short_message(problem)}.") from problem
    return cast("Path", found)


def _say_host(kind: Any) -> None:
    """Add the host to the text of a library's paths, which leaves it out: paths are sent and shown as text."""
    if kind.__str__ is not _with_host:
        kind.__str__ = _with_host


def _with_host(path: Any) -> str:
    known = path.storage_options
    user = f"{known['username']}@" if known.get("username") else ""
    port = f":{known['port']}" if known.get("port") else ""
    return f"{path.protocol}://{user}{known.get('host', '')}{port}{path.path}"


def is_mangled_url(path: Path) -> bool:
    """Return whether a local path was meant to be remote: `Path` turns s3://bucket/file into s3:/bucket/file."""
    return is_remote(path) or _URL.fullmatch(str(path)) is not None


def is_remote(path: Path) -> bool:
    """Return whether a path is reached through fsspec."""
    return not isinstance(path, Path) or _of_fsspec(path)


def _of_fsspec(path: object) -> bool:
    """Return whether a path belongs to fsspec, without touching its file system, which may connect."""
    return hasattr(type(path), "fs")


def path_text(path: Path) -> str:
    """Return a path as text that means the same to other processes."""
    return str(path) if is_remote(path) else str(path.absolute())
