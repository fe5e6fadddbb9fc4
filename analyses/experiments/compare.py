"""Two rule sets or line-ups on the same luck: what changes, by how much, and how certain that is.

`digsite.simulator.play.tallies` sums up the games of both arms; here the sums become paired intervals, verdicts, sentences and
charts.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import finite, interval
from digsite.analyses.experiments.paired import (
    ALPHA,
    Change,
    Measure,
    Order,
    Ruler,
    Scale,
    Unit,
    changes,
    measures,
    order,
)
from digsite.analyses.result import Chart, Finding, Result
from digsite.analyses.stats import Estimate, SequentialState, SequentialTest, family, sizes
from digsite.analyses.stats.quantiles import two_sided_z
from digsite.analyses.stats.sequential import LESS, MORE
from digsite.simulator.game.measures import find_measures, headlines
from digsite.simulator.game.wording import in_words, listed, singular
from digsite.simulator.play.tallies import merge, tallies

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from digsite.analyses.stats.estimate import Written
    from digsite.simulator.game.game import Game
    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.tallies import Tally
    from digsite.simulator.runs.experiment import Experiment

PAIRS = "pairs of games"
HEADLINES: dict[Unit, str] = {"share": "win share of seat 1", "points": "mean score", "turns": "turns"}


@dataclass(frozen=True)
class Side:
    """One side of a comparison: a short name, its words in a sentence, and its line-up."""

    label: str
    phrase: str
    line_up: Sequence[str]


@dataclass(frozen=True)
class Comparison:
    """The two sides compared, the margin if the user named one, and what else is measured.

    `named` holds the measures that the user names; `extra` their meaning, or the game's measures by default.
    `points` is the unit of the game's scores.
    """

    against: Side
    changed: Side
    margin: tuple[Unit, float] | None = None
    extra: Sequence[Measurable] = ()
    named: Sequence[str] = ()
    points: str = "points"

    @classmethod
    def of(cls, data: Mapping[str, Any], game: Game) -> Comparison:
        """Return the question from the plain data that an experiment stores."""
        margin, named = data["margin"], data.get("measure", [])
        sides = Side(**data["against"]), Side(**data["changed"])
        extra = find_measures(game.columns, len(sides[0].line_up), named or headlines(game.columns))
        return cls(*sides, (margin[0], margin[1]) if margin else None, extra, named, game.wording.points)

    def as_data(self) -> dict[str, Any]:
        """Return the question as plain data for an experiment to store."""
        sides = {"against": asdict(self.against), "changed": asdict(self.changed)}
        return sides | {"margin": self.margin} | ({"measure": list(self.named)} if self.named else {})

    @property
    def seats(self) -> int:
        """Return the number of players on either side."""
        return len(self.against.line_up)

    @property
    def headline(self) -> str:
        """Return the measure that decides when to stop, and comes first."""
        if self.named:
            return self.extra[0].words
        unit: Unit = self.margin[0] if self.margin else "share" if self.seats > 1 else "points"
        return HEADLINES[unit]

    @property
    def columns(self) -> list[str]:
        """Return the game's columns to read."""
        return [measured.column for measured in self.extra]

    def measures(self, tally: Tally) -> list[Measure]:
        """Return all measures that are compared."""
        return measures(self.against.line_up, self.changed.line_up, tally, self.extra)


@dataclass(frozen=True)
class Tuning:
    """The settings from a pilot: where the test is to be tightest, and how far a deal may lie off."""

    deals: int
    scale: float = 1.0


def read(experiment: Experiment) -> Result:
    """Return the result of an experiment with two arms."""
    question = Comparison.of(experiment.question, experiment.game)
    batches = tallies(experiment.together(columns=question.columns), question.seats, question.extra)
    if question.margin is None:
        return answer(question, merge(batches)[1])
    kept = experiment.manifest["stopping"]
    tuning = Tuning(int(kept["tuned"]), float(kept.get("scale", 1.0)))
    most = experiment.plan.games // question.seats
    return answer(question, *decide(question, (both[1] for both in batches), tuning, most), tuning)


# -------------------------------------------------------------------------------------------- playing on until decided


def tuning_of(question: Comparison, pilot: Tally, most_lucks: int) -> Tuning:
    """Return the expected number of deals until a decision, from a pilot on other deals than those that decide."""
    assert question.margin is not None
    head = _headline(question, pilot)
    difference, margin, scale = head.pair(pilot).difference, question.margin[1], head.scale(pilot)
    spread = max(difference.sd if difference.n > 1 else 0.0, margin)
    return Tuning(min(max(sizes.to_rule_out(margin, spread, scale=scale), 100), max(most_lucks, 100)), scale)


def decide(question: Comparison, batches: Iterable[Tally], tuning: Tuning, most: int) -> tuple[Tally, SequentialState]:
    """Add batches until the headline measure is decided or no batch is left; at most `most` deals may be played.

    The estimate is corrected for stopping at a verdict.
    """
    assert question.margin is not None
    test = SequentialTest(question.margin[1], ALPHA, tuning.deals, tuning.scale)
    total: Tally | None = None
    for batch in batches:
        total = batch if total is None else total.merged(batch)
        head = _headline(question, total)
        if test.update(head.pair(batch).difference, head.scale(total)).decided:
            break
    assert total is not None
    state = test.state()
    return total, replace(state, estimate=replace(state.estimate, value=test.corrected_mean(most)))


def _headline(question: Comparison, tally: Tally) -> Measure:
    return next(measure for measure in question.measures(tally) if measure.name == question.headline)


# ------------------------------------------------------------------------------------------------------ the answer


def answer(
    question: Comparison, tally: Tally, state: SequentialState | None = None, tuning: Tuning | None = None
) -> Result:
    """Return what changes between the sides; `state` and `tuning` where games were played until decided."""
    scale = Scale(tally, question.seats, question.margin, question.headline)
    ruler = Ruler(tuning.deals if tuning else None)
    found = _changes(question, tally, scale, ruler, state)
    strategies = [measure for measure in question.measures(tally) if measure.topic == "strategies"]
    ranking = order(tally, strategies, ruler) if strategies else None
    tables = {"measures": _table(found)}
    if ranking:
        tables["order"] = _order_table(ranking)
    title = f"{question.changed.label} against {question.against.label}"
    notes = _notes(found, tally, state)
    findings = _findings(question, found, ranking, scale)
    return Result("compare", title, tables, findings, leading(_charts(question, found), findings), notes)


def _changes(
    question: Comparison, tally: Tally, scale: Scale, ruler: Ruler, state: SequentialState | None
) -> list[Change]:
    """Return all changes, the headline first; a sequential test of it is not corrected, the others are."""
    every = sorted(question.measures(tally), key=lambda measure: measure.name != question.headline)
    # With two seats, one says it all; testing both would only cost certainty.
    mirror = next((m for m in every if m.name == "win share of seat 2" and question.seats == 2), None)
    pairs = [(measure, tally) for measure in every if measure is not mirror]
    if state is None:
        found = changes(pairs, scale, ruler)
    else:
        seen = changes(pairs[:1], scale, ruler)[0]
        head = replace(seen, difference=state.estimate, verdict=state.verdict, decided=state.decided)
        found = [head, *changes(pairs[1:], scale, ruler)]
    if mirror is not None:
        at = next(at for at, change in enumerate(found) if change.measure.name == "win share of seat 1")
        found.insert(at + 1, _mirrored(found[at], mirror))
    return found


def _mirrored(change: Change, measure: Measure) -> Change:
    """Return the other seat's change: its share is the rest of the wins."""

    def rest(estimate: Estimate, whole: float) -> Estimate:
        return replace(estimate, value=whole - estimate.value, low=whole - estimate.high, high=whole - estimate.low)

    return replace(
        change,
        measure=measure,
        against=rest(change.against, 1.0),
        changed=rest(change.changed, 1.0),
        difference=rest(change.difference, 0.0),
    )


def _table(found: Sequence[Change]) -> pl.DataFrame:
    rows = [
        {
            "measure": change.measure.name,
            "unit": change.measure.unit,
            **interval("against", change.against),
            **interval("changed", change.changed),
            **interval("difference", change.difference),
            "verdict": change.verdict,
            "p_value": change.p_value,
            "p_equivalent": change.p_equivalent,
            "p_beyond": change.p_beyond,
            "margin": change.margin,
            "correlation": finite(change.correlation),
            "worth": finite(change.worth),
            "games": change.difference.n,
        }
        for change in found
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _order_table(ranking: Order) -> pl.DataFrame:
    rows = enumerate(zip(ranking.against, ranking.changed, strict=True), 1)
    return pl.DataFrame([{"rank": rank, "against": before, "changed": after} for rank, (before, after) in rows])


# --------------------------------------------------------------------------------------------------- in plain words


def unit_word(unit: Unit, points: str = "points") -> str:
    """Return the word after a figure of this unit: turns, none, or the unit of the game's scores."""
    return points if unit == "points" else unit if unit == "turns" else ""


def written(value: float, unit: Unit, half_width: float = 0.0, points: str = "points") -> Written:
    """Return a figure part by part: 52.3 %, 104.2 points, 61 turns."""
    figure = Estimate(value, value - half_width, value + half_width, 1)
    return figure.written(percent=unit == "share", unit=unit_word(unit, points))


def shown(value: float, unit: Unit, half_width: float = 0.0, points: str = "points") -> str:
    """Return a figure: 52.3 %, 104.2 points, 61 turns."""
    return written(value, unit, half_width, points).figure


def sides(change: Change, points: str) -> tuple[str, str]:
    """Return both sides, the changed one first, with one digit more than their difference, so that they agree with it."""
    unit, reach = change.measure.unit, change.difference.half_width / 10
    return shown(change.changed.value, unit, reach, points), shown(change.against.value, unit, reach, points)


def difference_written(difference: Estimate, unit: Unit, points: str = "points") -> Written:
    """Return a difference part by part: +1.5 percentage points."""
    said = "percentage points" if unit == "share" else unit_word(unit, points)
    return difference.written(percent=unit == "share", signed=True, unit=said, of=PAIRS)


def difference_text(difference: Estimate, unit: Unit, points: str = "points") -> str:
    """Return a difference: +1.5 percentage points (+0.9 to +2.1; 10,000 pairs of games)."""
    said = difference_written(difference, unit, points)
    return f"{said.figure} {said.bracket}"


def margin_text(margin: float, unit: Unit, points: str = "points") -> str:
    """Return a margin: 0.5 percentage points."""
    size, what = (100 * margin, "percentage points") if unit == "share" else (margin, unit_word(unit, points))
    return f"{size:.3g} {singular(what) if size == 1 else what}".rstrip()


def _findings(question: Comparison, found: Sequence[Change], ranking: Order | None, scale: Scale) -> list[Finding]:
    always = [change for change in found if change.measure.about in ("seat 1", "all")]
    findings = [_finding(question, change, scale) for change in always]
    others = [change for change in found if change not in always and change.measure.unit == "share"]
    seats = [change for change in others if change.measure.topic == "seats" and question.seats > 2]
    strategies = [change for change in others if change.measure.topic == "strategies"]
    findings += [_finding(question, change, scale) for change in (*seats, *strategies) if change.differs]
    if ranking:
        findings.append(_order_finding(question, ranking))
    return findings


def _finding(question: Comparison, change: Change, scale: Scale) -> Finding:
    unit, difference = change.measure.unit, change.difference
    after, before = sides(change, question.points)
    sentence = (
        f"{_lead(change.measure)} {after} {question.changed.phrase} and {before} {question.against.phrase}, "
        f"a difference of {difference_text(difference, unit, question.points)}: {_verdict(question, change)}."
    )
    effect = scale.effect(change.measure, difference) if change.differs else "absent"
    figures = {
        "measure": change.measure.name,
        "difference": finite(difference.value),
        "low": finite(difference.low),
        "high": finite(difference.high),
        "verdict": change.verdict,
        "p_value": change.p_value,
        "correlation": finite(change.correlation),
        "worth": finite(change.worth),
        "games": difference.n,
    }
    return Finding(sentence, effect, change.certainty if change.verdict != "undecided" else "unclear", figures)


def _lead(measure: Measure) -> str:
    """Return the words before the figure."""
    if measure.topic in ("seats", "strategies"):
        return f"{measure.about.capitalize() if measure.topic == 'seats' else measure.about} wins"
    if measure.topic == "columns":
        return f"The share of {measure.name} is" if measure.unit == "share" else f"The mean of {measure.name} is"
    return {"length": "A game takes", "wins": f"The share of {measure.name} is"}.get(
        measure.topic, f"The {measure.name} is"
    )


def _verdict(question: Comparison, change: Change) -> str:
    margin = margin_text(change.margin, change.measure.unit, question.points)
    sure, size = change.certainty, change.size_certainty
    apart = "" if sure == size else f" ({sure})"
    said: dict[str, str] = {
        MORE: f"different{apart}{',' * bool(apart)} by more than {margin} ({size})",
        LESS: f"different{apart}, but by less than {margin} ({size})",
        "different": f"different, though perhaps by less than {margin}",
        "equivalent": f"equivalent, any difference is smaller than {margin}",
    }
    if change.verdict in said:
        return said[change.verdict]
    known = "undecided"
    if question.margin and max(change.difference.low, -change.difference.high) > 0:
        known = f"undecided, a difference is there, but whether it is more than {margin} is open"
    return f"{known}, {_games_needed(question, change, margin)}"


def _games_needed(question: Comparison, change: Change, margin: str) -> str:
    """Return how many games would decide it, by the spread observed."""
    difference = change.difference
    lucks = difference.n // question.seats
    if lucks < 2 or not math.isfinite(difference.half_width):
        return "far too few games were played"
    sd = difference.half_width / two_sided_z(family.level(change.tests)) * math.sqrt(lucks)
    needed = sizes.to_rule_out(change.margin, sd) * question.seats if sd > 0 else 0
    rounded = max(round(needed, 1 - len(str(needed))), 2 * difference.n)
    return f"detecting or ruling out {margin} would take about {rounded:,} games on each side"


def _order_finding(question: Comparison, ranking: Order) -> Finding:
    before, after = ", ".join(ranking.against), ", ".join(ranking.changed)
    figures = {"against": list(ranking.against), "changed": list(ranking.changed), "verdict": ranking.verdict}
    if ranking.verdict == "different":
        pairs = listed(f"{better} overtakes {worse}" for better, worse in ranking.swapped)
        sentence = (
            f"The order of the strategies changes: {pairs}. It is {after} {question.changed.phrase}, {before} "
            f"{question.against.phrase}."
        )
        return Finding(sentence, "large", "likely", figures)
    if ranking.verdict == "equivalent":
        return Finding(f"The order of the strategies stays the same: {after}.", "absent", "likely", figures)
    pairs = "; ".join(f"{one} and {two}" for one, two in ranking.close)
    seen = (
        f"{after} on both sides"
        if before == after
        else f"{after} {question.changed.phrase}, {before} {question.against.phrase}"
    )
    sentence = (
        f"Whether the order of the strategies changes is undecided (not told apart: {pairs}); as seen it is {seen}."
    )
    return Finding(sentence, "none" if before == after else "small", "unclear", figures)


def _notes(found: Sequence[Change], tally: Tally, state: SequentialState | None) -> list[str]:
    head = found[0]
    notes = [_worth_note(head), "Every line-up played all seats in rotation; a deal's rotations count as one value."]
    if state is None:
        notes.append(
            f"Intervals of differences and verdicts are corrected for {sentences.counted(len(found), 'comparison')}: they hold for "
            "all together."
        )
    else:
        notes.append(
            f"Played until the change in {head.measure.name} was decided or the games were used up "
            f"({sentences.counted(state.looks, 'look')}); all intervals hold however often one looks, and those "
            "of the other differences for all of them together."
        )
        seen = replace(head.difference, value=head.changed.value - head.against.value)
        plain = difference_written(seen, head.measure.unit).figure
        notes.append(
            f"The difference of the {head.measure.name} is corrected for stopping at a verdict (plain: {plain}); the "
            "other differences are not, and may be a little too far from 0."
        )
    if any(change.measure.won is not None for change in found) and any(
        change.measure.topic == "wins" for change in found
    ):
        notes.append("Some games nobody wins: win shares are of the games that somebody won.")
    if tally.games < sentences.FEW_GAMES:
        notes.append(f"Only {sentences.counted(tally.games, 'game')} on each side: the intervals are wide.")
    return notes


def _worth_note(change: Change) -> str:
    name = change.measure.name
    if not math.isfinite(change.worth):
        return f"The same luck gave the same {name} on both sides in every deal."
    correlation = f" (correlation {change.correlation:.2f})" if math.isfinite(change.correlation) else ""
    return f"For the {name}, the same luck{correlation} was worth {change.worth:,.1f} times as many independent games."


# ----------------------------------------------------------------------------------------------------------- charts


def leading(drawn: Sequence[tuple[Chart, Sequence[Measure]]], findings: Sequence[Finding]) -> list[Chart]:
    """Return the charts in the order of the findings on their measures: the leading finding's chart comes first."""
    ranked = [f.figures.get("measure") for f in sorted(findings, key=lambda found: found.rank) if f.stands]

    def place(shown: Sequence[Measure]) -> int:
        return min((ranked.index(measure.name) for measure in shown if measure.name in ranked), default=len(ranked))

    return [chart for chart, _ in sorted(drawn, key=lambda pair: place(pair[1]))]


def _charts(question: Comparison, found: Sequence[Change]) -> list[tuple[Chart, list[Measure]]]:
    seats = sorted((c for c in found if c.measure.topic == "seats"), key=lambda c: c.measure.about)
    strategies = [c for c in found if c.measure.topic == "strategies"]
    scores = [c for c in found if c.measure.topic == "scores"]
    shares = [*seats, *strategies]
    groups = [
        ("compare-seats", "Win share by seat", "share of wins", seats),
        ("compare-strategies", "Win share by strategy", "share of wins", strategies),
        ("compare-scores", "Mean score", question.points, scores),
        ("compare-turns", "Turns", "turns", [_by_name(c) for c in found if c.measure.topic == "length"]),
        (
            "compare-wins",
            "Games that somebody wins",
            "share",
            [_by_name(c) for c in found if c.measure.topic == "wins"],
        ),
    ]
    drawn = [
        (_both(name, title, label, question, mine), [c.measure for c in mine])
        for name, title, label, mine in groups
        if mine
    ]
    by_column: dict[str, list[Change]] = {}
    for change in found:
        if change.measure.topic == "columns":
            by_column.setdefault(change.measure.column, []).append(change)
    drawn += [(_column_chart(question, name, mine), [c.measure for c in mine]) for name, mine in by_column.items()]
    if shares:
        drawn.append((_difference_chart(question, shares), []))
    return drawn


def _by_name(change: Change) -> Change:
    """Return a change named by its measure, for a chart."""
    return replace(change, measure=replace(change.measure, about=change.measure.name))


def _column_chart(question: Comparison, column: str, found: Sequence[Change]) -> Chart:
    """Return a chart of both sides for all measures of a column."""
    title = sentences.sentence(in_words(column))
    label = "share" if found[0].measure.unit == "share" else "mean"
    name = f"compare-{in_words(column).replace(' ', '-')}"
    return _both(name, title, label, question, [_by_name(change) for change in found])


def _both(name: str, title: str, label: str, question: Comparison, found: Sequence[Change]) -> Chart:
    """Return a chart of both sides."""
    share = found[0].measure.unit == "share"
    rows = [
        {"about": change.measure.about.capitalize() if change.measure.topic == "seats" else change.measure.about}
        | {"rules": side.label}
        | {"value": e.value, "low": e.low, "high": e.high}
        for change in found
        for side, e in ((question.against, change.against), (question.changed, change.changed))
    ]
    sides = f"{question.changed.label} against {question.against.label}"
    caption = f"{sides}, 95 % intervals, {found[0].difference.n:,} games on each side on the same luck."
    alt = f"{title}: " + listed(
        f"{c.measure.about} {_shown(question, c.against, c.measure)} {question.against.phrase} and "
        f"{_shown(question, c.changed, c.measure)} {question.changed.phrase}"
        for c in found
    )
    return Chart(
        name,
        "dots",
        title,
        caption,
        pl.DataFrame(rows),
        alt=alt,
        x="about",
        y="value",
        low="low",
        high="high",
        series="rules",
        y_label=label,
        percent=share,
        reference=(1 / question.seats, "fair share") if found[0].measure.topic in ("seats", "strategies") else None,
    )


def _shown(question: Comparison, estimate: Estimate, measure: Measure) -> str:
    return shown(estimate.value, measure.unit, estimate.half_width, question.points)


def _difference_chart(question: Comparison, found: Sequence[Change]) -> Chart:
    rows = [
        {"measure": change.measure.name, "difference": 100 * d.value, "low": 100 * d.low, "high": 100 * d.high}
        for change in found
        for d in (change.difference,)
    ]
    title = f"What changes: {question.changed.label} against {question.against.label}"
    alt = "Differences: " + listed(f"{c.measure.name} {difference_text(c.difference, 'share')}" for c in found)
    return Chart(
        "compare-changes",
        "dots",
        title,
        f"Differences of win shares on the same luck with paired 95 % intervals, {found[0].difference.n:,} {PAIRS}.",
        pl.DataFrame(rows),
        alt=alt,
        x="measure",
        y="difference",
        low="low",
        high="high",
        across=True,
        y_label="difference in percentage points",
        reference=(0.0, "no difference"),
    )
