"""Skill: how many games it takes until the better of two strategies leads.

A run plays each deal once for each seat of the line-up, unless it is seated as typed, so that every strategy meets every
deal in every seat. What else decides who wins is measured by a probe of the run (`digsite.analyses.probes.luck`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses.expressions import collect, repeatable, win_share
from digsite.analyses.stats import Moments, mean
from digsite.simulator.play.seating import FIXED

if TYPE_CHECKING:
    from digsite.analyses.view import View

_Z_LEADS = 1.6448536269514722  # the better strategy leads with 95 %


@dataclass(frozen=True)
class Lead:
    """How many games it takes until one strategy leads another; `high` is infinite where nothing is known."""

    strategy: str
    rival: str
    games: float
    low: float
    high: float


def can_lead(view: View) -> bool:
    """Return whether strategies can be compared: different ones that play every seat, and more than a few deals."""
    return view.plan.seating != FIXED and len(set(view.plan.players)) > 1 and view.deals >= _LEAST_DEALS


_LEAST_DEALS = 10


def games_to_lead(view: View, strategy: str, rival: str, level: float = 0.95) -> Lead:
    """Return how many games until the better strategy is ahead of a rival with 95 %, both at the same table."""
    frame = view.games.with_columns(win_share(seat).alias(f"win_{seat}") for seat in range(1, view.seats + 1))
    gap = _of(view, strategy) - _of(view, rival)
    by_luck = (
        frame.select("luck", gap=gap)
        .group_by("luck")
        .agg(pl.col("gap").mean(), (pl.col("gap") ** 2).mean().alias("sq"))
    )
    found = by_luck.select(
        pl.len().alias("n"), repeatable(pl.col("gap").sum()), repeatable((pl.col("gap") ** 2).sum()).alias("squares"),
        repeatable(pl.col("sq").mean()),
    )  # fmt: skip
    row = collect(found).row(0, named=True)
    lead = mean(Moments.from_sums(row["n"], row["gap"], row["squares"], view.rows), level)
    spread = math.sqrt(max(row["sq"] - lead.value**2, 0.0))
    games, low, high = (_games(at, spread) for at in (lead.value, lead.high, lead.low))
    return Lead(strategy, rival, games, low, high)


def _of(view: View, strategy: str) -> pl.Expr:
    """Return the mean part of the win of the seats that a strategy has."""
    sits = [pl.col(f"strategy_{seat}").cast(pl.String) == strategy for seat in range(1, view.seats + 1)]
    won = [sat * pl.col(f"win_{seat}") for seat, sat in enumerate(sits, 1)]
    return pl.sum_horizontal(won) / pl.sum_horizontal(sits)


def _games(lead: float, spread: float) -> float:
    return max(math.ceil((_Z_LEADS * spread / lead) ** 2), 1) if lead > 0 else math.inf
