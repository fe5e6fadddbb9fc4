"""Luck and skill: what decides who wins, as fractions of the variance of a single result.

A run that rotates plays each deal once for each seat of the line-up, so that every strategy meets every deal in every
seat. The result of a player in a game (its part of the win) then varies for four reasons, which add up:

========  ==============================================================================================
seat      some seats win more often, whoever sits there
strategy  some strategies win more often, wherever they sit
deal      this deal favours this seat, whoever plays it
play      the rest: what happens in play and is fixed by none of the others
========  ==============================================================================================

Deal and play together are luck, as far as these strategies can tell. The parts are estimated as in an analysis of
variance with the deal's share of a seat as a random effect; their intervals come from leaving out one block of deals at
a time (the jackknife).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import polars as pl

from digsite.analyses.stats import Estimate, Moments, mean
from digsite.analyses.view import collect, repeatable, win_share
from digsite.simulator.play.rotation import seat_of

if TYPE_CHECKING:
    from digsite.analyses.view import View

Floats = npt.NDArray[np.float64]
PARTS = ("deal", "play", "seat", "strategy")
LEADS = 0.95  # how certainly the better strategy leads
_Z_LEADS = 1.6448536269514722
_Z = 1.959963984540054


@dataclass(frozen=True)
class Lead:
    """How many games it takes until one strategy leads another; `high` is infinite where nothing is known."""

    strategy: str
    rival: str
    games: float
    low: float
    high: float


def can_be_split(view: View) -> bool:
    """Return whether strategy, seat and deal can be separated: different strategies rotated, and more than a few deals."""
    return view.plan.rotate and len(set(view.plan.players)) > 1 and view.deals >= _LEAST_DEALS


_LEAST_DEALS = 10


def parts(view: View) -> dict[str, Estimate]:
    """Return the fraction of each reason in the variance of results, and of `luck`, the deal and play together."""
    sums = _block_sums(view)
    whole = _shares(sums.sum(axis=0), view)
    if whole is None:
        return {}
    without = [_shares(rest, view) for rest in sums.sum(axis=0) - sums]
    left = np.array([shares if shares is not None else whole for shares in without])
    blocks = len(left)
    errors = np.sqrt((blocks - 1) / blocks * np.square(left - left.mean(axis=0)).sum(axis=0))
    luck = (*PARTS, "luck")
    return {
        name: Estimate(value, max(value - _Z * error, 0.0), min(value + _Z * error, 1.0), view.rows)
        for name, value, error in zip(luck, whole.tolist(), errors.tolist(), strict=True)
    }


def _block_sums(view: View) -> Floats:
    """Return, for each block of deals: deals, squares of results, squares of the deal's means, seat sums, place sums."""
    seats = range(1, view.seats + 1)
    wins = [win_share(seat).alias(f"win_{seat}") for seat in seats]
    places = [_place(view, place).alias(f"place_{place}") for place in range(view.seats)]
    by_luck = (
        view.games.with_columns(wins)
        .with_columns(places)
        .group_by("block", "luck")
        .agg(
            pl.sum_horizontal(pl.col(f"win_{seat}") ** 2 for seat in seats).sum().alias("squares"),
            *[pl.col(f"win_{seat}").mean() for seat in seats],
            *[pl.col(f"place_{place}").sum() for place in range(view.seats)],
        )
    )
    table = collect(
        by_luck.group_by("block").agg(
            pl.len().cast(pl.Float64).alias("deals"),
            repeatable(pl.col("squares").sum()),
            repeatable(pl.sum_horizontal(pl.col(f"win_{seat}") ** 2 for seat in seats).sum()).alias("means"),
            *[repeatable(pl.col(f"win_{seat}").sum()) for seat in seats],
            *[repeatable(pl.col(f"place_{place}").sum()) for place in range(view.seats)],
        )
    )
    return table.sort("block").drop("block").to_numpy().astype(np.float64)


def _place(view: View, place: int) -> pl.Expr:
    """Return the result of the player of a place of the line-up, in any seat."""
    result = pl.lit(0.0)
    for rotation in range(view.rotations):
        seat = seat_of(place, rotation, view.seats) + 1
        result = pl.when(pl.col("rotation") == rotation).then(pl.col(f"win_{seat}")).otherwise(result)
    return result


def _shares(sums: Floats, view: View) -> Floats | None:
    """Return the fractions of the reasons, then luck; None if all results are equal or there is a single deal."""
    seats, rotations = view.seats, view.rotations
    deals, squares, means = sums[:3]
    if deals < 2:
        return None
    seat_means = sums[3 : 3 + seats] / deals
    results = deals * seats * rotations
    grand = float(seat_means.mean())
    strategies, weights = _strategy_means(sums[3 + seats :] / (deals * rotations), view)
    by_strategy = float(weights @ np.square(strategies - grand))
    within = (squares - rotations * means) - results * by_strategy
    freedom = deals * seats * (rotations - 1) - (len(strategies) - 1)
    play = max(within, 0.0) / freedom
    between = rotations * (means - deals * float(np.square(seat_means).sum())) / (seats * (deals - 1))
    deal = max((between - play) / rotations, 0.0)
    seat = max(float(np.square(seat_means - grand).mean()) - between / (rotations * deals), 0.0)
    strategy = max(by_strategy - (len(strategies) - 1) / seats * play / (deals * rotations), 0.0)
    # Rounding residue is no variance.
    found = np.array([part if part > 1e-9 else 0.0 for part in (deal, play, seat, strategy)])
    total = found.sum()
    return None if total <= 0 else np.append(found, found[0] + found[1]) / total


def _strategy_means(places: Floats, view: View) -> tuple[Floats, Floats]:
    """Return the mean result of each strategy, and its fraction of the places."""
    names = list(dict.fromkeys(view.plan.players))
    own = [[places[at] for at, player in enumerate(view.plan.players) if player == name] for name in names]
    return np.array([np.mean(of) for of in own]), np.array([len(of) / view.seats for of in own])


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
    places = [place for place, player in enumerate(view.plan.players) if player == strategy]
    return pl.mean_horizontal(_place(view, place) for place in places)


def _games(lead: float, spread: float) -> float:
    return max(math.ceil((_Z_LEADS * spread / lead) ** 2), 1) if lead > 0 else math.inf
