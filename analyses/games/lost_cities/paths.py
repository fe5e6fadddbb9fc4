"""Which paths pay? Opening cards, number of paths, stones reached, the researcher's worth, descending paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums
from digsite.analyses.claims import Claim
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import a, listed, number
from digsite.simulator.games.lost_cities.rules import CARD_VALUES

if TYPE_CHECKING:
    from digsite.analyses.view import View

RARE = 100
_COMMON = 0.01  # opening cards of a smaller share of paths are not compared in a sentence


def answer(view: View) -> Result:
    """Answer from whole games in the rows, and from single paths in the sampled events."""
    number = view.sums(view.each_seat, ["paths_opened"], [WIN, "score"])
    number_table = number.table([WIN], ["score"], "appearances")
    researcher = _researcher(view)
    tables = {
        "number_of_paths": number_table,
        "researcher": researcher.table(means=["points", "worth"], count="appearances"),
    }
    findings = [_number_finding(view, number, number_table), _researcher_finding(researcher)]
    charts = [_number_chart(view, number_table)]
    notes = []
    if view.rules["play.descending_paths"]:
        findings.append(_descending(view))
    if view.sample is None:
        notes.append("The run kept too few events to show opening cards and stones reached.")
    else:
        notes.append(f"Opening cards and stones reached come from the {view.sample.counted}.")
        more_tables, more_findings, more_charts = _single_paths(view.sample)
        tables |= more_tables
        findings += more_findings
        charts += more_charts
    return Result("paths", "Paths", tables, findings, charts, notes)


# ------------------------------------------------------------------------------------------------ from the rows


def _number_finding(view: View, sums: Sums, table: pl.DataFrame) -> Finding:
    blocks = sums.blocks.with_columns(paths=pl.col("paths_opened").cast(pl.Float64) * pl.col("n"))
    mean = Sums(blocks, (), ("paths",), sums.deals).estimate("paths")
    value, own = sentences.split_estimate(mean, of="appearances")
    head = f"A player opened {value} paths in a game on average {own}"
    shares = sentences.values_by_key(table, "paths_opened", WIN, "appearances") if view.has_rivals else ""
    sentence = f"{head}; win rate by number of paths: {shares}." if shares else f"{head}."
    return described(sentence, {"paths": mean.value})


def _researcher(view: View) -> Sums:
    """Return what the researcher's stones pay, and how much of it an adventurer in its place would not get."""
    factor = view.rules["researcher.factor"]
    points = pl.col("researcher_points").cast(pl.Float64)
    worth = points * ((factor - 1) / factor)
    frames = [seat.with_columns(points.alias("points"), worth.alias("worth")) for seat in view.each_seat]
    return view.sums(frames, ["strategy"], ["points", "worth"])


def _researcher_finding(sums: Sums) -> Finding:
    worth = sums.estimate("worth")
    value, bracket = sentences.split_estimate(worth, of="appearances")
    sentence = (
        f"The researchers' stones paid {value} points a game more than adventurers on them would have got {bracket}."
    )
    return described(sentence, {"worth": worth.value})


def _descending(view: View) -> Finding:
    """Return a finding on the share of descending paths among all paths opened."""
    sums = view.sums(view.each_seat, [], ["descending", "paths_opened"])
    blocks = sums.blocks.with_columns(n=pl.col("paths_opened"))
    share = Sums(blocks, (), ("descending",), view.deals).estimate("descending", share=True)
    value, bracket = sentences.split_estimate(share, percent=True, of="paths")
    return described(f"{value} of all paths run downwards {bracket}.", {"share": share.value})


def _number_chart(view: View, table: pl.DataFrame) -> Chart:
    about = "Share of wins by paths opened in the whole game"
    return view.chart(
        "paths-number", "lines", "", about, table, "paths_opened", WIN, reference=view.fair, count="appearances"
    )


# ---------------------------------------------------------------------------------------------- from the events


def single_paths(view: View) -> pl.LazyFrame:
    """Return one row per path opened: block, game, expedition, seat, path, opening card, researcher, stone and points."""
    kinds = ["expedition", "open", "advance", "step"]
    seen = view.events.filter(pl.col("kind").is_in(kinds))
    number = view.number("expedition", "expedition")
    expedition = pl.when(pl.col("kind") == "expedition").then(number).forward_fill()
    is_step, is_open = pl.col("kind") == "step", pl.col("kind") == "open"
    card, path = view.number("card", "open", "advance"), view.number("path", "step")
    researcher, stone = view.number("researcher", "open"), view.number("stone", "advance", "step")
    moves = seen.with_columns(
        expedition.alias("expedition"),
        pl.when(is_step).then(path).otherwise(card // CARD_VALUES).alias("path"),
        pl.when(is_open).then(1).otherwise(stone).alias("stone"),
        pl.when(is_open).then(card % CARD_VALUES).alias("opening"),
        pl.when(is_open).then(researcher).alias("researcher"),
    ).filter(pl.col("kind") != "expedition")
    paths = moves.group_by("block", "game", "expedition", "seat", "path").agg(
        pl.col("opening", "researcher", "stone").max()
    )
    values = dict(enumerate(view.rules["stones.values"], 1))
    factor = pl.when(pl.col("researcher") == 1).then(view.rules["researcher.factor"]).otherwise(1)
    points = pl.col("stone").replace_strict(values, return_dtype=pl.Float64) * factor
    return paths.with_columns(points.alias("points"), (points < 0).alias("in_red"))


def _single_paths(view: View) -> tuple[dict[str, pl.DataFrame], list[Finding], list[Chart]]:
    paths = single_paths(view).collect().lazy()  # the sample is small, and four tables are made of it
    opening = view.sums(paths, ["opening"], ["stone", "points", "in_red"])
    opened = opening.table(["in_red"], ["stone", "points"], "paths")
    opened = opened.join(opening.shares().drop("count"), on="opening", how="left")
    stones = view.sums(paths, ["stone"], []).shares()
    explorers = view.sums(paths, ["researcher"], ["stone", "points", "in_red"])
    who = explorers.table(["in_red"], ["stone", "points"], "paths").with_columns(
        explorer=pl.when(pl.col("researcher") == 1).then(pl.lit("researcher")).otherwise(pl.lit("adventurer"))
    )
    who = who.select("explorer", pl.exclude("explorer", "researcher"))
    each = paths.group_by("block", "game", "expedition", "seat").agg(pl.len().alias("paths"), pl.col("points").sum())
    expeditions = view.sums(each, ["paths"], ["points"])
    per_expedition = expeditions.table(means=["points"], count="expeditions")
    tables = {"opening_card": opened, "stones": stones, "explorers": who, "paths_in_expedition": per_expedition}
    findings = [
        *_opening_findings(view, opening, opened),
        *_explorer_finding(who),
        *_expedition_finding(view, expeditions, per_expedition),
    ]
    return tables, findings, _path_charts(view, tables)


def _opening_findings(view: View, sums: Sums, table: pl.DataFrame) -> list[Finding]:
    common = _common(table)
    if common.height < 2:
        return []
    low, high = common.row(0, named=True), common.row(-1, named=True)
    gap = sums.difference("points", {"opening": high["opening"]}, {"opening": low["opening"]})
    written = gap.estimate.written(signed=True, unit="points", of="paths")
    sentence = (
        f"{low['share'] * 100:.1f} % of paths were opened with {a(low['opening'])}, {high['share'] * 100:.1f} % with "
        f"{a(high['opening'])}; the former ended {written.size} {sentences.above_or_below(gap.estimate.value)} "
        f"the latter {written.bracket}. {sentences.sentence(view.observed('a card'))}."
    )
    return [described(sentence, {"gap": gap.estimate.value})]


def _common(table: pl.DataFrame) -> pl.DataFrame:
    """Return the common opening cards; a card that opened three paths of 10,000 shows nothing."""
    return table.filter(pl.col("paths") >= RARE, pl.col("share") >= _COMMON).sort("opening")


def _explorer_finding(table: pl.DataFrame) -> list[Finding]:
    rows = {row["explorer"]: row for row in table.iter_rows(named=True)}
    if len(rows) < 2:
        return []
    ahead, behind = rows["researcher"], rows["adventurer"]
    stones = [sentences.with_interval(sentences.estimate_of(row, "stone", row["paths"])) for row in (ahead, behind)]
    in_red = [
        sentences.with_interval(sentences.estimate_of(row, "in_red", row["paths"]), percent=True)
        for row in (ahead, behind)
    ]
    sentence = (
        f"Researchers reached stone {stones[0]} on average, adventurers stone {stones[1]}; {in_red[0]} of researchers ended on "
        f"a negative stone against {in_red[1]} of adventurers ({sentences.counted(ahead['paths'], 'researcher')})."
    )
    return [described(sentence, dict(ahead))]


def _expedition_finding(view: View, sums: Sums, table: pl.DataFrame) -> list[Finding]:
    """Return a finding on what expeditions earned by number of paths, for the common numbers, and how many had each."""
    common = table.filter(pl.col("expeditions") >= RARE).sort("paths")
    if common.height < 2:
        return []
    rows, total = common.rows(named=True), int(table["expeditions"].sum())
    said = listed(
        f"{sentences.split_row(row, 'points', row['expeditions'])[0]} with {number(row['paths'])} "
        f"({row['expeditions'] / total * 100:.1f} % of expeditions)"
        for row in rows
    )
    best = max(rows, key=lambda row: row["points"])
    value, bracket = sentences.split_row(best, "points", best["expeditions"], of="expeditions")
    sentence = (
        f"By number of paths, an expedition's stones brought {said}; intervals are in the table. Those with {number(best['paths'])} brought {{}}, {value} on "
        f"average {bracket}. Who opens few paths may have had the better hand, so this does not say that fewer are better."
    )
    p_value = sums.leads("points", "paths", common["paths"].to_list(), best["paths"])
    most, among = (described(sentence.format(rank), best) for rank in ("the most", "among the most"))
    return [found for found in view.settle([Claim(p_value, most, among)]) if found]


def _path_charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    opened = tables["opening_card"]
    points = "Mean points of a path's stone by the card it was opened with"
    stones = "Share of paths by the stone reached when the expedition ended"
    title, line = "What an opening card goes with", (0.0, "nothing gained")
    of_paths = {"y_label": "share of paths"}
    return [
        view.chart("paths-opening", "lines", title, points, opened, "opening", "points", reference=line, count="paths"),
        view.chart(
            "paths-stones", "bars", "Where explorers end", stones, tables["stones"], "stone", "share", **of_paths
        ),
    ]
