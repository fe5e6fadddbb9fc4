"""Sums over blocks of deals, the data behind every question: ten million games fit in a few megabytes.

Games that share their luck are not independent, and neither are the seats of one game. So a run's deals are
cut into at most a thousand blocks of equal size, a lazy query sums each figure within each block, and the spread
between the blocks sets the interval. A deal never spans two blocks, so the interval is honest whatever
happens within a deal. Runs with fewer deals have one block per deal.

A figure is a mean: a sum divided by a count, over all rows of a key (a seat, a strategy, a number of artifacts). As
the count varies from block to block too, the spread is that of a ratio: the squares of sum - mean * count.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import polars as pl

from digsite.analyses import stats
from digsite.analyses.stats import Estimate, Moments, tests

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.stats.tests import Test

Floats = npt.NDArray[np.float64]

BLOCKS = 1_000
FEW_BLOCKS = 200  # with fewer non-empty blocks, each counts as one independent value
WIN = "win"


@dataclass(frozen=True)
class Difference:
    """The difference between the means of two keys, and how likely it is by chance alone."""

    estimate: Estimate
    p_value: float


@dataclass(frozen=True)
class Sums:
    """Sums of values by block and key; `n` counts the rows in each sum."""

    blocks: pl.DataFrame
    by: tuple[str, ...]
    values: tuple[str, ...]
    deals: int

    def table(self, shares: Sequence[str] = (), means: Sequence[str] = (), count: str = "games") -> pl.DataFrame:
        """Return a row for each key: its rows as `count`, then each value with `_low` and `_high`.

        `shares` are fractions of a whole (wins, yes or no) and get Wilson's interval; `means` get Student's.
        """
        rows = []
        for key, cell in self._cells():
            row = dict(key) | {count: round(float(cell["n"].sum()))}
            for value in (*shares, *means):
                estimate = self._estimate(cell, value, value in shares)
                row |= {value: estimate.value} | bounds(value, estimate)
            rows.append(row)
        return pl.DataFrame(rows, schema=self._schema((*shares, *means), count))

    def keys(self) -> pl.DataFrame:
        """Return the keys in order; without keys, one row without columns."""
        return self.blocks.select(self.by).unique().sort(self.by) if self.by else pl.DataFrame([{}])

    def _cells(self) -> list[tuple[dict[str, Any], pl.DataFrame]]:
        """Return the keys in order, each with its blocks."""
        if not self.by:
            return [({}, self.blocks)]
        parts = self.blocks.partition_by(self.by, as_dict=True)
        return [(dict(zip(self.by, key, strict=True)), parts[key]) for key in self.keys().iter_rows()]

    def at(self, **key: Any) -> pl.DataFrame:
        """Return the blocks of one key, or of several keys together if only part of `by` is given."""
        return self.blocks.filter(pl.col(name) == value for name, value in key.items()) if key else self.blocks

    def estimate(self, value: str, *, share: bool = False, **key: Any) -> Estimate:
        """Return a value's mean over the rows of a key, with its interval."""
        return self._estimate(self.at(**key), value, share)

    def moments(self, value: str, **key: Any) -> Moments:
        """Return a value's mean over the rows of a key as moments, for the tests in `stats`."""
        return _ratio(*_by_block(self.at(**key), value), self.deals)

    def difference(self, value: str, a: Mapping[str, Any], b: Mapping[str, Any]) -> Difference:
        """Return key b's mean minus key a's; what both share in a block does not widen the interval."""
        left, right = (_residuals(self.at(**key), value) for key in (a, b))
        return _difference(left, right, self.deals)

    def share_difference(self, value: str, a: Mapping[str, Any], b: Mapping[str, Any]) -> Difference:
        """Return the difference of two shares, honest where the share is rare or all rows of a key agree."""
        cells = self.at(**a), self.at(**b)
        left, right = (_as_share(_ratio(*_by_block(cell, value), self.deals)) for cell in cells)
        alike = _correlation(*(_residuals(cell, value) for cell in cells))
        test = tests.share_difference(left, right, alike)
        return Difference(Estimate(test.estimate, test.low, test.high, left.games + right.games), test.p)

    def test(self, value: str, null: float, scale: float = 0.0, level: float = 0.95, **key: Any) -> Test:
        """Test whether a mean differs from `null`; `scale` is how far a single value may plausibly lie off."""
        return tests.mean(self.moments(value, **key), null, scale, level)

    def share_test(self, value: str, null: float, level: float = 0.95, **key: Any) -> Test:
        """Test whether a share differs from `null`."""
        return tests.share(_as_share(self.moments(value, **key)), null, level)

    def leads(self, value: str, key: str, candidates: Sequence[Any], best: Any) -> float:
        """Return the p-value of `best`, the highest of the candidates, beating the runner-up."""
        gaps = [self.difference(value, {key: other}, {key: best}) for other in candidates if other != best]
        return max((1.0 if math.isnan(gap.p_value) else gap.p_value for gap in gaps), default=1.0)

    def steps(
        self, key: str, shares: Sequence[str] = (), means: Sequence[str] = (), count: str = "appearances"
    ) -> pl.DataFrame:
        """Return a row for each step of a counted key: how rows with one more differ from rows with one less.

        `count` is the number of rows of the rarer of the two; `shares` and `means` as in `table`.
        """
        rows = []
        for few, more in pairwise(self.keys()[key]):
            if more == few + 1:
                row = {"from": few, "to": more, count: min(self.count(**{key: few}), self.count(**{key: more}))}
                for value in (*shares, *means):
                    differ = self.share_difference if value in shares else self.difference
                    row |= change(value, differ(value, {key: few}, {key: more}))
                rows.append(row)
        return to_table(rows) if rows else pl.DataFrame(schema=dict.fromkeys(("from", "to", count), pl.Int64))

    def merged(self, by: Sequence[str]) -> Sums:
        """Return the same sums grouped by fewer keys."""
        table = (
            self.blocks.group_by(["block", *by], maintain_order=True)
            .agg(pl.col("n", *self.values).sum())
            .sort(["block", *by])
        )
        return Sums(table, tuple(by), self.values, self.deals)

    def where(self, condition: pl.Expr | str, by: Sequence[str]) -> Sums:
        """Return the sums of the rows that meet a condition, grouped by fewer keys."""
        return Sums(self.blocks.filter(condition), self.by, self.values, self.deals).merged(by)

    def count(self, **key: Any) -> int:
        """Return the number of rows of a key."""
        return round(float(self.at(**key)["n"].sum()))

    def per(self, count: str, **key: Any) -> Sums:
        """Return the sums of one key with another value as the count, so that means are per card or per set."""
        return Sums(self.at(**key).with_columns(n=pl.col(count)), (), self.values, self.deals)

    def shares(self, whole: Sequence[str] = ()) -> pl.DataFrame:
        """Return the count and the share of rows at each key, of all rows or of the rows of each key of `whole`."""
        keys = ["block", *whole]
        totals = self.blocks.group_by(keys).agg(pl.col("n").sum().alias("total")).sort(keys)
        rows = []
        for key, own in self._cells():
            all_rows = totals.filter(pl.col(name) == key[name] for name in whole) if whole else totals
            joined = all_rows.join(
                own.group_by("block").agg(pl.col("n").sum()), on="block", how="left", maintain_order="left"
            )
            m = _ratio(joined["total"].to_numpy(), joined["n"].fill_null(0.0).to_numpy(), self.deals)
            rows.append({**key, "count": round(float(own["n"].sum())), **interval("share", _share_of(m))})
        return pl.DataFrame(rows, schema=self._schema(["share"], "count"))

    def quantile(self, value: str, q: float) -> Estimate:
        """Return a quantile of a key over all rows, with Woodruff's interval.

        The share of rows at or below the quantile has an honest interval from the blocks; reading its ends back through the
        distribution turns them into the ends of the quantile's interval.
        """
        total = self.blocks.group_by(value).agg(pl.col("n").sum()).sort(value)
        levels, reached = total[value].to_numpy().astype(float), np.cumsum(total["n"].to_numpy())
        rows = float(reached[-1])

        def at_share(share: float) -> float:
            found = int(np.searchsorted(reached, share * rows - 1e-9))
            return float(levels[min(found, levels.size - 1)])

        middle = at_share(q)
        below = pl.col("n").filter(pl.col(value) <= middle).sum().alias("below")
        by_block = self.blocks.group_by("block").agg(pl.col("n").sum().alias("total"), below).sort("block")
        m = _ratio(by_block["total"].to_numpy(), by_block["below"].to_numpy(), self.deals)
        if m.n < 2:
            return Estimate(middle, -math.inf, math.inf, round(rows))
        # The spread of the share is taken around q itself: ties may put far more rows at or below the quantile.
        reach = 1.96 * max(m.standard_error, math.sqrt(q * (1 - q) / rows) * 0.5)
        low = -math.inf if q - reach <= 0 else at_share(q - reach)
        high = math.inf if q + reach >= 1 else at_share(q + reach)
        return Estimate(middle, low, high, round(rows))

    def _estimate(self, cell: pl.DataFrame, value: str, share: bool) -> Estimate:
        m = _ratio(*_by_block(cell, value), self.deals)
        return _share_of(m) if share else stats.mean(m)

    def _schema(self, values: Sequence[str], count: str) -> dict[str, Any]:
        named: dict[str, Any] = {name: self.blocks.schema[name] for name in self.by}
        named[count] = pl.Int64
        for value in values:
            named |= dict.fromkeys((value, f"{value}_low", f"{value}_high"), pl.Float64)
        return named


def finite(value: float) -> float | None:
    """Return the value as tables store it: None if it is not finite."""
    return value if math.isfinite(value) else None


def bounds(name: str, estimate: Estimate) -> dict[str, float | None]:
    """Return the ends of an interval as two entries of a row."""
    return {f"{name}_low": finite(estimate.low), f"{name}_high": finite(estimate.high)}


def interval(name: str, estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate and the ends of its interval as three entries of a row."""
    return {name: finite(estimate.value), **bounds(name, estimate)}


def test_entries(name: str, test: Test) -> dict[str, float | None]:
    """Return a test's estimate and the ends of its interval as three entries of a row."""
    return {name: finite(test.estimate), f"{name}_low": finite(test.low), f"{name}_high": finite(test.high)}


def change(name: str, gap: Difference) -> dict[str, float | None]:
    """Return the row entries for an observed difference: `x_change` with its interval, and no p-value."""
    return interval(f"{name}_change", gap.estimate)


def to_table(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Return summarised rows as a table; missing numbers are null, and an all-null column is numeric."""
    table = pl.DataFrame(rows, infer_schema_length=None)
    empty = [name for name, kind in table.schema.items() if kind == pl.Null]
    return table.with_columns(pl.col(empty).cast(pl.Float64)).with_columns(pl.col(pl.Float64).fill_nan(None))


# --------------------------------------------------------------------------------------------- ratios by block


def _by_block(cell: pl.DataFrame, value: str) -> tuple[Floats, Floats]:
    block = cell["block"].to_numpy()
    once = bool((block[1:] > block[:-1]).all())  # a single row per block, as for a whole key
    merged = cell if once else cell.group_by("block", maintain_order=True).agg(pl.col("n", value).sum())
    return merged["n"].to_numpy(), merged[value].to_numpy()


def _ratio(n: Floats, y: Floats, lucks: int) -> Moments:
    """Return the mean sum(y) / sum(n) as moments whose standard error is that of the ratio."""
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


def _share_of(m: Moments) -> Estimate:
    return stats.shared_wins(_as_share(m))


def _as_share(m: Moments) -> Moments:
    """Return the moments of a share, clipped so that rounding does not carry it past 0 or 1."""
    return Moments(m.n, min(max(m.mean, 0.0), 1.0), m.m2, m.games)


def _without_rounding(squares: float, scale: float) -> float:
    return squares if squares > 1e-20 * scale else 0.0


@dataclass(frozen=True)
class _Residuals:
    mean: float
    rows: float
    by_block: pl.DataFrame  # block, deviation


def _residuals(cell: pl.DataFrame, value: str) -> _Residuals:
    merged = cell.group_by("block", maintain_order=True).agg(pl.col("n", value).sum())
    rows = float(merged["n"].sum())
    mean = float(merged[value].sum()) / rows if rows else math.nan
    return _Residuals(mean, rows, merged.select("block", off=(pl.col(value) - mean * pl.col("n")) / max(rows, 1)))


def _joined(a: _Residuals, b: _Residuals) -> pl.DataFrame:
    """Return both deviations in each block that has both, in block order."""
    # A join returns rows in a different order each time, and the order of a sum changes its last digits.
    both = a.by_block.join(b.by_block, on="block", how="full", coalesce=True, suffix="_b").sort("block")
    return both.fill_null(0.0)


def _correlation(a: _Residuals, b: _Residuals) -> float:
    """Return how far the luck of a block moves both means together; 0 where that is unknown."""
    joined = _joined(a, b)
    one, other = joined["off"].to_numpy(), joined["off_b"].to_numpy()
    spread = math.sqrt(float((one * one).sum()) * float((other * other).sum()))
    return float((one * other).sum()) / spread if spread > 0 else 0.0


def _difference(a: _Residuals, b: _Residuals, lucks: int) -> Difference:
    games = round(a.rows + b.rows)
    gap = b.mean - a.mean
    joined = _joined(a, b)
    occupied = joined.height
    if min(a.by_block.height, b.by_block.height) < 2:
        return Difference(Estimate(gap, -math.inf, math.inf, games), math.nan)
    off = (joined["off_b"] - joined["off"]).to_numpy()
    error = math.sqrt(_without_rounding(float((off * off).sum()), gap * gap) * occupied / (occupied - 1))
    few = min(a.by_block.height, b.by_block.height)
    df = (few if few < FEW_BLOCKS else min(games, lucks)) - 1
    independent = df + 1
    moments = Moments(independent, gap, error**2 * independent * df, games)
    return Difference(stats.mean(moments), tests.mean(moments).p)
