"""Whose view chances take, and how deals are sampled to continue a game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypedDict, TypeVar

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import flag, seed_of, whole_number
from digsite.simulator.play.backends import Call, TableCache, check_threads, play_jobs
from digsite.simulator.play.plan import Plan, check_names
from digsite.simulator.runs.folder.plugin_texts import check_allowed
from digsite.simulator.runs.run import Run

if TYPE_CHECKING:
    from digsite.simulator.play.rollouts import Moment, RolloutTable

BATCH = 10  # points at once: a call costs as much as some hundred games
Item = TypeVar("Item")
Made = TypeVar("Made")


class Use(IntEnum):
    """What sampled deals are for: each use has different luck, so that one can confirm another's result."""

    CHANCES = 0
    SWINGS = 1
    JUDGING = 2
    SCREENING = 3
    CONFIRMING = 4


@dataclass(frozen=True)
class Viewpoint:
    """Whose view chances take: that of some seats (from 0), or of an open table if there are none."""

    viewers: tuple[int, ...]
    words: str

    @classmethod
    def of(cls, run: Run, open_hands: bool, seat: int | None) -> "Viewpoint":
        """Return the view that the arguments choose."""
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
    """How chances are estimated.

    worlds:     sampled deals played from each point.
    open_hands: as a spectator sees it who knows all hands; by default as the players see it, on average.
    seat:       as this seat sees it.
    seed:       decides the sampled deals.
    threads:    threads to play on; by default all cores. It changes no figure.
    trust:      allow the run's plug-ins to run, now and from now on.
    progress:   is called during the work.
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
    """The checked arguments."""

    viewpoint: Viewpoint
    worlds: int
    seed: int
    threads: int
    progress: Progress

    @classmethod
    def of(cls, run: Run, usual_worlds: int, own: Sequence[str], given: ViewpointArguments) -> "ViewpointSettings":
        """Return checked arguments of a function; `own` are its other arguments."""
        check_names(given, ViewpointArguments, own)
        check_allowed(run.folder, run.plan.code, trusted=flag("trust", given.get("trust", False)))
        seat = given.get("seat")
        return cls(
            Viewpoint.of(
                run,
                flag("open_hands", given.get("open_hands", False)),
                None if seat is None else whole_number("seat", seat),
            ),
            whole_number("worlds", given.get("worlds", usual_worlds), least=2),
            seed_of(given.get("seed", 0)),
            check_threads(given.get("threads")),
            given.get("progress") or Progress(),
        )

    def wins(self, table: "RolloutTable", moments: Sequence["Moment"], use: Use) -> list[np.ndarray]:
        """Return for each moment each seat's part of the win in deals sampled from this view, equally many per viewer.

        `use` is what the deals are for.
        """
        return wins_in_worlds(table, moments, self.viewpoint.viewers, self.worlds, self.seed, use)

    def jobs(self, plan: Plan, moments: Sequence["Moment"]) -> "Iterator[WorldsJob]":
        """Yield jobs that do the same for chances, a few moments of a game each."""
        for at in range(0, len(moments), BATCH):
            yield WorldsJob(plan, moments[at : at + BATCH], self.viewpoint.viewers, self.worlds, self.seed)


def wins_in_worlds(
    table: "RolloutTable", moments: Sequence["Moment"], viewers: Sequence[int], worlds: int, seed: int, use: Use
) -> list[np.ndarray]:
    """Return for each moment each seat's part of the win in `worlds` sampled deals, divided among the viewers."""
    views: Sequence[int | None] = viewers or (None,)
    share = -(-worlds // len(views))
    parts = [
        table.wins(moments, share, [luck_from(seed, use, known.game, known.decision, at) for known in moments], viewer)
        for at, viewer in enumerate(views)
    ]
    return list(np.concatenate(parts, axis=1))


@dataclass(frozen=True)
class WorldsJob:
    """A job that continues a game from moments and returns each seat's part of the win in each sampled deal."""

    plan: Plan
    moments: Sequence["Moment"]
    viewers: Sequence[int]
    worlds: int
    seed: int

    @property
    def plans(self) -> Sequence[Plan]:
        """Return the plan whose game it is."""
        return (self.plan,)

    @property
    def kind(self) -> "type[RolloutTable]":
        """Return the type of table whose games can be continued from any moment."""
        from digsite.simulator.play.rollouts import RolloutTable

        return RolloutTable

    def do(self, tables: TableCache) -> list[np.ndarray]:
        """Continue the game from each moment."""
        tables.check_stop()
        table = tables.of_kind(self.plan, self.kind)
        return wins_in_worlds(table, self.moments, self.viewers, self.worlds, self.seed, Use.CHANCES)


def luck_from(*numbers: int) -> int:
    """Return a number that these numbers decide, independent of the game's own luck."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0])


def map_on_threads(work: Callable[[Item], Made], items: Sequence[Item], threads: int) -> Iterator[Made]:
    """Yield the work's result for each item, computed on threads, in order.

    After an interrupt, items not yet started are dropped.
    """
    return play_jobs((Call(work, item) for item in items), threads)
