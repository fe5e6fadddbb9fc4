"""The main findings about seats, strategies and compared rules, checked again with look-ahead players."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import polars as pl

from digsite.analyses.result import Finding, Result
from digsite.analyses.sentences import sentence
from digsite.analyses.stats import Estimate, Moments, family, shared_wins
from digsite.analyses.stats.quantiles import two_sided_z
from digsite.simulator.game.columns import fair_share, win_share
from digsite.simulator.game.wording import listed
from digsite.simulator.play.seating import FIXED
from digsite.strategies.search import search_suffix

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from digsite.analyses.probes.line_ups import LineUp
    from digsite.simulator.runs.experiment import Experiment
    from digsite.simulator.runs.run import Run

Verdict = Literal["holds", "weaker", "reversed", "cannot tell"]
_NOTHING = "Nothing stands out here, so there is nothing to check with players that think."
_NULLS = (
    "with players that think it is the fair share",
    "with players that think nothing changes",
)  # of win rates, of changes
_THINK_ALREADY = "All players think already, so there is nothing to check."


class RecheckedFigure(NamedTuple):
    """A figure that a report makes a claim about.

    name:   whose win rate it is, or which measure's change.
    figure: with its interval.
    null:   its value if there were nothing to claim.
    unit:   of a change, "percentage points"; empty for win rates and plain numbers.
    change: whether it is a difference of two sides.
    """

    name: str
    figure: Estimate
    null: float
    unit: str = ""
    change: bool = False

    @property
    def text(self) -> str:
        """Return the figure in words."""
        of = "pairs of games" if self.change else "games"
        percent = not self.change or self.unit == _POINTS_OF_SHARES
        figure = replace(self.figure, level=family.corrected_level(1))  # a note says that intervals hold together
        return figure.text(percent=percent, signed=self.change, unit=self.unit, of=of)


_POINTS_OF_SHARES = "percentage points"


def verdict(found: Estimate, then: Estimate, null: float) -> Verdict:
    """Return what becomes of a finding, from the intervals of its figure as found and with other players.

    reversed: the figure lies beyond the null, on its other side. weaker: it is surely smaller than first found.
    holds: it lies on the same side of the null, and may be as large. Otherwise there are too few games to say.
    """
    sign = 1.0 if found.value >= null else -1.0
    near = sign * ((found.low if sign > 0 else found.high) - null)
    low, high = sorted((sign * (then.low - null), sign * (then.high - null)))
    if high < 0:
        return "reversed"
    if high < near:
        return "weaker"
    return "holds" if low > 0 else "cannot tell"


def verdict_p_value(word: Verdict, found: Estimate, then: Estimate, null: float) -> float:
    """Return how likely such figures are if the verdict is wrong, corrected for all figures whose intervals hold together.

    By the normal law, from how far the intervals reach: it is below 0.05 exactly where they support the verdict.
    """
    sign = 1.0 if found.value >= null else -1.0
    gap, (low, high) = sign * (then.value - null), _reaches(then, sign)
    if word == "weaker":
        gap, reach = sign * (found.value - then.value), _reaches(found, sign)[0] + high
    else:
        gap, reach = abs(gap), low if gap > 0 else high
    errors = two_sided_z(then.level) * gap / reach if reach > 0 else math.inf * gap
    tests = round(family.LIKELY / (1 - then.level))
    return family.bonferroni(math.erfc(errors / math.sqrt(2)), tests)


def _reaches(figure: Estimate, sign: float) -> tuple[float, float]:
    """Return how far the interval of a figure reaches against a direction, and along it."""
    below, above = figure.value - figure.low, figure.high - figure.value
    return (below, above) if sign > 0 else (above, below)


def claims_of(run: Run, labels: Mapping[str, str]) -> list[RecheckedFigure]:
    """Return the win rates of seats and of strategies; `labels` maps each name to the label of its player.

    Players with different names may share a label: one that already looked ahead, and one that does so only now. A game
    without a winner counts as shared by all, so that a fair share is the same in every game. The intervals hold together:
    all of them contain their true rates in 95 of 100 runs.
    """
    seats = range(1, run.plan.seats + 1)
    won = {seat: fair_share(pl.col(f"rank_{seat}"), pl.col("winners"), run.plan.seats) for seat in seats}
    shares: dict[str, pl.Expr] = {f"seat {seat}": won[seat] for seat in seats}
    if run.plan.seating != FIXED and len(labels) > 1:
        for name, label in labels.items():
            sits = [pl.col(f"strategy_{seat}").cast(pl.String) == label for seat in seats]
            mine = [sitting * won[seat] for sitting, seat in zip(sits, seats, strict=True)]
            shares[name] = pl.sum_horizontal(mine) / pl.sum_horizontal(sits)
    lucks = run.games.group_by("luck").agg([share.mean().alias(name) for name, share in shares.items()]).sort("luck")
    table = lucks.collect(engine="streaming")
    found = {name: replace(Moments.of(table[name].to_numpy()), games=run.rows) for name in shares}
    level = family.corrected_level(len(found))
    return [RecheckedFigure(name, shared_wins(moments, level), run.plan.fair_share) for name, moments in found.items()]


def widest_line_up(run: Run) -> tuple[LineUp, list[RecheckedFigure]] | None:
    """Return the strategy alone in all seats whose seats lie furthest apart, and those that are surely off their fair share.

    None where none is, or where no other line-ups were played.
    """
    from digsite.analyses.probes import line_ups

    known = line_ups.read(run)
    alone = [line_up for line_up in known.others if len(set(line_up.players)) == 1] if known else []
    claims = [claimed_figures(line_up_claims(run, each.words, each.wins, len(alone))) for each in alone]
    claimed = [(line_up, found) for line_up, found in zip(alone, claims, strict=True) if found]
    return max(claimed, key=lambda both: _gap(both[0]), default=None)


def _gap(line_up: LineUp) -> float:
    wins = [moments.mean for moments in line_up.wins]
    return max(wins) - min(wins)


def line_up_claims(run: Run, words: str, wins: Sequence[Moments], line_ups: int = 1) -> list[RecheckedFigure]:
    """Return the win rates of the seats with another line-up than the run's, of the games that somebody won.

    line_ups: how many line-ups were looked at, so that their intervals hold together.
    """
    seats = wins[:1] if len(wins) == 2 else wins  # what one seat gains, the other loses
    level = family.corrected_level(len(seats) * line_ups)
    return [
        RecheckedFigure(f"seat {seat} with {words}", shared_wins(moments, level), run.plan.fair_share)
        for seat, moments in enumerate(seats, 1)
    ]


def wins_by_seat(run: Run) -> list[Moments]:
    """Return each seat's part of the win, of the games of a run that somebody won."""
    won = [
        win_share(pl.col(f"rank_{seat}"), pl.col("winners")).alias(str(seat)) for seat in range(1, run.plan.seats + 1)
    ]
    table = run.games.filter(pl.col("winners") > 0).sort("game").select(won).collect(engine="streaming")
    return [Moments.of(table[name].to_numpy()) for name in table.columns]


def claimed_figures(claims: Sequence[RecheckedFigure]) -> list[RecheckedFigure]:
    """Return the figures whose interval excludes the null: those a report makes claims about."""
    return [claim for claim in claims if not claim.figure.low <= claim.null <= claim.figure.high]


def changes_of(result: Result, units: Mapping[str, str], significant: bool = False) -> list[RecheckedFigure]:
    """Return each measure's difference in a comparison; with `significant`, only the significant ones."""
    table = result.tables["measures"]
    rows: Iterator[dict[str, Any]] = table.iter_rows(named=True)
    level = family.corrected_level(table.height)
    return [
        RecheckedFigure(
            row["measure"],
            Estimate(row["difference"], row["difference_low"], row["difference_high"], row["games"], level),
            0.0,
            units.get(row["unit"], ""),
            change=True,
        )
        for row in rows
        if not significant or row["p_value"] < family.LIKELY
    ]


def recheck_claims(
    found: Sequence[RecheckedFigure], then: Sequence[RecheckedFigure], think: str, nothing: str = _NOTHING
) -> Result:
    """Return each claim with the same figure for look-ahead players and its verdict; `nothing` if there is no claim."""
    now = {claim.name: claim for claim in then}
    rows, findings = [], []
    for claim in (claim for claim in found if claim.name in now):
        figure, other = claim.figure, now[claim.name].figure
        word = verdict(figure, other, claim.null)
        p_value = verdict_p_value(word, figure, other, claim.null)
        rows.append({
            "finding": claim.name, "verdict": word, "before": figure.value, "before_low": figure.low,
            "before_high": figure.high, "null": claim.null, "then": other.value, "then_low": other.low,
            "then_high": other.high, "games": other.n, "p_value": p_value,
        })  # fmt: skip
        what = f"The change in {claim.name} is" if claim.change else f"{sentence(claim.name)} wins"
        said = (
            f"{what} {claim.text}, and {now[claim.name].text} with players that think ({search_suffix(think)}): {word}."
        )
        null = "it is as large with players that think" if word == "weaker" else _NULLS[claim.change]
        findings.append(Finding(said, "", family.certainty(p_value), rows[-1], null=null, p_value=p_value))
    notes = [
        "holds: on the same side, and it may be as large; weaker: surely smaller; reversed: surely on the other side; cannot "
        "tell: too few games. By intervals that hold together with 95 %, those before and those with players that think.",
    ]
    if missing := [claim.name for claim in found if claim.name not in now]:
        notes.append(f"Not measured with players that think: {listed(missing)}.")
    if not found:
        notes = [nothing]
    tables = {"checked": pl.DataFrame(rows)} if rows else {}
    return Result("checked", f"Checked with players that think ({search_suffix(think)})", tables, findings, [], notes)


def all_look_ahead(think: str) -> Result:
    """Return the result for a run whose players all look ahead already."""
    return recheck_claims([], [], think, _THINK_ALREADY)


def recheck_comparison(experiment: Experiment, other: Experiment, think: str) -> Result:
    """Return a comparison checked against the same one with look-ahead players."""
    from digsite.analyses.experiments.answers import answer

    words = experiment.game.wording
    units = {"share": _POINTS_OF_SHARES, "points": words.points, "turns": words.turns}
    found, then = (changes_of(answer(each), units, each is experiment) for each in (experiment, other))
    return recheck_claims(found, then, think)
