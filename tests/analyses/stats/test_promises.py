"""Every procedure is held to the error rate that docs/statistics.md promises."""

from pathlib import Path

import pytest
from scipy import stats as reference

from tests.analyses.stats.promises import PROMISES, Promise

NAMES = [f"{promise.procedure}: {promise.mistake}" for promise in PROMISES]


def held(promise: Promise, runs: int) -> bool:
    rate, count = promise.measured(runs, seed=1)
    return rate * count <= reference.binom.ppf(0.9995, count, promise.promised)


@pytest.mark.parametrize("promise", PROMISES, ids=NAMES)
def test_promises_are_kept_in_a_few_runs(promise):
    assert held(promise, 60)


@pytest.mark.verify
@pytest.mark.parametrize("promise", PROMISES, ids=NAMES)
def test_promises_are_kept_in_many_runs(promise):
    assert held(promise, 4_000)


def test_the_documentation_has_every_promise():
    text = (Path(__file__).resolve().parents[3] / "docs/statistics.md").read_text(encoding="utf-8")
    for promise in PROMISES:
        assert f"| {promise.procedure} | {promise.mistake} | {promise.promised:g} |" in text
