"""The scorecard: what designers ask first, one line each, compared with targets.

A line has a figure with its interval, the band that the target allows, a word and a sentence on what to look at.
It is *fine* if the whole interval lies within the band, *off* if none of it does, and to be *watched* otherwise; where
the run has no answer, it is *open*. The lines come from the answers to the questions, with the same intervals as the
findings: corrected over the whole report, so that nothing is called *off* without a finding.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses.scorecard.components import on_components
from digsite.analyses.scorecard.course import on_pace, on_tension
from digsite.analyses.scorecard.line import Band, Line, Verdict, band_verdict, ends_of, figure_of, table_of
from digsite.analyses.scorecard.rivals import on_luck, on_seats, on_strategies, on_winning_alone
from digsite.analyses.scorecard.verdict import verdict
from digsite.analyses.view import View
from digsite.simulator.game.wording import number
from digsite.strategies.strength import WORLDS, Strength, strengths_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.result import Result
    from digsite.simulator.runs.run import Run

__all__ = ["Band", "Line", "Scorecard", "Verdict", "band_verdict", "default_targets", "measured_strengths", "scorecard"]


@dataclass(frozen=True)
class Scorecard:
    """The lines, and their targets."""

    lines: Sequence[Line]
    targets: str

    @property
    def verdict(self) -> str:
        """Return the lines in one or two sentences."""
        return verdict(self.lines)

    def as_data(self) -> dict[str, Any]:
        """Return the scorecard as plain data."""
        return {
            "targets": self.targets,
            "verdict": self.verdict,
            "lines": [_plain(line.as_data()) for line in self.lines],
        }


def _plain(data: Any) -> Any:
    """Return the data with infinite numbers as None, since JSON has none."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def default_targets(seats: int) -> dict[str, Band]:
    """Return the band of each target for a number of seats; for solo games, those that apply."""
    table = tomllib.loads(files("digsite.analyses.scorecard").joinpath("targets.toml").read_text(encoding="utf-8"))
    bands = {}
    for name, target in table.items():
        limits = [target.get(side, {}).get(str(seats)) for side in ("at_least", "at_most")]
        if limits != [None, None]:
            low, high = limits
            bands[name] = (-math.inf if low is None else low, math.inf if high is None else high)
    return bands


def scorecard(run: Run, results: Sequence[Result], targets: Mapping[str, Band] | None = None) -> Scorecard:
    """Return the scorecard of a run from the answers to its questions; `targets` replace the stated defaults."""
    view = View(run)
    bands = {**default_targets(view.seats), **(targets or {})}
    tables = {result.question: result.tables for result in results}
    made = [
        *(_rivals(view, tables, bands) if view.has_rivals else [on_winning_alone(view, bands["alone"])]),
        on_pace(view, tables, bands),
        on_components(view, tables, bands["component"]),
    ]
    lines = [line for line in (*made, _players(run, tables)) if line]
    players = f"{number(view.seats)} player{'' if view.seats == 1 else 's'}"
    return Scorecard(lines, f"digsite's defaults for {players}" if targets is None else "the targets given")


def _rivals(view: View, tables: Mapping[str, Any], bands: Mapping[str, Band]) -> list[Line | None]:
    return [
        on_seats(view, tables, bands["seats"]),
        on_strategies(view, tables, bands),
        on_luck(view, tables, bands["lead"]),
        on_tension(view, tables, bands["comeback"]),
    ]


def _players(run: Run, tables: Mapping[str, Any]) -> Line:
    """Return the line on player strength: against their look-ahead selves where measured, else against random play."""
    return _against_themselves(run) or _against_chance(tables)


def measured_strengths(run: Run) -> dict[str, Strength]:
    """Return how the run's strategies fare against themselves with look-ahead, if measured for its table and rules."""
    plan = run.plan
    if plan.rules != run.game.figures.values():
        return {}
    known = strengths_of(plan.game_id, plan.game_version, plan.seats)
    return {label: known[label] for label in dict.fromkeys(plan.players) if label in known}


def _against_themselves(run: Run) -> Line | None:
    found = measured_strengths(run)
    if not found:
        return None
    best = min(found.values(), key=lambda strength: strength.win)
    value, span = figure_of(best.win, best.low, best.high, percent=True)
    told = f"How often {best.strategy} beats itself when it looks ahead ({best.games} games; {100 / best.players:.3g} % is fair)"
    said: dict[bool | None, tuple[str, Verdict, str]] = {
        True: ("hold their own", "fine", "looking ahead gains it little."),
        False: ("beatable", "open", "better players may shift the balance."),
        None: ("cannot be told", "open", _why_unknown(best)),
    }
    word, verdict, follows = said[best.holds]
    return Line(
        "players behind it",
        word,
        verdict,
        f"{best.lookahead_name} wins {value}",
        span,
        f"{told}: {follows}",
        best.win,
        best.low,
        best.high,
        (0.0, best.bound),
        figures={"strategy": best.strategy, "think": best.think, "games": best.games, "seed": best.seed},
    )


def _why_unknown(best: Strength) -> str:
    """Return why a measurement does not show how good a strategy is."""
    if best.high <= best.bound:
        return f"looking ahead so little gains little; {WORLDS} worlds for each option may gain more."
    return "too few games to say how much looking ahead gains."


def _against_chance(tables: Mapping[str, Any]) -> Line:
    said = "How much better players that search ahead would do is not yet measured; they may shift the balance."
    duels = table_of(tables, "strategies", "head_to_head")
    met = duels.filter((pl.col("rival") == "random") & (pl.col("strategy") != "random")) if duels is not None else None
    if met is None or not met.height:
        return Line("players behind it", "not measured", "open", "no measure of their strength", "", said)
    row = met.sort("ahead").row(0, named=True)
    low, high = ends_of(row, "ahead", (0.0, 1.0))
    value, span = figure_of(row["ahead"], low, high, percent=True)
    return Line(
        "players behind it",
        "better than chance" if low > 0.5 else "not yet clear",
        "open",
        f"{row['strategy']} ranks before random in {value} of their meetings",
        span,
        said,
        row["ahead"],
        low,
        high,
        None,
        (0.0, 1.0),
        {"strategy": row["strategy"]},
    )
