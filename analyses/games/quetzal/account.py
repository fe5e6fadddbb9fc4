"""What meeples earn: cards, coins, discovery points and upgrades, counted as the points they earned on average in the run.

A card counts the points that cards of its type earned in sets, for each one taken, and its part of all bonuses; an
upgrade its printed points, what its kind of effect paid and coins; a discovery point the rewards of the track; a coin what
it scores at the end. What rerolls, discounts and larger deliveries save cannot be counted so and is left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses.stats import Estimate
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import SURROUNDINGS, TEMPLE_SPACES, UPGRADES, VILLAGE_SPACES
from digsite.simulator.games.quetzal.state import SOURCES, DiscoverySource

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from digsite.analyses.block_sums import Sums
    from digsite.analyses.view import View

TEMPLE = tuple(f"temple_{space}" for space in range(1, TEMPLE_SPACES + 1))
VILLAGE = tuple(f"village_{space}" for space in range(1, VILLAGE_SPACES + 1))
LOCATIONS: Mapping[str, tuple[str, ...]] = {  # spaces whose meeples and coins are counted together
    "temple": TEMPLE, **{place: (place,) for place in SURROUNDINGS}, "black_market": ("black_market",),
    "village": VILLAGE, "stela": ("stela",), "camp": ("camp",), "harbour": ("harbour",), "ship": ("ship",),
}  # fmt: skip
FREE = ("camp", "black_market", "ship", *SURROUNDINGS)
DELIVERING = ("harbour", "ship")
UNKNOWN = Estimate(math.nan, math.nan, math.nan, 0)  # for actions that never happened


def _sum(names: Iterable[str]) -> pl.Expr:
    return pl.sum_horizontal(pl.col(name).cast(pl.Float64) for name in names)


@dataclass(frozen=True)
class Values:
    """Average points of each thing."""

    coin: float
    card: Mapping[str, float]  # by type
    step: float  # a discovery point
    upgrade: float

    @classmethod
    def of(cls, view: View) -> Values:
        """Return the averages of a run."""
        coin = 1 / view.rules["end.coins"]
        had = _totals(view)
        upgrade = _per(had["upgrade_points"] + had["effects"] + coin * had["upgrade_coins"], had["upgrades"])
        drawn = max(had["upgrades"] - had["at_village"], 0.0)
        step = _per(had["track_points"] + coin * had["track_coins"] + upgrade * drawn, had["steps"])
        bonuses = had["bonus_points"] + coin * had["bonus_coins"] + step * had["bonus_steps"]
        each = _per(bonuses, sum(had[f"taken_{type_}"] for type_ in TYPES))
        card = {type_: _per(had[f"sets_{type_}"], had[f"taken_{type_}"]) + each for type_ in TYPES}
        return cls(coin, card, step, upgrade)


def _per(points: float, things: float) -> float:
    return points / things if things > 0 else 0.0


def _totals(view: View) -> dict[str, float]:
    wanted = {
        "upgrade_points": _sum(["points_from_upgrades"]),
        "effects": _sum(["points_from_effects"]),
        "upgrade_coins": _sum(["coins_from_upgrades"]),
        "upgrades": _sum(f"upgrades_{kind}" for kind in UPGRADES),
        "at_village": _sum(f"meeples_{space}" for space in VILLAGE),
        "track_points": _sum(["points_from_discovery"]),
        "track_coins": _sum(["coins_from_discovery"]),
        "steps": _sum(f"discovery_from_{source.name.lower()}" for source in DiscoverySource),
        "bonus_points": _sum(["points_from_bonuses"]),
        "bonus_coins": _sum(["coins_from_cards"]),
        "bonus_steps": _sum(["discovery_from_cards"]),
        **{f"taken_{type_}": _sum(f"taken_{source}_{type_}" for source in SOURCES) for type_ in TYPES},
        **{f"sets_{type_}": _sum([f"points_from_{type_}"]) for type_ in TYPES},
    }
    seats = [
        seat.select(sums.sum().alias(name) for name, sums in wanted.items()).collect(engine="streaming")
        for seat in view.each_seat
    ]
    return {name: float(value) for name, value in pl.concat(seats).sum().row(0, named=True).items()}


def brought(view: View) -> Sums:
    """Return meeples, coins and what they earned, by location."""
    values = Values.of(view)
    points = {place: _points(view.rules, values, place) for place in LOCATIONS}
    cells = {
        (place,): {
            "meeples": _sum(f"meeples_{space}" for space in spaces),
            "coins": pl.lit(0.0) if place in FREE else _sum(f"coins_spent_{space}" for space in spaces),
            "points": points[place],
        }
        for place, spaces in LOCATIONS.items()
    }
    return view.sums_by_column(view.each_seat, ["place"], cells)


def _points(rules: Mapping[str, Any], values: Values, place: str) -> pl.Expr:
    if place in DELIVERING:
        return _sum([f"points_at_{place}"])
    if place == "temple":
        return _cards(values, "temple") + _cards(values, "deck")
    if place in SURROUNDINGS:
        bonus = rules[f"{place}.bonus"]
        worth = {"vp": 1.0, "coin": values.coin, "discovery": values.step}
        each = float(sum(worth[gain] * n for gain, n in bonus.items()))
        return _cards(values, place) + _sum([f"bids_won_{place}"]) * each
    if place == "black_market":
        lost = [pl.col(f"sold_{type_}").cast(pl.Float64) * values.card[type_] for type_ in TYPES]
        return values.coin * _sum(["coins_from_black_market"]) - pl.sum_horizontal(lost)
    if place == "village":
        paid = _sum(["points_from_upgrades", "points_from_effects"]) + _sum(["coins_from_upgrades"]) * values.coin
        every = _sum(f"upgrades_{kind}" for kind in UPGRADES)
        return pl.when(every > 0).then(paid * _sum(f"meeples_{space}" for space in VILLAGE) / every).otherwise(0.0)
    if place == "stela":
        return values.step * _sum(["discovery_from_stela"]) + _sum(["points_from_marker"])
    return values.coin * _sum(["coins_from_camp"])


def _cards(values: Values, source: str) -> pl.Expr:
    """Return the cards taken from a source, as points."""
    return pl.sum_horizontal(pl.col(f"taken_{source}_{type_}").cast(pl.Float64) * values.card[type_] for type_ in TYPES)
