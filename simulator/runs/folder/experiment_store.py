"""An experiment being written: its question, the plan of each arm, and its folder."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from digsite.simulator.errors import WrongUse
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.tallies import batch_size, common_seating
from digsite.simulator.runs import atomic_files, storage
from digsite.simulator.runs.folder.copies import game_copies, text_copies, write_copies
from digsite.simulator.runs.folder.experiment_file import ASKED, FORMAT, fingerprint_of, read_experiment
from digsite.simulator.runs.folder.lock import check_lock
from digsite.simulator.runs.folder.manifest import ARMS, EXPERIMENT, MANIFEST, MUST_AGREE, read_manifest
from digsite.simulator.runs.folder.store import Store, check_free, clear
from digsite.simulator.runs.plan_diff import difference
from digsite.simulator.runs.provenance import saved_code

_PLAYED_BY = ("versions", "sources")  # what decides an experiment's rows besides its question

_BATCHES_IN_A_PART = 10


def part_games(rotations: int) -> int:
    """Return the games in a part of an arm: whole batches of tallies, so decisions fall as they do in memory."""
    return _BATCHES_IN_A_PART * batch_size(rotations)


@dataclass(frozen=True)
class Design:
    """An experiment's question, as plain data, and the plan of each arm; the first arm is the reference."""

    kind: str
    question: dict[str, Any]
    arms: dict[str, Plan]

    @property
    def plan(self) -> Plan:
        """Return the first arm's plan."""
        return next(iter(self.arms.values()))

    @property
    def games(self) -> int:
        """Return the number of games of all arms together."""
        return sum(plan.games for plan in self.arms.values())

    def as_data(self) -> dict[str, Any]:
        """Return everything that decides the experiment, as plain data that JSON round-trips unchanged."""
        data = {
            "kind": self.kind,
            "game": self.plan.game,
            "seed": self.plan.seed,
            "games": self.plan.games,
            "question": self.question,
            "arms": {name: plan.fingerprint() for name, plan in self.arms.items()},
        }
        plain: dict[str, Any] = json.loads(json.dumps(data))
        return plain


class ExperimentStore:
    """An experiment folder being written."""

    def __init__(self, folder: Path, design: Design, about: Mapping[str, Any], anew: bool = False):
        """Prepare the folder; `about` is the command and the provenance for experiment.json and the manifests.

        `anew` allows a folder that belongs to the experiment but has no experiment.json yet.
        """
        common_seating(design.arms.values())
        self.folder, self.design, self._anew = folder, design, anew
        self.arms = {
            name: Store(folder / ARMS / name, plan, dict(about), text_copies(plan))
            for name, plan in design.arms.items()
        }
        asked = design.as_data()
        self.manifest: dict[str, Any] = {
            "format": FORMAT,
            "complete": False,
            **asked,
            **saved_code(design.plan),
            **about,
            "stopping": None,
        }
        self._sign()

    def _sign(self) -> None:
        """Cover the question and the command that repeats it with one fingerprint."""
        self.manifest["fingerprint"] = fingerprint_of(self.manifest)

    @property
    def manifests(self) -> list[dict[str, Any]]:
        """Return the descriptions of the experiment and its arms as last read or written."""
        return [self.manifest, *(manifest for store in self.arms.values() for manifest in store.manifests)]

    def exists(self) -> bool:
        """Return whether the folder holds this very experiment, complete or not, played by the same sources."""
        if not storage.is_file(self.folder / EXPERIMENT):
            return False
        found = read_experiment(self.folder)
        return all(found.get(name) == self.manifest.get(name) for name in (*ASKED, *_PLAYED_BY))

    def check_free(self) -> None:
        """Refuse a folder that holds something else, unless it was opened `anew`."""
        if not self._anew:
            check_free(self.folder, self.manifest)

    def create(self) -> None:
        """Start a new experiment; refuse a folder that holds something else."""
        self.check_free()
        clear(self.folder)
        storage.make_folder(self.folder)
        write_copies(self.folder, game_copies(self.design.plan))
        self._save()
        for store in self.arms.values():
            store.create()

    def resume(self) -> None:
        """Resume an experiment where it stopped and reuse its complete parts."""
        found = read_experiment(self.folder)
        what, asked = f"The experiment in {self.folder}", self.design.as_data()
        arms = asked.pop("arms")
        before = {**found, "asked": {name: found.get(name) for name in asked}}
        atomic_files.check_same(what, before, {**self.manifest, "asked": asked}, {"asked": "the command", **MUST_AGREE})
        if found["arms"] != arms:
            self._check_arms(what, found["arms"])
        write_copies(self.folder, game_copies(self.design.plan))
        atomic_files.remove_temporary_files(self.folder)
        self.manifest |= {"command": found.get("command"), "stopping": found.get("stopping")}
        self._sign()
        self._save()
        for store in self.arms.values():
            store.resume() if storage.is_file(store.folder / MANIFEST) else store.create(anew=True)

    def _check_arms(self, what: str, found: dict[str, str]) -> None:
        """Refuse to resume if an arm was started differently; say what changed in the first such arm."""
        for name, store in self.arms.items():
            if name in found and found[name] != store.plan.fingerprint() and storage.is_file(store.folder / MANIFEST):
                plan = read_manifest(store.folder)["plan"]
                atomic_files.check_same(what, {"plan": plan}, store.manifest, {"plan": "the command"})
        names = {"arms": list(found)}, {"arms": list(self.arms)}
        changed = difference(*names) if names[0] != names[1] else "other rules or line-ups"
        raise WrongUse(f"{what} cannot be resumed, the command changed: {changed}.")

    @property
    def games_left(self) -> int:
        """Return the number of games still to be played, in all arms together."""
        return sum(store.games_left for store in self.arms.values())

    def missing(
        self, parts: Iterable[int] | None = None, names: Sequence[str] | None = None
    ) -> Iterator[tuple[Store, int]]:
        """Return the parts still to be played, of all arms or of some, alternating between them so that they stay level."""
        wanted = range(self.design.plan.parts) if parts is None else parts
        stores = list(self.arms.values()) if names is None else [self.arms[name] for name in names]
        return ((store, part) for part in wanted for store in stores if not store.has(part))

    def remember(self, stopping: Mapping[str, Any]) -> None:
        """Save how far games that are played until decided have come."""
        self.manifest["stopping"] = dict(stopping)
        self._save()

    @property
    def has_parts(self) -> bool:
        """Return whether any arm has a part."""
        return any(store.has_parts for store in self.arms.values())

    def finish(self) -> None:
        """Mark the experiment as complete."""
        for store in self.arms.values():
            if not store.games_left:
                store.finish()
        self.manifest["complete"] = True
        self._save()

    def _save(self) -> None:
        check_lock()
        atomic_files.write_json(self.folder / EXPERIMENT, self.manifest)
