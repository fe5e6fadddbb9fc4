"""What do deliveries earn? Sets by type and size, where and when they are delivered, what stays in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import interval, to_table
from digsite.analyses.chart_rows import compare_with_exact
from digsite.analyses.games.quetzal.account import UNKNOWN
from digsite.analyses.games.quetzal.names import MANY
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.commands import Command
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import SET
from digsite.simulator.games.quetzal.state import RECORDED_ROUNDS

if TYPE_CHECKING:
    from digsite.analyses.block_sums import Sums
    from digsite.analyses.view import View

CHANNELS = ("harbour", "ship")
_WHERE = {"harbour": "at the Harbour Master's Office", "ship": "by ship"}


def answer(view: View) -> Result:
    """Answer from sets, rounds and channels in the rows of all seats."""
    sets, rounds, channels, left = _sets(view), _rounds(view), _channels(view), _left_over(view)
    earned = _earned(view)
    tables = {
        "sets": _set_table(view, sets),
        "earned": _earned_table(view, earned),
        "rounds": rounds.table(means=["cards"], count="appearances"),
        "channels": _channel_table(channels),
        "left_over": left.table(means=["cards"], count="appearances"),
    }
    findings = [
        *_channel_findings(channels), *_earned_findings(tables["earned"]), *_set_findings(view), _left_finding(view)
    ]  # fmt: skip
    return Result("deliveries", "Deliveries", tables, findings, _charts(view, tables), [_PRINT])


_PRINT = (
    "Printed points of sets are placeholders but for three statuettes and two mummies; "
    f"`{Command('rules', 'quetzal', unconfirmed=True)}` lists them, and `{Command('sweep')}` shows what they change."
)


def _sets(view: View) -> Sums:
    cells = {
        (type_, size): {"sets": pl.col(f"sets_{type_}_{size}"), "points": pl.col(f"set_points_{type_}_{size}")}
        for type_ in TYPES
        for size in range(1, SET + 1)
    }
    return view.sums_by_column(view.each_seat, ["type", "size"], cells)


def _set_table(view: View, sums: Sums) -> pl.DataFrame:
    """Return sets of each type and size per game, with the points printed for one and for a card of it."""
    table = sums.table(means=["sets"], count="appearances")
    printed = {
        (type_, size): view.rules[f"artifacts.{type_}.points"][size - 1]
        for type_ in TYPES
        for size in range(1, SET + 1)
    }
    order = {type_: at for at, type_ in enumerate(TYPES)}
    paid = pl.struct("type", "size").map_elements(lambda key: printed[key["type"], key["size"]], pl.Int64)
    return (
        table.with_columns(printed=paid)
        .with_columns(points_per_card=pl.col("printed") / pl.col("size"))
        .sort(pl.col("type").replace_strict(order), "size")
    )


def _earned(view: View) -> Sums:
    """Return points for sets and cards delivered, by type, so that the mean is points per card."""
    cells = {
        (type_,): {"cards": pl.col(f"delivered_{type_}"), "points": pl.col(f"points_from_{type_}")} for type_ in TYPES
    }
    return view.sums_by_column(view.each_seat, ["type"], cells)


def _earned_table(view: View, sums: Sums) -> pl.DataFrame:
    """Return what a delivered card earned in sets, with the print for one alone and for each of a whole collection."""
    rows = []
    for type_ in TYPES:
        printed = view.rules[f"artifacts.{type_}.points"]
        cards = sums.estimate("cards", type=type_)
        earned = sums.per("cards", type=type_).estimate("points") if cards.value > 0 else UNKNOWN
        row: dict[str, Any] = {"type": type_, "cards": cards.value, "delivered": round(cards.value * cards.n)}
        rows.append(row | interval("earned", earned) | {"alone": float(printed[0]), "complete": printed[-1] / SET})
    return to_table(rows)


def _rounds(view: View) -> Sums:
    rounds = range(1, min(int(view.rules["rounds"]), RECORDED_ROUNDS) + 1)
    cells = {(number,): {"cards": pl.col(f"delivered_in_round_{number}")} for number in rounds}
    return view.sums_by_column(view.each_seat, ["round"], cells)


def _channels(view: View) -> Sums:
    cells = {
        (channel,): {
            "deliveries": pl.col(f"deliveries_{channel}"),
            "cards": pl.col(f"delivered_at_{channel}"),
            "points": pl.col(f"points_at_{channel}"),
        }
        for channel in CHANNELS
    }
    return view.sums_by_column(view.each_seat, ["where"], cells)


def _channel_table(sums: Sums) -> pl.DataFrame:
    """Return deliveries, cards and points of a seat per game; points per card and cards per delivery."""
    table = sums.table(means=["deliveries", "cards", "points"], count="appearances")
    each = (pl.col("points") / pl.col("cards")).alias("points_per_card")
    return table.with_columns(each, (pl.col("cards") / pl.col("deliveries")).alias("cards_per_delivery"))


def _left_over(view: View) -> Sums:
    cells = {(type_,): {"cards": pl.col(f"left_over_{type_}")} for type_ in TYPES}
    return view.sums_by_column(view.each_seat, ["type"], cells)


def _channel_findings(sums: Sums) -> list[Finding]:
    found = []
    for where in CHANNELS:
        cards = sums.estimate("cards", where=where)
        if cards.value <= 0:
            continue
        per_card = sums.per("cards", where=where).estimate("points")
        size = sums.per("deliveries", where=where).estimate("cards")
        head, bracket = sentences.split_estimate(cards, of="appearances")
        many, of_deliveries = sentences.split_estimate(size, of="deliveries")
        paid, of_cards = sentences.split_estimate(per_card, of="cards")
        sentence = (
            f"A player delivers {head} cards in a game {_WHERE[where]} {bracket}, {many} at a time {of_deliveries}, for {paid} "
            f"points a card with bonuses and effects of upgrades {of_cards}."
        )
        found.append(described(sentence, {"where": where, "cards": cards.value, "points": per_card.value}))
    return found


def _earned_findings(table: pl.DataFrame) -> list[Finding]:
    """Return findings on what each type earned compared with its print."""
    told = []
    for row in table.drop_nulls("earned").iter_rows(named=True):
        head, bracket = sentences.split_row(row, "earned", row["delivered"], of="cards")
        told.append(f"{MANY[row['type']]} {head} {bracket}, printed {row['alone']:g} alone and {row['complete']:.2f} in a "
                    f"collection of {SET}")  # fmt: skip
    if not told:
        return []
    return [described(f"Points that a delivered card earned in its set: {'; '.join(told)}.")]


def _set_findings(view: View) -> list[Finding]:
    whole = pl.sum_horizontal(pl.col(f"sets_{type_}_{SET}").cast(pl.Int64) * SET for type_ in TYPES).alias("complete")
    every = pl.sum_horizontal(pl.col(f"delivered_{type_}").cast(pl.Int64) for type_ in TYPES).alias("cards")
    sums = view.sums([seat.select("block", whole, every) for seat in view.each_seat], [], ["complete", "cards"])
    if sums.estimate("cards").value <= 0:
        return []
    share = sums.per("cards").estimate("complete", share=True)
    head, bracket = sentences.split_estimate(share, percent=True, of="cards")
    sentence = f"{head} of all delivered cards are part of a complete collection of {SET} {bracket}."
    return [described(sentence, {"complete": share.value})]


def _left_finding(view: View) -> Finding:
    every = pl.sum_horizontal(pl.col(f"left_over_{type_}").cast(pl.Int64) for type_ in TYPES).alias("cards")
    left = view.sums([seat.select("block", every) for seat in view.each_seat], [], ["cards"]).estimate("cards")
    head, bracket = sentences.split_estimate(left, of="appearances")
    sentence = f"A player ends the game with {head} cards in hand that were never delivered {bracket}."
    return described(sentence, {"cards": left.value})


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    sets = tables["sets"].with_columns(alike=pl.format("{} of a kind", "size"))
    about = "Sets of each type and size that a player delivers in a game"
    when = "Cards that a player delivers in each round"
    earned = _earned_rows(tables["earned"])
    paid = "Points that a delivered card earned in its set, beside the points printed for one alone and in a collection"
    return [
        view.chart("deliveries-earned", "dots", "What a delivered card earns", paid, earned, "type", "earned", series="what",
                   exact="exact"),
        view.chart("deliveries-sets", "dots", "Sets delivered", about, sets, "type", "sets", series="alike",
                   order="size"),
        view.chart("deliveries-rounds", "lines", "When cards are delivered", when, tables["rounds"], "round", "cards"),
    ]  # fmt: skip


def _earned_rows(table: pl.DataFrame) -> pl.DataFrame:
    """Return rows of the points earned, then of the printed points."""
    printed = [
        compare_with_exact(table, "earned", column, ["type"]).filter("exact").with_columns(what=pl.lit(said))
        for column, said in (("alone", "printed, alone"), ("complete", f"printed, each of {SET}"))
    ]
    earned = table.select("type", "earned", "earned_low", "earned_high", exact=pl.lit(False), what=pl.lit("earned"))
    return pl.concat([earned.drop_nulls("earned"), *printed], how="diagonal")
