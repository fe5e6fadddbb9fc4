"""The tiles of page one: a figure in large type, a word on whether it meets its target, and a line that explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from digsite.analyses.block_sums import WIN
from digsite.analyses.first_page.seats import SeatWins, name_of, percent
from digsite.analyses.general.timeline import halfway
from digsite.analyses.scorecard.line import table_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from digsite.analyses.scorecard import Line, Verdict

FEWEST = 100  # games behind a share in large type
_WORDS: Mapping[Verdict, str] = {"fine": "fine", "watch": "watch", "off": "off", "open": "can't say yet"}
_NOT_MEASURED = "not measured"


@dataclass(frozen=True)
class Tile:
    """A tile: its label, the verdict of its line, the figure and a note."""

    label: str
    verdict: Verdict
    figure: str
    note: str

    @property
    def word(self) -> str:
        """Return the verdict in a word or two."""
        return _NOT_MEASURED if self.figure == "–" else _WORDS[self.verdict]


@dataclass(frozen=True)
class Shown:
    """What tiles are made of."""

    tables: Mapping[str, Any]
    seats: SeatWins | None
    players: int


def make_tiles(lines: Mapping[str, Line], shown: Shown) -> list[Tile]:
    """Return the tiles of the lines that a scorecard has."""
    return [make(lines[name], shown) for name, make in _TILES.items() if name in lines]


def _going_first(line: Line, shown: Shown) -> Tile:
    seats = shown.seats
    if seats is None:
        return Tile("Going first", "open", "–", "each strategy always had the same seat")
    note = f"{percent(seats.fair, 3)} is fair"
    if seats.depends:
        note += "; it depends on the players"
    elif line.verdict != "fine" and seats.furthest != 1:
        note += f"; {name_of(seats.furthest, shown.players)} {percent(seats.wins[seats.furthest - 1])}"
    return Tile("Going first", line.verdict, percent(seats.wins[0]), note)


def _comebacks(line: Line, shown: Shown) -> Tile:
    label, leaders = "Comebacks", table_of(shown.tables, "timeline", "leaders")
    if leaders is not None and leaders.height:
        row = halfway(leaders).row(0, named=True)
        if row["games"] >= FEWEST and row[WIN] is not None:
            note = "of games are lost by the half-time leader"
            return Tile(label, line.verdict, f"{(1 - row[WIN]) * 100:.0f} %", note)
    if line.figures.get("games", 0) >= FEWEST:
        note = "of games are lost by the half-time favourite"
        return Tile(label, line.verdict, f"{line.figures['comeback'] * 100:.0f} %", note)
    return Tile(label, "open", "–", line.lead if line.value is None else "too few games were followed")


def _length(line: Line, _: Shown) -> Tile:
    first, last = (f"{line.figures[end]:,.0f}" for end in ("q05", "q95"))
    note = f"nearly always {first}" if first == last else f"nearly always {first} to {last}"
    return Tile("Length", line.verdict, f"{line.figures['median']:,.0f} {line.unit}", note)


def _ways_to_win(line: Line, shown: Shown) -> Tile:
    table = table_of(shown.tables, "strategies", "strategies")
    if table is None or line.value is None:
        return Tile("Strategies", "open", "–", line.lead)
    wins = sorted(table[WIN].drop_nulls().to_list())
    note = f"winning {wins[0] * 100:.0f} to {wins[-1] * 100:.0f} %"
    return Tile("Strategies", line.verdict, f"{line.value:.0f} of {table.height} viable", note)


def _alone(line: Line, _: Shown) -> Tile:
    low, high = line.band or (0.0, 1.0)
    return Tile(
        "Winning alone", line.verdict, percent(line.value or 0.0), f"fine is {low * 100:.3g} to {high * 100:.3g} %"
    )


_TILES: Mapping[str, Callable[[Line, Shown], Tile]] = {
    "seats": _going_first,
    "winning alone": _alone,
    "tension": _comebacks,
    "pace": _length,
    "strategies": _ways_to_win,
}
