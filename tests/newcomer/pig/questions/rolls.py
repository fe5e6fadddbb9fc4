"""How often do players roll? Win rate by the number of rolls in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.kit import WIN, Result

if TYPE_CHECKING:
    from digsite.kit import View


def answer(view: View) -> Result:
    """Seats by the number of rolls they made."""
    table = view.sums(list(view.each_seat), ["rolls"], [WIN, "score"]).table([WIN], ["score"], "appearances")
    chart = view.chart("rolls-wins", "lines", "Win rate by rolls", "Seats by rolls of the die.", table, "rolls", WIN)
    return Result("rolls", "Rolls", {"rolls": table}, [], [chart])
