"""Which upgrades are gained, and what goes with them? Each kind, gained early, late or never."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN
from digsite.analyses.chart_rows import FEW
from digsite.analyses.expressions import first_match
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import listed
from digsite.simulator.games.quetzal.rules import UPGRADE_NAMES, UPGRADES

if TYPE_CHECKING:
    from digsite.analyses.block_sums import Sums
    from digsite.analyses.view import View

EARLY = 2  # up to this round
_WHEN = ("never", f"by round {EARLY}", "later")


def answer(view: View) -> Result:
    """Answer from the seats by whether and when they gained each upgrade."""
    frames = [
        seat.select(
            "block",
            pl.lit(at, pl.Int8).alias("upgrade"),
            first_match(pl.col(f"upgrade_round_{kind}") == 0, pl.col(f"upgrade_round_{kind}") <= EARLY).alias("when"),
            WIN,
            "score",
        )
        for seat in view.each_seat
        for at, kind in enumerate(UPGRADES)
    ]
    names = {"upgrade": UPGRADE_NAMES, "when": _WHEN}
    sums = view.sums(frames, ["upgrade", "when"], [WIN, "score"], names)
    table = sums.table([WIN], ["score"], "appearances").join(
        sums.shares(["upgrade"]).drop("count"), on=["upgrade", "when"], how="left"
    )
    findings = [_usual(view), *_gained_findings(view, sums)]
    note = "Who gains an upgrade also spent a meeple and coins, or came along the Discovery track."
    return Result("upgrades", "Upgrades", {"upgrades": table}, findings, _charts(view, table), [note])


def _usual(view: View) -> Finding:
    every = pl.sum_horizontal(pl.col(f"upgrades_{kind}").cast(pl.Int64) for kind in UPGRADES).alias("gained")
    gained = view.sums([seat.select("block", every) for seat in view.each_seat], [], ["gained"]).estimate("gained")
    head, bracket = sentences.split_estimate(gained, of="appearances")
    return described(f"A player gains {head} upgrades in a game {bracket}.", {"upgrades": gained.value})


def _gained_findings(view: View, sums: Sums) -> list[Finding]:
    """Return findings on win rates of those who gained an upgrade early and late, marked as observed."""
    table = sums.table([WIN], count="appearances").filter(pl.col("appearances") >= FEW)
    found = []
    for when, said in zip(_WHEN[1:], (f"by round {EARLY}", f"after round {EARLY}"), strict=True):
        rows = table.filter(pl.col("when") == when).sort(WIN, descending=True).iter_rows(named=True)
        shares = [f"{row[WIN] * 100:.1f} % with {row['upgrade']}" for row in rows]
        if view.has_rivals and shares:
            sentence = f"Win rate of players who gained an upgrade {said}, highest first: {listed(shares)} (intervals are in the table); "
            found.append(described(f"{sentence}{view.observed('an upgrade')}."))
    return found


def _charts(view: View, table: pl.DataFrame) -> list[Chart]:
    about = f"Share of wins by when a player gained the upgrade first: by round {EARLY}, later, or never"
    return [
        view.chart(
            "upgrades-wins", "dots", "What goes with an upgrade", about, table, "upgrade", WIN, series="when",
            reference=view.fair, across=True, count="appearances",
        )
    ]  # fmt: skip
