"""Does the first player have an advantage? The sentence and the tile that every game with rivals gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from digsite.analyses.block_sums import WIN
from digsite.analyses.probes.line_ups import called
from digsite.analyses.scorecard.line import scope_of, table_of
from digsite.simulator.game.wording import ordinal, readable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.result import Finding, Result

_HOW_MUCH = {"large": " a lot", "moderate": " clearly", "small": " a little", "none": " very slightly"}


@dataclass(frozen=True)
class SeatWins:
    """How often each seat won, and what was claimed of it.

    claims: of the seats whose win rate surely differs from the fair share, the finding.
    alike:  whether all seats were shown to win about equally often.
    depends: what was found if seats fare differently with different players.
    scoped: whether other line-ups were played.
    """

    wins: Sequence[float]
    claims: Mapping[int, Finding]
    alike: bool
    players: int
    depends: Finding | None = None
    scoped: bool = False

    @property
    def fair(self) -> float:
        """Return the fair share of each seat."""
        return 1 / self.players

    @property
    def furthest(self) -> int:
        """Return the seat whose win rate is furthest from the fair share, among those that surely differ, if any."""
        among = list(self.claims) or range(1, len(self.wins) + 1)
        return max(among, key=lambda seat: abs(self.wins[seat - 1] - self.fair))


def seat_wins(results: Sequence[Result], players: int) -> SeatWins | None:
    """Return how often each seat won, or None where seats and strategies cannot be separated."""
    found = next((result for result in results if result.question == "seats"), None)
    table = table_of({"seats": found.tables}, "seats", "seats") if found else None
    if found is None or table is None or table[WIN].null_count():
        return None
    if all(finding.kind == "described" for finding in found.findings):  # each seat was one strategy's
        return None
    claims = {f.figures["seat"]: f for f in found.findings if f.is_claim and "above_fair" in f.figures}
    if players == 2 and claims:  # what one seat gains, the other loses
        ((_, finding),) = list(claims.items())[:1]
        claims = {1: finding, 2: finding}
    alike = any(finding.is_claim and finding.effect == "absent" for finding in found.findings)
    scope = scope_of({"seats": found.tables}, "seats")
    depends = next((f for f in found.findings if "line_up" in f.figures), None) if scope and scope["depends"] else None
    return SeatWins(table.sort("seat")[WIN].to_list(), claims, alike, players, depends, scope is not None)


def name_of(seat: int, seats: int) -> str:
    """Return how a designer calls a seat."""
    if seat == 1:
        return "the first player"
    return "the last seat" if seat == seats else f"the {ordinal(seat)} seat"


def going_first(found: SeatWins) -> str:
    """Return in one sentence whether going first helps, and which other seat is further from its fair share.

    Where that depends on the players, the sentence is about those with whom seats fare most differently.
    """
    if found.depends:
        return _on_players(found.depends)
    wins, fair = percent(found.wins[0]), percent(found.fair, 3)
    other = found.furthest if found.claims and found.players > 2 else 1
    beyond = abs(found.wins[other - 1] - found.fair) > abs(found.wins[0] - found.fair)
    also = ""
    if other != 1 and beyond:
        also = f"; {name_of(other, found.players)} wins {percent(found.wins[other - 1])}"
    if 1 in found.claims:
        helps = "helps" if found.wins[0] > found.fair else "hurts"
        how = _HOW_MUCH.get(found.claims[1].effect, "")
        whom = ", whoever plays" if found.claims[1].figures.get("whoever_plays") else ""
        return f"Going first {helps}{how}{whom}: {wins} of wins instead of {fair}{also}."
    if also:
        return f"Going first makes no clear difference{also} instead of {fair}."
    if found.alike:
        return f"Going first makes no noticeable difference{', whoever plays' if found.scoped else ''}."
    return "Whether going first matters is not clear yet."


def _on_players(depends: Finding) -> str:
    """Return in one sentence with whom seats fare most differently."""
    known = depends.figures
    head = "Seats even out among these players" if known["even_here"] else "What a seat is worth depends on the players"
    best, worst = (f"seat {known[end]} wins {percent(known[f'{end}_win'])}" for end in ("best", "worst"))
    return f"{head}; with {called(known['line_up'])}, {best} and {worst}."


def percent(share: float, digits: int = 1) -> str:
    """Return a share in per cent with the digits it deserves on page one.

    >>> percent(0.27), percent(1 / 3, 3), percent(0.2)
    ('27.0 %', '33.3 %', '20.0 %')
    """
    return f"{share * 100:.3g} %" if digits == 3 else readable(share, 1, percent=True)


def figures_of(found: SeatWins) -> dict[str, Any]:
    """Return the numbers as plain data."""
    return {"wins": list(found.wins), "certain": sorted(found.claims), "alike": found.alike}
