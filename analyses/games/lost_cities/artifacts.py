"""What do artifacts go with? Points and win rate by number of artifacts, and what one more goes with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums
from digsite.analyses.chart_rows import compare_with_exact
from digsite.analyses.result import Chart, Finding, Result, described

if TYPE_CHECKING:
    from digsite.analyses.view import View

RARE = 100  # numbers of artifacts held by fewer seats are not mentioned


def answer(view: View) -> Result:
    """Answer from the seats by their artifact tokens at the end."""
    elsewhere = (pl.col("score") - pl.col("artifact_points")).alias("elsewhere")
    frames = [seat.with_columns(elsewhere) for seat in view.each_seat]
    values = [WIN, "score", "artifact_points", "elsewhere"]
    sums = view.sums(frames, ["artifacts"], values)
    table = sums.table([WIN], values[1:], "appearances").join(sums.shares().drop("count"), on="artifacts", how="left")
    next_one = _next_one(view, sums)
    tables = {"artifacts": table, "next": next_one}
    findings = [_usual(sums), *_win_findings(view, table), *_next_findings(view, table, next_one)]
    note = (
        "Players who find more artifacts also travel further, so what the next one brings beyond the track is not its "
        "doing alone."
    )
    return Result("artifacts", "Artifacts", tables, findings, _charts(view, tables), [note])


def track(view: View) -> list[int]:
    """Return the points of the artifact track for 0, 1, 2, ... tokens."""
    return list(view.rules[f"artifacts.{view.rules['artifacts.track']}"])


def _next_one(view: View, sums: Sums) -> pl.DataFrame:
    """Return what one more artifact goes with: points, points without the track, win rate, and what the track pays."""
    paid = dict(enumerate(track(view)))
    steps = sums.steps("artifacts", [WIN], ["score", "elsewhere"])
    pays = [
        pl.col(end).replace_strict(paid, default=paid[len(paid) - 1], return_dtype=pl.Int64) for end in ("to", "from")
    ]
    return steps.with_columns(track=pays[0] - pays[1]) if steps.height else steps


def _usual(sums: Sums) -> Finding:
    blocks = sums.blocks.with_columns(held=pl.col("artifacts").cast(pl.Float64) * pl.col("n"))
    mean = Sums(blocks, (), ("held",), sums.deals).estimate("held")
    pay = sums.estimate("artifact_points")
    value, bracket = sentences.split_estimate(mean, of="appearances")
    sentence = f"A player ends with {value} artifacts on average {bracket}; the track then pays {sentences.with_interval(pay)} points."
    return described(sentence, {"artifacts": mean.value, "points": pay.value})


def _win_findings(view: View, table: pl.DataFrame) -> list[Finding]:
    shares = sentences.values_by_key(table, "artifacts", WIN, "appearances")
    return [described(f"Win rate by artifacts held at the end: {shares}.")] if view.has_rivals and shares else []


def _next_findings(view: View, table: pl.DataFrame, steps: pl.DataFrame) -> list[Finding]:
    """Return findings on the step to the most frequent number of artifacts."""
    usual = table.sort("appearances", descending=True)["artifacts"][0]
    at = steps.filter((pl.col("to") == usual) & (pl.col("appearances") >= RARE)) if steps.height else steps
    if not at.height or not view.has_rivals:
        return []
    row = at.row(0, named=True)
    often, of_wins = sentences.rate_difference_in_words(
        sentences.estimate_of(row, "win_change", row["appearances"]), of="appearances"
    )
    much, of_scores = sentences.difference_in_words(
        sentences.estimate_of(row, "score_change", row["appearances"]), of="appearances"
    )
    sentence = (
        f"Players who ended with {row['to']} artifacts won {often} than those with {row['from']} {of_wins} and scored "
        f"{much} {of_scores}, of which the track pays {row['track']}; {view.observed('an artifact')}."
    )
    return [described(sentence, row)]


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    about = "Share of wins by number of artifacts held at the end"
    charts = [
        view.chart(
            "artifacts-wins",
            "lines",
            "",
            about,
            tables["artifacts"],
            "artifacts",
            WIN,
            reference=view.fair,
            count="appearances",
        )
    ]
    # A rare step has no interval worth drawing; the table has it.
    drawn = tables["next"].filter(pl.col("score_change_low").is_not_null()) if tables["next"].height else tables["next"]
    if drawn.height:
        what = pl.when("exact").then(pl.lit("track alone")).otherwise(pl.lit("score")).alias("what")
        steps = compare_with_exact(drawn, "score_change", "track", ["to"]).with_columns(what)
        about = (
            "Points by which players with one artifact more score higher, with 95 % bands, beside what the track pays "
            f"for it (printed); {view.counted}."
        )
        title = "What one more artifact goes with"
        charts.append(
            view.chart(
                "artifacts-next", "lines", title, about, steps, "to", "score_change", series="what", exact="exact"
            )
        )
    return charts
