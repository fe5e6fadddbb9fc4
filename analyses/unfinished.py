"""Warnings about games that did not end, for every page that shows figures of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.simulator.game.columns import BROKEN_OFF, MOST_DECISIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from digsite.simulator.runs.run import Run


def unfinished_warning(runs: Iterable[Run]) -> str:
    """Return a warning about unfinished games in some runs; empty if all of them ended."""
    games = broken = 0
    for run in runs:
        ended = pl.col("end_reason").cast(pl.String) != BROKEN_OFF
        counted = run.games.select(pl.len(), (~ended).sum().alias("broken")).collect(engine="streaming")
        games, broken = games + counted["len"].item(), broken + counted["broken"].item()
    return warning(broken, games) if broken else ""


def warning(broken: int, games: int) -> str:
    """Return the warning that `broken` of `games` games did not end."""
    return (
        f"{broken:,} of {games:,} games did not end within {MOST_DECISIONS:,} decisions and "
        f"{'was' if broken == 1 else 'were'} broken off. Nobody wins such a game and it has no points, so shares and "
        "averages of this run mislead: change the rule figures or the strategies that let a game go on for ever."
    )
