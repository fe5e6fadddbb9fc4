"""What do cards go with? Every item and artifact: taken, played, spent for travel, exiled; bought early and late."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums
from digsite.analyses.expressions import collect
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.games.arnak.rules import MAX_ROUNDS

if TYPE_CHECKING:
    from digsite.analyses.stats import Estimate
    from digsite.analyses.view import View

RARE = 100  # cards taken by fewer seats are not mentioned
SHOWN = 12  # cards in a chart: half of them the best, half the worst
EARLY = 2  # rounds
_VALUES = (WIN, "score", "played", "travelled", "exiled", "early", "score_early")
_KINDS = {"items": "item", "artifacts": "artifact"}
_WHEN = {"taken": MAX_ROUNDS, "taken_early": EARLY}  # the last round of each


def answer(view: View) -> Result:
    """Answer from the seats that took a card, card by card."""
    sums = taken_cards(view)
    table = sums.table([WIN, "played", "travelled", "exiled", "early"], ["score"], "appearances")
    everybody = view.sums(view.each_seat, [], [WIN, "score"])
    whole = everybody.count()
    early, late = (_score_of(sums, when) for when in ("early", "late"))
    table = table.join(early, on=["kind", "card"]).join(late, on=["kind", "card"])
    table = table.with_columns(taken=pl.col("appearances") / whole).sort("kind", "card")
    table = table.sort("score", descending=True, nulls_last=True, maintain_order=True)
    findings = _findings(table, everybody.estimate("score"))
    note = "Cards come to those who can pay for them, so what their owners scored is not the cards' doing alone."
    return Result("cards", "Cards", {"cards": table}, findings, _charts(view, table), [note])


def _score_of(sums: Sums, when: str) -> pl.DataFrame:
    """Return the scores of those who took a card early, or late."""
    count = pl.col("early") if when == "early" else pl.col("n") - pl.col("early")
    score = pl.col("score_early") if when == "early" else pl.col("score") - pl.col("score_early")
    blocks = sums.blocks.select("block", *sums.by, n=count, **{f"score_{when}": score})
    return Sums(blocks, sums.by, (f"score_{when}",), sums.deals).table(means=[f"score_{when}"], count=f"taken_{when}")


def card_names(view: View, table: str) -> list[str]:
    """Return the names of items or artifacts, by number."""
    return [str(view.rules[f"{table}.{row}.name"]) for row in view.run.game.figures.tables[table].rows]


def _bit(column: str, number: int) -> pl.Expr:
    there: pl.Expr = (pl.col(column) & 2**number) != 0
    return there


def _taken(table: str, rounds: int) -> pl.Expr:
    """Return the cards taken up to a round, as bits by number."""
    return reduce(or_, (pl.col(f"{table}_taken_round_{at}") for at in range(1, rounds + 1)))


def taken_cards(view: View) -> Sums:
    """Return sums by block and card over the seats that took it: wins, scores, and how they used it."""
    cards = [(table, number, name) for table in _KINDS for number, name in enumerate(card_names(view, table))]
    parts = []
    for frame in view.each_seat:
        taken = [_taken(table, rounds).alias(f"{table}_{when}") for table in _KINDS for when, rounds in _WHEN.items()]
        summed = collect(frame.with_columns(taken).group_by("block").agg(_sums_of(cards)))
        for table, number, name in cards:
            fields = {value: pl.col(f"{table}_{number}_{value}") for value in ("n", *_VALUES)}
            key = {"kind": pl.lit(_KINDS[table]), "card": pl.lit(name)}
            parts.append(summed.select("block", **key, **fields).filter(pl.col("n") > 0))
    keys = ["block", "kind", "card"]
    blocks = pl.concat(parts).group_by(keys, maintain_order=True).agg(pl.col("n", *_VALUES).sum()).sort(keys)
    return Sums(blocks, ("kind", "card"), _VALUES, view.deals)


def _sums_of(cards: list[tuple[str, int, str]]) -> list[pl.Expr]:
    """Return, for every card, how many seats took it and how they used it."""
    summed = []
    for table, number, _ in cards:
        taken, early = (_bit(f"{table}_{when}", number) for when in _WHEN)
        scored = pl.col("score").cast(pl.Int32)  # integers are summed as such, which is faster than floats
        values = {
            "n": taken,
            WIN: taken * pl.col(WIN),
            "score": taken * scored,
            **{what: taken & _bit(f"{table}_{what}", number) for what in ("played", "travelled", "exiled")},
            "early": taken & early,
            "score_early": (taken & early) * scored,
        }
        for name, value in values.items():
            summed.append(value.sum().cast(pl.Float64).alias(f"{table}_{number}_{name}"))
    return summed


def _findings(table: pl.DataFrame, usual: Estimate) -> list[Finding]:
    common = table.filter(pl.col("appearances") >= RARE)
    if not common.height:
        return [described(f"No card was taken by {RARE} players or more.")]
    found = []
    for kind in _KINDS.values():
        own = common.filter(pl.col("kind") == kind)
        if own.height < 2:
            continue
        best, worst = own.row(0, named=True), own.row(-1, named=True)
        (high, above), (low, below) = (
            sentences.split_row(row, "score", row["appearances"], of="appearances") for row in (best, worst)
        )
        sentence = (
            f"Of {own.height} {kind}s, those who took {best['card']} scored {high} points {above}, those who took "
            f"{worst['card']} {low} {below}; all players scored {sentences.with_interval(usual)}; that is observed, not what a card is worth."
        )
        found.append(described(sentence, {"best": best, "worst": worst}))
    return found


def _charts(view: View, table: pl.DataFrame) -> list[Chart]:
    charts = []
    for kind in _KINDS.values():
        own = table.filter((pl.col("kind") == kind) & (pl.col("appearances") >= RARE))
        if own.height < 2:
            continue
        drawn = pl.concat([own.head(SHOWN // 2), own.tail(SHOWN // 2)]).unique(maintain_order=True)
        title = f"Scores of those who took {kind}s"
        about = f"Mean score of players who took an {kind}, the highest and the lowest of all {kind}s"
        charts.append(view.chart(f"cards-{kind}s", "dots", title, about, drawn, "card", "score", across=True))
    return charts
