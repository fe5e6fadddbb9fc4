"""What other line-ups than a run's showed: wins and scores by seat, length, and how often the half-time leader wins.

Each line-up has deals of its own, so that its figures are independent of the others'. `digsite report` plays them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.analyses.stats.moments import Moments
from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.wording import listed
from digsite.simulator.runs import atomic_files, storage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from digsite.simulator.play.line_up_games import LineUpGames
    from digsite.simulator.runs.run import Run

FILE = "line-ups.json"
VERSION = 1
FAMILIES = 1  # of tests that line-ups add to a report: whether seats, length and half-time leads differ between them


@dataclass(frozen=True)
class LineUp:
    """A line-up and its figures; those by seat are in seat order.

    scores, products: mean scores by seat, and the sums of products of deviations of each two seats' scores.
    lasted: how many games took so many turns.
    """

    players: Sequence[str]
    wins: Sequence[Moments]
    scores: npt.NDArray[np.float64]
    products: npt.NDArray[np.float64]
    lasted: Mapping[int, int]
    turns: Moments
    leader: Moments

    @property
    def words(self) -> str:
        """Return who plays, after *with*."""
        return called(self.players)

    def score_gap(self, one: int, other: int) -> Moments:
        """Return how many points more a seat scores than another; seats count from 1."""
        a, b = one - 1, other - 1
        square = self.products[a, a] + self.products[b, b] - 2 * self.products[a, b]
        return Moments(self.games, float(self.scores[a] - self.scores[b]), max(float(square), 0.0))

    @property
    def games(self) -> int:
        """Return the number of games, each of another deal."""
        return self.turns.n


@dataclass(frozen=True)
class LineUps:
    """The line-ups that were played for a run."""

    others: Sequence[LineUp]

    @property
    def count(self) -> int:
        """Return the number of line-ups, the run's own included."""
        return len(self.others) + 1


def called(players: Sequence[str]) -> str:
    """Return a line-up in words, after *with*.

    >>> called(["runner", "runner"]), called(["runner", "swimmer", "runner"])
    ('runner in every seat', 'runner twice and swimmer')
    """
    if len(set(players)) == 1:
        return f"{players[0]} in every seat"
    return listed(f"{name}{_TIMES.get(players.count(name), '')}" for name in dict.fromkeys(players))


_TIMES = {2: " twice", 3: " three times", 4: " four times", 5: " five times"}


def as_data(players: Sequence[str], parts: Sequence[LineUpGames]) -> dict[str, Any]:
    """Return the figures of a line-up as plain data."""
    wins, scores = (np.concatenate([getattr(part, name) for part in parts]) for name in ("wins", "scores"))
    leaders, turns = (np.concatenate([getattr(part, name) for part in parts]) for name in ("leaders", "turns"))
    off = scores - scores.mean(axis=0)
    values, counts = np.unique(turns, return_counts=True)
    return {
        "players": list(players),
        "wins": [_kept(column) for column in wins.T],
        "scores": _rounded(scores.mean(axis=0)),
        "products": [_rounded(row) for row in off.T @ off],
        "turns": _kept(turns.astype(np.float64)),
        "lasted": dict(zip(map(str, values.tolist()), counts.tolist(), strict=True)),
        "leader": _kept(leaders),
    }


def _kept(values: npt.NDArray[np.float64]) -> tuple[int, float, float]:
    moments = Moments.of(values[~np.isnan(values)])
    return moments.n, round(moments.mean, 12), round(moments.m2, 9)


def _rounded(values: npt.NDArray[np.float64]) -> list[float]:
    return [round(float(value), 9) for value in values]


def read(run: Run) -> LineUps | None:
    """Return the line-ups saved with a run, or None if there are none or they are of another plan."""
    path = run.folder / FILE
    if not storage.is_file(path):
        return None
    try:
        data = atomic_files.read_json(path, str(path))
        if data["plan"] != run.plan.fingerprint() or data["version"] != VERSION:
            return None
        return LineUps([_line_up(known) for known in data["line_ups"]])
    except (DigsiteError, KeyError, TypeError, ValueError):
        return None


def _line_up(known: Mapping[str, Any]) -> LineUp:
    return LineUp(
        known["players"], [Moments(*values) for values in known["wins"]], np.array(known["scores"]),
        np.array(known["products"]), {int(turns): count for turns, count in known["lasted"].items()},
        Moments(*known["turns"]), Moments(*known["leader"]),
    )  # fmt: skip
