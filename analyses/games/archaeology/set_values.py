"""What did sets really earn? Money per card by treasure and size, and the best split of the same cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import Sums, interval, to_table
from digsite.analyses.chart_rows import compare_with_exact
from digsite.analyses.claims import Claim
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import a
from digsite.simulator.games.archaeology.columns import TREASURE_WORDS
from digsite.simulator.games.archaeology.rules import TREASURES
from digsite.simulator.games.archaeology.state import SET_SIZES

if TYPE_CHECKING:
    from digsite.analyses.view import View


SETS_OF = tuple(name for name in TREASURES if name != "map")  # treasures whose worth grows with the set


def answer(view: View) -> Result:
    """Answer from the sales of all seats, by treasure and by size of the set."""
    frames = [seat.with_columns(_measures(view)) for seat in view.each_seat]
    treasures = [name for name in TREASURES if _copies(view, name) > 0]
    sizes = {name: range(1, SET_SIZES[TREASURES.index(name)] + 1) for name in treasures}
    values = [f"sets_{name}_{size}" for name in treasures for size in sizes[name]]
    values += [f"{what}_{name}" for what in ("money", "cards", "sold", "best", "full") for name in treasures]
    sums = view.sums(frames, [], values)
    tables = {"treasures": _by_treasure(view, sums, treasures), "sets": _by_size(view, sums, sizes)}
    findings = _findings(view, tables["treasures"], _per_card(view, sums, treasures))
    findings += [_split_finding(sums, treasures)] if tables["treasures"]["cards_sold"].sum() else []
    notes = [
        f"Sets of {called(name)}s larger than {SET_SIZES[TREASURES.index(name)]} count as sets of that size."
        for name in treasures
        if len(prices(view, name)) > SET_SIZES[TREASURES.index(name)]
    ]
    headline = _headline(view, tables["treasures"])
    return Result("set-values", "Values of sets", tables, findings, _charts(view, tables), notes, headline=headline)


def _headline(view: View, table: pl.DataFrame) -> str:
    """Return in a sentence what a card earns in sets of the best and of the least treasure, and what a full set pays."""
    sold = table.filter((pl.col("cards_sold") > 0) & (pl.col("treasure").is_in([*map(called, SETS_OF)])))
    if sold.height < 2:
        return ""
    best, least = (sold.row(at, named=True) for at in (0, -1))

    def told(row: dict[str, Any]) -> str:
        full = prices(view, TREASURES[TREASURE_WORDS.index(row["treasure"])])
        return f"{row['money_per_card']:.1f} dollars as {a(row['treasure'])} (full set of {len(full)}: {full[-1]})"

    return f"In sets a card earns {told(least)} to {told(best)}."


def prices(view: View, treasure: str) -> list[int]:
    """Return the money for a set of 1, 2, ... cards of a treasure."""
    return list(view.rules[f"{treasure}.prices"])


def called(treasure: str) -> str:
    """Return a treasure's name in a sentence."""
    return TREASURE_WORDS[TREASURES.index(treasure)]


def best_splits(view: View) -> dict[str, list[int]]:
    """Return, for each treasure, the most money for 0, 1, 2, ... cards over all splits into sets."""
    game = view.run.game
    rules = game.build_rules(game.figures.replace(view.rules), view.seats)[0]
    return {name: rules.worth[kind].tolist() for kind, name in enumerate(TREASURES)}


def _copies(view: View, treasure: str) -> int:
    copies = view.rules[f"{treasure}.copies"]
    lowest = view.run.game.players[0]
    return int(copies[view.seats - lowest] if isinstance(copies, list) else copies)


def _measures(view: View) -> list[pl.Expr]:
    """Return, for each treasure, cards and sets sold, complete sets, and the most the cards could have earned."""
    measures = []
    best = best_splits(view)
    for name, sizes in zip(TREASURES, SET_SIZES, strict=True):
        counts = [pl.col(f"sets_{name}_{size}").cast(pl.Int32) for size in range(1, sizes + 1)]
        cards = pl.sum_horizontal(count * size for size, count in enumerate(counts, 1))
        largest = min(len(prices(view, name)), sizes)
        measures += [
            cards.alias(f"cards_{name}"),
            pl.sum_horizontal(counts).alias(f"sold_{name}"),
            counts[largest - 1].alias(f"full_{name}"),
            pl.lit(pl.Series(best[name], dtype=pl.Float64)).gather(cards).alias(f"best_{name}"),
        ]
    return measures


def _by_treasure(view: View, sums: Sums, treasures: list[str]) -> pl.DataFrame:
    rows = []
    for name in treasures:
        listed = prices(view, name)
        per_card = sums.per(f"cards_{name}").estimate(f"money_{name}")
        complete = sums.per(f"sold_{name}").estimate(f"full_{name}", share=True)
        rows.append(
            {
                "treasure": called(name),
                "cards_sold": per_card.n,
                "sets_sold": complete.n,
                **interval("money_per_player", sums.estimate(f"money_{name}")),
                **interval("money_per_card", per_card),
                "printed_per_card": listed[-1] / len(listed),
                "trading_value": view.rules[f"{name}.trading_value"],
                **interval("complete", complete),
                **interval("of_best_split", sums.per(f"best_{name}").estimate(f"money_{name}", share=True)),
            }
        )
    return to_table(rows).sort("money_per_card", descending=True)


def _by_size(view: View, sums: Sums, sizes: dict[str, range]) -> pl.DataFrame:
    rows = []
    for name, known in sizes.items():
        listed = prices(view, name)
        sold = sums.per(f"sold_{name}")
        for size in known[: len(listed)]:
            rows.append(
                {
                    "treasure": called(name),
                    "size": size,
                    "sets": round(float(sums.blocks[f"sets_{name}_{size}"].sum())),
                    **interval("share", sold.estimate(f"sets_{name}_{size}", share=True)),
                    "price": listed[size - 1],
                    "money_per_card": listed[size - 1] / size,
                    "one_more_adds": listed[size] - listed[size - 1] if size < len(listed) else None,
                }
            )
    return to_table(rows)


def _per_card(view: View, sums: Sums, treasures: list[str]) -> Sums:
    """Return dollars per card sold, by treasure; `part` is relative to a complete set's money per card."""
    parts = []
    for name in treasures:
        printed = prices(view, name)
        money = pl.col(f"money_{name}")
        parts.append(
            sums.blocks.select(
                "block",
                treasure=pl.lit(called(name)),
                n=pl.col(f"cards_{name}"),
                money=money,
                part=money * (len(printed) / printed[-1]),
            )
        )
    return Sums(pl.concat(parts).filter(pl.col("n") > 0), ("treasure",), ("money", "part"), sums.deals)


def _findings(view: View, table: pl.DataFrame, per_card: Sums) -> list[Finding]:
    sold = table.filter(pl.col("cards_sold") > 0)
    if not sold.height:
        return [described("Nothing was sold in this run.")]
    claims = [_extreme(sold, per_card, rank) for rank in ("most", "least")] if sold.height > 1 else []
    claims += _short(sold, per_card)
    found = [finding for finding in view.settle(claims) if finding]
    several = sold.filter(pl.col("complete") < 1).sort("complete", descending=True)
    if several.height:
        row = several.row(0, named=True)
        value, spread = sentences.split_row(row, "complete", row["sets_sold"], percent=True, of="sets")
        low = several.row(-1, named=True)
        sentence = (
            f"{value} of the sets of {row['treasure']}s were sold complete {spread}; of "
            f"{low['treasure']}s it was {sentences.row_with_interval(low, 'complete', percent=True)}."
        )
        found.append(described(sentence, row))
    return found


def _extreme(sold: pl.DataFrame, per_card: Sums, rank: str) -> Claim:
    """Return a claim on the treasure whose cards earned the most or the least, if it beats the next one."""
    row = sold.row(0 if rank == "most" else -1, named=True)
    value, spread = sentences.split_row(row, "money_per_card", row["cards_sold"], of="cards")
    sentence = f"{sentences.sentence(a(row['treasure']))} earned {{}} for a card sold, ${value} {spread}."
    p_value = per_card.leads("money", "treasure", sold["treasure"].to_list(), row["treasure"])
    return Claim(p_value, *(described(sentence.format(said), row) for said in (f"the {rank}", f"among the {rank}")))


def _short(sold: pl.DataFrame, per_card: Sums) -> list[Claim]:
    """Return a claim on the treasure furthest below the money of a complete set, if it beats the next one."""
    ratios = sold.with_columns(ratio=pl.col("money_per_card") / pl.col("printed_per_card")).sort("ratio")
    row = ratios.row(0, named=True)
    part = {f"part{end}": row[f"money_per_card{end}"] / row["printed_per_card"] for end in ("", "_low", "_high")}
    share = sentences.row_with_interval(part, "part", percent=True)
    short = f"${row['money_per_card']:.2f} for a card, {share} of what a complete set pays for each"
    names = {"holds": "falls furthest short", "otherwise": "is among those that fall furthest short"}
    said = {
        name: described(
            f"{sentences.sentence(a(row['treasure']))} {how} of its printed value: {short} ({row['cards_sold']:,} cards).",
            row,
        )
        for name, how in names.items()
    }
    return [Claim(per_card.leads("part", "treasure", sold["treasure"].to_list(), row["treasure"]), **said)]


def _split_finding(sums: Sums, treasures: list[str]) -> Finding:
    total = sums.blocks.with_columns(
        money=pl.sum_horizontal(f"money_{name}" for name in treasures),
        n=pl.sum_horizontal(f"best_{name}" for name in treasures),
    )
    share = Sums(total, (), ("money",), sums.deals).estimate("money", share=True)
    value, bracket = sentences.split_estimate(share, percent=True, of="dollars")
    sentence = (
        f"Players earned {value} of what the same cards would have brought under the best split into sets {bracket}."
    )
    return described(sentence, {"share": share.value})


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    what = pl.when("exact").then(pl.lit("complete set, as printed")).otherwise(pl.lit("earned")).alias("what")
    both = compare_with_exact(tables["treasures"], "money_per_card", "printed_per_card", ["treasure"]).with_columns(
        what
    )
    earned = "Dollars for each card sold, with 95 % intervals, beside what a complete set pays for each (printed)"
    sizes = tables["sets"].with_columns(label="set of " + pl.col("size").cast(pl.String))
    shares = f"Share of sets by size for each treasure; {view.counted}. The intervals are in the table."
    marks = {"series": "what", "exact": "exact", "across": True}
    parts = {"series": "label", "order": "size", "y_label": "share of sets", "across": True}
    return [
        view.chart(
            "set-values-per-card",
            "dots",
            "What a card earned",
            f"{earned}; {view.counted}.",
            both,
            "treasure",
            "money_per_card",
            **marks,
        ),
        view.chart("set-values-sizes", "stacked", "Sizes of sets sold", shares, sizes, "treasure", "share", **parts),
    ]
