"""In two-player games: where the automaton stands, and what it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import interval, to_table
from digsite.analyses.games.quetzal.account import TEMPLE, UNKNOWN
from digsite.analyses.games.quetzal.names import MANY, name_of
from digsite.analyses.result import Chart, Finding, described
from digsite.simulator.game.wording import listed
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import SURROUNDINGS
from digsite.simulator.games.quetzal.state import BID_PLACES, SOURCES

if TYPE_CHECKING:
    from digsite.analyses.block_sums import Sums
    from digsite.analyses.view import View

STANDS_AT = (*TEMPLE, *BID_PLACES)
_SAID = {  # what its share is of, and what is counted
    "spaces taken at the Temple": (TEMPLE, "spaces"),
    "meeples that stay at Quarry, Small Temple and Ruins": (SURROUNDINGS, "meeples"),
}


def answer(view: View) -> tuple[dict[str, pl.DataFrame], list[Finding], Chart]:
    """Return its share of places, the cards it takes and how often it is kicked, for `places` in two-player games."""
    held, taken = _held(view), _taken(view)
    tables = {"automaton": taken.table(means=["taken"], count="games"), "automaton_places": _share_table(held)}
    findings = [*_share_findings(held), _taken_finding(view, taken), _kick_finding(view)]
    return tables, findings, _chart(view, tables["automaton_places"])


def _held(view: View) -> Sums:
    """Return the meeples that stayed at each place, the automaton's and all."""
    cells = {}
    for place in STANDS_AT:
        names = (f"meeples_{place}_1", f"meeples_{place}_2", f"automaton_meeples_{place}")
        every = pl.sum_horizontal(pl.col(name).cast(pl.Int64) for name in names)
        cells[place,] = {"automaton": pl.col(f"automaton_meeples_{place}"), "all": every}
    return view.sums_by_column(view.games, ["place"], cells)


def _taken(view: View) -> Sums:
    cells = {(type_,): {"taken": pl.col(f"automaton_taken_{type_}")} for type_ in TYPES}
    return view.sums_by_column(view.games, ["type"], cells)


def _share_table(sums: Sums) -> pl.DataFrame:
    rows: list[dict[str, Any]] = []
    for place in STANDS_AT:
        every, own = (sums.estimate(what, place=place) for what in ("all", "automaton"))
        row = {"place": name_of(place), "games": every.n, "meeples": every.value, "automaton": own.value}
        share = sums.per("all", place=place).estimate("automaton", share=True) if every.value > 0 else UNKNOWN
        rows.append(row | interval("share", share))
    return to_table(rows)


def _share_findings(sums: Sums) -> list[Finding]:
    found = []
    for said, (places, counted) in _SAID.items():
        part = sums.where(pl.col("place").is_in(places), [])
        if part.estimate("all").value > 0:
            share = part.per("all").estimate("automaton", share=True)
            head, bracket = sentences.split_estimate(share, percent=True, of=counted)
            found.append(described(f"The automaton has {head} of the {said} {bracket}.", {"share": share.value}))
    return found


def _taken_finding(view: View, by_type: Sums) -> Finding:
    """Return a finding on the cards that it takes, and their share of all cards taken."""
    players = pl.sum_horizontal(
        pl.col(f"taken_{source}_{type_}_{seat}").cast(pl.Int64)
        for source in SOURCES
        for type_ in TYPES
        for seat in (1, 2)
    )
    away = pl.sum_horizontal(pl.col(f"automaton_taken_{type_}").cast(pl.Int64) for type_ in TYPES)
    values = [away.alias("taken"), (players + away).alias("all")]
    sums = view.sums([view.games.select("block", *values)], [], ["taken", "all"])
    cards, every = sums.estimate("taken"), sums.estimate("all")
    head, bracket = sentences.split_estimate(cards)
    share = sentences.with_interval(sums.per("all").estimate("taken"), percent=True) if every.value > 0 else ""
    part = f", {share} of all that are taken" if share else ""
    kinds = {type_: by_type.estimate("taken", type=type_).value for type_ in TYPES}
    told = listed([f"{n:.1f} {MANY[type_]}" for type_, n in kinds.items()])
    return described(
        f"The automaton takes {head} artifacts away in a game {bracket}{part}: {told} (intervals are in the table).",
        kinds,
    )


def _kick_finding(view: View) -> Finding:
    kicked = view.sums([view.games.select("block", "automaton_kicked")], [], ["automaton_kicked"])
    head, bracket = sentences.split_estimate(kicked.estimate("automaton_kicked"))
    return described(f"The automaton is kicked out {head} times in a game {bracket}.")


def _chart(view: View, table: pl.DataFrame) -> Chart:
    about = "The automaton's share of the meeples that stay at each place until it is activated"
    return view.chart(
        "places-automaton", "bars", "Where the automaton stands", about, table.drop_nulls("share"), "place",
        "share", across=True,
        y_label="share of meeples", percent=True,
    )  # fmt: skip
