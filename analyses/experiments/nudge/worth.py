"""Sums for the worth of a nudge: pairs of games on the same luck, and what players held without the nudge."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses.experiments.nudge.question import RIVALS, SCORE, TURNS, WIN, NudgeArm, NudgeQuestion
from digsite.analyses.expressions import win_share
from digsite.analyses.stats import Estimate, Moments, tests

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from digsite.simulator.runs.run import Run

_ROUNDING = 1e-12  # of a sum of squares: less than this part of it is no spread
BLOCKS = 100  # blocks of lucks, for the interval of an observed difference
_KEYS: dict[str, list[str]] = {
    "": [],
    "third": ["third"],
    "held": ["nudge_held"],
    "strategy": ["strategy"],
    "ended": ["ended"],
}
_CELL = ["block", "nudged_turn", "nudge_held"]


# ------------------------------------------------------------------------------------------------- pairs of games


def pairs(question: NudgeQuestion, without: Run, arm: Run, part: int, column: str = "") -> pl.DataFrame:
    """Return one row per game that both sides played: the seat's figures without the nudge, and what the nudge changed.

    column: that of a component, whose number at the end of the game without the nudge becomes `ended`; -1 if none.
    """
    sides = [_seat_rows(question, run, part, column) for run in (without, arm)]
    marks = sides[1].select("game", "nudge_done", "nudge_held")
    after = sides[1].select("game", *(pl.col(name).alias(f"{name}_with") for name in question.measures))
    both = sides[0].drop("nudge_done", "nudge_held").join(marks, on="game").join(after, on="game").sort("game")
    changes = [(pl.col(f"{name}_with") - pl.col(name)).alias(f"{name}_change") for name in question.measures]
    third = ((pl.col("nudged_turn") - 1) * 3 // pl.col("own_turns").clip(1)).clip(0, 2)
    return both.with_columns(
        *changes, third.alias("third"), reached=pl.col("nudged_turn") <= pl.col("own_turns"),
    )  # fmt: skip


def _seat_rows(question: NudgeQuestion, run: Run, part: int, column: str) -> pl.DataFrame:
    """Return the games of a part from the view of the nudged seat."""
    seats = range(1, question.seats + 1)
    rows = run.part(part)

    def own(of_seat: Mapping[int, pl.Expr]) -> pl.Expr:
        return pl.coalesce(pl.when(pl.col("nudged_seat") == seat).then(value) for seat, value in of_seat.items())

    score = own({seat: pl.col(f"score_{seat}").cast(pl.Float64) for seat in seats})
    total = pl.sum_horizontal(pl.col(f"score_{seat}").cast(pl.Float64) for seat in seats)
    measured = {
        WIN: own({seat: win_share(seat) for seat in seats}),
        SCORE: score,
        RIVALS: (total - score) / max(question.seats - 1, 1),
        TURNS: pl.col("turns").cast(pl.Float64),
    }
    measured |= {name: own({seat: _above_zero(run, name, seat) for seat in seats}) for name in question.watched}
    kept = ("game", "luck", "nudged_turn", "own_turns", "nudge_done", "nudge_held")
    strategy = own({seat: pl.col(f"strategy_{seat}").cast(pl.String) for seat in seats})
    ended = own({seat: pl.col(f"{column}_{seat}").cast(pl.Int32) for seat in seats}) if column else pl.lit(-1, pl.Int32)
    return rows.select(
        *kept,
        strategy.alias("strategy"),
        ended.alias("ended"),
        *(measured[name].alias(name) for name in question.measures),
    )


def _above_zero(run: Run, name: str, seat: int) -> pl.Expr:
    """Return 1 where a column of a seat is above 0, or differs from the first of its names."""
    column = next(column for column in run.game.columns if column.name == name)
    value = pl.col(f"{name}_{seat}")
    return ((value.cast(pl.String) != column.choices[0]) if column.choices else (value > 0)).cast(pl.Float64)


# ------------------------------------------------------------------------------------------------------- sums


@dataclass(frozen=True)
class Worth:
    """The effect of one nudge: sums over lucks by several keys, and over blocks of what players held without it."""

    dose: NudgeArm
    games: int
    reached: int
    done: int
    by: Mapping[str, pl.DataFrame]  # key (or "" for all) -> sums over lucks
    observed: pl.DataFrame = field(repr=False)  # sums by block, turn and holding
    observed_end: pl.DataFrame = field(repr=False)  # the same by holding at the end

    @classmethod
    def of(cls, question: NudgeQuestion, dose: NudgeArm, parts: Iterator[pl.DataFrame]) -> Worth:
        """Return the sums over all parts; each luck lies within one part."""
        found: dict[str, list[pl.DataFrame]] = {key: [] for key in _KEYS}
        counts, observed, observed_end = np.zeros(3, np.int64), [], []
        for part in parts:
            rows = part.sort("game").rechunk()  # sums of floats depend on their order, and on chunks
            done = rows.filter(pl.col("reached") & (pl.col("nudge_done") == 1))
            counts += [rows.height, int(rows["reached"].sum()), done.height]
            for key, by in _KEYS.items():
                found[key].append(luck_sums(done, by, question.measures))
            observed.append(_held_sums(rows.filter("reached"), question.measures))
            at_end = rows.with_columns(nudged_turn=pl.lit(0, pl.Int32), nudge_held=pl.col("ended"))
            observed_end.append(_held_sums(at_end, question.measures))
        by_key = {key: _added(tables, _KEYS[key]) for key, tables in found.items()}
        games, reached, carried_out = (int(count) for count in counts)
        held = (_added(tables, _CELL) for tables in (observed, observed_end))
        return cls(dose, games, reached, carried_out, by_key, *held)

    def merged(self, more: Worth) -> Worth:
        """Return the sums of both together."""
        by_key = {key: _added([self.by[key], more.by[key]], by) for key, by in _KEYS.items()}
        held = _added([self.observed, more.observed], _CELL)
        at_end = _added([self.observed_end, more.observed_end], _CELL)
        counts = (self.games + more.games, self.reached + more.reached, self.done + more.done)
        return Worth(self.dose, *counts, by_key, held, at_end)

    def moments(self, measure: str, key: str = "", at: Any = None) -> Moments:
        """Return the moments of what the nudge changed in a measure, of all games or of those with one key.

        The mean is that of all pairs of games. Lucks with more pairs weigh more in it, so that its spread is that of a ratio.
        """
        row = self._row(key, at)
        if row is None:
            return Moments(0, 0.0, 0.0)
        lucks, games, total = int(row["n"]), int(row["games"]), row[f"{measure}_change_sum"]
        squares, mean = row[f"{measure}_change_squares"], total / games
        off = squares - 2 * mean * row[f"{measure}_change_products"] + mean * mean * row["games_squares"]
        m2 = off * (lucks / games) ** 2 if off > _ROUNDING * squares else 0.0
        return Moments(lucks, mean, m2, games)

    def weight(self, key: str = "", at: Any = None) -> float:
        """Return how much more than an average luck that of a pair weighs: 1 if all lucks have as many pairs."""
        row = self._row(key, at)
        return row["games_squares"] * row["n"] / row["games"] ** 2 if row else 1.0

    def _row(self, key: str, at: Any) -> dict[str, Any] | None:
        """Return the sums of all games, or of those with one key; None if there are none."""
        table = self.by[key]
        rows = table.filter(pl.col(table.columns[0]) == at) if key else table
        found = rows.row(0, named=True) if rows.height else None
        return found if found and found["games"] else None

    def keys(self, key: str) -> list[Any]:
        """Return the values of a key, in order."""
        table = self.by[key]
        return table[table.columns[0]].to_list()

    def base(self, measure: str) -> Moments:
        """Return the moments of a measure in the games without a nudge, each a value of its own."""
        row = self.by[""].row(0, named=True)
        games = int(row["games"])
        return Moments.from_sums(games, row[f"{measure}_sum"], row[f"{measure}_singles"], games)


def luck_sums(rows: pl.DataFrame, by: Sequence[str], measures: Sequence[str]) -> pl.DataFrame:
    """Return lucks and pairs of games by key, and for each measure and its changes what means over pairs are made of.

    These are the sums over lucks of a luck's total, of its square and of its product with the luck's pairs, and the sum of the
    squares of single values.
    """
    values = [*measures, *(f"{name}_change" for name in measures)]
    singles = [(pl.col(value) ** 2).sum().alias(f"{value}_singles") for value in values]
    totals = [pl.col(value).sum() for value in values]
    lucks = (
        rows.group_by("luck", *by, maintain_order=True)
        .agg(pl.len().cast(pl.Float64).alias("games"), *totals, *singles)
        .rechunk()
    )
    games = pl.col("games")
    sums = [pl.len().alias("n"), games.sum(), (games**2).sum().alias("games_squares")]
    for value in values:
        total = pl.col(value)
        sums += [total.sum().alias(f"{value}_sum"), (total**2).sum().alias(f"{value}_squares")]
        sums += [(total * games).sum().alias(f"{value}_products"), pl.col(f"{value}_singles").sum()]
    return lucks.group_by(by, maintain_order=True).agg(sums) if by else lucks.select(sums)


def _held_sums(rows: pl.DataFrame, measures: Sequence[str]) -> pl.DataFrame:
    """Return games and sums of each measure without the nudge, by block, turn of the seat and its holding then."""
    block = (pl.col("luck") % BLOCKS).alias("block")
    counted = rows.filter(pl.col("nudge_held") >= 0).with_columns(block)
    return counted.group_by(_CELL, maintain_order=True).agg(
        pl.len().alias("n"), *(pl.col(name).sum() for name in measures)
    )


def _added(tables: Sequence[pl.DataFrame], by: Sequence[str]) -> pl.DataFrame:
    every = pl.concat(tables, rechunk=True)
    if not by:
        return every.select(pl.all().sum())
    return every.group_by(by, maintain_order=True).agg(pl.exclude(by).sum()).sort(by)


# ---------------------------------------------------------------------------------------- what one sees without


def observed_step(
    table: pl.DataFrame, measure: str, held: int | None = None, scale: float = 0.0, level: float = 0.95
) -> Estimate:
    """Return how players fared who held one more, against those who held one less at the same turn of theirs.

    held: the lesser number; by default all steps together, weighted by their games. The interval is that of the jackknife
    over blocks of lucks. `scale` is how far a single game may plausibly lie off: 1 for a share.
    """
    blank = Estimate(math.nan, -math.inf, math.inf, 0)
    less = table if held is None else table.filter(pl.col("nudge_held") == held)
    more = table.with_columns(nudge_held=pl.col("nudge_held") - 1)
    both = less.join(more, on=_CELL, how="full", coalesce=True, suffix="_more").fill_null(0)
    if held is not None:
        both = both.filter(pl.col("nudge_held") == held)
    if not both.height:
        return blank
    cells = both.select(cell=pl.struct("nudged_turn", "nudge_held").rank("dense") - 1)["cell"].to_numpy()
    blocks = both["block"].to_numpy()
    sums = np.zeros((4, BLOCKS, int(cells.max()) + 1))
    for at, name in enumerate(("n", "n_more", measure, f"{measure}_more")):
        np.add.at(sums[at], (blocks, cells), both[name].to_numpy().astype(float))
    total = sums.sum(axis=1)
    value = _matched(total)
    occupied = np.flatnonzero(sums[:2].sum(axis=(0, 2)))
    games = int(min(total[0].sum(), total[1].sum()))
    if not math.isfinite(value) or occupied.size < 2:
        return blank
    left_out = np.array([_matched(total - sums[:, block]) for block in occupied])
    k = occupied.size
    m2 = (k - 1) ** 2 * float(np.square(left_out - left_out.mean()).sum())  # of the jackknife's pseudo-values
    if not math.isfinite(m2):
        return blank
    # A block's value is k times what it moves the mean by, and one game moves that by a fraction of all.
    test = tests.mean(Moments(k, value, m2, games), scale=scale * k / games, level=level)
    return Estimate(value, test.low, test.high, games)


def _matched(sums: np.ndarray) -> float:
    """Return the mean difference over cells that have games on both sides, each weighted by its information."""
    few, many, low, high = sums
    both = (few > 0) & (many > 0)
    weight = few[both] * many[both] / (few[both] + many[both])
    if not weight.sum():
        return math.nan
    return float((weight * (high[both] / many[both] - low[both] / few[both])).sum() / weight.sum())
