"""What do expeditions go with? Sites by level, guardians met and overcome, Fear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analyses import words
from analyses.blocks import WIN, Sums, interval, tabled
from analyses.result import Chart, Finding, Result, described

if TYPE_CHECKING:
    from analyses.view import View

_LEVELS = {"camp": "camp", "level_1": "level I", "level_2": "level II"}
_WHAT = ("digs", "activations", "discoveries")


def answer(view: View) -> Result:
    """Seats by discoveries and by guardians overcome, and what they did by level."""
    discovered = (pl.col("discoveries_level_1") + pl.col("discoveries_level_2")).alias("discovered")
    frames = [seat.with_columns(discovered) for seat in view.each_seat]
    counts = [f"{what}_{level}" for level in _LEVELS for what in _WHAT if (what, level) != ("discoveries", "camp")]
    values = [WIN, "score", "guardians_met", "guardians_overcome", "fear_gained", "fear_exiled", *counts]
    sums = view.sums(frames, ["discovered"], values)
    overcome = view.sums(frames, ["guardians_overcome"], [WIN, "score", "points_from_fear"])
    tables = {
        "levels": _by_level(sums),
        "discoveries": sums.table([WIN], ["score", "guardians_met", "fear_gained"], "appearances"),
        "guardians": overcome.table([WIN], ["score", "points_from_fear"], "appearances"),
    }
    findings = [_discovery_finding(sums), _guardian_finding(sums), *_win_findings(view, tables)]
    return Result("expeditions", "Expeditions", tables, findings, _charts(view, tables))


def _by_level(sums: Sums) -> pl.DataFrame:
    rows = []
    for level, called in _LEVELS.items():
        row: dict[str, object] = {"level": called, "appearances": sums.count()}
        for what in _WHAT:
            if f"{what}_{level}" in sums.values:
                row |= interval(what, sums.estimate(f"{what}_{level}"))
        rows.append(row)
    return tabled(rows)


def _discovery_finding(sums: Sums) -> Finding:
    first, second = (sums.estimate(f"discoveries_level_{level}") for level in (1, 2))
    appearances = words.counted(sums.count(), "appearance")
    sentence = f"A player discovered {words.beside(first)} sites of level I and {words.beside(second)} of level II ({appearances})."
    return described(sentence, {"level_1": first.value, "level_2": second.value})


def _guardian_finding(sums: Sums) -> Finding:
    met, beaten = sums.estimate("guardians_met"), sums.estimate("guardians_overcome")
    fear, exiled = sums.estimate("fear_gained"), sums.estimate("fear_exiled")
    sentence = (
        f"A player awakened {words.beside(met)} guardians and overcame {words.beside(beaten)}, gained {words.beside(fear)} Fear and exiled "
        f"{words.beside(exiled)} ({words.counted(sums.count(), 'appearance')})."
    )
    return described(sentence, {"met": met.value, "overcome": beaten.value})


def _win_findings(view: View, tables: dict[str, pl.DataFrame]) -> list[Finding]:
    if view.seats < 2:
        return []
    found = []
    for table, key, what in (
        ("discoveries", "discovered", "sites discovered"),
        ("guardians", "guardians_overcome", "guardians overcome"),
    ):
        shares = words.by_key(tables[table], key, WIN, "appearances")
        if shares:
            found.append(described(f"Win share by {what}: {shares}; {view.observed('one more')}."))
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
