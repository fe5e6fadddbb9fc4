"""The plug-ins that a folder brings along: where to read them, and whether they may run."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from simulator.runs import places
from simulator.runs.store import ARMS, EXPERIMENT, MANIFEST, SEARCH, plugin_files
from strategies import trust
from strategies.plugins import Source


def check_allowed(folder: Path, sources: Sequence[Source], trusted: bool = False) -> None:
    """Refuse to run plug-ins of a folder that the user has not allowed; `trusted` if the user allows them now."""
    if trusted:
        trust.allow(sources)
    if foreign := trust.untrusted(sources):
        raise trust.refusal(foreign, where_to_read(folder, sources))


def where_to_read(folder: Path, sources: Sequence[Source]) -> str:
    """The files that hold what would run: copies in `plugins` that have the same texts, or else the manifest."""
    foreign = trust.untrusted(sources)
    with suppress(OSError):
        arms = sorted(places.entries(folder / ARMS))[:1] if places.is_file(folder / EXPERIMENT) else []
        for home in (folder, *arms):
            copies = [(home / name, source) for name, source in plugin_files(sources).items() if source in foreign]
            if all(_holds(path, source.text) for path, source in copies):
                return ", ".join(str(path) for path, _source in copies)
        for name in (EXPERIMENT, MANIFEST, SEARCH):
            if places.is_file(folder / name):
                return f"its text in {folder / name}"
    return f"its text in {folder}"


def _holds(path: Path, text: str) -> bool:
    return places.is_file(path) and places.read(path) == text.encode(errors="surrogatepass")
