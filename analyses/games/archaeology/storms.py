"""What do storms and thieves cost? Losses by hand size, what tents saved, the thieves' swing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import ordinal
from digsite.simulator.games.archaeology.rules import TREASURES

if TYPE_CHECKING:
    from digsite.analyses.view import View


def answer(view: View) -> Result:
    """Answer from each seat's total losses in the rows, and from each storm in the sampled events."""
    swing = (pl.col("theft_value_won") - pl.col("theft_value_lost")).alias("theft_swing")
    seats = [seat.with_columns(swing) for seat in view.each_seat]
    losses = ["storm_cards", "storm_value", "theft_cards_lost", "theft_value_lost", "theft_value_won", "tents_used"]
    overall = view.sums(seats, ["strategy"], losses)
    tents = view.sums(seats, ["tent_storm_first"], [WIN, "score"])
    net = pl.col("theft_cards_won") - pl.col("theft_cards_lost")
    thefts = view.sums(
        [seat.with_columns(net.clip(-4, 4).alias("net_thefts")) for seat in seats], ["net_thefts"], [WIN, "score"]
    )
    tables = {
        "losses": overall.table(means=losses, count="appearances"),
        "tent_by_storm": _tent_table(tents),
        "net_thefts": thefts.table([WIN], ["score"], "appearances"),
    }
    findings = [
        *_loss_findings(overall.merged([])),
        *_tent_findings(view, tables["tent_by_storm"]),
        *_theft_findings(view, thefts),
    ]
    charts = _charts(view, tables)
    notes = []
    if view.sample is None:
        notes.append("The run kept too few events to show losses by hand size.")
    else:
        notes.append(f"Losses by hand size and what tents saved come from the {view.sample.counted}.")
        by_hand, saved, found, drawn = _from_events(view.sample)
        tables |= {"by_hand": by_hand, "tent_saved": saved}
        findings += found
        charts += drawn
    return Result("storms", "Storms and thieves", tables, findings, charts, notes)


def _tent_table(sums: Sums) -> pl.DataFrame:
    shares = sums.shares().drop("count")
    return sums.table([WIN], ["score"], "appearances").join(shares, on="tent_storm_first", how="left")


def _loss_findings(sums: Sums) -> list[Finding]:
    cards, value = sums.estimate("storm_cards"), sums.estimate("storm_value")
    head, bracket = sentences.split_estimate(cards, of="appearances")
    sentence = f"Storms cost a player {head} cards in a game {bracket}, worth {sentences.with_interval(value)} of trading value."
    found = [described(sentence, {"cards": cards.value, "value": value.value})]
    stolen = sums.estimate("theft_value_lost")
    head, bracket = sentences.split_estimate(stolen, of="appearances")
    sentence = f"Thieves took cards of trading value {head} from a player in a game {bracket}."
    return [*found, described(sentence, {"stolen": stolen.value})]


def _tent_findings(view: View, table: pl.DataFrame) -> list[Finding]:
    used = table.filter(pl.col("tent_storm_first") > 0)
    if not used.height or not view.has_rivals:
        return []
    shares = sentences.values_by_key(used, "tent_storm_first", WIN, "appearances")
    return [described(f"Win rate by the storm against which the first tent was used: {shares}.")] if shares else []


def _theft_findings(view: View, sums: Sums) -> list[Finding]:
    there = sums.keys()["net_thefts"].to_list()
    if -1 not in there or 1 not in there or not view.has_rivals:
        return []
    down, up = {"net_thefts": -1}, {"net_thefts": 1}
    gap, win = sums.difference("score", down, up).estimate, sums.share_difference(WIN, down, up).estimate
    (much, bracket), (often, of_wins) = (
        sentences.difference_in_words(gap, "dollars", "appearances"),
        sentences.rate_difference_in_words(win, "appearances"),
    )
    sentence = (
        f"Players one card up on thieves earned {much} than those a card down {bracket} and won {often} {of_wins}; "
        f"{view.observed('a card')}."
    )
    return [described(sentence, {"gap": gap.value, "win": win.value})]


# ---------------------------------------------------------------------------------------------- from the events


def hands_in_storms(view: View) -> pl.DataFrame:
    """Return one row per storm and seat: block, hand before it, cards and value lost, 1 if sheltered by a tent.

    The hand is counted from the events: dealt, dug, stolen, traded, explored for and sold.
    """
    deltas = _deltas_of_hands(view)
    needed = view.events.filter(pl.col("kind").is_in(["storm", "tent", *deltas])).collect()
    seen = needed.lazy().with_columns((pl.col("kind") == "storm").cast(pl.Int32).cum_sum().over("game").alias("storm"))
    own = _own_changes(view, seen, deltas).filter(pl.col("seat") > 0)
    grouped = (
        pl.concat([own, _thefts_from_others(view, seen)])
        .group_by("block", "game", "seat", "storm")
        .agg(pl.col("change", "lost", "lost_value", "tent").sum())
        .collect()
    )
    storms = grouped.select("block", "game", "storm").unique()
    seats = pl.DataFrame({"seat": pl.Series(range(1, view.seats + 1), dtype=pl.Int8)})
    grid = storms.join(seats, how="cross").join(grouped, on=["block", "game", "seat", "storm"], how="left").fill_null(0)
    grid = grid.sort("game", "seat", "storm")
    hand = pl.col("change").cum_sum().over("game", "seat") - pl.col("change")
    return grid.with_columns(hand.alias("hand")).filter(pl.col("storm") > 0)


def _deltas_of_hands(view: View) -> dict[str, pl.Expr]:
    """Return by how many cards each kind of event changes the hand of its seat."""
    one = pl.lit(1)
    dealt, found, sold = (view.number("cards", name) for name in ("hand", "find", "sell"))
    gains = {"hand": dealt, "dig": one, "steal": one, "take": one, "find": found}
    losses = {"lose": -one, "offer": -one, "explore": -view.number("maps", "explore"), "sell": -sold}
    return gains | losses


def _own_changes(view: View, seen: pl.LazyFrame, deltas: dict[str, pl.Expr]) -> pl.LazyFrame:
    """Return what each event changes for its own seat."""
    kind, treasure, used = pl.col("kind"), view.number("treasure", "lose"), view.number("used", "tent")
    change = pl.lit(0)
    for name, delta in deltas.items():
        change = pl.when(kind == name).then(delta).otherwise(change)
    values = {at: view.rules[f"{name}.trading_value"] for at, name in enumerate(TREASURES)}
    lost = kind == "lose"
    return seen.select(
        "block",
        "game",
        "storm",
        "seat",
        change.cast(pl.Int32).alias("change"),
        lost.cast(pl.Int32).alias("lost"),
        pl.when(lost)
        .then(treasure.replace_strict(values, default=0, return_dtype=pl.Int32))
        .otherwise(0)
        .alias("lost_value"),
        ((kind == "tent") & (used == 1)).cast(pl.Int32).alias("tent"),
    )


def _thefts_from_others(view: View, seen: pl.LazyFrame) -> pl.LazyFrame:
    """Return the card that each theft takes from its victim."""
    zero = pl.lit(0, pl.Int32)
    return seen.filter(pl.col("kind") == "steal").select(
        "block",
        "game",
        "storm",
        (view.number("victim", "steal") + 1).cast(pl.Int8).alias("seat"),
        pl.lit(-1, pl.Int32).alias("change"),
        zero.alias("lost"),
        zero.alias("lost_value"),
        zero.alias("tent"),
    )


def _from_events(view: View) -> tuple[pl.DataFrame, pl.DataFrame, list[Finding], list[Chart]]:
    storms = hands_in_storms(view)
    divisor = int(view.rules["sandstorms.divisor"])
    open_hands = storms.filter(pl.col("tent") == 0).lazy()
    by_hand = view.sums(open_hands, ["hand"], ["lost", "lost_value"]).table(means=["lost", "lost_value"], count="hands")
    worth = dict(by_hand.select("hand", "lost_value").rows())
    tents = storms.filter(pl.col("tent") == 1).with_columns(
        (pl.col("hand") // divisor).alias("saved"),
        # Saved cards are valued by what open hands of the same size lost.
        pl.col("hand").replace_strict(worth, default=None, return_dtype=pl.Float64).alias("saved_value"),
    )
    if not tents.height:
        saved = pl.DataFrame(schema={"storm": pl.Int32, "tents": pl.Int64, "saved": pl.Float64})
        return by_hand, saved, [], [_hand_chart(view, by_hand)]
    valued = tents.with_columns(pl.col("saved_value").fill_null(0.0)).lazy()
    sums = view.sums(valued, ["storm"], ["saved", "saved_value"])
    saved = sums.table(means=["saved", "saved_value"], count="tents")
    mean, value = sums.estimate("saved"), sums.estimate("saved_value")
    head, bracket = sentences.split_estimate(mean, of="tents")
    first = saved.filter((pl.col("tents") >= 50) & (pl.col("saved") > 0)).sort("storm").head(1)
    row = first.row(0, named=True) if first.height else {}
    least = sentences.with_interval(sentences.estimate_of(row, "saved", row["tents"])) if row else ""
    when = f"; against the {ordinal(row['storm'])} storm {least} cards" if row else ""
    sentence = f"A used tent saved {head} cards {bracket}, worth about {sentences.with_interval(value)} of trading value{when}."
    finding = described(sentence, {"saved": mean.value, "value": value.value})
    return by_hand, saved, [finding], [_hand_chart(view, by_hand)]


def _hand_chart(view: View, table: pl.DataFrame) -> Chart:
    about = "Trading value lost to a storm by cards in hand, without a tent"
    return view.chart(
        "storms-by-hand", "lines", "What a storm takes", about, table, "hand", "lost_value", count="hands"
    )


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    storm = pl.col("tent_storm_first")
    when = pl.when(storm == 0).then(pl.lit("not used")).otherwise("storm " + storm.cast(pl.String))
    tents = tables["tent_by_storm"].with_columns(when=when)
    used = "Share of wins by the storm against which the (first) tent was used"
    stolen = "Share of wins by cards stolen less cards lost to thieves (4 or more together)"
    thefts, fair = tables["net_thefts"], view.fair
    return [
        view.chart("storms-tents", "dots", "When the tent is used", used, tents, "when", WIN, reference=fair),
        view.chart("storms-thieves", "lines", "The thieves' swing", stolen, thefts, "net_thefts", WIN, reference=fair),
    ]
