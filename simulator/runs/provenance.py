"""What a run owes its rows to beside its plan: the versions of packages and the hash of the sources."""

import hashlib
import sys
from typing import Any

from simulator.games import find_game
from simulator.version import digsite_version

PACKAGES = ("numpy", "numba", "pyarrow")


def provenance(package: str) -> dict[str, Any]:
    """Versions and source hash for a game's folder, as a manifest keeps them."""
    from importlib.metadata import version

    from simulator.kernel.compile import source_hash

    versions = {"digsite": digsite_version(), "python": sys.version.split()[0]}
    measured = find_game(package).records.outcome.descr  # columns are no part of the sources' hash
    sources = hashlib.sha256(f"{source_hash(package)} {measured}".encode()).hexdigest()[:16]
    return {"versions": versions | {name: version(name) for name in PACKAGES}, "sources": sources}
