"""The charts of a balance: change against fit, and each target under the rules as they are and under each proposal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses.experiments.balance.question import AS_THEY_ARE
from digsite.analyses.experiments.check.texts import bounds_text
from digsite.analyses.result import Chart
from digsite.simulator.game.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.balance.proof import Proof
    from digsite.analyses.experiments.balance.question import BalanceQuestion
    from digsite.analyses.experiments.check.tracks import Track

_MOST_TARGETS = 3  # with a chart of their own


def charts_of(proof: Proof) -> list[Chart]:
    """Return how near the candidates come with each number of steps, and what was seen of each target."""
    found = [_fit_chart(proof.question)] if proof.question.searched else []
    tracks = [(AS_THEY_ARE, proof.own), *((one.label, proof.tracks(one)) for one in proof.ranked)]
    return found + [_target_chart(number, tracks) for number in range(min(len(proof.question.targets), _MOST_TARGETS))]


def _fit_chart(question: BalanceQuestion) -> Chart:
    """Return the nearest candidate for each number of changes and steps."""
    best: dict[tuple[int, int], float] = {}
    for row in question.searched:
        key = row["changes"], row["steps"]
        best[key] = min(best.get(key, math.inf), row["outside"])
    rows = [
        {"steps": steps, "changes": counted(changes, "change"), "number": changes, "outside": outside}
        for (changes, steps), outside in sorted(best.items())
    ]
    nearest = min(question.searched, key=lambda row: row["outside"])
    return Chart(
        "balance-fit",
        "dots",
        "Change against fit",
        "The nearest candidate with each number of changes and steps: how far outside the targets it is expected to lie, in "
        "steps that are just noticeable at the table, as the search sees it.",
        pl.DataFrame(rows, infer_schema_length=None),
        "steps",
        "outside",
        alt=f"Of {len(question.searched)} candidates the nearest is {nearest['change']}.",
        series="changes",
        order="number",
        x_label="steps away from the rules as they are",
        y_label="noticeable steps outside the targets",
        reference=(0.0, "targets met"),
    )


def _target_chart(number: int, rules: Sequence[tuple[str, Sequence[Track]]]) -> Chart:
    """Return the figures of one target under each rule set."""
    rows: list[dict[str, Any]] = []
    for label, tracks in rules:
        promises = list(dict.fromkeys(track.figure.promise for track in tracks))
        for track in tracks:
            if track.figure.promise is promises[number]:
                low, high = (value if math.isfinite(value) else None for value in (track.low, track.high))
                rows.append(
                    {"rules": label, "figure": track.figure.measure.name}
                    | {"value": track.observed.mean, "value_low": low, "value_high": high}
                )
    first = next(t for t in rules[0][1] if t.figure.promise is _promises(rules[0][1])[number])
    least, most = first.figure.promise.at_least, first.figure.promise.at_most
    values = [float(row["value"]) for row in rows]
    band = (
        min(values) if least is None else least,
        max(values) if most is None else most,
        f"target: {bounds_text(first.figure)}",
    )
    share = first.figure.measure.unit == "share"
    several = len({row["figure"] for row in rows}) > 1
    return Chart(
        f"balance-target-{number + 1}",
        "dots",
        first.figure.promise.text,
        "On fresh seeds, with intervals that hold for all proposals and targets together.",
        pl.DataFrame(rows, infer_schema_length=None),
        "rules",
        "value",
        series="figure" if several else "",
        y_label=first.figure.promise.measure,
        percent=share,
        across=True,
        band=band if band[0] < band[1] else None,
    )


def _promises(tracks: Sequence[Track]) -> list[object]:
    return list(dict.fromkeys(track.figure.promise for track in tracks))
