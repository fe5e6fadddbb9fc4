"""The run folder: parts written atomically, so each one there is complete, and a manifest that can repeat the run."""

import json
import re
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game_files import are_game_files
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.plan import FORMAT, Plan, short_hash
from digsite.simulator.runs import atomic_files, storage
from digsite.simulator.runs.atomic_files import SHARED
from digsite.simulator.runs.copies import COPIES, game_copies, text_copies, write_copies
from digsite.simulator.runs.lock import LOCK, check_lock
from digsite.simulator.runs.plan_diff import difference

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pyarrow as pa
    import pyarrow.parquet as pq

MANIFEST = "manifest.json"
EXPERIMENT = "experiment.json"
SEARCH = "search.json"  # what a search is looking for, before there is an experiment with its result
ARMS = "arms"
MUST_AGREE = {"plan": "the command", "versions": "the packages", "sources": "digsite's sources"}
_DELTA = ("game", "luck")
_RARELY = 20  # wait this many times as long as a save takes before saving the manifest again
_PART = re.compile(r"(games|events)/part-\d+\.parquet")
_EXTENSIBLE = ("games", "events")  # entries of a plan that no part but the last depends on
_NOT_OF_A_PART = (*_EXTENSIBLE, "rules_file")  # whose figures, and what is known about them, are other entries

_LEAST = {"games": 1, "events": 0, "part_games": 1, "game_version": 0, "seed": 0}  # whole numbers of a plan
_TEXTS = ("players", "variants", "settings")  # lists of texts in it
_FORMS: dict[str, Any] = {
    "game": str, "rotate": bool, "rules": dict, "nudge": dict, "weights": list, "thinking": list,
    "plugins": list | dict,  # 0.1 saved hashes by name
    "game_files": dict,
}  # fmt: skip


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
        return kept | {"plan": _of_a_part(self.manifest["plan"])}

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
        self.manifest["parts"] = dict(sorted(self.manifest["parts"].items(), key=lambda part: _place(part[0])))
        atomic_files.write_json(self.folder / MANIFEST, self.manifest)
        self._written = {**self.manifest, "parts": dict(self.manifest["parts"])}
        self._saved, self._next_save = True, time.monotonic() + _RARELY * (time.monotonic() - began)


@contextmanager
def writing_part(
    target: Path, description: dict[str, Any], schema: "pa.Schema", known: dict[str, Any]
) -> "Iterator[pq.ParquetWriter]":
    """Yield a file of a run to write tables to, atomically; put its rows and hash into `known`.

    It depends only on its arguments, so the process that played a part can write it.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    about_itself = {b"digsite": json.dumps(description, sort_keys=True).encode()}
    described = schema.with_metadata({**(schema.metadata or {}), **about_itself})
    with atomic_files.atomic_write(target) as aside:
        with (
            pa.OSFile(str(aside), "wb") as file,  # Arrow itself would treat some names as addresses
            pq.ParquetWriter(
                file,
                described,
                compression="zstd",
                use_dictionary=[name for name in described.names if name not in _DELTA],
                column_encoding={name: "DELTA_BINARY_PACKED" for name in described.names if name in _DELTA},
            ) as writer,
        ):
            yield writer
        with aside.open("rb") as file:
            rows = pq.read_metadata(file).num_rows
        known |= {"rows": rows, "sha256": atomic_files.sha256(aside)}


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
    if plan["games"] > before["games"] and _of_a_part(plan) == _of_a_part(before):
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


def _of_a_part(plan: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a plan that every part has; a user's game is too long for them, so they have its hash."""
    kept = {name: value for name, value in plan.items() if name not in _NOT_OF_A_PART}
    texts = kept.pop("game_files", None)
    return kept | ({"game_hash": short_hash(texts)} if texts else {})


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


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return a run's manifest; raise an error that says why if the folder is not a run."""
    path = folder / MANIFEST
    if not storage.is_file(path):
        if storage.is_file(folder / EXPERIMENT):
            raise WrongUse(f"{folder} is not a run but an experiment; each folder in {folder / ARMS} is a run.")
        raise WrongUse(f"{folder} is not a run: it has no {MANIFEST}.")
    manifest = atomic_files.read_json(path, f"The manifest of {folder}")
    if "plan" not in manifest or "parts" not in manifest:
        raise WrongUse(f"{path} is not the manifest of a digsite run.")
    if manifest.get("format") != FORMAT:
        raise WrongUse(
            f"{folder} is a run of format {manifest.get('format')}; this digsite reads format {FORMAT}. "
            "Repeat the run with the command in its manifest."
        )
    if not _is_shaped(manifest):
        raise DigsiteError(
            f"{path} is damaged: it does not say what was played into which parts. Put an old copy of it back, or delete the "
            "folder and play again."
        )
    if wrong := _not_in_form(manifest["plan"]):
        raise DigsiteError(
            f"{path} is damaged: the entry {wrong!r} of its plan is not what digsite writes there. Put an old copy of it back, "
            "or delete the folder and play again."
        )
    if manifest.get("fingerprint") != short_hash(manifest["plan"]):
        raise edit_error(folder, _what_was_edited(folder, manifest))
    return manifest


def edit_error(folder: Path, what: str) -> DigsiteError:
    """Return the error that says what was edited in a manifest."""
    return DigsiteError(
        f"{folder / MANIFEST} was edited: its plan is not the one that was played{what}. Put the old text back, or start "
        "another run."
    )


def _is_shaped(manifest: dict[str, Any]) -> bool:
    """Return whether a manifest has every entry that a run reads, each of the right type."""
    plan, parts = manifest["plan"], manifest["parts"]
    if not isinstance(plan, dict) or not isinstance(parts, dict) or not isinstance(manifest.get("complete"), bool):
        return False
    return all(
        _PART.fullmatch(name) and isinstance(known, dict) and type(known.get("rows")) is int and known.get("sha256")
        for name, known in parts.items()
    )


def _not_in_form(plan: dict[str, Any]) -> str:
    """Return the first entry of a plan with the wrong type or range; empty if there is none."""
    if plan.get("game_files") and not are_game_files(plan.get("game"), plan["game_files"]):
        return "game_files"
    return next((name for name, value in plan.items() if not _is_in_form(name, value)), "")


def _is_in_form(name: str, value: Any) -> bool:
    if name in _LEAST:
        return type(value) is int and value >= _LEAST[name]
    if name in _TEXTS:
        return isinstance(value, list) and all(isinstance(text, str) for text in value)
    if name == "provenance":
        return isinstance(value, dict) and all(_is_provenance(known) for known in value.values())
    if name == "rules_file":
        return _is_text_file(value)
    return isinstance(value, _FORMS.get(name, object))


def _is_text_file(known: Any) -> bool:
    """Return whether a value is a file's bare name, which a copy in the run folder can have, and its text."""
    if not isinstance(known, dict) or set(known) != {"file", "text"}:
        return False
    name, text = known["file"], known["text"]
    named = isinstance(name, str) and name.isprintable() and name == Path(name).name not in ("", "..")
    return named and isinstance(text, str)


def _is_provenance(known: Any) -> bool:
    """Return whether a value has the form of a figure's provenance in a plan."""
    kinds = {"source": str, "confirmed": bool, "alternatives": list}
    return (
        isinstance(known, dict)
        and set(known) == set(kinds)
        and all(isinstance(known[name], kind) for name, kind in kinds.items())
    )


def _what_was_edited(folder: Path, manifest: dict[str, Any]) -> str:
    """Return what was edited in a plan, as far as an existing part shows."""
    with suppress(*storage.failures(), ValueError, StopIteration):
        part, known = next(iter(manifest["parts"].items()))
        if (copy := storage.local_copy(folder / part, str(known["sha256"]))).is_file():
            changed = manifest_difference(read_description(copy), manifest)
            return f" ({changed or 'the number of games or events'})"
    return ""


def read_description(part: Path) -> str:
    """Return a part's metadata as text; raise ValueError if the file is not a part."""
    import polars as pl

    try:
        with part.open("rb") as file:
            return pl.read_parquet_metadata(file).get("digsite", "{}")
    except pl.exceptions.PolarsError as problem:
        raise ValueError(str(problem)) from problem


def holds_its_games(part: Path, name: str, plan: Plan) -> bool:
    """Return whether a file holds the games of the part that it is named after; raise ValueError if unreadable."""
    import polars as pl

    kind, number = _place(name)
    games = plan.part_range(number)
    try:
        table = pl.scan_parquet(part.absolute(), glob=False)
        if ("step" in table.collect_schema()) != (kind == "events"):
            return False
        first, last, rows = (
            table.select(pl.col("game").first(), last=pl.col("game").last(), rows=pl.len()).collect().row(0)
        )
    except pl.exceptions.PolarsError as problem:
        raise ValueError(str(problem)) from problem
    if kind == "games":
        return (first, last, rows) == (games.start, games.stop - 1, len(games))
    return bool(rows and games.start <= first <= last < games.stop)


def manifest_difference(text: str, manifest: dict[str, Any]) -> str:
    """Return in words how a manifest and a part's metadata differ; empty if they agree."""
    try:
        played = atomic_files.parse_json(text)
        plan = dict(played["plan"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return "a part does not say what was played"
    if isinstance(manifest["plan"].get("plugins"), dict):  # 0.1 saved hashes, which cannot be compared with texts
        plan["plugins"] = manifest["plan"]["plugins"]
    before, now = _described(played, plan), _described(manifest, manifest["plan"])
    return "" if before == now else difference(before, now) or "the plan"


def _described(known: dict[str, Any], plan: dict[str, Any]) -> dict[str, Any]:
    """Return the entries that a part and its manifest both have."""
    return {name: known.get(name) for name in ("versions", "sources")} | _of_a_part(plan)


def planned_parts(plan: Plan) -> "Iterator[str]":
    """Yield the files that a plan requires, lazily: there may be millions."""
    for kind, games in (("games", plan.games), ("events", min(plan.events, plan.games))):
        for part in range(-(-games // plan.part_games)):
            yield part_name(kind, part)


def is_planned(plan: Plan, name: str) -> bool:
    """Return whether a plan requires a file."""
    kind, part = _place(name)
    games = plan.games if kind == "games" else min(plan.events, plan.games)
    return name == part_name(kind, part) and part * plan.part_games < games


def part_name(kind: str, part: int) -> str:
    """Return the path of a part of "games" or "events" within a run folder."""
    return f"{kind}/part-{part:05d}.parquet"


def number_of(name: str) -> int:
    """Return the number of a part from its file name.

    >>> number_of("games/part-00012.parquet")
    12
    """
    return int(Path(name).stem.partition("-")[2])


def _place(name: str) -> tuple[str, int]:
    return name.partition("/")[0], number_of(name)


def _is_whole(path: Path, known: dict[str, Any]) -> bool:
    return storage.is_file(path) and atomic_files.sha256(path) == known["sha256"]
