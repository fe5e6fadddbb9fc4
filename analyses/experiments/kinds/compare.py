"""The kind of `compare`: two rule sets or line-ups on the same luck."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.compare import read
from digsite.analyses.experiments.compare.plain_answer import plain_answer
from digsite.analyses.experiments.compare.question import ARMS
from digsite.analyses.experiments.compare.texts import figure_parts
from digsite.analyses.experiments.kinds import MOST_BRIEF, Answered, ExperimentKind, Listing
from digsite.analyses.experiments.kinds.changes import meaning
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.analyses.result import Result
    from digsite.simulator.runs.experiment import Experiment


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List each measure: both sides, the difference, and the verdict."""
    sides = [answered.about[side]["label"] for side in ("against", "changed")]
    rows = [_row(row) for row in answered.result.tables["measures"].iter_rows(named=True)]
    yield Listing(("", *sides, "difference", "from", "to", "margin", "verdict", "same luck worth"), rows)


def _brief(answered: Answered) -> Iterator[Listing | str]:
    """List the measures that change, then the others, each with its change."""
    from digsite.analyses.stats import is_difference

    rows = answered.result.tables["measures"].rows(named=True)
    order = sorted(rows, key=lambda row: not is_difference(row["verdict"]))
    short = [_short_row(row, "*" * is_difference(row["verdict"])) for row in order[:MOST_BRIEF]]
    yield Listing(("", "before", "after", "change", "from", "to", ""), short)
    left = len(rows) - len(short)
    more = f"; {left} more measures: {OPTIONS['full'].typed}" if left > 0 else ""
    yield f"(* differs beyond chance, corrected for all comparisons{more})"


def _short_row(row: dict[str, Any], mark: str) -> list[str]:
    name, before, after, change, low, high, *_ = _row(row)
    return [name, before, after, change, low, high, mark]


def _row(row: dict[str, Any]) -> list[str]:
    unit, share = row["unit"], row["unit"] == "share"
    reach = (row["difference_high"] - row["difference_low"]) / 2 if row["difference_low"] is not None else 0.0
    values = [f"{figure_parts(row[name], unit, reach / 10).number}{' %' * share}" for name in ("against", "changed")]
    worth = f"{row['worth']:,.1f}×" if row["worth"] is not None else "all alike"
    margin = f"{100 * row['margin']:.3g} pp" if share else f"{row['margin']:.3g}"
    return [row["measure"], *values, *_gaps(row), margin, row["verdict"], worth]


def _gaps(row: dict[str, Any]) -> list[str]:
    """Return the difference and both ends of its interval with the same digits; an unknown end is a question mark."""
    from digsite.analyses.stats import Estimate

    factor, suffix = (100.0, " pp") if row["unit"] == "share" else (1.0, "")
    value, low, high = (
        math.nan if row[name] is None else row[name] * factor
        for name in ("difference", "difference_low", "difference_high")
    )
    places = Estimate(value, low, high, 1).places(signed=True)
    return [f"{number:+z,.{places}f}{suffix}" if math.isfinite(number) else "?" for number in (value, low, high)]


def _about(experiment: Experiment, result: Result) -> dict[str, Any]:
    """Return both sides, and the verdict on the first measure."""
    head, asked = result.tables["measures"].row(0, named=True), experiment.question
    margin = {"unit": asked["margin"][0], "size": asked["margin"][1]} if asked["margin"] else None
    sides = {
        name: {
            "label": asked[name]["label"],
            "variants": run.plan.variants,
            "settings": run.plan.settings,
            "line_up": run.plan.players,
        }
        for name, run in experiment.arms.items()
        if name in ARMS
    }
    verdict = {"headline": head["measure"], "verdict": head["verdict"], "margin": margin}
    return {"seed": experiment.plan.seed, "games": head["games"]} | sides | verdict | _line_ups(asked)


def _line_ups(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the other line-ups that repeated it, if any."""
    return {"line_ups": asked["line_ups"]} if "line_ups" in asked else {}


KIND = ExperimentKind(
    "compare", read, _listing, brief=_brief, answer=plain_answer, meaning=meaning, about=_about, recheckable=True
)
