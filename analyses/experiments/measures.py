"""What experiments measure: wins by seat and by strategy, scores, length and columns, from tallies of deals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from digsite.analyses import stats
from digsite.analyses.stats import Estimate, Moments, PairMoments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.paired import Ruler
    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.tallies import Columns, Floats, Tally

Unit = Literal["share", "points", "turns", "number"]
Topic = Literal["seats", "strategies", "scores", "length", "wins", "columns"]


@dataclass(frozen=True)
class Measure:
    """A figure of both sides: the mean of some columns of a tally; for win rates, per game with a winner.

    A tally's second half, the changed side, is compared with its first half. `places` are columns; `won` is the column that
    counts the games with a winner; `squares` holds the mean square of a single value.
    """

    name: str
    unit: Unit
    topic: Topic
    about: str  # the seat or strategy
    places: tuple[int, ...]
    won: int | None = None
    squares: int | None = None
    column: str = ""  # the game's column that it measures, unless every game has it

    def pair(self, tally: Tally) -> PairMoments:
        """Return both sides' moments; those of a ratio are its linear part's (the delta method)."""
        value_a, slope_a = self.linear(tally, changed=False)
        value_b, slope_b = self.linear(tally, changed=True)
        spread_a, spread_b = tally.products @ slope_a, tally.products @ slope_b
        m2_a, m2_b = max(float(slope_a @ spread_a), 0.0), max(float(slope_b @ spread_b), 0.0)
        return PairMoments(tally.deals, value_a, value_b, m2_a, m2_b, float(slope_a @ spread_b), tally.games)

    def side(self, tally: Tally, changed: bool) -> Moments:
        """Return one side's moments."""
        pair = self.pair(tally)
        mean, m2 = (pair.mean_b, pair.m2_b) if changed else (pair.mean_a, pair.m2_a)
        return Moments(pair.n, mean, m2, pair.games)

    def lead(self, rival: Measure, tally: Tally, changed: bool) -> Moments:
        """Return the moments of this measure minus another one, both on the same side."""
        mine, slope = self.linear(tally, changed)
        theirs, their_slope = rival.linear(tally, changed)
        slope = slope - their_slope
        return Moments(tally.deals, mine - theirs, max(float(slope @ tally.products @ slope), 0.0), tally.games)

    def linear(self, tally: Tally, changed: bool) -> tuple[float, Floats]:
        """Return a side's value, and its gradient by column."""
        offset = tally.means.size // 2 if changed else 0
        at = np.array(self.places) + offset
        value, slope = float(tally.means[at].mean()), np.zeros(tally.means.size)
        if self.won is None:
            slope[at] = 1 / at.size
            return value, slope
        won = float(tally.means[self.won + offset])
        if won == 0:
            return 0.0, slope
        slope[at] = 1 / (at.size * won)
        slope[self.won + offset] -= value / won**2
        return value / won, slope

    def scale(self, tally: Tally) -> float:
        """Return how far a deal's difference may plausibly lie off: a share's bounds, else the range of deals."""
        if self.unit == "share":
            return 1.0
        at = np.array(self.places)
        both = np.concatenate([at, at + tally.means.size // 2])
        return float(tally.most[both].max() - tally.least[both].min())

    def spread(self, tally: Tally) -> float:
        """Return the standard deviation of a single value on the first side."""
        assert self.squares is not None
        mean = float(tally.means[list(self.places)].mean())
        return math.sqrt(max(float(tally.means[self.squares]) - mean * mean, 0.0))

    def estimate(self, tally: Tally, changed: bool, ruler: Ruler) -> Estimate:
        """Return one side's figure with its interval."""
        moments = self.side(tally, changed)
        if self.unit == "share" and ruler.tuned_for is None:
            return stats.shared_wins(moments)
        return stats.mean(moments) if ruler.tuned_for is None else ruler.interval(moments, self.scale(tally))


def measures(
    against: Sequence[str], changed: Sequence[str], tally: Tally | None, extra: Sequence[Measurable] = ()
) -> list[Measure]:
    """Return all measures compared, the seats first; `against` and `changed` are the two line-ups.

    Without a tally every game is taken to have a winner.
    """
    from digsite.simulator.play.tallies import Columns

    seats = len(against)
    columns = Columns(seats, len(extra))
    scores = tuple(columns.place_score(place) for place in range(seats))
    found: list[Measure] = []
    if seats > 1:
        found += [
            Measure(f"win rate of seat {s + 1}", "share", "seats", f"seat {s + 1}", (columns.seat_win(s),), columns.won)
            for s in range(seats)
        ]
        found += _by_strategy(_groups(against, changed), columns)
    found.append(Measure("mean score", "points", "scores", "all", scores))
    found.append(Measure("turns", "turns", "length", "all", (columns.turns,)))
    if tally is not None and min(tally.means[columns.won], tally.means[columns.count + columns.won]) < 1:
        won = "games that somebody wins" if seats > 1 else "games won"
        found.append(Measure(won, "share", "wins", "all", (columns.won,), squares=columns.won))
    return found + _of_columns(extra, columns, {measure.name for measure in found})


def _of_columns(extra: Sequence[Measurable], columns: Columns, known: set[str]) -> list[Measure]:
    """Return the further measures that are not measured anyway."""
    return [
        Measure(
            measured.words,
            "share" if measured.share else "number",
            "columns",
            "all",
            (columns.measure(number),),
            squares=columns.measure_squares(number),
            column=measured.column,
        )
        for number, measured in enumerate(extra)
        if measured.words not in known
    ]


def _by_strategy(groups: dict[str, list[int]], columns: Columns) -> list[Measure]:
    """Return win rate and score of each strategy; a single strategy has none to compare."""
    if len(groups) < 2:
        return []
    wins = {name: tuple(columns.place_win(place) for place in places) for name, places in groups.items()}
    scores = {name: tuple(columns.place_score(place) for place in places) for name, places in groups.items()}
    return [
        *(Measure(f"win rate of {n}", "share", "strategies", n, at, columns.won) for n, at in wins.items()),
        *(Measure(f"mean score of {n}", "points", "scores", n, at) for n, at in scores.items()),
    ]


def _groups(against: Sequence[str], changed: Sequence[str]) -> dict[str, list[int]]:
    """Return the places of the line-up that the same strategies hold on both sides."""
    found: dict[str, list[int]] = {}
    for place, (before, after) in enumerate(zip(against, changed, strict=True)):
        found.setdefault(after if before == after else f"{after} for {before}", []).append(place)
    return found


def score_sd(tally: Tally, seats: int) -> float:
    """Return the standard deviation of a single score on the first side."""
    from digsite.simulator.play.tallies import Columns

    columns = Columns(seats)
    mean = float(tally.means[[columns.place_score(place) for place in range(seats)]].mean())
    return math.sqrt(max(float(tally.means[columns.score_squares]) - mean * mean, 0.0))
