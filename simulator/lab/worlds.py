"""Whose view chances are given in, and how the worlds are dealt in which a game is played on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypedDict, TypeVar

import numpy as np

from simulator.errors import WrongUse
from simulator.lab.progress import Progress
from simulator.play.arguments import flag, seed_of, whole
from simulator.play.backends import Call, checked_threads, play_jobs
from simulator.play.plan import check_names
from simulator.runs.run import Run

if TYPE_CHECKING:
    from simulator.play.rollouts import Moment, RolloutTable

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
class Seen:
    """Whose view chances are given in: of some seats (from 0), or of an open table if there are none."""

    viewers: tuple[int, ...]
    words: str

    @classmethod
    def of(cls, run: Run, open_hands: bool, seat: int | None) -> "Seen":
        """The view that is asked for."""
        if open_hands and seat is not None:
            raise WrongUse("Choose one view: that of an open table (--open) or that of one seat (--seat).")
        if open_hands:
            return cls((), "as a spectator sees it who knows all hands")
        if seat is None:
            return cls(
                tuple(range(run.plan.seats)), "as the players see it, each knowing only their own hand, on average"
            )
        if not 1 <= seat <= run.plan.seats:
            raise WrongUse(f"--seat must be from 1 to {run.plan.seats}; {seat} is not.")
        return cls((seat - 1,), f"as seat {seat} sees it")


class Arguments(TypedDict, total=False):
    """How chances are reckoned.

    worlds:     games played on from each point.
    open_hands: as a spectator sees it who knows all hands; by default as the players see it, on average.
    seat:       as this seat sees it.
    seed:       decides the worlds.
    threads:    threads to play on; by default all cores. It changes no figure.
    progress:   is called while the work goes on.
    """

    worlds: int
    open_hands: bool
    seat: int | None
    seed: int
    threads: int | None
    progress: Progress | None


@dataclass(frozen=True)
class Looking:
    """The same, checked."""

    seen: Seen
    worlds: int
    seed: int
    threads: int
    progress: Progress

    @classmethod
    def of(cls, run: Run, usual_worlds: int, own: Sequence[str], given: Arguments) -> "Looking":
        """The arguments of a function; `own` are the names it knows besides."""
        check_names(given, Arguments, own)
        seat = given.get("seat")
        return cls(
            Seen.of(
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
        viewers: tuple[int | None, ...] = self.seen.viewers or (None,)
        share = -(-self.worlds // len(viewers))
        parts = [
            table.wins(
                moments,
                share,
                [luck_of(self.seed, use, moment.game, moment.decision, at) for moment in moments],
                viewer,
            )
            for at, viewer in enumerate(viewers)
        ]
        return list(np.concatenate(parts, axis=1))


def luck_of(*numbers: int) -> int:
    """A number that these numbers decide, and that tells nothing of the game's own luck."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0])


def each(work: Callable[[Item], Made], items: Sequence[Item], threads: int) -> Iterator[Made]:
    """Do something for each item over threads, in order; what is not begun is dropped after an interrupt."""
    return play_jobs((Call(work, item) for item in items), threads)
