"""What do expeditions go with? Sites by level, guardians met and overcome, Fear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums, interval, to_table
from digsite.analyses.chart_rows import FEW
from digsite.analyses.result import Chart, Finding, Result, described

if TYPE_CHECKING:
    from digsite.analyses.stats import Estimate
    from digsite.analyses.view import View

_LEVELS = {"camp": "camp", "level_1": "level I", "level_2": "level II"}
_WHAT = ("digs", "activations", "discoveries")
_BROUGHT = [WIN, "score", "points_from_idols", "points_from_guardians", "points_from_fear"]


def answer(view: View) -> Result:
    """Answer from the seats by discoveries and by guardians overcome, and from their actions by level."""
    discovered = (pl.col("discoveries_level_1") + pl.col("discoveries_level_2")).alias("discovered")
    frames = [seat.with_columns(discovered) for seat in view.each_seat]
    counts = [f"{what}_{level}" for level in _LEVELS for what in _WHAT if (what, level) != ("discoveries", "camp")]
    values = [WIN, "score", "guardians_met", "guardians_overcome", "fear_gained", "fear_exiled", *counts]
    sums = view.sums(frames, ["discovered"], values)
    overcome = view.sums(frames, ["guardians_overcome"], [WIN, "score", "points_from_fear"])
    each = {level: view.sums(frames, [f"discoveries_{level}"], _BROUGHT) for level in ("level_1", "level_2")}
    tables = {
        "levels": _by_level(sums),
        **{f"discovered_{level}": own.table([WIN], _BROUGHT[1:], "appearances") for level, own in each.items()},
        "each_guardian": _each_guardian(view),
        "discoveries": sums.table([WIN], ["score", "guardians_met", "fear_gained"], "appearances"),
        "guardians": overcome.table([WIN], ["score", "points_from_fear"], "appearances"),
    }
    findings = [_discovery_finding(sums), _guardian_finding(sums), *_level_findings(each), *_win_findings(view, tables)]
    return Result("expeditions", "Expeditions", tables, findings, _charts(view, tables))


def _level_findings(each: dict[str, Sums]) -> list[Finding]:
    """Return findings on the scores of those who discovered a site of a level, and of those who did not."""
    found = []
    for level, sums in each.items():
        key = pl.col(f"discoveries_{level}")
        some, none = (Sums(sums.blocks.filter(part), (), sums.values, sums.deals) for part in (key > 0, key == 0))
        if min(some.count(), none.count()) < FEW:
            continue
        said = [
            f"{sentences.with_interval(own.estimate('score'))} points, {sentences.with_interval(own.estimate('points_from_idols'))} of them from idols and "
            f"{sentences.with_interval(own.estimate('points_from_guardians'))} from guardians ({sentences.counted(own.count(), 'appearance')})"
            for own in (some, none)
        ]
        called = _LEVELS[level]
        found.append(
            described(f"Those who discovered a site of {called} scored {said[0]}, those who discovered none {said[1]}.")
        )
    return found


def _each_guardian(view: View) -> pl.DataFrame:
    """Return every guardian with its cost: how often it was overcome, and how those who overcame it did."""
    figures = view.run.game.figures
    rows = figures.tables["guardians"].rows
    parts = []
    for at, row in enumerate(rows):
        beaten = (pl.col("guardians") // 2**at % 2) == 1
        name = pl.lit(row.upper()).alias("guardian")
        parts += [frame.filter(beaten).with_columns(name) for frame in view.each_seat]
    keys = {row.upper(): f"guardians.{row}.cost" for row in rows}
    cost = {name: figures.by_key[key].shape.say(view.rules[key]) for name, key in keys.items()}
    table = view.sums(parts, ["guardian"], [WIN, "score"]).table([WIN], ["score"], "appearances")
    return table.with_columns(cost=pl.col("guardian").replace_strict(cost, return_dtype=pl.String)).sort("guardian")


def _by_level(sums: Sums) -> pl.DataFrame:
    rows = []
    for level, called in _LEVELS.items():
        row: dict[str, object] = {"level": called, "appearances": sums.count()}
        for what in _WHAT:
            if f"{what}_{level}" in sums.values:
                row |= interval(what, sums.estimate(f"{what}_{level}"))
        rows.append(row)
    return to_table(rows)


def _discovery_finding(sums: Sums) -> Finding:
    first, second = (sums.estimate(f"discoveries_level_{level}") for level in (1, 2))
    appearances = sentences.counted(sums.count(), "appearance")
    sentence = (
        f"A player discovered {_on_average(first)} sites of level I and {_on_average(second)} of level II on average "
        f"({appearances})."
    )
    return described(sentence, {"level_1": first.value, "level_2": second.value})


def _on_average(mean: Estimate) -> str:
    """Return the mean in words; say so if it never varies, as when every site is discovered in every game."""
    return f"{mean.value:g} (the same in every game)" if mean.low == mean.high else sentences.with_interval(mean)


def _guardian_finding(sums: Sums) -> Finding:
    met, beaten = sums.estimate("guardians_met"), sums.estimate("guardians_overcome")
    fear, exiled = sums.estimate("fear_gained"), sums.estimate("fear_exiled")
    sentence = (
        f"A player awakened {sentences.with_interval(met)} guardians and overcame {sentences.with_interval(beaten)}, gained {sentences.with_interval(fear)} Fear and exiled "
        f"{sentences.with_interval(exiled)} ({sentences.counted(sums.count(), 'appearance')})."
    )
    return described(sentence, {"met": met.value, "overcome": beaten.value})


def _win_findings(view: View, tables: dict[str, pl.DataFrame]) -> list[Finding]:
    if not view.has_rivals:
        return []
    found = []
    for table, key, what in (
        ("discoveries", "discovered", "sites discovered"),
        ("guardians", "guardians_overcome", "guardians overcome"),
    ):
        shares = sentences.values_by_key(tables[table], key, WIN, "appearances")
        if shares:
            found.append(described(f"Win rate by {what}: {shares}; {view.observed('one more')}."))
    return found


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    charts = []
    for table, key, what in (
        ("discoveries", "discovered", "sites discovered"),
        ("guardians", "guardians_overcome", "guardians overcome"),
    ):
        charts.append(
            view.chart(
                f"expeditions-{table}",
                "lines",
                "",
                f"Mean score by {what}",
                tables[table],
                key,
                "score",
                count="appearances",
            )
        )
    return charts
