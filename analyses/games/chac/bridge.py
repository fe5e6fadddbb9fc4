"""How safe is the wooden bridge? Planks broken by load, simulated and exact; crossings and sabotage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import Sums, interval
from digsite.analyses.chart_rows import compare_with_exact
from digsite.analyses.games.chac import exact as exact_chac
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.games.chac.rules import BRIDGE

if TYPE_CHECKING:
    from digsite.analyses.view import View

_FEW_HOPS = 100  # rarer cases are not mentioned


def answer(view: View) -> Result:
    """Answer from crossings, deaths and remaining planks in the rows, and from single tests in the sampled events."""
    crossings = _crossings(view)
    planks = view.sums(view.games.select("block", "planks_left"), ["planks_left"], [])
    hoppers = view.sums(
        [seat.with_columns(hopped=pl.col("hops") > 0) for seat in view.each_seat], ["hopped"], ["score", "hops"]
    )
    tables = {
        "crossings": crossings,
        "planks_left": planks.shares(),
        "hoppers": hoppers.table([], ["score", "hops"], "appearances"),
    }
    findings = [*_crossing_findings(crossings)]
    charts: list[Chart] = []
    notes = []
    if view.sample is None:
        notes.append("The run kept too few events to show single tests of the bridge.")
    else:
        notes.append(f"Single tests come from the {view.sample.counted}.")
        tests = bridge_tests(view.sample)
        if tests.height:
            loads = view.sample.sums(tests.lazy(), ["planks", "load"], ["broken", "collapsed"])
            tables |= {"tests": _by_load(loads), "sabotage": _sabotage(view.sample, tests)}
            findings += _sabotage_findings(tables["sabotage"])
            charts += _charts(view.sample, tables["tests"])
        else:
            notes.append("Nobody stepped onto the bridge in these games.")
    return Result("bridge", "The bridge", tables, findings, charts, notes, headline=_headline(view, crossings))


def _crossings(view: View) -> pl.DataFrame:
    """Return what became of the adventurers who stepped onto the bridge, by the load of their last step."""
    second, died = pl.col("second_turn") > 0, {who: pl.col(f"death_{who}") == "bridge" for who in ("first", "second")}
    fell = (second & died["second"]) | (~second & died["first"])
    frames = [
        seat.filter(pl.col("route_bridge") != 0).select(
            "block",
            "bridge_load",
            fell.alias("fell"),
            (pl.col("escaped") != "nobody").alias("escaped"),
            "score",
        )
        for seat in view.each_seat
    ]
    sums = view.sums(frames, ["bridge_load"], ["fell", "escaped", "score"])
    table = sums.table(["fell", "escaped"], ["score"], "adventurers")
    if not table.height:
        return table
    rows: dict[str, float | None] = {"bridge_load": None, "adventurers": sums.count()}
    for value in ("fell", "escaped", "score"):
        rows |= interval(value, sums.estimate(value, share=value != "score"))
    return pl.concat([pl.DataFrame([rows], schema=table.schema), table])


def _headline(view: View, crossings: pl.DataFrame) -> str:
    """Return in a sentence how often planks break, the bridge collapses and an adventurer falls."""
    deaths = [f"death_{who}_{seat}" for who in ("first", "second") for seat in range(1, view.seats + 1)]
    games = view.games.select(
        "block",
        broke=pl.col("planks_left") < int(view.rules["bridge.planks"]),
        collapsed=pl.col("planks_left") == 0,
        fell=pl.any_horizontal(pl.col(name) == "bridge" for name in deaths),
    )
    sums = view.sums(games, [], ["broke", "collapsed", "fell"])
    broke, collapsed, fell = (
        sums.estimate(name, share=True).written(percent=True).figure for name in ("broke", "collapsed", "fell")
    )
    each = f" ({crossings['fell'][0] * 100:.1f} % of crossings)" if crossings.height else ""
    return f"Planks of the bridge break in {broke} of games, all of them in {collapsed}; an adventurer falls in {fell}{each}."


def _crossing_findings(table: pl.DataFrame) -> list[Finding]:
    if not table.height:
        return [described("No seat's last adventurer stepped onto the bridge.")]
    row = table.row(0, named=True)
    value, spread = sentences.split_row(row, "fell", row["adventurers"], percent=True, of="adventurers")
    out = sentences.row_with_interval(row, "escaped", percent=True)
    sentence = (
        f"The bridge killed {value} of the last adventurers who stepped onto it {spread}; {out} got out of the temple."
    )
    return [described(sentence, row)]


# ---------------------------------------------------------------------------------------------- from the events


def bridge_tests(view: View) -> pl.DataFrame:
    """Return one row per test: block, load, planks before, planks broken, whether it was a hop, whether the bridge fell."""
    kind = pl.col("kind")
    same_game = pl.col("game") == pl.col("game").shift(1)
    stepped = (((kind == "move") & (view.number("space_entered", "move") == BRIDGE)).shift(1) & same_game).fill_null(
        False
    )
    tests = view.events.with_columns(stepped.alias("stepped")).filter(kind == "bridge")
    code = view.number("planks_code", "bridge")
    planks, broken = code // 8, code % 8
    return tests.select(
        "block",
        "game",
        view.number("load", "bridge").alias("load"),
        planks.alias("planks"),
        broken.alias("broken"),
        (~pl.col("stepped")).alias("hop"),
        (broken == planks).alias("collapsed"),
    ).collect()


def _by_load(loads: Sums) -> pl.DataFrame:
    table = loads.table(["collapsed"], ["broken"], "tests")
    rows = list(table.select("planks", "load").iter_rows())
    return table.with_columns(
        broken_low=pl.col("broken_low").clip(lower_bound=0),  # at most the remaining planks break
        broken_high=pl.min_horizontal("broken_high", "planks"),
        broken_exact=pl.Series([exact_chac.planks_broken(*row) for row in rows], dtype=pl.Float64),
        collapsed_exact=pl.Series([exact_chac.collapse(*row) for row in rows], dtype=pl.Float64),
    )


def _sabotage(view: View, tests: pl.DataFrame) -> pl.DataFrame:
    """Return what steps and hops did to the bridge."""
    harmed = tests.with_columns(
        harmed=pl.col("broken") > 0, how=pl.when("hop").then(pl.lit("hop")).otherwise(pl.lit("step"))
    )
    return view.sums(harmed.lazy(), ["how"], ["harmed", "collapsed", "broken"]).table(
        ["harmed", "collapsed"], ["broken"], "tests"
    )


def _sabotage_findings(table: pl.DataFrame) -> list[Finding]:
    rows = {row["how"]: row for row in table.iter_rows(named=True)}
    if "hop" not in rows:
        return [described("Nobody hopped on the bridge to sabotage it.")]
    row = rows["hop"]
    if row["tests"] < _FEW_HOPS:
        return []
    value, spread = sentences.split_row(row, "harmed", row["tests"], percent=True, of="hops")
    sentence = (
        f"A hop broke at least one plank in {value} of cases {spread} and brought the bridge down in "
        f"{sentences.row_with_interval(row, 'collapsed', percent=True)}."
    )
    return [described(sentence, row)]


def _charts(view: View, table: pl.DataFrame) -> list[Chart]:
    full = table.filter(pl.col("planks") == int(view.rules["bridge.planks"])).sort("load")
    if not full.height:
        return []
    planks = compare_with_exact(full, "broken", "broken_exact", ["load"], "tests")
    plural = pl.when(pl.col("planks") == 1).then(pl.lit("")).otherwise(pl.lit("s"))
    falls = compare_with_exact(table, "collapsed", "collapsed_exact", ["planks", "load"], "tests")
    falls = falls.with_columns(left=pl.format("{} plank{}", "planks", plural))
    rest = f"with 95 % bands, beside exact; {view.counted}."
    tested = f"Mean planks broken by a test of the whole bridge, {rest}"
    fell = f"Share of tests that brought the bridge down by load and planks left, {rest}"
    title, lines = "Chance of a collapse", {"series": "left", "order": "planks", "exact": "exact"}
    return [
        view.chart("bridge-planks", "lines", "", tested, planks, "load", "broken", exact="exact", count="tests"),
        view.chart("bridge-collapse", "lines", title, fell, falls, "load", "collapsed", count="tests", **lines),
    ]
