"""The findings of a comparison, and the notes on how it was made."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.analyses import sentences
from digsite.analyses.block_sums import finite
from digsite.analyses.experiments.compare.power import Prospect
from digsite.analyses.experiments.compare.texts import (
    difference_parts,
    difference_text,
    figure_parts,
    margin_text,
    sides,
)
from digsite.analyses.result import Finding
from digsite.analyses.stats import SequentialState, family
from digsite.analyses.stats.sequential import LESS, MORE
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.compare.question import Comparison
    from digsite.analyses.experiments.measures import Measure
    from digsite.analyses.experiments.paired import Change, Order, Scale, Swap
    from digsite.analyses.experiments.spread import Spread
    from digsite.simulator.play.tallies import Tally


def findings_of(
    question: Comparison, found: Sequence[Change], spreads: Sequence[Spread], ranking: Order | None, scale: Scale
) -> list[Finding]:
    """Return what changes, measure by measure, how far seats and strategies lie apart, and the strategies' order."""
    always = [change for change in found if change.measure.about in ("seat 1", "all")]
    findings = [_finding(question, change, scale) for change in always]
    others = [change for change in found if change not in always and change.measure.unit == "share"]
    seats = [change for change in others if change.measure.topic == "seats" and question.seats > 2]
    strategies = [change for change in others if change.measure.topic == "strategies"]
    findings += [_finding(question, change, scale) for change in (*seats, *strategies) if change.differs]
    findings += [_spread_finding(question, gap) for gap in spreads if gap.changes]
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
    return f"undecided, {_games_needed(change, margin)}"


def _games_needed(change: Change, margin: str) -> str:
    """Return how many games would decide it, by the spread observed."""
    values = change.values
    if values.n < 2:
        return "far too few games were played"
    far = Prospect(
        values.sd, change.margin, change.scale, 0 if change.measure.unit == "share" else values.n, change.tests
    )
    needed = max(far.to_find(), far.to_rule_out()) * values.games // values.n
    rounded = max(round(needed, 1 - len(str(needed))), 2 * values.games)
    return f"detecting or ruling out {margin} would take about {rounded:,} games on each side"


_GROUPS = {"seats": ("Seats get", "fairer", "less fair", "seat"), "strategies": ("Strategies get", "closer", "further apart", "strategy")}  # fmt: skip


def _spread_finding(question: Comparison, found: Spread) -> Finding:
    """Return that seats get fairer or strategies closer, or the reverse."""
    lead, closer, apart, each = _GROUPS[found.topic]
    narrower = found.difference.value < 0
    reach = found.difference.half_width / 10
    before, after = (figure_parts(value, "share", reach).number for value in (found.against, found.changed))
    sentence = (
        f"{lead} {closer if narrower else apart}: the best and the worst {each} are {after} percentage points of wins apart "
        f"{question.changed.phrase} and {before} {question.against.phrase}, a difference of "
        f"{difference_text(found.difference, 'share')}."
    )
    figures = {
        "spread": found.topic,
        "against": found.against,
        "changed": found.changed,
        "difference": found.difference.value,
        "low": found.difference.low,
        "high": found.difference.high,
    }
    effect, sure = family.effect(found.near, 1 / question.seats), family.certainty(found.p_value)
    return Finding(sentence, effect, sure, figures, p_value=found.p_value)


def _order_finding(question: Comparison, ranking: Order) -> Finding:
    before, after = ", ".join(ranking.against), ", ".join(ranking.changed)
    figures = {"against": list(ranking.against), "changed": list(ranking.changed), "verdict": ranking.verdict}
    sure = family.certainty(ranking.p_value)
    if ranking.verdict == "different":
        sentence = (
            f"The order of the strategies changes: {listed(map(_swap_text, ranking.swaps))}. It is {after} "
            f"{question.changed.phrase}, {before} {question.against.phrase}."
        )
        return Finding(sentence, ranking.effect(question.seats), sure, figures, p_value=ranking.p_value)
    if ranking.verdict == "equivalent":
        sentence = f"The order of the strategies stays the same: {after}."
        return Finding(sentence, "absent", sure, figures, p_value=ranking.p_value)
    pairs = "; ".join(f"{one} and {two}" for one, two in ranking.close)
    seen = (
        f"{after} on both sides"
        if before == after
        else f"{after} {question.changed.phrase}, {before} {question.against.phrase}"
    )
    sentence = f"Whether the order of the strategies changes is undecided (no clear difference: {pairs}); as seen it is {seen}."
    return Finding(sentence, "none", "unclear", figures)


def _swap_text(swap: Swap) -> str:
    """Return who overtakes whom, and by how much: fox overtakes owl, from -2.0 (-3.1 to -0.9) to ... points of wins."""
    before, after = (
        lead.written(percent=True, signed=True, unit="percentage points") for lead in (swap.before, swap.after)
    )
    return (
        f"{swap.better} overtakes {swap.worse}, its lead in wins going from {before.number} ({before.ends}) to "
        f"{after.number} percentage points ({after.ends})"
    )


def notes_on_play(found: Sequence[Change], tally: Tally, state: SequentialState | None) -> list[str]:
    """Return how many games there are, what the intervals hold for, and when play stopped."""
    head = found[0]
    notes = [_worth_note(head)]
    if state is None:
        notes.append(
            f"Intervals of differences and verdicts are corrected for {sentences.counted(head.tests, 'comparison')}: they hold for "
            "all together."
        )
    else:
        notes.append(
            f"Played until the change in {head.measure.name} was decided or the games were used up "
            f"({sentences.counted(state.looks, 'look')}); all intervals hold however often one looks, and those "
            "of the other differences for all of them together."
        )
        seen = replace(head.difference, value=head.changed.value - head.against.value)
        plain = difference_parts(seen, head.measure.unit).figure
        notes.append(
            f"The difference of the {head.measure.name} is corrected for stopping at a verdict (plain: {plain}); the "
            "other differences are not, and may be a little too far from 0."
        )
    if any(change.measure.won is not None for change in found) and any(
        change.measure.topic == "wins" for change in found
    ):
        notes.append("Some games nobody wins: win rates are of the games that somebody won.")
    if tally.games < sentences.FEW_GAMES:
        notes.append(f"Only {sentences.counted(tally.games, 'game')} on each side: the intervals are wide.")
    return notes


def _worth_note(change: Change) -> str:
    name = change.measure.name
    if not math.isfinite(change.worth):
        return f"The same luck gave the same {name} on both sides in every deal."
    correlation = f" (correlation {change.correlation:.2f})" if math.isfinite(change.correlation) else ""
    return f"For the {name}, the same luck{correlation} was worth {change.worth:,.1f} times as many independent games."
