"""Which assistants did players have, and how did those players do?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums
from digsite.analyses.chart_rows import FEW
from digsite.analyses.expressions import collect
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.games.arnak.ops import OPS
from digsite.simulator.games.arnak.rules import ASSISTANTS

if TYPE_CHECKING:
    from digsite.analyses.view import View

RARE = 100
_VALUES = (WIN, "score", "gold")


def answer(view: View) -> Result:
    """Answer from the seats by their number of assistants, and from those that had each assistant at the end."""
    number = pl.sum_horizontal(_has("assistants", at).cast(pl.Int8) for at in range(ASSISTANTS)).alias("had")
    frames = [seat.with_columns(number) for seat in view.each_seat]
    count = view.sums(frames, ["had"], [WIN, "score", "assistant_uses"])
    each = had_assistants(view)
    table = each.table([WIN, "gold"], ["score"], "appearances").sort("score", descending=True, nulls_last=True)
    table = table.with_columns(does=pl.col("assistant").replace_strict(effects(view), return_dtype=pl.String))
    tables = {"assistants": table, "number": count.table([WIN], ["score", "assistant_uses"], "appearances")}
    findings = [_number_finding(view, count, tables["number"]), *_findings(table)]
    return Result("assistants", "Assistants", tables, findings, _charts(view, tables))


def effects(view: View) -> dict[str, str]:
    """Return the effect of the silver side of each assistant, by its name."""
    rows = view.run.game.figures.tables["assistants"].rows
    return {row.upper(): OPS.describe(view.rules[f"assistants.{row}.silver"]) for row in rows}


def _has(column: str, number: int) -> pl.Expr:
    there: pl.Expr = (pl.col(column) // 2**number % 2) == 1
    return there


def had_assistants(view: View) -> Sums:
    """Return sums by block and assistant over the seats that had it at the end."""
    names = list(effects(view))
    parts = []
    for frame in view.each_seat:
        summed = []
        for at in range(ASSISTANTS):
            values = {
                "n": pl.lit(1.0),
                WIN: pl.col(WIN),
                "score": pl.col("score"),
                "gold": _has("assistants_gold", at),
            }
            for name, value in values.items():
                summed.append((_has("assistants", at) * value.cast(pl.Float64)).sum().alias(f"{at}_{name}"))
        blocks = collect(frame.group_by("block").agg(summed))
        for at, name in enumerate(names):
            fields = {value: pl.col(f"{at}_{value}") for value in ("n", *_VALUES)}
            parts.append(blocks.select("block", assistant=pl.lit(name), **fields).filter(pl.col("n") > 0))
    keys = ["block", "assistant"]
    table = pl.concat(parts).group_by(keys, maintain_order=True).agg(pl.col("n", *_VALUES).sum()).sort(keys)
    return Sums(table, ("assistant",), _VALUES, view.deals)


def _number_finding(view: View, sums: Sums, table: pl.DataFrame) -> Finding:
    blocks = sums.blocks.with_columns(had=pl.col("had").cast(pl.Float64) * pl.col("n"))
    mean = Sums(blocks, (), ("had",), sums.deals).estimate("had")
    uses = sums.estimate("assistant_uses")
    appearances = sentences.counted(sums.count(), "appearance")
    head = f"A player ended with {sentences.with_interval(mean)} assistants and used assistants {sentences.with_interval(uses)} times ({appearances})"
    shares = sentences.values_by_key(table, "had", WIN, "appearances") if view.has_rivals else ""
    return described(f"{head}; win rate by their number: {shares}." if shares else f"{head}.", {"had": mean.value})


def _findings(table: pl.DataFrame) -> list[Finding]:
    common = table.filter(pl.col("appearances") >= RARE)
    if common.height < 2:
        return []
    best, worst = common.row(0, named=True), common.row(-1, named=True)
    (high, above), (low, below) = (
        sentences.split_row(row, "score", row["appearances"], of="appearances") for row in (best, worst)
    )
    sentence = (
        f"Those who had {best['assistant']} ({best['does']}) scored {high} points {above}, those who had "
        f"{worst['assistant']} ({worst['does']}) {low} {below}; "
        f"that is observed, not what an assistant is worth."
    )
    return [described(sentence, {"best": best, "worst": worst})]


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    common = tables["assistants"].filter(pl.col("appearances") >= FEW)
    if common.height < 2:
        return []
    about = "Mean score of players who had an assistant at the end"
    title = "Scores of those who had an assistant"
    named = common.with_columns(pl.format("{}: {}", "assistant", "does").alias("assistant"))
    return [
        view.chart(
            "assistants-scores", "dots", title, about, named, "assistant", "score", across=True, count="appearances"
        )
    ]
