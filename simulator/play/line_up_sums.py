"""Every line-up of some strategies on the same luck: wins and rankings, summed over blocks of deals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from digsite.simulator.game.columns import win_share

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from digsite.simulator.play.plan import Plan
    from digsite.simulator.play.tallies import Floats

BLOCKS = 1_000


@dataclass(frozen=True)
class LineUpSums:
    """One line-up's games. Places count through the line-up, whatever seat they have.

    games, won    by block: games played, and games with a winner.
    wins, scores  by block and place: shares of wins, and sums of scores.
    ahead         by block, place and other place: games in which the first ranks higher; equal ranks count half.
    """

    players: Sequence[str]
    deals: int
    games: Floats
    won: Floats
    wins: Floats
    scores: Floats
    ahead: Floats


def line_ups(strategies: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Return every line-up of the strategies, with repeats; the order of seats does not count."""
    return list(combinations_with_replacement(strategies, seats))


def sum_line_up(plan: Plan, batches: Iterable[np.ndarray]) -> LineUpSums:
    """Return the sums of a plan's games; `batches` are their rows from the first game on."""
    meeting, first = _blank(plan), 0
    for rows in batches:
        _add(meeting, plan, first, rows)
        first += len(rows)
    return meeting


def _blank(plan: Plan) -> LineUpSums:
    lucks, seats = plan.deals, plan.seats
    blocks = min(lucks, BLOCKS)
    counts = [np.zeros((blocks, *shape)) for shape in ((), (), (seats,), (seats,), (seats, seats))]
    return LineUpSums(plan.players, lucks, *counts)


def _add(meeting: LineUpSums, plan: Plan, first: int, rows: np.ndarray) -> None:
    game = np.arange(first, first + len(rows))
    at = np.arange(len(rows))[:, None]
    seats = plan.seating_plan.seats_of(game)
    rank, score = rows["rank"][at, seats], rows["score"][at, seats]
    block = game // plan.rotations * len(meeting.games) // meeting.deals
    np.add.at(meeting.games, block, 1.0)
    np.add.at(meeting.won, block, rows["winners"] > 0)
    np.add.at(meeting.wins, block, win_share(rank, rows["winners"][:, None]))
    np.add.at(meeting.scores, block, score)
    before, alike = rank[:, :, None] < rank[:, None, :], rank[:, :, None] == rank[:, None, :]
    np.add.at(meeting.ahead, block, before + 0.5 * alike)
