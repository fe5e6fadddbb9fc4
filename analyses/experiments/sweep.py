"""How the balance responds to rule figures: a curve over one, a heat map over two, and which unconfirmed ones matter.

All points play the same luck as the reference, the rules without the sweep, so that changes have paired intervals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import finite, interval
from digsite.analyses.experiments.compare import difference_text, leading, shown, sides
from digsite.analyses.experiments.paired import Change, Measure, Order, Ruler, Scale, changes, measures, order
from digsite.analyses.result import Certainty, Chart, Finding, Result, Weight, described
from digsite.simulator.game.measures import find_measures, headlines
from digsite.simulator.game.wording import in_words, listed, typed
from digsite.simulator.play.tallies import merge, tallies

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.stats import Estimate
    from digsite.simulator.game.game import Game
    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.tallies import Tally
    from digsite.simulator.runs.experiment import Experiment

NO_BEARING = "no bearing"  # for a figure whose other values change no game at all, such as one for other player counts
_GRADES = (NO_BEARING, "unclear", "none", "small", "moderate", "large")  # of how much a figure matters, weakest first


@dataclass(frozen=True)
class Point:
    """One setting of the swept figures, with its games and those of the reference."""

    values: tuple[Any, ...]
    tally: Tally
    is_reference: bool = False


@dataclass(frozen=True)
class Sweep:
    """The swept figures with their reference values, the line-up, the points, and the unit of scores."""

    figures: tuple[str, ...]
    reference: tuple[Any, ...]
    line_up: Sequence[str]
    points: Sequence[Point]
    notes: Sequence[str] = ()
    extra: Sequence[Measurable] = ()
    scored_in: str = "points"

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.line_up)

    @property
    def scale(self) -> Scale:
        """Return what matters at the table, by the reference."""
        return Scale(self.points[0].tally, self.seats)

    def measures(self) -> list[Measure]:
        """Return seat 1, the strategies, scores and length; the same for all points."""
        lists = (measures(self.line_up, self.line_up, point.tally, self.extra) for point in self.points)
        return [m for m in max(lists, key=len) if m.about in ("seat 1", "all") or m.topic == "strategies"]


def measured(game: Game, seats: int, named: Sequence[str]) -> list[Measurable]:
    """Return what is measured in addition to wins, scores and length: the user's choice, or the game's."""
    return find_measures(game.columns, seats, named or headlines(game.columns))


# ----------------------------------------------------------------------------------------------- one or two figures


def read(experiment: Experiment) -> Result:
    """Return the result of an experiment: an arm for each point, compared with the first, the rules without the sweep."""
    asked = experiment.question
    extra = measured(experiment.game, experiment.plan.seats, asked.get("measure", []))
    found = _tallies(experiment, extra)
    points = [
        Point(tuple(point["values"]), found[point["arm"]], point["arm"] == next(iter(found)))
        for point in asked["points"]
    ]
    figures, reference = tuple(asked["figures"]), tuple(asked["reference"])
    scored_in = experiment.game.wording.points
    return answer(Sweep(figures, reference, experiment.plan.players, points, asked["notes"], extra, scored_in))


def _tallies(experiment: Experiment, extra: Sequence[Measurable] = ()) -> dict[str, Tally]:
    """Return each arm's tally paired with the first arm's, by the arm's name."""
    rows = experiment.together(columns=[measure.column for measure in extra])
    return dict(zip(experiment.arms, merge(tallies(rows, experiment.plan.seats, extra)), strict=True))


def answer(sweep: Sweep) -> Result:
    """Return the response of each measure to the swept figures."""
    found = _point_changes(sweep)
    orders = _orders(sweep)
    findings = [_response(sweep, measure, found) for measure in sweep.measures()]
    if orders:
        findings.append(_order_response(sweep, orders))
    charts = leading(_curves(sweep, found) if len(sweep.figures) == 1 else _heat_maps(sweep, found), findings)
    notes = [*sweep.notes, *_notes(sweep)]
    return Result(
        "sweep", f"Sweep of {listed(sweep.figures)}", {"points": _table(sweep, found)}, findings, charts, notes
    )


def _point_changes(sweep: Sweep) -> list[tuple[Point, Change]]:
    """Return every measure at every point against the reference; all but the reference itself are corrected together."""
    pairs = [(point, measure) for point in sweep.points for measure in sweep.measures()]
    fixed = [pair for pair in pairs if pair[0].is_reference]
    swept = [pair for pair in pairs if not pair[0].is_reference]
    found: dict[tuple[int, str], Change] = {}
    for group in (fixed, swept):
        for (point, measure), change in zip(group, _changes(sweep, group), strict=True):
            found[id(point), measure.name] = change
    return [(point, found[id(point), measure.name]) for point, measure in pairs]


def _changes(sweep: Sweep, pairs: Sequence[tuple[Point, Measure]]) -> list[Change]:
    return changes([(measure, point.tally) for point, measure in pairs], sweep.scale, Ruler()) if pairs else []


def _orders(sweep: Sweep) -> list[tuple[Point, Order]]:
    strategies = [measure for measure in sweep.measures() if measure.topic == "strategies"]
    others = [point for point in sweep.points if not point.is_reference]
    return [(point, order(point.tally, strategies, Ruler())) for point in others] if strategies else []


def _table(sweep: Sweep, found: Sequence[tuple[Point, Change]]) -> pl.DataFrame:
    rows = [
        dict(zip(sweep.figures, map(_axis_value, point.values), strict=True))
        | {"measure": change.measure.name, "unit": change.measure.unit}
        | interval("value", change.changed)
        | interval("change", change.difference)
        | {"verdict": "reference" if point.is_reference else change.verdict, "p_value": change.p_value}
        | {"worth": finite(change.worth), "games": change.difference.n}
        for point, change in found
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _axis_value(value: Any) -> Any:
    """Return a number as it is, anything else as text."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else typed(value)


def _named(figures: Sequence[str], values: Sequence[Any]) -> str:
    return " and ".join(f"{figure}={typed(value)}" for figure, value in zip(figures, values, strict=True))


def _response(sweep: Sweep, measure: Measure, found: Sequence[tuple[Point, Change]]) -> Finding:
    """Return a finding on the point that moves a measure most, or that none does."""
    mine = [(p, c) for p, c in found if c.measure.name == measure.name and not p.is_reference]
    sure = [(p, c) for p, c in mine if c.differs]
    figures = listed(sweep.figures)
    if not mine:
        return Finding(f"Only the reference was played, so nothing is known of the {measure.name}.", "none", "unclear")
    if not sure:
        return _no_response(sweep, measure, [change for _, change in mine])
    point, change = max(sure, key=lambda pair: abs(pair[1].difference.value))
    after, before = sides(change, sweep.scored_in)
    sentence = (
        f"The {_subject(measure)} depends on {figures}; it changes most at {_named(sweep.figures, point.values)}, where it is "
        f"{after} against {before} with {_named(sweep.figures, sweep.reference)}, "
        f"{difference_text(change.difference, measure.unit, sweep.scored_in)}."
    )
    behind: dict[str, Any] = {"measure": measure.name, "at": list(point.values)}
    behind |= interval("change", change.difference) | {"p_value": change.p_value}
    return Finding(sentence, sweep.scale.effect(measure, change.difference), change.certainty, behind)


def _subject(measure: Measure) -> str:
    if measure.topic == "columns":
        return f"{'share' if measure.unit == 'share' else 'mean'} of {measure.name}"
    return {"length": "number of turns", "wins": f"share of {measure.name}"}.get(measure.topic, measure.name)


def _no_response(sweep: Sweep, measure: Measure, found: Sequence[Change]) -> Finding:
    widest = max((c.difference for c in found), key=lambda d: max(abs(d.low), abs(d.high)))
    sure: Certainty = "likely" if all(c.verdict == "equivalent" for c in found) else "unclear"
    lead = "does not depend" if sure == "likely" else "shows no clear dependence"
    sentence = (
        f"The {_subject(measure)} {lead} on {listed(sweep.figures)}: the largest change seen is "
        f"{difference_text(widest, measure.unit, sweep.scored_in)}, not beyond chance when all comparisons are counted."
    )
    return Finding(sentence, "absent", sure, {"measure": measure.name} | interval("change", widest))


def _order_response(sweep: Sweep, orders: Sequence[tuple[Point, Order]]) -> Finding:
    swaps = [(point, found) for point, found in orders if found.swapped]
    figures = listed(sweep.figures)
    if swaps:
        where = listed(f"at {_named(sweep.figures, point.values)} {_swaps(found)}" for point, found in swaps[:3])
        more = f" ({len(swaps) - 3} more points change it)" if len(swaps) > 3 else ""
        return Finding(f"The order of the strategies depends on {figures}: {where}{more}.", "large", "likely")
    if all(found.verdict == "equivalent" for _, found in orders):
        return Finding(
            f"The order of the strategies is the same at every point: {', '.join(orders[0][1].against)}.",
            "absent",
            "likely",
        )
    return Finding(
        "No sure change in the order of the strategies was seen; some of them are too close to tell.", "none", "unclear"
    )


def _swaps(found: Order) -> str:
    return listed(f"{better} overtakes {worse}" for better, worse in found.swapped)


def _notes(sweep: Sweep) -> list[str]:
    games = sweep.points[0].tally.games
    compared = sum(not point.is_reference for point in sweep.points) * len(sweep.measures())
    return [
        f"{sentences.counted(games, 'game')} at each point, all on the same luck, line-ups rotated; changes are against "
        f"the rules without the sweep; intervals of changes and verdicts hold for all {sentences.counted(compared, 'comparison')} together."
    ]


# ----------------------------------------------------------------------------------------------------------- charts


def _curves(sweep: Sweep, found: Sequence[tuple[Point, Change]]) -> list[tuple[Chart, list[Measure]]]:
    """Return one curve for each measure, the strategies together in one picture."""
    together: dict[str, list[Measure]] = {}
    for measure in sweep.measures():
        key = measure.column or ("strategies" if measure.topic == "strategies" else measure.name)
        together.setdefault(key, []).append(measure)
    return [(_curve(sweep, found, mine, key), mine) for key, mine in together.items()]


def _curve(sweep: Sweep, found: Sequence[tuple[Point, Change]], shown_measures: Sequence[Measure], key: str) -> Chart:
    """Return a chart with one line for each measure."""
    first, figure = shown_measures[0], sweep.figures[0]
    many = len(shown_measures) > 1
    series = "strategy" if key == "strategies" else "measure"
    names = {measure.name for measure in shown_measures}
    rows = [
        {"setting": _axis_value(point.values[0]), series: _series_of(change.measure)}
        | interval("value", change.changed)
        for point, change in found
        if change.measure.name in names
    ]
    table = pl.DataFrame(rows, infer_schema_length=None)
    if table["setting"].dtype.is_numeric():
        table = table.sort("setting", maintain_order=True)
    what = "win share by strategy" if key == "strategies" else in_words(key) if many else first.name
    unit = first.unit
    drawn = [(p, c) for p, c in found if c.measure.name in names]
    alt = f"{what.capitalize()}: " + listed(
        (f"{_series_of(c.measure)} " if many else "")
        + f"{shown(c.changed.value, unit, c.changed.half_width, sweep.scored_in)} at {typed(p.values[0])}"
        for p, c in drawn
    )
    return Chart(
        f"sweep-{key if many else first.name}",
        "lines",
        f"{what.capitalize()} over {figure}",
        f"Bands are 95 % intervals, {found[0][1].difference.n:,} games at each point on the same luck; the rules have "
        f"{typed(sweep.reference[0])}.",
        table,
        alt=alt,
        x="setting",
        y="value",
        low="value_low",
        high="value_high",
        series=series if many else "",
        x_label=figure,
        y_label={"number": "mean", "points": sweep.scored_in}.get(unit, unit),
        percent=unit == "share",
        reference=(1 / sweep.seats, "fair share") if first.topic in ("seats", "strategies") else None,
        present=(_axis_value(sweep.reference[0]),),
    )


def _series_of(measure: Measure) -> str:
    return measure.name if measure.topic == "columns" else measure.about


def _heat_maps(sweep: Sweep, found: Sequence[tuple[Point, Change]]) -> list[tuple[Chart, list[Measure]]]:
    return [
        (_heat_map(sweep, [(p, c) for p, c in found if c.measure.name == m.name], m), [m]) for m in sweep.measures()
    ]


def _heat_map(sweep: Sweep, found: Sequence[tuple[Point, Change]], measure: Measure) -> Chart:
    rows = [
        {"across": _axis_value(point.values[0]), "down": _axis_value(point.values[1])}
        | interval("value", change.changed)
        for point, change in found
    ]
    share = measure.unit == "share"
    ends = (pick((c.changed.value for _, c in found)) for pick in (min, max))
    low, high = (shown(end, measure.unit, points=sweep.scored_in) for end in ends)
    across, down = sweep.figures
    return Chart(
        f"sweep-{measure.name}",
        "heatmap",
        f"{measure.name.capitalize()} over {across} and {down}",
        f"With half the length of the 95 % interval, {found[0][1].difference.n:,} games in each cell on the same luck; "
        f"the rules have {_named(sweep.figures, sweep.reference)}.",
        pl.DataFrame(rows, infer_schema_length=None),
        alt=f"{measure.name.capitalize()} from {low} to {high}.",
        x="across",
        y="down",
        low="value_low",
        high="value_high",
        value="value",
        x_label=across,
        y_label=down,
        percent=share,
        reference=(1 / sweep.seats, "fair share") if measure.topic in ("seats", "strategies") else None,
        present=tuple(map(_axis_value, sweep.reference)),
    )


# ---------------------------------------------------------------------------------------------- unconfirmed figures


@dataclass(frozen=True)
class Guess:
    """An unconfirmed figure, its value in the rules, and what its alternatives change."""

    figure: str
    value: Any
    points: Sequence[Point]


def read_unconfirmed(experiment: Experiment) -> Result:
    """Return the result of an experiment with unconfirmed figures."""
    players, scored_in = experiment.plan.players, experiment.game.wording.points
    return guesses_of(experiment.question, players, _tallies(experiment), scored_in)


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
    found = [(point, change) for point, change in _point_changes(whole) if not point.is_reference]
    orders = {id(point): ranking for point, ranking in _orders(whole)}
    ranked = [_effect_of(whole, guess, found, orders) for guess in guesses]
    ranked.sort(key=lambda effect: (-_GRADES.index(effect.matters), -effect.strength, effect.guess.figure))
    table = pl.DataFrame([_guess_row(effect) for effect in ranked], infer_schema_length=None)
    conclusions = _conclusions(whole, found)
    tables = {"unconfirmed": table, "alternatives": _table(replace(whole, points=every), found)}
    tables |= {"conclusions": conclusions} if conclusions.height else {}
    findings = [_guess_finding(effect) for effect in ranked if effect.matters not in (NO_BEARING, "none", "unclear")]
    kept = [described(survival(row), row) for row in conclusions.iter_rows(named=True)]
    notes = [*sweep.notes, *_notes(whole)]
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


_RANKED_BY = (("win share of seat 1", "seat_1_change"), ("mean score", "score_change"))


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
    swaps = any(ranking.swapped for ranking in rankings)
    untouched = all(_same_games(point.tally) for point, _ in mine)
    matters = NO_BEARING if untouched else _matters(sweep.scale, [change for _, change in ranked], swaps)
    return Effect(guess, largest, sure, _order_of(rankings), swaps, matters, sweep.scored_in)


def _same_games(tally: Tally) -> bool:
    """Return whether each deal ended as in the reference: the same wins, scores and turns."""
    half = tally.means.size // 2
    own, other = slice(None, half), slice(half, None)
    both = np.diag(tally.products)
    apart = both[own] + both[other] - 2 * np.diag(tally.products[own, other])
    same = (apart <= 1e-9 * (both[own] + both[other])).all()  # except for the last digits of floats
    return bool(same) and np.allclose(tally.means[own], tally.means[other], rtol=1e-12)


def _matters(scale: Scale, found: Sequence[Change], swaps: bool) -> str:
    """Return the largest effect beyond chance; none if no change is noticeable; else unclear."""
    sure = [change for change in found if change.differs]
    grades = [scale.effect(change.measure, change.difference) for change in sure] + ["large"] * swaps
    largest = max(grades, key=_GRADES.index, default="none")
    if largest != "none":
        return largest
    return "unclear" if any(change.verdict == "undecided" for change in found) else "none"


def _order_of(rankings: Sequence[Order]) -> str:
    swaps = list(dict.fromkeys(_swaps(ranking) for ranking in rankings if ranking.swapped))
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
        _guess_chart(in_points, "seat_1_change", "seat 1", "change of seat 1's win share, percentage points"),
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
