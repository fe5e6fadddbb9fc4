"""The kind of `strength`: how much better strategies play when they look ahead."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing
from digsite.analyses.experiments.kinds.tournament import entrants
from digsite.analyses.experiments.strength import read

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_SHOWN = 8  # kinds of change of each strategy on the screen; the rest is in the tables


def _signed(number: float) -> str:
    """Return a difference with its sign; an unknown end, as with a single deal, is a question mark."""
    return f"{number:+.1f}" if math.isfinite(number) else "?"


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List the strategies, and the changes that gain most."""
    yield Listing(
        ("player", "wins", "from", "to", "fair", "points ahead", "from", "to", "games", "ms/decision"),
        [
            [
                row["thinking"],
                *(f"{100 * row[name]:.1f} %" for name in ("win", "win_low", "win_high", "fair")),
                *(_signed(row[name]) for name in ("points", "points_low", "points_high")),
                row["games"],
                "-" if row["ms"] is None else f"{row['ms']:.1f}",
            ]
            for row in answered.result.tables["strength"].iter_rows(named=True)
        ],
        brief=(0, 1, 2, 3, 4, 8),
    )
    changes = answered.result.tables.get("differences")
    if changes is None:
        return
    yield Listing(
        ("strategy", "decision", "own choice", "choice taken", "per game", "changed", "win pp a game", "from", "to", "points", "game", "at"),
        [
            [
                *(row[name] for name in ("strategy", "decision", "own", "instead")),
                f"{row['per_game']:.2f}",
                f"{100 * row['of_decisions']:.1f} %",
                *(_signed(100 * row[name]) for name in ("win", "win_low", "win_high")),
                f"{row['points']:+.1f}",
                row["game"],
                row["place"] or "",
            ]
            for _, group in changes.group_by("strategy", maintain_order=True)
            for row in group.head(MOST_SHOWN).iter_rows(named=True)
        ],
    )  # fmt: skip


KIND = ExperimentKind("strength", read, _listing, evidence="tested", about=entrants, by_clock=True, measures="strength")
