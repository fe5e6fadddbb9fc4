"""What decides a run's rows besides its plan, and what a description says about a user's game and code."""

import hashlib
import sys
from typing import TYPE_CHECKING, Any

from digsite.simulator.game.description import describe
from digsite.simulator.saved_games import place_of
from digsite.simulator.version import digsite_version

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.play.plan import Plan

PACKAGES = ("numpy", "numba", "pyarrow")


def provenance(game: "Game") -> dict[str, Any]:
    """Return versions, the hash of the sources, and what can be read about a user's game, as a manifest stores them."""
    from importlib.metadata import version

    from digsite.simulator.kernel.jit.source_hash import source_hash

    versions = {"digsite": digsite_version(), "python": sys.version.split()[0]}
    measured = game.records.outcome.descr  # the hash of the sources does not cover columns
    sources = hashlib.sha256(f"{source_hash(game.home.name)} {measured}".encode()).hexdigest()[:16]
    about = {"versions": versions | {name: version(name) for name in PACKAGES}, "sources": sources}
    return about | ({"own_game": _own_game(game)} if game.home.own else {})


def _own_game(game: "Game") -> dict[str, Any]:
    """Return a user's game by name, version and hash, where it lies, and what is read about it without its code."""
    assert game.home.files is not None
    place = place_of(game.home)
    named = {"name": game.name, "version": game.version, "hash": game.home.files.hash, "home": place}
    return named | describe(game)


def saved_code(plan: "Plan") -> dict[str, Any]:
    """Return the code of a plan as the description of an experiment or a search keeps it."""
    game = {"game": plan.game, "game_files": plan.game_files} if plan.game_files else {}
    return {"plugins": plan.plugins, **game}
