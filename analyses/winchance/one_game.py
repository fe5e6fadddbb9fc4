"""Win chances along one game: when it was decided, its biggest swings, and their chart.

A table of chances has a row for each point of the game and each seat: `point`, `turn` (turns that are over), `seat`
(from 1), `player`, `chance` with its interval, and `worlds`, the number of rollouts. At the last point the game is over
and the chances are the result itself, without rollouts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.analyses.result import Chart
from digsite.analyses.stats.quantiles import two_sided_z

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

    from digsite.analyses.stats.moments import Floats

DECIDED = 0.9  # a game is decided once the later winner's chance stays above this
MOST_SWINGS = 3  # swings reported
CANDIDATES = 6  # changes measured again on fresh samples
LEVEL = 0.95


@dataclass(frozen=True)
class Swing:
    """A change of a seat's chance from one point to the next that is beyond error; `reach` is half its 95 % interval."""

    point: int  # where it starts
    seat: int  # from 1
    before: float
    after: float
    reach: float

    @property
    def change(self) -> float:
        """Return how much the chance rose."""
        return self.after - self.before


def grid(table: pl.DataFrame, column: str = "chance") -> Floats:
    """Return a column as an array by point and seat."""
    seats = table["seat"].n_unique()
    return table.sort("point", "seat")[column].to_numpy().astype(np.float64).reshape(-1, seats)


def decided_at(table: pl.DataFrame) -> int | None:
    """Return the first point from which the winner's chance stays above `DECIDED`.

    Return None if there is no single winner, or if that holds only once the game is over.
    """
    chances = grid(table)
    winner = int(chances[-1].argmax())
    if chances[-1, winner] < 1:
        return None
    above = chances[:, winner] > DECIDED
    first = len(above) - int(np.argmin(above[::-1])) if not above.all() else 0
    return first if first < len(above) - 1 else None


def largest_changes(table: pl.DataFrame, most: int = CANDIDATES) -> list[tuple[int, int]]:
    """Return the point and the seat (from 1) of the largest changes from one point to the next, the largest first.

    The largest of many noisy changes looks larger than it is: fresh samples must confirm it.
    """
    change = np.abs(np.diff(grid(table), axis=0))
    order = np.argsort(-change.max(axis=1, initial=0.0), kind="stable")[:most].tolist()
    return [(at, int(change[at].argmax()) + 1) for at in order if change[at].max() > 0]


def confirmed_swing(point: int, seat: int, before: Floats, after: Floats, tests: int) -> Swing | None:
    """Return a change measured on fresh samples, if it is beyond error at 95 %, corrected for `tests` changes.

    before, after: the seat's part of the win in each sample at the two points; `after` is one figure if the game is over.
    """
    (first, first_variance), (second, second_variance) = _shrunk(before), _shrunk(after)
    error = math.sqrt(first_variance + second_variance)
    found = Swing(point, seat, float(before.mean()), float(after.mean()), two_sided_z(LEVEL) * error)
    return found if abs(second - first) > two_sided_z(1 - (1 - LEVEL) / tests) * error else None


def _shrunk(shares: Floats) -> tuple[float, float]:
    """Return a chance and its variance by the rule of Agresti and Caffo, which keeps chances of 0 and 1 in doubt.

    A single figure is a result, and not in doubt.
    """
    if len(shares) == 1:
        return float(shares[0]), 0.0
    share = (float(shares.sum()) + 1) / (len(shares) + 2)
    return share, share * (1 - share) / (len(shares) + 2)


def reach(worlds: int, share: float = 0.5) -> float:
    """Return half the 95 % interval of a chance from this number of samples, at most."""
    return two_sided_z(LEVEL) * math.sqrt(share * (1 - share) / worlds)


def percent(share: float) -> str:
    """Return a share without decimals: no chance here is known better than that."""
    return f"{share * 100:.0f} %"


def ranged(row: Mapping[str, Any]) -> str:
    """Return a share of a table's row with its interval: 83 % (70 to 95 %)."""
    low, high = (min(max(row[f"value_{end}"], 0.0), 1.0) for end in ("low", "high"))
    return f"{percent(row['value'])} ({low * 100:.0f} to {percent(high)})"


def decided_sentence(table: pl.DataFrame, turns_word: str = "turns", place: str = "") -> str:
    """Return when the game was decided, in a sentence; `place` says where in the narration that is."""
    last = table.filter(table["point"] == table["point"].max())
    winners = last.filter(last["chance"] > 0)
    if winners.height != 1:
        ending = "is shared" if winners.height else "goes to nobody"
        return f"The win {ending}, so the game was never decided for one seat."
    player, at = winners["player"][0], decided_at(table)
    if at is None:
        return f"Open to the end: {player} wins, with a chance that does not stay above {percent(DECIDED)} before it is over."
    turns, turn = int(last["turn"][0]), int(table.filter(table["point"] == at)["turn"][0])
    part = f" ({percent(turn / turns)} of the game)" if turns else ""
    where = f", in {place}" if place else ""
    return f"Decided after {turn} of {turns} {turns_word}{part}{where}: from there on the chance of {player} stays above {percent(DECIDED)}."


def chart(table: pl.DataFrame, title: str, seen: str, turns: str = "turns") -> Chart:
    """Return the chart of each seat's chance over the turns; `seen` says whose view it is."""
    most = int(table["worlds"].max() or 0)  # type: ignore[arg-type]
    seats = table["seat"].n_unique()
    caption = (
        f"Chance of each seat to win, {seen}, with 95 % bands; {most:,} games played on from each point. "
        "The last point is the result."
    )
    return Chart(
        "chances", "lines", title, caption, table, "turn", "chance", series="player", x_label=f"{turns} played",
        y_label="win chance", percent=True, reference=(1 / seats, "fair share"),
    )  # fmt: skip


def stacked_bar(chances: Sequence[float], width: int = 40) -> str:
    """Return the chances as one line of text: each seat's digit repeated in proportion to its chance.

    >>> stacked_bar([0.5, 0.25, 0.25], 8)
    '11112233'
    """
    edges = [round(float(end) * width) for end in np.cumsum(chances)]
    parts = [str(seat + 1) * (end - start) for seat, (start, end) in enumerate(zip([0, *edges], edges, strict=False))]
    return "".join(parts).ljust(width, ".")
