"""Whose view chances are given in, and how the worlds are dealt in which a game is played on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypedDict, TypeVar

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import flag, seed_of, whole
from digsite.simulator.play.backends import Call, TableCache, checked_threads, play_jobs
from digsite.simulator.play.plan import Plan, check_names
from digsite.simulator.runs.plugin_texts import check_allowed
from digsite.simulator.runs.run import Run

if TYPE_CHECKING:
    from digsite.simulator.play.rollouts import Moment, RolloutTable

BATCH = 10  # points at one go: a call costs as much as some hundred games
Item = TypeVar("Item")
Made = TypeVar("Made")


class Use(IntEnum):
    """What worlds are for: each use has luck of its own, so that what one finds another can confirm."""

    CHANCES = 0
    SWINGS = 1
    JUDGING = 2
    SCREENING = 3
    CONFIRMING = 4


@dataclass(frozen=True)
class Viewpoint:
    """Whose view chances are given in: of some seats (from 0), or of an open table if there are none."""

    viewers: tuple[int, ...]
    words: str

    @classmethod
    def of(cls, run: Run, open_hands: bool, seat: int | None) -> "Viewpoint":
        """The view that is asked for."""
        if open_hands and seat is not None:
            raise WrongUse(
                "Choose one view: that of an open table (",
                OPTIONS["open_hands"],
                ") or that of one seat (",
                OPTIONS["seat"],
                ").",
            )
        if open_hands:
            run.game.check_open_table()
            return cls((), "as a spectator sees it who knows all hands")
        if seat is None:
            return cls(
                tuple(range(run.plan.seats)), "as the players see it, each knowing only their own hand, on average"
            )
        if not 1 <= seat <= run.plan.seats:
            raise WrongUse(OPTIONS["seat"], f" must be from 1 to {run.plan.seats}; {seat} is not.")
        return cls((seat - 1,), f"as seat {seat} sees it")


class ViewpointArguments(TypedDict, total=False):
    """How chances are reckoned.

    worlds:     games played on from each point.
    open_hands: as a spectator sees it who knows all hands; by default as the players see it, on average.
    seat:       as this seat sees it.
    seed:       decides the worlds.
    threads:    threads to play on; by default all cores. It changes no figure.
    trust:      allow the run's plug-ins to run, now and from now on.
    progress:   is called while the work goes on.
    """

    worlds: int
    open_hands: bool
    seat: int | None
    seed: int
    threads: int | None
    trust: bool
    progress: Progress | None


@dataclass(frozen=True)
class ViewpointSettings:
    """The same, checked."""

    seen: Viewpoint
    worlds: int
    seed: int
    threads: int
    progress: Progress

    @classmethod
    def of(cls, run: Run, usual_worlds: int, own: Sequence[str], given: ViewpointArguments) -> "ViewpointSettings":
        """The arguments of a function; `own` are the names it knows besides."""
        check_names(given, ViewpointArguments, own)
        check_allowed(run.folder, run.plan.sources, trusted=flag("trust", given.get("trust", False)))
        seat = given.get("seat")
        return cls(
            Viewpoint.of(
                run, flag("open_hands", given.get("open_hands", False)), None if seat is None else whole("seat", seat)
            ),
            whole("worlds", given.get("worlds", usual_worlds), least=2),
            seed_of(given.get("seed", 0)),
            checked_threads(given.get("threads")),
            given.get("progress") or Progress(),
        )

    def wins(self, table: "RolloutTable", moments: Sequence["Moment"], use: Use) -> list[np.ndarray]:
        """For each moment each seat's part of the win in worlds of this view, as many of each viewer.

        `use` is what the worlds are for.
        """
        return wins_in_worlds(table, moments, self.seen.viewers, self.worlds, self.seed, use)

    def jobs(self, plan: Plan, moments: Sequence["Moment"]) -> "Iterator[WorldsJob]":
        """The same for chances, a few moments of a game at one go."""
        for at in range(0, len(moments), BATCH):
            yield WorldsJob(plan, moments[at : at + BATCH], self.seen.viewers, self.worlds, self.seed)


def wins_in_worlds(
    table: "RolloutTable", moments: Sequence["Moment"], viewers: Sequence[int], worlds: int, seed: int, use: Use
) -> list[np.ndarray]:
    """For each moment each seat's part of the win in so many worlds, shared out among the viewers; none see an open table."""
    views: Sequence[int | None] = viewers or (None,)
    share = -(-worlds // len(views))
    parts = [
        table.wins(moments, share, [luck_of(seed, use, known.game, known.decision, at) for known in moments], viewer)
        for at, viewer in enumerate(views)
    ]
    return list(np.concatenate(parts, axis=1))


@dataclass(frozen=True)
class WorldsJob:
    """Moments of a game to be played on from: gives for each moment each seat's part of the win in each world."""

    plan: Plan
    moments: Sequence["Moment"]
    viewers: Sequence[int]
    worlds: int
    seed: int

    @property
    def plans(self) -> Sequence[Plan]:
        """The plan whose game it is."""
        return (self.plan,)

    @property
    def kind(self) -> "type[RolloutTable]":
        """A table whose games can be played on from any moment."""
        from digsite.simulator.play.rollouts import RolloutTable

        return RolloutTable

    def do(self, tables: TableCache) -> list[np.ndarray]:
        """Play them on."""
        tables.go_on()
        table = tables.of_kind(self.plan, self.kind)
        return wins_in_worlds(table, self.moments, self.viewers, self.worlds, self.seed, Use.CHANCES)


def luck_of(*numbers: int) -> int:
    """A number that these numbers decide, and that tells nothing of the game's own luck."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0])


def each(work: Callable[[Item], Made], items: Sequence[Item], threads: int) -> Iterator[Made]:
    """Do something for each item of a game that is looked at here, over threads and in order.

    What is not begun is dropped after an interrupt.
    """
    return play_jobs((Call(work, item) for item in items), threads)
