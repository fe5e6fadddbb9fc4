"""A contract: promises about a game's balance, each answered *kept*, *broken* or *undecided*.

A promise sets the bounds of a figure: a win rate, a mean score, the share of games that are too long, what a
variant changes on the same luck. A promise about every seat or every strategy has a figure for each of them.

Every figure has an interval that is valid after every batch of games, at a level such that all intervals of a
contract hold together, at all looks, in 1 - error rate of all contracts. A promise is kept if all its figures' intervals
lie within the bounds and broken if one lies outside, so no more contracts than that have any wrong answer. Means of
figures without bounds are the exception where they depend on events too rare to appear in 1,000 deals.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import finite
from digsite.analyses.experiments.check.question import (
    CONTRACT,
    ERROR_RATE,
    EVERY_SEAT,
    EVERY_STRATEGY,
    SCORE,
    TURNS,
    WIN_RATE,
    ContractQuestion,
    Promise,
    PromisedFigure,
    Verdict,
)
from digsite.analyses.experiments.check.texts import bounds_text, observed_text, states_bounds, wording
from digsite.analyses.experiments.check.tracks import decide, interval, overall, verdicts, worst_of
from digsite.analyses.result import Finding, Result
from digsite.analyses.stats import family
from digsite.simulator.play.tallies import tallies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.check.tracks import Track
    from digsite.simulator.runs.experiment import Experiment

__all__ = [
    "CONTRACT",
    "ERROR_RATE",
    "EVERY_SEAT",
    "EVERY_STRATEGY",
    "SCORE",
    "TURNS",
    "WIN_RATE",
    "ContractQuestion",
    "Promise",
    "PromisedFigure",
    "Verdict",
    "answer",
    "bounds_text",
    "decide",
    "interval",
    "overall",
    "read",
    "states_bounds",
    "verdicts",
    "wording",
]  # fmt: skip


def read(experiment: Experiment) -> Result:
    """Return the answers from the arms of an experiment."""
    question = ContractQuestion.of(experiment.question, experiment.game)
    columns = [measured.column for measured in question.extra]
    batches = tallies(experiment.together(columns=columns), experiment.seating, question.extra)
    return answer(question, decide(question, batches, experiment.plan.deals))


def answer(question: ContractQuestion, tracks: Sequence[Track]) -> Result:
    """Return the promises with their verdicts, and the observed figures."""
    worst = [worst_of(tracks, promise) for promise in question.promises]
    tables = {"promises": _promise_table(worst), "figures": _figure_table(question, tracks)}
    return Result(
        "check", "Contract", tables, [_finding(question, track) for track in worst], [], _notes(question, worst)
    )


def _promise_table(worst: Sequence[Track]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "promise": track.figure.promise.text,
                "verdict": track.verdict,
                "promised": bounds_text(track.figure),
                "seen": observed_text(track),
                "games": track.observed.games,
            }
            for track in worst
        ]
    )


def _figure_table(question: ContractQuestion, tracks: Sequence[Track]) -> pl.DataFrame:
    """Return every figure as numbers: its value, or its change from the contract's rules."""
    rows = []
    for number, promise in enumerate(question.promises, 1):
        for track in (known for known in tracks if known.figure.promise is promise):
            ends = finite(track.observed.mean), finite(track.low), finite(track.high)
            level, change = ((None, None, None), ends) if promise.change else (ends, (None, None, None))
            rows.append(
                {
                    "number": number,
                    "figure": track.figure.measure.name,
                    "rules": question.arms[promise.arm],
                    "verdict": track.verdict,
                    "unit": track.figure.measure.unit,
                    **dict(zip(("value", "value_low", "value_high"), level, strict=True)),
                    **dict(zip(("change", "change_low", "change_high"), change, strict=True)),
                    "at_least": promise.at_least,
                    "at_most": promise.at_most,
                    "games": track.observed.games,
                }
            )
    names = ("value", "value_low", "value_high", "change", "change_low", "change_high", "at_least", "at_most")
    return pl.DataFrame(rows, schema_overrides=dict.fromkeys(names, pl.Float64))


def _finding(question: ContractQuestion, track: Track) -> Finding:
    promise, verdict = track.figure.promise, track.verdict
    bounds = "" if states_bounds(track.figure) else f"Promised: {bounds_text(track.figure)}. "
    seen = f"Seen: {observed_text(track)} in {sentences.counted(track.observed.games, 'game')}."
    sentence = f"{verdict.capitalize()}: {promise.text.rstrip('.')}. {bounds}{seen}"
    figures: dict[str, Any] = {"promise": promise.text, "figure": track.figure.measure.name, "verdict": verdict}
    figures |= {"value": finite(track.observed.mean), "low": finite(track.low), "high": finite(track.high)}
    figures |= {"at_least": promise.at_least, "at_most": promise.at_most, "games": track.observed.games}
    effect = _effect(question, track) if verdict == "broken" else "none"
    certainty: family.Certainty = "unclear" if verdict == "undecided" else "likely"
    null = "the promise is broken" if verdict == "kept" else "the promise is kept"
    return Finding(sentence, effect, certainty, figures, kind="caused" if promise.change else "tested", null=null)


def _effect(question: ContractQuestion, track: Track) -> family.Effect:
    """Return how far beyond its bound a figure lies at the least; a broken promise never has no effect."""
    least, most = track.figure.promise.at_least, track.figure.promise.at_most
    beyond = max(
        0.0 if most is None else track.low - most,
        0.0 if least is None else least - track.high,
    )
    share = track.figure.measure.unit == "share"
    against = 1 / question.seats if share else max(abs(bound) for bound in (least, most) if bound is not None)
    found = family.effect(beyond, against, "share" if share else "ratio")
    return "small" if found == "none" else found


def _notes(question: ContractQuestion, worst: Sequence[Track]) -> list[str]:
    many = sentences.counted(len(question.figures), "figure")
    notes = [
        f"All intervals of the contract ({many}) hold together with {100 * (1 - question.error_rate):g} %, however often "
        "one looks; games were played until every promise was decided or the most games were reached, so that a figure "
        "may lie a little too far from its bound."
    ]
    undecided = [track for track in worst if track.verdict == "undecided"]
    if any(math.isinf(track.low) and math.isinf(track.high) for track in undecided):
        notes.append("Undecided without an interval: more games are needed before one can be given.")
    if any(math.isfinite(track.low) or math.isfinite(track.high) for track in undecided):
        notes.append(
            "Undecided: the interval holds a bound of the promise. More games may decide it; a figure that lies on the "
            "bound itself is never decided."
        )
    return notes
