"""How often strategies choose the same option at the same decision, and how many ways of playing that makes."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses import sentences
from digsite.analyses.result import Chart, Result, described
from digsite.analyses.stats import mean
from digsite.simulator.game.wording import listed, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.simulator.runs.run import Run

FILE = "choices.json"
ALIKE = 0.9  # of decisions: strategies that agree so often are one way of playing


def summarize(data: Mapping[str, Any]) -> Result:
    """Return the table of pairs, a sentence and the chart."""
    names, asked = data["strategies"], np.array(data["asked"], np.float64)
    played = asked > 0
    decisions, rows = int(asked.sum()), []
    for (one, other), agreed in zip(combinations(names, 2), np.array(data["agreed"], np.float64).T, strict=True):
        by_game = mean(agreed[played] / asked[played])
        low, high = max(by_game.low, 0.0), min(by_game.high, 1.0)
        for pair in ((one, other), (other, one)):
            ends = {"alike": by_game.value, "alike_low": low, "alike_high": high}
            rows.append({"strategy": pair[0], "rival": pair[1], **ends, "decisions": decisions})
    if not rows or not decisions:
        return Result("choices", "Ways of playing", {}, [], [])
    table = pl.DataFrame(rows)
    groups = ways(names, table)
    shares = sorted(table["alike"].unique().to_list())
    span = " to ".join(dict.fromkeys(f"{100 * share:.0f}" for share in (shares[0], shares[-1])))
    whom = f"any two of {listed(names)}" if len(names) > 2 else listed(names)
    sentence = (
        f"At the {sentences.counted(decisions, 'decision')} of {len(asked)} games that all were asked at, {whom} choose alike in "
        f"{span} %: {_counted(groups)}, where {100 * ALIKE:.0f} % alike count as one."
    )
    chart = Chart(
        "strategies-choices", "heatmap", "How often strategies choose alike",
        f"Share of decisions with more than one option at which both choose the same; {decisions:,} decisions.", table,
        "strategy", "rival", value="alike", percent=True,
    )  # fmt: skip
    return Result("choices", "Ways of playing", {"choices": table}, [described(sentence, {"ways": groups})], [chart])


def _counted(groups: Sequence[Sequence[str]]) -> str:
    return f"{number(len(groups))} way{'' if len(groups) == 1 else 's'} of playing"


def ways(strategies: Sequence[str], table: pl.DataFrame) -> list[list[str]]:
    """Return strategies in groups that play alike: each joins the first whose foremost strategy it agrees with.

    strategies: the foremost first, such as by how often they win.
    """
    alike = {(one, other): share for one, other, share in table.select("strategy", "rival", "alike").iter_rows()}
    groups: list[list[str]] = []
    for name in strategies:
        group = next((group for group in groups if alike.get((group[0], name), 0.0) >= ALIKE), None)
        if group is None:
            groups.append([name])
        else:
            group.append(name)
    return groups


def read(run: Run) -> Result | None:
    """Return the result saved with a run, or None."""
    from digsite.analyses.probes import saved

    return saved.read(run, FILE, summarize)
