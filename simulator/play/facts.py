"""What decides the bytes of a run beside its plan, of this process: a worker on which any of it differs is refused."""

import hashlib
import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from simulator.version import digsite_version

PACKAGES = ("numpy", "numba", "pyarrow")
_ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = ("simulator", "strategies")


@cache
def facts() -> dict[str, str]:
    """Versions, and the hash of digsite's sources, by their names."""
    versions = {"digsite": digsite_version(), "Python": platform.python_version()}
    return versions | {name: _version(name) for name in PACKAGES} | {"digsite's sources": _sources()}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _sources() -> str:
    """A hash of all that a job is played and written by."""
    digest = hashlib.sha256()
    for path in sorted(
        path for name in _FOLDERS for path in (_ROOT / name).rglob("*") if path.suffix in (".py", ".toml")
    ):
        digest.update(str(path.relative_to(_ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def unlike(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """What differs there, in words; nothing if it is all alike.

    >>> unlike({"numpy": "2.4.6", "numba": "0.68.1"}, {"numpy": "2.3.0", "numba": "0.68.1"})
    'numpy 2.3.0 instead of 2.4.6'
    """
    return ", ".join(
        f"{name} {there.get(name) or 'missing'} instead of {own}"
        for name, own in here.items()
        if there.get(name) != own
    )
