"""An experiment on disk: arms that play the same luck under different rules or line-ups, each a normal run.

FOLDER/experiment.json   the question, the arms and, for games played until decided, where they stopped
FOLDER/arms/NAME/        a run folder for each arm
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.errors import DigsiteError, WrongUse, unknown
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.seating import Seating
from digsite.simulator.play.tallies import batch_size, common_seating
from digsite.simulator.runs import addresses, storage
from digsite.simulator.runs.folder.experiment_file import read_experiment
from digsite.simulator.runs.folder.manifest import ARMS, EXPERIMENT, MANIFEST
from digsite.simulator.runs.run import Run

if TYPE_CHECKING:
    import polars as pl

    from digsite.simulator.game.game import Game


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

    @cached_property
    def seating(self) -> Seating:
        """Return who sits where in each game of all arms."""
        return common_seating(run.plan for run in self.arms.values())

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
    """Yield the rows of the same games of runs on the same luck, in batches of whole deals."""
    named = {"winners", "turns", "rank", "score", *columns}
    size = batch_size(runs[0].plan.rotations)
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
