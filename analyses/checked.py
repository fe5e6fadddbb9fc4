"""Do the main findings hold with better players? Seats, strategies and compared rules, once more with players that think."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from analyses.result import Result, described
from analyses.stats import Estimate, Moments, family, shared_wins
from simulator.game.columns import fair_share
from strategies.thinking import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from simulator.runs.experiment import Experiment
    from simulator.runs.run import Run

Verdict = Literal["holds", "weaker", "reversed", "cannot tell"]
Claim = tuple[str, Estimate, float]  # what is claimed, the figure, and what it would be if there were nothing to claim
_SIGNIFICANT = 0.05


def verdict(found: Estimate, then: Estimate, null: float) -> Verdict:
    """What becomes of a finding, by the intervals of the figure as it was found and as it is with other players.

    reversed: the figure lies beyond the null, on its other side. weaker: it is surely smaller than it was found to be.
    holds: it lies on the same side of the null, and may be as large. Else there are too few games to tell.
    """
    sign = 1.0 if found.value >= null else -1.0
    near = sign * ((found.low if sign > 0 else found.high) - null)
    low, high = sorted((sign * (then.low - null), sign * (then.high - null)))
    if high < 0:
        return "reversed"
    if high < near:
        return "weaker"
    return "holds" if low > 0 else "cannot tell"


def claims_of(run: Run, labels: Mapping[str, str]) -> list[Claim]:
    """The win shares of seats and of strategies; `labels` are those of the strategies, with the name to tell them by.

    A win that nobody has is shared by all, so that a fair share is the same in every game. The intervals hold together:
    all of them hold their true shares in 95 of 100 runs.
    """
    seats = range(1, run.plan.seats + 1)
    won = {seat: fair_share(pl.col(f"rank_{seat}"), pl.col("winners"), run.plan.seats) for seat in seats}
    shares: dict[str, pl.Expr] = {f"seat {seat}": won[seat] for seat in seats}
    if run.plan.rotate and len(labels) > 1:
        for label, name in labels.items():
            sits = [pl.col(f"strategy_{seat}").cast(pl.String) == label for seat in seats]
            mine = [sitting * won[seat] for sitting, seat in zip(sits, seats, strict=True)]
            shares[name] = pl.sum_horizontal(mine) / pl.sum_horizontal(sits)
    lucks = run.games.group_by("luck").agg([share.mean().alias(name) for name, share in shares.items()]).sort("luck")
    table = lucks.collect(engine="streaming")
    found = {name: replace(Moments.of(table[name].to_numpy()), games=run.rows) for name in shares}
    level = family.level(len(found))
    return [(name, shared_wins(moments, level), 1 / run.plan.seats) for name, moments in found.items()]


def standing(claims: Sequence[Claim]) -> list[Claim]:
    """Those whose interval leaves out the null: what a report would speak of."""
    return [claim for claim in claims if not claim[1].low <= claim[2] <= claim[1].high]


def changes_of(result: Result, significant: bool = False) -> list[Claim]:
    """What a comparison found to change, each measure's difference; only what is significant where that is asked for."""
    rows: Iterator[dict[str, Any]] = result.tables["measures"].iter_rows(named=True)
    return [
        (
            row["measure"],
            Estimate(row["difference"], row["difference_low"], row["difference_high"], row["games"]),
            0.0,
        )
        for row in rows
        if not significant or row["p_value"] < _SIGNIFICANT
    ]


def checked(found: Sequence[Claim], then: Sequence[Claim], think: str, share: bool) -> Result:
    """Each claim beside the same figure with players that think, and what becomes of it."""
    now = {name: figure for name, figure, _ in then}
    rows, findings = [], []
    for name, figure, null in found:
        other = now[name]
        word = verdict(figure, other, null)
        rows.append({
            "finding": name, "verdict": word, "before": figure.value, "before_low": figure.low, "before_high": figure.high,
            "null": null, "then": other.value, "then_low": other.low, "then_high": other.high, "games": other.n,
        })  # fmt: skip
        texts = [it.text(percent=share, signed=not share) for it in (figure, other)]
        findings.append(
            described(f"{name}: {texts[0]}; with players that think ({written(think)}) {texts[1]}: {word}.", rows[-1])
        )
    notes = [
        "holds: on the same side, and it may be as large; weaker: surely smaller; reversed: on the other side; cannot tell: "
        "too few games. By intervals that hold together with 95 %.",
    ]
    if not rows:
        notes = ["Nothing was found that could be held against players that think."]
    tables = {"checked": pl.DataFrame(rows)} if rows else {}
    return Result("checked", f"Checked with players that think ({written(think)})", tables, findings, [], notes)


def compared(experiment: Experiment, other: Experiment, think: str) -> Result:
    """A comparison beside the same one with players that think."""
    from analyses.experiments.answers import answer

    return checked(changes_of(answer(experiment), significant=True), changes_of(answer(other)), think, share=False)
