"""Tension: when games are decided, how often the lead changes hands and who wins from behind, by win chances.

The data are a sample of a run's games, each with the chances of all seats at points along it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses import sentences as words
from digsite.analyses.result import Chart, Result, described
from digsite.analyses.stats import Estimate, mean, shared_wins, tests
from digsite.analyses.winchance.lead_changes import AHEAD
from digsite.analyses.winchance.one_game import DECIDED, decided_at, grid, percent, ranged
from digsite.simulator.errors import DigsiteError
from digsite.simulator.runs import atomic_files, storage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from digsite.simulator.runs.run import Run


_VERSION = 2  # of the measures; saved samples of another one are played anew
_BINS = 10

MEASURES = {
    "decided": f"part of the game after which the winner's chance stays above {percent(DECIDED)}; 1 if only the end decides",
    "decided_by_half": "games decided before half of their turns are played",
    "lead_changes": f"times that another seat's chance comes {AHEAD * 100:.0f} points above that of the seat that led; rollouts' noise taken out",
    "comeback": "games won by a seat that did not have the best chance at half-time",
    "foreseen": "the same as the chances at half-time promised it, corrected for the best of noisy chances",
    "last_turn": "the winner's chance at the last point before the end",
}


def describe_game(table: pl.DataFrame, wins: Sequence[np.ndarray]) -> dict[str, float]:
    """Return what a table of chances says about the tension of its game, but for how often the lead changes.

    wins: each seat's part of the win in each rollout, for each point but the last.
    """
    chances, turns = grid(table), grid(table, "turn")[:, 0]
    parts = turns / max(turns[-1], 1)
    half = int(np.searchsorted(parts, 0.5, side="right")) - 1
    leader, at = int(chances[half].argmax()), decided_at(table)
    result = chances[-1]
    decided = 1.0 if at is None else float(parts[at])
    return {
        "decided": decided,
        "decided_by_half": float(decided < 0.5),
        "comeback": float(result.sum() - result[leader]),
        "foreseen": foreseen(wins[half]),
        "last_turn": float(chances[-2] @ result),
    }


def foreseen(wins: np.ndarray) -> float:
    """Return the chance that the seat with the best chance does not win.

    The best of several noisy chances looks better than it is. So each rollout is held against the best seat of all the
    others.
    """
    if len(wins) < 2:
        return float(wins.sum() - wins.max(axis=1).sum())
    best = (wins.sum(axis=0) - wins).argmax(axis=1)
    return float((wins.sum() - wins[np.arange(len(wins)), best].sum()) / len(wins))


def summarize(games: pl.DataFrame, seen: str, worlds: int) -> Result:
    """Return tables and the chart of a sample of games, given as rows of `describe_game`."""
    rows = [_row(name, about, games[name].to_numpy()) for name, about in MEASURES.items()]
    deciles = _deciles(games["decided"].to_numpy())
    caption = (
        f"Part of its turns after which the later winner's chance stays above {percent(DECIDED)}, {seen}; {games.height:,} "
        f"games, {worlds:,} games played on from each point, with 95 % intervals."
    )
    chart = Chart(
        "tension-decided", "bars", "When games are decided", caption, deciles, "decided", "share",
        x_label="part of the game", y_label="share of games", percent=True,
    )  # fmt: skip
    tables = {"measures": pl.DataFrame(rows), "decided": deciles, "games": games}
    return Result("tension", "Tension", tables, [described(said) for said in _said(tables["measures"])], [chart])


def write(path: Path, run: Run, games: pl.DataFrame, seen: str, worlds: int) -> None:
    """Save a sample with its run, a row of `describe_game` for each game."""
    atomic_files.write_json(
        path, {**_made_of(run), "seen": seen, "worlds": worlds, "games": games.to_dict(as_series=False)}
    )


def read(path: Path, run: Run) -> Result | None:
    """Return the sample saved with a run, or None if there is none or it is of other games."""
    if not storage.is_file(path):
        return None
    try:
        kept = atomic_files.read_json(path, str(path))
        if any(kept[name] != value for name, value in _made_of(run).items()):
            return None
        return summarize(pl.DataFrame(kept["games"]), kept["seen"], kept["worlds"])
    except (DigsiteError, KeyError, TypeError, pl.exceptions.PolarsError):
        return None


def _made_of(run: Run) -> dict[str, Any]:
    """Return the settings that decide which games a sample is drawn from."""
    return {"plan": run.plan.fingerprint(), "rows": run.rows, "version": _VERSION}


def _row(name: str, about: str, values: np.ndarray) -> dict[str, Any]:
    found = _estimate(name, values)
    return {
        "measure": name, "value": found.value, "value_low": found.low, "value_high": found.high, "games": len(values),
        "about": about,
    }  # fmt: skip


def _estimate(name: str, values: np.ndarray) -> Estimate:
    if name == "lead_changes":
        return mean(values)
    if name in ("decided", "foreseen", "last_turn"):  # fractions of 1, which may all be equal by chance
        found = tests.mean(values, scale=1.0).within(0.0, 1.0)
        return Estimate(found.estimate, found.low, found.high, len(values))
    return shared_wins(values)


def _deciles(decided: np.ndarray) -> pl.DataFrame:
    """Return the share of games decided in each tenth of their turns; those that only the end decides form a row apart."""
    at = np.where(decided >= 1, _BINS, np.minimum((decided * _BINS).astype(int), _BINS - 1))
    names = [f"{100 * at // _BINS} to {100 * (at + 1) // _BINS} %" for at in range(_BINS)] + ["at the end"]
    rows = []
    for place, name in enumerate(names):
        found = shared_wins((at == place).astype(float))
        rows.append({"decided": name, "share": found.value, "share_low": found.low, "share_high": found.high})
    return pl.DataFrame(rows)


def sentences(result: Result) -> Sequence[str]:
    """Return the measures in sentences."""
    return [finding.sentence for finding in result.findings]


def _said(measures: pl.DataFrame) -> Sequence[str]:
    said = {row["measure"]: row for row in measures.iter_rows(named=True)}
    games = said["decided"]["games"]
    these = "this game" if games == 1 else f"these {games:,} games"

    def share(name: str) -> str:
        return ranged(said[name])

    changes = said["lead_changes"]
    ends = changes["value_low"], changes["value_high"]
    known = ends[1] is not None and math.isfinite(ends[1])
    span = f"{max(ends[0], 0):.1f} to {ends[1]:.1f}" if known else "no interval"
    return [
        f"By win chances along {words.counted(games, 'game')}, a game was decided after {share('decided')} of its turns on average: from "
        f"there on the winner's chance stayed above {percent(DECIDED)}. {share('decided_by_half')} of games were decided "
        "before half of their turns were played.",
        f"In {these} the lead changed hands {changes['value']:.1f} times a game ({span}): the chance of another player came at least "
        f"{AHEAD * 100:.0f} points above that of the one who led.",
        f"Players without the best chance at half-time won {share('comeback')} of {these}; by their chances "
        f"at that point it would be {share('foreseen')}.",
        f"At the last point before the end of {these} the winner's chance was {share('last_turn')} on average.",
    ]
