"""Several rule sets or line-ups on the same luck: what they gave, summed up batch by batch in flat memory.

Every plan plays the same deals, each in all rotations of its line-up. A deal is one independent value: the mean over
its rotations. Of all deals together only means and products of deviations are kept, each plan's beside those of the
first plan, so that `analyses` can give paired intervals for any figure that is a mix of the columns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from simulator.errors import DigsiteError, WrongUse
from simulator.games import find_game
from simulator.play.plan import Plan

Floats = npt.NDArray[np.float64]
BATCH_GAMES = 1_000  # of each plan; a sequential test looks after each batch, so this decides where it stops


@dataclass(frozen=True)
class Columns:
    """What is known of each deal: shares of the win and scores by seat and by place in the line-up, and the rest."""

    seats: int

    @property
    def won(self) -> int:
        """Share of the deal's games that somebody won."""
        return 0

    @property
    def turns(self) -> int:
        return 1

    @property
    def score_squares(self) -> int:
        """Mean square of a single score, for its standard deviation."""
        return 2

    def seat_win(self, seat: int) -> int:
        """The win share of a seat, counted from 0."""
        return 3 + seat

    def place_win(self, place: int) -> int:
        """The win share of a place in the line-up, over all seats it rotates through."""
        return 3 + self.seats + place

    def place_score(self, place: int) -> int:
        return 3 + 2 * self.seats + place

    @property
    def count(self) -> int:
        return 3 + 3 * self.seats


@dataclass(frozen=True)
class Tally:
    """Moments of the columns of two plans on the same deals: the first plan's columns, then the other's.

    lucks     deals, the independent values.
    games     games of each plan.
    means     mean of each column.
    products  sums of the products of deviations, for each pair of columns.
    """

    lucks: int
    games: int
    means: Floats
    products: Floats

    @classmethod
    def of(cls, first: Floats, other: Floats, games: int) -> Tally:
        """The tally of deals given as rows."""
        both = np.hstack([first, other])
        means = both.mean(axis=0)
        off = both - means
        return cls(len(both), games, means, off.T @ off)

    def merged(self, more: Tally) -> Tally:
        """The tally of both sets of deals together (Chan, Golub and LeVeque)."""
        lucks = self.lucks + more.lucks
        gap = more.means - self.means
        products = self.products + more.products + np.outer(gap, gap) * (self.lucks * more.lucks / lucks)
        return Tally(lucks, self.games + more.games, self.means + gap * (more.lucks / lucks), products)


def with_figures(plan: Plan, changes: Mapping[str, Any]) -> Plan:
    """The plan under changed rule figures; figures that cannot go together are refused."""
    game = find_game(plan.game)
    figures = game.figures.replace(plan.rules).replace(changes)
    game.build_rules(figures, plan.seats)
    return replace(plan, rules=figures.values())


def deals(rows: np.recarray, seats: int) -> Floats:
    """One row of `Columns` per deal, from the games of whole rotations."""
    shape = (-1, seats, seats)  # deal, rotation, seat
    winners = np.maximum(rows.winners, 1)[:, None]
    wins = (((rows.rank[:, :seats] == 1) & (rows.winners > 0)[:, None]) / winners).reshape(shape)
    scores = rows.score[:, :seats].astype(np.float64).reshape(shape)
    rotation, place = np.indices((seats, seats))
    at = (slice(None), rotation, (place - rotation) % seats)  # where each place of the line-up sits in each rotation
    alone = [
        (rows.winners > 0).reshape(-1, seats).mean(axis=1),
        rows.turns.reshape(-1, seats).mean(axis=1),
        np.square(scores).mean(axis=(1, 2)),
    ]
    return np.column_stack([*alone, wins.mean(axis=1), wins[at].mean(axis=1), scores[at].mean(axis=1)])


def play_paired(
    plans: Sequence[Plan],
    *,
    games: int | None = None,
    first_game: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[list[Tally]]:
    """Play all plans on the same luck and give, for each batch of deals, each plan's tally beside the first plan's.

    games:       of each plan, whole rotations; by default as many as the first plan says.
    first_game:  where to begin; a multiple of the number of seats.
    progress:    called with (games done, games in all), all plans together.
    """
    from simulator.play.backends import default_threads
    from simulator.play.table import table_for

    if threads is not None and threads < 1:
        raise WrongUse(f"--threads must be at least 1; {threads} is not.")
    seats = _common_seats(plans)
    total = plans[0].games if games is None else games
    tables = [table_for(plan) for plan in plans]
    size = max(BATCH_GAMES // seats, 1) * seats
    batches = [(first, min(size, first_game + total - first)) for first in range(first_game, first_game + total, size)]

    def job(table: Any, first: int, count: int) -> Callable[[], Floats]:
        return lambda: deals(table.play(first, count).rows, seats)

    jobs = (job(table, first, count) for first, count in batches for table in tables)
    results = _in_order(jobs, threads or default_threads())
    done = 0
    for _, count in batches:
        rows = list(islice(results, len(tables)))
        done += count * len(tables)
        if progress:
            progress(done, total * len(tables))
        yield [Tally.of(rows[0], mine, count) for mine in rows]


def merge(batches: Iterable[list[Tally]]) -> list[Tally]:
    """The tallies of all batches together, one for each plan."""
    every = iter(batches)
    sums = next(every)
    for batch in every:
        sums = [known.merged(more) for known, more in zip(sums, batch, strict=True)]
    return sums


def _common_seats(plans: Sequence[Plan]) -> int:
    seats = plans[0].seats
    for plan in plans:
        if plan.seats != seats:
            raise WrongUse(f"Both sides must have the same number of players, not {seats} and {plan.seats}.")
        if not plan.rotate:
            raise DigsiteError("Plans played on the same luck must rotate their line-ups.")
    return seats


def _in_order(jobs: Iterator[Callable[[], Floats]], threads: int) -> Iterator[Floats]:
    """The jobs' results in their order; only a few are under way at once, so memory does not grow."""
    with ThreadPoolExecutor(threads) as pool:
        under_way: deque[Future[Floats]] = deque(pool.submit(job) for job in islice(jobs, 2 * threads))
        try:
            while under_way:
                result = under_way.popleft().result()
                under_way.extend(pool.submit(job) for job in islice(jobs, 1))
                yield result
        finally:
            for future in under_way:
                future.cancel()
