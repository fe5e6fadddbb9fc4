"""The tables of a balance: proposals, their targets, what else they change, and the candidates of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses.block_sums import finite, interval
from digsite.analyses.experiments.balance.question import AS_THEY_ARE
from digsite.analyses.experiments.balance.texts import value_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.balance.proof import Proof
    from digsite.analyses.experiments.balance.question import BalanceQuestion
    from digsite.analyses.experiments.check.tracks import Track


def proposals_table(proof: Proof, checked: Proof | None = None) -> pl.DataFrame:
    """Return a row for each proposal, the best first; without any, one for the rules as they are."""
    rows = [
        {
            "proposal": number,
            "change": one.words,
            "changes": len(one.changes),
            "steps": one.steps,
            "verdict": proof.verdict_on(one),
            "decided_by": proof.worst(one).figure.measure.name,
            "seen": value_text(proof.worst(one)),
            "games": proof.worst(one).observed.games,
            "settings": " ".join(one.settings),
            "arm": one.arm,
        }
        | ({"looking_ahead": checked.verdict_on(one)} if checked else {})
        for number, one in enumerate(proof.ranked, 1)
    ]
    kinds = {"proposal": pl.Int64, "change": pl.String, "changes": pl.Int64, "steps": pl.Int64, "verdict": pl.String}
    return pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame([], schema=kinds)


def targets_table(proof: Proof) -> pl.DataFrame:
    """Return a row for each figure of each target, under the rules as they are (0) and under each proposal."""
    rows = _target_rows(0, AS_THEY_ARE, proof.own)
    for number, one in enumerate(proof.ranked, 1):
        rows += _target_rows(number, one.label, proof.tracks(one))
    names = ("value", "value_low", "value_high", "at_least", "at_most")
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=dict.fromkeys(names, pl.Float64))


def _target_rows(number: int, rules: str, tracks: Sequence[Track]) -> list[dict[str, Any]]:
    return [
        {
            "proposal": number,
            "rules": rules,
            "target": track.figure.promise.text,
            "figure": track.figure.measure.name,
            "unit": track.figure.measure.unit,
            "verdict": track.verdict,
            "value": finite(track.observed.mean),
            "value_low": finite(track.low),
            "value_high": finite(track.high),
            "at_least": track.figure.promise.at_least,
            "at_most": track.figure.promise.at_most,
            "games": track.observed.games,
        }
        for track in tracks
    ]


def changes_table(proof: Proof) -> pl.DataFrame:
    """Return a row for each measure that a comparison of each proposal with the rules as they are shows."""
    rows = [
        {"proposal": number, "measure": change.measure.name, "unit": change.measure.unit}
        | interval("against", change.against)
        | interval("changed", change.changed)
        | interval("difference", change.difference)
        | {"verdict": change.verdict, "margin": change.margin, "p_value": change.p_value, "games": change.difference.n}
        for number, one in enumerate(proof.ranked, 1)
        for change in proof.other_changes(one)
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def searched_table(question: BalanceQuestion) -> pl.DataFrame:
    """Return a row for each candidate that the search played, the nearest first."""
    table = pl.DataFrame(list(question.searched), infer_schema_length=None)
    return table.sort("outside", "changes", "steps", maintain_order=True)
