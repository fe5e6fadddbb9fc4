"""Users' games in tests: copied to a folder, and forgotten after the test, as if it had a process of its own."""

import os
import shutil
import sys
from pathlib import Path

from digsite.simulator import home, saved_games
from digsite.simulator.play import rollouts
from digsite.strategies import minds

HERE = Path(__file__).parent
PARTS = {"pig": ["newcomer/pig"], "hog": ["newcomer/pig", "newcomer/hog"], "kuhn": ["authoring/games/kuhn"]}
_CACHED = (
    minds.minds_of, minds.random_player, minds.play_loop, minds.search_of, minds.no_nudges, rollouts.rollouts_of,
    home.home_of,
)  # fmt: skip


def forget(monkeypatch) -> None:
    """Let this process know no game of a user's until the test is over."""
    for where, names in ((home, ("_opened", "_live", "_called")), (saved_games, ("_described", "_today"))):
        for name in names:
            monkeypatch.setattr(where, name, {})
    for name in [name for name in sys.modules if name.startswith("digsite_games")]:
        monkeypatch.delitem(sys.modules, name)
    for cached in _CACHED:
        cached.cache_clear()


def write_game(name: str, folder: Path) -> Path:
    """Write one of the users' games of these tests to a folder of its name."""
    for part in PARTS[name]:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(HERE / part, folder / name, ignore=ignored, dirs_exist_ok=True)
    return folder / name


def edit(file: Path, old: str, new: str) -> None:
    """Replace part of a file's text; its time changes, too, so that Python reads it again."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    then = file.stat().st_mtime_ns
    file.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(file, ns=(then + 2_000_000_000, then + 2_000_000_000))
