"""A run folder being written: parts written atomically, so each one there is complete, and the manifest."""

import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import WrongUse
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.plan import FORMAT, Plan
from digsite.simulator.runs import atomic_files, storage
from digsite.simulator.runs.atomic_files import SHARED
from digsite.simulator.runs.folder.copies import COPIES, game_copies, text_copies, write_copies
from digsite.simulator.runs.folder.lock import LOCK, check_lock
from digsite.simulator.runs.folder.manifest import (
    _EXTENSIBLE,
    ARMS,
    EXPERIMENT,
    MANIFEST,
    MUST_AGREE,
    SEARCH,
    edit_error,
    entries_of_parts,
    manifest_difference,
    read_manifest,
)
from digsite.simulator.runs.folder.parts import (
    holds_its_games,
    kind_and_number,
    number_of,
    part_name,
    read_description,
    writing_part,
)
from digsite.simulator.runs.plan_diff import difference

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pyarrow as pa
    import pyarrow.parquet as pq

_RARELY = 20  # wait this many times as long as a save takes before saving the manifest again


class Store:
    """A run folder being written."""

    def __init__(self, folder: Path, plan: Plan, about: dict[str, Any], copies: "Mapping[str, str] | None" = None):
        """Prepare the folder; `about` is what the manifest has next to the plan: the command and the provenance.

        copies: the texts of code that are copied into the folder for readers; by default all of the plan's.
        """
        self.folder, self.plan = folder, plan
        self._copies = {**text_copies(plan), **game_copies(plan)} if copies is None else copies
        self.manifest: dict[str, Any] = {
            "format": FORMAT,
            "complete": False,
            "plan": plan.to_dict(),
            "fingerprint": plan.fingerprint(),
            **about,
            "parts": {},
        }
        self._saved, self._next_save = True, 0.0
        self._written: dict[str, Any] = {}  # the manifest as it was last read or written

    @property
    def manifests(self) -> list[dict[str, Any]]:
        """Return the manifest as last read or written, without reading the folder."""
        return [self._written] if self._written else []

    def exists(self) -> bool:
        """Return whether the folder holds this very run, complete or not: the same plan, played by the same sources."""
        if not storage.is_file(self.folder / MANIFEST):
            return False
        found = read_manifest(self.folder)
        self._written = found
        return all(found.get(name) == self.manifest.get(name) for name in MUST_AGREE)

    def check_free(self) -> None:
        """Refuse a folder that holds something else."""
        check_free(self.folder, self.manifest)

    def create(self, anew: bool = False) -> None:
        """Start a new run; refuse a folder that holds something else, unless `anew` says that it belongs to the run."""
        if not anew:
            self.check_free()
            clear(self.folder)
        self._make_folders()
        write_copies(self.folder, self._copies)
        self._save_manifest()

    def _make_folders(self) -> None:
        for name in ("games", "events"):
            storage.make_folder(self.folder / name)

    def resume(self) -> None:
        """Resume a run where it stopped and reuse its complete parts; a plan with more games extends it."""
        found = self._written = read_manifest(self.folder)
        before, what = self._comparable(found["plan"]), f"The run in {self.folder}"
        longer = {name: self.manifest["plan"][name] for name in _EXTENSIBLE if before["games"] < self.plan.games}
        if {**before, "games": self.plan.games} == self.manifest["plan"] and self.plan.games < before["games"]:
            raise WrongUse(
                f"{what} is one of {before['games']:,} games; more ",
                OPTIONS["games"],
                f" extend it, {self.plan.games:,} are fewer.",
            )
        atomic_files.check_same(what, {**found, "plan": {**before, **longer}}, self.manifest, MUST_AGREE)
        self._make_folders()
        write_copies(self.folder, self._copies)
        atomic_files.remove_temporary_files(self.folder)
        atomic_files.remove(self.folder / SHARED)
        if not longer:
            self.manifest["command"] = found.get("command", self.manifest.get("command"))
        old = {name: before[name] for name in _EXTENSIBLE}
        self.manifest["parts"] = {
            name: known
            for name, known in found["parts"].items()
            if self._fits(name, known, **old) and self._is_own(name, known)
        }
        if len(self.manifest["parts"]) == len(found["parts"]) or not longer:
            self._save_manifest()  # else the last part is too short now: nothing changes until a longer one is there

    def _fits(self, name: str, known: dict[str, Any], games: int, events: int) -> bool:
        """Return whether a part fits this plan; the last one of a run with fewer games or events may not."""
        wanted = self.plan.part_range(number_of(name))
        if name.startswith("games/"):
            return bool(known["rows"] == len(wanted))
        return min(events, games, wanted.stop) == min(self.plan.events, wanted.stop)

    def _is_own(self, name: str, known: dict[str, Any]) -> bool:
        """Return whether a part is complete; if another plan played it, raise that the manifest was edited."""
        if not _is_whole(self.folder / name, known):
            return False
        try:
            here = storage.local_copy(self.folder / name, known["sha256"])
            described, in_place = read_description(here), holds_its_games(here, name, self.plan)
        except ValueError:
            return False
        if changed := manifest_difference(described, self.manifest):
            raise edit_error(self.folder, f" ({changed})")
        return in_place

    def _comparable(self, plan: dict[str, Any]) -> dict[str, Any]:
        """Return a plan in today's form; 0.1 saved hashes of plug-ins, which cannot be compared with texts."""
        return {**plan, "plugins": self.plan.plugins} if isinstance(plan.get("plugins", {}), dict) else plan

    @property
    def has_parts(self) -> bool:
        """Return whether the run has a part."""
        return bool(self.manifest["parts"])

    @property
    def games_left(self) -> int:
        """Return the number of games still to be played."""
        parts = {number_of(name) for name in self.manifest["parts"]}
        return self.plan.games - sum(len(self.plan.part_range(part)) for part in parts if self.has(part))

    def missing(self) -> "Iterator[int]":
        """Return the parts still to be played, lazily: there may be millions."""
        return (part for part in range(self.plan.parts) if not self.has(part))

    def has(self, part: int) -> bool:
        """Return whether the run has a part, with its events if there are any."""
        kinds = ["games"] + ["events"] * (part * self.plan.part_games < self.plan.events)
        return all(part_name(kind, part) in self.manifest["parts"] for kind in kinds)

    @contextmanager
    def part(self, kind: str, part: int, schema: "pa.Schema") -> "Iterator[pq.ParquetWriter]":
        """Yield a part of "games" or "events" to write tables to; it appears, complete, if the block succeeds."""
        name, known = part_name(kind, part), dict[str, Any]()
        with writing_part(self.folder / name, self.description(), schema, known) as writer:
            yield writer
        self.add_part(name, known)

    def add_part(self, name: str, known: dict[str, Any]) -> None:
        """Add a complete part to the manifest; where parts come in quickly, save the manifest only now and then."""
        self.manifest["parts"][name] = known
        self._saved = False
        if time.monotonic() >= self._next_save:
            self._save_manifest()

    def description(self) -> dict[str, Any]:
        """Return a part's metadata: everything that decides its rows, which the number of games does not."""
        kept = {name: self.manifest[name] for name in ("format", "versions", "sources") if name in self.manifest}
        return kept | {"plan": entries_of_parts(self.manifest["plan"])}

    def save_manifest(self) -> None:
        """Save the manifest if it has unsaved parts."""
        if not self._saved:
            self._save_manifest()

    def finish(self) -> None:
        """Mark the run as complete."""
        self.manifest["complete"] = True
        self._save_manifest()

    def _save_manifest(self) -> None:
        check_lock()
        began = time.monotonic()
        self.manifest["parts"] = dict(sorted(self.manifest["parts"].items(), key=lambda part: kind_and_number(part[0])))
        atomic_files.write_json(self.folder / MANIFEST, self.manifest)
        self._written = {**self.manifest, "parts": dict(self.manifest["parts"])}
        self._saved, self._next_save = True, time.monotonic() + _RARELY * (time.monotonic() - began)


def check_free(folder: Path, wanted: dict[str, Any]) -> None:
    """Refuse a folder that holds something; a run or experiment without a part does not count."""
    if atomic_files.is_empty(folder) or _only_begun(folder):
        return
    held = {MANIFEST: "a run", EXPERIMENT: "an experiment", SEARCH: "a search"}
    name = next((name for name in held if storage.is_file(folder / name)), "")
    if not name:
        raise WrongUse(f"{folder} already holds other files; choose another folder with ", OPTIONS["out"], ".")
    found = read_manifest(folder) if name == MANIFEST else {}
    if name != MANIFEST or "plan" not in wanted:
        raise WrongUse(
            f"{folder} already holds {held[name]}; continue it with ",
            OPTIONS["resume"],
            " or choose another folder with ",
            OPTIONS["out"],
            ".",
        )
    plan, before = wanted["plan"], found["plan"]
    if plan["games"] > before["games"] and entries_of_parts(plan) == entries_of_parts(before):
        raise WrongUse(
            f"{folder} already holds a run of {before['games']:,} such games; extend it with ",
            OPTIONS["resume"],
            " or choose another folder with ",
            OPTIONS["out"],
            ".",
        )
    changed = difference(
        *({key: known.get(key) for key in ("versions", "sources")} | known["plan"] for known in (found, wanted))
    )
    raise WrongUse(f"{folder} already holds another run ({changed}); choose another folder with ", OPTIONS["out"], ".")


def _only_begun(folder: Path) -> bool:
    """Return whether a folder holds only what a run or an experiment writes before its first part."""
    own, there = (MANIFEST, EXPERIMENT, LOCK, SHARED), storage.files_in(folder)
    begun = any(path.name in (MANIFEST, EXPERIMENT) for path in there)
    return begun and all(
        path.name in own
        or path.suffix == ".aside"
        or any(path.is_relative_to(folder / name) for name in COPIES)
        or path.parent.name in COPIES
        for path in there
    )


def clear(folder: Path) -> None:
    """Remove what a run or an experiment wrote into its folder before its first part; the lock stays."""
    for name in ("games", "events", *COPIES, ARMS):
        storage.remove_folder(folder / name)
    for name in (MANIFEST, EXPERIMENT):
        atomic_files.remove(folder / name)
    atomic_files.remove_temporary_files(folder)


def _is_whole(path: Path, known: dict[str, Any]) -> bool:
    return storage.is_file(path) and atomic_files.sha256(path) == known["sha256"]
