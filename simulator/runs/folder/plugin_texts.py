"""The code saved in a folder, a user's game and plug-ins: where to read it, and whether it may run."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from digsite.simulator import trust
from digsite.simulator.game_files import GameFiles
from digsite.simulator.runs import storage
from digsite.simulator.runs.folder.copies import plugin_files
from digsite.simulator.runs.folder.manifest import ARMS, EXPERIMENT, MANIFEST, SEARCH
from digsite.simulator.saved_games import open_saved
from digsite.simulator.trust import Code
from digsite.strategies.plugins.load import Source


def check_allowed(folder: Path, code: Sequence[Code], trusted: bool = False) -> None:
    """Refuse to run a folder's code unless the user has allowed it; `trusted` if the user allows it now."""
    trust.welcome(folder, code)
    if trusted:
        trust.allow(code)
    if foreign := trust.untrusted(code):
        raise trust.trust_error(foreign, where_to_read(folder, code), folder)


def where_to_read(folder: Path, code: Sequence[Code]) -> str:
    """Return where to read the code that would run: places with the very same text."""
    foreign = trust.untrusted(code)
    games = [str(open_saved(one).rules.folder) for one in foreign if isinstance(one, GameFiles)]
    plugins = [one for one in code if isinstance(one, Source)]
    if not any(one in foreign for one in plugins):
        return ", ".join(games)
    return ", ".join([*games, _plugins_in(folder, plugins, foreign)])


def _plugins_in(folder: Path, sources: Sequence[Source], foreign: Sequence[Code]) -> str:
    """Return where to read plug-ins: copies in `plugins` with the same text, else the manifest."""
    with suppress(OSError):
        arms = sorted(storage.entries(folder / ARMS))[:1] if storage.is_file(folder / EXPERIMENT) else []
        for home in (folder, *arms):
            copies = [(home / name, source) for name, source in plugin_files(sources).items() if source in foreign]
            if all(_holds(path, source.text) for path, source in copies):
                return ", ".join(str(path) for path, _source in copies)
        for name in (EXPERIMENT, MANIFEST, SEARCH):
            if storage.is_file(folder / name):
                return f"its text in {folder / name}"
    return f"its text in {folder}"


def _holds(path: Path, text: str) -> bool:
    return storage.is_file(path) and storage.read(path) == text.encode(errors="surrogatepass")
