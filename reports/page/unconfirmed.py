"""What unconfirmed figures mean for the conclusions of a run, in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from digsite.analyses.labels import Terms
from digsite.analyses.result import Finding, Result
from digsite.analyses.sentences import counted
from digsite.reports.page.tables import PageTable, table_of
from digsite.simulator.game.wording import listed


def with_conclusions_of(doubted: Result | None, results: Sequence[Result]) -> Result | None:
    """Return how much unconfirmed figures matter, with only those conclusions that the run itself reaches.

    The few games that measure it, each interval for itself, would name others that the report calls unclear.
    """
    table = doubted.tables.get("conclusions") if doubted else None
    if doubted is None or table is None:
        return doubted
    claimed = {claim for result in results for finding in result.findings for claim in _claimed(finding)}
    held = table.filter([(who, wins) in claimed for who, wins in table.select("who", "wins").iter_rows()])
    tables = {name: frame for name, frame in doubted.tables.items() if name != "conclusions"}
    return replace(doubted, tables=tables | ({"conclusions": held} if held.height else {}))


def _claimed(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield the players that win more or less than a fair share, if a finding claims that."""
    figures = finding.figures
    if finding.is_claim and "above_fair" in figures:
        who = figures["strategy"] if "strategy" in figures else f"seat {figures['seat']}"
        yield who, "more" if figures["above_fair"] > 0 else "less"


def survivals(doubted: Result | None) -> list[str]:
    """Return sentences on the conclusions at other values of unconfirmed figures."""
    from digsite.analyses.experiments.unconfirmed import survival

    table = doubted.tables.get("conclusions") if doubted else None
    return [] if table is None else [survival(row, " in these games") for row in table.iter_rows(named=True)]


def caveat_of(doubted: Result | None, unconfirmed: int) -> str:
    """Return how many of the conclusions depend on no unconfirmed figure, for the head of the page."""
    table = doubted.tables.get("conclusions") if doubted else None
    if doubted is None or table is None:
        return ""
    row, figures = table.row(0, named=True), doubted.tables["unconfirmed"].height
    tried = counted(row["holds"] + row["unclear"] + row["reversed"], "other value")
    rest = f" The other {unconfirmed - figures} have no other value to try." if unconfirmed > figures else ""
    kinds = "a placeholder, contested or a ruling" if figures == 1 else "placeholders, contested ones and rulings"
    doubts = f"{counted(figures, 'unconfirmed figure')} ({kinds})"
    open_ = "; at the rest it cannot be told" if table["unclear"].sum() else ""
    rows = table.to_dicts()
    safe = [row for row in rows if not row["unclear"] and not row["reversed"]]
    fates = [(listed(f"{row['who']} wins {row['wins']}" for row in safe), "all of them")] if safe else []
    fates += [(f"{row['who']} wins {row['wins']}", _held(row)) for row in rows if row not in safe]
    told = [
        f"that {claim}{'' if at else ' than a fair share holds'} at {held}" for at, (claim, held) in enumerate(fates)
    ]
    return f"With {tried} of {doubts}, one at a time: {listed(told)}{open_}.{rest}"


def _held(row: Mapping[str, Any]) -> str:
    """Return at how many other values a conclusion holds, and at how many its opposite."""
    return f"{row['holds']} (the contrary at {row['reversed']})" if row["reversed"] else f"{row['holds']}"


def importance(measured: pl.DataFrame | None, seats: int) -> str:
    """Return which unconfirmed figures matter, in a sentence."""
    if measured is None or not measured.height:
        return ""
    grades: dict[str, list[str]] = {}
    for row in measured.iter_rows(named=True):
        grades.setdefault(row["matters"], []).append(f"`{row['figure']}`")
    said = {
        "large": "{} would change the balance much",
        "moderate": "{} would change the balance noticeably",
        "small": "{} would change the balance a little",
        "none": "{} would change nothing that is felt at the table",
        "unclear": "for {} too few games were played to tell",
        "no bearing": "{} changed not one game with this number of players",
    }
    named = [said[grade].format(_few(grades[grade])) for grade in said if grade in grades]
    games = max(measured["games"].to_list()) if "games" in measured.columns else 0
    order = ", in every seat order" if seats > 1 else ""
    return f"Played with their other values{f' ({games:,} games each{order})' if games else ''}: {'; '.join(named)}."


def importance_table(measured: pl.DataFrame | None, terms: Terms) -> PageTable | None:
    """Return how much each unconfirmed figure matters, as a table."""
    return None if measured is None else table_of("how much they matter", measured.drop("most_at", strict=False), terms)


def _few(names: Sequence[str]) -> str:
    """Return a few names in full, or the count of many."""
    return listed(names) if len(names) <= 3 else f"{len(names)} of them"
