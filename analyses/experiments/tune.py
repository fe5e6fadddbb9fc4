"""Tuning: do the tuned weights win more than the original ones, and which of them matter?

Each table is played with both on the same fresh seeds. What a single weight is worth comes from
games in which it alone is reset, saved in `MEASURED`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses import sentences
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.analyses.stats import Moments, family, tests
from digsite.simulator.game.columns import fair_share
from digsite.simulator.game.wording import listed
from digsite.simulator.runs import atomic_files, storage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.stats import Test
    from digsite.analyses.stats.moments import Floats
    from digsite.simulator.runs.experiment import Experiment

ALPHA = 0.05
MEASURED = "put-back.json"
ALL = "all"  # tables together
_MOST_NAMED = 5  # weights in a sentence


def read(experiment: Experiment) -> Result:
    """Return the gain at each table and overall, and the contribution of each weight."""
    asked, path = experiment.question, experiment.folder / MEASURED
    measured = atomic_files.read_json(path, f"{MEASURED} of {experiment.folder}") if storage.is_file(path) else {}
    seats, tables = experiment.plan.seats, asked["tables"]
    names = list(experiment.arms)
    own, tuned = (
        np.array([wins_of_first(experiment, name) for name in side])
        for side in (names[: len(tables)], names[len(tables) :])
    )
    pairs = [*((label, *both) for label, *both in zip(tables, own, tuned, strict=True))]
    if len(tables) > 1:
        pairs.append((ALL, own.mean(axis=0), tuned.mean(axis=0)))
    found = [tests.mean(Moments.of(after - before), 0.0, scale=1.0).within(-1.0, 1.0) for _, before, after in pairs]
    games = [own.shape[1] * seats] * len(tables) + [own.size * seats]
    rows = [
        _row(label, before, after, test, count, seats)
        for (label, before, after), test, count in zip(pairs, found, games, strict=False)
    ]
    gain = pl.DataFrame(rows)
    weights = _weights(asked, measured)
    findings = [
        _gain_finding(asked, rows[-1], found[-1], seats),
        *_weight_findings(weights, measured, rows[-1]["better"]),
    ]
    if not asked["generations"]:
        findings = [_not_searched(asked)]
    charts = [_gain_chart(gain, seats)]
    if weights["lost"].drop_nulls().len():
        charts.append(_weights_chart(weights, measured))
    return Result("tune", "Tuning", {"gain": gain, "weights": weights}, findings, charts, _notes(experiment))


def wins_of_first(experiment: Experiment, name: str) -> Floats:
    """Return the first player's part of the win for each deal of an arm; all share a game without a winner."""
    seating, first, wins = experiment.arm(name).plan.seating_plan, 0, []
    seats = seating.seats
    for (rows,) in experiment.together([name]):
        at, seat = np.arange(len(rows)), seating.seats_of(np.arange(first, first + len(rows)))[:, 0]
        wins.append(fair_share(rows["rank"][at, seat], rows["winners"], seats))
        first += len(rows)
    found: Floats = seating.by_deal(np.concatenate(wins)).mean(axis=1)
    return found


def _row(label: str, own: Floats, tuned: Floats, test: Test, games: int, seats: int) -> dict[str, Any]:
    row: dict[str, Any] = {"rivals": label, "games": games}
    for name, values in (("own", own), ("tuned", tuned)):
        share = tests.share(Moments.of(values), 1 / seats)
        row |= {name: share.estimate, f"{name}_low": share.low, f"{name}_high": share.high}
    row |= {"gain": test.estimate, "gain_low": test.low, "gain_high": test.high}
    return row | {"better": test.p < ALPHA and test.gap > 0}


def _weights(asked: Mapping[str, Any], measured: Mapping[str, Any]) -> pl.DataFrame:
    """Return a row for each weight: its original and tuned value, and what resetting it alone would lose."""
    lost = {name: Moments.of(values) for name, values in measured.get("lost", {}).items()}
    level = family.corrected_level(max(len(lost), 1))
    found = {name: tests.mean(values, 0.0, scale=1.0, level=level).within(-1.0, 1.0) for name, values in lost.items()}
    sure = {name: family.bonferroni(test.p, len(found)) for name, test in found.items()}
    rows = []
    for name, own, tuned in zip(asked["weights"], asked["own"], asked["tuned"], strict=True):
        row: dict[str, Any] = {"weight": name, "held": name not in asked["free"], "own": own, "tuned": tuned}
        test = found.get(name)
        row |= {"lost": None, "lost_low": None, "lost_high": None, "p_value": None}
        if test:
            row |= {"lost": test.estimate, "lost_low": test.low, "lost_high": test.high, "p_value": sure[name]}
        rows.append(row)
    kinds = dict.fromkeys(("own", "tuned", "lost", "lost_low", "lost_high", "p_value"), pl.Float64)
    table = pl.DataFrame(rows, schema={"weight": pl.String, "held": pl.Boolean, **kinds})
    return table.sort("lost", descending=True, nulls_last=True, maintain_order=True)


def _gain_finding(asked: Mapping[str, Any], row: Mapping[str, Any], test: Test, seats: int) -> Finding:
    """Return a finding on the gain over all tables, or that there was none."""
    value, spread = sentences.split_row(
        row, "gain", 2 * row["games"], percent=True, signed=True, unit="percentage points"
    )
    name, games = asked["strategy"], sentences.table_of(seats)
    if row["better"]:
        sentence = (
            f"With tuned weights {name} wins {row['tuned'] * 100:.1f} % of {games} against its field instead of "
            f"{row['own'] * 100:.1f} %: {value} {spread}."
        )
    else:
        worse = "is worse than" if test.p < ALPHA else "cannot be told from"
        sentence = (
            f"Nothing gained: what was found for {name} {worse} the weights it had, {row['tuned'] * 100:.1f} against "
            f"{row['own'] * 100:.1f} % of {games}, {value} {spread}."
        )
    near = family.effect(test.near, 1 / seats)
    return Finding(
        sentence, near, family.certainty(test.p), dict(row), kind="caused", null="both win as often", p_value=test.p
    )


def _not_searched(asked: Mapping[str, Any]) -> Finding:
    """Return a finding that there was no room for a search: the games with either weights are the same."""
    cost = asked.get("games_of_a_generation")
    takes = f"takes {cost:,} games, more than there were" if cost else "takes more games than there were"
    return described(
        f"Nothing was searched: a generation {takes}. The weights of {asked['strategy']} are as they were."
    )


def _weight_findings(weights: pl.DataFrame, measured: Mapping[str, Any], gained: bool) -> list[Finding]:
    """Return which weights the gain depends on, in words."""
    tried = weights.filter(pl.col("lost").is_not_null())
    if not gained or not tried.height:
        return []
    sure = tried.filter((pl.col("p_value") < ALPHA) & (pl.col("lost") > 0))
    if not sure.height:
        return [described("No single weight carries the gain: put back alone, none is surely missed.")]
    said = listed(
        f"{row['weight']} ({row['own']:g} to {row['tuned']:g}: {row['lost'] * 100:.1f})"
        for row in sure.head(_MOST_NAMED).iter_rows(named=True)
    )
    sentence = (
        f"What matters most is {said}, by the percentage points that are lost when it alone is put back "
        f"({measured['games']:,} games each)."
    )
    p = float(sure.head(_MOST_NAMED)["p_value"].max())  # type: ignore[arg-type]
    figures = {"weights": sure["weight"].to_list()}
    null = "putting the weight back loses nothing"
    return [Finding(sentence, "", family.certainty(p), figures, kind="caused", null=null, p_value=p)]


def _notes(experiment: Experiment) -> Sequence[str]:
    asked = experiment.question
    held = [name for name in asked["weights"] if name not in asked["free"]]
    notes = [
        f"Found in {asked['generations']} generations and {asked['games']:,} games, until {asked['ended']}; tried on luck "
        "that the search has not seen, all games of a deal counting once, and a win that nobody has shared by all."
    ]
    if held:
        notes.append(f"Held, since they make its style: {listed(held)}.")
    return notes


def _gain_chart(gain: pl.DataFrame, seats: int) -> Chart:
    said = listed(f"against {row['rivals']} {row['gain'] * 100:+.1f}" for row in gain.iter_rows(named=True))
    return Chart(
        "tune-gain", "dots", "What tuning gains",
        f"Share of wins of {sentences.table_of(seats)} with tuned weights, less that with the weights at first, with 95 % intervals; "
        f"{int(gain['games'][-1]) * 2:,} games.",
        gain, "rivals", "gain", alt=f"Gain in percentage points: {said}.", y_label="gain in share of wins", percent=True,
        across=True, reference=(0.0, "no gain"),
    )  # fmt: skip


def _weights_chart(weights: pl.DataFrame, measured: Mapping[str, Any]) -> Chart:
    tried = weights.filter(pl.col("lost").is_not_null())
    return Chart(
        "tune-weights", "dots", "Which weights matter",
        "Share of wins that is lost when one weight alone is put back, with 95 % intervals that hold for all together; "
        f"{measured['games']:,} games each.",
        tried, "weight", "lost", y_label="loss in share of wins", percent=True, across=True, reference=(0.0, "no loss"),
    )  # fmt: skip
