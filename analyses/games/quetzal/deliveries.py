"""What do deliveries earn? Sets by type and size, where and when they are delivered, what is left in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analyses import words
from analyses.result import Chart, Finding, Result, described
from simulator.games.quetzal.ops import TYPES
from simulator.games.quetzal.rules import SET
from simulator.games.quetzal.state import RECORDED_ROUNDS

if TYPE_CHECKING:
    from analyses.blocks import Sums
    from analyses.view import View

CHANNELS = ("harbour", "ship")
_WHERE = {"harbour": "Harbour Master's Office", "ship": "ships"}


def answer(view: View) -> Result:
    """Sets, rounds and channels from the rows of all seats."""
    sets, rounds, channels, left = _sets(view), _rounds(view), _channels(view), _left_over(view)
    tables = {
        "sets": _set_table(view, sets),
        "rounds": rounds.table(means=["cards"], count="appearances"),
        "channels": _channel_table(channels),
        "left_over": left.table(means=["cards"], count="appearances"),
    }
    findings = [*_channel_findings(channels), _set_finding(tables["sets"]), _left_finding(left)]
    return Result("deliveries", "Deliveries", tables, findings, _charts(view, tables), [_PRINT])


_PRINT = (
    "Printed points of sets are placeholders but for three statuettes and two mummies; `digsite rules quetzal "
    "--unconfirmed` lists them, and `digsite sweep` shows what they change."
)


def _sets(view: View) -> Sums:
    frames = [
        seat.select(
            "block",
            pl.lit(type_).alias("type"),
            pl.lit(size, pl.Int8).alias("size"),
            pl.col(f"sets_{type_}_{size}").alias("sets"),
            pl.col(f"set_points_{type_}_{size}").alias("points"),
        )
        for seat in view.each_seat
        for type_ in TYPES
        for size in range(1, SET + 1)
    ]
    return view.sums(frames, ["type", "size"], ["sets", "points"])


def _set_table(view: View, sums: Sums) -> pl.DataFrame:
    """Sets of each type and size in a game, beside the points printed for one and for a card of it."""
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


def _rounds(view: View) -> Sums:
    frames = [
        seat.select(
            "block", pl.lit(number, pl.Int8).alias("round"), pl.col(f"delivered_in_round_{number}").alias("cards")
        )
        for seat in view.each_seat
        for number in range(1, min(int(view.rules["rounds"]), RECORDED_ROUNDS) + 1)
    ]
    return view.sums(frames, ["round"], ["cards"])


def _channels(view: View) -> Sums:
    frames = [
        seat.select(
            "block",
            pl.lit(channel).alias("where"),
            pl.col(f"deliveries_{channel}").alias("deliveries"),
            pl.col(f"delivered_at_{channel}").alias("cards"),
            pl.col(f"points_at_{channel}").alias("points"),
        )
        for seat in view.each_seat
        for channel in CHANNELS
    ]
    return view.sums(frames, ["where"], ["deliveries", "cards", "points"])


def _channel_table(sums: Sums) -> pl.DataFrame:
    """Deliveries, cards and points of a seat in a game; points for a card and cards in a delivery."""
    table = sums.table(means=["deliveries", "cards", "points"], count="appearances")
    each = (pl.col("points") / pl.col("cards")).alias("points_per_card")
    return table.with_columns(each, (pl.col("cards") / pl.col("deliveries")).alias("cards_per_delivery"))


def _left_over(view: View) -> Sums:
    frames = [
        seat.select("block", pl.lit(type_).alias("type"), pl.col(f"left_over_{type_}").alias("cards"))
        for seat in view.each_seat
        for type_ in TYPES
    ]
    return view.sums(frames, ["type"], ["cards"])


def _channel_findings(sums: Sums) -> list[Finding]:
    found = []
    for where in CHANNELS:
        cards = sums.estimate("cards", where=where)
        if cards.value <= 0:
            continue
        per_card = sums.per("cards", where=where).estimate("points")
        size = sums.per("deliveries", where=where).estimate("cards")
        head, bracket = words.split(cards, of="appearances")
        sentence = (
            f"A player delivers {head} cards in a game at the {_WHERE[where]} {bracket}, {size.value:.1f} at a time, for "
            f"{per_card.value:.2f} points a card, with bonuses and effects of upgrades."
        )
        found.append(described(sentence, {"where": where, "cards": cards.value, "points": per_card.value}))
    return found


def _set_finding(table: pl.DataFrame) -> Finding:
    whole = table.filter(pl.col("size") == SET)
    full, total = float((whole["sets"] * SET).sum()), float((table["sets"] * table["size"]).sum())
    share = full / total if total else 0.0
    sentence = f"{share:.0%} of all delivered cards are part of a complete collection of {SET}.".replace("%", " %")
    return described(sentence, {"complete": share})


def _left_finding(sums: Sums) -> Finding:
    blocks = sums.merged([])
    left = blocks.per("n").estimate("cards")
    cards = left.value * len(TYPES)
    sentence = f"A player ends the game with {cards:.1f} cards in hand that were never delivered."
    return described(sentence, {"cards": cards})


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    sets = tables["sets"].with_columns(size=pl.col("size").cast(pl.String) + pl.lit(" of a kind"))
    about = "Sets of each type and size that a player delivers in a game"
    when = "Cards that a player delivers in each round"
    return [
        view.chart("deliveries-sets", "dots", "Sets delivered", about, sets, "type", "sets", series="size"),
        view.chart("deliveries-rounds", "lines", "When cards are delivered", when, tables["rounds"], "round", "cards"),
    ]
