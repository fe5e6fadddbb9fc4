"""The tables of a nudge experiment: what each nudge changes, and how certain that is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses import stats
from digsite.analyses.block_sums import finite
from digsite.analyses.experiments.nudge.worth import Worth, observed_step
from digsite.analyses.stats import Moments, family, tests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.nudge.question import NudgeQuestion

_JUST_LIKELY = 0.99 * family.LIKELY
_TOO_FEW = 10  # lucks
_MOMENTS = ("early", "middle", "late")


def all_precise(question: NudgeQuestion, found: Sequence[Worth]) -> bool:
    """Return whether every worth is known as precisely as asked, with intervals that hold at every look."""
    assert question.margin is not None
    reach = [
        test_of(question, worth.moments(question.headline), question.headline, worth, worth.weight()) for worth in found
    ]
    return all((test.high - test.low) / 2 <= question.margin[1] for test in reach)


def test_of(question: NudgeQuestion, moments: Moments, measure: str, worth: Worth, weight: float) -> tests.Test:
    """Test a change against none, by an interval that holds for all nudges and measures together.

    weight: how much more than an average luck that of a pair weighs.

    Where the test looked while games were played, the interval allows for that too and decides what is likely; nothing is
    called certain.
    """
    scale = weight * _scale(question, measure, worth)
    shared = question.is_share(measure)
    if question.tuned is None:
        found = tests.mean(moments, 0.0, scale, question.level)
        return found.within(-1.0, 1.0) if shared else found
    wide = stats.anytime_interval(moments, question.level, question.tuned, scale)
    beyond_chance = wide.low > 0 or wide.high < 0
    found = tests.Test(0.0, moments.mean, wide.low, wide.high, _JUST_LIKELY if beyond_chance else 1.0)
    return found.within(-1.0, 1.0) if shared else found


def _scale(question: NudgeQuestion, measure: str, worth: Worth) -> float:
    """Return how far a single game may plausibly lie off."""
    if question.is_share(measure):
        return 1.0
    return worth.base(measure).sd if worth.base(measure).n > 1 else 0.0


def _entries(question: NudgeQuestion, worth: Worth, key: str = "", at: Any = None) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for measure in question.measures:
        moments = worth.moments(measure, key, at)
        test = test_of(question, moments, measure, worth, worth.weight(key, at))
        row |= {f"{measure}_change": finite(test.estimate)}
        row |= {f"{measure}_change_low": finite(test.low), f"{measure}_change_high": finite(test.high)}
        row |= {f"{measure}_p": test.p}
    return row | {"pairs": moments.games, "lucks": moments.n}


def worth_table(question: NudgeQuestion, found: Sequence[Worth]) -> pl.DataFrame:
    """Return a row for each nudge; p-values are corrected for all tests."""
    rows = [
        {
            "nudge": worth.dose.label,
            "what": worth.dose.title,
            "thing": worth.dose.thing,
            "units": worth.dose.units,
            "possible": worth.done / worth.reached if worth.reached else None,
        }
        | _entries(question, worth)
        for worth in found
    ]
    table = pl.DataFrame(rows, infer_schema_length=None)
    if question.tuned is not None:  # corrected already
        return table
    names = [f"{measure}_p" for measure in question.tested_measures]
    p = np.array(corrected(question, table.select(names).to_numpy().ravel().tolist())).reshape(-1, len(names))
    return table.with_columns(pl.Series(name, p[:, at]) for at, name in enumerate(names))


def corrected(question: NudgeQuestion, p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected together, and for the other families of the report."""
    return [family.bonferroni(p, len(p_values) * question.sharing) for p in p_values]


def by_table(question: NudgeQuestion, found: Sequence[Worth], key: str, column: str) -> pl.DataFrame:
    """Return a row for each nudge and value of a key that occurred often enough for a useful interval."""
    rows = []
    for worth in found:
        if key == "held" and not worth.dose.counted:
            continue
        for at in worth.keys(key):
            if worth.moments(question.headline, key, at).n < _TOO_FEW:
                continue
            shown = _MOMENTS[at] if key == "third" else at
            rows.append(
                {"nudge": worth.dose.label, "what": worth.dose.title, column: shown}
                | _entries(question, worth, key, at)
            )
    dropped = [f"{measure}_p" for measure in question.measures]
    return pl.DataFrame(rows, infer_schema_length=None).drop(dropped) if rows else pl.DataFrame()


def observed_table(question: NudgeQuestion, found: Sequence[Worth]) -> pl.DataFrame:
    """Return the effect of one more with the observed difference of those who held one more, overall and by holding."""
    rows = []
    for worth in found:
        if worth.dose.raises and worth.dose.amount == 1:
            rows += [
                _beside_row(question, worth, "held" if held is not None else "", held, worth.observed)
                for held in (None, *worth.keys("held"))
            ]
    return pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame()


def ended_table(question: NudgeQuestion, found: Sequence[Worth]) -> pl.DataFrame:
    """Return the effect by what players had at the end of the game without the nudge, which the nudge raises by one."""
    rows = []
    for worth in found:
        if worth.dose.column and worth.dose.amount == 1:
            rows += [_beside_row(question, worth, "ended", at, worth.observed_end) for at in worth.keys("ended")]
    return pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame()


def _beside_row(question: NudgeQuestion, worth: Worth, key: str, at: int | None, seen: pl.DataFrame) -> dict[str, Any]:
    row: dict[str, Any] = {"nudge": worth.dose.label, "what": worth.dose.title, "thing": worth.dose.thing}
    row |= {"counted": worth.dose.counted, "held": at}
    for measure in question.tested_measures:
        moments = worth.moments(measure, key, at)
        test = test_of(question, moments, measure, worth, worth.weight(key, at))
        step = observed_step(seen, measure, at, _scale(question, measure, worth), question.level)
        if question.is_share(measure):  # a share changes by at most 1
            step = replace(step, low=max(step.low, -1.0), high=min(step.high, 1.0))
        for name, ends in (
            ("caused", (test.estimate, test.low, test.high)),
            ("observed", (step.value, step.low, step.high)),
        ):
            names = (f"{measure}_{name}", f"{measure}_{name}_low", f"{measure}_{name}_high")
            row |= dict(zip(names, map(finite, ends), strict=True))
    return row | {"pairs": moments.games, "lucks": moments.n, "appearances": step.n}
