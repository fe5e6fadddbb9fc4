"""Which unconfirmed figures matter: what their alternatives change, and which conclusions survive them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import interval
from digsite.analyses.experiments.compare.texts import difference_text
from digsite.analyses.experiments.sweep import (
    Point,
    Sweep,
    arm_tallies,
    notes_on_points,
    point_changes,
    point_orders,
    points_table,
    swaps_text,
)
from digsite.analyses.result import Certainty, Chart, Finding, Result, Weight, described
from digsite.simulator.game.wording import listed, typed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.experiments.paired import Change, Order, Scale
    from digsite.analyses.stats import Estimate
    from digsite.simulator.play.tallies import Tally
    from digsite.simulator.runs.experiment import Experiment

NO_BEARING = "no bearing"  # for a figure whose other values change no game at all, such as one for other player counts
_GRADES = (NO_BEARING, "unclear", "none", "small", "moderate", "large")  # of how much a figure matters, weakest first


@dataclass(frozen=True)
class Guess:
    """An unconfirmed figure, its value in the rules, and what its alternatives change."""

    figure: str
    value: Any
    points: Sequence[Point]


def read_unconfirmed(experiment: Experiment) -> Result:
    """Return the result of an experiment with unconfirmed figures."""
    players, scored_in = experiment.plan.players, experiment.game.wording.points
    return guesses_of(experiment.question, players, arm_tallies(experiment), scored_in)


def guesses_of(
    question: Mapping[str, Any], line_up: Sequence[str], found: Mapping[str, Tally], scored_in: str = "points"
) -> Result:
    """Return the ranking of unconfirmed figures, from each arm's tally; the first arm is the reference."""
    guesses = [
        Guess(guess["figure"], guess["value"], [Point(tuple(p["values"]), found[p["arm"]]) for p in guess["points"]])
        for guess in question["guesses"]
    ]
    reference = Point((), next(iter(found.values())), True)
    return rank_guesses(Sweep((), (), line_up, [reference], question["notes"], scored_in=scored_in), guesses)


def rank_guesses(sweep: Sweep, guesses: Sequence[Guess]) -> Result:
    """Return the figures by how much they move seat 1's win rate, the scores and the strategies' order."""
    title = "Unconfirmed figures"
    if not guesses:
        finding = Finding(
            "Every figure of these rules is confirmed, or names no alternative to try.", "absent", "certain"
        )
        return Result("unconfirmed", title, {}, [finding], [], list(sweep.notes))
    every = [replace(point, values=(guess.figure, point.values[0])) for guess in guesses for point in guess.points]
    whole = replace(sweep, figures=("figure", "alternative"), points=[*every, *sweep.points])
    found = [(point, change) for point, change in point_changes(whole) if not point.is_reference]
    orders = {id(point): ranking for point, ranking in point_orders(whole)}
    ranked = [_effect_of(whole, guess, found, orders) for guess in guesses]
    ranked.sort(key=lambda effect: (-_GRADES.index(effect.matters), -effect.strength, effect.guess.figure))
    table = pl.DataFrame([_guess_row(effect) for effect in ranked], infer_schema_length=None)
    conclusions = _conclusions(whole, found)
    tables = {"unconfirmed": table, "alternatives": points_table(replace(whole, points=every), found)}
    tables |= {"conclusions": conclusions} if conclusions.height else {}
    findings = [_guess_finding(effect) for effect in ranked if effect.matters not in (NO_BEARING, "none", "unclear")]
    kept = [described(survival(row), row) for row in conclusions.iter_rows(named=True)]
    notes = [*sweep.notes, *notes_on_points(whole)]
    return Result(
        "unconfirmed", title, tables, [*(findings or [_harmless(ranked)]), *kept], _guess_charts(table), notes
    )


def _conclusions(sweep: Sweep, found: Sequence[tuple[Point, Change]]) -> pl.DataFrame:
    """Return what the current rules say of seat 1 and of each strategy, and at how many other values that still holds.

    A conclusion is that a player surely wins more, or less, than the fair share. It holds where the same is sure, and is
    reversed where the opposite is, and the change is beyond chance among all values tried.
    """
    rows: list[dict[str, Any]] = []
    fair = 1 / sweep.seats
    for measure in sweep.measures():
        mine = [(point, change) for point, change in found if change.measure.name == measure.name]
        side = _side(mine[0][1].against, fair) if mine and measure.topic in ("seats", "strategies") else 0
        if not side:
            continue
        holds = sum(_side(change.changed, fair) == side for _, change in mine)
        against = [point for point, change in mine if _side(change.changed, fair) == -side and change.differs]
        rows.append(
            {"who": measure.about, "wins": "more" if side > 0 else "less"}
            | interval("value", mine[0][1].against)
            | {"holds": holds, "unclear": len(mine) - holds - len(against), "reversed": len(against)}
            | {"reversed_at": ", ".join(f"{point.values[0]}={typed(point.values[1])}" for point in against)}
        )
    return pl.DataFrame(rows, infer_schema_length=None)


def _side(share: Estimate, fair: float) -> int:
    """Return 1 or -1 if a share is surely above or below the fair one, else 0."""
    return (share.low > fair) - (share.high < fair)


def survival(row: Mapping[str, Any], where: str = "") -> str:
    """Return a sentence on a conclusion at other values of unconfirmed figures; `where` says in which games."""
    share = sentences.estimate_of(row, "value", 0).written(percent=True)
    claim = f"That {row['who']} wins {row['wins']} than the fair share ({share.figure}, {share.ends}{where})"
    tried = row["holds"] + row["unclear"] + row["reversed"]
    if row["holds"] == tried:
        return f"{claim} survives all {tried} other values of the unconfirmed figures, one at a time."
    fates = [f"holds at {row['holds']} of {tried} other values of the unconfirmed figures"]
    fates += [f"cannot be told at {row['unclear']}"] if row["unclear"] else []
    fates += [f"is reversed at {row['reversed_at']}"] if row["reversed"] else []
    return f"{claim} {listed(fates)}."


@dataclass(frozen=True)
class Effect:
    """The effect of an unconfirmed figure: the largest change of each measure, and the strategies' order."""

    guess: Guess
    largest: Mapping[str, tuple[Point, Change]]
    sure: Sequence[tuple[Point, Change]]  # the largest beyond chance of each measure, the most noticeable first
    order: str
    swaps: bool
    matters: str
    scored_in: str

    @property
    def strength(self) -> float:
        """Return the largest change of the ranking measures, as a multiple of what is noticeable at the table."""
        return max(
            abs(self.largest[name][1].difference.value) / self.largest[name][1].margin
            for name, _ in _RANKED_BY
            if name in self.largest
        )

    @property
    def moves(self) -> str:
        """Return what it surely moves, and with which value; empty where that is not known."""
        parts = [
            f"the {change.measure.name} by {difference_text(change.difference, change.measure.unit, self.scored_in)} "
            f"with {typed(point.values[1])}"
            for point, change in self.sure[:2]
        ]
        moved = [f"it moves {listed(parts)}"] if parts else []
        swapped = [f"{self.order}, so that the order of the strategies changes"] if self.swaps else []
        return "; ".join([*moved, *swapped])


_RANKED_BY = (("win rate of seat 1", "seat_1_change"), ("mean score", "score_change"))


def _effect_of(
    sweep: Sweep, guess: Guess, found: Sequence[tuple[Point, Change]], orders: Mapping[int, Order]
) -> Effect:
    mine = [(point, change) for point, change in found if point.values[0] == guess.figure]
    ranked = [pair for pair in mine if pair[1].measure.topic in ("seats", "scores", "strategies")]
    rising = sorted(ranked, key=lambda pair: abs(pair[1].difference.value))
    largest = {change.measure.name: (point, change) for point, change in rising}
    beyond = {change.measure.name: (point, change) for point, change in rising if change.differs}
    sure = sorted(beyond.values(), key=lambda pair: -abs(pair[1].difference.value) / pair[1].margin)
    rankings = list({id(point): orders[id(point)] for point, _ in mine if id(point) in orders}.values())
    swaps = [ranking.effect(sweep.seats) for ranking in rankings if ranking.swaps]
    untouched = all(same_games(point.tally) for point, _ in mine)
    matters = NO_BEARING if untouched else _matters(sweep.scale, [change for _, change in ranked], swaps)
    return Effect(guess, largest, sure, _order_of(rankings), bool(swaps), matters, sweep.scored_in)


def same_games(tally: Tally) -> bool:
    """Return whether each deal ended as in the reference: the same wins, scores and turns."""
    half = tally.means.size // 2
    own, other = slice(None, half), slice(half, None)
    both = np.diag(tally.products)
    apart = both[own] + both[other] - 2 * np.diag(tally.products[own, other])
    same = (apart <= 1e-9 * (both[own] + both[other])).all()  # except for the last digits of floats
    return bool(same) and np.allclose(tally.means[own], tally.means[other], rtol=1e-12)


def _matters(scale: Scale, found: Sequence[Change], swaps: Sequence[str]) -> str:
    """Return the largest effect beyond chance, of changes and of swaps; none if no change is noticeable; else unclear."""
    sure = [change for change in found if change.differs]
    grades = [scale.effect(change.measure, change.difference) for change in sure] + list(swaps)
    largest = max(grades, key=_GRADES.index, default="none")
    if largest != "none":
        return largest
    return "unclear" if any(change.verdict == "undecided" for change in found) else "none"


def _order_of(rankings: Sequence[Order]) -> str:
    swaps = list(dict.fromkeys(swaps_text(ranking) for ranking in rankings if ranking.swaps))
    if swaps:
        return "; ".join(swaps)
    if not rankings:
        return "one strategy"
    return "stays" if all(ranking.verdict == "equivalent" for ranking in rankings) else "too close to tell"


def _guess_row(effect: Effect) -> dict[str, Any]:
    row: dict[str, Any] = {
        "figure": effect.guess.figure,
        "value": typed(effect.guess.value),
        "matters": effect.matters,
        "moves": effect.moves or "nothing beyond chance",
        "most_at": typed(effect.sure[0][0].values[1]) if effect.sure else "",
    }
    for name, column in _RANKED_BY:
        if name in effect.largest:
            point, change = effect.largest[name]
            row |= interval(column, change.difference) | {f"{column}_at": typed(point.values[1])}
    _, change = effect.largest["mean score"]
    return row | {"order": effect.order, "games": change.difference.n}


def _guess_finding(effect: Effect) -> Finding:
    sentence = f"{effect.guess.figure} (now {typed(effect.guess.value)}) is unconfirmed and matters: {effect.moves}."
    certainty: Certainty = effect.sure[0][1].certainty if effect.sure else "likely"
    return Finding(sentence, cast("Weight", effect.matters), certainty, _guess_row(effect))


def _harmless(ranked: Sequence[Effect]) -> Finding:
    unclear = [effect.guess.figure for effect in ranked if effect.matters == "unclear"]
    if not unclear:
        return Finding(f"None of the {len(ranked)} unconfirmed figures moves the conclusions.", "absent", "likely")
    sentence = (
        f"No unconfirmed figure visibly moves the conclusions, but for {len(unclear)} of {len(ranked)} more games are "
        "needed to be sure."
    )
    return Finding(sentence, "none", "unclear", {"unclear": unclear})


def _guess_charts(table: pl.DataFrame) -> list[Chart]:
    bounds = [f"seat_1_change{end}" for end in ("", "_low", "_high")]
    if "seat_1_change" not in table.columns:
        return [_guess_chart(table, "score_change", "scores", "change of the mean score")]
    in_points = table.with_columns(pl.col(bounds) * 100)
    return [
        _guess_chart(in_points, "seat_1_change", "seat 1", "change of seat 1's win rate, percentage points"),
        _guess_chart(table, "score_change", "scores", "change of the mean score"),
    ]


def _guess_chart(table: pl.DataFrame, column: str, what: str, label: str) -> Chart:
    most = table.sort(pl.col(column).abs(), descending=True)["figure"][0]
    return Chart(
        f"unconfirmed-{what}",
        "dots",
        f"What unconfirmed figures do to {what}",
        f"The alternative that changes most, for each figure, with paired 95 % intervals; {table['games'][0]:,} games "
        "at each alternative on the same luck.",
        table,
        alt=f"{label.capitalize()}, largest for {most}.",
        x="figure",
        y=column,
        low=f"{column}_low",
        high=f"{column}_high",
        y_label=label,
        across=True,
        reference=(0.0, "no change"),
    )
