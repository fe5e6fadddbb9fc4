"""What are artifacts worth? Points and win share by number of artifacts, and the value of the next one."""

from __future__ import annotations

from itertools import pairwise

import polars as pl

from analyses import words
from analyses.blocks import WIN, Sums, View, change, shares_of, tabled
from analyses.result import Chart, Finding, Result

RARE = 100  # numbers of artifacts held by fewer seats are not spoken of


def answer(view: View) -> Result:
    """Seats by the number of artifact tokens they end with."""
    elsewhere = (pl.col("score") - pl.col("artifact_points")).alias("elsewhere")
    frames = [seat.with_columns(elsewhere) for seat in view.each_seat]
    values = [WIN, "score", "artifact_points", "elsewhere"]
    sums = view.sums(frames, ["artifacts"], values)
    shares = shares_of(view, sums.blocks, ["artifacts"]).drop("count")
    table = sums.table([WIN], values[1:], "appearances").join(shares, on="artifacts", how="left")
    next_one = _next_one(view, sums, table)
    tables = {"artifacts": table, "next": next_one}
    findings = [_usual(sums), *_next_findings(next_one)]
    note = (
        "Players who find more artifacts also travel further, so what the next one brings beyond the track is not its "
        "doing alone."
    )
    return Result("artifacts", "Artifacts", tables, findings, _charts(view, tables), [note])


def track(view: View) -> list[int]:
    """Points of the artifact track for 0, 1, 2, ... tokens."""
    return list(view.rules[f"artifacts.{view.rules['artifacts.track']}"])


def _next_one(view: View, sums: Sums, table: pl.DataFrame) -> pl.DataFrame:
    """What one artifact more goes with: points, points apart from the track, win share, and what the track pays."""
    paid = track(view)
    held = table["artifacts"].to_list()
    rows = []
    for few, more in pairwise(held):
        if more != few + 1:
            continue
        row = {"from": few, "to": more, "appearances": min(sums.count(artifacts=few), sums.count(artifacts=more))}
        for value in (WIN, "score", "elsewhere"):
            gap = sums.difference(value, {"artifacts": few}, {"artifacts": more})
            row |= change(value, gap)
        rows.append(row | {"track": paid[min(more, len(paid) - 1)] - paid[min(few, len(paid) - 1)]})
    return tabled(rows)


def _usual(sums: Sums) -> Finding:
    blocks = sums.blocks.with_columns(held=pl.col("artifacts").cast(pl.Float64) * pl.col("n"))
    mean = Sums(blocks, (), ("held",), sums.lucks).estimate("held")
    pay = sums.estimate("artifact_points")
    value, bracket = words.split(mean, of="appearances")
    sentence = (
        f"A player ends with {value} artifacts on average {bracket}; the track then pays {pay.value:,.1f} points."
    )
    return Finding(sentence, "none", words.precision(mean), {"artifacts": mean.value, "points": pay.value})


def _next_findings(table: pl.DataFrame) -> list[Finding]:
    """The step that raises the win share most, and the one that raises it least."""
    common = table.filter(pl.col("appearances") >= RARE) if table.height else table
    if not common.height:
        return []
    best = common.sort("win_change", descending=True).row(0, named=True)
    found = [_step(best, common.height, "The artifact that matters most is")]
    least = common.sort("win_change").row(0, named=True)
    if least["to"] != best["to"]:
        found.append(_step(least, common.height, "The one that matters least is"))
    return found


def _step(row: dict, steps: int, head: str) -> Finding:
    """One step, picked from several: its certainty is corrected for the picking."""
    bracket = words.between(
        row["win_change_low"], row["win_change_high"], row["appearances"], percent=True, unit="points", of="appearance"
    )
    sentence = (
        f"{head} the {words.ordinal(row['to'])}: {row['win_change'] * 100:+.1f} points of win share {bracket} and "
        f"{row['score_change']:+,.1f} points of score, of which the track pays {row['track']:+d}."
    )
    return Finding(sentence, words.effect_of_share(row["win_change"]), words.certainty(row["win_p"] * steps), row)


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    games = f"{view.rows:,} games"
    common = tables["artifacts"].filter(pl.col("appearances") >= 20)
    charts = [
        Chart(
            "artifacts-wins",
            "lines",
            "Win share by artifacts",
            f"Share of wins by number of artifacts held at the end, with 95 % bands; {games}.",
            "Win share rising with the number of artifacts.",
            common,
            x="artifacts",
            y=WIN,
            low="win_low",
            high="win_high",
            x_label="artifacts",
            y_label="share of wins",
            percent=True,
            reference=(1 / view.seats, "fair share"),
        )
    ]
    # A step that hardly anybody takes has no interval worth drawing; the table keeps it.
    drawn = tables["next"].filter(pl.col("score_change_low").is_not_null()) if tables["next"].height else tables["next"]
    if drawn.height:
        steps = pl.concat(
            [
                drawn.select(
                    pl.col("to").alias("artifacts"),
                    points="score_change",
                    low="score_change_low",
                    high="score_change_high",
                    what=pl.lit("score"),
                ),
                drawn.select(
                    pl.col("to").alias("artifacts"),
                    points=pl.col("track").cast(pl.Float64),
                    low=pl.lit(None, pl.Float64),
                    high=pl.lit(None, pl.Float64),
                    what=pl.lit("track alone"),
                ),
            ]
        ).with_columns(printed=pl.col("what") == "track alone")
        charts.append(
            Chart(
                "artifacts-next",
                "lines",
                "What the next artifact brings",
                "Points by which players with one artifact more score higher, with 95 % bands, "
                f"beside what the track pays for it (printed); {games}.",
                "Points gained with each further artifact, beside the steps of the track.",
                steps,
                x="artifacts",
                y="points",
                low="low",
                high="high",
                series="what",
                exact="printed",
                x_label="artifact number",
                y_label="points more",
            )
        )
    return charts
