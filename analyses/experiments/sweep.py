"""How the balance responds to rule figures: a curve over one, a heat map over two.

All points play the same luck as the reference, the rules without the sweep, so that changes have paired intervals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import finite, interval
from digsite.analyses.experiments.compare.charts import lead_charts_first
from digsite.analyses.experiments.compare.texts import difference_text, figure_text, sides
from digsite.analyses.experiments.measures import Measure, measures
from digsite.analyses.experiments.paired import Change, Order, Ruler, Scale, changes, order
from digsite.analyses.result import Certainty, Chart, Finding, Result
from digsite.analyses.stats.family import EFFECTS, certainty
from digsite.simulator.game.measures import find_measures, headlines
from digsite.simulator.game.wording import listed, name_in_words, typed
from digsite.simulator.play.tallies import merge, tallies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.simulator.game.game import Game
    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.tallies import Tally
    from digsite.simulator.runs.experiment import Experiment


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


def sweep_measures(game: Game, seats: int, named: Sequence[str]) -> list[Measurable]:
    """Return what is measured in addition to wins, scores and length: the user's choice, or the game's."""
    return find_measures(game.columns, seats, named or headlines(game.columns))


# ----------------------------------------------------------------------------------------------- one or two figures


def read(experiment: Experiment) -> Result:
    """Return the result of an experiment: an arm for each point, compared with the first, the rules without the sweep."""
    asked = experiment.question
    extra = sweep_measures(experiment.game, experiment.plan.seats, asked.get("measure", []))
    found = arm_tallies(experiment, extra)
    points = [
        Point(tuple(point["values"]), found[point["arm"]], point["arm"] == next(iter(found)))
        for point in asked["points"]
    ]
    figures, reference = tuple(asked["figures"]), tuple(asked["reference"])
    scored_in = experiment.game.wording.points
    return answer(Sweep(figures, reference, experiment.plan.players, points, asked["notes"], extra, scored_in))


def arm_tallies(experiment: Experiment, extra: Sequence[Measurable] = ()) -> dict[str, Tally]:
    """Return each arm's tally paired with the first arm's, by the arm's name."""
    rows = experiment.together(columns=[measure.column for measure in extra])
    return dict(zip(experiment.arms, merge(tallies(rows, experiment.seating, extra)), strict=True))


def answer(sweep: Sweep) -> Result:
    """Return the response of each measure to the swept figures."""
    found = point_changes(sweep)
    orders = point_orders(sweep)
    findings = [_response(sweep, measure, found) for measure in sweep.measures()]
    if orders:
        findings.append(_order_response(sweep, orders))
    charts = lead_charts_first(_curves(sweep, found) if len(sweep.figures) == 1 else _heat_maps(sweep, found), findings)
    notes = [*sweep.notes, *notes_on_points(sweep)]
    return Result(
        "sweep", f"Sweep of {listed(sweep.figures)}", {"points": points_table(sweep, found)}, findings, charts, notes
    )


def point_changes(sweep: Sweep) -> list[tuple[Point, Change]]:
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


def point_orders(sweep: Sweep) -> list[tuple[Point, Order]]:
    """Return the order of the strategies at each point but the reference."""
    strategies = [measure for measure in sweep.measures() if measure.topic == "strategies"]
    others = [point for point in sweep.points if not point.is_reference]
    if not strategies:
        return []
    return [(point, order(point.tally, strategies, Ruler(), len(others))) for point in others]


def points_table(sweep: Sweep, found: Sequence[tuple[Point, Change]]) -> pl.DataFrame:
    """Return a row for each measure at each point, with its change and verdict."""
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
    swaps = [(point, found) for point, found in orders if found.swaps]
    figures = listed(sweep.figures)
    if swaps:
        where = listed(f"at {_named(sweep.figures, point.values)} {swaps_text(found)}" for point, found in swaps[:3])
        more = f" ({len(swaps) - 3} more points change it)" if len(swaps) > 3 else ""
        effect = max((found.effect(sweep.seats) for _, found in swaps), key=EFFECTS.index)
        p_value = min(found.p_value for _, found in swaps)
        sentence = f"The order of the strategies depends on {figures}: {where}{more}."
        return Finding(sentence, effect, certainty(p_value), p_value=p_value)
    if all(found.verdict == "equivalent" for _, found in orders):
        return Finding(
            f"The order of the strategies is the same at every point: {', '.join(orders[0][1].against)}.",
            "absent",
            certainty(max(found.p_value for _, found in orders)),
        )
    return Finding(
        "No sure change in the order of the strategies was seen; some of them are too close to tell.", "none", "unclear"
    )


def swaps_text(found: Order) -> str:
    """Return which strategies surely swap places, in words."""
    return listed(f"{swap.better} overtakes {swap.worse}" for swap in found.swaps)


def notes_on_points(sweep: Sweep) -> list[str]:
    """Return how many games there are at each point, and what the intervals hold for."""
    games = sweep.points[0].tally.games
    compared = sum(not point.is_reference for point in sweep.points) * len(sweep.measures())
    return [
        f"{sentences.counted(games, 'game')} at each point, all on the same luck; changes are against "
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
    what = "win rate by strategy" if key == "strategies" else name_in_words(key) if many else first.name
    unit = first.unit
    drawn = [(p, c) for p, c in found if c.measure.name in names]
    alt = f"{what.capitalize()}: " + listed(
        (f"{_series_of(c.measure)} " if many else "")
        + f"{figure_text(c.changed.value, unit, c.changed.half_width, sweep.scored_in)} at {typed(p.values[0])}"
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
    low, high = (figure_text(end, measure.unit, points=sweep.scored_in) for end in ends)
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
