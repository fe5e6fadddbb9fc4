"""An experiment on disk: arms that play the same luck under different rules or line-ups, each a normal run.

FOLDER/experiment.json   the question, the arms and, for games played until decided, where they stopped
FOLDER/arms/NAME/        a run folder for each arm
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.commands import resuming, words_of
from digsite.simulator.errors import DigsiteError, WrongUse, unknown
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.plan import Plan, short_hash
from digsite.simulator.play.tallies import batch_size, common_seats
from digsite.simulator.runs import addresses, atomic_files, storage
from digsite.simulator.runs.folder.copies import game_copies, text_copies, write_copies
from digsite.simulator.runs.folder.lock import check_lock
from digsite.simulator.runs.folder.manifest import ARMS, EXPERIMENT, MANIFEST, MUST_AGREE, read_manifest
from digsite.simulator.runs.folder.store import Store, check_free, clear
from digsite.simulator.runs.plan_diff import difference
from digsite.simulator.runs.provenance import saved_code
from digsite.simulator.runs.run import Run

if TYPE_CHECKING:
    import polars as pl

    from digsite.simulator.game.game import Game

FORMAT = 1
_PLAYED_BY = ("versions", "sources")  # what decides an experiment's rows besides the question
_ASKED = ("kind", "game", "seed", "games", "question", "arms")
_BATCHES_IN_A_PART = 10


def part_games(seats: int) -> int:
    """Return the games in a part of an arm: whole batches of tallies, so decisions fall as they do in memory."""
    return _BATCHES_IN_A_PART * batch_size(seats)


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
        common_seats(design.arms.values())
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
        return all(found.get(name) == self.manifest.get(name) for name in (*_ASKED, *_PLAYED_BY))

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


def fingerprint_of(manifest: Mapping[str, Any], command: bool = True) -> str:
    """Return a short hash of an experiment's question and its command; digsite 0.1 left the command out."""
    return short_hash({name: manifest.get(name) for name in (*_ASKED, *["command"] * command)})


def command_of(folder: Path) -> list[str]:
    """Return the words of the command that started an experiment, which its fingerprint covers."""
    found = read_experiment(folder)
    if found["fingerprint"] != fingerprint_of(found):
        raise WrongUse(
            f"{folder / EXPERIMENT} comes from an older digsite, which did not protect its command. Repeat the whole command with ",
            resuming(folder),
            ".",
        )
    if words := words_of(found["command"]):
        return words
    raise DigsiteError(
        f"{folder / EXPERIMENT} is damaged: its command is not one of digsite. Put the old text back, or start another experiment."
    )


def _is_plain(name: str) -> bool:
    """Return whether an arm's name stays within the experiment's folder."""
    return Path(name).name == name


def read_experiment(folder: Path) -> dict[str, Any]:
    """Return the description of an experiment; raise an error that says why if the folder holds none."""
    path = folder / EXPERIMENT
    if not storage.is_file(path):
        raise WrongUse(f"{folder} is not an experiment: it has no {EXPERIMENT}.")
    manifest = atomic_files.read_json(path, f"{EXPERIMENT} of {folder}")
    if not {"kind", "question", "arms", "format"} <= set(manifest):
        raise WrongUse(f"{path} does not describe a digsite experiment.")
    arms = manifest["arms"]
    shaped = isinstance(manifest["question"], dict) and isinstance(arms, dict) and arms
    if not shaped or not {"complete", "command", "game"} <= set(manifest) or not all(map(_is_plain, arms)):
        raise DigsiteError(f"{path} is damaged: it does not say what was asked of which arms.")
    if manifest["format"] != FORMAT:
        raise WrongUse(
            f"{folder} is an experiment of format {manifest['format']}; this digsite reads format {FORMAT}. "
            f"Repeat it with the command in its {EXPERIMENT}."
        )
    if manifest.get("fingerprint") not in (fingerprint_of(manifest), fingerprint_of(manifest, command=False)):
        raise DigsiteError(
            f"{path} was edited: what it asks is not what was played. Put the old text back, or start another experiment."
        )
    return manifest


class _Asked(dict[str, Any]):
    """The question of an experiment; a missing entry raises an error that names it."""

    def __init__(self, file: Path, entries: Mapping[str, Any]):
        super().__init__(entries)
        self._file = file

    def __missing__(self, key: str) -> Any:
        raise DigsiteError(f"{self._file} is damaged: what was asked has no {key!r}.")


class Experiment:
    """A finished or unfinished experiment folder; `arms` are its runs, by name."""

    def __init__(self, folder: Path | str):
        """Open the experiment in a folder."""
        self.folder = addresses.place(folder)
        self.manifest: dict[str, Any] = read_experiment(self.folder)

    @property
    def name(self) -> str:
        """Return the name of its folder."""
        return self.folder.name

    @property
    def kind(self) -> str:
        """Return the kind of experiment: compare, sweep, unconfirmed or tournament."""
        return str(self.manifest["kind"])

    @property
    def question(self) -> dict[str, Any]:
        """Return the question, as plain data."""
        return _Asked(self.folder / EXPERIMENT, self.manifest["question"])

    @property
    def complete(self) -> bool:
        """Return whether all planned games are there."""
        return bool(self.manifest["complete"])

    @cached_property
    def arms(self) -> dict[str, Run]:
        """Return the runs of the arms, by name; the first is the reference."""
        return {name: Run(self.folder / ARMS / name) for name in self.manifest["arms"]}

    def arm(self, name: str) -> Run:
        """Return the run of one arm."""
        if name not in self.arms:
            raise unknown("arm", name, self.arms)
        return self.arms[name]

    @property
    def plan(self) -> Plan:
        """Return the first arm's plan."""
        return next(iter(self.arms.values())).plan

    @property
    def game(self) -> "Game":
        """Return the game that was played."""
        return next(iter(self.arms.values())).game

    @property
    def games(self) -> int:
        """Return the number of games that every arm has."""
        last = min(run.parts for run in self.arms.values())
        return min(last * self.plan.part_games, self.plan.games)

    @property
    def rows(self) -> int:
        """Return the number of games of all arms together."""
        return sum(run.rows for run in self.arms.values())

    def check(self, by_clock: bool = False) -> None:
        """Refuse an experiment without games, of another version of its game, or with damaged files.

        by_clock: it may have ended when time was up; then it records no number of games.
        """
        there = all(storage.is_file(self.folder / ARMS / name / MANIFEST) for name in self.manifest["arms"])
        if not there or not self.games:
            raise WrongUse(
                f"The experiment {self.folder} has no games of every arm yet; continue it with ", OPTIONS["resume"], "."
            )
        if self.plan.game_version != self.game.version:
            raise WrongUse(
                f"{self.folder} was played with version {self.plan.game_version} of {self.game.title}; this digsite "
                f"has version {self.game.version}. Repeat it with the command in its {EXPERIMENT}."
            )
        for name, run in self.arms.items():
            if run.plan.fingerprint() != self.manifest["arms"][name]:
                raise DigsiteError(f"The arm {name} of {self.folder} is not the one that the experiment played.")
            run.check_files()
            if self.complete and not self._has_all(run, by_clock):
                raise DigsiteError(
                    f"{self.folder / EXPERIMENT} says that the experiment is complete, but the arm {name} lacks games. Play "
                    "them with ",
                    OPTIONS["resume"],
                    ".",
                )

    def _has_all(self, run: Run, by_clock: bool) -> bool:
        """Return whether an arm of a complete experiment has all its games, without a gap."""
        stopping = self.manifest.get("stopping")
        wanted = stopping.get("games", 0) if isinstance(stopping, dict) else 0 if by_clock else run.plan.games
        there = min(run.parts * run.plan.part_games, run.plan.games)
        return isinstance(wanted, int) and run.rows == there >= wanted

    def together(self, names: Sequence[str] = (), columns: Iterable[str] = ()) -> Iterator[list[np.ndarray]]:
        """Return the rows of the same games of some arms, all if none is named, batch by batch in the order of play.

        They have ranks, scores, winners, turns and the named columns.
        """
        runs = [self.arm(name) for name in names] or list(self.arms.values())
        return read_together(runs, range(min(run.parts for run in self.arms.values())), columns)

    def __repr__(self) -> str:
        """Return a one-line description, for a notebook."""
        asked = f"{self.kind} of {self.manifest['game']}, {len(self.manifest['arms'])} arms"
        return f"Experiment({str(self.folder)!r}: {asked})"


def read_together(runs: Sequence[Run], parts: Iterable[int], columns: Iterable[str] = ()) -> Iterator[list[np.ndarray]]:
    """Yield the rows of the same games of runs on the same luck, in batches of whole rotations."""
    named = {"winners", "turns", "rank", "score", *columns}
    size = batch_size(runs[0].plan.seats)
    for part in parts:
        whole = [outcomes(run, part, named) for run in runs]
        for first in range(0, len(whole[0]), size):
            yield [rows[first : first + size] for rows in whole]


def outcomes(run: Run, part: int, columns: Collection[str]) -> np.ndarray:
    """Return columns of the games of a part, as the kernel recorded them."""
    seats = run.plan.seats
    wanted = [column for column in run.game.columns if column.name in columns]
    table = run.part(part, [heading for column in wanted for heading, _ in column.headings(seats)])
    rows = np.zeros(table.height, [(column.name, column.dtype, column.shape(seats)) for column in wanted])
    for column in wanted:
        for heading, at in column.headings(seats):
            every_game: tuple[Any, ...] = (slice(None), *at)
            rows[column.name][every_game] = _numbers(table[heading], column.choices)
    return rows


def _numbers(values: "pl.Series", choices: Sequence[str]) -> np.ndarray:
    """Return a column's numbers; names become the numbers that they stand for."""
    if not choices:
        return values.to_numpy()
    codes = {name: code for code, name in enumerate(choices)}
    return values.cast(str).replace_strict(codes).to_numpy()
