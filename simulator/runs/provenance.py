"""What a run owes its rows to beside its plan: the versions of packages and the hash of the sources."""

import sys
from typing import Any

from simulator.version import digsite_version

PACKAGES = ("numpy", "numba", "pyarrow")


def provenance(package: str) -> dict[str, Any]:
    """Versions and source hash for a game's folder, as a manifest keeps them."""
    from importlib.metadata import version

    from simulator.kernel.compile import source_hash

    versions = {"digsite": digsite_version(), "python": sys.version.split()[0]}
    return {"versions": versions | {name: version(name) for name in PACKAGES}, "sources": source_hash(package)}
