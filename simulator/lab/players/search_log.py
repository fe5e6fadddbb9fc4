"""A search on disk: its question and the generations so far; an experiment in the same folder has the result.

FOLDER/search.json    the question, which searches have ended, and why
FOLDER/search.jsonl   a line for each generation
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from digsite.simulator.commands import resuming
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import SAME, Interrupted
from digsite.simulator.lab.players.cma import Generation, Limits, Log, Made
from digsite.simulator.runs import atomic_files
from digsite.simulator.runs.folder.manifest import EXPERIMENT, MUST_AGREE, SEARCH
from digsite.simulator.runs.folder.store import check_free

if TYPE_CHECKING:
    from digsite.simulator.lab.common.progress import Progress

GENERATIONS = "search.jsonl"
_FINGERPRINTS = ("plan", "plans")  # they follow from the command, and mean nothing to a reader


def saved_manifest(folder: Path, manifest: dict[str, Any], what: str) -> dict[str, Any]:
    """Return the manifest saved in a folder; raise an error if there is none, or if it asks something else than this one.

    what: what is resumed, for the error: a search, or a training.
    """
    path = folder / SEARCH
    if not path.is_file():
        raise WrongUse(f"{folder} cannot be resumed: it has no {SEARCH}.")
    found: dict[str, Any] = atomic_files.read_json(path, f"{SEARCH} of {folder}")
    known = {**MUST_AGREE, "asked": "the command"}
    del known["plan"]
    atomic_files.check_same(f"The {what} in {folder}", _as_typed(found), _as_typed(manifest), known)
    atomic_files.check_same(f"The {what} in {folder}", found, manifest, known)
    return found


def _as_typed(manifest: dict[str, Any]) -> dict[str, Any]:
    """Return a manifest without the fingerprints of its plans."""
    asked = manifest.get("asked") or {}
    return {**manifest, "asked": {name: value for name, value in asked.items() if name not in _FINGERPRINTS}}


class Ended(Protocol):
    """Where a search ended."""

    @property
    def ended(self) -> str:
        """Return why."""

    @property
    def course(self) -> Sequence[Any]:
        """Return what it played, a record at a time."""


Found = TypeVar("Found", bound=Ended)
Found_co = TypeVar("Found_co", bound=Ended, covariant=True)


class Searching(Protocol[Made, Found_co]):
    """A search that a log restores."""

    @property
    def name(self) -> str:
        """Return its name in the log."""

    def run(self, log: Log[Made], limits: Limits, report: Callable[[Any], None]) -> Found_co:
        """Search to the end, from where the log stops."""


class SearchFolder(Generic[Made]):
    """The folder of searches; the same searches resume where they stopped."""

    def __init__(
        self,
        folder: Path,
        asked: dict[str, Any],
        about: dict[str, Any],
        resume: bool,
        made: Callable[..., Made] = Generation,  # type: ignore[assignment]
    ):
        """Open the folder; `asked` decides the result, apart from the limits; `about` is the command and the provenance.

        made: the record of a line of the log.
        """
        self.folder = folder
        self._manifest: dict[str, Any] = {"asked": json.loads(json.dumps(asked)), **about, "ended": {}}
        if resume:
            self._take_up()
        else:
            check_free(folder, self._manifest)
            folder.mkdir(parents=True, exist_ok=True)
        atomic_files.remove_temporary_files(folder)
        self._save()
        self._log = Log(folder / GENERATIONS, made)

    def _take_up(self) -> None:
        found = saved_manifest(self.folder, self._manifest, "search")
        self._manifest |= {"ended": found.get("ended", {}), "command": found.get("command")}

    def _save(self) -> None:
        atomic_files.write_json(self.folder / SEARCH, self._manifest)

    @property
    def command(self) -> str:
        """Return the command that started it."""
        return str(self._manifest["command"])

    @property
    def confirming(self) -> bool:
        """Return whether the experiment on the result has started."""
        return (self.folder / EXPERIMENT).is_file()

    @contextmanager
    def stoppable(self) -> Iterator[None]:
        """When the user stops the search, say what is saved and how to continue."""
        try:
            yield
        except KeyboardInterrupt as stop:
            saved = f"{len(self._log):,} generation{' is' if len(self._log) == 1 else 's are'} saved in {self.folder}"
            raise Interrupted(f"{saved}; continue with ", SAME, " and ", resuming(self.folder)) from stop

    def run(
        self, search: Searching[Made, Found], limits: Limits, progress: "Progress", stands: Callable[[Any], str]
    ) -> Found:
        """Search to the end; a search that has ended stays ended, whatever the limits are now."""
        ended = self._manifest["ended"].get(search.name)
        if ended:
            limits = Limits(generations=int(ended["generations"]))
        began = time.monotonic()
        spent = sum(made.seconds for made in self._log.of(search.name))  # type: ignore[attr-defined]
        left = None if limits.minutes is None else max(60 * limits.minutes - spent, 0.0)
        progress.counting("Searching", at_most=True, ends=None if left is None else began + left)
        with self.stoppable():
            found = search.run(self._log, limits, lambda now: progress.standing(stands(now)))
        if ended:
            return replace(found, ended=ended["why"])  # type: ignore[type-var]
        self._manifest["ended"][search.name] = {"why": found.ended, "generations": len(found.course)}
        self._save()
        return found
