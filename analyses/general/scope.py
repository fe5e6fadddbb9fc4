"""Does a finding hold whoever plays? Figures of a run's own line-up and of others, with the line-up as a random part.

A line-up is one of several that might sit at the table: the run's, each viable strategy alone in all seats, and draws. The
figure of the game is the mean over line-ups; that it *holds whoever plays* is said if a further line-up would show it, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.probes.line_ups import called
from digsite.analyses.result import Chart, Finding
from digsite.analyses.stats import Estimate, Moments, family, tests
from digsite.analyses.stats.random_effects import Pooled, pool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from digsite.analyses.probes.line_ups import LineUp
    from digsite.analyses.stats import Test
    from digsite.analyses.view import View

OWN = "this line-up"
_SHARE_SCALE = 1.0


@dataclass(frozen=True)
class Group:
    """A line-up and one of its figures; `players` are empty for the run's own."""

    players: Sequence[str]
    figure: Moments

    @property
    def words(self) -> str:
        """Return who plays, after *with*."""
        return called(self.players) if self.players else OWN


def groups(view: View, own: Moments, of: Callable[[LineUp], Moments]) -> list[Group]:
    """Return a figure of the run's line-up and of the others; only the former if no others were played."""
    others = view.other_line_ups.others if view.other_line_ups else ()
    known = [Group(line_up.players, of(line_up)) for line_up in others]
    return [Group((), own), *(group for group in known if group.figure.n > 1)]


def pooled(found: Sequence[Group]) -> Pooled | None:
    """Return the figure over line-ups, or None where too few were played."""
    return pool([group.figure for group in found])


def tests_of(view: View) -> int:
    """Return how many tests ask whether a figure differs between line-ups: of each seat, length and half-time leads."""
    return (1 if view.seats == 2 else view.seats) + 2


def differ_p(view: View, *found: Pooled) -> float:
    """Return how likely such differences between line-ups are by chance, corrected over the whole report."""
    return family.bonferroni(min(pooled.differ for pooled in found), tests_of(view) * view.sharing)


def own_estimate(view: View, group: Group, share: bool) -> Estimate:
    """Return the figure of one line-up; the intervals of all line-ups and seats hold together."""
    many = (view.other_line_ups.count if view.other_line_ups else 1) * tests_of(view) * view.sharing
    level = family.corrected_level(many)
    found: Test = (
        tests.share(group.figure, view.fair_share, level)
        if share
        else tests.mean(group.figure, group.figure.mean, level=level)
    )
    return Estimate(found.estimate, found.low, found.high, group.figure.games)


@dataclass(frozen=True)
class SeatScope:
    """How seats fare with each line-up, and over all of them."""

    view: View
    by_seat: Mapping[int, Sequence[Group]]  # from seat 1 on
    over_all: Mapping[int, Pooled]

    @classmethod
    def of(cls, view: View, own: Mapping[int, Moments]) -> SeatScope | None:
        """Return the scope of the seats' win rates, given those of the run; None without enough other line-ups."""

        def wins(seat: int) -> Callable[[LineUp], Moments]:
            return lambda line_up: line_up.wins[seat - 1]

        found = {seat: groups(view, moments, wins(seat)) for seat, moments in own.items()}
        over_all = {seat: pooled(of_seat) for seat, of_seat in found.items()}
        if any(known is None for known in over_all.values()):
            return None
        return cls(view, found, {seat: known for seat, known in over_all.items() if known})

    @property
    def line_ups(self) -> int:
        """Return the number of line-ups."""
        return self.over_all[1].groups

    @property
    def p_value(self) -> float:
        """Return how likely such differences between line-ups are by chance, corrected over the whole report."""
        return differ_p(self.view, *self.over_all.values())

    @property
    def games(self) -> int:
        """Return the number of games of all line-ups."""
        return self.over_all[1].games

    @cached_property
    def widest(self) -> tuple[int, int, int]:
        """Return the line-up whose seats lie furthest apart, and its best and its worst seat."""
        wins = [[self.by_seat[seat][at].figure.mean for seat in self.by_seat] for at in range(self.line_ups)]
        at = max(range(self.line_ups), key=lambda at: max(wins[at]) - min(wins[at]))
        return at, wins[at].index(max(wins[at])) + 1, wins[at].index(min(wins[at])) + 1

    def finding(self, margin: float) -> Finding | None:
        """Return the finding that seats fare differently with different players, if that is beyond chance."""
        view, p_value = self.view, self.p_value
        sure = family.certainty(p_value)
        if sure == "unclear":
            return None
        at, best, worst = self.widest
        group = self.by_seat[best][at]
        high, low = (own_estimate(view, self.by_seat[seat][at], share=True) for seat in (best, worst))
        even = at != 0 and all(
            tests.equivalent(found[0].figure, margin, view.fair_share, scale=_SHARE_SCALE).p < family.LIKELY
            for found in self.by_seat.values()
        )
        least = max(known.least_spread for known in self.over_all.values())
        figures = {
            "line_up": list(group.players or view.plan.players), "best": best, "best_win": high.value, "worst": worst,
            "worst_win": low.value, "even_here": even, "spread": {s: p.spread for s, p in self.over_all.items()},
        }  # fmt: skip
        said = f"seat {best} wins {sentences.with_interval(high, percent=True)} and seat {worst} {sentences.with_interval(low, percent=True)}"
        head = f"Seats even out with {OWN}" if even else "How often a seat wins depends on the players"
        sentence = f"{head}; with {group.words}, {said}."
        effect = family.effect(least, view.fair_share)
        return Finding(
            sentence, effect, sure, figures, kind="tested", null="seats fare alike with every line-up", p_value=p_value,
            size=max(known.spread for known in self.over_all.values()) / view.fair_share,
        )  # fmt: skip

    def score_gap(self, own: Moments, one: int, other: int) -> Pooled | None:
        """Return how many points more a seat scores than another over all line-ups, given what the run's has."""
        return pooled(groups(self.view, own, lambda line_up: line_up.score_gap(one, other)))

    @property
    def table(self) -> pl.DataFrame:
        """Return each seat's win rate with each line-up."""
        rows = []
        for seat, found in self.by_seat.items():
            for group in found:
                rows.append(_row(group, own_estimate(self.view, group, share=True), "win") | {"seat": f"seat {seat}"})
        return pl.DataFrame(rows)

    def summary(self, margin: float) -> pl.DataFrame:
        """Return in a row whether seats fare differently with different players, and whether they hold within a margin."""
        holds = all(p.further_within(margin, self.view.fair_share) < family.LIKELY for p in self.over_all.values())
        return _summary(self.line_ups, self.p_value, holds)

    def chart(self, margin: float) -> Chart:
        """Return the picture of each seat's win rate by line-up; the band is where seats count as alike."""
        caption, fair = _caption("Share of wins", self.line_ups, self.games), self.view.fair_share
        return self.view.chart(
            "seats-by-line-up", "dots", "Who wins by seat, with different players", caption, self.table, "line_up", "win",
            series="seat", across=True, reference=self.view.fair, band=(fair - margin, fair + margin, "alike"),
        )  # fmt: skip


def _summary(line_ups: int, p_value: float, holds: bool) -> pl.DataFrame:
    depends = not holds and family.certainty(p_value) != "unclear"
    return pl.DataFrame([{"line_ups": line_ups, "p_value": p_value, "depends": depends, "holds": holds}])


def _row(group: Group, found: Estimate, name: str) -> dict[str, Any]:
    """Return a row of a table by line-up."""
    return {
        "line_up": sentences.sentence(group.words), name: found.value, f"{name}_low": found.low, f"{name}_high": found.high,
        "games": found.n,
    }  # fmt: skip


def _caption(what: str, line_ups: int, games: int) -> str:
    return f"{what} with each line-up, with corrected 95 % intervals; {games:,} games of {line_ups} line-ups. In the band they count as alike."


@dataclass(frozen=True)
class FigureScope:
    """One figure with each line-up, and over all of them."""

    view: View
    found: Sequence[Group]
    over_all: Pooled
    share: bool

    @classmethod
    def of(cls, view: View, own: Moments, figure: Callable[[LineUp], Moments], share: bool) -> FigureScope | None:
        """Return the scope of a figure, given that of the run; None without enough other line-ups."""
        found = groups(view, own, figure)
        over_all = pooled(found)
        return cls(view, found, over_all, share) if over_all else None

    def finding(self, what: str, margin: float, unit: str = "") -> Finding:
        """Return the finding on whether a figure depends on the players: *it depends*, *it holds*, or neither is known.

        what:   the figure in words, to begin a sentence: The length.
        margin: how far a line-up may lie from the mean and still be called alike.
        """
        p_value, known = differ_p(self.view, self.over_all), self.over_all
        low, high = self.extremes
        ends = [
            sentences.with_interval(own_estimate(self.view, end, self.share), percent=self.share) for end in (low, high)
        ]
        span = f"{ends[0]}{_after(unit)} with {low.words}, {ends[1]} with {high.words}"
        figures: dict[str, Any] = {
            "lowest": low.figure.mean, "lowest_line_up": low.words, "highest": high.figure.mean,
            "highest_line_up": high.words, "mean": known.mean, "spread": known.spread,
        }  # fmt: skip
        alike = known.further_within(margin, known.mean)
        if alike < family.LIKELY:
            about = Estimate(known.mean, *_ends(known.further(known.mean)), known.games)
            sentence = f"{what} holds whoever plays: {sentences.with_interval(about, percent=self.share)}{_after(unit)} with another line-up."
            null = f"{what.lower()} of another line-up is {margin:.3g} or more from the mean"
            return Finding(
                sentence,
                "absent",
                family.certainty(alike),
                figures | {"holds": True},
                kind="tested",
                null=null,
                p_value=alike,
            )
        sure = family.certainty(p_value)
        if sure == "unclear":
            sentence = f"Whether {what[:1].lower()}{what[1:]} depends on the players is not clear: {span}."
            return Finding(sentence, "none", "unclear", figures, kind="tested", null=_ALIKE, p_value=p_value)
        yardstick: family.Yardstick = "share" if self.share else "ratio"
        against = self.view.fair_share if self.share else abs(known.mean)
        effect = family.effect(known.least_spread, against, yardstick)
        sentence = f"{what} depends on the players: {span}."
        return Finding(
            sentence, effect, sure, figures | {"depends": True}, kind="tested", null=_ALIKE, p_value=p_value,
            size=known.spread / against,
        )  # fmt: skip

    @property
    def extremes(self) -> tuple[Group, Group]:
        """Return the line-ups with the lowest and the highest figure."""
        ordered = sorted(self.found, key=lambda group: group.figure.mean)
        return ordered[0], ordered[-1]

    @property
    def table(self) -> pl.DataFrame:
        """Return the figure with each line-up."""
        return pl.DataFrame([_row(group, own_estimate(self.view, group, self.share), "value") for group in self.found])

    def summary(self, margin: float) -> pl.DataFrame:
        """Return in a row whether the figure depends on the players, and whether it holds within a margin."""
        holds = self.over_all.further_within(margin, self.over_all.mean) < family.LIKELY
        return _summary(self.over_all.groups, differ_p(self.view, self.over_all), holds)

    def chart(self, name: str, title: str, what: str, axis: str, margin: float) -> Chart:
        """Return the picture of the figure by line-up; the band is where line-ups count as alike."""
        mean = self.over_all.mean
        return Chart(
            name, "dots", title, _caption(what, self.over_all.groups, self.over_all.games), self.table, "line_up", "value",
            y_label=axis, across=True, percent=self.share,
            band=(mean - margin, mean + margin, "alike"),
        )  # fmt: skip


_ALIKE = "it is the same with every line-up"


def _ends(found: Test) -> tuple[float, float]:
    return found.low, found.high


def _after(unit: str) -> str:
    return f" {unit}" if unit else ""
