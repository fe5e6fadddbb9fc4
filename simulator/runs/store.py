"""The run folder: parts written aside and renamed, so what is there is whole; a manifest that can repeat it."""

import json
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.errors import WrongUse
from simulator.play.plan import FORMAT, Plan
from simulator.runs import files
from strategies.plugins import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa
    import pyarrow.parquet as pq

MANIFEST = "manifest.json"
EXPERIMENT = "experiment.json"
SEARCH = "search.json"  # what is searched for before an experiment can say what was found
ARMS = "arms"
MUST_AGREE = {"plan": "the command", "versions": "the packages", "sources": "digsite's sources"}
_DELTA = ("game", "luck")


class Store:
    """A run folder being written."""

    def __init__(self, folder: Path, plan: Plan, about: dict[str, Any]):
        """`about` is what the manifest keeps beside the plan: the command and the provenance."""
        self.folder, self.plan = folder, plan
        self.manifest: dict[str, Any] = {
            "format": FORMAT,
            "complete": False,
            "plan": plan.to_dict(),
            "fingerprint": plan.fingerprint(),
            **about,
            "parts": {},
        }

    def create(self, anew: bool = False) -> None:
        """Start a new run; a folder that holds something else is left alone, unless it is the run's own `anew`."""
        if not anew:
            check_free(self.folder)
        for name in ("games", "events"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        self._write_plugins()
        self._save_manifest()

    def resume(self) -> None:
        """Take up a run where it stopped, keeping the parts that are whole."""
        found = read_manifest(self.folder)
        comparable = {**found, "plan": self._comparable(found["plan"])}
        files.check_same(f"The run in {self.folder}", comparable, self.manifest, MUST_AGREE)
        self._write_plugins()
        for aside in self.folder.glob("*/.*.aside"):
            aside.unlink()
        self.manifest["command"] = found.get("command", self.manifest.get("command"))
        self.manifest["parts"] = {
            name: known for name, known in found["parts"].items() if _is_whole(self.folder / name, known)
        }
        self._save_manifest()

    def _comparable(self, plan: dict[str, Any]) -> dict[str, Any]:
        """A plan as it is written today; 0.1 kept hashes of plug-ins, which cannot be held against texts."""
        return {**plan, "plugins": self.plan.plugins} if isinstance(plan.get("plugins", {}), dict) else plan

    def _write_plugins(self) -> None:
        """Keep the plug-ins readable beside the manifest; one that was edited there is not what the run plays."""
        for name, source in plugin_files(self.plan).items():
            path = self.folder / name
            if path.is_file() and path.read_text(encoding="utf-8") != source.text:
                raise WrongUse(
                    f"{path} was changed: the run is played by the text in its manifest (hash {source.hash}). Remove "
                    "the file to have it restored, or begin another run with the changed one."
                )
            path.parent.mkdir(exist_ok=True)
            files.write_text(path, source.text)

    def missing(self) -> list[int]:
        """The parts that are still to be played."""
        return [part for part in range(self.plan.parts) if not self._has(part)]

    def _has(self, part: int) -> bool:
        kinds = ["games"] + ["events"] * (part * self.plan.part_games < self.plan.events)
        return all(part_name(kind, part) in self.manifest["parts"] for kind in kinds)

    @contextmanager
    def part(self, kind: str, part: int, schema: "pa.Schema") -> "Iterator[pq.ParquetWriter]":
        """A part of "games" or "events" to write tables to; it comes into being, whole, when the block ends well."""
        import pyarrow.parquet as pq

        name = part_name(kind, part)
        target = self.folder / name
        aside = files.aside_of(target)
        described = schema.with_metadata({b"digsite": json.dumps(self._description(), sort_keys=True).encode()})
        writer = pq.ParquetWriter(
            aside,
            described,
            compression="zstd",
            use_dictionary=[name for name in described.names if name not in _DELTA],
            column_encoding={name: "DELTA_BINARY_PACKED" for name in described.names if name in _DELTA},
        )
        try:
            with writer:
                yield writer
            rows = pq.read_metadata(aside).num_rows
            digest = files.sha256(aside)
            os.replace(aside, target)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise
        self.manifest["parts"][name] = {"rows": rows, "sha256": digest}
        self._save_manifest()

    def _description(self) -> dict[str, Any]:
        kept = ("format", "plan", "fingerprint", "versions", "sources")
        return {name: self.manifest[name] for name in kept if name in self.manifest}

    def finish(self) -> None:
        """Mark the run as complete."""
        self.manifest["complete"] = True
        self._save_manifest()

    def _save_manifest(self) -> None:
        self.manifest["parts"] = dict(sorted(self.manifest["parts"].items()))
        files.write_json(self.folder / MANIFEST, self.manifest)


def check_free(folder: Path) -> None:
    """Refuse a folder that holds something."""
    if files.is_empty(folder):
        return
    held = {MANIFEST: "a run", EXPERIMENT: "an experiment", SEARCH: "a search"}
    found = next((what for name, what in held.items() if (folder / name).exists()), "")
    hint = "continue it with --resume or choose" if found else "choose"
    raise WrongUse(f"{folder} already holds {found or 'other files'}; {hint} another folder with --out.")


def plugin_files(plan: Plan) -> dict[str, Source]:
    """The plug-ins of a plan by the name of the file that a run folder keeps them in."""
    kept: dict[str, Source] = {}
    for source in (Source(**known) for known in plan.plugins):
        stem, twins = Path(source.file).stem, 1
        name = f"plugins/{stem}.py"
        while name in kept:
            twins += 1
            name = f"plugins/{stem}-{twins}.py"
        kept[name] = source
    return kept


def read_manifest(folder: Path) -> dict[str, Any]:
    """A run's manifest; what is not a run is answered with a sentence."""
    path = folder / MANIFEST
    if not path.is_file():
        if (folder / EXPERIMENT).is_file():
            raise WrongUse(f"{folder} is not a run but an experiment; each folder in {folder / ARMS} is a run.")
        raise WrongUse(f"{folder} is not a run: it has no {MANIFEST}.")
    manifest = files.read_json(path, f"The manifest of {folder}")
    if "plan" not in manifest or "parts" not in manifest:
        raise WrongUse(f"{path} is not the manifest of a digsite run.")
    if manifest.get("format") != FORMAT:
        raise WrongUse(
            f"{folder} is a run of format {manifest.get('format')}; this digsite reads format {FORMAT}. "
            "Repeat the run with the command in its manifest."
        )
    return manifest


def part_name(kind: str, part: int) -> str:
    """The file of a part of "games" or "events" within a run folder."""
    return f"{kind}/part-{part:05d}.parquet"


def _is_whole(path: Path, known: dict[str, Any]) -> bool:
    return path.is_file() and files.sha256(path) == known["sha256"]
