"""The run folder: parts written aside and renamed, so what is there is whole; a manifest that can repeat it."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from simulator.errors import DigsiteError, WrongUse
from simulator.play.plan import FORMAT, Plan

MANIFEST = "manifest.json"
_DELTA = ("game", "luck")


class Store:
    """A run folder being written."""

    def __init__(self, folder: Path, plan: Plan, about: dict[str, Any]):
        self.folder, self.plan = folder, plan
        self.manifest: dict[str, Any] = {
            "format": FORMAT,
            "complete": False,
            "plan": plan.to_dict(),
            "fingerprint": plan.fingerprint(),
            **about,
            "parts": {},
        }

    def create(self) -> None:
        """Start a new run; a folder that holds something else is left alone."""
        if self.folder.exists() and any(self.folder.iterdir()):
            held = "a run" if (self.folder / MANIFEST).exists() else "other files"
            hint = "continue it with --resume or choose" if held == "a run" else "choose"
            raise WrongUse(f"{self.folder} already holds {held}; {hint} another folder with --out.")
        for name in ("games", "events"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        self._save_manifest()

    def resume(self) -> None:
        """Take up a run where it stopped, keeping the parts that are whole."""
        found = read_manifest(self.folder)
        for name, what in (("plan", "the command"), ("sources", "digsite's sources"), ("versions", "the packages")):
            if found.get(name) != self.manifest.get(name):
                raise WrongUse(_difference(self.folder, what, found.get(name), self.manifest.get(name)))
        for aside in self.folder.glob("*/.*.aside"):
            aside.unlink()
        self.manifest["parts"] = {
            name: known for name, known in found["parts"].items() if _is_whole(self.folder / name, known)
        }
        self._save_manifest()

    def missing(self) -> list[int]:
        """The parts that are still to be played."""
        return [part for part in range(self.plan.parts) if not self._has(part)]

    def _has(self, part: int) -> bool:
        kinds = ["games"] + ["events"] * (part * self.plan.part_games < self.plan.events)
        return all(_name(kind, part) in self.manifest["parts"] for kind in kinds)

    @contextmanager
    def part(self, kind: str, part: int, schema: pa.Schema) -> Iterator[pq.ParquetWriter]:
        """A part of "games" or "events" to write tables to; it comes into being, whole, when the block ends well."""
        name = _name(kind, part)
        target = self.folder / name
        aside = target.with_name(f".{target.name}.aside")
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
            digest = _sha256(aside)
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
        aside = self.folder / f".{MANIFEST}.aside"
        aside.write_text(json.dumps(self.manifest, indent=2) + "\n", encoding="utf-8")
        os.replace(aside, self.folder / MANIFEST)


def read_manifest(folder: Path) -> dict[str, Any]:
    """A run's manifest; what is not a run is answered with a sentence."""
    path = folder / MANIFEST
    if not path.is_file():
        raise WrongUse(f"{folder} is not a run: it has no {MANIFEST}.")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as problem:
        raise DigsiteError(f"The manifest of {folder} is damaged: {problem}.") from problem
    if not isinstance(manifest, dict) or "plan" not in manifest or "parts" not in manifest:
        raise WrongUse(f"{path} is not the manifest of a digsite run.")
    if manifest.get("format") != FORMAT:
        raise WrongUse(
            f"{folder} is a run of format {manifest.get('format')}; this digsite reads format {FORMAT}. "
            "Repeat the run with the command in its manifest."
        )
    return manifest


def _name(kind: str, part: int) -> str:
    return f"{kind}/part-{part:05d}.parquet"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_whole(path: Path, known: dict[str, Any]) -> bool:
    return path.is_file() and _sha256(path) == known["sha256"]


def _difference(folder: Path, what: str, old: Any, new: Any) -> str:
    if isinstance(old, dict) and isinstance(new, dict):
        keys = [key for key in new if old.get(key) != new[key]]
        detail = "; ".join(f"{key} was {_short(old.get(key))}, now {_short(new[key])}" for key in keys[:3])
    else:
        detail = f"was {_short(old)}, now {_short(new)}"
    return f"The run in {folder} cannot be resumed, {what} changed: {detail}."


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."
