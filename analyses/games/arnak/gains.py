"""Points by round and part of the score, from the events of a sample of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
import polars as pl

from digsite.simulator.game.events import LETTERS
from digsite.simulator.games.arnak.options import FEAR_TILE
from digsite.simulator.games.arnak.rules import FIRST_ARTIFACT, FIRST_BASIC, FIRST_FEAR, LAST_ROW

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.analyses.view import View
    from digsite.simulator.runs.run import Run

REST = "idols and slots"  # no event shows these alone: the bridge of the Snake side may or may not take an idol
_SCORING = ["buy", "take", "exile", "research", "arrive", "temple", "overcome", "fear"]  # events that score points
_KIND = pl.col("kind")


def gains(view: View) -> pl.DataFrame:
    """Return the gains of each seat of each game in each round, a column for each part of the score.

    Two questions ask for it, and a game has a thousand events: the result is cached as long as the run is in use.
    """
    known = _known.get(view.run)
    if known is None or known[0] != view.most_games:
        known = _known[view.run] = view.most_games, _gains(view)
    return known[1]


_known: WeakKeyDictionary[Run, tuple[int | None, pl.DataFrame]] = WeakKeyDictionary()


def _gains(view: View) -> pl.DataFrame:
    points, rounds, scoring = _points(view), int(view.rules["rounds"]), _KIND.is_in(_SCORING)
    first = (pl.col("game") != pl.col("game").shift()).fill_null(True)
    another = pl.col("seat") != pl.col("seat").shift()  # in a row of events of one seat the first says that it acted
    kept = view.events.select("game", "seat", _KIND, *LETTERS).filter(first | another | scoring | (_KIND == "round"))
    begun = (
        pl.when(_KIND == "round").then(view.number("round", "round")).when(first).then(0).forward_fill().alias("round")
    )
    acted = pl.col("seat").is_between(1, view.seats) & (pl.col("round") > 0)
    # Games, seats and rounds are all numbered, so each of their cells has a fixed place: far faster than keys.
    cell = (pl.col("game").cast(pl.Int64) * view.seats + pl.col("seat") - 1) * rounds + pl.col("round") - 1
    told = kept.collect().lazy().with_columns(begun).filter(acted).with_columns(cell=cell).collect()
    brought = (
        told.lazy().filter(scoring).select("cell", *[value.alias(part) for part, value in points.items()]).collect()
    )
    standings = _standings(view).sort("game", "seat", "round")
    places, cells = standings.select(cell).to_series().to_numpy(), view.deals * view.rotations * view.seats * rounds
    there = np.zeros(cells, bool)
    there[told["cell"].to_numpy()] = True  # the seats that acted in the round
    summed = [
        pl.Series(part, np.bincount(brought["cell"], brought[part], cells)[places]).cast(pl.Int32) for part in points
    ]
    found = standings.with_columns(summed).filter(pl.Series(there[places]))
    return found.with_columns((pl.col("gained") - pl.sum_horizontal(list(points))).alias(REST))


def _points(view: View) -> dict[str, pl.Expr]:
    """Return what an event adds to each part except idols and slots."""
    rules, card, place = view.rules, view.number("card", "buy", "take", "exile"), view.number("place", "arrive")
    token, row, is_card = (
        view.number("token", "research"),
        view.number("row", "research"),
        view.number("is_card", "fear"),
    )
    board, arrived = rules["board"], [0, *rules["scoring.lost_temple"]]
    glass, notebook = ([0, *(rules[f"research.{board}.rows.{at}.{name}_points"] for at in range(1, LAST_ROW))] for name in ("glass", "notebook"))  # fmt: skip
    cards = {at: points for table, first in (("items", 0), ("artifacts", FIRST_ARTIFACT)) for at, points in enumerate(_card_points(rules, table), first)}  # fmt: skip
    worth = card.replace_strict(cards, default=0, return_dtype=pl.Int32)
    comes, goes, researched = _KIND.is_in(["buy", "take"]), _KIND == "exile", (_KIND == "research") & (row < LAST_ROW)
    taken = pl.when(comes).then(worth).when(goes).then(-worth).otherwise(0)
    fear, tile = rules["basics.fear.points"], rules["scoring.fear_tile"]
    return {
        "glass": pl.when(researched & (token == 0)).then(_step(row, glass))
        .when(_KIND == "arrive").then(_of(place, arrived) - glass[-1]).otherwise(0),
        "notebook": pl.when(researched & (token == 1)).then(_step(row, notebook)).otherwise(0),
        "temple tiles": pl.when(_KIND == "temple").then(view.number("points", "temple")).otherwise(0),
        "guardians": pl.when(_KIND == "overcome").then(rules["scoring.guardian"]).otherwise(0),
        "items": pl.when(card < FIRST_ARTIFACT).then(taken).otherwise(0),
        "artifacts": pl.when(card.is_between(FIRST_ARTIFACT, FIRST_BASIC, closed="left")).then(taken).otherwise(0),
        "Fear": pl.when((_KIND == "fear") & (is_card == 1)).then(fear).when(_KIND == "fear").then(tile)
        .when(goes & (card == FEAR_TILE)).then(-tile).when(goes & (card >= FIRST_FEAR)).then(-fear).otherwise(0),
    }  # fmt: skip


def _card_points(rules: Mapping[str, Any], table: str) -> list[int]:
    return [value for key, value in rules.items() if key.startswith(f"{table}.") and key.endswith(".points")]


def _of(column: pl.Expr, values: list[int]) -> pl.Expr:
    found: pl.Expr = column.replace_strict(dict(enumerate(values)), default=0, return_dtype=pl.Int32)
    return found


def _step(row: pl.Expr, values: list[int]) -> pl.Expr:
    """Return how much a row adds to the one before."""
    found: pl.Expr = _of(row, values) - _of(row - 1, values)
    return found


def _standings(view: View) -> pl.DataFrame:
    """Return how much each seat's standing rose in each round; it starts with its empty slots and two Fear cards."""
    start = sum(view.rules["scoring.slots"]) + 2 * view.rules["basics.fear.points"]
    parts = []
    for number in range(1, int(view.rules["rounds"]) + 1):
        for seat in range(1, view.seats + 1):
            before = pl.col(f"score_after_round_{number - 1}_{seat}") if number > 1 else pl.lit(start)
            gained = (pl.col(f"score_after_round_{number}_{seat}").cast(pl.Int32) - before).cast(pl.Int32)
            key = pl.lit(seat, pl.Int8).alias("seat"), pl.lit(number, pl.Int32).alias("round")
            parts.append(view.games.select("block", "game", *key, gained.alias("gained")))
    return pl.concat(parts).collect()
