"""The plug-ins saved in a folder: where to read them, and whether they may run."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from digsite.simulator.runs import storage
from digsite.simulator.runs.store import ARMS, EXPERIMENT, MANIFEST, SEARCH, plugin_files
from digsite.strategies.plugins import trust
from digsite.strategies.plugins.load import Source


def check_allowed(folder: Path, sources: Sequence[Source], trusted: bool = False) -> None:
    """Refuse to run a folder's plug-ins unless the user has allowed them; `trusted` if the user allows them now."""
    if trusted:
        trust.allow(sources)
    if foreign := trust.untrusted(sources):
        raise trust.refusal(foreign, where_to_read(folder, sources))


def where_to_read(folder: Path, sources: Sequence[Source]) -> str:
    """Return where to read the code that would run: copies in `plugins` with the same text, else the manifest."""
    foreign = trust.untrusted(sources)
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
