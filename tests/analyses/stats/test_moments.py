"""Moments merge and come from sums as if all values had been seen at once; importing them is cheap."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digsite.analyses.stats import Moments
from tests.analyses.stats.samples import finite


def test_importing_is_cheap_and_never_loads_numba_or_scipy():
    code = "import sys, digsite.analyses.stats; print([m for m in ('numba', 'scipy', 'polars') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@given(st.lists(finite, min_size=2, max_size=60), st.integers(0, 60))
def test_moments_merge_as_if_seen_at_once(values, cut):
    whole = Moments.of(values)
    merged = Moments.of(values[:cut]).merged(Moments.of(values[cut:]))
    summed = Moments.from_sums(len(values), sum(values), sum(v * v for v in values))
    for other in (merged, summed):
        assert other.n == other.games == whole.n
        assert other.mean == pytest.approx(whole.mean, abs=1e-8)
        assert other.m2 == pytest.approx(whole.m2, rel=1e-8, abs=1e-5)


def test_no_values_have_no_moments():
    for nothing in (Moments.of([]), Moments.from_sums(0, 0, 0)):
        assert nothing.merged(nothing) == Moments(0, 0.0, 0.0)


def test_negative_squares_are_refused():
    with pytest.raises(ValueError, match="negative"):
        Moments(3, 0.0, -1.0)
