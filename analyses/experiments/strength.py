"""Strength: how much better do strategies play when they look ahead, and which of their decisions change?

Each arm is a table of one strategy at which the first player looks ahead; it would win its fair share if that were of no
use. The time of a decision and the changed decisions are measured separately and saved in `MEASURED`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses import sentences as words
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.analyses.stats import Moments, family
from digsite.analyses.stats import mean as mean_of
from digsite.analyses.stats.tests import share
from digsite.simulator.commands import Command
from digsite.simulator.game.columns import fair_share
from digsite.simulator.game.wording import listed
from digsite.simulator.runs import atomic_files, storage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.stats import Test
    from digsite.analyses.stats.moments import Floats
    from digsite.simulator.runs.experiment import Experiment

ALPHA = 0.05
MEASURED = "thinking.json"
CHANGES = {
    "strategy": pl.String, "game": pl.Int64, "deal": pl.Int64, "place": pl.String, "decision": pl.String, "own": pl.String,
    "instead": pl.String, "win": pl.Float64, "points": pl.Float64,
}  # fmt: skip


def read(experiment: Experiment) -> Result:
    """Return the result of the arms, and the separate measurements."""
    path = experiment.folder / MEASURED
    measured = atomic_files.read_json(path, f"{MEASURED} of {experiment.folder}") if storage.is_file(path) else {}
    seats, fair = experiment.plan.seats, 1 / experiment.plan.seats
    tests, rows = [], []
    for name, strategy in zip(experiment.arms, experiment.question["strategies"], strict=True):
        wins, lead = _deals(experiment, name)
        test = share(Moments.of(wins), fair)
        ahead = mean_of(Moments.of(lead))
        tests.append(test)
        rows.append({
            "strategy": strategy, "thinking": experiment.arms[name].plan.players[0], "win": test.estimate,
            "win_low": test.low, "win_high": test.high, "fair": fair, "points": ahead.value, "points_low": ahead.low,
            "points_high": ahead.high, "games": len(wins) * seats, "ms": measured.get("ms", {}).get(strategy),
        })  # fmt: skip
    table = pl.DataFrame(rows, schema_overrides={"ms": pl.Float64})
    p_values = family.corrected([test.p for test in tests])
    findings = [_finding(row, test, p, seats) for row, test, p in zip(rows, tests, p_values, strict=True)]
    tables = {"strength": table}
    if changes := measured.get("changes"):
        tables["differences"] = differences(pl.DataFrame(changes, CHANGES), measured["looked_at"])
        findings += _difference_findings(tables["differences"])
    notes = [*_NOTES, *_differences_notes(experiment)] if changes else list(_NOTES)
    if any(row["games"] == seats for row in rows):
        notes.append(
            f"{words.counted(seats, 'game')} of one deal have no interval for points: two deals are the least."
        )
    return Result("strength", "Strength of the players", tables, findings, [_chart(table, seats)], notes)


def sentences(experiment: Experiment) -> dict[str, str]:
    """Return a sentence on how each strategy fares against itself with look-ahead, for other pages."""
    strategies = experiment.question["strategies"]
    return {
        strategy: finding.sentence for strategy, finding in zip(strategies, read(experiment).findings, strict=False)
    }


def _deals(experiment: Experiment, name: str) -> tuple[Floats, Floats]:
    """Return, for each deal, the look-ahead player's part of the win and its points ahead of the others' mean.

    A game without a winner counts as shared by all, so that a fair share is the same in every game.
    """
    seating, first, wins, leads = experiment.arm(name).plan.seating_plan, 0, [], []
    seats = seating.seats
    for (rows,) in experiment.together([name]):
        at, seat = np.arange(len(rows)), seating.seats_of(np.arange(first, first + len(rows)))[:, 0]
        score = rows["score"][:, :seats].astype(np.float64)
        own = score[at, seat]
        leads.append(own - (score.sum(axis=1) - own) / (seats - 1))
        wins.append(fair_share(rows["rank"][at, seat], rows["winners"], seats))
        first += len(rows)
    return tuple(seating.by_deal(np.concatenate(parts)).mean(axis=1) for parts in (wins, leads))


def _finding(row: Mapping[str, Any], test: Test, p: float, seats: int) -> Finding:
    value, spread = words.split_row(row, "win", row["games"], percent=True)
    what = f"{row['thinking']} wins {value} of {words.table_of(seats)} against {row['strategy']} {spread}"
    if p >= ALPHA:
        sentence = f"{what}, which cannot be told from its fair share of {row['fair'] * 100:.1f} %."
    elif test.gap > 0:
        sentence = f"{what}: {row['strategy']} leaves wins on the table."
    else:
        sentence = f"{what}: thinking makes it worse."
    return Finding(
        sentence, family.effect(test.near, row["fair"]), family.certainty(p), dict(row),
        null=f"{row['thinking']} wins its fair share", p_value=p,
    )  # fmt: skip


# ----------------------------------------------------------------------------------------------------- differences


def differences(changes: pl.DataFrame, looked_at: Mapping[str, Mapping[str, Any]]) -> pl.DataFrame:
    """Return each kind of change: how often it occurs, its gain per game, and a game to replay; the largest gain first.

    changes:   a row for each changed decision, its gain measured on fresh samples.
    looked_at: for each strategy the games and deals examined, and its decisions by kind.
    """
    rows = []
    for (strategy, decision, own, taken), group in changes.group_by("strategy", "decision", "own", "instead"):
        known = looked_at[str(strategy)]
        games, most = known["games"], group.sort("win", "game", descending=[True, False]).row(0, named=True)
        row = {"strategy": strategy, "decision": decision, "own": own, "instead": taken, "changes": group.height}
        row |= {"per_game": group.height / games, "of_decisions": group.height / known["decisions"][decision]}
        for what in ("win", "points"):
            found = mean_of(Moments.of(_by_deal(group, what, known["deals"], games)))
            row |= {what: found.value, f"{what}_low": found.low, f"{what}_high": found.high}
        rows.append(row | {"games": games, "game": most["game"], "place": most["place"]})
    order = ["strategy", "win", "decision", "own", "instead"]
    return pl.DataFrame(rows).sort(order, descending=[False, True, False, False, False])


def _by_deal(group: pl.DataFrame, what: str, deals: Sequence[int], games: int) -> Floats:
    """Return the gain per game from the changes of each deal; deals without such a change gain 0."""
    sums = dict(group.group_by("deal").agg(pl.col(what).sum()).iter_rows())
    return np.array([sums.get(deal, 0.0) for deal in deals]) * len(deals) / games


def _difference_findings(table: pl.DataFrame) -> list[Finding]:
    """Return the change of each strategy that gains most, in words."""
    found = []
    for (strategy,), group in table.group_by("strategy", maintain_order=True):
        row = group.row(0, named=True)
        instead = (
            f"{row['instead']} instead of {row['own']}" if row["instead"] != row["own"] else f"another {row['own']}"
        )
        gain, spread = words.split_row(row, "win", row["games"], percent=True, signed=True, unit="percentage points")
        of = f"the {group.height} kinds of change" if group.height > 1 else "the one kind of change"
        see = f"game {row['game']}{', ' if row['place'] else ''}{row['place'] or ''}"
        found.append(
            described(
                f"Of {of} that thinking makes for {strategy}, this gained most: {instead} ({row['decision']}), "
                f"{row['per_game']:.1f} times a game, {gain} of a win a game {spread}; see {see}.",
                row,
            )
        )
    return found


_NOTES = (
    "At each table one player thinks, and the others, of the same strategy, do not; all games of a deal count once, and a "
    "win that nobody has is shared by all.",
)


def _differences_notes(experiment: Experiment) -> list[str]:
    replays = [Command("replay", experiment.folder / "arms" / name, game="N") for name in experiment.arms]
    where = (
        replays[0]
        if len(replays) == 1
        else listed(
            f"{replay} for {strategy}"
            for replay, strategy in zip(replays, experiment.question["strategies"], strict=True)
        )
    )
    return [
        "What a change gains is measured in new worlds, in which all play on without thinking. The kind that gained most of "
        "several gains less than it seems to; other deals tell by how much.",
        f"A game of the table can be replayed: {where}.",
    ]


def _chart(table: pl.DataFrame, seats: int) -> Chart:
    games = int(table["games"].sum())
    said = ", ".join(f"{row['thinking']} {row['win'] * 100:.0f} %" for row in table.iter_rows(named=True))
    return Chart(
        "strength", "dots", "Wins of players who think",
        f"Share of wins against the same strategy that does not think, with 95 % intervals; {games:,} games.", table,
        "thinking", "win", alt=f"Win rates: {said}.", y_label="share of wins", percent=True, across=True,
        reference=(1 / seats, "fair share"),
    )  # fmt: skip
