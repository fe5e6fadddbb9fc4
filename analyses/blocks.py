"""What every question is computed from: sums over blocks of deals, so that ten million games fit in a few megabytes.

Games that share their luck are no independent witnesses, and neither are the seats of one game. So a run's deals are
cut into at most a thousand blocks of equal size, a lazy query sums each figure within each block, and the spread
between the blocks gives the interval. Whole deals lie in one block, therefore the interval is honest whatever
happens within a deal. Runs with fewer deals have one block for each.

A figure is a mean: a sum divided by a count, over all rows of a key (a seat, a strategy, a number of artifacts). As
the count varies from block to block too, the spread is that of a ratio: the squares of sum - mean * count.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyses import stats
from analyses.stats import Estimate, Moments

if TYPE_CHECKING:
    from simulator.runs.run import Run

BLOCKS = 1_000
FEW_BLOCKS = 200  # with fewer occupied blocks, each counts as one independent value
EVENT_GAMES = 20_000  # analyses of events read no more games than this
WIN = "win"


def collect(frame: pl.LazyFrame) -> pl.DataFrame:
    """Run a lazy query in flat memory; names come back as plain strings."""
    table = frame.collect(engine="streaming")
    named = [name for name, kind in table.schema.items() if isinstance(kind, pl.Categorical | pl.Enum)]
    return table.with_columns(pl.col(named).cast(pl.String))


class View:
    """A run as the questions read it: lazy tables of games and of seats, with the block of each row."""

    def __init__(self, run: Run, most_games: int | None = None):
        self.run = run
        self.most_games = most_games
        self.plan = run.plan
        self.seats = run.plan.seats
        self.rotations = run.plan.seats if run.plan.rotate else 1
        self.rules: Mapping[str, Any] = run.plan.rules

    @cached_property
    def lucks(self) -> int:
        """Deals of which all games are there; a rotation that was cut off in the middle is left out."""
        parts = [name for name in self.run.manifest["parts"] if name.startswith("games/")]
        last = max(int(name[-13:-8]) for name in parts)
        games = self.plan.part_range(last).stop
        return max(min(games, self.most_games or games) // self.rotations, 1)

    @cached_property
    def rows(self) -> int:
        """Games that are looked at."""
        return int(self.games.select(pl.len()).collect(engine="streaming").item())

    @cached_property
    def score_sd(self) -> float:
        """The standard deviation of a single final score: the yardstick for differences of points."""
        scores = [pl.col(f"score_{seat}").cast(pl.Float64) for seat in range(1, self.seats + 1)]
        sums = [pl.sum_horizontal(scores).sum(), pl.sum_horizontal(score * score for score in scores).sum().alias("sq")]
        total, squares = self.games.select(sums).collect(engine="streaming").row(0)
        n = self.rows * self.seats
        return math.sqrt(max(squares / n - (total / n) ** 2, 0.0))

    @property
    def games(self) -> pl.LazyFrame:
        """One row per game, with `block`, `rotation` of the line-up, and `won` (somebody won)."""
        blocks = min(self.lucks, BLOCKS)
        block = pl.col("luck").cast(pl.UInt64) * blocks // self.lucks
        frame = self.run.games
        if self.rotations > 1 or self.most_games:
            frame = frame.filter(pl.col("luck") < self.lucks)
        rotation = (pl.col("game") % self.rotations).cast(pl.UInt8)
        return frame.with_columns(
            block.cast(pl.UInt32).alias("block"), rotation.alias("rotation"), (pl.col("winners") > 0).alias("won")
        )

    def line_up(self, rotation: int) -> list[str]:
        """Who sits where in a rotation of the line-up."""
        return [self.plan.players[(seat + rotation) % self.seats] for seat in range(self.seats)]

    def seat(self, seat: int) -> pl.LazyFrame:
        """One row per game as a seat (from 1) sees it: its own columns lose the seat's number, others are dropped.

        `seat`, `strategy` and `win`, its part of the win, come on top.
        """
        wanted = {"game": pl.col("game"), "block": pl.col("block"), "won": pl.col("won")}
        for column in self.run.game.columns:
            for heading, at in column.headings(self.seats):
                if column.per == "game":
                    wanted.setdefault(heading, pl.col(heading))
                elif at[0] == seat - 1:
                    name = heading.removesuffix(f"_{seat}")
                    wanted[name] = pl.col(heading).alias(name)
        wanted["seat"] = pl.lit(seat, pl.Int8).alias("seat")
        wanted["strategy"] = pl.col(f"strategy_{seat}").alias("strategy")
        wanted[WIN] = win_share(seat).alias(WIN)
        return self.games.select(wanted.values())

    @property
    def each_seat(self) -> list[pl.LazyFrame]:
        """The games as each seat sees them, a table for each."""
        return [self.seat(seat) for seat in range(1, self.seats + 1)]

    def first(self, games: int) -> View:
        """The view of the first games only, in whole rotations; all of them if there are no more."""
        return View(self.run, games) if games < self.run.rows else self

    @cached_property
    def told(self) -> View | None:
        """The view of the games whose events are read; nothing if the run kept no events."""
        if not any(name.startswith("events/") for name in self.run.manifest["parts"]):
            return None
        games = min(self.plan.events, self.run.rows, EVENT_GAMES)
        return self.first(games) if games >= 2 * self.rotations else None

    @property
    def events(self) -> pl.LazyFrame:
        """The events of the games in view, each with its game's `block` and `rotation`."""
        games = self.games.select("game", "block", "rotation")
        return self.run.events.filter(pl.col("game") < self.lucks * self.rotations).join(games, on="game")

    def sums(
        self,
        frames: pl.LazyFrame | Sequence[pl.LazyFrame],
        by: Sequence[str],
        values: Sequence[str],
        names: Mapping[str, Sequence[str]] | None = None,
    ) -> Sums:
        """The sums of `values` by block and key, over one lazy table or several of the same shape.

        A key in `names` is a number that stands for a name, which is much quicker to group by.
        """
        listed = [frames] if isinstance(frames, pl.LazyFrame) else list(frames)
        keys = ["block", *by]
        summed = [pl.col(value).cast(pl.Float64).sum() for value in values]
        counted = pl.len().cast(pl.Float64).alias("n")
        parts = [collect(frame.group_by(keys).agg(counted, *summed)) for frame in listed]
        table = pl.concat(parts).group_by(keys, maintain_order=True).agg(pl.col("n", *values).sum())
        for key, said in (names or {}).items():
            table = table.with_columns(pl.col(key).replace_strict(dict(enumerate(said)), return_dtype=pl.String))
        return Sums(table.sort(keys), tuple(by), tuple(values), self.lucks)


def coded(*conditions: pl.Expr) -> pl.Expr:
    """The number of the first condition that holds; if none does, the number after the last."""
    code = pl.lit(len(conditions), pl.Int8)
    for at, condition in reversed(list(enumerate(conditions))):
        code = pl.when(condition).then(pl.lit(at, pl.Int8)).otherwise(code)
    return code


def win_share(seat: int | str) -> pl.Expr:
    """A seat's part of the win: shared evenly by all who share the first rank."""
    first = (pl.col(f"rank_{seat}") == 1) & (pl.col("winners") > 0)
    return pl.when(first).then(1.0 / pl.col("winners")).otherwise(0.0)


@dataclass(frozen=True)
class Difference:
    """What one key's mean has over another's, and how probable that is by chance alone."""

    estimate: Estimate
    p_value: float


@dataclass(frozen=True)
class Sums:
    """Sums of values by block and key; `n` counts the rows behind them."""

    blocks: pl.DataFrame
    by: tuple[str, ...]
    values: tuple[str, ...]
    lucks: int

    def table(self, shares: Sequence[str] = (), means: Sequence[str] = (), count: str = "games") -> pl.DataFrame:
        """A row for each key: its rows as `count`, then each value with `_low` and `_high`.

        `shares` are parts of a whole (wins, yes or no) and get Wilson's interval; `means` get Student's.
        """
        keys = self.keys()
        rows = []
        for key in keys.iter_rows(named=True):
            cell = self.at(**key)
            row = dict(key) | {count: round(float(cell["n"].sum()))}
            for value in (*shares, *means):
                estimate = self._estimate(cell, value, value in shares)
                row |= {value: estimate.value} | bounds(value, estimate)
            rows.append(row)
        return pl.DataFrame(rows, schema=self._schema((*shares, *means), count))

    def keys(self) -> pl.DataFrame:
        """The keys, in order; without keys, one row of none."""
        return self.blocks.select(self.by).unique().sort(self.by) if self.by else pl.DataFrame([{}])

    def at(self, **key: Any) -> pl.DataFrame:
        """The blocks of one key, or of several keys together if not all of `by` is given."""
        return self.blocks.filter(pl.col(name) == value for name, value in key.items()) if key else self.blocks

    def estimate(self, value: str, *, share: bool = False, **key: Any) -> Estimate:
        """A value's mean over the rows of a key, with its interval."""
        return self._estimate(self.at(**key), value, share)

    def moments(self, value: str, **key: Any) -> Moments:
        """The same as moments, for the tests in `stats`."""
        return _ratio(*_by_block(self.at(**key), value), self.lucks)

    def difference(self, value: str, a: Mapping[str, Any], b: Mapping[str, Any]) -> Difference:
        """What key b's mean has over key a's; what both share in a block does not widen the interval."""
        left, right = (_residuals(self.at(**key), value) for key in (a, b))
        return _difference(left, right, self.lucks)

    def p_value(self, value: str, null: float, **key: Any) -> float:
        """How probable is a mean at least as far from `null` as this one, if `null` is the truth?"""
        m = self.moments(value, **key)
        return stats.t_p_value(m.mean - null, m.standard_error, m.n - 1)

    def lead_p_value(self, value: str, key: str, candidates: Sequence[Any], best: Any) -> float:
        """How probable is it by chance that `best`, picked as the highest of the candidates, is above the next one?

        Corrected for the pairs that could have been picked.
        """
        others = [other for other in candidates if other != best]
        if not others:
            return math.nan
        next_best = max(others, key=lambda other: self.moments(value, **{key: other}).mean)
        gap = self.difference(value, {key: next_best}, {key: best})
        return min(1.0, gap.p_value * len(candidates) * (len(candidates) - 1) / 2)

    def merged(self, by: Sequence[str]) -> Sums:
        """The same sums by fewer keys."""
        table = (
            self.blocks.group_by(["block", *by], maintain_order=True)
            .agg(pl.col("n", *self.values).sum())
            .sort(["block", *by])
        )
        return Sums(table, tuple(by), self.values, self.lucks)

    def where(self, condition: pl.Expr | str, by: Sequence[str]) -> Sums:
        """The same sums of some rows only, by fewer keys."""
        return Sums(self.blocks.filter(condition), self.by, self.values, self.lucks).merged(by)

    def count(self, **key: Any) -> int:
        """Rows of a key."""
        return round(float(self.at(**key)["n"].sum()))

    def _estimate(self, cell: pl.DataFrame, value: str, share: bool) -> Estimate:
        m = _ratio(*_by_block(cell, value), self.lucks)
        if not share:
            return stats.mean(m)
        return stats.shared_wins(Moments(m.n, min(max(m.mean, 0.0), 1.0), m.m2, m.games))

    def _schema(self, values: Sequence[str], count: str) -> dict[str, Any]:
        named: dict[str, Any] = {name: self.blocks.schema[name] for name in self.by}
        named[count] = pl.Int64
        for value in values:
            named |= dict.fromkeys((value, f"{value}_low", f"{value}_high"), pl.Float64)
        return named


def finite(value: float) -> float | None:
    """The value as a table has it: empty where there is none."""
    return value if math.isfinite(value) else None


def bounds(name: str, estimate: Estimate) -> dict[str, float | None]:
    """The ends of an interval as two entries of a row."""
    return {f"{name}_low": finite(estimate.low), f"{name}_high": finite(estimate.high)}


def interval(name: str, estimate: Estimate) -> dict[str, float | None]:
    """An estimate and the ends of its interval as three entries of a row."""
    return {name: finite(estimate.value), **bounds(name, estimate)}


def change(name: str, gap: Difference) -> dict[str, float | None]:
    """The entries of a table for a difference: `x_change` with its interval, and its p value."""
    return {**interval(f"{name}_change", gap.estimate), f"{name}_p": gap.p_value}


def tabled(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """A table of summarised rows; what is not a number is empty, and a column of empties is one of numbers."""
    table = pl.DataFrame(rows, infer_schema_length=None)
    empty = [name for name, kind in table.schema.items() if kind == pl.Null]
    return table.with_columns(pl.col(empty).cast(pl.Float64)).with_columns(pl.col(pl.Float64).fill_nan(None))


def shares_of(view: View, counts: pl.DataFrame, by: Sequence[str], whole: Sequence[str] = ()) -> pl.DataFrame:
    """Which part of the rows of `whole` fall on each key: from the `n` of block sums, with intervals.

    `counts` has block, the keys of `by` and n. Gives by, count, share, share_low, share_high.
    """
    totals = counts.group_by(["block", *whole]).agg(pl.col("n").sum().alias("total")).sort(["block", *whole])
    rows = []
    for key in counts.select(by).unique().sort(by).iter_rows(named=True):
        own = counts.filter(pl.col(name) == value for name, value in key.items())
        all_rows = totals.filter(pl.col(name) == key[name] for name in whole) if whole else totals
        joined = all_rows.join(own.group_by("block").agg(pl.col("n").sum()), on="block", how="left")
        m = _ratio(joined["total"].to_numpy(), joined["n"].fill_null(0.0).to_numpy(), view.lucks)
        estimate = stats.shared_wins(Moments(m.n, min(m.mean, 1.0), m.m2, m.games))
        rows.append(
            dict(key) | {"count": round(float(own["n"].sum())), "share": estimate.value} | bounds("share", estimate)
        )
    kinds = {name: counts.schema[name] for name in by} | {"count": pl.Int64}
    return pl.DataFrame(rows, schema=kinds | dict.fromkeys(("share", "share_low", "share_high"), pl.Float64))


def quantile(view: View, counts: pl.DataFrame, value: str, q: float) -> Estimate:
    """A quantile from counts by block and value (block, value, n), with Woodruff's interval.

    The share of rows at or below the quantile has an honest interval from the blocks; read back through the
    distribution, its ends are those of the quantile.
    """
    total = counts.group_by(value).agg(pl.col("n").sum()).sort(value)
    levels, reached = total[value].to_numpy().astype(float), np.cumsum(total["n"].to_numpy())
    rows = float(reached[-1])

    def at_share(share: float) -> float:
        found = int(np.searchsorted(reached, share * rows - 1e-9))
        return float(levels[min(found, levels.size - 1)])

    middle = at_share(q)
    by_block = counts.group_by("block").agg(
        pl.col("n").sum().alias("total"), pl.col("n").filter(pl.col(value) <= middle).sum().alias("below")
    )
    m = _ratio(by_block["total"].to_numpy(), by_block["below"].to_numpy(), view.lucks)
    if m.n < 2:
        return Estimate(middle, -math.inf, math.inf, round(rows))
    # The spread of the share at the quantile is taken around q itself: ties may put far more at or below it.
    reach = 1.96 * max(m.standard_error, math.sqrt(q * (1 - q) / rows) * 0.5)
    low = -math.inf if q - reach <= 0 else at_share(q - reach)
    high = math.inf if q + reach >= 1 else at_share(q + reach)
    return Estimate(middle, low, high, round(rows))


# --------------------------------------------------------------------------------------------- ratios by block


def _by_block(cell: pl.DataFrame, value: str) -> tuple[np.ndarray, np.ndarray]:
    merged = cell.group_by("block", maintain_order=True).agg(pl.col("n", value).sum())
    return merged["n"].to_numpy(), merged[value].to_numpy()


def _ratio(n: np.ndarray, y: np.ndarray, lucks: int) -> Moments:
    """The mean sum(y) / sum(n) as moments whose standard error is that of the ratio."""
    rows, occupied = float(n.sum()), int((n > 0).sum())
    if rows == 0:
        return Moments(0, 0.0, 0.0)
    mean = float(y.sum()) / rows
    independent = occupied if occupied < FEW_BLOCKS else min(round(rows), lucks)
    if occupied < 2:
        return Moments(1, mean, 0.0, round(rows))
    off = y - mean * n
    squares = _without_rounding(float((off * off).sum()), float((y * y).sum()))
    variance = occupied / (occupied - 1) * squares / rows**2
    return Moments(independent, mean, variance * independent * (independent - 1), round(rows))


def _without_rounding(squares: float, scale: float) -> float:
    return squares if squares > 1e-20 * scale else 0.0


@dataclass(frozen=True)
class _Residuals:
    mean: float
    rows: float
    by_block: pl.DataFrame  # block, off


def _residuals(cell: pl.DataFrame, value: str) -> _Residuals:
    merged = cell.group_by("block", maintain_order=True).agg(pl.col("n", value).sum())
    rows = float(merged["n"].sum())
    mean = float(merged[value].sum()) / rows if rows else math.nan
    return _Residuals(mean, rows, merged.select("block", off=(pl.col(value) - mean * pl.col("n")) / max(rows, 1)))


def _difference(a: _Residuals, b: _Residuals, lucks: int) -> Difference:
    games = round(a.rows + b.rows)
    gap = b.mean - a.mean
    joined = a.by_block.join(b.by_block, on="block", how="full", coalesce=True, suffix="_b").fill_null(0.0)
    occupied = joined.height
    if min(a.by_block.height, b.by_block.height) < 2:
        return Difference(Estimate(gap, -math.inf, math.inf, games), math.nan)
    off = (joined["off_b"] - joined["off"]).to_numpy()
    error = math.sqrt(_without_rounding(float((off * off).sum()), gap * gap) * occupied / (occupied - 1))
    few = min(a.by_block.height, b.by_block.height)
    df = (few if few < FEW_BLOCKS else min(games, lucks)) - 1
    independent = df + 1
    estimate = stats.mean(Moments(independent, gap, error**2 * independent * df, games))
    return Difference(estimate, stats.t_p_value(gap, error, df))
