"""Games of one line-up, reduced to what is compared between line-ups: wins, scores, length and half-time leads."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from digsite.simulator.game.columns import win_share
from digsite.simulator.play.backends import OnTables, TableCache
from digsite.simulator.play.plan import Plan

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LineUpGames:
    """Figures of some games of a line-up, each on a deal of its own.

    wins:    each seat's part of the win; NaN in games without a winner.
    scores:  each seat's score.
    leaders: part of the win of the player alone in the lead at half-time; NaN where no player was.
    turns:   of each game.
    """

    wins: Floats
    scores: Floats
    leaders: Floats
    turns: npt.NDArray[np.int64]


@dataclass(frozen=True)
class LineUpJob(OnTables):
    """A job that plays some games of a line-up that does not rotate.

    checkpoint: the column that has the scores at half-time, and the place of its label; None where there are none.
    """

    plan: Plan
    first: int
    count: int
    checkpoint: tuple[str, int] | None

    @property
    def plans(self) -> Sequence[Plan]:
        """Return the plan of the line-up."""
        return (self.plan,)

    def do(self, tables: TableCache) -> LineUpGames:
        """Play the games and return their figures."""
        tables.check_stop()
        rows, seats = tables.of(self.plan).play(self.first, self.count).rows, self.plan.seats
        wins = win_share(rows["rank"][:, :seats], rows["winners"][:, None])
        wins[rows["winners"] == 0] = np.nan
        scores = rows["score"][:, :seats].astype(np.float64)
        return LineUpGames(wins, scores, self._leaders(rows, wins), rows["turns"].astype(np.int64))

    def _leaders(self, rows: np.ndarray, wins: Floats) -> Floats:
        if self.checkpoint is None:
            return np.full(len(rows), np.nan)
        name, label = self.checkpoint
        scores = rows[name][:, : self.plan.seats, label].astype(np.int64)
        best = np.sort(scores, axis=1)
        alone: Floats = np.where(best[:, -1] > best[:, -2], wins[np.arange(len(rows)), scores.argmax(axis=1)], np.nan)
        return alone
