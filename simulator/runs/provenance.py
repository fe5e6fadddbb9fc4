"""What decides a run's rows besides its plan: the versions of packages and the hash of the sources."""

import hashlib
import sys
from typing import TYPE_CHECKING, Any

from digsite.simulator.version import digsite_version

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game

PACKAGES = ("numpy", "numba", "pyarrow")


def provenance(game: "Game") -> dict[str, Any]:
    """Return versions, source hash and the folder of a user's game, as a manifest stores them."""
    from importlib.metadata import version

    from digsite.simulator.kernel.jit.compile import source_hash

    versions = {"digsite": digsite_version(), "python": sys.version.split()[0]}
    measured = game.records.outcome.descr  # the hash of the sources does not cover columns
    sources = hashlib.sha256(f"{source_hash(game.home.name)} {measured}".encode()).hexdigest()[:16]
    about = {"versions": versions | {name: version(name) for name in PACKAGES}, "sources": sources}
    return about | ({"home": str(game.home.rules.folder)} if game.home.own else {})
