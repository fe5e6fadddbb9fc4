"""The findings of a comparison, and the notes on how it was made."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.analyses import sentences
from digsite.analyses.block_sums import finite
from digsite.analyses.experiments.compare.texts import (
    difference_parts,
    difference_text,
    margin_text,
    sides,
)
from digsite.analyses.result import Finding
from digsite.analyses.stats import SequentialState, family, sizes
from digsite.analyses.stats.quantiles import two_sided_z
from digsite.analyses.stats.sequential import LESS, MORE
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.compare.question import Comparison
    from digsite.analyses.experiments.measures import Measure
    from digsite.analyses.experiments.paired import Change, Order, Scale
    from digsite.simulator.play.tallies import Tally


def findings_of(question: Comparison, found: Sequence[Change], ranking: Order | None, scale: Scale) -> list[Finding]:
    """Return what changes, measure by measure, and the order of the strategies if there is one."""
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
    sd = difference.half_width / two_sided_z(family.corrected_level(change.tests)) * math.sqrt(lucks)
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


def notes_on_play(found: Sequence[Change], tally: Tally, state: SequentialState | None) -> list[str]:
    """Return how many games there are, what the intervals hold for, and when play stopped."""
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
