"""The lines about the course of a game: tension and game length."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN
from digsite.analyses.general.timeline import halfway
from digsite.analyses.scorecard.line import (
    DEPENDS,
    Band,
    Line,
    Verdict,
    band_verdict,
    ends_of,
    figure_of,
    open_verdict,
    scope_of,
    table_of,
)
from digsite.analyses.winchance.one_game import ranged
from digsite.simulator.game.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.analyses.view import View


def on_tension(view: View, tables: Mapping[str, Any], band: Band) -> Line | None:
    """Return the line on tension: by win chances along a sample of games where available, else by checkpoint leaders."""
    sampled = table_of(tables, "timeline", "tension")
    line = _tension_by_lead(tables, band) if sampled is None else _tension_by_chances(view, sampled, band)
    return _scoped_tension(view, tables, line, band) if line else None


def _scoped_tension(view: View, tables: Mapping[str, Any], line: Line, band: Band) -> Line:
    """Return the line with what other line-ups say: it depends on the players if with some of them it is surely off.

    Their figure is how often the one in the lead at half-time loses, divided among the others.
    """
    scope, found = scope_of(tables, "timeline"), table_of(tables, "timeline", "by_line_up")
    if scope is None or found is None:
        return replace(line, more=f"{line.more} With this line-up: others were not played.".strip())
    behind = view.seats - 1
    spans = [((1 - row["value_high"]) / behind, (1 - row["value_low"]) / behind) for row in found.iter_rows(named=True)]
    own, *others = (band_verdict(low, high, band) for low, high in spans)
    ends = (f"{100 * (1 - float(end)):.0f}" for end in (found["value"].max(), found["value"].min()))  # type: ignore[arg-type]
    whom = " whoever plays" if scope["holds"] else ""
    more = f"{line.more} Over {scope['line_ups']} line-ups the leader at half-time loses {' to '.join(ends)} % of games{whom}.".strip()
    if line.verdict == "fine" and scope["depends"] and own != "off" and "off" in others:
        return replace(line, word=DEPENDS, verdict="watch", more=more)
    return replace(line, more=more)


def _tension_by_chances(view: View, sampled: pl.DataFrame, band: Band) -> Line:
    rows = {row["measure"]: row for row in sampled.iter_rows(named=True)}
    behind = view.seats - 1  # players without the best chance
    value, low, high = (rows["comeback"][name] / behind for name in ("value", "value_low", "value_high"))
    decided, games = rows["decided"], rows["decided"]["games"]
    verdict = band_verdict(low, high, band)
    whom = f"each of the {number(behind)} players" if behind > 1 else "the player"
    counted = f"Counted by win chances along {games:,} games, for {whom} without the best chance at half-time"
    together = f"; together they win {ranged(rows['comeback'])} of games" if behind > 1 else ""
    more = (
        f"A game is decided after {ranged(decided)} of its "
        f"turns, the lead changes hands {sentences.row_with_interval(rows['lead_changes'], 'value')} times, and just before the "
        f"end the winner's chance is {ranged(rows['last_turn'])}."
    )
    figures = {name: row["value"] for name, row in rows.items()} | {"games": games}
    whose = (
        "a player without the best chance at half-time wins" if behind > 1 else "the player behind at half-time wins"
    )
    return _tension_line(whose, verdict, (value, low, high), band, f"{counted}{together}", more, figures)


def _tension_line(
    whose: str,
    verdict: Verdict,
    won: tuple[float, float, float],
    band: Band,
    counted: str,
    more: str,
    figures: Mapping[str, Any],
) -> Line:
    value, low, high = won
    said_value, span = figure_of(value, low, high, percent=True)
    tight = {
        "fine": "open",
        "watch": open_verdict(low, high, band),
        "off": "settled early" if value < band[0] else "lead is no lead",
    }
    return Line(
        "tension",
        tight[verdict],
        verdict,
        f"{sentences.sentence(whose)} {said_value} of games",
        span,
        f"{counted}; the target allows {band[0] * 100:.3g} to {band[1] * 100:.3g} %.",
        value,
        low,
        high,
        band,
        (0.0, min(2 * band[1], 1.0)),
        figures,
        more,
    )


def _tension_by_lead(tables: Mapping[str, Any], band: Band) -> Line | None:
    backs = table_of(tables, "timeline", "comebacks")
    if backs is None:
        said = "The game records no score along the way."
        return Line("tension", "not recorded", "open", "no score along the way", "", said)
    row = halfway(backs).sort("behind_by").row(0, named=True)
    low, high = ends_of(row, WIN, (0.0, 1.0))
    parts = [f"counted at the checkpoints of all games, for every player who was not in the lead {row['checkpoint']}"]
    figures: dict[str, Any] = {"checkpoint": row["checkpoint"]}
    changes, decided = table_of(tables, "timeline", "lead_changes"), table_of(tables, "timeline", "decided")
    if changes is not None:
        figures["lead_changes"] = float((changes["changes"] * changes["share"]).sum())
    if decided is not None:
        late = decided.filter(pl.col("since") == "finish")
        figures["last_turn_swings"] = float(late["share"].sum())
        if late.height:
            share = sentences.row_with_interval(late.row(0, named=True), "share", percent=True)
            parts.append(f"in {share} of games the winner did not lead alone at the last of them")
    whose, counted = f"a player behind {row['checkpoint']} wins", sentences.sentence("; ".join(parts))
    return _tension_line(whose, band_verdict(low, high, band), (row[WIN], low, high), band, counted, "", figures)


def on_pace(view: View, tables: Mapping[str, Any], bands: Mapping[str, Band]) -> Line | None:
    """Return the line on how long games take, and how much of them comes after they are decided."""
    table = table_of(tables, "length", "turns")
    if table is None:
        return None
    row = table.row(0, named=True)
    median, longest = row["q50"], row["q95"]
    ends = [row[f"q95_{end}"] if row[f"q95_{end}"] is not None else longest for end in ("low", "high")]
    if not median:
        return None
    verdict = band_verdict(ends[0] / median, ends[1] / median, bands["long"])
    depends, whom = _pace_scope(tables, verdict, bands["long"])
    figures: dict[str, Any] = {"median": median, "q05": row["q05"], "q95": longest}
    said = [f"nineteen games in twenty take at most {longest:,.0f} {view.wording.turns}"]
    if view.takes_turns:
        said.append(_waiting(view))
    sampled = table_of(tables, "timeline", "tension")
    if sampled is not None:
        decided = sampled.row(by_predicate=pl.col("measure") == "decided", named=True)
        rest = {
            "value": 1 - decided["value"],
            "value_low": 1 - decided["value_high"],
            "value_high": 1 - decided["value_low"],
        }
        figures["after_decision"] = rest["value"]
        said.append(f"{ranged(rest)} of the turns come after the game is decided")
    elif (after := _after_decision(tables)) is not None:
        figures["after_decision"] = after
        said.append(f"{after * 100:.0f} % of the moments seen come after the winner took the lead for good")
    lead, *more = (f"{sentences.sentence(part)}." for part in [*said, whom])
    return Line(
        "pace",
        DEPENDS if depends else {"fine": "steady", "watch": "borderline", "off": "long games"}[verdict],
        "watch" if depends else verdict,
        f"median {median:,.0f} {view.wording.turns}",
        f"nine in ten {row['q05']:,.0f} to {longest:,.0f}",
        lead,
        median,
        row["q05"],
        longest,
        (0.0, bands["long"][1] * median),
        (0.0, 2 * median),
        figures,
        " ".join(more),
        view.wording.turns,
    )


def _pace_scope(tables: Mapping[str, Any], verdict: Verdict, band: Band) -> tuple[bool, str]:
    """Return whether with other line-ups the verdict is surely another one, and what they say in words."""
    found, scope = table_of(tables, "length", "pace_by_line_up"), scope_of(tables, "length")
    if found is None or scope is None:
        return False, "that is with this line-up: others were not played"
    said = [band_verdict(row["longest_low"], row["longest_high"], band) for row in found.iter_rows(named=True)]
    steady = sum(word == "fine" for word in said)
    depends = (verdict == "fine" and "off" in said) or (verdict == "off" and steady > 0)
    if not depends and verdict == "fine" and steady == len(said):
        return False, "games are as steady with every other line-up that was played"
    return depends, f"with {number(steady)} of {number(len(said))} other line-ups games are surely steady"


def _waiting(view: View) -> str:
    """Return how long players wait between two of their turns, in turns and decisions of the others."""
    turns = sentences.counted(view.seats - 1, "turn")
    sums = view.sums(view.games.select("block", "decisions", "turns"), [], ["decisions", "turns"])
    each, others = sums.per("turns").estimate("decisions"), view.seats - 1
    waited = replace(each, value=each.value * others, low=each.low * others, high=each.high * others)
    return f"between two of their own turns players wait for {turns} of others, {sentences.with_interval(waited)} decisions"


def _after_decision(tables: Mapping[str, Any]) -> float | None:
    """Return the mean fraction of checkpoints at which the winner already led for good."""
    decided = table_of(tables, "timeline", "decided")
    if decided is None:
        return None
    marks = int(decided["order"].max())  # type: ignore[arg-type]
    finish = decided.filter(pl.col("since") == "finish")
    moments = int(finish["order"][0]) - 1 if finish.height else marks
    held = (moments - decided["order"] + 1).clip(0) / moments
    return float((held * decided["share"]).sum()) if moments else None
