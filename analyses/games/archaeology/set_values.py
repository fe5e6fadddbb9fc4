"""What did sets really earn? Money per card by treasure and size, and the best split of the same cards."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analyses import words
from analyses.blocks import Sums, View, bounds, tabled
from analyses.result import Chart, Finding, Result
from simulator.games.archaeology.rules import MAX_COPIES, TREASURES
from simulator.games.archaeology.state import SET_SIZES


def answer(view: View) -> Result:
    """Sales of all seats, by treasure and by size of the set."""
    frames = [seat.with_columns(_measures(view)) for seat in view.each_seat]
    treasures = [name for name in TREASURES if _copies(view, name) > 0]
    sizes = {name: range(1, SET_SIZES[TREASURES.index(name)] + 1) for name in treasures}
    values = [f"sets_{name}_{size}" for name in treasures for size in sizes[name]]
    values += [f"{what}_{name}" for what in ("money", "cards", "sold", "best", "full") for name in treasures]
    sums = view.sums(frames, [], values)
    tables = {"treasures": _by_treasure(view, sums, treasures), "sets": _by_size(view, sums, sizes)}
    findings = _findings(tables["treasures"])
    findings += [_split_finding(sums, treasures)] if tables["treasures"]["cards_sold"].sum() else []
    notes = [
        f"Sets of {called(name)} larger than {SET_SIZES[TREASURES.index(name)]} count as sets of that size."
        for name in treasures
        if len(prices(view, name)) > SET_SIZES[TREASURES.index(name)]
    ]
    return Result("set-values", "Values of sets", tables, findings, _charts(view, tables), notes)


def prices(view: View, treasure: str) -> list[int]:
    """Money for a set of 1, 2, ... cards of a treasure."""
    return list(view.rules[f"{treasure}.prices"])


def called(treasure: str) -> str:
    """A treasure's name in a sentence."""
    return words.plain(treasure).replace("pharaohs", "pharaoh's")


def best_split(listed: Sequence[int], cards: int) -> list[int]:
    """The most money for 0, 1, ... `cards` cards, split into sets as one likes."""
    worth = [0]
    for held in range(1, cards + 1):
        worth.append(max(worth[held - size] + price for size, price in enumerate(listed, 1) if size <= held))
    return worth


def _copies(view: View, treasure: str) -> int:
    copies = view.rules[f"{treasure}.copies"]
    lowest = view.run.game.players[0]
    return int(copies[view.seats - lowest] if isinstance(copies, list) else copies)


def _measures(view: View) -> list[pl.Expr]:
    """For each treasure: cards and sets sold, complete sets, and what the cards would have earned at best."""
    measures = []
    for name, sizes in zip(TREASURES, SET_SIZES, strict=True):
        counts = [pl.col(f"sets_{name}_{size}").cast(pl.Int32) for size in range(1, sizes + 1)]
        cards = pl.sum_horizontal(count * size for size, count in enumerate(counts, 1))
        largest = min(len(prices(view, name)), sizes)
        worth = best_split(prices(view, name), 2 * MAX_COPIES)
        measures += [
            cards.alias(f"cards_{name}"),
            pl.sum_horizontal(counts).alias(f"sold_{name}"),
            counts[largest - 1].alias(f"full_{name}"),
            pl.lit(pl.Series(worth, dtype=pl.Float64)).gather(cards).alias(f"best_{name}"),
        ]
    return measures


def _per(sums: Sums, value: str, count: str) -> Sums:
    """The same sums with another column as the count, so that means are per card or per set."""
    return Sums(sums.blocks.with_columns(n=pl.col(count)), (), (value,), sums.lucks)


def _by_treasure(view: View, sums: Sums, treasures: list[str]) -> pl.DataFrame:
    rows = []
    for name in treasures:
        listed = prices(view, name)
        per_card = _per(sums, f"money_{name}", f"cards_{name}").estimate(f"money_{name}")
        complete = _per(sums, f"full_{name}", f"sold_{name}").estimate(f"full_{name}", share=True)
        kept = _per(sums, f"money_{name}", f"best_{name}").estimate(f"money_{name}", share=True)
        earned = sums.estimate(f"money_{name}")
        rows.append(
            {
                "treasure": called(name),
                "cards_sold": per_card.n,
                "sets_sold": complete.n,
                "money_per_player": earned.value,
                **bounds("money_per_player", earned),
                "money_per_card": per_card.value,
                **bounds("money_per_card", per_card),
                "printed_per_card": listed[-1] / len(listed),
                "trading_value": view.rules[f"{name}.trading_value"],
                "complete": complete.value,
                **bounds("complete", complete),
                "of_best_split": kept.value,
                **bounds("of_best_split", kept),
            }
        )
    return tabled(rows).sort("money_per_card", descending=True)


def _by_size(view: View, sums: Sums, sizes: dict[str, range]) -> pl.DataFrame:
    rows = []
    for name, known in sizes.items():
        listed = prices(view, name)
        for size in known:
            if size > len(listed):
                continue
            share = _per(sums, f"sets_{name}_{size}", f"sold_{name}").estimate(f"sets_{name}_{size}", share=True)
            rows.append(
                {
                    "treasure": called(name),
                    "size": size,
                    "sets": round(float(sums.blocks[f"sets_{name}_{size}"].sum())),
                    "share": share.value,
                    **bounds("share", share),
                    "price": listed[size - 1],
                    "money_per_card": listed[size - 1] / size,
                    "one_more_adds": listed[size] - listed[size - 1] if size < len(listed) else None,
                }
            )
    return tabled(rows)


def _findings(table: pl.DataFrame) -> list[Finding]:
    sold = table.filter(pl.col("cards_sold") > 0)
    if not sold.height:
        return [Finding("Nothing was sold in this run.", "none", "certain")]
    found = []
    best, worst = sold.row(0, named=True), sold.row(-1, named=True)
    spread = words.between(best["money_per_card_low"], best["money_per_card_high"], best["cards_sold"], of="card")
    sentence = (
        f"A {best['treasure']} earned most for a card, {best['money_per_card']:.2f} {spread}, a "
        f"{worst['treasure']} least, "
        f"{worst['money_per_card']:.2f}."
    )
    found.append(Finding(sentence, "none", words.by_count(best["cards_sold"]), best))
    gap = sold.with_columns(ratio=pl.col("money_per_card") / pl.col("printed_per_card")).sort("ratio")
    row = gap.row(0, named=True)
    sentence = (
        f"{row['treasure'].capitalize()} falls shortest of its print: {row['money_per_card']:.2f} for a card, "
        f"{row['ratio'] * 100:.0f} % of what a complete set pays for each ({row['cards_sold']:,} cards)."
    )
    found.append(Finding(sentence, words.effect_of_share(1 - row["ratio"]), words.by_count(row["cards_sold"]), row))
    several = sold.filter(pl.col("complete") < 1).sort("complete", descending=True)
    if several.height:
        row = several.row(0, named=True)
        spread = words.between(row["complete_low"], row["complete_high"], row["sets_sold"], percent=True, of="set")
        low = several.row(-1, named=True)
        sentence = (
            f"{row['complete'] * 100:.1f} % of the sets of {row['treasure']} were sold complete "
            f"{spread}; of {low['treasure']} it "
            f"was {low['complete'] * 100:.1f} %."
        )
        found.append(Finding(sentence, "none", words.by_count(row["sets_sold"]), row))
    return found


def _split_finding(sums: Sums, treasures: list[str]) -> Finding:
    total = sums.blocks.with_columns(
        money=pl.sum_horizontal(f"money_{name}" for name in treasures),
        n=pl.sum_horizontal(f"best_{name}" for name in treasures),
    )
    share = Sums(total, (), ("money",), sums.lucks).estimate("money", share=True)
    value, bracket = words.split(share, percent=True, of="coins")
    sentence = (
        f"Players earned {value} of what the same cards would have brought under the best split into sets {bracket}."
    )
    return Finding(sentence, words.effect_of_share(1 - share.value), words.precision(share), {"share": share.value})


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    games = f"{view.rows:,} games"
    table = tables["treasures"]
    both = pl.concat(
        [
            table.select(
                "treasure",
                money="money_per_card",
                low="money_per_card_low",
                high="money_per_card_high",
                what=pl.lit("earned"),
                printed=pl.lit(False),
            ),
            table.select(
                "treasure",
                money="printed_per_card",
                low=pl.lit(None, pl.Float64),
                high=pl.lit(None, pl.Float64),
                what=pl.lit("complete set, as printed"),
                printed=pl.lit(True),
            ),
        ]
    )
    return [
        Chart(
            "set-values-per-card",
            "dots",
            "What a card earned",
            "Money for each card sold, with 95 % intervals, beside what a complete set pays for each "
            f"(printed); {games}.",
            "Dots of the money earned per card by treasure, beside the printed value.",
            both,
            x="treasure",
            y="money",
            low="low",
            high="high",
            series="what",
            exact="printed",
            y_label="money for a card",
            across=True,
        ),
        Chart(
            "set-values-sizes",
            "stacked",
            "Sizes of sets sold",
            f"Share of sets by size for each treasure; {games}. The intervals are in the table.",
            "Stacked bars of set sizes by treasure.",
            tables["sets"].with_columns(label="set of " + pl.col("size").cast(pl.String)),
            x="treasure",
            y="share",
            series="label",
            y_label="share of sets",
            percent=True,
            across=True,
        ),
    ]
