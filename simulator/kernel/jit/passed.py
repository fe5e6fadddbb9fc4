"""Which games of users' have passed their checks: until then, and after every change, they are compiled with checked indices.

A mark is an empty file in the cache folder, named by a hash of all that the game is compiled from and of its figures.
"""

import hashlib
from contextlib import suppress
from pathlib import Path

from digsite.simulator.home import find_home


def _mark(game: str) -> Path:
    from digsite.simulator.cache_place import cache_root
    from digsite.simulator.kernel.jit.source_hash import source_hash

    home = find_home(game)
    digest = hashlib.sha256(source_hash(game).encode())
    for folder in dict.fromkeys([home.rules.folder, home.players.folder]):
        for path in sorted(folder.glob("*.toml")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return cache_root() / "passed" / f"{game}-{digest.hexdigest()[:32]}"


def has_passed(game: str) -> bool:
    """Return whether the game of this home, as it is now, has passed its checks on this machine."""
    with suppress(SyntaxError, ValueError):  # what cannot be read has not passed
        return _mark(game).is_file()
    return False


def record_passed(game: str, passed: bool = True) -> None:
    """Remember that the game of this home, as it is now, has passed its checks, or that it no longer does."""
    with suppress(OSError, SyntaxError, ValueError):  # not writable: its indices stay checked
        mark = _mark(game)
        if not passed:
            mark.unlink(missing_ok=True)
            return
        mark.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        mark.touch()
