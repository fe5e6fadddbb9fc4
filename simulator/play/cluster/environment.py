"""What decides the bytes of a run besides its plan; a worker where any of it differs is refused."""

import hashlib
import math
import platform
import struct
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from digsite.simulator.version import digsite_version

PACKAGES = ("numpy", "numba", "pyarrow")
_ROOT = Path(__file__).resolve().parents[3]
_FOLDERS = ("simulator", "strategies")
_DIGITS = "mathematics (last digits of exp, log and powers)"
_POINTS = 50_000  # where functions are compared; about one logarithm in 20,000 differs


@cache
def facts() -> dict[str, str]:
    """Return versions, and the hash of digsite's sources, by name."""
    versions = {"digsite": digsite_version(), "Python": platform.python_version()}
    versions |= {name: _version(name) for name in PACKAGES}
    return versions | {"digsite's sources": _sources(), "processor": platform.machine(), _DIGITS: _last_digits()}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _sources() -> str:
    """Return a hash of all sources that play and write a job."""
    digest = hashlib.sha256()
    for path in sorted(
        path for name in _FOLDERS for path in (_ROOT / name).rglob("*") if path.suffix in (".py", ".toml")
    ):
        digest.update(str(path.relative_to(_ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _last_digits() -> str:
    """Return a hash of the results of exp, log and powers here.

    Compiled code adds, multiplies and divides by IEEE 754 on every processor: nothing is fused or reordered. These
    functions come from the system's library, which differs between processors in the last digit of a few numbers; a
    player that compares two moves may then choose the other one.
    """
    points = [0.001 + 30 * (at * 0.6180339887498949 % 1) for at in range(_POINTS)]
    found = [f(x) for x in points for f in (math.log, lambda x: math.exp(-x), lambda x: x**3.0, lambda x: x**0.5)]
    return hashlib.sha256(struct.pack(f"{len(found)}d", *found)).hexdigest()[:8]


def environment_difference(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """Return what differs there, in words, or "" if nothing does.

    >>> environment_difference({"numpy": "2.4.6", "numba": "0.68.1"}, {"numpy": "2.3.0", "numba": "0.68.1"})
    'numpy 2.3.0 instead of 2.4.6'
    """
    return ", ".join(
        f"{name} {there.get(name) or 'missing'} instead of {own}"
        for name, own in here.items()
        if there.get(name) != own
    )
