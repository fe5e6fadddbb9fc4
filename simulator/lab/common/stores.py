"""Runs and experiments being written: opening and resuming their folders, the lock on them, and what is saved after a stop."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Protocol

from digsite.simulator.commands import Command, resuming, verb_of
from digsite.simulator.errors import DigsiteError, Sentence, short_message
from digsite.simulator.lab.common.progress import SAME, Interrupted, message_on_stop, resume_hint
from digsite.simulator.lab.common.running import Running
from digsite.simulator.options import OPTIONS, Phrase
from digsite.simulator.runs import addresses, atomic_files, storage
from digsite.simulator.runs.folder.lock import check_lock, locked
from digsite.simulator.runs.folder.manifest import ARMS, EXPERIMENT, MANIFEST, SEARCH
from digsite.simulator.runs.folder.store import clear

_WHOLE: Sentence = (" What is written is whole; continue with ", OPTIONS["resume"], ".")


class Folder(Protocol):
    """A run or an experiment being written."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def has_parts(self) -> bool:
        """Return whether there is a part."""

    @property
    def manifests(self) -> list[dict[str, Any]]:
        """Return its descriptions as last read or written, without reading the folder."""

    def exists(self) -> bool:
        """Return whether the folder holds it already, complete or not."""

    def check_free(self) -> None:
        """Refuse a folder that holds something else."""

    def create(self) -> None:
        """Begin it."""

    def resume(self) -> None:
        """Resume it."""


@contextmanager
def open_store(store: Folder, what: str, total: int, running: Running) -> Iterator[None]:
    """Start or resume a run or an experiment, and hold the lock on its folder meanwhile.

    The same plan in the same folder is the same run, whose parts are reused. A start that fails before the first part
    leaves nothing behind.
    """
    ours = cleared = False  # whether this call started what is in the folder; nothing else is ever removed
    try:
        with locked(store.folder), message_on_stop(lambda: _saved(store, total, running.resume_text)):
            try:
                if running.resume or store.exists():
                    store.resume()
                else:
                    store.check_free()
                    ours = True
                    store.create()
                yield
            except (Exception, KeyboardInterrupt) as problem:
                stopped = isinstance(problem, KeyboardInterrupt)
                if ours and not store.has_parts:
                    with storage.short_timeouts() if stopped else nullcontext():
                        check_lock()
                        with suppress(*storage.failures()):  # the next start removes what is still there
                            clear(store.folder)
                            cleared = atomic_files.is_empty(store.folder)
                raise
    except storage.failures() as problem:
        kept = _WHOLE if store.has_parts else (" Nothing is left." * cleared,)
        own = _named(problem, f"The {what} in {store.folder}", store.folder)
        raise DigsiteError(f"{own} cannot be written: {short_message(problem)}.", *kept) from problem
    except KeyboardInterrupt as stop:
        raise Interrupted(*_saved(store, total, running.resume_text)) from stop


def _named(problem: Exception, own: str, folder: Path) -> str:
    """Return what cannot be written: a file of the folder, or another path that the exception names."""
    name = getattr(problem, "filename", None)
    if addresses.is_remote(folder) or not name or Path(name).parent.is_relative_to(folder):
        return own
    return str(Path(name).parent)


def _saved(store: Folder, total: int, resume_text: Phrase | None = None) -> Sentence:
    """Return the sentence for an interrupted run or experiment, by what its folder holds.

    A remote folder is not read: it may be what keeps the user waiting.
    """
    folder, here = store.folder, not addresses.is_remote(store.folder)
    verb, games, more = "", 0, None
    for found in _manifests(folder) if here else store.manifests:
        verb = verb or verb_of(found.get("command"))
        games += sum(part["rows"] for name, part in found.get("parts", {}).items() if name.startswith("games/"))
        if "plan" in found and "plan" in store.manifest and found["plan"]["games"] < total:  # not extended yet
            more = total
    if not games and here and (folder / SEARCH).is_file():
        return f"Interrupted; the search is saved in {folder}; continue with ", SAME, " and ", resuming(folder)
    if not games:
        return ("Interrupted; no games were saved yet.",)
    resume_text = resume_text or resume_hint(Command(verb, resume=folder, games=more))
    return f"{games:,} of {total:,} games are saved in {folder}; ", resume_text


def _manifests(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the descriptions in a local folder: of its experiment, its run or its arms."""
    arms = [arm / MANIFEST for arm in storage.entries(folder / ARMS)]
    for path in [folder / EXPERIMENT, folder / MANIFEST, *arms]:
        if path.is_file():
            yield atomic_files.read_json(path, str(path))


@contextmanager
def writing(what: str, folder: Path) -> Iterator[None]:
    """Hold the lock on a folder, and raise an error that says so if it cannot be written."""
    try:
        with locked(folder):
            yield
    except storage.failures() as problem:
        raise DigsiteError(f"The {what} in {folder} cannot be written: {short_message(problem)}.", *_WHOLE) from problem
