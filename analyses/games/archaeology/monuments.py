"""Which monument pays? Value per map and per exploration, and what exploring does for the win."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analyses import words
from analyses.blocks import WIN, Sums, change, interval, tabled
from analyses.result import Chart, Finding, Result

if TYPE_CHECKING:
    from analyses.view import View


def answer(view: View) -> Result:
    """Explorations of all seats by the monument on the table."""
    values = ["maps_used", "explorations", "busts", "monument_cards", "monument_value", "score", WIN]
    explored = (pl.col("explorations") > 0).alias("explored")
    sums = view.sums([seat.with_columns(explored) for seat in view.each_seat], ["monument", "explored"], values)
    table = _by_monument(sums.merged(["monument"]))
    edge = _edge(sums)
    tables = {"monuments": table, "explorers": edge}
    return Result(
        "monuments", "Monuments", tables, [*_findings(view, table), *_edge_findings(edge)], _charts(view, tables)
    )


def _by_monument(sums: Sums) -> pl.DataFrame:
    rows = []
    for name in sums.keys()["monument"]:
        mapped, explored = (sums.per(count, monument=name) for count in ("maps_used", "explorations"))
        per_exploration = explored.estimate("monument_value")
        rows.append(
            {
                "monument": name,
                "appearances": sums.count(monument=name),
                "explorations": per_exploration.n,
                **interval("explorations_each", sums.estimate("explorations", monument=name)),
                **interval("value_per_map", mapped.estimate("monument_value")),
                **interval("value_per_exploration", per_exploration),
                **interval("cards_per_exploration", explored.estimate("monument_cards")),
                **interval("busts", explored.estimate("busts", share=True)),
            }
        )
    return tabled(rows).sort("value_per_map", descending=True, nulls_last=True)


def _edge(sums: Sums) -> pl.DataFrame:
    """What explorers have over the others, by monument."""
    rows = []
    for name in sums.keys()["monument"].unique().sort():
        stay, go = ({"monument": name, "explored": explored} for explored in (False, True))
        if min(sums.count(**stay), sums.count(**go)) < 2:
            continue
        row = {"monument": name, "explorers": sums.count(**go)}
        for value in (WIN, "score"):
            row |= change(value, sums.difference(value, stay, go))
        rows.append(row)
    return tabled(rows)


def _findings(view: View, table: pl.DataFrame) -> list[Finding]:
    used = table.filter(pl.col("explorations") > 0)
    if not used.height:
        return [Finding(f"Nobody explored a monument in {words.counted(view.rows, 'game')}.", "none", "certain")]
    price = view.rules["map.prices"][0]
    found = []
    best, worst = used.row(0, named=True), used.row(-1, named=True)
    for row, word in ((best, "most"), (worst, "least")) if used.height > 1 else ((best, ""),):
        spread = words.spread(row, "value_per_map", row["explorations"], of="exploration")
        sentence = (
            f"The {row['monument'].title()} gives {row['value_per_map']:.2f} of trading value "
            f"for a map {spread}{f', the {word}' if word else ''}; a map sells for {price}."
        )
        found.append(
            Finding(
                sentence,
                words.effect_of_ratio(row["value_per_map"] - price, price),
                words.by_count(row["explorations"]),
                row,
            )
        )
    for row in used.filter(pl.col("busts") > 0).iter_rows(named=True):
        spread = words.spread(row, "busts", row["explorations"], percent=True, of="exploration")
        sentence = (
            f"{row['busts'] * 100:.1f} % of explorations of the {row['monument'].title()} lose everything {spread}."
        )
        found.append(
            Finding(
                sentence,
                words.effect_of_share(row["busts"]),
                words.by_count(row["explorations"]),
                row,
            )
        )
    return found


def _edge_findings(table: pl.DataFrame) -> list[Finding]:
    found = []
    for row in table.iter_rows(named=True):
        if row["explorers"] < 100 or not row["win_p"] * table.height < 0.05:
            continue
        spread = words.spread(row, "win_change", row["explorers"], percent=True, unit="points", of="explorer")
        sentence = (
            f"With the {row['monument'].title()}, players who explore win {words.points(row['win_change'], percent=True)} "
            f"{words.more(row['win_change'], 'less')} often than those who do not {spread}."
        )
        found.append(
            Finding(
                sentence, words.effect_of_share(row["win_change"]), words.certainty(row["win_p"] * table.height), row
            )
        )
    return found


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    used = tables["monuments"].filter(pl.col("explorations") > 0)
    if not used.height:
        return []
    price = (float(view.rules["map.prices"][0]), "a map's price")
    brings = "Trading value gained for each map discarded, with 95 % intervals"
    about = f"{brings}; {view.counted}. The line is what a map sells for."
    marks = {"across": True, "reference": price}
    return [
        view.chart("monuments-per-map", "dots", "What a map brings", about, used, "monument", "value_per_map", **marks)
    ]
