"""What one more is worth: the nudges of all questions in one picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses.block_sums import WIN
from digsite.analyses.result import Chart
from digsite.analyses.scorecard.line import ends_of
from digsite.analyses.sentences import sentence
from digsite.analyses.stats import family

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST = 6  # things in the picture
FEWEST = 3


@dataclass(frozen=True)
class Worth:
    """What one more of a thing adds to the wins of the player who gets it; `sure` if that is beyond chance."""

    nudge: str
    thing: str
    value: float
    low: float
    high: float
    sure: bool
    games: int


def worths(tables: Mapping[str, Any]) -> list[Worth]:
    """Return what one more of each thing that can be given is worth, the most first."""
    rows: dict[str, Mapping[str, Any]] = {}
    for of_question in tables.values():
        if "worth" in of_question:
            rows = {row["nudge"]: row for row in of_question["worth"].iter_rows(named=True)} | rows
    known = [row for row in rows.values() if (row["units"] or 0) > 0 and row.get(f"{WIN}_change") is not None]
    return sorted(map(_worth, known), key=lambda worth: -worth.value)


def _worth(row: Mapping[str, Any]) -> Worth:
    low, high = (end / row["units"] for end in ends_of(row, f"{WIN}_change"))
    thing = row["thing"] if row["units"] == 1 else f"each of {row['thing']}"
    sure = bool(row[f"{WIN}_p"] < family.LIKELY)
    return Worth(row["nudge"], thing, row[f"{WIN}_change"] / row["units"], low, high, sure, row["pairs"])


def worth_chart(found: Sequence[Worth]) -> Chart | None:
    """Return the picture of what one more is worth, or None if too few things were measured."""
    if len(found) < FEWEST:
        return None
    shown = [*found[: MOST - 1], *found[MOST - 1 :][-1:]] if len(found) > MOST else list(found)
    table = pl.DataFrame(
        {
            "thing": [sentence(worth.thing) for worth in shown],
            "wins": [100 * worth.value for worth in shown],
            "wins_low": [100 * worth.low for worth in shown],
            "wins_high": [100 * worth.high for worth in shown],
        }
    )
    least = min(worth.games for worth in shown)
    rest = f" Of {len(found)} things, the {MOST - 1} worth most and the least." if len(found) > MOST else ""
    caption = f"More wins in 100 for the player who gets one more, with 95 % intervals; at least {least:,} pairs of games each.{rest}"
    return Chart(
        "first-worth", "bars", "What one more is worth", caption, table, "thing", "wins", y_label="more wins in 100",
        across=True,
    )  # fmt: skip
