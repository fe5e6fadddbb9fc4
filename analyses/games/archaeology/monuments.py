"""Which monument pays? Value per map and per exploration, and how often explorers win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums, change, interval, to_table
from digsite.analyses.claims import Claim
from digsite.analyses.result import Chart, Finding, Result, described

if TYPE_CHECKING:
    from digsite.analyses.view import View

_FEW_EXPLORERS = 100  # rarer monuments are not mentioned


def answer(view: View) -> Result:
    """Answer from the explorations of all seats, by the monument on the table."""
    values = ["maps_used", "explorations", "busts", "monument_cards", "monument_value", "score", WIN]
    explored = (pl.col("explorations") > 0).alias("explored")
    sums = view.sums([seat.with_columns(explored) for seat in view.each_seat], ["monument", "explored"], values)
    table = _by_monument(sums.merged(["monument"]))
    edge = _edge(sums)
    tables = {"monuments": table, "explorers": edge}
    findings = [*_findings(view, table, sums.merged(["monument"])), *_edge_findings(view, sums.merged(["explored"]))]
    return Result("monuments", "Monuments", tables, findings, _charts(view, tables))


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
    return to_table(rows).sort("value_per_map", descending=True, nulls_last=True)


def _edge(sums: Sums) -> pl.DataFrame:
    """Return how explorers compare with the others, by monument."""
    rows = []
    for name in sums.keys()["monument"].unique().sort():
        stay, go = ({"monument": name, "explored": explored} for explored in (False, True))
        if min(sums.count(**stay), sums.count(**go)) < 2:
            continue
        row = {"monument": name, "explorers": sums.count(**go)}
        row |= change(WIN, sums.share_difference(WIN, stay, go)) | change("score", sums.difference("score", stay, go))
        rows.append(row)
    return to_table(rows)


def _findings(view: View, table: pl.DataFrame, sums: Sums) -> list[Finding]:
    used = table.filter(pl.col("explorations") > 0)
    if not used.height:
        return [described(f"Nobody explored a monument in {sentences.counted(view.rows, 'game')}.")]
    mapped = Sums(
        sums.blocks.with_columns(n=pl.col("maps_used")).filter(pl.col("n") > 0), sums.by, sums.values, sums.deals
    )
    ranks = {"the most": 0, "the least": -1} if used.height > 1 else {"": 0}
    claims = [_pays(view, mapped, used, used.row(at, named=True), rank) for rank, at in ranks.items()]
    found = [finding for finding in view.settle(claims) if finding]
    for row in used.filter(pl.col("busts") > 0).iter_rows(named=True):
        value, spread = sentences.split_row(row, "busts", row["explorations"], percent=True, of="explorations")
        sentence = f"{value} of explorations of the {row['monument'].title()} lost everything {spread}."
        found.append(described(sentence, row))
    return found


def _pays(view: View, mapped: Sums, used: pl.DataFrame, row: dict[str, Any], rank: str) -> Claim:
    """Return a claim on what a map earned at a monument; *the most* or *the least* only if it beats the next one."""
    value, spread = sentences.split_row(row, "value_per_map", row["explorations"], of="explorations")
    sentence = (
        f"The {row['monument'].title()} gave {value} of trading value for a map {spread}{{}}; a map's own is "
        f"{view.rules['map.trading_value']}."
    )
    p_value = mapped.leads("monument_value", "monument", used["monument"].to_list(), row["monument"])
    most, among = (f", {rank}", f", among {rank}") if rank else ("", "")
    return Claim(p_value, described(sentence.format(most), row), described(sentence.format(among), row))


def _edge_findings(view: View, sums: Sums) -> list[Finding]:
    """Return findings on how explorers compare with the others, whatever the monument."""
    stay, go = ({"explored": explored} for explored in (False, True))
    if not view.has_rivals or min(sums.count(**stay), sums.count(**go)) < _FEW_EXPLORERS:
        return []
    win = sums.share_difference(WIN, stay, go).estimate
    often, bracket = sentences.rate_difference_in_words(win, of="appearances")
    sentence = f"Players who explored won {often} than those who did not {bracket}; {view.observed('exploring')}."
    return [described(sentence, {"win": win.value, "explorers": sums.count(**go)})]


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    used = tables["monuments"].filter(pl.col("explorations") > 0)
    if not used.height:
        return []
    own = (float(view.rules["map.trading_value"]), "a map's own")
    brings = "Trading value gained for each map discarded, with 95 % intervals"
    about = f"{brings}; {view.counted}. The line is a map's own trading value."
    marks = {"across": True, "reference": own}
    return [
        view.chart("monuments-per-map", "dots", "What a map brings", about, used, "monument", "value_per_map", **marks)
    ]
